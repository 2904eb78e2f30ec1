//! Results that grow beside a file, and take its place when all is done: until then it is as it was.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::super::locking::{lock, say_how};
use super::super::target::NO_FILE;
use super::super::{Fault, Outcome, Paths};
use super::{Held, MadeWith, grown, is_complete, is_writable};
use crate::cli::output::Output;
use crate::suite::Compression;
use crate::suite::save::{FileLock, FileState, Otherwise, Replace};

/// What is added to a file's name while its results grow beside it.
const UNFINISHED: &str = ".unfinished";

/// Results that are to take the place of what they are made of.
#[derive(Debug)]
pub(crate) struct Beside {
    /// Where they grow.
    pub(super) path: PathBuf,
    pub(super) held: Held,
    /// Their first line: what they are made of.
    head: String,
    /// The file, as it was before it was read.
    file: PathBuf,
    before: FileState,
    /// The right to write the file, from before it is read: two runs would write into one another's results.
    _lock: FileLock,
}

impl Beside {
    /// Beside the one file that `paths` name.
    pub(super) fn of(paths: &Paths, resume: bool, see: impl FnMut(&[u8])) -> Result<Self, Fault> {
        paths.in_place(true, NO_FILE)?;
        let file = match paths.list.as_slice() {
            [file] if !paths.may_be_several() => file.clone(),
            _ => return Err(Fault::usage("`--in-place` takes one file at a time")),
        };
        if Compression::of_name(&file) != Compression::None {
            return Err(Fault::usage(
                "results are written record by record, and can't be packed: give `-o` a name instead of \
                 `--in-place`",
            ));
        }
        let locked = lock(&file, &file.display().to_string())?;
        let before = FileState::settled(&file)?;
        let mut path = file.clone().into_os_string();
        path.push(UNFINISHED);
        let path = PathBuf::from(path);
        is_writable(&path)?;
        let head = head(&file)?;
        let held = match resume {
            true => held_behind(&head, &path, &file, see)?,
            // Hours may be in it.
            false if path.exists() => {
                return Err(Fault::usage(&format!(
                    "`{}` holds the results of a run that was stopped: `--resume` goes on there; remove \
                     it to begin anew",
                    path.display()
                )));
            }
            false => Held::default(),
        };
        Ok(Self {
            path,
            held,
            head,
            file,
            before,
            _lock: locked,
        })
    }

    /// Calls `fill` with them; when all is done they take the file's place.
    pub(super) fn filled(
        &self,
        made: Option<&MadeWith>,
        fill: impl FnOnce(&mut Output<'_>) -> Outcome,
    ) -> Outcome {
        let status = grown(&self.path, &self.held, &self.head, (made, true), fill)?;
        if is_complete(status) {
            self.take_its_place()?;
            // Where it could not, a run that goes on knows that all is done.
            MadeWith::remove(&self.path);
        }
        Ok(status)
    }

    fn take_its_place(&self) -> Result<(), Fault> {
        let name = self.file.display().to_string();
        let mut grown = File::open(&self.path).map_err(|error| {
            let results = self.path.display();
            io::Error::other(format!(
                "`{results}`, which held the results, can't be read any more: {error}; `{name}` is unchanged"
            ))
        })?;
        let replace = Replace::new(&self.file)
            .expecting(&self.before)
            .otherwise(Otherwise::InPlace);
        let written = replace.write(|out| {
            grown.seek(SeekFrom::Start(self.head.len() as u64))?;
            io::copy(&mut grown, out).map(drop)
        });
        let (_, how) = written.map_err(|error| {
            let results = self.path.display();
            let rest = match head(&self.file).is_ok_and(|head| head == self.head) {
                true => ": `--resume` puts them into the file",
                // They go on nowhere: complete they are of the file as it was.
                false => {
                    MadeWith::remove(&self.path);
                    ", of the file as it was: rename it to keep them"
                }
            };
            io::Error::other(format!("{error}; the results are in `{results}`{rest}"))
        })?;
        say_how(&name, how);
        fs::remove_file(&self.path)?;
        Ok(())
    }
}

/// The first line of results that are to take a file's place: a run does not go on where that was changed
/// since, and what was edited would be lost.
fn head(file: &Path) -> io::Result<String> {
    let now = fs::metadata(file).map_err(|error| {
        let words = format!("can't read {}: {error}", file.display());
        io::Error::new(error.kind(), words)
    })?;
    let changed = now.modified()?.duration_since(UNIX_EPOCH);
    let changed = changed.map_or(0, |since| since.as_nanos());
    let length = now.len();
    Ok(format!(
        "# unfinished results of a file of {length} bytes, last changed at {changed}\n"
    ))
}

/// What results hold that begin with `head`, which are to take the place of `file`.
fn held_behind(
    head: &str,
    path: &Path,
    file: &Path,
    see: impl FnMut(&[u8]),
) -> Result<Held, Fault> {
    let mut first = Vec::new();
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Held::default()),
        there => BufReader::new(there?).read_until(b'\n', &mut first)?,
    };
    if first != head.as_bytes() {
        // It was killed in its first line.
        if head.as_bytes().starts_with(&first) {
            return Ok(Held::default());
        }
        return Err(Fault::usage(&format!(
            "`{}` was changed since `{}` was begun: remove that to begin anew",
            file.display(),
            path.display()
        )));
    }
    let mut held = Held::of(path, see)?;
    // The head is a line of its own.
    held.lines.drain(..held.lines.len().min(1));
    Ok(held)
}
