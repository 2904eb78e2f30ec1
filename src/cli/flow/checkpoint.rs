//! The checkpoint of a run that writes results record by record: its parameters and its progress. A stopped run
//! continues only with the same parameters, and neither repeats nor loses a piece of work.

use crate::cli::flow::{Fault, Status};
use crate::cli::output::{conclude, say};
use crate::engine::{Engine, EngineCommand, Log, Starts};
use crate::epd::counted::thousands_of;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io};

/// The file's description of itself, which identifies it as a checkpoint.
const ABOUT: &str =
    "How the results beside this file are made, and how far; it is removed when they are complete.";
/// The key of the name that the engine reports.
const NAME: &str = "name";
/// The time limit for an engine to report its name.
const ANSWER: Duration = Duration::from_secs(10);

/// The file `out.epd.run` of results in `out.epd`, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    about: String,
    /// The command, its limit, its engine and everything else that affects the results, by name.
    made: BTreeMap<String, String>,
    /// The initial state of the file that the results are to replace.
    #[serde(default)]
    pub(super) replaces: Option<String>,
    pub step: Step,
    /// The numbers of the command's outcomes.
    pub counts: Vec<u64>,
    /// The records left unchanged, by reason: the number, and the place of the first.
    pub left: BTreeMap<String, (usize, String)>,
    /// The number of bytes of results that the checkpoint covers.
    pub(super) bytes: u64,
}

/// A place among the pieces of work of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    count: u64,
    /// The number of records among the pieces.
    pub records: u64,
    /// A hash of all pieces so far.
    mark: u64,
}

impl Step {
    fn then(self, key: u64) -> Self {
        Self {
            count: self.count + 1,
            records: self.records,
            mark: BuildHasherDefault::<FxHasher>::default().hash_one((self.mark, key)),
        }
    }
}

/// A counter of the pieces of work of a run, which recognizes those done by the previous run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    now: Step,
    before: Step,
}

impl Steps {
    /// Advances past a piece, which `key` identifies; returns its place if it is still to be done. An error if the
    /// previous run has finished other pieces.
    pub(crate) fn pass(&mut self, key: u64) -> Result<Option<Step>, Fault> {
        self.now = self.now.then(key);
        if self.now.count == self.before.count && self.now.mark != self.before.mark {
            return Err(Fault::usage(
                "the results are of other records than the input has now; write to another file to begin anew",
            ));
        }
        if self.now.count == self.before.count {
            self.now.records = self.before.records;
        }
        Ok((self.now.count > self.before.count).then_some(self.now))
    }

    /// Counts the current piece as a record to process; returns its place.
    pub(crate) fn record(&mut self) -> Step {
        self.now.records += 1;
        self.now
    }

    /// Checks, at the end of the input, that it had all pieces that the previous run has finished.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        match self.before.count.saturating_sub(self.now.count) {
            0 => Ok(()),
            more => {
                let more = thousands_of(more, "line", "lines");
                Err(Fault::usage(&format!(
                    "the results to continue cover {more} more than the input has now"
                )))
            }
        }
    }
}

/// Returns the paths of a checkpoint: the final one, and the one used while it is written.
pub(super) fn checkpoints(results: &Path) -> [PathBuf; 2] {
    [".run", ".run.new"].map(|ending| beside(results, ending))
}

pub(super) fn beside(results: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = results.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Checkpoint {
    /// Reads the checkpoint beside the results of a stopped run.
    fn read(results: &Path) -> Result<Option<Self>, Fault> {
        let path = beside(results, ".run");
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        // A full disk leaves it empty.
        if text.is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice::<Self>(&text) {
            Ok(found) if found.about == ABOUT => Ok(Some(found)),
            _ => Err(Fault::usage(&format!(
                "`{}` is there already and of something else: rename it, or give `-o` another name",
                path.display()
            ))),
        }
    }

    /// Writes the checkpoint completely or not at all.
    fn write(&self, results: &Path) -> io::Result<()> {
        let [there, new] = checkpoints(results);
        let written = fs::write(&new, serde_json::to_vec_pretty(self)?);
        written
            .and_then(|()| fs::rename(&new, there))
            .inspect_err(|_| {
                let _ = fs::remove_file(&new);
            })
    }

    /// Returns the differences from the parameters of another run, in words.
    fn differences(&self, now: &Self) -> Vec<String> {
        let mut names: Vec<&String> = now.made.keys().chain(self.made.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let word = |of: &Self, name: &String| of.made.get(name).cloned();
        names
            .into_iter()
            .map(|name| (name, word(self, name), word(now, name)))
            .filter(|(_, before, now)| before != now)
            .map(|(name, before, now)| {
                let or_none = |word: Option<String>| word.unwrap_or_else(|| "none".to_owned());
                format!("{name} {}, now {}", or_none(before), or_none(now))
            })
            .collect()
    }
}

/// A run that can be stopped and continued.
#[derive(Debug, Default)]
pub(crate) struct Resumable {
    /// The engines of the run, which report their names.
    pub starts: Starts,
    engine: Option<EngineCommand>,
    /// Whether it continues a stopped run.
    pub(super) resumes: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The checkpoint as written beside the results.
    now: Checkpoint,
    /// The next checkpoint, whose results may not be written yet.
    noted: Option<Checkpoint>,
}

impl Resumable {
    /// Returns a run with the parameters `made`, by name, and its engine, if any.
    pub(crate) fn new(
        made: impl IntoIterator<Item = (&'static str, String)>,
        engine: Option<&EngineCommand>,
        log: Option<Log>,
        resumes: bool,
    ) -> Self {
        let made = made.into_iter();
        let now = Checkpoint {
            about: ABOUT.to_owned(),
            made: made.map(|(name, word)| (name.to_owned(), word)).collect(),
            ..Checkpoint::default()
        };
        Self {
            starts: Starts::logging_to(log),
            engine: engine.cloned(),
            resumes,
            state: Mutex::new(State { now, noted: None }),
        }
    }

    /// Reports that the log could not be written to its end; returns the status.
    pub(crate) fn say_log_error(&self) -> Status {
        match self.starts.log().and_then(Log::error) {
            None => Status::Clean,
            Some(error) => {
                say(&format!(
                    "can't write the log: {error}; it is not complete, the results are"
                ));
                Status::Trouble
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, then: impl FnOnce(&mut Checkpoint) -> T) -> T {
        then(&mut self.state().now)
    }

    /// Begins `results`, which are to replace the file described by `replaces`, if any; or continues after the part
    /// that the previous run has done. Returns true if anything is left to do.
    ///
    /// # Errors
    ///
    /// The results belong to another run, or to a stopped one that this one does not continue.
    pub(super) fn begin(&self, results: &Path, replaces: Option<String>) -> Result<bool, Fault> {
        let is_beside = replaces.is_some();
        self.with(|now| now.replaces = replaces);
        let name = results.display();
        let before = Checkpoint::read(results)?;
        let length = match fs::metadata(results) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            there => Some(there?.len()),
        };
        match (before, length) {
            (Some(_), None) if self.resumes => say(&format!(
                "`{name}` is missing, the output of a stopped run; starting anew"
            )),
            (Some(before), Some(length)) if self.resumes => {
                self.check_parameters(results, &before)?;
                if length < before.bytes {
                    return Err(Fault::usage(&format!(
                        "`{name}` was cut: it holds {length} bytes, and held {}; remove it to begin anew",
                        before.bytes
                    )));
                }
                let records = before.step.records;
                if before.step.count > 0 {
                    let records = thousands_of(records, "record", "records");
                    conclude(&format!("continuing after {records}"));
                }
                self.with(|now| *now = before);
            }
            // They may be the only results for an earlier state of the file.
            (None, Some(1..)) if is_beside => {
                return Err(Fault::usage(&format!(
                    "`{name}` holds results of no run (there is no `{name}.run`): rename or remove it to begin anew"
                )));
            }
            (None, Some(1..)) if self.resumes => {
                conclude(&format!(
                    "`{name}` is complete (there is no `{name}.run`): nothing left to do"
                ));
                return Ok(false);
            }
            // They may be the work of hours.
            (Some(before), Some(length)) if length > 0 || before.step.count > 0 => {
                return Err(Fault::usage(&format!(
                    "`{name}` holds the results of a run that was stopped: `--resume` continues it; remove it to \
                     begin anew"
                )));
            }
            _ => {}
        }
        Ok(true)
    }

    /// Checks that this run has the parameters of the previous one.
    fn check_parameters(&self, results: &Path, before: &Checkpoint) -> Result<(), Fault> {
        // The name reveals that the engine was replaced since. That it does not start is reported by the search.
        if let Some(named) = before.made.get(NAME) {
            let started = self
                .engine
                .as_ref()
                .map(|engine| Engine::start(engine, ANSWER, &|| false));
            let name = match started {
                Some(Ok(engine)) => engine.identity().name.clone(),
                _ => named.clone(),
            };
            self.with(|now| now.made.insert(NAME.to_owned(), name));
        }
        let name = results.display();
        self.with(|now| {
            if before.replaces != now.replaces {
                return Err(Fault::usage(&format!(
                    "`{}` was changed since `{name}` was begun: remove that to begin anew",
                    results.with_extension("").display()
                )));
            }
            let differs = before.differences(now).join("; ");
            match differs.is_empty() {
                true => Ok(()),
                false => Err(Fault::usage(&format!(
                    "`{name}` was made with {differs}: go on as it was begun, or write to another file"
                ))),
            }
        })
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        self.with(|now| now.clone())
    }

    /// Returns the pieces of work, some of which the previous run has done.
    pub(crate) fn steps(&self) -> Steps {
        Steps {
            now: Step::default(),
            before: self.with(|now| now.step),
        }
    }

    /// Returns the counts of the previous run.
    pub(crate) fn counts<const N: usize>(&self) -> [u64; N] {
        let mut counts = [0; N];
        self.with(|now| {
            for (count, before) in counts.iter_mut().zip(&now.counts) {
                *count = *before;
            }
        });
        counts
    }

    /// Records the progress of the run, to be written when its results are flushed; `left` is the reason why the
    /// current record was left unchanged, and its place.
    pub(crate) fn note(&self, step: Step, counts: &[u64], left: Option<(String, String)>) {
        let State { now, noted } = &mut *self.state();
        let next = noted.get_or_insert_with(|| now.clone());
        next.step = step;
        next.counts = counts.to_vec();
        if let Some((reason, place)) = left {
            next.left.entry(reason).or_insert((0, place)).0 += 1;
        }
    }

    /// Writes the recorded checkpoint, for this number of bytes of results.
    pub(super) fn write_noted(&self, results: &Path, bytes: u64) -> io::Result<()> {
        let State { now, noted } = &mut *self.state();
        let Some(next) = noted.take() else {
            return Ok(());
        };
        *now = next;
        now.bytes = bytes;
        // The name is unknown until an engine was started.
        if let Some(name) = self.starts.name() {
            now.made.insert(NAME.to_owned(), name);
        }
        now.write(results)
    }

    /// Writes the current checkpoint, when results begin or continue.
    pub(super) fn write(&self, results: &Path) -> io::Result<()> {
        self.state().now.write(results)
    }

    /// Removes the checkpoint beside complete results.
    pub(super) fn remove(results: &Path) {
        let _ = fs::remove_file(beside(results, ".run"));
    }
}

#[cfg(test)]
mod tests;
