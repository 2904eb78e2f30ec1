//! One writer of a file at a time: the messages while a command waits, and about a file that could not be replaced.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::Input;
use crate::cli::output::say;
use crate::suite::save::{FileLock, FileState, Otherwise, Replace, Written, copies_left};
use crate::suite::{Compression, pack};

/// The time that a command waits for another that is writing its file.
const PATIENCE: Duration = Duration::from_secs(60);

impl Input {
    /// Locks the file for an edit in place, from before it is read. Waits for another writer.
    pub(crate) fn lock(&self) -> io::Result<Option<FileLock>> {
        self.file().map(|path| lock(path, &self.name)).transpose()
    }

    /// Reports the copy of the old text after an interrupted save in place.
    pub(super) fn say_copies(&self) {
        for copy in self.file().map(copies_left).unwrap_or_default() {
            say(&format!(
                "`{}`: a save was interrupted, and the file may be half written; its text before that is in \
                 `{}`: keep one of them, and remove the copy",
                self.name,
                copy.display()
            ));
        }
    }
}

/// Locks the file at `path`, which is called `name`.
pub(super) fn lock(path: &Path, name: &str) -> io::Result<FileLock> {
    let locked = FileLock::of(path, PATIENCE, |is_time| {
        if is_time {
            say(&format!(
                "`{name}`: waiting for another epdit that is writing it"
            ));
        }
        true
    });
    locked.map_err(io::Error::other)
}

/// Replaces a file with the output of `fill`, compressed if necessary; its state must still be `before`. The file is
/// not touched if `fill` returns an obstacle, which is passed on. Reports how it was written if it could not be
/// replaced.
///
/// # Errors
///
/// The file can't be written, or was changed meanwhile.
pub(super) fn replace<T>(
    path: &Path,
    name: &str,
    before: &FileState,
    compression: Compression,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let mut held_back = None;
    let replace = Replace::new(path, Some(before), Otherwise::InPlace);
    let written = replace.write(|out| {
        pack(out, compression, |out| {
            held_back = fill(out)?;
            match held_back {
                None => Ok(()),
                // An error keeps the old file untouched.
                Some(_) => Err(io::Error::other("nothing to write")),
            }
        })
    });
    if held_back.is_some() {
        return Ok(held_back);
    }
    match written.map_err(io::Error::other)?.1 {
        Written::Anew => {}
        Written::IntoLinked(names) => say(&format!(
            "`{name}`: written in place, because it has {names} names (hard links)"
        )),
        Written::IntoFile => say(&format!(
            "`{name}`: written in place, because no file can be created in its folder"
        )),
    }
    Ok(None)
}
