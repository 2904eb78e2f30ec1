//! One writer of a file at a time: an advisory lock on the file itself, held from before it is read until another has
//! taken its place. The lock ends with the process, and there is no lock file.
//!
//! A rename replaces the locked file, so a waiting process then holds the lock of a file without a name. After each
//! lock the name is therefore checked again, and the file it now leads to is locked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::suite::platform::words::explain;
use crate::suite::platform::{LOCKS_ARE_ADVICE, is_same};

/// The pauses between two attempts: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));
/// The wait after which the user is told.
const UNSAID: Duration = Duration::from_millis(500);

/// The right to write a file.
#[derive(Debug)]
pub struct FileLock {
    /// The locked file; `None` if there is no file yet, or the file system has no locks.
    _locked: Option<File>,
}

/// The reason why a file could not be locked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process holds the lock.
    #[error(
        "another epdit is still writing {} after {} seconds; try again when it is done",
        .path.display(), .waited.as_secs()
    )]
    Busy {
        path: PathBuf,
        /// The time spent waiting.
        waited: Duration,
    },
    /// The wait was cancelled.
    #[error("stopped waiting for another epdit that is writing {}", .path.display())]
    Stopped {
        /// The file to be locked.
        path: PathBuf,
    },
    /// The file can't be opened.
    #[error("can't read {}: {}", .path.display(), explain(.error))]
    Unreadable {
        /// The file to be locked.
        path: PathBuf,
        error: io::Error,
    },
}

impl FileLock {
    /// Locks the file at `path`, through links, and waits for at most `longest` while another process holds it.
    /// `waits` is called repeatedly; it returns false to stop waiting, and its argument tells whether it is time to
    /// inform the user.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn of(
        path: &Path,
        longest: Duration,
        mut waits: impl FnMut(bool) -> bool,
    ) -> Result<Self, LockError> {
        let begun = Instant::now();
        let mut pause = PAUSES.0;
        let mut said = false;
        loop {
            match Self::tried(path) {
                Ok(Tried::Locked(lock)) => return Ok(lock),
                Ok(Tried::Moved) => continue,
                Ok(Tried::Busy) => {}
                Err(error) => {
                    let path = path.to_owned();
                    return Err(LockError::Unreadable { path, error });
                }
            }
            let waited = begun.elapsed();
            if waited >= longest {
                let path = path.to_owned();
                return Err(LockError::Busy { path, waited });
            }
            let is_time = !said && waited >= UNSAID;
            said |= is_time;
            if !waits(is_time) {
                let path = path.to_owned();
                return Err(LockError::Stopped { path });
            }
            sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    fn tried(path: &Path) -> io::Result<Tried> {
        let none = Ok(Tried::Locked(Self { _locked: None }));
        if !LOCKS_ARE_ADVICE {
            // On other systems a lock would keep the file itself from being replaced.
            return none;
        }
        match fs::metadata(path) {
            // Opening a pipe would wait for its other end.
            Ok(there) if !there.is_file() => return none,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return none,
            Err(error) => return Err(error),
        }
        // A network file system locks only files opened for writing.
        let opened = fs::OpenOptions::new().read(true).write(true).open(path);
        let file = match opened.or_else(|_| File::open(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Tried::Moved),
            // The file can't be read; the writer will report the cause.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return none,
            Err(error) => return Err(error),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Ok(Tried::Busy),
            // A file system without locks.
            Err(fs::TryLockError::Error(_)) => return none,
        }
        Ok(match is_at(&file, path)? {
            true => Tried::Locked(Self {
                _locked: Some(file),
            }),
            false => Tried::Moved,
        })
    }
}

enum Tried {
    Locked(FileLock),
    Busy,
    /// The name now belongs to another file.
    Moved,
}

/// Returns true if the file still has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(there) => Ok(is_same(&file.metadata()?, &there)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(30);

    #[test]
    fn the_second_waits_until_the_first_is_done_or_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, "a").unwrap();
        let first = FileLock::of(&path, SOON, |_| true).unwrap();
        let second = FileLock::of(&path, SOON, |_| true).unwrap_err();
        assert!(matches!(second, LockError::Busy { .. }), "{second}");
        let stopped = FileLock::of(&path, SOON, |_| false).unwrap_err();
        assert!(matches!(stopped, LockError::Stopped { .. }), "{stopped}");
        // The file is replaced, as by a save: a waiting process then locks the new one.
        let new = folder.path().join("new");
        fs::write(&new, "b").unwrap();
        let waiting = std::thread::spawn({
            let path = path.clone();
            move || FileLock::of(&path, Duration::from_secs(20), |_| true)
        });
        sleep(SOON);
        fs::rename(&new, &path).unwrap();
        drop(first);
        let _second = waiting.join().unwrap().unwrap();
        let third = FileLock::of(&path, SOON, |_| true).unwrap_err();
        assert!(matches!(third, LockError::Busy { .. }), "{third}");
    }

    #[test]
    fn what_is_not_there_or_is_no_file_needs_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("none.epd"), folder.path().to_owned()] {
            let one = FileLock::of(&path, SOON, |_| true).unwrap();
            let other = FileLock::of(&path, SOON, |_| true).unwrap();
            drop((one, other));
        }
    }
}
