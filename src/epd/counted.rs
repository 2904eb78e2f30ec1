//! Numbers and counted nouns for display.
//!
//! ```
//! use epdit::epd::counted::{thousands, thousands_of};
//!
//! assert_eq!(thousands(119_060_324), "119,060,324");
//! assert_eq!(thousands_of(1, "record", "records"), "1 record");
//! assert_eq!(thousands_of(2_000, "record", "records"), "2,000 records");
//! ```

/// Formats a number with a comma every three digits: `1,234,567`. A number beyond `i128` is formatted as its maximum.
pub fn thousands(number: impl TryInto<i128>) -> String {
    let number = number.try_into().unwrap_or(i128::MAX);
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        out.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the noun for a number: `line` for 1, else `lines`.
pub fn noun<'a>(number: impl TryInto<i128>, one: &'a str, many: &'a str) -> &'a str {
    match number.try_into() {
        Ok(1) => one,
        _ => many,
    }
}

/// Formats a number with its noun: `1 ply`, `2,000 plies`.
pub fn thousands_of(number: impl TryInto<i128> + Copy, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), noun(number, one, many))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999_usize), "999");
        assert_eq!(thousands(1000_u64), "1,000");
        assert_eq!(thousands(-1_234_567), "-1,234,567");
        assert_eq!(thousands(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn one_is_singular_and_everything_else_plural() {
        assert_eq!(thousands_of(1, "ply", "plies"), "1 ply");
        assert_eq!(thousands_of(0, "ply", "plies"), "0 plies");
        assert_eq!(thousands_of(2000, "ply", "plies"), "2,000 plies");

        assert_eq!(noun(-1, "point", "points"), "points");
    }
}
