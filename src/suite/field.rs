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
//!
//! The combination of fields by which records are counted.

mod answer;
mod key;
mod keys;
mod name;
mod query;

pub use answer::Answer;
pub use keys::{Key, Keys, ReadyKeys};
pub use name::{FieldError, Fields, offered};
pub(crate) use query::{expression_of, query_word, text_query};

use super::query::Calculation;
use super::query::shapes::{FORCE, material};
use crate::epd::{ReadOptions, Record, Severity, holds_name, holds_numbers, holds_text};
use crate::suite::query::LazyRecord;
use shakmaty::{Board, Color};
use std::hash::{Hash, Hasher};

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

/// The separator between the values of a group, which no value contains.
const BETWEEN: u8 = b'\n';

/// The fields by which the records of one file are counted: records with equal values form a group.
///
/// ```
/// use epdit::epd::ReadOptions;
/// use epdit::suite::field::{Grouping, cells};
///
/// let grouping = Grouping::new("side,id.prefix,count(bm)".parse()?, "a.epd");
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"WAC.7\";";
/// let group = grouping.of_line((line, 0), &ReadOptions::default());
/// assert_eq!(cells(&group).collect::<Vec<_>>(), [b"w", &b"WAC"[..], b"2"]);
/// let query = grouping.query(&group);
/// assert_eq!(query.as_deref(), Ok("side = w and id.prefix = \"WAC\" and count(bm) = 2"));
/// # Ok::<(), epdit::suite::field::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    fields: Fields,
    path: String,
}

/// Returns the values of a group, as text.
pub fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == BETWEEN)
}

impl Fields {
    /// Returns the values of a record as one text, which is unique to its group.
    pub fn group_of(&self, record: &LazyRecord<'_>) -> Vec<u8> {
        let mut values = self.0.iter().map(|field| field.of(record).into_text());
        let mut group = values.next().unwrap_or_default().into_owned();
        for value in values {
            group.push(BETWEEN);
            group.extend_from_slice(&value);
        }
        group
    }
}

impl Grouping {
    /// Groups by these fields, in a file of this path.
    pub fn new(fields: Fields, path: impl Into<String>) -> Self {
        Self {
            fields,
            path: path.into(),
        }
    }

    /// Returns the fields.
    pub fn fields(&self) -> &[Field] {
        &self.fields.0
    }

    /// Returns the group of a record in a line with this number (0-based).
    pub fn of_line(&self, line: (&[u8], usize), options: &ReadOptions) -> Vec<u8> {
        self.with(line, options, |record| self.fields.group_of(record))
    }

    /// Returns the group of a record with its sort key.
    pub(crate) fn with_key(
        &self,
        line: (&[u8], usize),
        options: &ReadOptions,
    ) -> (Vec<u8>, Vec<u8>) {
        self.with(line, options, |record| {
            let mut key = Vec::new();
            for field in self.fields() {
                field.push_key(record, false, &mut key);
            }
            (self.fields.group_of(record), key)
        })
    }

    fn with<T>(
        &self,
        (line, number): (&[u8], usize),
        options: &ReadOptions,
        then: impl FnOnce(&LazyRecord<'_>) -> T,
    ) -> T {
        then(&LazyRecord::new(line, number, options).of_file(&self.path))
    }

    /// Returns true if a group has no value.
    pub(crate) fn is_missing(group: &[u8]) -> bool {
        group.iter().all(|byte| *byte == BETWEEN)
    }

    /// Returns the query that matches exactly the records of a group.
    ///
    /// # Errors
    /// The reason why no query can express it.
    pub fn query(&self, group: &[u8]) -> Result<String, &'static str> {
        const ALL: &str = "all";
        let mut parts = Vec::new();
        for (field, cell) in self.fields().iter().zip(cells(group)) {
            let part = field.query(cell)?;
            if part != ALL && !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            parts.push(ALL.to_owned());
        }
        Ok(parts.join(" and "))
    }
}
