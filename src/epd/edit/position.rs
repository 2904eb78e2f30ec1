//! Edits of a position on a board: new fields, and their effects on castling rights and moves.
//!
//! A castling right is removed when its king or rook leaves its square: a piece that has moved can't castle, and a
//! right that stayed would mean another rook.

use crate::epd::castling::{self, Right};
use crate::epd::edit::{Change, Refusal, RespellResult, by_hand, respell, set_each};
use crate::epd::{Dialect, Fix, Record, Rules, position};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Square};

/// A map from each square to the square that its piece moves to; `None` if the piece is removed.
pub type Map<'m> = &'m dyn Fn(Square) -> Option<Square>;

/// New values of the fields of a position; `None` leaves a field unchanged.
///
/// ```
/// use epdit::epd::edit::PositionEdit;
/// use epdit::epd::shakmaty::{Color, Role, Square};
/// use epdit::epd::{ReadOptions, Record};
///
/// let line = b"4k3/8/8/8/8/8/8/1N2K3 w - - bm Nd2;";
/// let record = Record::read(line, &ReadOptions::default());
/// let mut board = record.board().cloned().unwrap_or_default();
/// board.set_piece_at(Square::E4, Role::Knight.of(Color::White));
/// let edit = PositionEdit { board: Some(board), ..PositionEdit::default() };
/// let (new, after) = edit.make(&record, Some(&Some), None)?;
/// assert_eq!(new, b"4k3/8/8/8/4N3/8/8/1N2K3 w - - bm Nbd2;");
/// assert_eq!(after.in_words("C").as_deref(), Some("1 move respelled"));
/// # Ok::<(), epdit::epd::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionEdit {
    /// The piece placement.
    pub board: Option<Board>,
    /// The side to move.
    pub side: Option<Color>,
    /// The castling field, in canonical text.
    pub castling: Option<String>,
    /// The en-passant square, `Some(None)` for `-`.
    pub en_passant: Option<Option<Square>>,
    /// The half-move clock (0 and more) and the full-move number (1 and more).
    pub clocks: (Option<u32>, Option<u32>),
}

impl PositionEdit {
    /// Returns the record's line with these fields, and the effects on its moves and castling rights.
    ///
    /// With `map`, moves and castling rights follow the pieces to their new squares; without it, the castling field
    /// changes only by [`Self::castling`]. While the record has no legal position, its moves are read from the line
    /// `meant`: [`RespellResult::meant`] of the edit before.
    ///
    /// # Errors
    /// See [`by_hand`].
    pub fn make(
        &self,
        record: &Record<'_>,
        map: Option<Map<'_>>,
        meant: Option<&[u8]>,
    ) -> Result<(Vec<u8>, RespellResult), Refusal> {
        let changes = [
            self.board.as_ref().map(Change::Board),
            self.side.map(Change::Side),
            self.castling.as_deref().map(Change::Castling),
            self.en_passant.map(Change::EnPassant),
        ];
        let changes: Vec<Change<'_>> = changes.into_iter().flatten().collect();
        let new = by_hand(record, &changes)?;
        let (new, removed) = match map {
            Some(map) => follow_rights(record, new, map),
            None => (new, String::new()),
        };
        let (new, mut after) = respell::follow(record, new, map.unwrap_or(&Some), meant);
        after.removed = removed;
        // Clocks come last, since respelling compares the operations with those of the record.
        Ok((self.with_clocks(record, new)?, after))
    }

    /// Writes the clocks; the defaults `0 1` only in place of clocks that the record already has.
    fn with_clocks(&self, before: &Record<'_>, mut line: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        let (half, full) = self.clocks;
        let had = before.half_move_clock().is_some() || before.full_move_number().is_some();
        if !had && matches!((half, full), (Some(0) | None, Some(1) | None)) {
            return Ok(line);
        }
        for (clock, number) in [(Clock::MoveNumber, full), (Clock::HalfMoves, half)] {
            if number.is_some() {
                line = clock.put(&Record::read(&line, before.options()), number)?;
            }
        }
        Ok(line)
    }
}

/// A clock of a position: an operation, or a field of the line if it has FEN's clock fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Half-moves since the last capture or pawn move: `hmvc`, 0 and more.
    HalfMoves,
    /// The number of the full move: `fmvn`, 1 and more.
    MoveNumber,
}

impl Clock {
    /// Returns the opcode.
    pub const fn opcode(self) -> &'static str {
        match self {
            Self::HalfMoves => "hmvc",
            Self::MoveNumber => "fmvn",
        }
    }

    /// Returns this clock of a record.
    pub fn of(self, record: &Record<'_>) -> Option<u32> {
        match self {
            Self::HalfMoves => record.half_move_clock(),
            Self::MoveNumber => record.full_move_number(),
        }
    }

    /// Returns the record's line with this clock set to a number; `None` removes the operation, or resets the field to
    /// its default (0 or 1).
    ///
    /// # Errors
    /// See [`by_hand`].
    pub fn put(self, record: &Record<'_>, number: Option<u32>) -> Result<Vec<u8>, Refusal> {
        let opcode = self.opcode();
        let fields = record.field_spans();
        let (field, absent) = match self {
            Self::HalfMoves => (fields.half_move, 0),
            Self::MoveNumber => (fields.full_move, 1),
        };
        match (record.index_of(opcode), number, field) {
            (None, number, Some(span)) => {
                let replacement = number.unwrap_or(absent).to_string().into_bytes();
                let fix = Fix {
                    safe: true,
                    span,
                    replacement,
                };
                Ok(fix.apply(record.line()))
            }
            (_, Some(number), _) => {
                let text = number.to_string();
                set_each(record, [(opcode, text.as_bytes())])
            }
            (Some(at), None, _) => by_hand(record, &[Change::Remove(at)]),
            (None, None, None) => Ok(record.line().to_vec()),
        }
    }
}

/// Returns the new line with the rights that remain, and the letters of the removed ones.
fn follow_rights(before: &Record<'_>, new: Vec<u8>, map: Map<'_>) -> (Vec<u8>, String) {
    let after = Record::read(&new, before.options());
    let (Some(board), Some(letters)) = (before.board(), before.castling()) else {
        return (new, String::new());
    };
    let (Some(now), Some(written)) = (after.board(), after.castling()) else {
        return (new, String::new());
    };
    if board == now {
        return (new, String::new());
    }
    let (rules, of_file) = (before.rules(), before.options().rules);
    let (mut left, mut gone) = (Vec::with_capacity(4), String::new());
    for letter in letters.bytes().filter(u8::is_ascii_alphabetic) {
        let Some(right) = castling::right(board, letter, rules) else {
            // The right was impossible before, so the change did not affect it.
            let is_queen_side = letter.eq_ignore_ascii_case(&b'q');
            left.push((
                letter.is_ascii_lowercase(),
                is_queen_side,
                char::from(letter),
            ));
            continue;
        };
        let stays = carried_right(now, right, map).and_then(|right| {
            let letter = spelling(now, letter, &right, rules, of_file)?;
            Some((right.colour.is_black(), !right.is_king_side(), letter))
        });
        match stays {
            Some(letter) => left.push(letter),
            None => gone.push(char::from(letter)),
        }
    }
    // White's first, the king's side first.
    left.sort_by_key(|(is_black, is_queen_side, _)| (*is_black, *is_queen_side));
    let left: String = match left.as_slice() {
        [] => "-".to_owned(),
        letters => letters.iter().map(|(_, _, letter)| *letter).collect(),
    };
    if left == written {
        return (new, gone);
    }
    match by_hand(&after, &[Change::Castling(&left)]) {
        Ok(line) => (line, gone),
        // The rights stay, and are reported as impossible.
        Err(_) => (new, String::new()),
    }
}

/// Returns the right on the new squares of its king and rook, if both stand there on their first rank.
fn carried_right(board: &Board, right: Right, map: Map<'_>) -> Option<Right> {
    let (king, rook) = (map(right.king)?, map(right.rook)?);
    // The edit may also have swapped the colours.
    let colour = board.color_at(king)?;
    let own = board.by_color(colour) & Bitboard::from_rank(colour.backrank());
    let stands = (own & board.kings()).contains(king) && (own & board.rooks()).contains(rook);
    stands.then_some(Right { colour, king, rook })
}

/// Returns the letter of a right that was written as `letter`: the same kind of letter if it still means this rook,
/// else the rook's file if Chess960 rules apply.
fn spelling(
    board: &Board,
    letter: u8,
    right: &Right,
    rules: Rules,
    of_file: Rules,
) -> Option<char> {
    let was_plain = matches!(letter, b'K' | b'Q' | b'k' | b'q');
    // Once no file letter is left, the field is read by the rules of the options.
    if was_plain && right.is_meant(board, of_file) {
        return Some(right.letter());
    }
    (rules == Rules::Chess960).then(|| right.file_letter())
}

/// Returns a line with the position after legal moves and without operations, except the clocks: they are advanced if
/// the record has them or its dialect needs them. `None` if the record has no legal position or a move is illegal.
pub fn after_moves(record: &Record<'_>, played: &[Move]) -> Option<Vec<u8>> {
    let mut position = record.position()?.clone();
    let is_black = position.turn().is_black();
    for &played in played {
        position = position.play(played).ok()?;
    }
    let by_file = record
        .castling()
        .is_some_and(|text| text.chars().any(|c| !"KQkq-".contains(c)));
    let mut line = Vec::with_capacity(96);
    position::write(&position, &rights_text(&position, by_file), &mut line);
    let count = |moves: usize| u32::try_from(moves).unwrap_or(u32::MAX);
    let quiet = played
        .iter()
        .rev()
        .take_while(|played| !played.is_zeroing());
    let quiet = quiet.count();
    let half = record
        .half_move_clock()
        .map(|half| match quiet == played.len() {
            true => half.saturating_add(count(quiet)),
            false => count(quiet),
        });
    let of_black = count((played.len() + usize::from(is_black)) / 2);
    let full = record.full_move_number();
    let full = full.map(|full| full.saturating_add(of_black));
    if record.options().dialect == Dialect::Fen {
        let (half, full) = (half.unwrap_or(0), full.unwrap_or(1));
        line.extend_from_slice(format!(" {half} {full}").as_bytes());
        return Some(line);
    }
    for (clock, number) in [(Clock::HalfMoves, half), (Clock::MoveNumber, full)] {
        if number.is_some() {
            // A line written here has no operation that could read differently.
            let put = clock.put(&Record::read(&line, record.options()), number);
            line = put.unwrap_or(line);
        }
    }
    Some(line)
}

/// Returns the castling field in `KQkq`, with the file of the rook for an inner rook, or for all if `by_file`.
fn rights_text(position: &Chess, by_file: bool) -> String {
    castling::text_of(position, |right| {
        !by_file && right.is_meant(position.board(), Rules::Chess960)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_written_as_the_record_writes_them() {
        let position: Chess = "1r2k1r1/8/8/8/8/8/8/RR2K1R1 w Bg - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .ok()
            .and_then(|fen| fen.into_position(shakmaty::CastlingMode::Chess960).ok())
            .expect("a position");
        assert_eq!(rights_text(&position, false), "Bk");
        assert_eq!(rights_text(&position, true), "Bg");
    }
}
