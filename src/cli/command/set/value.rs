//! What `set` sets: the same for all records, or with values of each.

use std::path::Path;

use crate::cli::flow::Numbered;
use crate::epd::{ReadOptions, Record};
use crate::exchange;
use crate::exchange::table::{Field, FieldError};
use crate::suite::bulk::Assignment;
use crate::suite::query::Calculation;

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum Set {
    /// The same for all.
    Plain(Assignment),
    /// An opcode, and its operands in parts.
    Filled(String, Vec<Part>),
}

/// A part of the operands.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Text(String),
    /// The number of the record, with so many digits at least.
    Number(usize),
    /// The file without folders and ending.
    File,
    Path,
    Line,
    /// The opening that has the position: a column of tables.
    Opening(Field),
    /// A value of the record, and how it is written.
    Value(Calculation, String),
}

/// Where a record is.
pub(super) struct Place<'a> {
    path: &'a str,
    /// From 0.
    line: usize,
    /// Among the records asked for, from 0.
    rank: u64,
}

impl<'a> Place<'a> {
    pub(super) fn of(record: &Numbered<'a>) -> Self {
        Self {
            path: record.path,
            line: record.number,
            rank: record.rank,
        }
    }
}

impl Set {
    /// ```text
    /// set   = opcode { any text | "{" value "}" | "{{" | "}}" }
    /// value = "n" [ ":0" digits ] | "file" | "path" | "line" | "opening" [ ".eco" ] | opcode | calculation
    /// ```
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (opcode, operands) = text
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((text.trim(), ""));
        if !operands.contains('{') {
            return Assignment::parse(text)
                .map(Self::Plain)
                .map_err(|error| error.to_string());
        }
        let operands = operands.trim().trim_end_matches(';');
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
        // What is wrong with the opcode is wrong at once.
        Assignment::new(opcode, "").map(drop).or_else(
            |error| match crate::epd::opcode::is_opcode(opcode.as_bytes()) {
                true => Ok(()),
                false => Err(error.to_string()),
            },
        )?;
        Ok(Self::Filled(opcode.to_owned(), parts))
    }

    /// What is set in a record; an error says why nothing is.
    pub(super) fn of(
        &self,
        line: &[u8],
        options: &ReadOptions,
        place: &Place<'_>,
    ) -> Result<Assignment, String> {
        let (opcode, parts) = match self {
            Self::Plain(assignment) => return Ok(assignment.clone()),
            Self::Filled(opcode, parts) => (opcode, parts),
        };
        let mut operands = String::new();
        for part in parts {
            operands += &part.of(line, options, place)?;
        }
        Assignment::new(opcode, &operands).map_err(|error| error.to_string())
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "file" => Self::File,
            "path" => Self::Path,
            "line" => Self::Line,
            "opening" | "opening.eco" => Self::Opening(
                text.parse()
                    .map_err(|error: FieldError| error.to_string())?,
            ),
            "n" => Self::Number(1),
            _ => match text.strip_prefix("n:") {
                Some(width) => {
                    let width = width.parse().ok().filter(|width| *width <= 20);
                    Self::Number(width.ok_or_else(|| {
                        format!("expected the number of digits as in `{{n:03}}`, found `{text}`")
                    })?)
                }
                None => {
                    let value = Calculation::parse(text)
                        .map_err(|error| format!("\n\n{}", error.marked(text)))?;
                    Self::Value(value, text.to_owned())
                }
            },
        })
    }

    fn of(&self, line: &[u8], options: &ReadOptions, place: &Place<'_>) -> Result<String, String> {
        Ok(match self {
            Self::Text(text) => text.clone(),
            Self::Number(width) => format!("{:0width$}", place.rank + 1, width = *width),
            Self::File => {
                let name = Path::new(place.path).file_name().unwrap_or_default();
                let name = name.to_string_lossy();
                name.split('.').next().unwrap_or_default().to_owned()
            }
            Self::Path => place.path.to_owned(),
            Self::Line => (place.line + 1).to_string(),
            Self::Opening(field) => {
                let at = exchange::Place {
                    path: place.path,
                    line: place.line as u64 + 1,
                };
                let name = field.cell(&Record::read(line, options), at);
                match name.is_empty() {
                    true => return Err("the position is not the end of a named opening".to_owned()),
                    false => String::from_utf8_lossy(&name).into_owned(),
                }
            }
            Self::Value(value, text) => value
                .of(line, place.line, options)
                .ok_or_else(|| format!("the record has no `{text}`"))?,
        })
    }
}
