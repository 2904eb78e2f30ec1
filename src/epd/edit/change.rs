//! Changes of a record, and the reasons to refuse them.

use crate::epd::{Code, Dialect};
use shakmaty::{Board, Color, Square};

/// A change of one record. Operations are numbered as in the unchanged record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Change<'c> {
    /// Sets the piece placement.
    Board(&'c Board),
    /// Sets the side to move.
    Side(Color),
    /// Sets the castling field, in canonical text (`-`, `KQkq`, `HAha`).
    Castling(&'c str),
    /// Sets the en-passant square, `None` for `-`.
    EnPassant(Option<Square>),
    /// Removes an operation.
    Remove(usize),
    /// Gives an operation another opcode.
    Rename(usize, &'c [u8]),
    /// Gives an operation other operands: the text between opcode and semicolon.
    Operands(usize, &'c [u8]),
    /// Adds a last operation: its opcode, and its operands as written.
    Append(&'c [u8], &'c [u8]),
}

/// The reason why a record was left unchanged. Records refused for one reason share its text, so that they can be
/// counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The bounds of fields and operations are ambiguous.
    #[error("the record's structure is ambiguous: {} ({})", .0.title(), .0.name())]
    Doubt(Code),
    /// Several operations have the opcode.
    #[error("the record has {} {}", in_words(*.count), .opcode)]
    Several {
        opcode: String,
        /// The number of operations with it.
        count: usize,
    },
    /// The record would have two operations with the opcode.
    #[error("the record already has {0}")]
    Taken(String),
    /// An operation with the opcode may be hidden in text that is not understood.
    #[error("the record may already have {0}, hidden in text that is not understood")]
    Hidden(String),
    /// The change would cause a new error.
    #[error("{} ({})", .0.title(), .0.name())]
    Error(Code),
    /// The clock is a field of the FEN, not an operation; the dialect tells whether the file is a FEN file.
    #[error("{}", clock_field(*.0))]
    ClockField(Dialect),
    /// There are castling rights, and mirroring would exchange the files.
    #[error("castling rights can't be mirrored")]
    Castling,
    /// A comment line has no operations.
    #[error("a comment line has no operations · put the operation in a record")]
    Comment,
    /// Only the fields were read; see [`ReadOptions::longest_whole`](crate::epd::ReadOptions::longest_whole).
    #[error("the line is too long to change in parts")]
    TooLong,
    /// The record lacks the value to write.
    #[error("the record has no `{0}`")]
    NoValue(String),
    /// The value to write is not an operation; the text says why.
    #[error("{0}")]
    Value(String),
    /// The new line would not read as the old one with the change.
    #[error("the result would be read differently")]
    ReadsDifferently,
}

const fn clock_field(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Epd => "the clocks are fields; `epdit fmt` turns them into operations",
        Dialect::Fen => "the clocks are fields, as a FEN file has them",
    }
}

fn in_words(count: usize) -> String {
    match count {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        more => more.to_string(),
    }
}
