//! Facts about a line from outside it: duplicates in the whole file, the name of the file, and marks and edits in the
//! editor.

use super::super::duplicates::{Same, Sameness, Which};
use super::super::line_set::LineSet;
use super::super::records::Records;
use super::ast::Known;
use std::sync::Arc;

/// The facts that a query needs besides the line.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Arc<[(Known, LineSet)]>,
    /// The paths of all files, each with its first line in the whole.
    files: Arc<[(usize, String)]>,
    /// The first line, in the scanned whole, of the part being queried.
    first: usize,
}

impl Facts {
    /// Scans all records for duplicates, once for each kind.
    ///
    /// # Errors
    /// The records can't be read, or a private file can't be written.
    pub fn gather<R: Records>(on: &R, kinds: &[Sameness]) -> Result<Self, R::Error> {
        let mut known = Vec::new();
        for &kind in kinds {
            let lines = Same::of(on, kind, false)?.lines(Which::All)?;
            known.push((Known::Duplicate(kind), lines));
        }
        Ok(Self {
            known: known.into(),
            ..Self::default()
        })
    }

    /// Adds facts known to the editor.
    pub(super) fn and(mut self, more: Vec<(Known, LineSet)>) -> Self {
        self.known = self.known.iter().cloned().chain(more).collect();
        self
    }

    /// Adds the path of the file, as displayed.
    #[must_use]
    pub fn of_file(self, path: &str) -> Self {
        let first = self.first;
        self.of_files([(first, path.to_owned())].into())
    }

    /// Adds the paths of all files read as one, each with its first line (0-based).
    #[must_use]
    pub fn of_files(mut self, files: Arc<[(usize, String)]>) -> Self {
        self.files = files;
        self
    }

    /// Returns the facts for a part whose lines are numbered from line `first` (0-based) of the whole.
    #[must_use]
    pub fn starting_at(&self, first: usize) -> Self {
        Self {
            first,
            ..self.clone()
        }
    }

    /// Returns the path of the file that a line is from, if known.
    pub(super) fn file(&self, line: usize) -> Option<&str> {
        let before = |(first, _): &&(usize, String)| *first <= self.first + line;
        let found = self.files.iter().rfind(before);
        found.map(|(_, path)| path.as_str())
    }

    /// Returns true if this fact is known of a line.
    pub(super) fn tells(&self, what: Known, line: usize) -> bool {
        let mut known = self.known.iter();
        known.any(|(known, lines)| *known == what && lines.contains(self.first + line))
    }
}
