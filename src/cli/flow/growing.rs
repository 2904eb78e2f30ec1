//! A file of results that grows record by record and outlives a kill: what is in it is done, and a run can
//! go on behind it.

mod beside;
mod made;

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHasher;

use beside::Beside;
pub(crate) use made::MadeWith;
use made::{Known, is_unfinished};

use super::locking::lock;
use super::{Fault, Outcome, Paths, Status};
use crate::cli::output::{Output, say};
use crate::engine::{Engine, EngineCommand};
use crate::epd::counted::thousands_of;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record, Skim};
use crate::suite::Compression;
use crate::suite::save::FileLock;
use crate::suite::scan::{Flow, Pieces};

/// What a file of results holds already.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// What its lines are of, in order.
    lines: Vec<u64>,
    /// Bytes of its whole lines; one that was half written is behind them.
    bytes: u64,
}

/// The place of results.
#[derive(Debug)]
pub(crate) enum Growing<'a> {
    /// Standard output, a pipe or a device.
    Stream(Option<&'a Path>),
    /// A file with what it holds and keeps, and the right to write it where it is there already.
    File(&'a Path, Held, Resumed<'a>, Option<FileLock>),
    /// One beside the file that it takes the place of when all is done.
    Beside(Beside, Resumed<'a>),
}

/// The run that makes results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resumed<'a> {
    /// What it makes them with; `None` for one that can't go on.
    pub made: Option<&'a MadeWith>,
    /// What it asks, whose name is to be the same where it goes on.
    pub engine: Option<&'a EngineCommand>,
    /// Whether it goes on.
    pub resume: bool,
}

/// What an engine may take to tell its name.
const ANSWER: Duration = Duration::from_secs(10);

impl Resumed<'_> {
    /// Holds it against what is there, where it goes on: an error where that was made in another way.
    fn check(&self, results: &Path, held: &Held) -> Result<(), Fault> {
        let (true, Some(made), 1..) = (self.resume, self.made, held.bytes) else {
            return Ok(());
        };
        let name = || {
            let engine = Engine::start(self.engine?, ANSWER).ok()?;
            Some(engine.identity().name.clone())
        };
        if made.same(results, name)? == Known::Nothing {
            MadeWith::say_unknown(results);
        }
        Ok(())
    }
}

/// What a run never writes, by which it is known that a result is of the record as it is now.
const GIVEN: [&str; 13] = [
    "id", "bm", "am", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
];

/// What a line is of, the results in it apart: the position of a record and what the suite says of it,
/// however that is spelled; all of another line.
fn key(line: &[u8]) -> u64 {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    if Skim::kind_of(line) != LineKind::Record {
        return hasher.hash_one(line.trim_ascii_end());
    }
    let options = ReadOptions::default();
    let record = Record::read(line, &options);
    let canonical = record.canonical(&CanonicalOptions::default());
    let canonical = canonical.as_deref().unwrap_or(line);
    let words = line.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(4).collect();
    let record = Record::read(canonical, &options);
    let given: Vec<Option<String>> = GIVEN
        .iter()
        .map(|opcode| {
            record
                .operation(opcode)
                .map(|own| record.operands_text(own))
        })
        .collect();
    hasher.hash_one((words, given))
}

impl Held {
    /// Whether line `at` of the input, from 0, is in it; an error where it has another there.
    pub(crate) fn has(&self, at: usize, line: &[u8]) -> Result<bool, Other> {
        match self.lines.get(at) {
            None => Ok(false),
            Some(held) if *held == key(line) => Ok(true),
            Some(_) => Err(Other { line: at + 1 }),
        }
    }

    /// How many lines it holds.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    fn read(path: &Path, mut see: impl FnMut(&[u8])) -> io::Result<Self> {
        let mut held = Self::default();
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(held),
            file => file?,
        };
        let (mut waiting, mut length) = (None::<Vec<u8>>, 0);
        Pieces::new(file).each::<_, io::Error>(
            |_| (),
            |piece, ()| {
                length += piece.bytes.len() as u64;
                let is_whole = matches!(piece.bytes.last(), Some(b'\n' | b'\r'));
                for (_, line) in piece.lines() {
                    if let Some(line) = waiting.replace(line.to_vec()) {
                        held.lines.push(key(&line));
                        see(&line);
                    }
                }
                if is_whole {
                    if let Some(line) = waiting.take() {
                        held.lines.push(key(&line));
                        see(&line);
                    }
                    held.bytes = length;
                } else if let Some(open) = &waiting {
                    held.bytes = length - open.len() as u64;
                }
                Ok(Flow::On)
            },
        )?;
        Ok(held)
    }
}

/// A file of results holds another line where the input has this one, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    pub line: usize,
}

impl<'a> Growing<'a> {
    /// The place that `-o` names. Where the run is to go on behind what a file holds, `see` gets its lines.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn of(
        path: Option<&'a Path>,
        run: Resumed<'a>,
        paths: &Paths,
        see: impl FnMut(&[u8]),
    ) -> Result<Self, Fault> {
        let resume = run.resume;
        let is_file = path.is_some_and(super::destination::is_file);
        let Some(path) = path.filter(|_| is_file) else {
            return match resume {
                true => Err(Fault::usage(
                    "`--resume` needs a file to go on with: `-o FILE`",
                )),
                false => Ok(Self::Stream(path)),
            };
        };
        if Compression::of_name(path) != Compression::None {
            return Err(Fault::usage(
                "results are written record by record, and can't be packed: give `-o` another name",
            ));
        }
        let inputs = paths.expand().into_iter().flatten();
        let inputs: Vec<PathBuf> = inputs
            .map(|input| input.path.unwrap_or_else(|| "-".into()))
            .collect();
        super::not_an_input(Some(path), inputs.iter().map(PathBuf::as_path))?;
        // From before it is read: another run may be writing it.
        let locked = match path.exists() {
            true => Some(lock(path, &path.display().to_string())?),
            false => None,
        };
        let held = match resume {
            true => Held::read(path, see)?,
            // Hours may be in it.
            false if is_unfinished(path) => {
                return Err(Fault::usage(&format!(
                    "`{}` holds the results of a run that was stopped: `--resume` goes on there; remove it to \
                     begin anew",
                    path.display()
                )));
            }
            false => Held::default(),
        };
        run.check(path, &held)?;
        Ok(Self::File(path, held, run, locked))
    }

    /// The place beside the one file that `paths` name, which the results replace when all is done.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn in_place(
        paths: &Paths,
        run: Resumed<'a>,
        see: impl FnMut(&[u8]),
    ) -> Result<Self, Fault> {
        let beside = Beside::of(paths, run.resume, see)?;
        run.check(&beside.path, &beside.held)?;
        Ok(Self::Beside(beside, run))
    }

    /// What it holds already.
    pub(crate) fn held(&self) -> Option<&Held> {
        match self {
            Self::File(_, held, ..) | Self::Beside(Beside { held, .. }, _) if held.len() > 0 => {
                Some(held)
            }
            _ => None,
        }
    }

    /// Calls `fill` with it. A file is touched when the first result comes, or all is done.
    ///
    /// # Errors
    ///
    /// Those of `fill`, and of writing.
    pub(crate) fn filled(&self, fill: impl FnOnce(&mut Output<'_>) -> Outcome) -> Outcome {
        match self {
            Self::Stream(path) => super::with_output(*path, fill),
            Self::File(path, held, run, locked) => {
                grown(path, held, "", (run.made, locked.is_some()), fill)
            }
            Self::Beside(beside, run) => beside.filled(run.made, fill),
        }
    }
}

/// Calls `fill` with a file behind what it holds; one that holds nothing begins with `head`. `is_locked`: nobody
/// else writes it; else it is locked as soon as it is made.
fn grown(
    path: &Path,
    held: &Held,
    head: &str,
    (made, is_locked): (Option<&MadeWith>, bool),
    fill: impl FnOnce(&mut Output<'_>) -> Outcome,
) -> Outcome {
    let is_given_up = Cell::new(false);
    let mut out = Output::file(Later {
        path: path.to_path_buf(),
        keep: held.bytes,
        file: None,
        is_locked,
        lock: None,
        made: made.filter(|_| held.bytes == 0),
        is_given_up: &is_given_up,
    });
    if held.bytes == 0 {
        out.text(head)?;
    }
    let filled = fill(&mut out);
    match filled {
        Ok(Status::Trouble | Status::LeftOut) | Err(_) => is_given_up.set(true),
        Ok(_) => out.flush()?,
    }
    if let (Ok(Status::Clean | Status::Findings), Some(_)) = (&filled, made) {
        MadeWith::remove(path);
    }
    filled
}

/// Says which results give way to those of this run.
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

/// A file that is opened when something is to be written, or handed on.
#[derive(Debug)]
struct Later<'a> {
    path: PathBuf,
    keep: u64,
    file: Option<File>,
    /// Whether the right to write it is held elsewhere.
    is_locked: bool,
    lock: Option<FileLock>,
    /// Written down beside it when it begins.
    made: Option<&'a MadeWith>,
    /// Whether the run is over without a result: what was to come before it is not written.
    is_given_up: &'a Cell<bool>,
}

impl Later<'_> {
    fn file(&mut self) -> io::Result<&mut File> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => {
                if self.keep == 0 && self.is_locked && self.path.exists() {
                    say_replaced(&self.path)?;
                }
                let mut options = OpenOptions::new();
                let mut file = options
                    .write(true)
                    .create(true)
                    .truncate(false)
                    .open(&self.path)?;
                if !self.is_locked {
                    self.lock = Some(lock(&self.path, &self.path.display().to_string())?);
                    // It was not there when this run began.
                    if file.metadata()?.len() > 0 || !self.path.exists() {
                        return Err(io::Error::other("another program writes it, too"));
                    }
                }
                if let Some(made) = self.made {
                    made.write(&self.path)?;
                }
                file.set_len(self.keep)?;
                file.seek(SeekFrom::End(0))?;
                file
            }
        };
        file.flush()?;
        Ok(self.file.insert(file))
    }
}

impl Write for Later<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_given_up.get() && self.file.is_none() {
            return Ok(bytes.len());
        }
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn held(text: &str) -> (Held, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.epd");
        fs::write(&path, text).expect("written");
        let mut seen = Vec::new();
        let held = Held::read(&path, |line| {
            seen.push(String::from_utf8_lossy(line).trim_end().to_owned());
        });
        (held.expect("read"), seen)
    }

    #[test]
    fn whole_lines_are_held_and_a_half_written_one_is_not() {
        let (all, seen) =
            held("# a\n4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n\n4k3/8/8/8/8/8/8/4K3 b - - pv");
        assert_eq!((all.len(), all.bytes), (3, 37));
        assert_eq!(seen, ["# a", "4k3/8/8/8/8/8/8/4K3 w - - ce 5;", ""]);
        assert_eq!(all.has(0, b"# a\n").ok(), Some(true));
        assert_eq!(
            all.has(1, b"4k3/8/8/8/8/8/8/4K3 w  - - ce 7;\n").ok(),
            Some(true)
        );
        assert!(all.has(1, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n").is_err());
        assert_eq!(all.has(2, b"\n").ok(), Some(true));
        assert_eq!(all.has(3, b"4k3/8/8/8/8/8/8/4K3 b - -\n").ok(), Some(false));
        let (none, _) = held("4k3/8");
        assert_eq!((none.len(), none.bytes), (0, 0));
    }

    #[test]
    fn another_line_is_told_by_its_number() {
        let (all, _) = held("4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n");
        let other = all
            .has(0, b"4k3/8/8/8/8/8/8/4K3 b - -\n")
            .expect_err("another");
        assert_eq!(other.line, 1);
    }
}
