//! Edits of one record. Each returns the whole new line; other bytes stay unchanged, the line's own end included.
//!
//! **Every edit is proved on the spot**: the new line is read, and is the old record with that change and nothing
//! else, or the edit is refused with a reason. [`checked`] is for changes that nobody reviews one by one: it also
//! refuses changes that cause an error, and records of ambiguous structure, except edits of operations beside a piece
//! that is not understood and stays byte for byte. [`by_hand`] is for a user who sees the result.
//!
//! A missing field is inserted, with `-` or `w` for missing ones before it. If even the placement can't be read, a
//! field edit replaces the first word.
//!
//! ```
//! use epdit::epd::edit::{self, Change, Refusal};
//! use epdit::epd::shakmaty::Color;
//! use epdit::epd::{ReadOptions, Record};
//!
//! let options = ReadOptions::default();
//! let record = Record::read(b"4k3/8/8/8/8/8/4P3/4K3 w - -  bm e4;\n", &options);
//! let line = edit::checked(&record, &[Change::Add(b"acd", b"12")])?;
//! assert_eq!(line, b"4k3/8/8/8/8/8/4P3/4K3 w - -  acd 12; bm e4;\n");
//! // Black has no e4: nobody would see the error in a change of many records.
//! let refused = edit::checked(&record, &[Change::Side(Color::Black)]);
//! assert!(matches!(refused, Err(Refusal::Error(_))));
//! # Ok::<(), Refusal>(())
//! ```
//!
//! Changes of a record, and the reasons to refuse them.

mod doubt;
mod position;
mod proof;
mod respell;
mod splice;
#[cfg(test)]
mod tests;

pub use crate::epd::fix::{FixedLine, REMOVES, apply_all_fixes};
pub(crate) use doubt::refused;
pub use position::{Clock, Map, PositionEdit, after_moves};
pub(crate) use proof::{prove, without};
pub use respell::{RespellResult, follow_fields, impossible_en_passant};

use crate::epd::Dialect;
use crate::epd::diagnostic::{Code, Fix};
use crate::epd::record::{LineKind, ReadOptions, Record};
use shakmaty::{Board, Color, Square};

/// Makes changes in a record without review: provably correct, or none at all. The operations named by a change must
/// exist.
///
/// # Errors
/// The structure is ambiguous, the new line is not the old record with the changes and nothing else, or the changes
/// would cause an error.
pub fn checked(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Vec<u8>, Refusal> {
    if record.is_beginning() {
        return Err(Refusal::TooLong);
    }
    if let Some(refusal) = doubt::refusal(record, changes) {
        return Err(refusal);
    }
    not_in_comment(record, changes)?;
    let line = splice::made(record, changes);
    let new = Record::read(&line, record.options());
    if let Some(refusal) = proof::new_error(record, changes, &new) {
        return Err(refusal);
    }
    prove(record, changes, &new)?;
    Ok(line)
}

/// Refuses changes of a comment line, which would stay a comment.
fn not_in_comment(record: &Record<'_>, changes: &[Change<'_>]) -> Result<(), Refusal> {
    let adds = |change: &Change<'_>| matches!(change, Change::Add(..));
    match record.kind() == LineKind::Comment && changes.iter().any(adds) {
        true => Err(Refusal::Comment),
        false => Ok(()),
    }
}

/// Makes changes that a user requests in the current record: they may cause errors, but nothing else changes.
///
/// # Errors
/// [`Refusal::ReadsDifferently`], [`Refusal::Comment`], [`Refusal::TooLong`].
pub fn by_hand(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Vec<u8>, Refusal> {
    not_in_comment(record, changes)?;
    if record.is_beginning() {
        return Err(Refusal::TooLong);
    }
    doubt::not_hidden(record, changes)?;
    let line = splice::made(record, changes);
    let new = Record::read(&line, record.options());
    let is_of_fields = |change: &Change<'_>| {
        matches!(
            change,
            Change::Board(_) | Change::Side(_) | Change::Castling(_) | Change::EnPassant(_)
        )
    };
    if !changes.is_empty() && changes.iter().all(is_of_fields) {
        proof::prove_fields(record, changes, &new)?;
    } else {
        prove(record, changes, &new)?;
    }
    Ok(line)
}

/// Returns the line during typing, right or wrong: for display, not for keeping.
pub fn preview(record: &Record<'_>, change: Change<'_>) -> Vec<u8> {
    splice::made(record, &[change])
}

/// Sets operations one after another: replaces the operands of an existing one, or adds one.
///
/// # Errors
/// See [`by_hand`].
pub fn set_each<'o>(
    record: &Record<'_>,
    operations: impl IntoIterator<Item = (&'o str, &'o [u8])>,
) -> Result<Vec<u8>, Refusal> {
    let mut line = record.line().to_vec();
    for (opcode, operands) in operations {
        let record = Record::read(&line, record.options());
        line = match record.index_of(opcode) {
            Some(at) => by_hand(&record, &[Change::Operands(at, operands)])?,
            None => by_hand(&record, &[Change::Add(opcode.as_bytes(), operands)])?,
        };
    }
    Ok(line)
}

/// Replaces the whole text of the line except its end.
pub fn set_text(record: &Record<'_>, text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    out.extend_from_slice(record.line_end());
    out
}

/// Applies fixes that do not overlap, in line order.
pub(super) fn apply_fixes<'f>(line: &[u8], fixes: impl Iterator<Item = &'f Fix>) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() + 64);
    let mut at = 0;
    for fix in fixes {
        out.extend_from_slice(line.get(at..fix.span.start).unwrap_or_default());
        out.extend_from_slice(&fix.replacement);
        at = fix.span.end;
    }
    out.extend_from_slice(line.get(at..).unwrap_or_default());
    out
}

/// The number of bytes that [`apply_safe_fixes`] reads of a line whose fixes can only be applied one by one.
const PATIENCE: usize = 4 << 20;

/// Applies safe fixes repeatedly until none is left; returns the line unchanged if there are none. A record that can
/// be rewritten becomes canonical.
pub fn apply_safe_fixes(line: &[u8], options: &ReadOptions) -> Vec<u8> {
    repeat_fixes(line, |line| {
        let record = Record::read(line, options);
        match record.canonical(&Default::default()) {
            Some(canonical) => Some((canonical, true)),
            None => Some((record.with_safe_fixes(|_| true)?, false)),
        }
    })
}

/// Applies every safe fix of diagnostics of one code only.
pub fn apply_safe_fixes_of(line: &[u8], options: &ReadOptions, code: Code) -> Vec<u8> {
    repeat_fixes(line, |line| {
        let record = Record::read(line, options);
        Some((record.with_safe_fixes(|found| found.code == code)?, false))
    })
}

/// Repeats a pass of fixes, which returns the new line and whether nothing is left to fix; `None` if it fixed nothing.
fn repeat_fixes(line: &[u8], pass: impl Fn(&[u8]) -> Option<(Vec<u8>, bool)>) -> Vec<u8> {
    let mut line = line.to_vec();
    // Each pass removes diagnostics. The bound stops fixes that fail to, and those of an enormous line that have to
    // be tried one by one.
    for _ in 0..(PATIENCE / line.len().max(1)).clamp(6, 10_000) {
        let Some((fixed, is_done)) = pass(&line) else {
            break;
        };
        line = fixed;
        if is_done {
            break;
        }
    }
    line
}

/// Returns the record's position as six-field FEN (clocks from `hmvc` and `fmvn`, else `0 1`); `None` if the
/// placement or the side to move can't be read.
pub fn fen(record: &Record<'_>) -> Option<String> {
    let half = record.half_move_clock().unwrap_or(0);
    let full = record.full_move_number().unwrap_or(1).max(1);
    Some(format!("{} {half} {full}", four_fields(record)?))
}

/// Returns the record's position in its four fields; `None` as for [`fen`].
pub fn four_fields(record: &Record<'_>) -> Option<String> {
    let mut text = Vec::with_capacity(90);
    let (rights, square) = (record.castling().unwrap_or("-"), record.en_passant());
    super::position::write_fields(record.board()?, record.side()?, rights, square, &mut text);
    String::from_utf8(text).ok()
}

/// Returns the line of a new record: the starting array, no operations.
pub fn new_record(line_end: &[u8]) -> Vec<u8> {
    let mut line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_vec();
    line.extend_from_slice(line_end);
    line
}

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
    /// Adds an operation: its opcode, and its operands as written. It comes to stand where the canonical order has it,
    /// or last in a record that is not in that order or has pieces that are not understood.
    Add(&'c [u8], &'c [u8]),
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
