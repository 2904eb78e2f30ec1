//! What a page asks another thread for, and what comes back.

use crate::epd::Code;
use crate::suite::bulk::{Chosen, lines_with};
use crate::suite::{
    Duplicates, Facet, Frequency, Job, JobError, LineSet, Sameness, Snapshot, Statistics,
    StatisticsSoFar, contradictions, find_duplicates, frequency, statistics,
};

/// What is asked for, of a whole snapshot.
#[derive(Clone, Debug)]
pub enum Request {
    /// The lines with a problem of this code.
    LinesWith { code: Code, chosen: Chosen },
    /// The values of a column.
    Values { facet: Facet, most: usize },
    /// Everything that is counted.
    Statistics,
    /// Records that are the same in any way.
    AllSame,
}

/// What came back.
#[derive(Debug)]
pub enum Answer {
    Lines(LineSet),
    Values(Frequency),
    Statistics(Box<Statistics>),
    AllSame(Box<AllSame>),
}

/// Records that are the same, in every way.
#[derive(Clone, Debug)]
pub struct AllSame {
    pub ids: Duplicates,
    pub positions: Duplicates,
    /// The same position with other best moves.
    pub contradictions: Duplicates,
    pub records: Duplicates,
}

impl Request {
    /// Works it out; may take a while. What is counted is counted in the lines `shown`.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn run(&self, snapshot: &Snapshot, shown: &Chosen, job: &Job) -> Result<Answer, JobError> {
        Ok(match self {
            Self::LinesWith { code, chosen } => {
                Answer::Lines(lines_with(snapshot, *code, chosen, job)?)
            }
            Self::Values { facet, most } => {
                Answer::Values(frequency(snapshot, facet, shown, *most, job)?)
            }
            Self::Statistics => {
                let so_far = StatisticsSoFar::default();
                let found = statistics(snapshot, shown, job, &so_far)?;
                Answer::Statistics(Box::new(found))
            }
            Self::AllSame => {
                let same = |by| find_duplicates(snapshot, by, job);
                Answer::AllSame(Box::new(AllSame {
                    ids: same(Sameness::Id)?,
                    positions: same(Sameness::Position)?,
                    contradictions: contradictions(snapshot, job)?,
                    records: same(Sameness::Record)?,
                }))
            }
        })
    }
}
