//! Sort keys: fields, each rising or falling.

use std::fmt;
use std::str::FromStr;

use super::key::{Part, push_part};
use super::{Answer, Field, FieldError};
use crate::epd::operand::Number;
use crate::epd::{ReadOptions, holds_name};
use crate::suite::query::{LazyRecord, in_list, written};
use crate::suite::search::Pattern;

/// A field that records are sorted by: numbers before texts, and what is missing last, also where it falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub field: Field,
    /// Whether the greatest comes first.
    pub falls: bool,
}

/// Keys by which records are sorted: by the first, equal ones by the next, and so on.
///
/// ```
/// use epdit::suite::field::Keys;
///
/// let keys: Keys = "-ce,id".parse()?;
/// assert_eq!(keys.to_string(), "-ce, id");
/// assert!("nonsense(".parse::<Keys>().is_err());
/// # Ok::<(), epdit::suite::field::FieldError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys(pub Vec<Key>);

impl From<Field> for Key {
    fn from(field: Field) -> Self {
        Self {
            field,
            falls: false,
        }
    }
}

impl Key {
    /// Reads a key as a person types it, with `-` in front where it falls.
    ///
    /// # Errors
    /// It is no field, or the same for all records.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        let text = text.trim();
        let (name, falls) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let field = Field::typed(name)?;
        match &field {
            // Twice would rise by what is less than nothing, which nobody means.
            _ if name.starts_with('-') => Err(FieldError::signed(text)),
            Field::Calculated(value, _) if value.is_constant() => Err(FieldError::of(text)),
            _ => Ok(Self { field, falls }),
        }
    }

    /// Returns the key the other way round, where asked for.
    #[must_use]
    pub fn turned(self, turned: bool) -> Self {
        Self {
            falls: self.falls != turned,
            ..self
        }
    }

    /// Returns it as a journal keeps it: an opcode may have the name of another field.
    pub(crate) fn told(&self) -> String {
        let sign = if self.falls { "-" } else { "" };
        match &self.field {
            Field::Operation(opcode) => format!("{sign}op({opcode})"),
            field => format!("{sign}{}", field.name().replace(' ', "")),
        }
    }

    /// Reads one that a journal keeps.
    pub(crate) fn of_told(told: &str) -> Option<Self> {
        match told.strip_prefix('-') {
            Some(told) => Self::of_told(told).map(|key| key.turned(true)),
            // As journals called it once.
            None if told == "side to move" => Some(Field::Side.into()),
            None => told.parse().ok().map(|field: Field| field.into()),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.falls { "-" } else { "" };
        write!(f, "{sign}{}", self.field.name())
    }
}

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, key) in self.0.iter().enumerate() {
            let between = if nth > 0 { ", " } else { "" };
            write!(f, "{between}{key}")?;
        }
        Ok(())
    }
}

impl FromStr for Keys {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        in_list(text)
            .map(Key::typed)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl Keys {
    /// Returns whether the whole text is the only key, and then whether it falls.
    pub fn only_text(&self) -> Option<bool> {
        match self.0.as_slice() {
            [key] if key.field == Field::Text => Some(key.falls),
            _ => None,
        }
    }

    /// Returns whether they depend on what the letters of the castling field mean, so on the rules of the file.
    pub fn asks_rules(&self) -> bool {
        self.0.iter().any(|key| match &key.field {
            Field::Position | Field::Fen | Field::Moves | Field::Severity | Field::Problems => true,
            Field::Calculated(value, _) => value.asks_rules(),
            _ => false,
        })
    }

    /// Returns the keys ready to be made of many lines, all of them the other way round where `reverse`.
    pub fn ready(&self, reverse: bool) -> ReadyKeys<'_> {
        let needle = |key: &Key| match &key.field {
            Field::Operation(opcode) => written(opcode),
            _ => None,
        };
        let keys = self.0.iter().map(|key| (key, needle(key)));
        ReadyKeys {
            keys: keys.collect(),
            reverse,
        }
    }
}

/// Keys to be made of many lines.
pub struct ReadyKeys<'a> {
    /// Each with what stands in every line that has it, where that is known.
    keys: Vec<(&'a Key, Option<Pattern>)>,
    reverse: bool,
}

impl ReadyKeys<'_> {
    /// Adds the key of a line with this number (from 0): bytes whose order is that of the records.
    pub fn push(&self, (line, number): (&[u8], usize), options: &ReadOptions, out: &mut Vec<u8>) {
        let record = LazyRecord::new(line, number, options);
        for (key, needle) in &self.keys {
            let falls = key.falls != self.reverse;
            match needle {
                // Nothing of the line has to be read to know that it has none.
                Some(needle) if !needle.is_in(line) => push_part(Part::Missing, falls, out),
                _ => key.field.push_key(&record, falls, out),
            }
        }
    }
}

impl Field {
    /// Adds the bytes of a record's value, by which it is sorted.
    pub(super) fn push_key(&self, record: &LazyRecord<'_>, falls: bool, out: &mut Vec<u8>) {
        let mut push = |part: Part<'_>| push_part(part, falls, out);
        // As a query compares it: of several operands the first.
        if let Self::Operation(opcode) = self {
            let number = match holds_name(opcode) {
                true => None,
                false => record.number_of(opcode),
            };
            return match (number, record.text_of(opcode)) {
                (Some(number), _) => push(Part::Number(number)),
                (None, Some(text)) => push(Part::Natural(&text)),
                (None, None) => push(Part::Missing),
            };
        }
        let is_natural = matches!(self, Self::Prefix(_) | Self::Calculated(..) | Self::Path);
        match self.of(record) {
            Answer::Absent | Answer::Bare(_) => push(Part::Missing),
            Answer::Number(number) => push(Part::Number(number)),
            Answer::Text(text) if is_natural => push(Part::Natural(&text)),
            Answer::Text(text) => push(Part::Text(&text)),
            Answer::Ranked(rank, text) => {
                push(Part::Number(Number::Whole(rank.into())));
                push(Part::Text(&text));
            }
        }
    }
}
