//! The context in which the lines of an input are read, and its choice of records.

use std::sync::OnceLock;

use super::{Input, Piece};
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::Query;
use crate::suite::query::{Facts, LazyRecord};

/// The context in which the lines of an input are read.
pub(crate) struct Source<'a> {
    pub input: &'a Input,
    /// The options for reading lines, found on first use: the castling rules may depend on the last line.
    options: OnceLock<ReadOptions>,
    /// The options under classical rules, for reading that does not depend on castling.
    classical: ReadOptions,
    /// The query that chooses records.
    pub(super) query: Option<&'a Query>,
    pub(super) facts: Facts,
}

impl Source<'_> {
    /// Sets the length in bytes up to which a line gets no diagnostic.
    pub(crate) fn with_longest_line(mut self, bytes: usize) -> Self {
        self.classical.longest_line = bytes;
        self
    }

    /// Returns the options for reading lines. The first call may read the file for the castling rules.
    pub(crate) fn options(&self) -> &ReadOptions {
        self.options.get_or_init(|| ReadOptions {
            rules: self.input.castling_rules(),
            ..self.classical
        })
    }

    /// Reads a line. The file is read for the castling rules only if a record needs them; in most files none does.
    pub(crate) fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        let known = self.options.get();
        let mut record = Record::read(line, known.unwrap_or(&self.classical));
        if known.is_none() && record.asks_rules() {
            record = Record::read(line, self.options());
        }
        record
    }

    /// Returns a record in line `number` (1-based), ready for fields to be evaluated.
    pub(crate) fn lazy<'r>(&'r self, record: &'r Record<'r>, number: u64) -> LazyRecord<'r> {
        let index = usize::try_from(number).map_or(usize::MAX, |line| line.saturating_sub(1));
        LazyRecord::of(record, index).of_file(&self.input.name)
    }

    /// Returns the options for reading lines; classical ones if the castling rules do not matter.
    pub(crate) fn options_where(&self, asks_rules: bool) -> &ReadOptions {
        match asks_rules {
            true => self.options(),
            false => &self.classical,
        }
    }

    /// Returns the options that a query needs.
    fn options_of(&self, query: &Query) -> &ReadOptions {
        self.options_where(query.asks_rules())
    }

    /// Returns true if a line (1-based) is chosen: every line, if there is no query.
    pub(crate) fn has(&self, number: u64, line: &[u8]) -> bool {
        let at = index_of(number);
        self.query
            .is_none_or(|query| query.matches(line, at, self.options_of(query), &self.facts))
    }

    /// Returns true if one of the query's candidates is chosen.
    fn has_candidate(&self, query: &Query, number: u64, line: &[u8]) -> bool {
        query.matches_candidate(line, index_of(number), self.options_of(query), &self.facts)
    }

    /// Returns the chosen records of a piece, with their numbers.
    pub(crate) fn records<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let is_asked =
            |line: &[u8]| self.query.is_some() || Skim::kind_of(line) == LineKind::Record;
        self.lines(piece).filter(move |(_, line)| is_asked(line))
    }

    /// Returns the chosen records of a piece, with their numbers; all lines, if there is no query.
    pub(crate) fn lines<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let end = piece.end().filter(|_| !piece.continues);
        let candidates = self.query.zip(end).map(|(query, end)| {
            let first = usize::try_from(piece.first_line).unwrap_or(usize::MAX);
            let lines = query.candidates(piece.bytes, end, first, self.options_of(query));
            let lines = lines.map(|(number, line)| (number as u64, line));
            lines.filter(move |(number, line)| self.has_candidate(query, *number, line))
        });
        let others = candidates.is_none().then(|| piece.lines());
        let others = others.into_iter().flatten();
        let others = others.filter(|(number, line)| self.has(*number, line));
        candidates.into_iter().flatten().chain(others)
    }

    /// Returns the place of a line (0-based): `a.epd:17`.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.input.name, line + 1)
    }
}

/// Converts a 1-based line number to an index.
fn index_of(number: u64) -> usize {
    usize::try_from(number)
        .unwrap_or(usize::MAX)
        .saturating_sub(1)
}

impl Input {
    /// Returns the context for reading all lines, without a query.
    pub(crate) fn source_alone(&self) -> Source<'_> {
        self.source(None, Facts::default().of_file(&self.name))
    }

    /// Returns the context for reading its lines.
    pub(super) fn source<'a>(&'a self, query: Option<&'a Query>, facts: Facts) -> Source<'a> {
        Source {
            input: self,
            options: OnceLock::new(),
            classical: self.classical_options(),
            query,
            facts,
        }
    }
}
