//! Typed operands: the meaning of a word, and reading numbers, dates, times and clocks.
//!
//! ```
//! use epdit::epd::operand::{Fault, read_date, read_integer};
//! use epdit::epd::{ReadOptions, Record, Value};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - ce +35; id \"pawn.1\";";
//! let record = Record::read(line, &ReadOptions::default());
//! let values: Vec<_> = record.operands().iter().map(|operand| &operand.value).collect();
//! assert_eq!(values, [&Value::Integer(35), &Value::Text]);
//! assert_eq!(read_integer(b"-12"), Some(-12));
//! assert_eq!(read_date(b"2023.02.29"), Err(Fault::Range));
//! ```
//!
//! Whole numbers are exact to 38 digits, both in records and in calculations ([`Number`]).

use std::cmp::Ordering;

/// The longest string of the standard, in bytes without its quotes.
pub const LONGEST_STRING: usize = 255;

/// The meaning of an operand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A move that is legal where it is played.
    Move(shakmaty::Move),
    /// An integer.
    Integer(i64),
    /// A float; its spelling is kept, not the binary value.
    Float(f64),
    /// A quoted string (the text is the span without the quotes), or the unquoted text of a string opcode.
    Text,
    /// An unquoted identifier.
    Identifier,
    /// A day: `YYYY.MM.DD`.
    Date {
        /// The year, 1 to 9999.
        year: u16,
        /// The month, 1 to 12.
        month: u8,
        /// The day, 1 to the end of the month.
        day: u8,
    },
    /// A time of day: `HH:MM:SS`.
    Time {
        /// The hour, 0 to 23.
        hour: u8,
        /// The minute, 0 to 59.
        minute: u8,
        /// The second, 0 to 59.
        second: u8,
    },
    /// A span of time: `DDD:HH:MM:SS`.
    Clock {
        /// The days, 0 to 999.
        days: u16,
        /// The hours, 0 to 23.
        hours: u8,
        /// The minutes, 0 to 59.
        minutes: u8,
        /// The seconds, 0 to 59.
        seconds: u8,
    },
    /// Anything else, left unchanged.
    Raw,
}

impl Value {
    pub(crate) fn seconds(&self) -> Option<u32> {
        let Self::Clock {
            days,
            hours,
            minutes,
            seconds,
        } = *self
        else {
            return None;
        };
        let hours = u32::from(days) * 24 + u32::from(hours);
        Some((hours * 60 + u32::from(minutes)) * 60 + u32::from(seconds))
    }
}

/// The fault of a word that is not a date, a time of day or a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Another form: `2024-01-31`.
    #[error("it is malformed")]
    Form,
    /// The right form, but no such value: month 13, 31 February, hour 25.
    #[error("it is out of range")]
    Range,
}

/// Reads an integer: an optional sign, digits. `None` for another form, or a number beyond 64 bits (see
/// [`is_integer`]).
///
/// ```text
/// integer = [ "+" | "-" ] digit { digit }
/// ```
#[inline]
pub fn read_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = signed(text);
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0i64, |value, byte| {
        if !byte.is_ascii_digit() {
            return None;
        }
        let digit = i64::from(byte - b'0');
        let value = value.checked_mul(10)?;
        if negative {
            value.checked_sub(digit)
        } else {
            value.checked_add(digit)
        }
    })
}

/// Returns true if `text` has the form of an integer, however large.
pub fn is_integer(text: &[u8]) -> bool {
    let (_, digits) = signed(text);
    are_digits(digits)
}

/// Reads a float. `None` for another form; there is no exponent.
///
/// ```text
/// float = [ "+" | "-" ] digit { digit } "." digit { digit }
/// ```
pub fn read_float(text: &[u8]) -> Option<f64> {
    let (_, unsigned) = signed(text);
    let point = memchr::memchr(b'.', unsigned)?;
    let (whole, fraction) = (unsigned.get(..point)?, unsigned.get(point + 1..)?);
    if !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Reads a date that exists: `YYYY.MM.DD`, year 1 to 9999 (Gregorian throughout).
///
/// # Errors
/// [`Fault::Form`] unless it is four, two and two digits joined by `.`; [`Fault::Range`] if there is no such day.
pub fn read_date(text: &[u8]) -> Result<Value, Fault> {
    let [year, month, day] = numbers(text, b'.', [4, 2, 2]).ok_or(Fault::Form)?;
    if year < 1 || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return Err(Fault::Range);
    }
    Ok(Value::Date {
        year,
        month: small(month),
        day: small(day),
    })
}

/// Reads a time of day: `HH:MM:SS`.
///
/// # Errors
/// [`Fault::Form`] unless it is two, two and two digits joined by `:`; [`Fault::Range`] past 23:59:59.
pub(crate) fn read_time(text: &[u8]) -> Result<Value, Fault> {
    let [hour, minute, second] = numbers(text, b':', [2, 2, 2]).ok_or(Fault::Form)?;
    if hour > 23 || minute > 59 || second > 59 {
        return Err(Fault::Range);
    }
    Ok(Value::Time {
        hour: small(hour),
        minute: small(minute),
        second: small(second),
    })
}

/// Reads a clock: `DDD:HH:MM:SS`.
///
/// # Errors
/// [`Fault::Form`] unless it is three, two, two and two digits joined by `:`; [`Fault::Range`] if hours pass 23, or
/// minutes or seconds 59.
pub(crate) fn read_clock(text: &[u8]) -> Result<Value, Fault> {
    let [days, hours, minutes, seconds] = numbers(text, b':', [3, 2, 2, 2]).ok_or(Fault::Form)?;
    if hours > 23 || minutes > 59 || seconds > 59 {
        return Err(Fault::Range);
    }
    Ok(Value::Clock {
        days,
        hours: small(hours),
        minutes: small(minutes),
        seconds: small(seconds),
    })
}

/// Returns true if `text` is an identifier: 1 to 15 letters, digits or `_`.
pub fn is_identifier(text: &[u8]) -> bool {
    (1..=15).contains(&text.len())
        && text
            .iter()
            .all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns true for a minus sign, and the bytes after the sign.
pub(crate) fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

pub(super) fn are_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Reads `N` numbers of exactly `widths` digits (at most four each), joined by `joint`.
fn numbers<const N: usize>(text: &[u8], joint: u8, widths: [usize; N]) -> Option<[u16; N]> {
    let mut found = [0; N];
    let mut parts = text.split(|&byte| byte == joint);
    for (number, width) in found.iter_mut().zip(widths) {
        let part = parts.next()?;
        if part.len() != width || !are_digits(part) {
            return None;
        }
        *number = part
            .iter()
            .fold(0, |value, digit| value * 10 + u16::from(digit - b'0'));
    }
    parts.next().is_none().then_some(found)
}

/// Narrows a number below 100.
fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn days_in(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A whole number, or one with a fraction. Calculations are exact as long as the result is a whole number of at most
/// 128 bits, and in floats otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i128),
    /// A number with a fraction, or beyond 128 bits.
    Broken(f64),
}

impl Number {
    /// Returns the nearest float.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest float is the result"
    )]
    pub fn float(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Broken(number) => number,
        }
    }

    /// Returns the sum.
    pub fn plus(self, other: Self) -> Self {
        self.exactly(other, i128::checked_add)
            .unwrap_or_else(|| Self::Broken(self.float() + other.float()))
    }

    /// Returns the difference.
    pub fn minus(self, other: Self) -> Self {
        self.exactly(other, i128::checked_sub)
            .unwrap_or_else(|| Self::Broken(self.float() - other.float()))
    }

    /// Returns the product.
    pub fn times(self, other: Self) -> Self {
        self.exactly(other, i128::checked_mul)
            .unwrap_or_else(|| Self::Broken(self.float() * other.float()))
    }

    /// Returns the quotient; `None` for a division by 0. A quotient of 2^53 or more is whole: a float has no place for
    /// its fraction.
    ///
    /// ```
    /// use epdit::epd::operand::Number::{Broken, Whole};
    ///
    /// assert_eq!(Whole(-5).over(Whole(2)), Some(Broken(-2.5)));
    /// assert_eq!(Whole(18_446_744_073_709_551_617).over(Whole(2)), Some(Whole(9_223_372_036_854_775_808)));
    /// assert_eq!(Whole(1).over(Whole(0)), None);
    /// ```
    pub fn over(self, other: Self) -> Option<Self> {
        let divided = |one: i128, two: i128| {
            let (quotient, rest) = (one.checked_div(two)?, one.checked_rem(two)?);
            let is_exact = rest == 0 || quotient.unsigned_abs() >= EXACT;
            is_exact.then_some(quotient)
        };
        self.exactly(other, divided).or_else(|| {
            let quotient = self.float() / other.float();
            quotient.is_finite().then_some(Self::Broken(quotient))
        })
    }

    /// Calculates with two whole numbers; `None` if the result is not whole.
    fn exactly(self, other: Self, of: impl FnOnce(i128, i128) -> Option<i128>) -> Option<Self> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => of(one, two).map(Self::Whole),
            _ => None,
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn absolute(self) -> Self {
        match self {
            Self::Whole(number) if number < 0 => Self::Whole(0).minus(self),
            Self::Whole(_) => self,
            Self::Broken(number) => Self::Broken(number.abs()),
        }
    }

    /// Returns the nearest whole number; a half is rounded away from 0.
    ///
    /// ```
    /// use epdit::epd::operand::Number::{Broken, Whole};
    ///
    /// assert_eq!([0.4, 0.5, -2.5].map(|number| Broken(number).nearest()), [0, 1, -3].map(Whole));
    /// ```
    #[must_use]
    pub fn nearest(self) -> Self {
        match self {
            Self::Broken(number) if number.abs() < 1e38 => Self::Whole(number.round() as i128),
            number => number,
        }
    }

    /// Compares two numbers by their exact values.
    ///
    /// ```
    /// use epdit::epd::operand::Number::{Broken, Whole};
    ///
    /// assert!(Whole(9_007_199_254_740_993).compare(Broken(9_007_199_254_740_992.0)).is_some_and(|order| order.is_gt()));
    /// assert!(Whole(-3).compare(Broken(-2.5)).is_some_and(|order| order.is_lt()));
    /// ```
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => Some(one.cmp(&two)),
            (Self::Broken(one), Self::Broken(two)) => one.partial_cmp(&two),
            (Self::Whole(one), Self::Broken(two)) => against(one, two),
            (Self::Broken(one), Self::Whole(two)) => against(two, one).map(Ordering::reverse),
        }
    }

    /// Returns the number rounded to 15 significant digits: calculations are right to that many, and the rest is
    /// rounding error (`0.1 + 0.2`).
    #[must_use]
    pub fn rounded(self) -> Self {
        let Self::Broken(number) = self else {
            return self;
        };
        // Adding 0 removes the sign of `-0.0`.
        let rounded = format!("{number:.14e}").parse().unwrap_or(number) + 0.0;
        if rounded.abs() < FIRST_WHOLE {
            return Self::Broken(rounded);
        }
        // Comparisons use the displayed digits.
        let whole = rounded.to_string().parse();
        whole.map_or(Self::Broken(rounded), Self::Whole)
    }
}

/// The value from which all floats are whole.
const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
const FIRST_WHOLE: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

fn against(whole: i128, float: f64) -> Option<Ordering> {
    /// The first value past the largest whole number.
    const END: f64 = 2.0 * (1_u128 << 126) as f64;
    let floor = float.floor();
    if !(-END..END).contains(&floor) {
        return 0.0.partial_cmp(&floor);
    }
    let behind = match float > floor {
        true => Ordering::Less,
        false => Ordering::Equal,
    };
    Some(whole.cmp(&(floor as i128)).then(behind))
}

impl std::fmt::Display for Number {
    /// Writes the fewest digits that read as the same number; beyond 128 bits with an exponent.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Broken(number) if number.abs() >= 1e38 => write!(f, "{number:e}"),
            // Zero has no sign.
            Self::Broken(0.0) => 0.fmt(f),
            Self::Broken(number) => number.fmt(f),
        }
    }
}

/// Parses a number of any size, with or without a fraction. All comparisons, sorts, counts and calculations on
/// records use it.
///
/// ```
/// use epdit::epd::operand::{Number, read_number};
///
/// assert_eq!(read_number(b"+35"), Some(Number::Whole(35)));
/// assert_eq!(read_number(b"-1.50"), Some(Number::Broken(-1.5)));
/// assert_eq!(read_number(b"1e3"), None);
/// assert_eq!(read_number(b"-0.0").map(|zero| zero.to_string()).as_deref(), Some("0"));
/// ```
pub fn read_number(text: &[u8]) -> Option<Number> {
    if !is_integer(text) {
        // Adding 0 removes the sign of `-0.0`.
        return read_float(text).map(|number| Number::Broken(number + 0.0));
    }
    let text = std::str::from_utf8(text).ok()?;
    match text.parse() {
        Ok(number) => Some(Number::Whole(number)),
        Err(_) => text.parse().ok().map(Number::Broken),
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod number_tests;
