//! What tells one state of a file from another.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::suite::platform::{FileIdentity, identity};

/// A file as it is at one moment, without reading it: length, times and identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// There is none.
    Missing,
    /// It is there.
    There(Stamp),
}

/// See [`FileState`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Where the system tells it.
    identity: Option<FileIdentity>,
}

impl FileState {
    /// What is at `path` now; links are followed.
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
        Self::There(Stamp {
            len: metadata.len(),
            modified: metadata.modified().ok(),
            identity: identity(metadata),
        })
    }

    /// Its length, where it is there.
    pub(in crate::suite) fn len(&self) -> Option<u64> {
        match self {
            Self::There(stamp) => Some(stamp.len),
            Self::Missing => None,
        }
    }
}
