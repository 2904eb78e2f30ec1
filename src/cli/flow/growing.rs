//! Results that are written record by record and survive a kill: a run can continue after the finished records.
//!
//! ```text
//! a.epd ─▶ out.epd, with a checkpoint in out.epd.run
//! a.epd ─▶ a.epd.unfinished, with a checkpoint, too ─▶ a.epd when all is done (`--in-place`)
//! ```

use crate::cli::flow::checkpoint::{Resumable, beside, checkpoints};
use crate::cli::flow::target::NO_FILE;
use crate::cli::flow::{Fault, Outcome, Paths, Status, lock, replace};
use crate::cli::output::{Output, say};
use crate::epd::counted::thousands_of;
use crate::suite::Compression;
use crate::suite::save::{FileLock, FileState};
use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The suffix of results that are to replace their input.
const UNFINISHED: &str = ".unfinished";

/// Returns the files that a run may write for its results in a file.
pub(crate) fn files_of_results(file: PathBuf) -> impl Iterator<Item = PathBuf> {
    let all = [beside(&file, UNFINISHED), file];
    all.into_iter()
        .flat_map(|results| checkpoints(&results).into_iter().chain([results]))
}

/// The destination of results that are written record by record.
#[derive(Debug)]
pub(crate) struct ResumableOutput<'a> {
    place: Destination<'a>,
    pub run: &'a Resumable,
}

#[derive(Debug)]
enum Destination<'a> {
    /// Standard output, a pipe or a device.
    Stream(Option<&'a Path>),
    /// A file, locked from before it is read if it exists.
    File(PathBuf, Option<FileLock>),
    /// A file that replaces another when all is done.
    Beside(PathBuf, ReplacementTarget),
}

/// A file that results are to replace.
#[derive(Debug)]
struct ReplacementTarget {
    file: PathBuf,
    /// The state before the file was read.
    before: FileState,
    description: String,
    /// Locked before the file is read: two runs would overwrite each other's results.
    _lock: FileLock,
}

impl<'a> ResumableOutput<'a> {
    /// Prepares the destination named by `-o`; returns `None`, with a message, if a continued run has nothing left to
    /// do.
    pub(crate) fn of(
        path: Option<&'a Path>,
        run: &'a Resumable,
        paths: &Paths,
    ) -> Result<Option<Self>, Fault> {
        let is_file = path.is_some_and(crate::cli::flow::target::is_file);
        let Some(path) = path.filter(|_| is_file) else {
            return match run.resumes {
                true => Err(Fault::usage(
                    "`--resume` needs a file to go on with: `-o FILE`",
                )),
                false => Ok(Some(Self {
                    place: Destination::Stream(path),
                    run,
                })),
            };
        };
        is_not_packed(path, "give `-o` another name")?;
        paths.not_the_output(Some(path))?;
        is_writable(path)?;
        // Another run may be writing it.
        let locked = match path.exists() {
            true => Some(lock(path, &path.display().to_string())?),
            false => None,
        };
        let begins = run.begin(path, None)?;
        let place = Destination::File(path.to_path_buf(), locked);
        Ok(begins.then_some(Self { place, run }))
    }

    /// Prepares results that replace the only file of `paths` when all is done.
    pub(crate) fn in_place(paths: &Paths, run: &'a Resumable) -> Result<Option<Self>, Fault> {
        paths.in_place(true, NO_FILE)?;
        let file = match paths.list.as_slice() {
            [file] if !paths.may_be_several() => file.clone(),
            _ => return Err(Fault::usage("`--in-place` takes one file at a time")),
        };
        is_not_packed(&file, "give `-o` a name instead of `--in-place`")?;
        let locked = lock(&file, &file.display().to_string())?;
        let before = FileState::settled(&file)?;
        let path = beside(&file, UNFINISHED);
        is_writable(&path)?;
        let description = description(&file)?;
        let begins = run.begin(&path, Some(description.clone()))?;
        let replaced = ReplacementTarget {
            file,
            before,
            description,
            _lock: locked,
        };
        let place = Destination::Beside(path, replaced);
        Ok(begins.then_some(Self { place, run }))
    }

    /// Returns the run, if it can be continued after a stop.
    pub(crate) fn resumable(&self) -> Option<&'a Resumable> {
        match self.place {
            Destination::Stream(_) => None,
            Destination::File(..) | Destination::Beside(..) => Some(self.run),
        }
    }

    /// Calls `fill` with the output. A file is touched only at the first result, or when all is done.
    pub(crate) fn filled(&self, fill: impl FnOnce(&mut Output<'_>) -> Outcome) -> Outcome {
        let (path, is_locked) = match &self.place {
            Destination::Stream(path) => return super::with_output(*path, fill),
            Destination::File(path, locked) => (path, locked.is_some()),
            Destination::Beside(path, _) => (path, true),
        };
        let is_given_up = Cell::new(false);
        let mut out = Output::file(TailWriter {
            path,
            run: self.run,
            keep: self.run.checkpoint().bytes,
            file: None,
            is_locked,
            lock: None,
            is_given_up: &is_given_up,
        });
        let filled = fill(&mut out);
        // A run that fails before its first result leaves an existing file unchanged.
        is_given_up.set(!matches!(filled, Ok(Status::Clean | Status::Findings)));
        if matches!(
            filled,
            Ok(Status::Clean | Status::Findings | Status::Signal(_))
        ) {
            out.flush()?;
        }
        drop(out);
        let status = filled?;
        if matches!(status, Status::Clean | Status::Findings) {
            if let Destination::Beside(path, replaced) = &self.place {
                replaced.replace(path)?;
            }
            // Last: if the file could not be replaced, a continued run can still do that.
            Resumable::remove(path);
        }
        Ok(status)
    }
}

/// A writer behind the finished part of a file, which is opened at the first write or flush.
#[derive(Debug)]
struct TailWriter<'a> {
    path: &'a Path,
    run: &'a Resumable,
    /// The number of finished bytes.
    keep: u64,
    file: Option<File>,
    /// Whether the lock of the file is held elsewhere.
    is_locked: bool,
    lock: Option<FileLock>,
    /// Set when the run fails: a file that is not open by then is left untouched.
    is_given_up: &'a Cell<bool>,
}

impl TailWriter<'_> {
    fn open(&mut self) -> io::Result<File> {
        if self.keep == 0 && self.is_locked && self.path.exists() {
            say_replaced(self.path)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.path)?;
        if !self.is_locked {
            self.lock = Some(lock(self.path, &self.path.display().to_string())?);
            // The file did not exist when this run began.
            if file.metadata()?.len() > 0 || !self.path.exists() {
                return Err(io::Error::other("another program writes it, too"));
            }
        }
        // Before the checkpoint, so that older results never seem to belong to this run.
        file.set_len(self.keep)?;
        self.run.write(self.path)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    fn file(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => self.open()?,
        };
        Ok(self.file.insert(file))
    }

    fn is_untouched(&self) -> bool {
        self.is_given_up.get() && self.file.is_none()
    }
}

impl Write for TailWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_untouched() {
            return Ok(bytes.len());
        }
        let written = self.file()?.write(bytes)?;
        self.keep += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_untouched() {
            return Ok(());
        }
        self.file()?;
        self.run.write_noted(self.path, self.keep)
    }
}

/// Prints the number of lines that this run replaces.
fn say_replaced(path: &Path) -> io::Result<()> {
    let mut lines = 0;
    let old = BufReader::new(File::open(path)?);
    for line in old.split(b'\n') {
        lines += usize::from(!line?.is_empty());
    }
    if lines > 0 {
        let lines = thousands_of(lines, "line", "lines");
        say(&format!(
            "replacing `{}`, which held {lines}",
            path.display()
        ));
    }
    Ok(())
}

impl ReplacementTarget {
    /// Replaces the file with the results at `path`.
    fn replace(&self, path: &Path) -> Result<(), Fault> {
        let name = self.file.display().to_string();
        let results = path.display();
        let mut grown = File::open(path).map_err(|error| {
            io::Error::other(format!(
                "`{results}`, which held the results, can't be read any more: {error}; `{name}` is unchanged"
            ))
        })?;
        let copy = |out: &mut dyn Write| io::copy(&mut grown, out).map(|_| None::<()>);
        let replaced = replace(&self.file, &name, &self.before, Compression::None, copy);
        replaced.map_err(|error| {
            let is_as_before = description(&self.file).is_ok_and(|now| now == self.description);
            let rest = match is_as_before {
                true => ": `--resume` puts them into the file",
                // They can't be continued: they are complete, but of an earlier state of the file.
                false => {
                    Resumable::remove(path);
                    ", of the file as it was: rename it to keep them"
                }
            };
            io::Error::other(format!("{error}; the results are in `{results}`{rest}"))
        })?;
        fs::remove_file(path)?;
        Ok(())
    }
}

/// Describes the state of a file that results are to replace: if it changes, the edits would be lost.
fn description(file: &Path) -> io::Result<String> {
    let now = fs::metadata(file).map_err(|error| {
        let words = format!("can't read {}: {error}", file.display());
        io::Error::new(error.kind(), words)
    })?;
    let changed = now.modified()?.duration_since(UNIX_EPOCH);
    let changed = changed.map_or(0, |since| since.as_nanos());
    let length = now.len();
    Ok(format!("{length} bytes, last changed at {changed}"))
}

fn is_not_packed(path: &Path, instead: &str) -> Result<(), Fault> {
    match Compression::of_name(path) {
        Compression::None => Ok(()),
        _ => Err(Fault::usage(&format!(
            "results are written record by record, and can't be packed: {instead}"
        ))),
    }
}

/// Checks, before the first search, that results can be written to `path`: its folder must exist and accept files.
fn is_writable(path: &Path) -> Result<(), Fault> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let there = match path.exists() {
        true => OpenOptions::new().append(true).open(path).map(drop),
        false if !folder.is_dir() => {
            return Err(Fault::usage(&format!(
                "can't write `{}`: there is no folder `{}`",
                path.display(),
                folder.display()
            )));
        }
        false => tempfile::tempfile_in(folder).map(drop),
    };
    there.map_err(|error| {
        let words = format!("can't write `{}`: {error}", path.display());
        Fault::Input(io::Error::new(error.kind(), words))
    })
}
