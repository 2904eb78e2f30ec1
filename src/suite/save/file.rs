//! What tells one state of a file from another.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

use super::Snapshot;
use crate::suite::compress::unpack;
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

    /// Length, and seconds and nanoseconds of the last change: what tells the file from others after
    /// a start of the system, too.
    pub(in crate::suite) fn file_stamp(&self) -> Option<(u64, u64, u32)> {
        let Self::There(stamp) = self else {
            return None;
        };
        let since = stamp
            .modified?
            .duration_since(SystemTime::UNIX_EPOCH)
            .ok()?;
        Some((stamp.len, since.as_secs(), since.subsec_nanos()))
    }

    pub(super) fn has_length_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::There(here), Self::There(there)) => here.len == there.len,
            _ => false,
        }
    }
}

/// Whether the file at `path` holds the snapshot's text.
pub(super) fn holds(path: &Path, snapshot: &Snapshot) -> io::Result<bool> {
    let (mut file, _) = unpack(File::open(path)?)?;
    let mut buffer = Vec::new();
    for run in snapshot.runs(0..snapshot.line_count()) {
        buffer.resize(run.bytes.len(), 0);
        match file.read_exact(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            other => other?,
        }
        if buffer != run.bytes.as_ref() {
            return Ok(false);
        }
    }
    Ok(file.read(&mut [0])? == 0)
}
