//! Changes of a whole file, or of several as one.

use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::path::Path;

use super::joined::{Joined, Part, Places};
use super::summary::{Summary, Verb};
use super::{Records, Target, if_foreign, is_misused, open_suite, with_sink};
use crate::cli::Status;
use crate::cli::diff::diff_whole;
use crate::cli::input::{self, Fault};
use crate::cli::output::{Color, Output, say};
use crate::cli::progress::follow;
use crate::epd::{LineKind, Skim};
use crate::suite::bulk::{BulkChange, Chosen, records_of};
use crate::suite::save;
use crate::suite::{
    FoundSoFar, Job, JobError, OpenOptions, Snapshot, Suite, kind, query_lines, unpack,
};

/// Makes one change of a whole file, or of all files as one where the result is one. Ends with a
/// line that says how many records changed, moved or went.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn change_whole(
    records: &Records,
    target: &Target,
    color: Color,
    verb: Verb,
    prepare: impl Fn(&Snapshot, &Chosen, &Job) -> Result<BulkChange, JobError>,
) -> io::Result<Status> {
    if is_misused(records, target) {
        return Ok(Status::Trouble);
    }
    let job = Job::new();
    let mut summary = Summary::default();
    let only_looks = target.only_looks();
    let mut diff = Output::new();
    let mut change = |suite: &mut Suite, place: &dyn Fn(usize) -> String, name: &str| {
        let before = suite.snapshot();
        let is_changed = {
            let _following = follow(&job, "working");
            let chosen = match &records.chosen {
                None => Chosen::All,
                Some(query) => query_lines(&before, query, &job, &FoundSoFar::default())
                    .map_err(io::Error::other)?
                    .into(),
            };
            let change = prepare(&before, &chosen, &job).map_err(io::Error::other)?;
            summary.records += records_of(&before, &chosen, &job)
                .map_err(io::Error::other)?
                .len();
            summary.take(change.left(), place);
            let after = change.applied_to(&before);
            summary.changed += match verb {
                Verb::Change => change.changed(),
                Verb::Move => moved(&before, &after),
                Verb::Remove => count(&before).saturating_sub(count(&after)),
            };
            suite.apply(change).map_err(io::Error::other)?
        };
        if target.diff {
            diff_whole(
                name,
                color.on_stdout(),
                &before,
                &suite.snapshot(),
                &mut diff,
            )?;
        }
        Ok::<bool, io::Error>(is_changed)
    };
    let status = if target.in_place {
        input::each(&records.paths, |input| {
            let Some(path) = &input.path else {
                return Ok(Status::Clean);
            };
            let status = if_foreign(input, foreign(path)?);
            if status != Status::Clean {
                return Ok(status);
            }
            let mut suite = open_suite(input, path)?;
            let place = |line: usize| format!("{}:{}", input.name, line + 1);
            if change(&mut suite, &place, &input.name)?
                && !only_looks
                && let Some(place) = suite.save_target()
            {
                save::write(&suite.snapshot(), &place, &job).map_err(io::Error::other)?;
            }
            Ok(Status::Clean)
        })?
    } else {
        let mut parts = Vec::new();
        let status = input::each(&records.paths, |input| {
            let mut text = None;
            let what = match &input.path {
                Some(path) => foreign(path)?,
                None => {
                    let mut stream = input.open()?;
                    let start = start_of(&mut stream)?;
                    let what = kind::not_epd(&start);
                    text = Some(Box::new(io::Cursor::new(start).chain(stream)) as _);
                    what
                }
            };
            let status = if_foreign(input, what);
            if status == Status::Clean {
                let input = input.clone();
                parts.push(Part { input, text });
            }
            Ok::<_, Fault>(status)
        })?;
        let names: Vec<String> = parts.iter().map(|part| part.input.name.clone()).collect();
        let joined = read_as_one(records, parts).and_then(|(mut suite, places)| {
            change(&mut suite, &|line| places.of(line), &names.join(" + "))?;
            Ok(suite)
        });
        match joined {
            Ok(_) if only_looks => status,
            Ok(suite) => {
                diff.flush()?;
                // Standard output is taken once.
                drop(diff);
                let written = with_sink(target.output.as_deref(), |sink| {
                    for run in suite.snapshot().runs(0..suite.line_count()) {
                        sink.lines(&run.bytes)?;
                    }
                    Ok(status)
                })?;
                return Ok(summary.end(written, verb, only_looks));
            }
            Err(error) => {
                say(&error.to_string());
                return Ok(Status::Trouble);
            }
        }
    };
    diff.flush()?;
    Ok(summary.end(status, verb, only_looks))
}

fn read_as_one(records: &Records, parts: Vec<Part>) -> io::Result<(Suite, Places)> {
    let name = parts
        .first()
        .map_or("-".to_owned(), |part| part.input.name.clone());
    let options = OpenOptions {
        background: false,
        rules: records.paths.rules(),
        ..OpenOptions::default()
    };
    let joined = Joined::new(parts);
    let places = joined.places();
    let suite = Suite::from_reader(&name, joined, &options)?;
    match suite.trouble() {
        Some(trouble) => Err(io::Error::other(trouble)),
        None => Ok((suite, places)),
    }
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

/// What a file is, if it is no EPD file.
fn foreign(path: &Path) -> io::Result<Option<&'static str>> {
    let (text, _) = unpack(File::open(path)?)?;
    Ok(kind::not_epd(&start_of(text)?))
}

/// What tells one kind of file from another.
fn start_of(text: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    text.take(4096).read_to_end(&mut start)?;
    Ok(start)
}
