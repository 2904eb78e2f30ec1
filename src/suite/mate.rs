//! Whether mate can be forced in a few moves, by looking at all of them.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record};
//! use epdit::suite::mate_in;
//!
//! let line = b"6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;";
//! let record = Record::read(line, &ReadOptions::default());
//! assert_eq!(mate_in(record.position().expect("a position"), 3), Some(1));
//! ```

use shakmaty::{Chess, Move, Position};

/// As many positions are looked at before a search gives up: a second or so.
const MOST: u64 = 3_000_000;

/// In how many moves the side to move can force mate, at most `most` (up to 5). `None` where it can't,
/// and where a search of some million positions does not tell.
pub fn mate_in(position: &Chess, most: u8) -> Option<u8> {
    let mut left = MOST;
    (1..=most.min(5)).find_map(|moves| match forces(position, moves, &mut left) {
        Some(true) => Some(Some(moves)),
        Some(false) => None,
        None => Some(None),
    })?
}

/// Whether the side to move mates in at most so many moves; `None` where `left` does not suffice.
fn forces(position: &Chess, moves: u8, left: &mut u64) -> Option<bool> {
    let mut tries: Vec<(Move, Chess)> = Vec::new();
    for played in position.legal_moves() {
        *left = left.checked_sub(1)?;
        let mut after = position.clone();
        after.play_unchecked(played);
        let checks = after.is_check();
        if checks && after.is_checkmate() {
            return Some(true);
        }
        // The last move must mate.
        if moves > 1 {
            tries.push((played, after));
        }
    }
    // A check leaves few answers: it is tried first.
    tries.sort_by_key(|(_, after)| !after.is_check());
    for (_, after) in tries {
        if is_lost(&after, moves - 1, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether every answer is mated in at most so many moves.
fn is_lost(position: &Chess, moves: u8, left: &mut u64) -> Option<bool> {
    let answers = position.legal_moves();
    if answers.is_empty() {
        return Some(false);
    }
    for answer in answers {
        *left = left.checked_sub(1)?;
        let mut after = position.clone();
        after.play_unchecked(answer);
        if !forces(&after, moves, left)? {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{ReadOptions, Record};

    #[track_caller]
    fn check(line: &str, expected: Option<u8>) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let position = record.position().expect("a position");
        assert_eq!(mate_in(position, 3), expected, "{line}");
    }

    #[test]
    fn mates_of_up_to_three_moves_are_found_and_longer_ones_are_not() {
        check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", Some(1));
        check("kbK5/pp6/1P6/8/8/8/8/R7 w - -", Some(2));
        check("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", Some(3));
        check("4k3/8/8/8/8/8/4P3/4K3 w - -", None);
        check("8/8/8/8/8/2k5/8/K1q5 b - -", None);
    }

    #[test]
    fn who_is_mated_or_stalemated_forces_nothing() {
        check("7k/6Q1/5K2/8/8/8/8/8 b - -", None);
        check("7k/5Q2/6K1/8/8/8/8/8 b - -", None);
        // To leave the other side without a move is no mate.
        check("7k/8/5KQ1/8/8/8/8/8 w - -", Some(1));
    }
}
