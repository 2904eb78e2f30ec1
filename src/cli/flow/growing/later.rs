//! A file of results, written behind what it holds.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::super::locking::lock;
use super::held::Held;
use super::made::{MadeWith, beside};
use super::noted::Note;
use crate::cli::output::say;
use crate::epd::counted::thousands_of;
use crate::suite::save::FileLock;

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
pub(super) struct Later<'a> {
    path: PathBuf,
    /// Bytes of it that are done.
    keep: u64,
    file: Option<File>,
    /// Whether the right to write it is held elsewhere.
    is_locked: bool,
    lock: Option<FileLock>,
    /// Written down beside it when it begins.
    made: Option<&'a MadeWith>,
    begins: bool,
    /// Where it is noted how far the run is.
    note: Option<Note>,
    /// Whether the engine's own name is there, too.
    is_named: bool,
    /// Whether the run is over without a result: what was to come before it is not written.
    is_given_up: &'a Cell<bool>,
}

impl<'a> Later<'a> {
    /// Behind what it holds; `is_locked`: the right to write it is held elsewhere.
    pub(super) fn new(
        path: &Path,
        held: &Held,
        (made, is_locked): (Option<&'a MadeWith>, bool),
        is_given_up: &'a Cell<bool>,
    ) -> Self {
        Self {
            path: path.to_path_buf(),
            keep: held.bytes,
            file: None,
            is_locked,
            lock: None,
            made,
            begins: held.is_nothing(),
            note: None,
            is_named: false,
            is_given_up,
        }
    }

    fn file(&mut self) -> io::Result<&mut File> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => {
                if self.begins && self.is_locked && self.path.exists() {
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
                // Where nobody knows how the first results were made, a run that is stopped again is still known.
                let is_new = self.begins || !beside(&self.path).exists();
                let made = self.made.filter(|_| is_new);
                if made.is_some() {
                    MadeWith::refuse_place(&self.path)?;
                }
                // Before it is said how they are made: older results never are those of this run.
                file.set_len(self.keep)?;
                if let Some(made) = made {
                    made.write(&self.path)?;
                }
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
        let written = self.file()?.write(bytes)?;
        self.keep += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_given_up.get() && self.file.is_none() {
            return Ok(());
        }
        self.file()?;
        let Some(noted) = self.made.and_then(|made| made.take_note(self.keep)) else {
            return Ok(());
        };
        let note = match self.note.take() {
            Some(note) => note,
            None => Note::open(&beside(&self.path))?,
        };
        // The first records may have needed no engine.
        if !self.is_named
            && let Some(made) = self.made
        {
            self.is_named = made.name_engine(&self.path)?;
        }
        self.note.insert(note).write(&noted)
    }
}
