//! An operation to set in many records, and the treatment of an existing one.

use crate::epd::edit::{Change, Refusal};
use crate::epd::opcode::{self, Shape};
use crate::epd::visible::visible;
use crate::epd::{Code, Operation, ReadOptions, Record, Severity, Value, moves};
use crate::suite::edit::{made, places};
use std::borrow::Cow;

/// The treatment of an operation that a record already has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Existing {
    #[default]
    Replace,
    /// Appends the operands: a text to a text as one string, moves only if they are missing.
    Append,
    /// Leaves the operation unchanged: it is set only in records without it.
    Keep,
}

impl Existing {
    pub(super) fn label(self, opcode: &str) -> String {
        match self {
            Self::Replace => format!("set {opcode}"),
            Self::Append => format!("append to {opcode}"),
            Self::Keep => format!("set {opcode} where missing"),
        }
    }

    /// Returns the title of the edit for an operation.
    pub fn title(self, opcode: &str, operands: &str) -> String {
        let operands = visible(operands);
        let set = match operands.is_empty() {
            true => format!("set {opcode}"),
            false => format!("set {opcode} {operands}"),
        };
        match self {
            Self::Replace => set,
            Self::Append => format!("append {operands} to {opcode}"),
            Self::Keep => format!("{set} where missing"),
        }
    }

    /// Returns the reason why the opcode doesn't allow this treatment; `None` if it does.
    pub fn refusal(self, opcode: &str, operands: &str) -> Option<String> {
        if self != Self::Append {
            return None;
        }
        let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
        let takes_more = match shape {
            Some(
                Shape::Moves | Shape::Line | Shape::Text { .. } | Shape::TagPairs | Shape::Anything,
            )
            | None => true,
            Some(_) => false,
        };
        if let (false, Some(shape)) = (takes_more, shape) {
            let takes = shape.takes();
            return Some(format!(
                "nothing can be appended to `{opcode}`, which takes {takes}"
            ));
        }
        operands
            .is_empty()
            .then(|| format!("expected operands to append to `{opcode}`"))
    }
}

/// An opcode and its operands, valid in any record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub opcode: String,
    /// The operands as written; empty if there are none.
    pub operands: String,
}

/// The reason why a text is not an operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssignmentError {
    /// The text does not begin with an opcode.
    #[error("`{0}` is not an opcode: expected a letter, then up to 14 letters, digits or `_`")]
    Opcode(String),
    /// A quote is unclosed, or is inside a word.
    #[error("the double quotes in `{0}` do not enclose whole operands")]
    Quotes(String),
    /// A known opcode after a semicolon in unquoted text may begin another operation.
    #[error(
        "`{0}` may be a text or several operations: set one after the other, or put the text in double quotes"
    )]
    Several(String),
    #[error("`{0}` contains a semicolon or line end, which can't be part of an operand")]
    Ends(String),
    /// The operation would be an error in any record.
    #[error("`{operation}`: {message} ({})", .code.name())]
    Wrong {
        operation: String,
        message: String,
        code: Code,
    },
}

/// Fails for unquoted text in which a known opcode follows a semicolon.
///
/// # Errors
/// [`AssignmentError::Several`].
pub(super) fn is_one_operation(opcode: &str, operands: &str) -> Result<(), AssignmentError> {
    if operands.contains('"') {
        return Ok(());
    }
    let mut behind = operands.split(';').skip(1);
    let is_opcode = |text: &str| {
        let word = text.split_whitespace().next().unwrap_or_default();
        opcode::find(word.as_bytes()).is_some()
    };
    match behind.any(is_opcode) {
        true => Err(AssignmentError::Several(format!("{opcode} {operands}"))),
        false => Ok(()),
    }
}

/// A position in which an operation is checked for errors.
const ANY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

impl Assignment {
    /// Parses `assignment = opcode { operand } [ ";" ]`. Unquoted text of an opcode that takes a string is quoted.
    ///
    /// # Errors
    /// The text is not an operation.
    pub fn parse(text: &str) -> Result<Self, AssignmentError> {
        let text = text.trim();
        let text = text.strip_suffix(';').unwrap_or(text).trim_end();
        let (opcode, operands) = text
            .split_once(char::is_whitespace)
            .map_or((text, ""), |(opcode, operands)| (opcode, operands.trim()));
        is_one_operation(opcode, operands)?;
        Self::new(opcode, operands)
    }

    /// Returns an assignment of operands as written.
    ///
    /// # Errors
    /// See [`Self::parse`].
    pub fn new(opcode: &str, operands: &str) -> Result<Self, AssignmentError> {
        if !opcode::is_opcode(opcode.as_bytes()) {
            return Err(AssignmentError::Opcode(opcode.to_owned()));
        }
        if operands.contains(['\n', '\r']) {
            return Err(AssignmentError::Ends(operands.to_owned()));
        }
        let wants_text = matches!(
            opcode::find(opcode.as_bytes()).map(|info| info.shape),
            Some(Shape::Text { .. })
        );
        let operands = if wants_text && !operands.is_empty() && !operands.contains('"') {
            Cow::Owned(format!("\"{operands}\""))
        } else {
            Cow::Borrowed(operands)
        };
        check_operands(&operands)?;
        let assignment = Self {
            opcode: opcode.to_owned(),
            operands: operands.into_owned(),
        };
        match assignment.error_in_any_record() {
            Some(error) => Err(error),
            None => Ok(assignment),
        }
    }

    fn text(&self) -> String {
        match self.operands.as_str() {
            "" => self.opcode.clone(),
            operands => format!("{} {operands}", self.opcode),
        }
    }

    /// Returns the error that the operation causes in every record; a move that is illegal in some records
    /// only is allowed.
    fn error_in_any_record(&self) -> Option<AssignmentError> {
        let operation = self.text();
        let line = format!("{ANY} {operation};");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let errors = record.diagnostics().iter();
        let mut errors = errors.filter(|found| found.severity == Severity::Error);
        let found = errors.find(|found| match found.code {
            Code::MoveIllegal | Code::MoveAmbiguous | Code::MateInBm | Code::DrawWithoutSm => false,
            // Joined or split, these may be legal moves: `f8 = Q`, `Nf3,e4`.
            Code::MoveUnreadable => !self.operands.contains(['=', ',', '"']),
            _ => true,
        })?;
        Some(AssignmentError::Wrong {
            operation,
            message: record.message(found),
            code: found.code,
        })
    }

    /// Returns the line with the operation set; `None` if it is already set.
    ///
    /// # Errors
    /// The record has several such operations, or can't be rewritten.
    pub(super) fn set(
        &self,
        record: &Record<'_>,
        existing: Existing,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let opcode = self.opcode.as_bytes();
        match (
            places(record, |name| name == self.opcode).as_slice(),
            existing,
        ) {
            ([], _) => made(record, &[Change::Add(opcode, self.operands.as_bytes())]),
            (_, Existing::Keep) => Ok(None),
            ([only], _) => {
                let Some(there) = record.operations().get(*only) else {
                    return Ok(None);
                };
                let old = record.operands_span(there).of(record.line());
                let new = match existing {
                    Existing::Append => match self.behind(record, there, old)? {
                        Some(joined) => Cow::Owned(joined),
                        None => return Ok(None),
                    },
                    _ => Cow::Borrowed(self.operands.as_str()),
                };
                if old == new.as_bytes() {
                    return Ok(None);
                }
                made(record, &[Change::Operands(*only, new.as_bytes())])
            }
            (several, _) => Err(Refusal::Several {
                opcode: self.opcode.clone(),
                count: several.len(),
            }),
        }
    }

    /// Returns the existing operands with the new ones appended; `None` if no new one is missing.
    fn behind(
        &self,
        record: &Record<'_>,
        there: &Operation,
        old: &[u8],
    ) -> Result<Option<String>, Refusal> {
        let is_set = matches!(there.info.map(|info| info.shape), Some(Shape::Moves));
        let new = match is_set {
            true => Cow::Owned(missing_moves(record, there, &self.operands)),
            false => Cow::Borrowed(self.operands.as_str()),
        };
        if new.is_empty() {
            return Ok(None);
        }
        let old = std::str::from_utf8(old).map_err(|_| {
            Refusal::Value(format!(
                "`{}` has bytes that are not UTF-8, and nothing can be added to it",
                self.opcode
            ))
        })?;
        Ok(Some(joined(&self.opcode, old, &new)))
    }
}

/// Returns the moves of `moves` that an operation lacks, in any notation.
fn missing_moves(record: &Record<'_>, there: &Operation, moves: &str) -> String {
    let read = |word: &str| {
        let position = record.position()?;
        moves::read(position, word.as_bytes()).result.ok()
    };
    let is_there = |word: &&str| {
        let all = record.operands_of(there).iter();
        let mut same = all.map(|operand| match (&operand.value, read(word)) {
            (Value::Move(played), Some(wanted)) => *played == wanted,
            _ => record.string(operand) == word.as_bytes(),
        });
        same.any(|same| same)
    };
    let mut left: Vec<&str> = Vec::new();
    for word in moves.split_whitespace().filter(|word| !is_there(word)) {
        if !left
            .iter()
            .any(|known| *known == word || read(known).is_some() && read(known) == read(word))
        {
            left.push(word);
        }
    }
    left.join(" ")
}

/// Returns an operation's operands with `new` appended; two texts become one string.
fn joined(opcode: &str, old: &str, new: &str) -> String {
    let is_text = opcode::find(opcode.as_bytes())
        .is_some_and(|info| matches!(info.shape, Shape::Text { .. }));
    let plain = |text: &str| {
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        inner.unwrap_or(text).to_owned()
    };
    match (is_text, old.is_empty()) {
        (_, true) => new.to_owned(),
        (true, false) => format!("\"{} {}\"", plain(old), plain(new)),
        (false, false) => format!("{old} {new}"),
    }
}

fn check_operands(operands: &str) -> Result<(), AssignmentError> {
    let quotes = || AssignmentError::Quotes(operands.to_owned());
    let mut rest = operands;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('"') {
            let (_, behind) = inside.split_once('"').ok_or_else(quotes)?;
            if !behind.is_empty() && !behind.starts_with(char::is_whitespace) {
                return Err(quotes());
            }
            rest = behind.trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        if word.contains(';') {
            return Err(AssignmentError::Ends(operands.to_owned()));
        }
        if word.contains('"') {
            return Err(quotes());
        }
        rest = behind.trim_start();
    }
    Ok(())
}
