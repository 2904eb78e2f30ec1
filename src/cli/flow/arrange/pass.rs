//! All lines of a suite once: its records, each with the comments directly above it, and what stands
//! between them. Pieces of it are looked through on all cores, and put together in order.

use super::super::text::MARK;
use super::Whole;
use crate::cli::flow::Fault;
use crate::epd::{LineKind, Skim};
use crate::suite::{LineEnd, text_of};

/// A record that is asked for, with the comments directly above it.
pub(super) struct Block<'a> {
    /// The first of the comments.
    pub above: &'a [u8],
    /// The others, and the record. Every line has its end.
    pub text: &'a [u8],
    /// Where in `text` the record begins.
    pub record: usize,
    /// What was noted of it.
    pub key: &'a [u8],
}

/// Takes what goes by.
pub(super) trait Sink {
    /// The next record that is asked for.
    ///
    /// # Errors
    ///
    /// Those of whatever is done with it.
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault>;

    /// What stands before the next record that is asked for, or a part of it. `is_head`: no record of
    /// the suite comes before it.
    ///
    /// # Errors
    ///
    /// Those of whatever is done with it.
    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), Fault>;
}

/// What there was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    /// Records that were asked for.
    pub records: usize,
    /// All records.
    pub all: usize,
    /// Whether the last line has no end.
    pub is_endless: bool,
    /// The byte that ends lines.
    pub terminator: u8,
    /// Whether the text begins with a mark of the order of bytes, which is no part of its first line.
    pub has_mark: bool,
}

/// What is noted of a record that is asked for, with its number from 0.
pub(super) type Note<'n> = dyn Fn(usize, &[u8], &mut Vec<u8>) + Sync + 'n;

/// A piece, looked through.
#[derive(Default)]
struct Cut {
    blocks: Vec<CutBlock>,
    notes: Vec<u8>,
    /// Where the first record begins with its comments, whether it is asked for or not.
    first: Option<usize>,
    /// All records.
    records: usize,
    /// Where the comments begin that it ends with.
    tail: usize,
}

/// Where a block lies in its piece: the comments, the record, and where its note ends.
struct CutBlock {
    start: usize,
    record: usize,
    end: usize,
    note: usize,
}

fn cut<'p>(
    lines: impl Iterator<Item = (u64, &'p [u8])>,
    is_asked: impl Fn(u64, &[u8]) -> bool,
    note: &Note<'_>,
) -> Cut {
    let mut cut = Cut::default();
    let mut at = 0;
    for (number, line) in lines {
        let end = at + line.len();
        let kind = Skim::kind_of(line);
        if kind == LineKind::Record {
            cut.first.get_or_insert(cut.tail);
            cut.records += 1;
            if is_asked(number, line) {
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                note(number.saturating_sub(1), line, &mut cut.notes);
                cut.blocks.push(CutBlock {
                    start: cut.tail,
                    record: at,
                    end,
                    note: cut.notes.len(),
                });
            }
        }
        if kind != LineKind::Comment {
            cut.tail = end;
        }
        at = end;
    }
    cut
}

/// Puts together what pieces hold.
struct Joining<'s, S> {
    sink: &'s mut S,
    passed: Passed,
    end: LineEnd,
    /// The comments that the pieces so far end with.
    pending: Vec<u8>,
    is_head: bool,
}

impl<S: Sink> Joining<'_, S> {
    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), Fault> {
        match text.is_empty() {
            true => Ok(()),
            false => self.sink.loose(text, is_head),
        }
    }

    /// Loose lines of a piece, of which the first record begins at `first`.
    fn between(&mut self, lines: &[u8], start: usize, first: Option<usize>) -> Result<(), Fault> {
        let head = match first {
            _ if !self.is_head => 0,
            None => lines.len(),
            Some(first) => first.saturating_sub(start).min(lines.len()),
        };
        let (head, others) = lines.split_at(head);
        self.loose(head, true)?;
        self.loose(others, false)
    }

    fn take(&mut self, bytes: &[u8], mut cut: Cut) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.passed.all += cut.records;
        let ended;
        let mut bytes = bytes;
        if !matches!(bytes.last(), Some(b'\n' | b'\r')) {
            // The last line: it may come to stand before others.
            self.passed.is_endless = true;
            let length = bytes.len();
            ended = [bytes, self.end.bytes()].concat();
            bytes = &ended;
            if cut.tail == length {
                cut.tail = bytes.len();
            }
            if let Some(last) = cut.blocks.last_mut().filter(|block| block.end == length) {
                last.end = bytes.len();
            }
        }
        let part = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        if cut.tail == 0 {
            self.pending.extend_from_slice(bytes);
            return Ok(());
        }
        let mut pending = std::mem::take(&mut self.pending);
        if cut.blocks.first().is_none_or(|block| block.start > 0) {
            self.loose(&pending, self.is_head && cut.first != Some(0))?;
            pending.clear();
        }
        let (mut at, mut note) = (0, 0);
        for block in &cut.blocks {
            self.between(part(at, block.start), at, cut.first)?;
            self.is_head = false;
            self.passed.records += 1;
            self.sink.block(Block {
                above: &pending,
                text: part(block.start, block.end),
                record: block.record - block.start,
                key: cut.notes.get(note..block.note).unwrap_or_default(),
            })?;
            pending.clear();
            (at, note) = (block.end, block.note);
        }
        self.between(part(at, cut.tail), at, cut.first)?;
        self.is_head &= cut.first.is_none();
        pending.extend_from_slice(part(cut.tail, bytes.len()));
        self.pending = pending;
        Ok(())
    }

    fn finish(mut self) -> Result<Passed, Fault> {
        let pending = std::mem::take(&mut self.pending);
        self.loose(&pending, self.is_head)?;
        Ok(self.passed)
    }
}

impl Whole<'_> {
    /// Lets all of it go by.
    ///
    /// # Errors
    ///
    /// Those of reading, and of the sink.
    pub(super) fn pass(&self, note: &Note<'_>, sink: &mut impl Sink) -> Result<Passed, Fault> {
        let source = self.source();
        let is_asked = |number: u64, line: &[u8]| source.has(number, line);
        let mut text = self.text();
        let end = text.line_end()?;
        let has_mark = text.skip_mark()?;
        let mut joining = Joining {
            sink,
            passed: Passed {
                terminator: end.terminator(),
                has_mark,
                ..Passed::default()
            },
            end,
            pending: Vec::new(),
            is_head: true,
        };
        drop(text);
        self.lines(
            |lines| cut(lines, is_asked, note),
            |bytes, found| joining.take(bytes, found),
        )?;
        joining.finish()
    }
}

/// Takes nothing.
struct Nothing;

impl Sink for Nothing {
    fn block(&mut self, _: Block<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}

impl Whole<'_> {
    /// What there is, without anything taken.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(super) fn counted(&self) -> Result<Passed, Fault> {
        self.pass(&|_, _, _| (), &mut Nothing)
    }
}

/// Hands lines on, behind the mark that the suite begins with; of an endless suite the last of all, whichever it is then, without its end.
pub(super) struct Ending<'o, 'f> {
    out: &'o mut super::Out<'f>,
    passed: Passed,
    held: Vec<u8>,
}

impl<'o, 'f> Ending<'o, 'f> {
    pub(super) fn new(out: &'o mut super::Out<'f>, passed: Passed) -> Self {
        Self {
            out,
            passed,
            held: Vec::new(),
        }
    }

    /// More lines.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(super) fn lines(&mut self, lines: &[u8]) -> Result<(), Fault> {
        if self.passed.has_mark && !lines.is_empty() {
            self.passed.has_mark = false;
            (self.out)(MARK)?;
        }
        if !self.passed.is_endless {
            return (self.out)(lines);
        }
        if !lines.is_empty() {
            let held = std::mem::replace(&mut self.held, lines.to_vec());
            (self.out)(&held)?;
        }
        Ok(())
    }

    /// There are no more.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(super) fn finish(self) -> Result<(), Fault> {
        let before = self.held.split_last().map_or(&[][..], |(_, before)| before);
        let line = memchr::memrchr(self.passed.terminator, before).map_or(0, |at| at + 1);
        let text = text_of(self.held.get(line..).unwrap_or_default());
        // Nothing would be left of it.
        let length = match text.is_empty() {
            true => self.held.len(),
            false => line + text.len(),
        };
        (self.out)(self.held.get(..length).unwrap_or_default())
    }
}
