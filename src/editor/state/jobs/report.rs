//! What a page asks another thread for, and what comes back.

use crate::engine::report::{Group, Report, Run};
use crate::epd::Code;
use crate::epd::Record;
use crate::suite::bulk::{Chosen, lines_where};
use crate::suite::field::Grouping;
use crate::suite::game::Game;
use crate::suite::{
    Duplicates, Frequency, Job, JobError, LineSet, Listed, Sameness, Snapshot, Statistics,
    contradictions, find_duplicates, frequency, statistics,
};
use std::path::PathBuf;
use std::sync::Arc;

/// What is asked for, of a whole snapshot.
#[derive(Clone, Debug)]
pub enum Request {
    /// The lines with a problem of this code.
    LinesWith { code: Code, chosen: Chosen },
    /// The values of what records are counted by.
    Values {
        grouping: Arc<Grouping>,
        listed: Listed,
    },
    /// Everything that is counted.
    Statistics,
    /// Records that are the same in any way.
    AllSame,
    /// The game around a line.
    Game { line: usize },
    /// What runs solved, the file's own first.
    Run { runs: Vec<RunOf> },
}

/// A run, as it is open.
#[derive(Clone, Debug)]
pub struct RunOf {
    pub name: String,
    pub path: Option<PathBuf>,
    pub snapshot: Snapshot,
}

/// What came back.
#[derive(Debug)]
pub enum Answer {
    Lines(LineSet),
    Values(Frequency),
    Statistics(Box<Statistics>),
    AllSame(Box<AllSame>),
    Game(Option<Box<Game>>),
    Run(Box<Report>),
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
                let has_it = |_, line: &[u8]| {
                    let record = Record::read(line, snapshot.read_options());
                    record.diagnostics().iter().any(|found| found.code == *code)
                };
                Answer::Lines(lines_where(snapshot, chosen, job, has_it)?)
            }
            Self::Values { grouping, listed } => {
                Answer::Values(frequency(snapshot, grouping, listed, shown, job)?)
            }
            Self::Statistics => {
                let found = statistics(snapshot, shown, job)?;
                Answer::Statistics(Box::new(found))
            }
            Self::AllSame => {
                let same = |by| find_duplicates(snapshot, by, job);
                let positions = same(Sameness::Position)?;
                Answer::AllSame(Box::new(AllSame {
                    ids: same(Sameness::Id)?,
                    contradictions: contradictions(snapshot, &positions, job)?,
                    positions,
                    records: same(Sameness::Record)?,
                }))
            }
            Self::Game { line } => Answer::Game(Game::around(snapshot, *line, job)?.map(Box::new)),
            Self::Run { runs } => Answer::Run(Box::new(report(runs, shown, job)?)),
        })
    }
}

/// Reads the runs: of the first, the lines `shown`.
fn report(runs: &[RunOf], shown: &Chosen, job: &Job) -> Result<Report, JobError> {
    let mut read = Vec::new();
    for (nth, of) in runs.iter().enumerate() {
        let snapshot = &of.snapshot;
        let mut run = Run::new(&of.name, Group::Id);
        if let Some(path) = &of.path {
            run = run.of_file(path);
        }
        snapshot.each_line(0..snapshot.line_count(), |line, bytes| {
            let is_shown = match shown {
                Chosen::Lines(lines) => nth > 0 || lines.contains(line),
                Chosen::All => true,
            };
            if is_shown {
                run.take(bytes, line as u64 + 1, snapshot.read_options());
            }
            !job.is_cancelled()
        });
        read.push(run);
    }
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    Ok(Report::of(read))
}
