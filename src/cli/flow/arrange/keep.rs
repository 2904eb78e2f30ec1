//! Some of the records, in their order.

use super::pass::{Block, Ending, Passed, Sink};
use super::{Out, Whole};
use crate::cli::flow::Fault;

/// What stays of lines that go with no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loose {
    /// All.
    All,
    /// Those before the first record.
    Head,
}

impl Whole<'_> {
    /// Hands on the records that `stays` says, by their number from 0, each with the comments directly
    /// above it.
    ///
    /// # Errors
    ///
    /// Those of reading, and of `out`.
    pub(super) fn keep(
        &self,
        passed: Passed,
        stays: impl Fn(usize) -> bool,
        loose: Loose,
        out: &mut Out<'_>,
    ) -> Result<(), Fault> {
        let mut keeping = Keeping {
            stays,
            loose,
            nth: 0,
            out: Ending::new(out, passed),
        };
        self.pass(&|_, _, _| (), &mut keeping)?;
        keeping.out.finish()
    }
}

struct Keeping<'o, 'f, S> {
    stays: S,
    loose: Loose,
    nth: usize,
    out: Ending<'o, 'f>,
}

impl<S: Fn(usize) -> bool> Sink for Keeping<'_, '_, S> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let nth = self.nth;
        self.nth += 1;
        if !(self.stays)(nth) {
            return Ok(());
        }
        self.out.lines(block.above)?;
        self.out.lines(block.text)
    }

    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), Fault> {
        match is_head || self.loose == Loose::All {
            true => self.out.lines(text),
            false => Ok(()),
        }
    }
}
