//! The facts that tell one state of a file from another.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::suite::platform::{FileIdentity, identity};

/// A file as it is at one moment, without reading it: length, times and identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// No file.
    Missing,
    /// A file.
    There(Stamp),
}

/// See [`FileState`].
#[derive(Clone, Debug)]
pub struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Where the system tells it.
    identity: Option<FileIdentity>,
    /// Whether it had been written to just before it was looked at.
    is_young: bool,
}

impl Stamp {
    /// Returns device and number of the file, where the system tells them.
    fn number(&self) -> Option<(u64, u64)> {
        self.identity.map(|(device, number, ..)| (device, number))
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        let told = |stamp: &Self| (stamp.len, stamp.modified, stamp.identity);
        told(self) == told(other)
    }
}

impl Eq for Stamp {}

/// The clock of a file system ticks up to 100 times a second: a file that was written to within the last
/// two ticks can be written to again and have the same times.
const YOUNG: Duration = Duration::from_millis(20);

impl FileState {
    /// Looks at `path`; links are followed.
    ///
    /// # Errors
    /// What is there can't be looked at.
    pub fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(Self::from_metadata(&metadata)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::Missing),
            Err(error) => Err(error),
        }
    }

    pub(in crate::suite) fn from_metadata(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        Self::There(Stamp {
            len: metadata.len(),
            modified,
            identity: identity(metadata),
            is_young: modified.is_some_and(is_young),
        })
    }

    /// Looks at `path` once the file is so old that every later change gives it other times: what is read from then
    /// on is what this state tells of.
    ///
    /// # Errors
    /// What is there can't be looked at.
    pub fn settled(path: &Path) -> io::Result<Self> {
        let begun = Instant::now();
        loop {
            match Self::of(path)? {
                // A file that is written to all the time is looked at while it is.
                state if state.is_young() && begun.elapsed() < 10 * YOUNG => sleep(YOUNG / 4),
                state => return Ok(state),
            }
        }
    }

    /// Returns true where a change may have gone by unseen.
    pub(super) fn is_young(&self) -> bool {
        matches!(self, Self::There(stamp) if stamp.is_young)
    }

    /// Returns true where this is the file of that state, under whatever name: a rename is a change of the file, too,
    /// and of its text none.
    pub(super) fn is_but_renamed(&self, before: &Self) -> bool {
        let told = |stamp: &Stamp| (stamp.len, stamp.modified, stamp.number());
        match (self, before) {
            (Self::There(now), Self::There(before)) => told(now) == told(before),
            _ => false,
        }
    }

    /// Returns true where both are of one file, whatever was written to it between them; false where the system
    /// does not tell.
    pub fn is_same_file(&self, other: &Self) -> bool {
        let told = |state: &Self| match state {
            Self::There(stamp) => stamp.number(),
            Self::Missing => None,
        };
        told(self).is_some() && told(self) == told(other)
    }

    /// Returns its length, where it is there.
    pub(in crate::suite) fn len(&self) -> Option<u64> {
        match self {
            Self::There(stamp) => Some(stamp.len),
            Self::Missing => None,
        }
    }
}

fn is_young(modified: SystemTime) -> bool {
    let age = SystemTime::now().duration_since(modified);
    age.is_ok_and(|age| age < YOUNG)
}
