//! The intact lines of a suite whose file another program truncated or overwrote: saved elsewhere, line by line,
//! without the unreadable ones.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{SaveError, SaveTarget, failed, lock_of};
use crate::suite::compress::pack;
use crate::suite::progress::Job;
use crate::suite::save::{FileState, Otherwise, Replace};
use crate::suite::snapshot::Snapshot;

/// The number of lines read one by one where they can't be read together.
const APART: usize = 500;

/// The outcome of saving the intact lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeLines {
    /// The path written to.
    pub path: PathBuf,
    /// The number of lines written.
    pub kept: usize,
    /// The number of unreadable lines.
    pub lost: usize,
}

/// Writes all readable lines to a new file. The progress is in lines.
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
    let replace = Replace::new(&target.path, missing, Otherwise::Refuse);
    let written = replace.write(|out| {
        pack(out, target.compression, |out| {
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
            // Every line has at least its end.
            let bytes = snapshot.line(line);
            kept += usize::from(!bytes.is_empty());
            out.write_all(&bytes)?;
        }
        job.advance((lines + apart.len()) as u64);
        at = apart.end;
    }
    Ok(kept)
}
