//! The fields of a record, for table cells, sort keys, counts, columns and templates.
//!
//! ```
//! use epdit::epd::ReadOptions;
//! use epdit::suite::field::{Answer, Field};
//! use epdit::suite::query::LazyRecord;
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"a.7\";";
//! let options = ReadOptions::default();
//! let record = LazyRecord::new(line, 0, &options);
//! let cell = |name: &str| name.parse::<Field>().map(|field| field.cell(&record));
//! assert_eq!(cell("id.prefix")?, b"a");
//! assert_eq!(cell("count(bm)")?, b"2");
//! assert_eq!(cell("pieces")?, b"3");
//! # Ok::<(), epdit::suite::field::FieldError>(())
//! ```

mod answer;
mod grouping;
mod key;
mod keys;
mod name;
mod query;

pub use answer::Answer;
pub use grouping::{Grouping, cells};
pub use keys::{Key, Keys, ReadyKeys};
pub use name::{FieldError, Fields, offered};
pub(crate) use query::{expression_of, query_word, text_query};

use std::hash::{Hash, Hasher};

use shakmaty::{Board, Color};

use super::query::Calculation;
use super::query::shapes::{FORCE, material};
use crate::epd::{Record, Severity, holds_name, holds_numbers, holds_text};

/// The largest number of pieces, kings included, for which the exact material is given.
pub const EXACT_MATERIAL: usize = 7;

/// The cell of an operation without operands.
pub(crate) const BARE: &[u8] = b";";

/// A field of a record: of its position, an operation, a calculation, or its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// The side to move.
    Side,
    /// The castling rights: as written in a cell, else by the side of the king.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// The number of pieces.
    Pieces,
    /// The number of legal moves.
    Moves,
    /// The pieces of both sides as endgames are named (`KRPvKR`), up to seven of them; with more, their worth in
    /// pawns (`39-38`), White's first. As a number it is the worth of all pieces in centipawns.
    Material,
    /// Opening, middlegame or endgame, by the pieces.
    Phase,
    /// The name of the position's opening.
    Opening,
    /// The ECO code of that opening.
    OpeningEco,
    /// The worst diagnostic: error, warning or hint.
    Severity,
    /// The codes of all diagnostics, sorted by the worst.
    Problems,
    /// Placement, side, castling rights and en-passant square.
    Position,
    /// The placement of the pieces.
    Placement,
    /// The position with its clocks, as a FEN.
    Fen,
    /// The line number, from 1.
    Line,
    /// The path of the file.
    Path,
    /// The whole line without its end.
    Text,
    /// The operands of an opcode.
    Operation(String),
    /// The prefix of an operation's text: [`prefix_of`].
    Prefix(String),
    /// A calculation, as typed: `ce/100`, `count(bm)`, `length`.
    Calculated(Box<Calculation>, String),
}

/// Equality by name, also of calculations.
impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        self.name().hash(state);
    }
}

impl Field {
    /// Returns true if it is the operands of an opcode.
    pub fn is_operation(&self) -> bool {
        matches!(self, Self::Operation(_))
    }

    /// Returns the opcode whose operands, or their prefix, it is.
    pub fn opcode(&self) -> Option<&str> {
        match self {
            Self::Operation(opcode) | Self::Prefix(opcode) => Some(opcode),
            _ => None,
        }
    }

    /// Returns true if it is derived, so that no record can be made from it.
    pub fn is_derived(&self) -> bool {
        !matches!(
            self,
            Self::Operation(_)
                | Self::Side
                | Self::Castling
                | Self::EnPassant
                | Self::Pieces
                | Self::Position
                | Self::Placement
                | Self::Fen
                | Self::Text
        )
    }

    /// Returns true if its values may be numbers, except for texts that are numeric ([`Self::may_be_number`]).
    pub fn holds_numbers(&self) -> bool {
        match self {
            Self::Line | Self::Pieces | Self::Moves => true,
            Self::Calculated(value, _) => value.is_number(),
            Self::Operation(opcode) => holds_numbers(opcode) && !holds_text(opcode),
            _ => false,
        }
    }

    /// Returns true if its values may be compared as numbers, numeric texts included.
    pub fn may_be_number(&self) -> bool {
        self.holds_numbers() || self.holds_text()
    }

    /// Returns true if it is the operands of an opcode that takes one string.
    pub fn holds_text(&self) -> bool {
        matches!(self, Self::Operation(opcode) if holds_text(opcode))
    }

    /// Returns true if it is an operation whose numbers are compared by value.
    fn is_counted_as_number(&self) -> bool {
        matches!(self, Self::Operation(opcode) if holds_numbers(opcode) && !holds_name(opcode))
    }
}

/// Returns the part of a text that a group of records shares: without the number at its end and the separators before
/// it.
///
/// ```
/// use epdit::suite::prefix_of;
///
/// assert_eq!(prefix_of("STS(v1.0) Undermine.001"), "STS(v1.0) Undermine");
/// assert_eq!(prefix_of("BK.24"), "BK");
/// assert_eq!(prefix_of("17"), "");
/// ```
pub fn prefix_of(text: &str) -> &str {
    let without_number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if without_number.len() == text.len() {
        return text;
    }
    without_number.trim_end_matches(|c: char| c.is_whitespace() || ".-_#:/,".contains(c))
}

/// Returns the prefix of a text that may not be UTF-8.
pub(super) fn prefix_of_bytes(text: &[u8]) -> &[u8] {
    let last = text.utf8_chunks().last();
    let end = last.filter(|part| part.invalid().is_empty());
    let end = end.map_or("", |part| part.valid());
    let length = text.len() - end.len() + prefix_of(end).len();
    text.get(..length).unwrap_or(text)
}

/// Returns the worst diagnostic of a record.
pub fn worst(record: &Record<'_>) -> Option<Severity> {
    let found = record.diagnostics().iter();
    found.map(|found| found.severity).max()
}

/// Returns the text of [`Field::Material`].
pub(super) fn material_text(board: &Board) -> String {
    if board.occupied().count() <= EXACT_MATERIAL {
        return signature(board);
    }
    let worth = |color| material(board, color) / 100;
    format!("{}-{}", worth(Color::White), worth(Color::Black))
}

/// Returns the material of both sides, the stronger first, or else by text.
pub(super) fn signature(board: &Board) -> String {
    let side = |color: Color| {
        let mut text = "K".repeat((board.kings() & board.by_color(color)).count());
        for (role, letter) in FORCE.into_iter().zip(['P', 'N', 'B', 'R', 'Q']).rev() {
            let count = (board.by_role(role) & board.by_color(color)).count();
            text.extend(std::iter::repeat_n(letter, count));
        }
        (material(board, color), text)
    };
    let (white, black) = (side(Color::White), side(Color::Black));
    let (first, second) = if white >= black {
        (white, black)
    } else {
        (black, white)
    };
    format!("{}v{}", first.1, second.1)
}

#[cfg(test)]
mod tests;
