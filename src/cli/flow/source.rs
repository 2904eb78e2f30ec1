//! What is known of an input while its lines go by, and which of its records are asked for.

use std::sync::OnceLock;

use super::{Input, Piece};
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::Query;
use crate::suite::query::{Facts, LazyRecord};

/// What is known of an input while its lines go by.
pub(crate) struct Source<'a> {
    pub input: &'a Input,
    /// How its lines are read, once that is asked: the rules of castling may be told by the last one.
    options: OnceLock<ReadOptions>,
    /// The same by the rules of classical chess, for what does not depend on them.
    classical: ReadOptions,
    /// Only its records are asked for.
    pub(super) query: Option<&'a Query>,
    pub(super) facts: Facts,
}

impl Source<'_> {
    /// The same, where a line may have so many bytes without a diagnostic.
    pub(crate) fn with_longest_line(mut self, bytes: usize) -> Self {
        self.classical.longest_line = bytes;
        self
    }

    /// How its lines are read. The first call may read the file for the rules of castling.
    pub(crate) fn options(&self) -> &ReadOptions {
        self.options.get_or_init(|| ReadOptions {
            rules: self.input.castling_rules(),
            ..self.classical
        })
    }

    /// Reads a line. The file is read for the rules of castling where a record first asks for them: in most
    /// files none does.
    pub(crate) fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        let known = self.options.get();
        let mut record = Record::read(line, known.unwrap_or(&self.classical));
        if known.is_none() && record.asks_rules() {
            record = Record::read(line, self.options());
        }
        record
    }

    /// Returns a record that was read, in line `number` (from 1), to be asked for fields.
    pub(crate) fn lazy<'r>(&'r self, record: &'r Record<'r>, number: u64) -> LazyRecord<'r> {
        let index = usize::try_from(number).map_or(usize::MAX, |line| line.saturating_sub(1));
        LazyRecord::of(record, index).of_file(&self.input.name)
    }

    /// The same where the rules of castling may not matter.
    pub(crate) fn options_where(&self, asks_rules: bool) -> &ReadOptions {
        match asks_rules {
            true => self.options(),
            false => &self.classical,
        }
    }

    /// How they are read by the query.
    fn options_of(&self, query: &Query) -> &ReadOptions {
        self.options_where(query.asks_rules())
    }

    /// Whether a line, numbered from 1, is asked for: every one where there is no query.
    pub(crate) fn has(&self, number: u64, line: &[u8]) -> bool {
        let at = index_of(number);
        self.query
            .is_none_or(|query| query.matches(line, at, self.options_of(query), &self.facts))
    }

    /// The same of one of the query's candidates.
    fn has_candidate(&self, query: &Query, number: u64, line: &[u8]) -> bool {
        query.matches_candidate(line, index_of(number), self.options_of(query), &self.facts)
    }

    /// The records of a piece that are asked for, with their numbers.
    pub(crate) fn records<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let is_asked =
            |line: &[u8]| self.query.is_some() || Skim::kind_of(line) == LineKind::Record;
        self.lines(piece).filter(move |(_, line)| is_asked(line))
    }

    /// The same, and where there is no query the lines between them.
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

    /// Where a line is, numbered from 0: `a.epd:17`.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.input.name, line + 1)
    }
}

/// The number of a line from 0, of that from 1.
fn index_of(number: u64) -> usize {
    usize::try_from(number)
        .unwrap_or(usize::MAX)
        .saturating_sub(1)
}

impl Input {
    /// What is known of it while its lines go by and nothing is asked of them.
    pub(crate) fn source_alone(&self) -> Source<'_> {
        self.source(None, Facts::default().of_file(&self.name))
    }

    /// What is known of it while its lines go by.
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
