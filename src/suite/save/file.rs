//! The state of a file; and the rescue of the readable lines of a suite whose file another program truncated
//! or overwrote: they are written to a new file.

use crate::suite::compress::pack;
use crate::suite::platform::{FileInfo, Stamp, YOUNG};
use crate::suite::progress::Job;
use crate::suite::save::{
    Replace, ReplaceFallback, SaveError, SaveTarget, failed, lock_of, place_on_disk,
};
use crate::suite::snapshot::Snapshot;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Instant;

/// The state of a file without its content: length, times and identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    Missing,
    There(Stamp),
}

impl FileState {
    /// Returns the state of the file at `path`, following links.
    ///
    /// # Errors
    /// The metadata of the file can't be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        match FileInfo::at(path) {
            Ok(found) => Ok(Self::found(&found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::Missing),
            Err(error) => Err(error),
        }
    }

    pub(in crate::suite) fn found(file: &FileInfo) -> Self {
        Self::There(Stamp::of(file))
    }

    /// Returns the state of the file once it is old enough that every later change will show in its times.
    ///
    /// # Errors
    /// The metadata of the file can't be read.
    pub fn settled(path: &Path) -> io::Result<Self> {
        let begun = Instant::now();
        loop {
            match Self::of(path)? {
                // A file that is written to all the time never settles.
                state if state.is_young() && begun.elapsed() < 10 * YOUNG => sleep(YOUNG / 4),
                state => return Ok(state),
            }
        }
    }

    /// Returns true if a change since then may not show in the state.
    pub(super) fn is_young(&self) -> bool {
        matches!(self, Self::There(stamp) if stamp.is_young)
    }

    /// Returns true if this is the file with the other state, perhaps renamed: a rename changes the file's
    /// times, but not its text.
    pub(super) fn is_but_renamed(&self, before: &Self) -> bool {
        let identity = |stamp: &Stamp| (stamp.len, stamp.modified, stamp.number);
        match (self, before) {
            (Self::There(now), Self::There(before)) => identity(now) == identity(before),
            _ => false,
        }
    }

    /// Returns true if both are states of one file, whatever was written to it between them.
    pub fn is_same_file(&self, other: &Self) -> bool {
        let identity = |state: &Self| match state {
            Self::There(stamp) => Some(stamp.number),
            Self::Missing => None,
        };
        identity(self).is_some() && identity(self) == identity(other)
    }

    /// Returns the length, if the file exists.
    pub(in crate::suite) fn len(&self) -> Option<u64> {
        match self {
            Self::There(stamp) => Some(stamp.len),
            Self::Missing => None,
        }
    }
}

/// The number of lines to read one by one where a run of lines can't be read.
const APART: usize = 500;

/// The result of saving the readable lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeLines {
    pub path: PathBuf,
    /// The number of lines written.
    pub kept: usize,
    /// The number of unreadable lines.
    pub lost: usize,
}

/// Writes all readable lines to a new file. Progress is in lines.
///
/// # Errors
/// See [`SaveError`].
pub fn write_whole_lines(
    snapshot: &Snapshot,
    target: &SaveTarget,
    job: &Job,
) -> Result<WholeLines, SaveError> {
    let _lock = lock_of(&target.path, job)?;
    let mut kept = 0;
    let missing = Some(&FileState::Missing);
    let place = place_on_disk(&target.path)?;
    let replace = Replace::new(&place, missing, ReplaceFallback::Refuse);
    let written = replace.write(|out| {
        pack(out, &target.path, target.compression, |out| {
            kept = write(snapshot, out, job)?;
            Ok(())
        })
    });
    written.map_err(|error| failed(error, job))?;
    Ok(WholeLines {
        path: target.path.clone(),
        kept,
        lost: snapshot.line_count() - kept,
    })
}

fn write(snapshot: &Snapshot, out: &mut dyn Write, job: &Job) -> io::Result<usize> {
    let all = snapshot.line_count();
    job.begin(all as u64);
    let (mut at, mut kept) = (0, 0);
    while at < all {
        if job.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut runs = snapshot.runs(at..all);
        let mut lines = 0;
        for run in runs.by_ref() {
            out.write_all(&run.bytes)?;
            lines += run.lines;
        }
        kept += lines;
        at += lines;
        let apart = at..all.min(at + APART);
        for line in apart.clone() {
            // A readable line has at least its end.
            let bytes = snapshot.line(line);
            kept += usize::from(!bytes.is_empty());
            out.write_all(&bytes)?;
        }
        job.advance((lines + apart.len()) as u64);
        at = apart.end;
    }
    Ok(kept)
}
