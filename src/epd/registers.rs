//! Registers: the texts of the comment, variation-name, `eco` and `nic` operations of earlier records that still
//! apply to a later one (1995 standard; 1994 section 16.2.5).
//!
//! Read in file order, records that follow from one another are a game. `cN` with a string clears
//! the comment registers N to 9 and sets N; without one it only clears them; `vN` does the same for
//! variation names, `eco` and `nic` have one register each. They are applied in opcode order, not in
//! the order met. A game starts with the file, at the starting array, or at `refcom reset`. In an
//! ordinary suite the records are independent: see [`follows`].
//!
//! ```
//! use epdit::epd::registers::{Registers, follows};
//! use epdit::epd::{ReadOptions, Record};
//!
//! let options = ReadOptions::default();
//! let start = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - eco \"B00\"; sm e4;";
//! let next = b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"a reply\";";
//! let (start, next) = (Record::read(start, &options), Record::read(next, &options));
//! assert!(follows(&start, &next));
//! let mut registers = Registers::default();
//! registers.apply(&start, 1);
//! registers.apply(&next, 2);
//! let held: Vec<_> = registers.held().into_iter().map(|(opcode, held)| (opcode, held.since)).collect();
//! assert_eq!(held, [("c0".to_owned(), 2), ("eco".to_owned(), 1)]);
//! ```

use super::operand::Value;
use super::record::{Operation, Record};
use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position};
use std::collections::BTreeMap;

/// The text of a register, and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterValue {
    /// The string, without quotes.
    pub text: Vec<u8>,
    /// The number of the record that set it, as given by the caller.
    pub since: usize,
}

/// All registers, by the opcodes that set them: `c0` to `c9`, `eco`, `nic`, `v0` to `v9`. They start empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers(BTreeMap<&'static str, RegisterValue>);

impl Registers {
    /// Applies a record's register operations; `number` identifies it. A record that starts a game first clears all.
    pub fn apply(&mut self, record: &Record<'_>, number: usize) {
        if starts_a_game(record) {
            self.0.clear();
        }
        let operations = record.operations().iter();
        let mut operations: Vec<_> = operations
            .filter_map(|operation| Some((operation.info?, operation)))
            .collect();
        operations.sort_by_key(|(info, _)| info.name);
        for (info, operation) in operations {
            let name = info.name;
            if info.ranked_register().is_some() {
                // Register N and those above it are cleared.
                let letter = name.trim_end_matches(char::is_numeric);
                self.0
                    .retain(|other, _| !other.starts_with(letter) || *other < name);
            } else if matches!(name, "eco" | "nic") {
                self.0.remove(name);
            } else {
                continue;
            }
            if let Some(operand) = record.operands_of(operation).first() {
                let text = record.string(operand).to_vec();
                self.0.insert(
                    name,
                    RegisterValue {
                        text,
                        since: number,
                    },
                );
            }
        }
    }

    /// Returns the texts of the registers, in the order of the opcodes that set them.
    pub fn held(&self) -> Vec<(String, &RegisterValue)> {
        let all = self.0.iter();
        all.map(|(name, held)| ((*name).to_owned(), held)).collect()
    }
}

/// Returns true if a record begins a game: the starting array, or `refcom reset`.
pub(crate) fn starts_a_game(record: &Record<'_>) -> bool {
    let array = record.board() == Some(&Board::new())
        && record.side() == Some(Color::White)
        && record.castling_rooks() == shakmaty::Bitboard::CORNERS;
    let reset = record
        .operation("refcom")
        .is_some_and(|operation| record.operands_text(operation) == "reset");
    array || reset
}

/// Returns true if `after` is the position that `before` leads to by its supplied move: `sm`, else the first of `sv`.
/// Only then do registers carry over.
pub fn follows(before: &Record<'_>, after: &Record<'_>) -> bool {
    let (Some(start), Some(end)) = (before.position(), after.position()) else {
        return false;
    };
    let Some(played) = supplied_move(before) else {
        return false;
    };
    if starts_a_game(after) {
        return false;
    }
    let mut reached = start.clone();
    reached.play_unchecked(played);
    is_same(&reached, end)
}

/// Returns the supplied move: the one of `sm`, or without `sm` the first of `sv`. `None` if several are supplied,
/// since the one played is unknown.
pub(crate) fn supplied_move(record: &Record<'_>) -> Option<Move> {
    let opcode = ["sm", "sv"]
        .into_iter()
        .find(|opcode| record.operation(opcode).is_some())?;
    let is_it = |operation: &&Operation| record.opcode(operation) == opcode;
    let mut operations = record.operations().iter().filter(is_it);
    let (operation, other) = (operations.next()?, operations.next());
    match (record.operands_of(operation), other) {
        ([first, rest @ ..], None) if rest.is_empty() || opcode == "sv" => match first.value {
            Value::Move(played) => Some(played),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true for equal placement, side, rights and effective en-passant square, regardless of clocks.
pub(crate) fn is_same(one: &Chess, other: &Chess) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castles().castling_rights() == other.castles().castling_rights()
        && one.ep_square(EnPassantMode::Legal) == other.ep_square(EnPassantMode::Legal)
        && one.castles().mode() == other.castles().mode()
        && one.castles().mode() == CastlingMode::Chess960
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    fn read(line: &str) -> Record<'_> {
        Record::read(line.as_bytes(), &ReadOptions::default())
    }

    fn check(lines: &[&str], expected: &[(&str, &str, usize)]) {
        let mut registers = Registers::default();
        for (number, line) in lines.iter().enumerate() {
            registers.apply(&read(line), number);
        }
        let held = registers.held();
        let held: Vec<_> = held
            .iter()
            .map(|(name, held)| {
                (
                    &**name,
                    std::str::from_utf8(&held.text).unwrap(),
                    held.since,
                )
            })
            .collect();
        assert_eq!(held, expected);
    }

    const BARE: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    #[test]
    fn a_comment_clears_those_below_its_rank() {
        let first = format!("{BARE} c0 \"a\"; c1 \"b\"; c5 \"c\";");
        let second = format!("{BARE} c1 \"d\";");
        check(&[&first, &second], &[("c0", "a", 0), ("c1", "d", 1)]);
    }

    #[test]
    fn without_a_string_registers_are_only_cleared() {
        let first = format!("{BARE} c0 \"a\"; eco \"A00\"; v3 \"x\";");
        let second = format!("{BARE} c0; eco; v4;");
        check(&[&first, &second], &[("v3", "x", 0)]);
    }

    #[test]
    fn operations_are_applied_in_the_order_of_opcodes() {
        let line = format!("{BARE} c1 \"b\"; c0 \"a\";");
        check(&[&line], &[("c0", "a", 0), ("c1", "b", 0)]);
    }

    #[test]
    fn the_starting_array_and_a_reset_clear_all_registers() {
        let comment = format!("{BARE} c0 \"a\";");
        check(
            &[
                &comment,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            ],
            &[],
        );
        let reset = format!("{BARE} refcom reset;");
        check(&[&comment, &reset], &[]);
    }

    #[test]
    fn a_record_follows_if_the_supplied_move_leads_to_it() {
        let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4;");
        let after = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
        let after_without_square = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
        let other = read("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -");
        assert!(follows(&start, &after));
        assert!(follows(&start, &after_without_square));
        assert!(!follows(&start, &other));
        assert!(!follows(&after, &start));
        let line = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sv e4 e5;");
        assert!(follows(&line, &after));
    }
}
