//! Edits of one record. Each returns the whole new line; all other bytes stay unchanged, including the line end.
//!
//! **Every edit is proved**: the new line is read again and must be the old record with that change and nothing else;
//! otherwise the edit is refused with a [`Refusal`]. [`checked`] is for changes that nobody reviews one by one: it
//! also refuses changes that cause an error, and records of ambiguous structure, except edits of operations next to a
//! piece that is not understood and stays byte for byte. [`by_hand`] is for a user who sees the result.
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
// `e4` is illegal for Black, and in a change of many records nobody would see that error.
//! let refused = edit::checked(&record, &[Change::Side(Color::Black)]);
//! assert!(matches!(refused, Err(Refusal::Error(_))));
//! # Ok::<(), Refusal>(())
//! ```

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

/// Returns the line with changes that nobody reviews: with all of them, or refused. Operations that changes name by
/// index must exist.
///
/// # Errors
/// - [`Refusal::TooLong`]: only the fields of the line were read.
/// - [`Refusal::Doubt`], [`Refusal::Several`], [`Refusal::Hidden`]: the structure of the record is ambiguous.
/// - [`Refusal::Comment`]: an operation would be added to a comment line.
/// - [`Refusal::Error`], [`Refusal::Taken`]: the changes would cause an error.
/// - [`Refusal::ReadsDifferently`]: the new line is not the old record with these changes and nothing else.
pub fn checked(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Vec<u8>, Refusal> {
    if record.is_beginning() {
        return Err(Refusal::TooLong);
    }
    if let Some(refusal) = doubt::refusal(record, changes) {
        return Err(refusal);
    }
    not_in_comment(record, changes)?;
    let line = splice::apply(record, changes);
    let new = Record::read(&line, record.options());
    if let Some(refusal) = proof::new_error(record, changes, &new) {
        return Err(refusal);
    }
    prove(record, changes, &new)?;
    Ok(line)
}

/// Refuses to add an operation to a comment line, which would stay a comment.
fn not_in_comment(record: &Record<'_>, changes: &[Change<'_>]) -> Result<(), Refusal> {
    let adds = |change: &Change<'_>| matches!(change, Change::Add(..));
    match record.kind() == LineKind::Comment && changes.iter().any(adds) {
        true => Err(Refusal::Comment),
        false => Ok(()),
    }
}

/// Returns the line with changes of a user who sees the result: they may cause errors, but nothing else changes. If
/// all changes are of fields, moves may read differently from the new position.
///
/// # Errors
/// [`Refusal::Comment`], [`Refusal::TooLong`], [`Refusal::Hidden`] for an opcode that the record may already have,
/// [`Refusal::ReadsDifferently`].
pub fn by_hand(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Vec<u8>, Refusal> {
    not_in_comment(record, changes)?;
    if record.is_beginning() {
        return Err(Refusal::TooLong);
    }
    doubt::not_hidden(record, changes)?;
    let line = splice::apply(record, changes);
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

/// Returns the line with a change while a user types it, not proved: for display only.
pub fn preview(record: &Record<'_>, change: Change<'_>) -> Vec<u8> {
    splice::apply(record, &[change])
}

/// Sets operations (opcode and operands) one after another: replaces the operands of the first operation with the
/// opcode, or adds one.
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

/// Returns `text` with the record's line end; nothing is checked.
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

/// The limit of [`apply_safe_fixes`] for a line whose fixes can only be applied one by one, in bytes read.
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

/// Returns the line of a new record: the starting array, no operations, then `line_end`.
pub fn new_record(line_end: &[u8]) -> Vec<u8> {
    let mut line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_vec();
    line.extend_from_slice(line_end);
    line
}

/// A change of one record. Operations are named by their index in [`Record::operations`] of the unchanged record.
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
    /// Removes the operation at an index.
    Remove(usize),
    /// Replaces the opcode of the operation at an index.
    Rename(usize, &'c [u8]),
    /// Replaces the operands of the operation at an index: the text between opcode and semicolon.
    Operands(usize, &'c [u8]),
    /// Adds an operation: its opcode, and its operands as written. It is inserted in canonical order, or last in a
    /// record that is not in that order or has pieces that are not understood.
    Add(&'c [u8], &'c [u8]),
}

/// The reason why a record was left unchanged. Equal reasons have equal texts, so that they can be counted.
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
    /// The clock is a field of the line, not an operation; the dialect is that of the file.
    #[error("{}", clock_field(*.0))]
    ClockField(Dialect),
    /// The record has castling rights, and mirroring would swap the files.
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
    /// The value is missing, or can't be written as operands; the text is the reason.
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
