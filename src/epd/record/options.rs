//! Facts that the reader of a record must know beside its line.

use super::LONGEST_RECORD;
use crate::epd::castling::Rules;

/// The kind of file that a record stands in: it decides what is canonical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `*.epd`: four fields, then operations.
    #[default]
    Epd,
    /// `*.fen`: six fields, then operations.
    Fen,
}

/// Facts that the reader of a record must know and that the record does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// The kind of file.
    pub dialect: Dialect,
    /// The rules of its file. A record whose castling letters are rook files is Chess960 whatever they
    /// are.
    pub rules: Rules,
    /// The longest line, in bytes without its end, that gives no `line-too-long` (4095).
    pub longest_line: usize,
    /// The longest line that is read whole, in bytes without its end. Of a longer one only the fields are
    /// read ([`Record::is_beginning`](super::Record::is_beginning)): for those who read a record with each key.
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
