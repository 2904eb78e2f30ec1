//! One writer of a file at a time: what a command says while it waits, and how it wrote where it could not
//! replace the file.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::Input;
use crate::cli::output::say;
use crate::suite::save::{FileLock, FileState, Otherwise, Replace, Written, copies_left};
use crate::suite::{Compression, pack};

/// How long a command waits for another that is writing the same file.
const PATIENCE: Duration = Duration::from_secs(60);

impl Input {
    /// The right to write it in place: to be held from before it is read. Waits for whoever has it.
    pub(crate) fn lock(&self) -> io::Result<Option<FileLock>> {
        self.file().map(|path| lock(path, &self.name)).transpose()
    }

    /// Says where its old text is, where a save in place was interrupted.
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

/// The right to write the file at `path`, that is called `name`.
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

/// Puts what `fill` writes, packed, in the place of a file that is called `name` and is as it was `before`; the file is
/// not touched where `fill` gives what holds it back, which is returned. Says how it was written where no new file could
/// take its place.
///
/// # Errors
///
/// It can't be written, or was changed meanwhile.
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
                // Refusing to go on is how the old file stays untouched.
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
