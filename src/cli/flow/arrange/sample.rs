//! Some records by chance.

use super::pass::{Block, Ending, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Verb};
use crate::suite::bulk::{self, BulkChange, Chosen, sampled_of};
use crate::suite::{Job, JobError, LineSet, Snapshot};

/// So many records, by a seed.
pub(crate) struct Sample {
    pub count: usize,
    pub seed: u64,
}

impl Arrangement for Sample {
    const VERB: Verb = Verb::Remove;

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let counted = whole.counted()?;
        let kept = sampled_of(counted.records, self.count, self.seed);
        let mut keeping = Keeping {
            kept,
            nth: 0,
            out: Ending::new(out, counted),
        };
        whole.pass(&|_, _, _| (), &mut keeping)?;
        let left = keeping.kept.len();
        keeping.out.finish()?;
        Ok(Arranged {
            records: counted.records,
            changed: counted.all - left,
        })
    }

    fn of_suite(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        bulk::sample(snapshot, self.count, self.seed, chosen, job)
    }
}

struct Keeping<'o, 'f> {
    kept: LineSet,
    nth: usize,
    out: Ending<'o, 'f>,
}

impl Sink for Keeping<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let nth = self.nth;
        self.nth += 1;
        if !self.kept.contains(nth) {
            return Ok(());
        }
        self.out.lines(block.above)?;
        self.out.lines(block.text)
    }

    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), Fault> {
        match is_head {
            true => self.out.lines(text),
            false => Ok(()),
        }
    }
}
