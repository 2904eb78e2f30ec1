//! Readers and writers of other formats, one file per format.
//!
//! | format | read | written |
//! |---|---|---|
//! | games in PGN | [`import`], [`pgn`] | [`pgn::write`] |
//! | JSON, an object a line | `json::read` (feature `tables`) | [`json::write()`] |
//! | CSV, TSV | `table::Rows` (feature `tables`) | [`table::write_row`] |
//! | puzzles and evaluations of lichess.org | `lichess::Table` (feature `tables`) | |
//! | FEN | [`Record::read`](crate::epd::Record::read) | [`edit::fen`](crate::epd::edit::fen) |
//! | UCI's `position` | | [`uci::command`] |
//! | diagrams: text, Markdown, LaTeX, HTML, SVG | [`diagram::read`] | [`diagram`] |
//! | diagrams: PNG | | `diagram::png` (feature `pictures`) |
//! | reports: text, Markdown, HTML, CSV | | [`page`] |
//!
//! [`anywhere`] finds positions in any text, [`form`] has the forms in which a record can be copied, and
//! [`reply`](mod@reply) makes the next record of a game.

pub mod anywhere;
#[cfg(feature = "tables")]
mod built;
pub mod diagram;
pub mod form;
pub mod import;
pub mod json;
#[cfg(feature = "tables")]
pub mod lichess;
pub mod page;
pub mod pgn;
pub mod reply;
pub mod table;
pub mod uci;

#[cfg(feature = "tables")]
pub use built::{FormatError, NumberedRecord};

use crate::epd::{Code, Record, Value};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

/// A record in another format, with notes about altered moves and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedRecord {
    /// The text in the other format.
    pub text: String,
    /// Whether the moves end before one that can't be read or played.
    pub is_cut: bool,
    /// Whether a comment has `)` in place of `}`.
    pub has_other_braces: bool,
}

/// The moves of a record that are written as one line, as far as they can be played.
#[derive(Clone, Debug, Default)]
struct PlayableMoves {
    /// The moves, each legal after those before it.
    pub moves: Vec<Move>,
    /// Whether there are more moves, which can't be read or played.
    pub is_cut: bool,
}

impl PlayableMoves {
    /// Returns the UCI moves after a FEN: `moves e2e4 e7e5`; `None` if a record has none.
    fn of_uci(record: &Record<'_>) -> Option<Self> {
        let mut found = record.diagnostics().iter();
        found.find(|found| found.code == Code::UciMoves)?;
        let mut line = Self::default();
        let mut reached = record.position()?.clone();
        for operand in record.operands_of(record.operation("moves")?) {
            let word = UciMove::from_ascii(operand.span.of(record.line())).ok();
            let Some(played) = word.and_then(|word| word.to_move(&reached).ok()) else {
                line.is_cut = true;
                break;
            };
            reached.play_unchecked(played);
            line.moves.push(played);
        }
        Some(line)
    }

    /// Returns the moves of an operation from the record's position on; none if it lacks the operation.
    fn of(record: &Record<'_>, opcode: &str) -> Self {
        let mut line = Self::default();
        let Some(operation) = record.operation(opcode) else {
            return line;
        };
        let mut reached = record.position().cloned();
        for operand in record.operands_of(operation) {
            match (&operand.value, &mut reached) {
                (Value::Move(played), Some(position)) if position.is_legal(*played) => {
                    position.play_unchecked(*played);
                    line.moves.push(*played);
                }
                _ => {
                    line.is_cut = true;
                    break;
                }
            }
        }
        line
    }
}
