//! All lines of a suite once.

use super::super::blocks::{Cut, Joining};
use super::super::text::MARK;
use super::Whole;
use crate::cli::flow::Fault;
use crate::suite::text_of;

pub(super) use super::super::blocks::{Block, Note, Passed, Sink};

impl Whole<'_> {
    /// Lets all of it go by.
    ///
    /// # Errors
    ///
    /// Those of reading, and of the sink.
    pub(super) fn pass(&self, note: &Note<'_>, sink: &mut impl Sink) -> Result<Passed, Fault> {
        let source = self.source();
        let mut text = self.text();
        let end = text.line_end()?;
        let has_mark = text.skip_mark()?;
        drop(text);
        let mut joining = Joining::new(sink, Some(end));
        self.lines(
            |piece| Cut::of(piece, source.records(piece), note),
            |piece, cut| joining.take(piece, cut),
        )?;
        Ok(Passed {
            terminator: end.terminator(),
            has_mark,
            ..joining.finish()?
        })
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
