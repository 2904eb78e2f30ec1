//! Sort keys: fields, each ascending or descending.

use std::fmt;
use std::str::FromStr;

use super::key::{Part, push_part};
use super::{Answer, Field, FieldError};
use crate::epd::operand::Number;
use crate::epd::{ReadOptions, holds_name};
use crate::suite::query::{LazyRecord, in_list, written};
use crate::suite::search::Pattern;

/// A sort key. Numbers come before texts, and missing values last, even in descending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub field: Field,
    /// Whether the order is descending.
    pub falls: bool,
}

/// Sort keys in order of precedence.
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
    /// Parses a key, with `-` in front for descending order.
    ///
    /// # Errors
    /// The text is not a field, or its value is equal in all records.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        let text = text.trim();
        let (name, falls) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let field = Field::typed(name)?;
        match &field {
            // Two signs are a typing error.
            _ if name.starts_with('-') => Err(FieldError::signed(text)),
            Field::Calculated(value, _) if value.is_constant() => Err(FieldError::of(text)),
            _ => Ok(Self { field, falls }),
        }
    }

    /// Returns the key, reversed if `turned`.
    #[must_use]
    pub fn turned(self, turned: bool) -> Self {
        Self {
            falls: self.falls != turned,
            ..self
        }
    }

    /// Returns the text of the key for a journal, where an opcode may have the name of another field.
    pub(crate) fn told(&self) -> String {
        let sign = if self.falls { "-" } else { "" };
        match &self.field {
            Field::Operation(opcode) => format!("{sign}op({opcode})"),
            field => format!("{sign}{}", field.name().replace(' ', "")),
        }
    }

    /// Parses a key of a journal.
    pub(crate) fn of_told(told: &str) -> Option<Self> {
        match told.strip_prefix('-') {
            Some(told) => Self::of_told(told).map(|key| key.turned(true)),
            // An older name in journals.
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
    /// Returns whether the order is descending, if the whole text is the only key.
    pub fn only_text(&self) -> Option<bool> {
        match self.0.as_slice() {
            [key] if key.field == Field::Text => Some(key.falls),
            _ => None,
        }
    }

    /// Returns true if the keys depend on the meaning of the castling letters, so on the rules of the file.
    pub fn asks_rules(&self) -> bool {
        self.0.iter().any(|key| match &key.field {
            Field::Position | Field::Fen | Field::Moves | Field::Severity | Field::Problems => true,
            Field::Calculated(value, _) => value.asks_rules(),
            _ => false,
        })
    }

    /// Prepares the keys for many lines, all of them reversed with `reverse`.
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

/// Keys prepared for many lines.
pub struct ReadyKeys<'a> {
    /// The keys, each with a text that every line with a value contains, if there is one.
    keys: Vec<(&'a Key, Option<Pattern>)>,
    reverse: bool,
}

impl ReadyKeys<'_> {
    /// Adds the key of a line with this number (0-based): bytes that compare like the records.
    pub fn push(&self, (line, number): (&[u8], usize), options: &ReadOptions, out: &mut Vec<u8>) {
        let record = LazyRecord::new(line, number, options);
        for (key, needle) in &self.keys {
            let falls = key.falls != self.reverse;
            match needle {
                // A line without that text has no value, so nothing of it need be read.
                Some(needle) if !needle.is_in(line) => push_part(Part::Missing, falls, out),
                _ => key.field.push_key(&record, falls, out),
            }
        }
    }
}

impl Field {
    /// Adds the bytes of a record's value for sorting.
    pub(super) fn push_key(&self, record: &LazyRecord<'_>, falls: bool, out: &mut Vec<u8>) {
        let mut push = |part: Part<'_>| push_part(part, falls, out);
        // As a query compares it: the first of several operands.
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
