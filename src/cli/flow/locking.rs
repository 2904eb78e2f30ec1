//! One writer of a file at a time: what a command says while it waits, and how it wrote where it could not
//! replace the file.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::Input;
use crate::cli::output::say;
use crate::suite::save::{FileLock, Written, copies_left};

/// How long a command waits for another that is writing the same file.
const PATIENCE: Duration = Duration::from_secs(60);

impl Input {
    /// The right to write it in place: to be held from before it is read. Waits for whoever has it.
    pub(crate) fn lock(&self) -> io::Result<Option<FileLock>> {
        self.file().map(|path| lock(path, &self.name)).transpose()
    }
}

impl Input {
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

/// Says how a file was written where no new one could take its place.
pub(super) fn say_how(name: &str, written: Written) {
    match written {
        Written::Anew => {}
        Written::IntoLinked(names) => say(&format!(
            "`{name}`: written in place, because it has {names} names (hard links)"
        )),
        Written::IntoFile => say(&format!(
            "`{name}`: written in place, because no file can be created in its folder"
        )),
    }
}
