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
mod groups;
mod keep;
mod matching;
mod merged;
mod order;
mod pass;
mod sample;
mod whole;

pub(crate) use dedupe::Dedupe;
pub(crate) use groups::{Group, Member};
pub(crate) use matching::KeepMatching;
pub(crate) use order::{FirstRecords, ShuffleRecords, SortRecords};
pub(crate) use sample::Sample;
pub(crate) use whole::Whole;

use super::summary::{Summary, Verb};
use super::{Changes, Fault, Outcome, Part, Status, Text, To};
use super::{each_file, each_file_locked, ready, say_why_none, with_output};
use crate::cli::diff::diff_texts;
use crate::cli::output::{Color, Output};
use crate::suite::Query;
use crate::suite::bulk::Left;
use crate::suite::external::Spooled;

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

    /// What is said before the summary, the files having come to this status; gives what becomes of it.
    fn before_end(&self, status: Status) -> Status {
        status
    }
}

/// Where the lines go.
pub(crate) type Out<'a> = dyn FnMut(&[u8]) -> Result<(), Fault> + 'a;

/// What was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arranged {
    /// Records that were asked for.
    pub records: usize,
    /// Those to which it was done.
    pub changed: usize,
    /// Whether the text is another, though nothing was done to any of them.
    pub is_changed: bool,
    /// Records that it left unchanged, by their line in the whole.
    pub left: Left,
}

/// Makes a change of each file, or of all as one where the result is one. Ends with a line that says how
/// many records it changed.
///
/// # Errors
///
/// Those of writing results, wrong usage, and what keeps all files from being read as one.
pub(crate) fn arrange<T: Arrangement>(changes: &Changes, color: Color, task: &T) -> Outcome {
    let Changes { records, target } = changes;
    let to = target.of(&records.paths)?;
    let query = records.chosen.as_ref();
    ready(&records.paths, query)?;
    let mut summary = Summary::new(query.is_some());
    let mut note = |whole: &Whole<'_>, done: Arranged| {
        summary.records += done.records;
        summary.changed += done.changed;
        summary.take(&done.left, |line| whole.place(line));
    };
    let status = with_output(to.file(), |out| {
        let look = |whole: &Whole<'_>, out: &mut Output<'_>| match to {
            To::Diff { .. } => show(whole, task, color, out),
            _ => task.arrange(whole, &mut |_| Ok(())),
        };
        match to {
            To::InPlace => each_file_locked(&records.paths, None, |source, text, lock| {
                let Some(path) = source.input.file().filter(|_| lock.is_some()) else {
                    return Err(Fault::usage("no files to write in place"));
                };
                let mut replaced = None;
                text.replace(source.input, path, |_, file| {
                    let whole = Whole::of_one(source.input.clone(), None).asked(query)?;
                    let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Output);
                    let done = task.arrange(&whole, &mut put)?;
                    let is_changed = done.is_changed || done.changed > 0;
                    replaced = Some((whole, done));
                    Ok(is_changed)
                })?;
                if let Some((whole, done)) = replaced {
                    note(&whole, done);
                }
                Ok(Status::Clean)
            }),
            _ if to.is_in_place() => each_file(&records.paths, None, |source, text| {
                let whole = Whole::of_open(source, text)?.asked(query)?;
                let done = look(&whole, out)?;
                note(&whole, done);
                Ok(Status::Clean)
            }),
            _ => {
                let (status, parts) = Part::all_of(&records.paths)?;
                let asks_rules = task.asks_rules() || query.is_some_and(Query::asks_rules);
                let whole = Whole::of_all(&records.paths, parts, asks_rules)?.asked(query)?;
                let done = match to.only_looks() {
                    true => look(&whole, out)?,
                    false => task.arrange(&whole, &mut |lines| out.lines(lines))?,
                };
                note(&whole, done);
                Ok(status)
            }
        }
    })?;
    say_why_none(query);
    let status = task.before_end(status);
    Ok(summary.end(status, T::VERB, to.came_to_nothing(status)))
}

/// Shows what a change makes of a suite. The result goes to a private file: where a record comes to stand
/// is known when all were read.
fn show(
    whole: &Whole<'_>,
    task: &impl Arrangement,
    color: Color,
    out: &mut Output<'_>,
) -> Result<Arranged, Fault> {
    let mut done = Arranged::default();
    let after = Spooled::written(|file| {
        let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Input);
        done = task.arrange(whole, &mut put)?;
        Ok::<(), Fault>(())
    })?;
    let end = whole.text().line_end()?.terminator();
    let before = || whole.text();
    let after = || Text::from_read(Box::new(after.read()));
    diff_texts(
        &whole.name(),
        color.on_stdout(),
        end,
        (&before, &after),
        out,
    )?;
    Ok(done)
}
