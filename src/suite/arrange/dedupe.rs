//! Duplicates: the records to remove, and the new texts of those that stay.

use super::groups::{Group, each_group};
use crate::epd::ReadOptions;
use crate::suite::duplicates::{Same, Sameness, Which};
use crate::suite::edit::{Joined, Joining, Left};
use crate::suite::external::TextSpool;
use crate::suite::line_set::{LineSet, Part};
use crate::suite::records::{Block, Records};

/// The one of several duplicates that stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    /// The first.
    #[default]
    First,
    /// The last.
    Last,
    /// The one with the most operations; the first of equals.
    Richest,
    /// The first, with the operations that only the others have; see [`Joining`].
    Merged,
}

impl Keep {
    /// Returns the choice in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::First => "keep the first",
            Self::Last => "keep the last",
            Self::Richest => "keep the one with most operations",
            Self::Merged => "keep the first with the operations of all",
        }
    }
}

/// The records to remove, and those to change, because they are duplicates.
#[derive(Default)]
pub(super) struct Deduped {
    /// The lines to remove, each record with the comments directly above it.
    pub gone: LineSet,
    /// The new texts of the records that stay, by line: with the comments of those merged into them.
    pub texts: TextSpool,
    /// The records that could not be merged.
    pub left: Left,
}

impl Deduped {
    pub(super) fn of<R: Records>(on: &R, by: Sameness, keep: Keep) -> Result<Self, R::Error> {
        let same = Same::of(on, by, keep == Keep::Richest)?;
        let which = match keep {
            Keep::First => Which::ButFirst,
            Keep::Last => Which::ButLast,
            Keep::Richest => Which::ButHighest,
            Keep::Merged => return Self::merged(on, same),
        };
        Ok(Self {
            gone: same.lines(which)?,
            ..Self::default()
        })
    }

    fn merged<R: Records>(on: &R, same: Same) -> Result<Self, R::Error> {
        let mut all = Self::default();
        let mut gone = Part::of(&(0..same.lines_end()));
        each_group(on, same.members()?, |group: Merge| {
            let (line, joined) = (group.line, group.joined);
            all.left.note_conflicts(joined.conflicts, line);
            all.left.join(group.left);
            group.gone.into_iter().for_each(|line| gone.insert(line));
            let text = [group.comments, joined.line].concat();
            match text == group.first {
                true => Ok(()),
                false => Ok(all.texts.push(line as u64, &text)?),
            }
        })?;
        all.gone = std::iter::once(gone).collect();
        Ok(all)
    }
}

/// A group of records being merged into the first of them.
struct Merge {
    line: usize,
    first: Vec<u8>,
    joined: Joined,
    /// The comments of the removed records, which move above the one that stays.
    comments: Vec<u8>,
    /// The lines of the removed records.
    gone: Vec<usize>,
    left: Left,
}

impl Group for Merge {
    fn begin(first: Block<'_>, _: &ReadOptions) -> Self {
        Self {
            line: first.line,
            first: first.record().to_vec(),
            joined: Joined::of(first.record()),
            comments: Vec::new(),
            gone: Vec::new(),
            left: Left::default(),
        }
    }

    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions) {
        let joining = Joining::of(&self.first, options);
        for other in others {
            match joining.add(&mut self.joined, other.record()) {
                Ok(()) => {
                    self.comments.extend_from_slice(other.comments());
                    self.gone.push(other.line);
                }
                Err(reason) => self.left.note(reason, other.line),
            }
        }
    }
}
