//! Changes of the operations of single records.

use std::borrow::Cow;

use crate::epd::content::Content;
use crate::epd::edit::{Change, Refusal};
use crate::epd::opcode::{self, Shape};
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Severity, edit};
use crate::suite::query::written;
use crate::suite::search::Pattern;

/// A change of a record by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordChange {
    /// Sets an operation: the first with its opcode, or a new one.
    Set(Assignment),
    /// The same with values of the record in its operands.
    Fill(super::Filling),
    /// Removes all operations with these opcodes.
    Remove(Vec<String>),
    /// Gives all operations with the first opcode the second.
    Rename(String, String),
    /// Applies every safe fix.
    Fix,
    /// Turns the board; see [`super::Mirror`].
    Mirror(super::Mirror),
}

/// A change made ready for many records: those it can't be about are told by their bytes.
#[derive(Debug)]
pub struct ReadyChange<'c> {
    change: &'c RecordChange,
    /// What stands in every record that it is about, one of these; `None` where that can't be said.
    needles: Option<Vec<Pattern>>,
}

impl ReadyChange<'_> {
    /// As [`RecordChange::apply`].
    ///
    /// # Errors
    /// As [`RecordChange::apply`].
    pub fn apply(&self, line: &[u8], options: &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> {
        match &self.needles {
            Some(needles) if !needles.iter().any(|needle| needle.is_in(line)) => Ok(None),
            _ => self.change.apply(line, options),
        }
    }
}

impl RecordChange {
    /// The same change for many records.
    pub fn ready(&self) -> ReadyChange<'_> {
        let of = |opcodes: &[String]| opcodes.iter().map(|opcode| written(opcode)).collect();
        ReadyChange {
            needles: match self {
                Self::Remove(opcodes) => of(opcodes),
                Self::Rename(old, _) => of(std::slice::from_ref(old)),
                _ => None,
            },
            change: self,
        }
    }

    /// In words, for the list of changes.
    pub fn label(&self) -> String {
        match self {
            Self::Set(assignment) => format!("set {}", assignment.opcode),
            Self::Fill(filling) => format!("set {}", filling.opcode),
            Self::Remove(opcodes) => format!("remove {}", opcodes.join(", ")),
            Self::Rename(old, new) => format!("rename {old} to {new}"),
            Self::Fix => "apply safe fixes".to_owned(),
            Self::Mirror(mirror) => mirror.label().to_owned(),
        }
    }

    /// The changed line; `None` where nothing changes, also of a line that is no record.
    ///
    /// A record that was canonical stays so; of others only the bytes concerned change.
    ///
    /// # Errors
    /// The record is one that the change is about, and is left unchanged.
    pub fn apply(&self, line: &[u8], options: &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> {
        if let Self::Remove(opcodes) = self
            && let Some(changed) = edit::without(line, options, opcodes)
        {
            return Ok(Some(changed));
        }
        self.apply_to(&Record::read(line, options))
    }

    /// The same of a record that was read whole.
    fn apply_to(&self, record: &Record<'_>) -> Result<Option<Vec<u8>>, Refusal> {
        let (line, options) = (record.line(), record.options());
        if record.kind() != LineKind::Record {
            return Ok(None);
        }
        let changed = match self {
            Self::Set(assignment) => assignment
                .set(record)
                .map_err(|refusal| with_clock_field(record, &assignment.opcode, refusal))?,
            Self::Fill(filling) => filling
                .of(record, None)?
                .set(record)
                .map_err(|refusal| with_clock_field(record, &filling.opcode, refusal))?,
            Self::Remove(opcodes) => remove(record, opcodes)?,
            Self::Rename(old, new) => rename(record, old, new)
                .map_err(|refusal| with_clock_field(record, new, refusal))?,
            Self::Fix => Some(edit::apply_safe_fixes(line, options)),
            Self::Mirror(mirror) => Some(mirror.of(record)?),
        };
        let changed = changed
            .filter(|changed| changed != line)
            .map(|changed| settled(record, changed));
        if let (Self::Mirror(mirror), Some(changed)) = (self, &changed)
            && !mirror.is_image(record, &Record::read(changed, options))
        {
            return Err(Refusal::ReadsDifferently);
        }
        Ok(changed)
    }
}

/// Whether a look at it does not show that it isn't: opcodes in their order, a semicolon at the end.
fn may_be_canonical(record: &Record<'_>) -> bool {
    let opcodes = || {
        record
            .operations()
            .iter()
            .map(|operation| operation.opcode.of(record.line()))
    };
    let ends = record.line().trim_ascii_end().ends_with(b";");
    opcodes().is_sorted() && (ends || record.operations().is_empty())
}

/// Keeps a record canonical that was, where canonical writing says the same.
pub(super) fn settled(before: &Record<'_>, changed: Vec<u8>) -> Vec<u8> {
    let options = CanonicalOptions::default();
    let was_canonical = may_be_canonical(before)
        && before
            .canonical(&options)
            .is_some_and(|text| text == before.line());
    if !was_canonical {
        return changed;
    }
    let record = Record::read(&changed, before.options());
    let canonical = record.canonical(&options).filter(|canonical| {
        if *canonical == changed {
            return true;
        }
        let after = Record::read(canonical, before.options());
        Content::of(&record).says_what(&Content::of(&after))
    });
    canonical.unwrap_or(changed)
}

/// The places of the operations with one of these opcodes.
fn places(record: &Record<'_>, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
    let operations = record.operations().iter().enumerate();
    operations
        .filter(|(_, operation)| is_one(&record.opcode(operation)))
        .map(|(at, _)| at)
        .collect()
}

/// Whether an opcode is that of a clock that stands as FEN's field.
fn is_clock_field(record: &Record<'_>, opcode: &str) -> bool {
    let fields = record.field_spans();
    match opcode {
        "hmvc" => fields.half_move.is_some(),
        "fmvn" => fields.full_move.is_some(),
        _ => false,
    }
}

/// Refuses to take away an operation whose value would stay behind as a field.
fn no_clock_field(record: &Record<'_>, opcode: &str) -> Result<(), Refusal> {
    if is_clock_field(record, opcode) {
        return Err(Refusal::ClockField(record.options().dialect));
    }
    Ok(())
}

/// Says of a clock that contradicts FEN's field where that stands.
fn with_clock_field(record: &Record<'_>, opcode: &str, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Error(Code::ClocksConflict) | Refusal::Doubt(Code::ClocksConflict)
            if is_clock_field(record, opcode) =>
        {
            Refusal::ClockField(record.options().dialect)
        }
        other => other,
    }
}

fn remove(record: &Record<'_>, opcodes: &[String]) -> Result<Option<Vec<u8>>, Refusal> {
    for opcode in opcodes {
        no_clock_field(record, opcode)?;
    }
    let places = places(record, |name| opcodes.iter().any(|opcode| opcode == name));
    let changes: Vec<Change<'_>> = places.into_iter().map(Change::Remove).collect();
    made(record, &changes)
}

fn rename(record: &Record<'_>, old: &str, new: &str) -> Result<Option<Vec<u8>>, Refusal> {
    no_clock_field(record, old)?;
    let places = places(record, |name| name == old);
    let change = |at| Change::Rename(at, new.as_bytes());
    let changes: Vec<Change<'_>> = places.into_iter().map(change).collect();
    made(record, &changes)
}

/// The line with changes made; `None` without any.
fn made(record: &Record<'_>, changes: &[Change<'_>]) -> Result<Option<Vec<u8>>, Refusal> {
    if changes.is_empty() {
        return Ok(None);
    }
    edit::checked(record, changes).map(Some)
}

/// An opcode and its operands, fit to be written into any record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The opcode.
    pub opcode: String,
    /// The operands as they are written; empty for none.
    pub operands: String,
}

/// Why a text is no operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssignmentError {
    /// It begins with something else.
    #[error("`{0}` is not an opcode: expected a letter, then up to 14 letters, digits or `_`")]
    Opcode(String),
    /// A quote is open, or stands inside a word.
    #[error("the double quotes in `{0}` do not enclose whole operands")]
    Quotes(String),
    /// Behind a semicolon in a text without quotes stands what may be another operation.
    #[error(
        "`{0}` may be a text or several operations: set one after the other, or put the text in double quotes"
    )]
    Several(String),
    /// It would end the operation, or the line.
    #[error("`{0}` contains a semicolon or line end, which can't be part of an operand")]
    Ends(String),
    /// It would be an error in any record.
    #[error("`{operation}`: {message} ({})", .code.name())]
    Wrong {
        /// The operation as it would be written.
        operation: String,
        /// What is wrong with it.
        message: String,
        /// The code of that.
        code: Code,
    },
}

/// Refuses a text without quotes in which an opcode that is known stands behind a semicolon.
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

/// A position in which operations are tried that hold for many.
const ANY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

impl Assignment {
    /// ```text
    /// assignment = opcode { operand } [ ";" ]
    /// ```
    ///
    /// Unquoted text of an opcode that wants a string gets its quotes.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, AssignmentError> {
        let text = text.trim();
        let text = text.strip_suffix(';').unwrap_or(text).trim_end();
        let (opcode, operands) = text
            .split_once(char::is_whitespace)
            .map_or((text, ""), |(opcode, operands)| (opcode, operands.trim()));
        is_one_operation(opcode, operands)?;
        Self::new(opcode, operands)
    }

    /// An assignment of these operands.
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
        match assignment.always_wrong() {
            Some(error) => Err(error),
            None => Ok(assignment),
        }
    }

    /// The operation as it is written.
    fn text(&self) -> String {
        match self.operands.as_str() {
            "" => self.opcode.clone(),
            operands => format!("{} {operands}", self.opcode),
        }
    }

    /// What is wrong with it whatever the record: not that a move is illegal in some.
    fn always_wrong(&self) -> Option<AssignmentError> {
        let operation = self.text();
        let line = format!("{ANY} {operation};");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let errors = record.diagnostics().iter();
        let mut errors = errors.filter(|found| found.severity == Severity::Error);
        let found = errors.find(|found| match found.code {
            Code::MoveIllegal | Code::MoveAmbiguous | Code::MateInBm | Code::DrawWithoutSm => false,
            // Joined or split, these are moves where that is legal: `f8 = Q`, `Nf3,e4`.
            Code::MoveUnreadable => !self.operands.contains(['=', ',', '"']),
            _ => true,
        })?;
        Some(AssignmentError::Wrong {
            operation,
            message: record.message(found),
            code: found.code,
        })
    }

    /// The line with the operation set; `None` where it is there as asked.
    fn set(&self, record: &Record<'_>) -> Result<Option<Vec<u8>>, Refusal> {
        let (opcode, operands) = (self.opcode.as_bytes(), self.operands.as_bytes());
        match places(record, |name| name == self.opcode).as_slice() {
            [] => made(record, &[Change::Append(opcode, operands)]),
            [only] => {
                let operation = record.operations().get(*only);
                let is_there = operation.is_some_and(|operation| {
                    record.operands_span(operation).of(record.line()) == operands
                });
                if is_there {
                    return Ok(None);
                }
                made(record, &[Change::Operands(*only, operands)])
            }
            several => Err(Refusal::Several {
                opcode: self.opcode.clone(),
                count: several.len(),
            }),
        }
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

#[cfg(test)]
mod tests;
