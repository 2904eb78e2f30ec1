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

mod number;

pub use number::{Number, read_number};

/// The meaning of an operand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A move, playable in its position.
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
    /// Returns the seconds of a clock.
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
///
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
///
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
///
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

/// Returns whether there is a minus sign, and the bytes after the sign.
pub(crate) fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// Returns true for one or more digits.
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

/// Returns the number of days in a month of the Gregorian calendar.
fn days_in(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn integers_have_an_optional_sign_and_digits() {
        assert_eq!(read_integer(b"0"), Some(0));
        assert_eq!(read_integer(b"-32768"), Some(-32768));
        assert_eq!(read_integer(b"+30"), Some(30));
        assert_eq!(read_integer(b"007"), Some(7));
        assert_eq!(read_integer(b"9223372036854775807"), Some(i64::MAX));
        assert_eq!(read_integer(b"-9223372036854775808"), Some(i64::MIN));
    }

    #[test]
    fn other_words_are_no_integers() {
        for word in [
            "", "-", "+", "1.0", "1e3", "0x1f", "--1", "1 ", "one", "1_000", "1,000",
        ] {
            assert_eq!(read_integer(word.as_bytes()), None, "{word}");
            assert!(!is_integer(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn a_number_beyond_64_bits_has_the_form_and_no_value() {
        assert_eq!(read_integer(b"9223372036854775808"), None);
        assert!(is_integer(b"9223372036854775808"));
    }

    #[test]
    fn floats_have_digits_on_both_sides_of_the_point() {
        assert_eq!(read_float(b"0.413970"), Some(0.41397));
        assert_eq!(read_float(b"-1.5"), Some(-1.5));
        assert_eq!(read_float(b"+2.25"), Some(2.25));
        for word in [
            "", ".", "1", "1.", ".5", "1.5e3", "1.2.3", "nan", "inf", "- 1.0", "1,5",
        ] {
            assert_eq!(read_float(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn a_date_is_read() {
        assert_eq!(
            read_date(b"1995.11.26"),
            Ok(Value::Date {
                year: 1995,
                month: 11,
                day: 26
            })
        );
        assert_eq!(
            read_date(b"2000.02.29"),
            Ok(Value::Date {
                year: 2000,
                month: 2,
                day: 29
            })
        );
    }

    #[test]
    fn a_date_of_another_form_is_told_from_one_that_does_not_exist() {
        for word in [
            "2024-01-31",
            "2024.1.31",
            "24.01.31",
            "2024.01",
            "2024.01.31.",
            "",
            "..",
            "????.??.??",
        ] {
            assert_eq!(read_date(word.as_bytes()), Err(Fault::Form), "{word}");
        }
        for word in [
            "2024.13.01",
            "2023.02.29",
            "1900.02.29",
            "2024.04.31",
            "0000.01.01",
            "2024.00.01",
            "2024.01.00",
        ] {
            assert_eq!(read_date(word.as_bytes()), Err(Fault::Range), "{word}");
        }
    }

    #[test]
    fn a_time_of_day_ends_at_midnight() {
        assert_eq!(
            read_time(b"23:59:59"),
            Ok(Value::Time {
                hour: 23,
                minute: 59,
                second: 59
            })
        );
        assert_eq!(read_time(b"24:00:00"), Err(Fault::Range));
        assert_eq!(read_time(b"12:60:00"), Err(Fault::Range));
        assert_eq!(read_time(b"12:00"), Err(Fault::Form));
        assert_eq!(read_time(b"9:00:00"), Err(Fault::Form));
    }

    #[test]
    fn a_clock_counts_days_too() {
        let clock = Value::Clock {
            days: 999,
            hours: 1,
            minutes: 2,
            seconds: 3,
        };
        assert_eq!(read_clock(b"999:01:02:03"), Ok(clock));
        assert_eq!(read_clock(b"000:24:00:00"), Err(Fault::Range));
        assert_eq!(read_clock(b"000:00:00:60"), Err(Fault::Range));
        assert_eq!(read_clock(b"01:02:03"), Err(Fault::Form));
        assert_eq!(read_clock(b"1000:00:00:00"), Err(Fault::Form));
    }

    #[test]
    fn identifiers_are_short_words() {
        assert!(is_identifier(b"WhiteElo"));
        assert!(is_identifier(b"_1"));
        assert!(is_identifier(b"123456789012345"));
        assert!(!is_identifier(b"1234567890123456"));
        assert!(!is_identifier(b""));
        assert!(!is_identifier(b"a-b"));
        assert!(!is_identifier("Jürgen".as_bytes()));
    }

    proptest! {
        #[test]
        fn every_64_bit_number_is_read_back(value: i64) {
            prop_assert_eq!(read_integer(value.to_string().as_bytes()), Some(value));
        }

        #[test]
        fn no_bytes_break_a_reader(text: Vec<u8>) {
            let _ = (read_integer(&text), read_float(&text), read_date(&text), read_time(&text), read_clock(&text));
        }
    }
}
