//! Without records that are the same as others.

use super::pass::{Block, Ending, Passed, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Verb};
use crate::suite::bulk::{self, BulkChange, Chosen, Keep};
use crate::suite::{Job, JobError, LineSet, Marks, Sameness, Snapshot, Streamed, Which};

/// One of the records that are the same stays.
pub(crate) struct Dedupe {
    pub by: Sameness,
    pub keep: Keep,
}

impl Arrangement for Dedupe {
    const VERB: Verb = Verb::Remove;

    fn asks_rules(&self) -> bool {
        true
    }

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let (same, passed) = whole.marked(self.by)?;
        let gone = same.numbers(match self.keep {
            Keep::Last => Which::ButLast,
            _ => Which::ButFirst,
        })?;
        let mut removing = Removing {
            gone,
            nth: 0,
            out: Ending::new(out, passed),
        };
        whole.pass(&|_, _, _| (), &mut removing)?;
        let changed = removing.gone.len();
        removing.out.finish()?;
        Ok(Arranged {
            records: passed.records,
            changed,
        })
    }

    fn of_suite(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        bulk::dedupe(snapshot, self.by, self.keep, chosen, job)
    }
}

impl Whole<'_> {
    /// The marks of all records that are asked for, by their number among these.
    fn marked(&self, by: Sameness) -> Result<(Streamed, Passed), Fault> {
        let (source, marks) = (self.source(), Marks::default());
        let note = |_: usize, line: &[u8], note: &mut Vec<u8>| {
            if let Some(mark) = marks.of(line, source.options(), by) {
                note.extend_from_slice(&mark.to_be_bytes());
            }
        };
        let mut marking = Marking::default();
        let passed = self.pass(&note, &mut marking)?;
        Ok((marking.same, passed))
    }
}

#[derive(Default)]
struct Marking {
    same: Streamed,
    nth: usize,
}

impl Sink for Marking {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        if let Ok(mark) = block.key.try_into() {
            self.same.push(u128::from_be_bytes(mark), self.nth)?;
        }
        self.nth += 1;
        Ok(())
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}

struct Removing<'o, 'f> {
    gone: LineSet,
    nth: usize,
    out: Ending<'o, 'f>,
}

impl Sink for Removing<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let nth = self.nth;
        self.nth += 1;
        if self.gone.contains(nth) {
            return Ok(());
        }
        self.out.lines(block.above)?;
        self.out.lines(block.text)
    }

    fn loose(&mut self, text: &[u8], _: bool) -> Result<(), Fault> {
        self.out.lines(text)
    }
}
