//! The whole lines of a suite whose file another program cut or wrote over: saved elsewhere, line by line,
//! without the lines that can't be read any more.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{SaveError, SaveTarget, failed, lock_of};
use crate::suite::compress::pack;
use crate::suite::progress::Job;
use crate::suite::save::{FileState, Otherwise, Replace};
use crate::suite::snapshot::Snapshot;

/// Lines read one by one where they can't be read together.
const APART: usize = 500;

/// The lines that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeLines {
    /// The path written to.
    pub path: PathBuf,
    /// Lines written.
    pub kept: usize,
    /// Lines that can't be read any more.
    pub lost: usize,
}

/// Writes all lines that can be read to a file that is not there yet. The progress is in lines.
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
            // Every line has a byte at least: its end.
            let bytes = snapshot.line(line);
            kept += usize::from(!bytes.is_empty());
            out.write_all(&bytes)?;
        }
        job.advance((lines + apart.len()) as u64);
        at = apart.end;
    }
    Ok(kept)
}
