//! Sort keys: fields, each ascending or descending, and their values as bytes that sort in the same order.
//!
//! ```text
//! key  = { part }                  one for each sort key; in reverse order all bits of a part are inverted,
//!                                  except those of its tag
//! part = 0 number                  8 bytes, big-endian, sign bit inverted; 23 bits of the fraction,
//!                                  and 1 bit for more: then 8 bytes with the fraction as a float; beyond
//!                                  64 bits: 16 bytes for the number, and 8 for its float beyond 128 bits
//!      | 1 text 0 0                0 in the text is written 0 1; in natural order a run of digits
//!                                  is written as `0`, its length without leading zeros, and its digits
//!      | 2                         missing: last, also in reverse order
//! ```

use crate::epd::operand::Number;
use crate::epd::{ReadOptions, holds_name};
use crate::suite::field::{Answer, Field, FieldError};
use crate::suite::query::{LazyRecord, in_list, written};
use crate::suite::search::Pattern;
use std::fmt;
use std::str::FromStr;

/// A sort key. Numbers come before texts, and missing values last, even in descending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub field: Field,
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
    /// Parses a key as typed; `-` in front means descending order.
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

    /// Returns the key, with its order reversed if `turned`.
    #[must_use]
    pub fn turned(self, turned: bool) -> Self {
        Self {
            falls: self.falls != turned,
            ..self
        }
    }

    /// Returns the text of the key for a journal. Opcodes are marked, as one may have the name of another field.
    pub(crate) fn journal_text(&self) -> String {
        let sign = if self.falls { "-" } else { "" };
        match &self.field {
            Field::Operation(opcode) => format!("{sign}op({opcode})"),
            field => format!("{sign}{}", field.name().replace(' ', "")),
        }
    }

    /// Parses a key from a journal.
    pub(crate) fn from_journal(journal_text: &str) -> Option<Self> {
        match journal_text.strip_prefix('-') {
            Some(journal_text) => Self::from_journal(journal_text).map(|key| key.turned(true)),
            // The name in older journals.
            None if journal_text == "side to move" => Some(Field::Side.into()),
            None => journal_text.parse().ok().map(|field: Field| field.into()),
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
    /// Returns whether the order is descending, if the whole line is the only key.
    pub fn only_text(&self) -> Option<bool> {
        match self.0.as_slice() {
            [key] if key.field == Field::Text => Some(key.falls),
            _ => None,
        }
    }

    /// Returns true if the keys depend on the castling rules.
    pub fn asks_rules(&self) -> bool {
        self.0.iter().any(|key| match &key.field {
            Field::Position | Field::Fen | Field::Moves | Field::Severity | Field::Problems => true,
            Field::Calculated(value, _) => value.asks_rules(),
            _ => false,
        })
    }

    /// Prepares the keys for many lines; `reverse` reverses all of them.
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

/// Sort keys prepared for many lines.
pub struct ReadyKeys<'a> {
    /// The keys, each with a text that every line with a value contains, if there is such a text.
    keys: Vec<(&'a Key, Option<Pattern>)>,
    reverse: bool,
}

impl ReadyKeys<'_> {
    /// Appends the key of a line with this number (0-based): bytes that sort in the order of the records.
    pub fn push(&self, (line, number): (&[u8], usize), options: &ReadOptions, out: &mut Vec<u8>) {
        let record = LazyRecord::new(line, number, options);
        for (key, needle) in &self.keys {
            let falls = key.falls != self.reverse;
            match needle {
                // A line without this text has no value and need not be parsed.
                Some(needle) if !needle.is_in(line) => push_part(Part::Missing, falls, out),
                _ => key.field.push_key(&record, falls, out),
            }
        }
    }
}

impl Field {
    /// Appends the sort key of a record's value.
    pub(super) fn push_key(&self, record: &LazyRecord<'_>, falls: bool, out: &mut Vec<u8>) {
        let mut push = |part: Part<'_>| push_part(part, falls, out);
        // As queries compare it: the first of several operands.
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

pub(super) enum Part<'a> {
    Number(Number),
    Text(&'a [u8]),
    Natural(&'a [u8]),
    Missing,
}

/// The range of whole numbers in the short form.
const FIRST: i128 = i64::MIN as i128 + 1;
const LAST: i128 = i64::MAX as i128;

fn push_number(number: Number, out: &mut Vec<u8>) {
    match number {
        Number::Whole(number @ FIRST..=LAST) => whole(number as i64, 0, out),
        Number::Whole(number) => far(number, 0.0, out),
        Number::Broken(number) => match number.floor() as i128 {
            FIRST..=LAST => broken(number, out),
            floor => far(floor, number, out),
        },
    }
}

/// Appends a byte of a text.
fn push(byte: u8, out: &mut Vec<u8>) {
    out.push(byte);
    if byte == 0 {
        out.push(1);
    }
}

/// Appends a text in natural order: a number with fewer digits comes first.
fn natural(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            push(byte, out);
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let (number, after) = rest.split_at(digits);
        rest = after;
        let zeros = number.iter().take_while(|byte| **byte == b'0').count();
        let number = number.get(zeros..).unwrap_or_default();
        out.push(b'0');
        let mut left = number.len();
        while left >= LENGTH {
            out.push(u8::MAX);
            left -= LENGTH;
        }
        // Never 0, which ends a text.
        out.push(u8::try_from(left + 1).unwrap_or(u8::MAX));
        out.extend_from_slice(number);
    }
}

/// Appends the whole part of a number, and 24 bits for the fraction.
fn whole(number: i64, behind: u32, out: &mut Vec<u8>) {
    out.push(0);
    out.extend_from_slice(&(number.cast_unsigned() ^ (1 << 63)).to_be_bytes());
    out.extend(behind.to_be_bytes().into_iter().skip(1));
}

/// Appends a number with a fraction: 23 bits of it, which usually decide, and the whole fraction only if it
/// has more.
fn broken(number: f64, out: &mut Vec<u8>) {
    const BITS: f64 = (1 << 23) as f64;
    let floor = number.floor();
    let fraction = number - floor;
    let bits = (fraction * BITS).trunc().min(BITS - 1.0);
    let has_more = bits / BITS != fraction;
    whole(floor as i64, (bits as u32) << 1 | u32::from(has_more), out);
    if has_more {
        out.extend_from_slice(&fraction.to_bits().to_be_bytes());
    }
}

/// Appends a number beyond 64 bits: before or after all others, then by 128 bits, and beyond those by its float.
fn far(number: i128, float: f64, out: &mut Vec<u8>) {
    match number < 0 {
        true => whole(i64::MIN, 0, out),
        false => whole(i64::MAX, u32::MAX, out),
    }
    out.extend_from_slice(&(number.cast_unsigned() ^ (1 << 127)).to_be_bytes());
    let bits = match number {
        // The larger a negative float is, the smaller its bits are as a number.
        i128::MIN if float < 0.0 => !float.to_bits(),
        i128::MAX => float.to_bits() | 1 << 63,
        _ => 1 << 63,
    };
    out.extend_from_slice(&bits.to_be_bytes());
}

/// The number of digits that one byte can count.
const LENGTH: usize = 254;

/// Appends a part, inverted for descending order.
fn push_part(part: Part<'_>, reverse: bool, out: &mut Vec<u8>) {
    let start = out.len();
    match part {
        Part::Number(number) => push_number(number, out),
        Part::Text(text) => {
            out.push(1);
            text.iter().for_each(|byte| push(*byte, out));
            out.extend_from_slice(&[0, 0]);
        }
        Part::Natural(text) => {
            out.push(1);
            natural(text, out);
            out.extend_from_slice(&[0, 0]);
        }
        Part::Missing => out.push(2),
    }
    // Tags are not inverted: texts come after numbers, and missing values last.
    if reverse && out.get(start) != Some(&2) {
        for byte in out.iter_mut().skip(start + 1) {
            *byte = !*byte;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        push_part(Part::Natural(text.as_bytes()), false, &mut out);
        out
    }

    #[test]
    fn numbers_in_a_text_count_by_their_value() {
        let long = |digit: &str, count: usize| format!("a{}", digit.repeat(count));
        let ordered = [
            "",
            "#2",
            "2",
            "10",
            "A",
            "WAC",
            "WAC.002",
            "WAC.2a",
            "WAC.010",
            "WAC.10.2",
            "WAC.10.10",
            "WAC.10a",
            "a9",
            &long("1", 200),
            &long("9", 253),
            &long("1", 254),
            &long("2", 254),
            &long("1", 600),
            "aa",
            "b",
        ];
        for (one, two) in ordered.iter().zip(ordered.iter().skip(1)) {
            assert!(key(one) < key(two), "{one} before {two}");
        }
        assert_eq!(key("WAC.002"), key("WAC.2"));
    }

    #[test]
    fn numbers_are_sorted_as_a_query_compares_them() {
        let numbers = [
            Number::Broken(-1e300),
            Number::Broken(-1e40),
            Number::Whole(i128::MIN + 1),
            Number::Broken(-1e30),
            Number::Whole(i128::from(i64::MIN) - 1),
            Number::Whole(i128::from(i64::MIN)),
            Number::Whole(i128::from(i64::MIN) + 1),
            Number::Broken(-2.000_000_001),
            Number::Whole(-2),
            Number::Broken(-1.5),
            Number::Whole(-1),
            Number::Broken(-1e-20),
            Number::Whole(0),
            Number::Broken(1e-300),
            Number::Broken(0.1),
            Number::Broken(0.100_000_000_1),
            Number::Broken(0.5),
            Number::Whole(1),
            Number::Broken(1.000_000_01),
            Number::Broken(1.5),
            Number::Whole(2),
            Number::Whole(i128::from(i64::MAX) - 1),
            Number::Whole(i128::from(i64::MAX)),
            Number::Broken(9_223_372_036_854_775_808.0),
            Number::Whole(i128::from(i64::MAX) + 2),
            Number::Broken(1e20),
            Number::Broken(1e30),
            Number::Whole(i128::MAX - 1),
            Number::Broken(1e40),
            Number::Broken(1e300),
        ];
        let key = |number: Number, reverse| {
            let mut out = Vec::new();
            push_part(Part::Number(number), reverse, &mut out);
            out
        };
        for (nth, one) in numbers.iter().enumerate() {
            for other in numbers.iter().skip(nth + 1) {
                assert!(key(*one, false) < key(*other, false), "{one} {other}");
                assert!(key(*one, true) > key(*other, true), "{other} {one}");
            }
        }
        assert_eq!(
            key(Number::Broken(7.0), false),
            key(Number::Whole(7), false)
        );
        assert_eq!(
            key(Number::Broken(1e20), false),
            key(Number::Whole(100_000_000_000_000_000_000), false)
        );
    }

    #[test]
    fn texts_sort_after_numbers_and_missing_values_last() {
        let key = |one: Part<'_>, reverse| {
            let mut out = Vec::new();
            push_part(one, reverse, &mut out);
            out
        };
        for reverse in [false, true] {
            let number = key(Part::Number(Number::Whole(5)), reverse);
            let text = key(Part::Natural(b"1"), reverse);
            let missing = key(Part::Missing, reverse);
            assert!(number < text && text < missing, "{reverse}");
        }
        assert!(key(Part::Natural(b"b"), true) < key(Part::Natural(b"a"), true));
        assert!(key(Part::Natural(b"ab"), true) < key(Part::Natural(b"a"), true));
    }

    #[test]
    fn no_key_is_a_prefix_of_another() {
        let texts = [
            "", "1", "01", "12", "a", "a1", "a\u{0}1", "a\u{0}", "1\u{0}",
        ];
        for one in texts {
            for two in texts.iter().filter(|two| key(two) != key(one)) {
                assert!(!key(two).starts_with(&key(one)), "{one:?} {two:?}");
            }
        }
    }
}
