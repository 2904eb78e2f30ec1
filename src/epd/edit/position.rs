//! Edits of a position at the board: new fields, and what follows from them for castling rights and moves.

use super::{Change, Refusal, Respelled, by_hand, respell, rights, set_in_order};
use crate::epd::{Fix, Record};
use shakmaty::{Board, Color, Square};

/// A map from each square to the one that its pieces go to.
pub type Map<'m> = &'m dyn Fn(Square) -> Option<Square>;

/// New values of the fields of a position; `None` leaves a field as it is.
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
    /// Half-moves and the number of the move.
    pub clocks: (Option<u32>, Option<u32>),
}

impl PositionEdit {
    /// Returns the record's line with these fields, and what followed. Where the edit takes pieces to the squares
    /// that `map` gives, moves and castling rights are carried along with them; else the fields say themselves
    /// what becomes of the rights. While the record has no position, its moves mean what they did in the line
    /// `meant`.
    ///
    /// # Errors
    /// See [`by_hand`].
    pub fn make(
        &self,
        record: &Record<'_>,
        map: Option<Map<'_>>,
        meant: Option<&[u8]>,
    ) -> Result<(Vec<u8>, Respelled), Refusal> {
        let changes = [
            self.board.as_ref().map(Change::Board),
            self.side.map(Change::Side),
            self.castling.as_deref().map(Change::Castling),
            self.en_passant.map(Change::EnPassant),
        ];
        let changes: Vec<Change<'_>> = changes.into_iter().flatten().collect();
        let new = by_hand(record, &changes)?;
        let (new, removed) = match map {
            Some(map) => rights::follow(record, new, map),
            None => (new, String::new()),
        };
        let (new, mut after) = respell::follow(record, new, map.unwrap_or(&Some), meant);
        after.removed = removed;
        // Clocks come last: what is said of the moves is of the operations that the record has.
        Ok((self.with_clocks(record, new)?, after))
    }

    /// Takes the clocks over; `0 1`, which says little, only in place of others.
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

/// One of the two counts beside a position: an operation, or FEN's field where the record has that.
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

    /// Returns the count of a record.
    pub fn of(self, record: &Record<'_>) -> Option<u32> {
        match self {
            Self::HalfMoves => record.half_move_clock(),
            Self::MoveNumber => record.full_move_number(),
        }
    }

    /// Returns the record's line with a count, or without it.
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
                set_in_order(record, [(opcode, text.as_bytes())])
            }
            (Some(at), None, _) => by_hand(record, &[Change::Remove(at)]),
            (None, None, None) => Ok(record.line().to_vec()),
        }
    }
}
