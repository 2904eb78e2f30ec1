//! Changes of a whole suite, or of several as one: records are moved or removed ([`Arrangement`]).
//!
//! ```text
//! inputs as one ─▶ one or more passes ─▶ output
//! ```

mod whole;

pub(crate) use whole::Whole;

use super::summary::{Summary, Verb};
use super::{Changes, Fault, Outcome, Status, Text, To, all_inputs};
use super::{each_file, each_file_alone, ready, say_why_none, with_output};
use crate::cli::diff::diff_texts;
use crate::cli::output::{Color, Output, say};
use crate::epd::counted;
use crate::suite::arrange::{Arranged, Arrangement, Loose, Out, keep};
use crate::suite::external::Spooled;
use crate::suite::query::nobody_has;
use crate::suite::records::Records;
use crate::suite::{LineSet, Query};

/// A change of a whole suite.
pub(crate) enum WholeChange<'a> {
    /// Arranges the records; with a number keeps only the first ones.
    Arrange(&'a Arrangement, Option<usize>),
    /// Keeps only the matching records. A suite without a match stays unchanged, as that was surely not meant.
    Matching(&'a Query),
}

impl WholeChange<'_> {
    /// Returns the verb of the summary.
    fn verb(&self) -> Verb {
        match self {
            Self::Arrange(Arrangement::Sample { .. }, _) | Self::Arrange(_, Some(_)) => Verb::Keep,
            Self::Arrange(Arrangement::Dedupe { .. }, _) | Self::Matching(_) => Verb::Remove,
            Self::Arrange(..) => Verb::Move,
        }
    }

    /// Returns true if the change depends on the meaning of the castling letters.
    fn asks_rules(&self) -> bool {
        match self {
            Self::Arrange(arrangement, _) => arrangement.asks_rules(),
            Self::Matching(query) => query.asks_rules(),
        }
    }

    fn write(&self, whole: &Whole<'_>, out: &mut Out<'_, Fault>) -> Result<Arranged, Fault> {
        match self {
            Self::Arrange(arrangement, most) => arrangement.write(&whole.reading(), *most, out),
            Self::Matching(query) => keep_matching(whole, query, out),
        }
    }
}

/// Writes the matching records, each with the comments directly above it, and the head of the file.
fn keep_matching(
    whole: &Whole<'_>,
    query: &Query,
    out: &mut Out<'_, Fault>,
) -> Result<Arranged, Fault> {
    let (on, source) = (whole.reading(), whole.source_asked(query)?);
    let mut matching = LineSet::default();
    let of = |line: usize, text: &[u8]| source.has(line as u64 + 1, text).then_some(line);
    on.records(None, of, |line| {
        matching.insert(line);
        Ok(())
    })?;
    if matching.is_empty() {
        let records = keep(&on, |_| true, Loose::All, out)?;
        return Ok(Arranged {
            records,
            ..Arranged::default()
        });
    }
    let records = keep(&on, |line| matching.contains(line), Loose::Head, out)?;
    Ok(Arranged {
        records,
        changed: records - matching.len(),
        // Loose comments are removed, too.
        is_changed: true,
        ..Arranged::default()
    })
}

/// Notes for the end, after all suites were changed.
#[derive(Default)]
struct Found {
    /// For each sort key, whether a record has it.
    keys: Vec<bool>,
    /// The number of suites without a match.
    without: u64,
}

impl Found {
    fn take(&mut self, done: &Arranged) {
        self.without += u64::from(!done.is_changed);
        self.keys.resize(done.keys_found.len(), false);
        for (found, found_here) in self.keys.iter_mut().zip(&done.keys_found) {
            *found |= found_here;
        }
    }

    /// Prints the notes before the summary; returns the adjusted status of the files.
    fn say(&self, change: &WholeChange<'_>, records: usize, status: Status) -> Status {
        match change {
            WholeChange::Arrange(Arrangement::Sort { keys, .. }, _)
                if status != Status::Trouble && records > 0 =>
            {
                let missing = keys.0.iter().zip(&self.keys).filter(|(_, found)| !**found);
                missing.for_each(|(key, _)| say(&nobody_has(&key.field.name())));
                status
            }
            WholeChange::Matching(query) => {
                if status != Status::Trouble {
                    say_why_none(Some(query));
                }
                if self.without == 0 {
                    return status;
                }
                let files = counted::thousands_of(self.without, "file", "files");
                say(&format!("{files} without a matching record left unchanged"));
                status.max(Status::Findings)
            }
            _ => status,
        }
    }
}

/// Makes a change of each file, or of all as one if the result is one. Ends with a line that counts the changed
/// records.
pub(crate) fn arrange(changes: &Changes, color: Color, change: &WholeChange<'_>) -> Outcome {
    let Changes { records, target } = changes;
    let to = target.of(&records.paths)?;
    let query = records.chosen.as_ref();
    ready(&records.paths, query)?;
    let mut summary = Summary::new(query.is_some());
    let mut found = Found::default();
    let mut note = |whole: &Whole<'_>, done: Arranged| {
        found.take(&done);
        summary.records += done.records;
        summary.changed += done.changed;
        summary.take(&done.left, |line| whole.place(line));
    };
    let status = with_output(to.file(), |out| {
        let look = |whole: &Whole<'_>, out: &mut Output<'_>| match to {
            To::Diff { .. } => show(whole, change, color, out),
            _ => change.write(whole, &mut |_| Ok(())),
        };
        match to {
            To::InPlace => each_file_alone(&records.paths, None, true, |source, text| {
                let Some(path) = source.input.file() else {
                    return Err(Fault::usage("no files to write in place"));
                };
                let mut replaced = None;
                text.replace(source.input, path, |_, file| {
                    let whole = Whole::of_one(source.input.clone()).asked(query)?;
                    let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Output);
                    let done = change.write(&whole, &mut put)?;
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
                let whole = Whole::of_one(source.input.kept(text)?).asked(query)?;
                let done = look(&whole, out)?;
                note(&whole, done);
                Ok(Status::Clean)
            }),
            _ => {
                let (status, parts) = all_inputs(&records.paths)?;
                let asks_rules = change.asks_rules() || query.is_some_and(Query::asks_rules);
                let whole = Whole::of_all(&records.paths, parts, asks_rules)?.asked(query)?;
                let done = match to.only_looks() {
                    true => look(&whole, out)?,
                    false => change.write(&whole, &mut |lines| out.lines(lines))?,
                };
                note(&whole, done);
                Ok(status)
            }
        }
    })?;
    say_why_none(query);
    let status = found.say(change, summary.records, status);
    Ok(summary.end(status, change.verb(), to.came_to_nothing(status)))
}

/// Shows the changes to a suite. The result goes to a private file, as the place of a record is known only when all
/// were read.
fn show(
    whole: &Whole<'_>,
    change: &WholeChange<'_>,
    color: Color,
    out: &mut Output<'_>,
) -> Result<Arranged, Fault> {
    let mut done = Arranged::default();
    let after = Spooled::written(|file| {
        let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Input);
        done = change.write(whole, &mut put)?;
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
