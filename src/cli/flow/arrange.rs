//! Changes of a whole suite, or of several as one, whose records go by as a stream, once or twice: they
//! get other places, or some go. What is held does not grow with them but for a few bytes each.
//!
//! ```text
//! inputs as one ─▶ pass: blocks and what stands between them ─▶ task ─▶ output
//!                  └── as often as the task likes ──┘
//! ```
//!
//! A block is a record with the comments directly above it ([`Block`]); all else is loose.

mod dedupe;
mod keep;
mod order;
mod pass;
mod sample;
mod whole;

pub(crate) use dedupe::Dedupe;
pub(crate) use order::{ShuffleRecords, SortRecords};
pub(crate) use sample::Sample;
pub(super) use whole::Whole;

use super::summary::{Summary, Verb};
use super::{Changes, Fault, Input, Outcome, Part, Source, Status, Text, To};
use super::{change_whole, each_file, each_file_locked, say_why_none, with_output};
use crate::cli::output::Color;
use crate::suite::bulk::{BulkChange, Chosen};
use crate::suite::{Job, JobError, Query, Snapshot};

/// A change of a whole suite.
pub(crate) trait Arrangement {
    /// What becomes of the records.
    const VERB: Verb;

    /// Whether it depends on what the letters of the castling field mean.
    fn asks_rules(&self) -> bool {
        false
    }

    /// Puts the changed suite into `out`.
    ///
    /// # Errors
    ///
    /// Those of reading, and of `out`.
    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault>;

    /// The same change of a suite that is held, for what a stream can't tell.
    ///
    /// # Errors
    ///
    /// Those of the change.
    fn of_suite(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        job: &Job,
    ) -> Result<BulkChange, JobError>;

    /// What is said before the summary.
    fn before_end(&self) {}
}

/// Where the lines go.
pub(crate) type Out<'a> = dyn FnMut(&[u8]) -> Result<(), Fault> + 'a;

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arranged {
    /// Records that were asked for.
    pub records: usize,
    /// Those to which it was done.
    pub changed: usize,
}

/// Whether the answer to a query is in the lines themselves.
fn is_of_lines(query: &Query) -> bool {
    query.whole_file().is_empty() && !query.asks_file()
}

/// Makes a change of each file, or of all as one where the result is one. Ends with a line that says how
/// many records it changed.
///
/// # Errors
///
/// Those of writing results, wrong usage, and what keeps all files from being read as one.
pub(crate) fn arrange(changes: &Changes, color: Color, task: &impl Arrangement) -> Outcome {
    arrange_or_hold(changes, color, task, false)
}

/// The same; `hold`: the task needs the suite to be held.
///
/// # Errors
///
/// As [`arrange`].
pub(crate) fn arrange_or_hold<T: Arrangement>(
    changes: &Changes,
    color: Color,
    task: &T,
    hold: bool,
) -> Outcome {
    let Changes { records, target } = changes;
    let to = target.of(&records.paths)?;
    let is_of_lines = records.chosen.as_ref().is_none_or(is_of_lines);
    if hold || !is_of_lines || matches!(to, To::Diff { .. }) {
        let change =
            |snapshot: &Snapshot, chosen: &Chosen, job: &Job| task.of_suite(snapshot, chosen, job);
        return change_whole(changes, color, T::VERB, change, || task.before_end());
    }
    let query = records.chosen.as_ref();
    let mut summary = Summary::new(query.is_some());
    let mut note = |done: Arranged| {
        summary.records += done.records;
        summary.changed += done.changed;
        done.changed > 0
    };
    let status = with_output(to.file(), |out| {
        if let To::InPlace = to {
            return each_file_locked(&records.paths, None, |source, text, lock| {
                let Some(path) = source.input.file().filter(|_| lock.is_some()) else {
                    return Err(Fault::usage("no files to write in place"));
                };
                text.replace(source.input, path, |_, file| {
                    let whole = Whole::of(source.input.clone(), query);
                    let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Output);
                    let done = task.arrange(&whole, &mut put);
                    Ok(note(done.map_err(Fault::into_error)?))
                })?;
                Ok(Status::Clean)
            });
        }
        if to.is_in_place() {
            return each_file(&records.paths, None, |source: &Source<'_>, _: Text| {
                let whole = Whole::of(source.input.clone(), query);
                note(task.arrange(&whole, &mut |_| Ok(()))?);
                Ok(Status::Clean)
            });
        }
        let mut parts: Vec<Part> = Vec::new();
        let status = each_file(&records.paths, None, |source, text| {
            let input: Input = source.input.clone();
            let text = input.file().is_none().then(|| text.into_whole_read());
            parts.push(Part { input, text });
            Ok(Status::Clean)
        })?;
        let asks_rules = task.asks_rules() || query.is_some_and(Query::asks_rules);
        let whole = Whole::of_all(&records.paths, parts, query, asks_rules)?;
        let only_looks = to.only_looks();
        note(task.arrange(&whole, &mut |lines| match only_looks {
            true => Ok(()),
            false => out.lines(lines),
        })?);
        Ok(status)
    })?;
    say_why_none(query);
    if status != Status::Trouble {
        task.before_end();
    }
    Ok(summary.end(status, T::VERB, to.only_looks()))
}
