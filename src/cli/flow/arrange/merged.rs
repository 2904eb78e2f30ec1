//! Records that are the same made one, each group where its first stands.

use super::groups::{Group, Member};
use super::pass::{Block, Ending, Sink};
use super::{Arranged, Out, Whole};
use crate::cli::flow::Fault;
use crate::epd::ReadOptions;
use crate::suite::bulk::{Joined, Joining, Left};
use crate::suite::external::{Between, ReadBetween};
use crate::suite::{LinePart, LineSet, Sameness};

/// What becomes of records that are the same.
struct Merge {
    /// The first: its number, its line in the whole, its text.
    nth: usize,
    line: usize,
    first: Vec<u8>,
    joined: Joined,
    /// The comments of those that go: they stand above the one that stays.
    comments: Vec<u8>,
    /// The numbers of those that go.
    gone: Vec<usize>,
    left: Left,
}

impl Group for Merge {
    fn begin(first: Member<'_>, _: &ReadOptions) -> Self {
        Self {
            nth: first.nth,
            line: first.line,
            first: first.record.to_vec(),
            joined: Joined::of(first.record),
            comments: Vec::new(),
            gone: Vec::new(),
            left: Left::default(),
        }
    }

    fn add(&mut self, others: &[Member<'_>], options: &ReadOptions) {
        let joining = Joining::of(&self.first, options);
        for other in others {
            match joining.add(&mut self.joined, other.record) {
                Ok(()) => {
                    self.comments.extend_from_slice(other.above);
                    self.gone.push(other.nth);
                }
                Err(reason) => self.left.note(reason, other.line),
            }
        }
    }
}

impl Whole<'_> {
    /// Hands on all records, those that are the same as one.
    ///
    /// # Errors
    ///
    /// Those of reading, and of `out`.
    pub(super) fn merge(&self, by: Sameness, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let (same, passed) = self.marked(by, false)?;
        let mut merged = Merged {
            texts: Between::default(),
            places: 0,
            gone: LinePart::of(&(0..passed.records)),
            left: Left::default(),
        };
        self.groups(same, |group: Merge| merged.take(group))?;
        let Merged {
            texts, gone, left, ..
        } = merged;
        let gone: LineSet = std::iter::once(gone).collect();
        let mut writing = Writing {
            texts: texts.read()?,
            gone: &gone,
            nth: 0,
            out: Ending::new(out, passed),
        };
        self.pass(&|_, _, _| (), &mut writing)?;
        writing.out.finish()?;
        Ok(Arranged {
            records: passed.records,
            changed: gone.len(),
            left,
            ..Arranged::default()
        })
    }
}

/// What all groups came to.
struct Merged {
    /// The new text of each first record, where that stands.
    texts: Between,
    /// Records before the last place of it.
    places: usize,
    gone: LinePart,
    left: Left,
}

impl Merged {
    fn take(&mut self, group: Merge) -> Result<(), Fault> {
        self.left.note_conflicts(group.joined.conflicts, group.line);
        self.left.join(group.left);
        for nth in group.gone {
            self.gone.insert(nth);
        }
        while self.places < group.nth {
            self.texts.place();
            self.places += 1;
        }
        let text = [group.comments, group.joined.line].concat();
        Ok(self.texts.text(&text)?)
    }
}

struct Writing<'o, 'f> {
    texts: ReadBetween,
    gone: &'o LineSet,
    nth: usize,
    out: Ending<'o, 'f>,
}

impl Sink for Writing<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let nth = self.nth;
        self.nth += 1;
        let mut new: Option<Vec<u8>> = None;
        self.texts.before_place(|text| {
            new = Some(text.to_vec());
            Ok::<(), Fault>(())
        })?;
        if self.gone.contains(nth) {
            return Ok(());
        }
        self.out.lines(block.above)?;
        match new {
            None => self.out.lines(block.text),
            Some(new) => {
                let comments = block.text.get(..block.record).unwrap_or_default();
                self.out.lines(comments)?;
                self.out.lines(&new)
            }
        }
    }

    fn loose(&mut self, text: &[u8], _: bool) -> Result<(), Fault> {
        self.out.lines(text)
    }
}
