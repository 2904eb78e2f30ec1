//! The context that the reader of a record needs besides its line.

use super::LONGEST_RECORD;
use crate::epd::castling::Rules;

/// The kind of a record's file, which decides the canonical form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `*.epd`: four fields, then operations.
    #[default]
    Epd,
    /// `*.fen`: six fields, then operations.
    Fen,
}

/// The context that the reader of a record needs and the record does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// The kind of file.
    pub dialect: Dialect,
    /// The castling rules of the file. A record with rook files as castling letters is always Chess960.
    pub rules: Rules,
    /// The length above which a line gets a `line-too-long`, in bytes without its end (4095).
    pub longest_line: usize,
    /// The longest line that is read whole, in bytes without its end. Of a longer one only the fields are read
    /// ([`Record::is_beginning`](super::Record::is_beginning)), for callers that read a record at each key press.
    pub longest_whole: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            dialect: Dialect::Epd,
            rules: Rules::Classical,
            longest_line: 4095,
            longest_whole: LONGEST_RECORD,
        }
    }
}

impl ReadOptions {
    /// Returns the options for a kind of file.
    pub fn of(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }
}
