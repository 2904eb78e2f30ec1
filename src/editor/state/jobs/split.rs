//! One file into many, beside it.

use crate::editor::state::jobs::bulk::scope::Scope;
use crate::epd::{LineKind, Skim};
use crate::suite::edit::{SplitBy, Splitter};
use crate::suite::{Job, Snapshot};
use std::path::PathBuf;

/// A file to be split.
#[derive(Clone, Debug)]
pub struct SplitJob {
    pub snapshot: Snapshot,
    pub scope: Scope,
    pub by: SplitBy,
    pub folder: PathBuf,
    /// The name that the files' names begin with.
    pub name: PathBuf,
}

impl SplitJob {
    /// Writes the files; may take a while.
    ///
    /// # Errors
    /// Stopped, or something can't be written.
    pub fn run(&self, job: &Job) -> Result<Vec<PathBuf>, String> {
        let mut splitter = Splitter::new(self.by.clone(), &self.folder, &self.name)
            .map_err(|error| error.to_string())?;
        for line in 0..self.snapshot.line_count() {
            if line % 1024 == 0 && job.is_cancelled() {
                return Err("stopped; no file was made".to_owned());
            }
            let bytes = self.snapshot.line(line);
            // Comments are in no scope of their own: they go with their records.
            if Skim::kind_of(&bytes) == LineKind::Record && !self.scope.chosen.has(line) {
                splitter.leave_out();
            } else {
                splitter
                    .line(&bytes, self.snapshot.read_options())
                    .map_err(|error| error.to_string())?;
            }
        }
        splitter.finish().map_err(|error| error.to_string())
    }
}
