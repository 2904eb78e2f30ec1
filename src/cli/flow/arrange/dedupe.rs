//! Without records that are the same as others.

use std::io;

use super::pass::{Block, Ending, Passed, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Verb};
use crate::suite::bulk::{self, BulkChange, Chosen, Keep};
use crate::suite::query::Facts;
use crate::suite::{Job, JobError, LineSet, Marks, Query, Sameness, Snapshot, Streamed, Which};

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
    /// The marks of all records that are asked for, each with the number of its line.
    fn marks(&self, by: Sameness, take: &mut Take<'_>) -> Result<Passed, Fault> {
        let (source, marks) = (self.source(), Marks::default());
        let note = |line: usize, text: &[u8], note: &mut Vec<u8>| {
            if let Some(mark) = marks.of(text, source.options(), by) {
                note.extend_from_slice(&mark.to_be_bytes());
                note.extend_from_slice(&(line as u64).to_be_bytes());
            }
        };
        self.pass(&note, &mut Marking { take, nth: 0 })
    }

    /// The same by their number among these, from 0.
    fn marked(&self, by: Sameness) -> Result<(Streamed, Passed), Fault> {
        let mut same = Streamed::default();
        let passed = self.marks(by, &mut |mark, nth, _| same.push(mark, nth))?;
        Ok((same, passed))
    }

    /// What a query needs to know of all of it.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn facts(&self, query: &Query) -> Result<Facts, Fault> {
        let mut known = Vec::new();
        for by in query.whole_file() {
            let mut same = Streamed::default();
            self.marks(by, &mut |mark, _, line| same.push(mark, line))?;
            known.push((by, same.numbers(Which::All)?));
        }
        Ok(Facts::of_duplicates(known))
    }
}

/// Takes marks, each with the number of its record and that of its line.
type Take<'t> = dyn FnMut(u128, usize, usize) -> io::Result<()> + 't;

struct Marking<'t, 's> {
    take: &'s mut Take<'t>,
    nth: usize,
}

impl Sink for Marking<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let (mark, line) = block
            .key
            .split_at_checked(size_of::<u128>())
            .unwrap_or_default();
        if let (Ok(mark), Ok(line)) = (mark.try_into(), line.try_into()) {
            let line = usize::try_from(u64::from_be_bytes(line)).unwrap_or(usize::MAX);
            (self.take)(u128::from_be_bytes(mark), self.nth, line)?;
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
