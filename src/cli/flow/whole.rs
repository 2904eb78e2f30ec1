//! Changes of a whole file, or of several as one.

use std::hash::{Hash, Hasher};
use std::io;

use super::joined::{Joined, Part, Places};
use super::locking::say_how;
use super::summary::{Summary, Verb};
use super::text::whole;
use super::{Changes, Fault, Outcome, Paths, Source, Status, Text, To};
use super::{each_file, each_file_locked, say_why_none, with_output};
use crate::cli::diff::diff_whole;
use crate::cli::output::{Color, Output};
use crate::cli::progress::follow;
use crate::epd::{LineKind, Skim};
use crate::suite::bulk::{BulkChange, Chosen, records_of};
use crate::suite::save::{self, FileLock, FileState, Otherwise};
use crate::suite::{FoundSoFar, Job, JobError, OpenOptions, Snapshot, Suite, query_lines};

/// Makes one change of a whole file, or of all files as one where the result is one. Ends with a
/// line that says how many records changed, moved or went; `before_end` may say more before it.
///
/// # Errors
///
/// Those of writing results, wrong usage, and what keeps all files from being read as one.
pub(crate) fn change_whole(
    Changes { records, target }: &Changes,
    color: Color,
    verb: Verb,
    prepare: impl Fn(&Snapshot, &Chosen, &Job) -> Result<BulkChange, JobError>,
    before_end: impl FnOnce(),
) -> Outcome {
    let to = target.of(&records.paths)?;
    let job = Job::new();
    let mut summary = Summary::new(records.chosen.is_some());
    let mut change = |suite: &mut Suite,
                      place: &dyn Fn(usize) -> String,
                      files: Vec<(usize, String)>,
                      out: &mut Output<'_>|
     -> Result<bool, Fault> {
        let before = suite.snapshot();
        let is_changed = {
            let _following = follow(&job, "working");
            let chosen = match &records.chosen {
                None => Chosen::All,
                Some(query) => {
                    let query = query.clone().of_files(files.clone());
                    query_lines(&before, &query, &job, &FoundSoFar::default())
                        .map_err(io::Error::other)?
                        .into()
                }
            };
            let change = prepare(&before, &chosen, &job).map_err(io::Error::other)?;
            let asked = records_of(&before, &chosen, &job).map_err(io::Error::other)?;
            summary.records += asked.len();
            summary.take(change.left(), place);
            let after = change.applied_to(&before);
            summary.changed += match verb {
                Verb::Change => change.changed(),
                Verb::Move => moved(&before, &after),
                Verb::Remove => count(&before).saturating_sub(count(&after)),
                Verb::Keep => count(&after),
            };
            suite.apply(change).map_err(io::Error::other)?
        };
        if matches!(to, To::Diff { .. }) {
            let names: Vec<&str> = files.iter().map(|(_, name)| name.as_str()).collect();
            diff_whole(
                &names.join(" + "),
                color.on_stdout(),
                &before,
                &suite.snapshot(),
                out,
            )?;
        }
        Ok(is_changed)
    };
    let status = with_output(to.file(), |out| {
        if to.is_in_place() {
            let mut change_file = |source: &Source<'_>, text: Text, lock: Option<FileLock>| {
                let path = source.input.file();
                if let Some(path) = path.filter(|_| lock.is_some()) {
                    // What is read from here on is what is replaced.
                    FileState::settled(path)?;
                }
                let mut suite = source.suite(text)?;
                let place = |line: usize| source.place(line);
                let is_changed = {
                    let files = vec![(0, source.input.name.clone())];
                    change(&mut suite, &place, files, out)?
                };
                if is_changed && !to.only_looks() {
                    let target = suite.save_target();
                    let target =
                        target.ok_or_else(|| io::Error::other("no files to write in place"))?;
                    let target = target.otherwise(Otherwise::InPlace);
                    let target = match lock {
                        Some(lock) => target.locked(lock),
                        None => target,
                    };
                    let saved = save::write(&suite.snapshot(), &target, &job);
                    let saved = saved.map_err(io::Error::other)?;
                    saved
                        .written
                        .inspect(|written| say_how(&source.input.name, *written));
                }
                Ok(Status::Clean)
            };
            return match to {
                To::InPlace => each_file_locked(&records.paths, None, change_file),
                _ => each_file(&records.paths, None, |source, text| {
                    change_file(source, text, None)
                }),
            };
        }
        let mut parts = Vec::new();
        let status = each_file(&records.paths, None, |source, text| {
            let input = source.input.clone();
            let text = input.file().is_none().then(|| text.into_whole_read());
            parts.push(Part { input, text });
            Ok(Status::Clean)
        })?;
        let names: Vec<String> = parts.iter().map(|part| part.input.name.clone()).collect();
        let (mut suite, places) = read_as_one(&records.paths, parts)?;
        let place = |line: usize| places.of(line);
        let files = places.starts().into_iter().zip(names).collect();
        change(&mut suite, &place, files, out)?;
        if !to.only_looks() {
            for run in suite.snapshot().runs(0..suite.line_count()) {
                out.lines(&run.bytes)?;
            }
        }
        Ok(status)
    })?;
    say_why_none(records.chosen.as_ref());
    if status != Status::Trouble {
        before_end();
    }
    Ok(summary.end(status, verb, to.only_looks()))
}

/// All inputs as one suite, and which of them a line is from.
///
/// # Errors
///
/// Those of reading.
pub(crate) fn read_as_one(paths: &Paths, parts: Vec<Part>) -> io::Result<(Suite, Places)> {
    let name = parts
        .first()
        .map_or("-".to_owned(), |part| part.input.name.clone());
    let options = OpenOptions {
        background: false,
        rules: paths.rules(),
        ..OpenOptions::default()
    };
    let joined = Joined::new(parts);
    let places = joined.places();
    let suite = Suite::from_reader(&name, joined, &options);
    let suite = whole(suite, |line| places.in_words(line))?;
    Ok((suite, places))
}

/// The records of a file, each as a number that tells its text.
fn texts(snapshot: &Snapshot) -> Vec<u64> {
    let mut all = Vec::new();
    snapshot.each_line(0..snapshot.line_count(), |_, line| {
        if Skim::kind_of(line) == LineKind::Record {
            let mut hasher = rustc_hash::FxHasher::default();
            line.hash(&mut hasher);
            all.push(hasher.finish());
        }
        true
    });
    all
}

fn count(snapshot: &Snapshot) -> usize {
    let mut count = 0;
    snapshot.each_line(0..snapshot.line_count(), |_, line| {
        count += usize::from(Skim::kind_of(line) == LineKind::Record);
        true
    });
    count
}

/// How many places hold another record than before.
fn moved(before: &Snapshot, after: &Snapshot) -> usize {
    let (before, after) = (texts(before), texts(after));
    let pairs = before.iter().zip(&after);
    pairs.filter(|(before, after)| before != after).count()
}
