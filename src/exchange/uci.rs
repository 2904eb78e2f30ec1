//! Positions as a UCI command: `position fen ... moves ...`.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record};
//! use epdit::exchange::uci;
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; sv e4 Ke7;";
//! let record = Record::read(line, &ReadOptions::default());
//! let command = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 1 moves e2e4 e8e7";
//! assert_eq!(uci::command(&record).map(|exported| exported.text).as_deref(), Some(command));
//! ```

use super::{ExportedRecord, PlayableMoves};
use crate::epd::{Record, edit, moves};

/// Returns the command for a record: its position, and the moves of its `sv`, or UCI moves after a FEN, as far as they
/// can be played; if some are missing, it leads to another position. `None` if the position can't be read.
pub fn command(record: &Record<'_>) -> Option<ExportedRecord> {
    let mut text = format!("position fen {}", edit::fen(record)?);
    let line = match PlayableMoves::of_uci(record) {
        Some(line) => line,
        None => PlayableMoves::of(record, "sv"),
    };
    if let Some(position) = record.position().filter(|_| !line.moves.is_empty()) {
        text += " moves ";
        text += &moves::line(position, &line.moves, moves::uci);
    }
    Some(ExportedRecord {
        text,
        is_cut: line.is_cut,
        has_other_braces: false,
    })
}
