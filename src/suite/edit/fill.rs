//! An operation to set, optionally with values of the record in its operands: `acd 20`, `id "{file}.{n:03}"`,
//! `c1 "{ce/100}"`.

use crate::epd::Record;
use crate::epd::edit::Refusal;
use crate::epd::opcode::{self, Shape};
use crate::epd::operand::{Number, read_number};
use crate::suite::edit::assignment::is_one_operation;
use crate::suite::edit::kind::EditTarget;
use crate::suite::edit::{Assignment, AssignmentError, Existing, with_clock_field};
use crate::suite::field::{Answer, Field, FieldError};
use crate::suite::query::{Calculation, LazyRecord};
use std::borrow::Cow;
use std::path::Path;

/// An operation, optionally with values of the record in its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The operation as typed; if it has no values in braces, it is valid in any record.
    pub operation: Assignment,
    /// The parts of the operands; empty if they have no values in braces.
    parts: Vec<Part>,
    pub(super) from: u64,
    /// The path of the file, if it was set by [`Filling::in_file`].
    path: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A value, its source text, and the minimum number of digits.
    Value(Value, String, usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// The rank of the record among the chosen ones.
    Rank,
    /// The name of the file without folders and suffix.
    File,
    Field(Field),
}

/// The maximum for the minimum number of digits.
const WIDEST: usize = 20;

impl From<Assignment> for Filling {
    fn from(operation: Assignment) -> Self {
        Self {
            operation,
            parts: Vec::new(),
            from: 1,
            path: None,
        }
    }
}

impl Filling {
    /// Parses an operation by this grammar:
    /// ```text
    /// filling = opcode { any text | "{" value [ ":" [ "0" ] digits ] "}" | "{{" | "}}" } [ ";" ]
    /// value   = "n" | "file" | "path" | "line" | "fen" | "placement" | "text" | "problems" | property | opcode | calculation
    /// ```
    ///
    /// Text without braces is parsed by [`Assignment::parse`].
    ///
    /// # Errors
    /// The text is not such an operation; the error explains why.
    pub fn parse(text: &str) -> Result<Self, String> {
        let in_words = |error: AssignmentError| error.to_string();
        if !text.contains('{') {
            return Assignment::parse(text).map(Self::from).map_err(in_words);
        }
        let text = text.trim();
        let (opcode, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let operands = operands.trim().trim_end_matches(';');
        is_one_operation(opcode, operands).map_err(in_words)?;
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut rest = operands;
        while let Some(letter) = rest.chars().next() {
            let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
            if matches!(letter, '{' | '}') && behind.starts_with(letter) {
                plain.push(letter);
                rest = behind.get(1..).unwrap_or_default();
            } else if letter == '{' {
                let (value, after) = behind
                    .split_once('}')
                    .ok_or_else(|| format!("missing `}}` in `{text}`"))?;
                parts.push(Part::Text(std::mem::take(&mut plain)));
                parts.push(Part::parse(value.trim())?);
                rest = after;
            } else {
                plain.push(letter);
                rest = behind;
            }
        }
        parts.push(Part::Text(plain));
        must_be_no_sum(opcode, operands)?;
        // Checked here once and not for each record.
        if !opcode::is_opcode(opcode.as_bytes()) {
            return Err(AssignmentError::Opcode(opcode.to_owned()).to_string());
        }
        let operation = Assignment {
            opcode: opcode.to_owned(),
            operands: operands.to_owned(),
        };
        Ok(Self {
            parts,
            ..Self::from(operation)
        })
    }

    /// Returns the filling that sets ids by a template like `WAC.{n:03}`; the first record gets the number `from`.
    ///
    /// ```text
    /// template = text "{n" [ ":" [ "0" ] width ] "}" text
    /// ```
    ///
    /// # Errors
    /// The text is not a template of ids.
    pub fn ids(template: &str, from: u64) -> Result<Self, TemplateError> {
        let place = || TemplateError::Place(template.to_owned());
        if template.contains(['"', '\n', '\r']) {
            return Err(TemplateError::Text(template.to_owned()));
        }
        let (before, rest) = template.split_once("{n").ok_or_else(place)?;
        let (width, after) = rest.split_once('}').ok_or_else(place)?;
        let width = match width.strip_prefix(':') {
            None if width.is_empty() => 0,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().map_err(|_| place())?
            }
            _ => return Err(place()),
        };
        if width > WIDEST || after.contains("{n") {
            return Err(place());
        }
        if let Some(name) = [before, after].into_iter().find_map(field_of) {
            return Err(TemplateError::Field(name.to_owned()));
        }
        let operation = Assignment {
            opcode: "id".to_owned(),
            operands: template.to_owned(),
        };
        Ok(Self {
            parts: vec![
                Part::Text(format!("\"{before}")),
                Part::Value(Value::Rank, "n".to_owned(), width),
                Part::Text(format!("{after}\"")),
            ],
            from,
            ..Self::from(operation)
        })
    }

    pub(super) fn first_id(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.replace('"', ""),
            Part::Value(.., width) => format!("{:0width$}", self.from, width = *width),
        };
        self.parts.iter().map(text).collect()
    }

    /// Sets the path of the file.
    #[must_use]
    pub fn in_file(mut self, path: String) -> Self {
        self.path = Some(path).filter(|_| self.names_file());
        self
    }

    /// Returns true if the operands have values in braces.
    pub(super) fn has_values(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Returns true if the rank of the record is used.
    pub(super) fn counts(&self) -> bool {
        self.has(|value| matches!(value, Value::Rank))
    }

    /// Returns true if the name or path of the file is used, so that ranks restart in each file.
    pub(super) fn names_file(&self) -> bool {
        self.has(|value| matches!(value, Value::File | Value::Field(Field::Path)))
    }

    fn has(&self, is_one: impl Fn(&Value) -> bool) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part, Part::Value(value, ..) if is_one(value)))
    }

    /// Returns the operation to set in a record.
    ///
    /// # Errors
    /// The record lacks a value, or the result is not an operation.
    pub fn of(
        &self,
        record: &Record<'_>,
        target: &EditTarget<'_>,
    ) -> Result<Cow<'_, Assignment>, Refusal> {
        if !self.has_values() {
            return Ok(Cow::Borrowed(&self.operation));
        }
        let mut operands = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => operands += text,
                Part::Value(value, text, width) => {
                    let found = self.value(value, record, target);
                    let found = found.ok_or_else(|| value.missing(text))?;
                    // Replacement characters for invalid UTF-8 are for display only and must not be written.
                    if found.contains('\u{fffd}') && std::str::from_utf8(record.line()).is_err() {
                        return Err(Refusal::Value(format!(
                            "`{text}` has bytes that are not UTF-8, and can't be copied"
                        )));
                    }
                    operands += &padded(found, *width, text)?;
                }
            }
        }
        let made = Assignment::new(&self.operation.opcode, &operands);
        made.map(Cow::Owned)
            .map_err(|error| Refusal::Value(error.to_string()))
    }

    /// Returns the line of a record with the operation set; `None` if it is already set.
    ///
    /// # Errors
    /// See [`Self::of`]; the record has several such operations, or can't be rewritten.
    pub(super) fn set(
        &self,
        record: &Record<'_>,
        existing: Existing,
        target: &EditTarget<'_>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let opcode = &self.operation.opcode;
        // An operation that is left unchanged needs no values.
        if existing == Existing::Keep && record.operation(opcode).is_some() {
            return Ok(None);
        }
        let changed = self.of(record, target)?.set(record, existing);
        changed.map_err(|refusal| with_clock_field(record, opcode, refusal))
    }

    fn value(&self, value: &Value, record: &Record<'_>, target: &EditTarget<'_>) -> Option<String> {
        let path = self.path.as_deref().unwrap_or(target.path);
        let field = match value {
            Value::Rank => {
                let rank = match self.names_file() {
                    true => target.rank_in_file,
                    false => target.rank,
                };
                return Some(self.from.saturating_add(rank).to_string());
            }
            Value::File => {
                let name = Path::new(path).file_name().unwrap_or_default();
                let name = name.to_string_lossy();
                return Some(name.split('.').next().unwrap_or_default().to_owned());
            }
            Value::Field(field) => field,
        };
        let lazy = LazyRecord::of(record, target.number).of_file(path);
        let text = match (field, field.of(&lazy)) {
            // A number, as in all calculations.
            (Field::Material, _) => return Some(field.number(&lazy)?.to_string()),
            (Field::Operation(opcode), _) => lazy.text_of(opcode)?.into_owned(),
            (Field::Problems, value) => value.into_text().into_owned(),
            (_, Answer::Absent) => return None,
            (_, value) => value.into_text().into_owned(),
        };
        // [`Filling::of`] refuses the replacement characters for invalid UTF-8.
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The reason why a text is not a template of ids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The number is missing, or used more than once.
    #[error("expected one `{{n}}` in `{0}`, or `{{n:03}}` for at least three digits")]
    Place(String),
    #[error(
        "`{{{0}}}` can't be used here, expected `{{n}}` only; `set 'id \"{{file}}.{{n:03}}\"'` has other values"
    )]
    Field(String),
    #[error("`{0}` contains a double quote or line end, which can't be part of an id")]
    Text(String),
}

/// Returns the first name in braces.
fn field_of(text: &str) -> Option<&str> {
    let parts = text.split('{').skip(1);
    let mut names = parts.filter_map(|part| Some(part.split_once('}')?.0));
    names.find(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns a number zero-padded to a minimum of digits, with its sign in front.
fn padded(value: String, width: usize, text: &str) -> Result<String, Refusal> {
    if width == 0 {
        return Ok(value);
    }
    match read_number(value.as_bytes()) {
        Some(Number::Whole(number)) => {
            let sign = if number < 0 { "-" } else { "" };
            Ok(format!("{sign}{:0width$}", number.unsigned_abs()))
        }
        _ => {
            let said =
                format!("`{text}` is `{value}`, and only whole numbers can be padded with zeros");
            Err(Refusal::Value(said))
        }
    }
}

/// Fails for arithmetic outside the braces, which would be written and not calculated. Text opcodes accept it.
fn must_be_no_sum(opcode: &str, operands: &str) -> Result<(), String> {
    let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
    let may_be_number = matches!(shape, None | Some(Shape::Anything | Shape::Integer { .. }));
    if !may_be_number || operands.contains('"') {
        return Ok(());
    }
    const SIGNS: [char; 4] = ['+', '-', '*', '/'];
    let continues_sum = |text: &str| {
        let behind = text.trim_start().strip_prefix(SIGNS);
        behind.is_some_and(|text| {
            text.is_empty() || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let begins_sum = |text: &str| {
        let before = text.trim_end().strip_suffix(SIGNS);
        before.is_some_and(|text| text.trim_end().ends_with(|c: char| c.is_ascii_digit()))
    };
    let behind = operands.split('}').skip(1).any(|text| {
        let next = text.split('{').next().unwrap_or_default();
        continues_sum(next)
    });
    match behind || operands.split('{').next().is_some_and(begins_sum) {
        true => Err(format!(
            "`{operands}` would be written and not calculated; what is calculated goes inside the braces, as in `{{{opcode}+1}}`"
        )),
        false => Ok(()),
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, width) = match text.rsplit_once(':') {
            None => (text, 0),
            Some((name, digits)) => {
                let width = digits
                    .parse()
                    .ok()
                    .filter(|width| (1..=WIDEST).contains(width));
                let width = width.ok_or_else(|| {
                    format!("expected the number of digits as in `{{n:03}}`, found `{{{text}}}`")
                })?;
                (name.trim_end(), width)
            }
        };
        let value = match name {
            "n" => Value::Rank,
            "file" => Value::File,
            name => match (name.parse(), Calculation::parse(name)) {
                (Ok(field), Ok(_)) => Value::Field(field),
                // A calculation with a syntax error is not taken for an unknown opcode.
                (Ok(field), _) if !Field::is_operation(&field) => Value::Field(field),
                (_, Err(error)) => return Err(format!("in `{{{name}}}`: {}", error.message)),
                (Err(error), _) => return Err(FieldError::to_string(&error)),
            },
        };
        Ok(Self::Value(value, name.to_owned(), width))
    }
}

impl Value {
    /// Returns the refusal for a record without the value.
    fn missing(&self, text: &str) -> Refusal {
        match self {
            Self::Field(Field::Opening | Field::OpeningEco) => {
                Refusal::Value("the position is not the end of a named opening".to_owned())
            }
            _ => Refusal::NoValue(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests;
