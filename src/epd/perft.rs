//! Perft counts: the number of leaf nodes at a depth of the tree of legal moves. This module reads the counts that a
//! record states (`D3 8902;`), counts the nodes, and reports counts that are wrong.
//!
//! The time of counting grows with the depth, so reading a record never counts: [`Record::note_counts`] adds the
//! results.
//!
//! ```
//! use epdit::epd::{Code, ReadOptions, Record, perft};
//!
//! let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400 ;D3 8903";
//! let mut record = Record::read(line, &ReadOptions::default());
//! let position = record.position().expect("a legal position");
// The last argument receives the number of nodes so far, and returns true to continue.
//! assert_eq!(perft::count(position, 3, &mut |_| true), Some(8902));
//! assert_eq!(record.verify_counts(3), Some((3, 0)), "three were counted, none left out");
//! assert!(record.diagnostics().iter().any(|found| found.code == Code::WrongPerft));
//! ```

use super::diagnostic::{Code, Detail, Diagnostic};
use super::opcode;
use super::operand::read_integer;
use super::record::{Operation, Record};
use super::span::Span;
use shakmaty::{Chess, Position};

/// The deepest depth that can be counted, in half-moves.
pub const DEEPEST: u8 = 9;

/// The number of nodes between two checks for cancellation.
const LOOK: u64 = 1 << 14;

/// A perft count stated by an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The depth in half-moves, 1 to [`DEEPEST`].
    pub depth: u8,
    /// The stated number of leaf nodes.
    pub nodes: i64,
    /// The span of the number.
    pub span: Span,
}

/// Returns the count that an operation states, if it is a perft count of a depth that can be counted.
pub fn claim(record: &Record<'_>, operation: &Operation) -> Option<Claim> {
    let name = record.opcode(operation);
    let depth = opcode::perft_depth(name.as_bytes()).filter(|depth| *depth <= DEEPEST)?;
    let [operand] = record.operands_of(operation) else {
        return None;
    };
    Some(Claim {
        depth,
        nodes: read_integer(operand.span.of(record.line()))?,
        span: operand.span,
    })
}

/// Returns all counts that a record states.
pub fn claims<'r>(record: &'r Record<'_>) -> impl Iterator<Item = Claim> + 'r {
    let all = record.operations().iter();
    all.filter_map(|operation| claim(record, operation))
}

/// Returns the depths of a record's counts, up to `deepest`, ascending, each once.
pub fn depths(record: &Record<'_>, deepest: u8) -> Vec<u8> {
    let within = claims(record).map(|claim| claim.depth);
    let mut depths: Vec<u8> = within.filter(|depth| *depth <= deepest).collect();
    depths.sort_unstable();
    depths.dedup();
    depths
}

/// Counts the leaf nodes at `depth` (1 or more). Every few thousand nodes `on` is called with their number so far; if
/// it returns `false`, counting ends with `None`.
pub fn count(position: &Chess, depth: u8, on: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
    let mut counting = Counting {
        nodes: 0,
        next_look: LOOK,
        on,
    };
    counting.below(position, depth)?;
    Some(counting.nodes)
}

struct Counting<'a> {
    nodes: u64,
    next_look: u64,
    on: &'a mut dyn FnMut(u64) -> bool,
}

impl Counting<'_> {
    fn below(&mut self, position: &Chess, depth: u8) -> Option<()> {
        let moves = position.legal_moves();
        if depth <= 1 {
            self.nodes += u64::try_from(moves.len()).unwrap_or(0);
            if self.nodes >= self.next_look {
                self.next_look = self.nodes + LOOK;
                if !(self.on)(self.nodes) {
                    return None;
                }
            }
            return Some(());
        }
        for next in moves {
            let mut after = position.clone();
            after.play_unchecked(next);
            self.below(&after, depth - 1)?;
        }
        Some(())
    }
}

impl Record<'_> {
    /// Adds a diagnostic for each wrong perft count. `nodes` returns the true count of a depth, if known.
    pub fn note_counts(&mut self, nodes: impl Fn(u8) -> Option<u64>) {
        let wrong: Vec<Diagnostic> = claims(self)
            .filter_map(|claim| {
                let truth = i64::try_from(nodes(claim.depth)?).ok()?;
                let diagnostic = Diagnostic::new(Code::WrongPerft, claim.span);
                (truth != claim.nodes).then(|| diagnostic.with(Detail::Number(truth)))
            })
            .collect();
        for diagnostic in wrong {
            let before = |other: &Diagnostic| other.span.start <= diagnostic.span.start;
            let at = self.diagnostics.partition_point(before);
            self.diagnostics.insert(at, diagnostic);
        }
    }

    /// Counts each depth for which the record states a count, up to `deepest`, and adds diagnostics. The time grows
    /// with the nodes: seconds beyond depth 5. Returns the number of verified counts, and of deeper ones; `None` if
    /// the position is illegal.
    pub fn verify_counts(&mut self, deepest: u8) -> Option<(usize, usize)> {
        let all = claims(self).count();
        if all == 0 {
            return Some((0, 0));
        }
        let position = self.position()?.clone();
        let counted: Vec<(u8, u64)> = depths(self, deepest)
            .into_iter()
            .filter_map(|depth| Some((depth, count(&position, depth, &mut |_| true)?)))
            .collect();
        let verified = claims(self).filter(|claim| claim.depth <= deepest).count();
        self.note_counts(|depth| {
            let found = counted.iter().find(|(known, _)| *known == depth);
            found.map(|(_, nodes)| *nodes)
        });
        Some((verified, all - verified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;
    use std::cell::Cell;

    #[test]
    fn the_counts_of_the_starting_position_are_the_known_ones() {
        let start = Chess::default();
        for (depth, nodes) in [(1, 20), (3, 8902), (4, 197_281)] {
            assert_eq!(count(&start, depth, &mut |_| true), Some(nodes));
        }
    }

    #[test]
    fn counting_stops_when_the_callback_returns_false() {
        let calls = Cell::new(0);
        let counted = count(&Chess::default(), 9, &mut |_| {
            calls.set(calls.get() + 1);
            calls.get() < 3
        });
        assert_eq!((counted, calls.get()), (None, 3));
    }

    #[test]
    fn a_wrong_count_is_reported_at_its_number_and_the_fix_writes_the_right_one() {
        let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 31; perft3 5; D4 ?; id \"D2 31\";";
        let mut record = Record::read(line, &ReadOptions::default());
        assert_eq!(record.verify_counts(2), Some((2, 1)));
        let wrong: Vec<&Diagnostic> = record
            .diagnostics()
            .iter()
            .filter(|found| found.code == Code::WrongPerft)
            .collect();
        let [wrong] = wrong[..] else {
            panic!("{wrong:?}");
        };
        assert_eq!(wrong.span.of(line), b"31");
        assert_eq!(
            record.message(wrong),
            "perft count `31` is wrong: there are 30 leaf nodes"
        );
        let fix = record.fix(wrong).expect("a fix");
        assert!(!fix.safe);
        let mut fixed = fix.apply(line);
        fixed.push(b'\n');
        let mut fixed = Record::read(&fixed, &ReadOptions::default());
        fixed.verify_counts(2);
        assert!(
            fixed
                .diagnostics()
                .iter()
                .all(|found| found.code != Code::WrongPerft)
        );
    }

    #[test]
    fn diagnostics_stay_in_order_of_their_place() {
        let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e5; D1 7; bm e4; id x;";
        let mut record = Record::read(line, &ReadOptions::default());
        record.verify_counts(1);
        let starts: Vec<usize> = record.diagnostics().iter().map(|d| d.span.start).collect();
        assert!(starts.is_sorted(), "{:?}", record.diagnostics());
        assert!(starts.len() > 3);
    }

    #[test]
    fn nothing_is_counted_in_an_illegal_position() {
        let mut record = Record::read(b"8/8/8/8/8/8/8/8 w - - D1 0;", &ReadOptions::default());
        assert_eq!(record.verify_counts(9), None);
    }
}
