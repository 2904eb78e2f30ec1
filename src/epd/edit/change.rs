//! What is asked of a record, and why it is not done.

use crate::epd::{Code, Dialect};
use shakmaty::{Board, Color, Square};

/// A change of one record. Operations are numbered as in the record before any change.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Change<'c> {
    /// The piece placement.
    Board(&'c Board),
    /// The side to move.
    Side(Color),
    /// The castling field, in canonical text (`-`, `KQkq`, `HAha`).
    Castling(&'c str),
    /// The en-passant square, `None` for `-`.
    EnPassant(Option<Square>),
    /// An operation goes.
    Remove(usize),
    /// An operation gets another opcode.
    Rename(usize, &'c [u8]),
    /// An operation gets other operands: the text between opcode and semicolon.
    Operands(usize, &'c [u8]),
    /// A new last operation: its opcode, and its operands as they are written.
    Append(&'c [u8], &'c [u8]),
}

/// Why a record was left unchanged. Its words hold for every record refused for the same reason, so
/// that those can be counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Where its fields and operations begin and end is not sure.
    #[error("the record's structure is ambiguous: {} ({})", .0.title(), .0.name())]
    Doubt(Code),
    /// Several operations have the opcode.
    #[error("the record has {} {}", in_words(*.count), .opcode)]
    Several {
        /// The opcode.
        opcode: String,
        /// How many.
        count: usize,
    },
    /// There would be two of the opcode.
    #[error("the record already has {0}")]
    Taken(String),
    /// An operation with the opcode may be hidden in what is not understood.
    #[error("the record may already have {0}, hidden in text that is not understood")]
    Hidden(String),
    /// An error would be there that was not there before.
    #[error("{} ({})", .0.title(), .0.name())]
    Error(Code),
    /// A clock that stands as FEN's field, not as the operation asked about; whether the file is a
    /// FEN file, which has it there.
    #[error("{}", clock_field(*.0))]
    ClockField(Dialect),
    /// Somebody may castle, and the files would change places.
    #[error("castling rights can't be mirrored")]
    Castling,
    /// A comment line has no operations.
    #[error("a comment line has no operations · put the operation in a record")]
    Comment,
    /// Only its fields were read; see [`ReadOptions::longest_whole`](crate::epd::ReadOptions::longest_whole).
    #[error("the line is too long to change in parts")]
    TooLong,
    /// What is to be written of it is not there.
    #[error("the record has no `{0}`")]
    NoValue(String),
    /// What would be written is no operation: in words.
    #[error("{0}")]
    Value(String),
    /// The new line reads as something else than the old one with the change.
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
