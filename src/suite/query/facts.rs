//! What a line does not tell of itself: which records are the same in the whole file, what the file is
//! called, what is marked and edited in the editor.

use super::super::duplicates::{Same, Sameness, Which};
use super::super::line_set::LineSet;
use super::super::records::Records;
use super::super::snapshot::{LineState, Snapshot};
use super::ast::Known;
use std::sync::Arc;

/// What a query needs to know besides the line.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Arc<[(Known, LineSet)]>,
    /// The paths of all files, each with its first line in the whole.
    files: Arc<[(usize, String)]>,
    /// The line of all that was looked through at which what is asked about begins.
    first: usize,
}

impl Facts {
    /// Looks through all records for those that are the same, once for each kind.
    ///
    /// # Errors
    /// Those of reading, and of a private file.
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

    /// With what the editor knows.
    pub(super) fn and(mut self, more: Vec<(Known, LineSet)>) -> Self {
        self.known = self.known.iter().cloned().chain(more).collect();
        self
    }

    /// With the path of the file, as it is shown.
    #[must_use]
    pub fn of_file(self, path: &str) -> Self {
        let first = self.first;
        self.of_files([(first, path.to_owned())].into())
    }

    /// With the paths of all files that are looked at as one, each with its first line (from 0).
    #[must_use]
    pub fn of_files(mut self, files: Arc<[(usize, String)]>) -> Self {
        self.files = files;
        self
    }

    /// The same of a part: lines are numbered from the one that is `first` (from 0) in the whole.
    #[must_use]
    pub fn starting_at(&self, first: usize) -> Self {
        Self {
            first,
            ..self.clone()
        }
    }

    /// The path of the file that line `line` is from, where it is known.
    pub(super) fn file(&self, line: usize) -> Option<&str> {
        let before = |(first, _): &&(usize, String)| *first <= self.first + line;
        let found = self.files.iter().rfind(before);
        found.map(|(_, path)| path.as_str())
    }

    /// Whether this is known of line `line`.
    pub(super) fn tells(&self, what: Known, line: usize) -> bool {
        let mut known = self.known.iter();
        known.any(|(known, lines)| *known == what && lines.contains(self.first + line))
    }
}

/// The lines that are not as they were read or saved.
pub(super) fn edited(snapshot: &Snapshot) -> LineSet {
    let mut lines = Vec::new();
    gather_edited(snapshot, 0, snapshot.line_count(), &mut lines);
    lines.into_iter().collect()
}

/// Halves a range as long as something in it is edited: a large file has few such places.
fn gather_edited(snapshot: &Snapshot, start: usize, end: usize, lines: &mut Vec<usize>) {
    if start >= end || snapshot.edited_in(start..end) == 0 {
        return;
    }
    if end - start <= 64 {
        let is_edited = |line: &usize| snapshot.line_state(*line) != LineState::Untouched;
        lines.extend((start..end).filter(is_edited));
        return;
    }
    let middle = start + (end - start) / 2;
    gather_edited(snapshot, start, middle, lines);
    gather_edited(snapshot, middle, end, lines);
}
