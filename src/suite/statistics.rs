//! Statistics of a suite: opcodes, problems, material, phases, side to move, lengths.
//!
//! ```
//! use epdit::epd::ReadOptions;
//! use epdit::suite::Statistics;
//!
//! let mut found = Statistics::default();
//! for line in [&b"# pawn endings"[..], b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";"] {
//!     found.take(line, &ReadOptions::default());
//! }
//! assert_eq!((found.records, found.comments, found.operations), (1, 1, 2));
//! assert_eq!(found.material.get("KPvK"), Some(&1));
//! ```

pub use crate::suite::field::EXACT_MATERIAL;

use crate::epd::{Code, LineKind, ReadOptions, Record};
use crate::suite::edit::Selection;
use crate::suite::field::signature;
use crate::suite::lines::text_of;
use crate::suite::progress::Job;
use crate::suite::query::shapes::Phase;
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;
use shakmaty::Color;
use std::collections::BTreeMap;
use std::ops::Range;

/// The width of the ranges of line lengths, in bytes.
pub const LENGTH_STEP: usize = 64;

/// The statistics of several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub records: usize,
    pub comments: usize,
    pub blank: usize,
    /// The number of records with a legal position.
    pub legal: usize,
    /// The number of records with White to move, and with Black to move.
    pub sides: [usize; 2],
    /// The number of records by phase, in the order of [`Phase::ALL`].
    pub phases: [usize; 3],
    /// The number of records by the number of pieces on the board.
    pub pieces: BTreeMap<usize, usize>,
    /// The number of records with at most seven pieces, by their material: `KRPvKR`, the stronger side first.
    pub material: BTreeMap<String, usize>,
    /// The number of records with each opcode.
    pub opcodes: BTreeMap<String, usize>,
    pub operations: usize,
    /// The number of diagnostics by code.
    pub problems: BTreeMap<Code, usize>,
    /// The number of records by length, in steps of [`LENGTH_STEP`]: key 0 has those below 64 bytes.
    pub lengths: BTreeMap<usize, usize>,
    /// The size of all records in bytes, without line ends.
    pub bytes: usize,
    /// The length of the longest record in bytes.
    pub longest: usize,
}

impl Statistics {
    /// Adds a line to the counts.
    pub fn take(&mut self, line: &[u8], options: &ReadOptions) {
        let record = Record::read(line, options);
        match record.kind() {
            LineKind::Blank => self.blank += 1,
            LineKind::Comment => self.comments += 1,
            LineKind::Record => self.take_record(&record),
        }
        for diagnostic in record.diagnostics() {
            *self.problems.entry(diagnostic.code).or_default() += 1;
        }
    }

    fn take_record(&mut self, record: &Record<'_>) {
        self.records += 1;
        self.legal += usize::from(record.position().is_some());
        match record.side() {
            Some(Color::White) => self.sides[0] += 1,
            Some(Color::Black) => self.sides[1] += 1,
            None => {}
        }
        if let Some(board) = record.board() {
            let phase = Phase::of(board);
            for (known, count) in Phase::ALL.into_iter().zip(&mut self.phases) {
                *count += usize::from(known == phase);
            }
            let pieces = board.occupied().count();
            *self.pieces.entry(pieces).or_default() += 1;
            if pieces <= EXACT_MATERIAL {
                *self.material.entry(signature(board)).or_default() += 1;
            }
        }
        let operations = record.operations().iter();
        let mut names: Vec<_> = operations
            .map(|operation| record.opcode(operation))
            .collect();
        self.operations += names.len();
        names.sort_unstable();
        names.dedup();
        for name in names {
            match self.opcodes.get_mut(name.as_ref()) {
                Some(count) => *count += 1,
                None => {
                    self.opcodes.insert(name.into_owned(), 1);
                }
            }
        }
        let length = text_of(record.line()).len();
        *self.lengths.entry(length / LENGTH_STEP).or_default() += 1;
        self.bytes += length;
        self.longest = self.longest.max(length);
    }

    /// Adds the counts of other lines.
    pub fn add(&mut self, more: &Self) {
        self.records += more.records;
        self.comments += more.comments;
        self.blank += more.blank;
        self.legal += more.legal;
        self.operations += more.operations;
        self.bytes += more.bytes;
        self.longest = self.longest.max(more.longest);
        for (mine, others) in self.sides.iter_mut().zip(more.sides) {
            *mine += others;
        }
        for (mine, others) in self.phases.iter_mut().zip(more.phases) {
            *mine += others;
        }
        join(&mut self.pieces, &more.pieces);
        join(&mut self.material, &more.material);
        join(&mut self.opcodes, &more.opcodes);
        join(&mut self.problems, &more.problems);
        join(&mut self.lengths, &more.lengths);
    }
}

fn join<K: Ord + Clone>(mine: &mut BTreeMap<K, usize>, others: &BTreeMap<K, usize>) {
    for (key, count) in others {
        *mine.entry(key.clone()).or_default() += count;
    }
}

/// Returns the statistics of the chosen lines. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn statistics(
    snapshot: &Snapshot,
    chosen: &Selection,
    job: &Job,
) -> Result<Statistics, JobError> {
    let mut all = Statistics::default();
    let begin = |range: &Range<usize>| {
        snapshot.work.parsed_lines(range.len());
        Statistics::default()
    };
    let each = |part: &mut Statistics, _: usize, bytes: &[u8]| {
        part.take(bytes, snapshot.read_options());
    };
    scan_lines(snapshot, chosen.lines(), job, begin, each, |part| {
        all.add(&part);
        Ok(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[test]
    fn everything_is_counted_once() {
        let text = "\
# head
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 1; ce 2; id \"a\";
4K3/4P3/8/8/8/8/8/4k3 b - - bm Kd2;

rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
8/8/8/8/8/8/8/4K3 w - -
";
        let suite = Suite::from_bytes("test.epd", text.as_bytes().to_vec());
        let found = statistics(&suite.snapshot(), &Selection::All, &Job::new()).unwrap();
        assert_eq!((found.records, found.comments, found.blank), (4, 1, 1));
        assert_eq!(found.legal, 3);
        assert_eq!(found.sides, [3, 1]);
        assert_eq!(found.phases, [1, 0, 3]);
        assert_eq!(found.pieces, [(1, 1), (3, 2), (32, 1)].into());
        assert_eq!(
            found.material,
            [("KPvK".to_owned(), 2), ("Kv".to_owned(), 1)].into()
        );
        let opcodes = [("bm", 2), ("ce", 1), ("id", 1)];
        assert!(
            found
                .opcodes
                .iter()
                .map(|(name, count)| (name.as_str(), *count))
                .eq(opcodes)
        );
        assert_eq!(found.operations, 5);
        assert_eq!(found.problems.get(&Code::FenClocks), Some(&1));
        assert_eq!(found.longest, 56);
        assert_eq!(found.lengths.values().sum::<usize>(), 4);
        let mut by_line = Statistics::default();
        for line in text.split_inclusive('\n') {
            let mut one = Statistics::default();
            one.take(line.as_bytes(), suite.read_options());
            by_line.add(&one);
        }
        assert_eq!(by_line, found);
        let none = Selection::Lines([1].into_iter().collect());
        let part = statistics(&suite.snapshot(), &none, &Job::new());
        assert_eq!(part.unwrap().records, 1);
    }
}
