//! What the suite list has of the screen, and records as small boards.

use crate::epd::Record;
use crate::epd::moves::ends;
use shakmaty::{Board, Square};

/// The form of the suite list, while it has the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Its place among all panes.
    #[default]
    Panes,
    /// All of it, for more columns.
    List,
    /// All of it, as small boards.
    Boards,
}

/// A record as a small board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The pieces; `None` where the placement can't be read.
    pub board: Option<Board>,
    /// Best moves and moves to avoid, from and to.
    pub best: Vec<(Square, Square)>,
    pub avoid: Vec<(Square, Square)>,
    /// The id, not made safe yet.
    pub name: String,
}

impl Picture {
    pub(crate) fn of(record: &Record<'_>) -> Self {
        let id = record.operation("id").map(|id| record.operands_text(id));
        Self {
            board: record.board().cloned(),
            best: ways(record, "bm"),
            avoid: ways(record, "am"),
            name: id.unwrap_or_default(),
        }
    }
}

/// Returns the moves of an operation, from and to.
pub(crate) fn ways(record: &Record<'_>, opcode: &str) -> Vec<(Square, Square)> {
    let moves = record.moves(opcode);
    moves.filter_map(|played| ends(&played)).collect()
}
