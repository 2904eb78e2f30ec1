//! A leaf's content: lines that follow one another.

use std::ops::Range;
use std::sync::Arc;

use crate::suite::text::{LineRef, Place};

/// Most lines of a piece that lists them one by one (so that cutting one stays cheap).
const ORDER: usize = 1 << 14;

/// Pieces one after another, and lines one by one in any order between them.
#[derive(Default)]
pub(in crate::suite) struct Listed {
    pieces: Vec<Piece>,
    apart: Vec<LineRef>,
}

impl Listed {
    /// Adds a line.
    pub(in crate::suite) fn line(&mut self, line: LineRef) {
        self.apart.push(line);
        if self.apart.len() == ORDER {
            self.close();
        }
    }

    /// Adds lines that follow one another.
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

    /// Returns all of them.
    pub(in crate::suite) fn pieces(mut self) -> Vec<Piece> {
        self.close();
        self.pieces
    }
}

/// Where the lines of a piece come from.
#[derive(Clone, Debug)]
enum Kind {
    /// Lines of the source that follow one another.
    Source,
    /// New texts that follow one another.
    Text,
    /// Any lines, listed one by one: what a sort makes.
    Order(Arc<[LineRef]>),
}

/// Lines that follow one another in the table.
#[derive(Clone, Debug)]
pub(in crate::suite) struct Piece {
    kind: Kind,
    start: usize,
    pub(super) lines: usize,
    /// How many of the lines are new texts.
    pub(super) texts: usize,
}

impl Piece {
    /// Lines of the source.
    pub(crate) fn source(lines: Range<usize>) -> Self {
        Self {
            kind: Kind::Source,
            start: lines.start,
            lines: lines.len(),
            texts: 0,
        }
    }

    /// Texts of the store.
    pub(crate) fn text(ids: Range<usize>) -> Self {
        Self {
            kind: Kind::Text,
            start: ids.start,
            lines: ids.len(),
            texts: ids.len(),
        }
    }

    /// So many lines that follow one another from this on.
    pub(crate) fn of(first: LineRef, lines: usize) -> Self {
        match first.place() {
            Place::Source(line) => Self::source(line..line + lines),
            Place::Text(id) => Self::text(id..id + lines),
            Place::Nowhere => Self::source(0..0),
        }
    }

    /// Any lines, in this order: at most [`ORDER`] of them.
    pub(crate) fn order(lines: Arc<[LineRef]>) -> Self {
        let texts = lines.iter().filter(|line| line.is_text()).count();
        Self {
            start: 0,
            lines: lines.len(),
            texts,
            kind: Kind::Order(lines),
        }
    }

    /// Lines in it.
    pub(crate) fn len(&self) -> usize {
        self.lines
    }

    /// Where its line `at` is.
    pub(crate) fn place(&self, at: usize) -> Place {
        if at >= self.lines {
            return Place::Nowhere;
        }
        match &self.kind {
            Kind::Source => Place::Source(self.start + at),
            Kind::Text => Place::Text(self.start + at),
            Kind::Order(order) => order
                .get(self.start + at)
                .map_or(Place::Nowhere, |line| line.place()),
        }
    }

    /// Which of its lines is at a place.
    pub(crate) fn find(&self, place: Place) -> Option<usize> {
        let at = match (&self.kind, place) {
            (_, Place::Nowhere) => None,
            (Kind::Source, Place::Source(at)) | (Kind::Text, Place::Text(at)) => {
                at.checked_sub(self.start)
            }
            (Kind::Source | Kind::Text, _) => None,
            (Kind::Order(_), _) => (0..self.lines).find(|&at| self.place(at) == place),
        };
        at.filter(|&at| at < self.lines)
    }

    /// Whether lines that follow one another in it do so where they come from, too.
    pub(crate) fn is_together(&self) -> bool {
        !matches!(self.kind, Kind::Order(_))
    }

    /// Which list its lines are of, where they lie apart.
    pub(crate) fn list(&self) -> Option<usize> {
        match &self.kind {
            Kind::Order(list) => Some(Arc::as_ptr(list).addr()),
            Kind::Source | Kind::Text => None,
        }
    }

    /// The lines of this that are those of `other` from its line `at` on, as many as there are: both
    /// are parts of the same list.
    pub(crate) fn same_list(&self, other: &Self, at: usize) -> Option<Range<usize>> {
        let first = (other.start + at).checked_sub(self.start)?;
        let lines = (other.lines - at).min(self.lines.checked_sub(first)?);
        (lines > 0).then(|| first..first + lines)
    }

    /// The part `range` of it.
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

    /// Both as one, where `next` begins where this ends.
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
