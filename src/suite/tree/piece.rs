//! The content of a leaf: consecutive lines.

use crate::suite::text::{LineRef, TextLocation};
use std::ops::Range;
use std::sync::Arc;

/// The largest number of lines that a piece lists one by one, to keep splitting cheap.
const ORDER: usize = 1 << 14;

/// A list of pieces under construction. Single lines in any order can be added.
#[derive(Default)]
pub(in crate::suite) struct PieceList {
    pieces: Vec<Piece>,
    apart: Vec<LineRef>,
}

impl PieceList {
    pub(in crate::suite) fn line(&mut self, line: LineRef) {
        self.apart.push(line);
        if self.apart.len() == ORDER {
            self.close();
        }
    }

    pub(in crate::suite) fn piece(&mut self, piece: Piece) {
        self.close();
        self.pieces.push(piece);
    }

    fn close(&mut self) {
        if !self.apart.is_empty() {
            self.pieces.push(Piece::order(self.apart.as_slice().into()));
            self.apart.clear();
        }
    }

    pub(in crate::suite) fn pieces(mut self) -> Vec<Piece> {
        self.close();
        self.pieces
    }
}

/// The origin of a piece's lines.
#[derive(Clone, Debug)]
enum Kind {
    Source,
    Text,
    /// Arbitrary lines, listed one by one, for example after a sort.
    Order(Arc<[LineRef]>),
}

/// Consecutive lines of the suite.
#[derive(Clone, Debug)]
pub(in crate::suite) struct Piece {
    kind: Kind,
    start: usize,
    pub(super) lines: usize,
    /// The number of lines that are new texts.
    pub(super) texts: usize,
}

impl Piece {
    pub(crate) fn source(lines: Range<usize>) -> Self {
        Self {
            kind: Kind::Source,
            start: lines.start,
            lines: lines.len(),
            texts: 0,
        }
    }

    pub(crate) fn text(ids: Range<usize>) -> Self {
        Self {
            kind: Kind::Text,
            start: ids.start,
            lines: ids.len(),
            texts: ids.len(),
        }
    }

    /// Returns a piece of `lines` consecutive lines from `first` on.
    pub(crate) fn of(first: LineRef, lines: usize) -> Self {
        match first.place() {
            TextLocation::Source(line) => Self::source(line..line + lines),
            TextLocation::Text(id) => Self::text(id..id + lines),
            TextLocation::Nowhere => Self::source(0..0),
        }
    }

    /// Returns a piece of arbitrary lines in this order, at most [`ORDER`] of them.
    pub(crate) fn order(lines: Arc<[LineRef]>) -> Self {
        let texts = lines.iter().filter(|line| line.is_text()).count();
        Self {
            start: 0,
            lines: lines.len(),
            texts,
            kind: Kind::Order(lines),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lines
    }

    pub(crate) fn place(&self, at: usize) -> TextLocation {
        if at >= self.lines {
            return TextLocation::Nowhere;
        }
        match &self.kind {
            Kind::Source => TextLocation::Source(self.start + at),
            Kind::Text => TextLocation::Text(self.start + at),
            Kind::Order(order) => order
                .get(self.start + at)
                .map_or(TextLocation::Nowhere, |line| line.place()),
        }
    }

    /// Returns the index in the piece of the line at a place.
    pub(crate) fn find(&self, place: TextLocation) -> Option<usize> {
        let at = match (&self.kind, place) {
            (_, TextLocation::Nowhere) => None,
            (Kind::Source, TextLocation::Source(at)) | (Kind::Text, TextLocation::Text(at)) => {
                at.checked_sub(self.start)
            }
            (Kind::Source | Kind::Text, _) => None,
            (Kind::Order(_), _) => (0..self.lines).find(|&at| self.place(at) == place),
        };
        at.filter(|&at| at < self.lines)
    }

    /// Returns true if the lines of the piece are also consecutive in their origin.
    pub(crate) fn is_together(&self) -> bool {
        !matches!(self.kind, Kind::Order(_))
    }

    /// Returns the identity of the piece's list, if its lines are listed one by one.
    pub(crate) fn list(&self) -> Option<usize> {
        match &self.kind {
            Kind::Order(list) => Some(Arc::as_ptr(list).addr()),
            Kind::Source | Kind::Text => None,
        }
    }

    /// Returns the lines of this piece that equal those of `other` from its line `at` on; both must be parts
    /// of one list.
    pub(crate) fn same_list(&self, other: &Self, at: usize) -> Option<Range<usize>> {
        let first = (other.start + at).checked_sub(self.start)?;
        let lines = (other.lines - at).min(self.lines.checked_sub(first)?);
        (lines > 0).then(|| first..first + lines)
    }

    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let start = self.start + range.start.min(self.lines);
        let end = self.start + range.end.min(self.lines);
        let lines = end.saturating_sub(start);
        let texts = match &self.kind {
            Kind::Source => 0,
            Kind::Text => lines,
            Kind::Order(_) if self.texts == 0 => 0,
            Kind::Order(_) if self.texts == self.lines => lines,
            Kind::Order(order) => order
                .get(start..end)
                .unwrap_or_default()
                .iter()
                .filter(|line| line.is_text())
                .count(),
        };
        Self {
            kind: self.kind.clone(),
            start,
            lines,
            texts,
        }
    }

    /// Returns both pieces as one, if `next` continues this one.
    pub(super) fn joined(&self, next: &Self) -> Option<Self> {
        let same = match (&self.kind, &next.kind) {
            (Kind::Source, Kind::Source) | (Kind::Text, Kind::Text) => true,
            (Kind::Order(here), Kind::Order(there)) => Arc::ptr_eq(here, there),
            _ => false,
        };
        (same && self.start + self.lines == next.start).then(|| Self {
            kind: self.kind.clone(),
            start: self.start,
            lines: self.lines + next.lines,
            texts: self.texts + next.texts,
        })
    }
}
