//! Numbers in records and calculations: whole ones are exact to 38 digits.

use std::cmp::Ordering;

use super::{is_integer, read_float};

/// A whole number, or one with a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i128),
    /// A number with a fraction, or beyond 128 bits.
    Broken(f64),
}

impl Number {
    /// Returns the nearest float.
    #[expect(clippy::cast_precision_loss, reason = "the nearest is asked for")]
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

    /// Returns the quotient; `None` for a division by 0. A quotient too large for a fraction in a float is whole.
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

    /// Calculates with two whole numbers, if the result is whole.
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
        // There is one zero.
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

/// Compares a whole number with a float.
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
    /// Writes the fewest digits that read as the same number. Beyond 128 bits there is an exponent, as not all digits
    /// are known.
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
        // There is one 0: adding it removes the sign of `-0.0`.
        return read_float(text).map(|number| Number::Broken(number + 0.0));
    }
    let text = std::str::from_utf8(text).ok()?;
    match text.parse() {
        Ok(number) => Some(Number::Whole(number)),
        Err(_) => text.parse().ok().map(Number::Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::Number::{Broken, Whole};
    use super::*;
    use proptest::prelude::*;

    const LARGE: i128 = 9_223_372_036_854_775_808;

    fn read(text: &str) -> Number {
        read_number(text.as_bytes()).expect("a number")
    }

    #[test]
    fn a_number_is_written_with_the_digits_that_it_has() {
        for text in [
            "0",
            "-32768",
            "0.0001",
            "1.23456",
            "-0.3276",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999999999999999999999",
            "9007199254740993",
            "0.1234567890123456",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        let check = |text: &str, expected: &str| assert_eq!(read(text).to_string(), expected);
        check("+007", "7");
        check("-0", "0");
        check("-0.0", "0");
        check("1.50", "1.5");
        check(&"9".repeat(50), "1e50");
    }

    #[test]
    fn whole_numbers_are_calculated_exactly() {
        assert_eq!(Whole(LARGE - 1).plus(Whole(1)), Whole(LARGE));
        assert_eq!(Whole(-LARGE).minus(Whole(1)), Whole(-LARGE - 1));
        assert_eq!(Whole(LARGE).times(Whole(LARGE)), Whole(LARGE * LARGE));
        assert_eq!(Whole(LARGE).over(Whole(2)), Some(Whole(LARGE / 2)));
        let ends = Whole(i128::MAX).plus(Whole(1));
        assert!(matches!(ends, Broken(number) if number > 1e38));
        assert_eq!(
            Whole(i128::MIN).over(Whole(-1)),
            Some(Broken(1.701_411_834_604_692_3e38))
        );
        assert_eq!(Broken(1.5).over(Broken(0.0)), None);
    }

    #[test]
    fn what_is_calculated_has_no_digits_of_the_calculation() {
        let check = |number: Number, expected: &str| {
            assert_eq!(number.rounded().to_string(), expected);
        };
        check(read("0.1").plus(read("0.2")), "0.3");
        check(Whole(3).times(read("0.1")), "0.3");
        check(
            Whole(14).over(Whole(3)).expect("a number"),
            "4.66666666666667",
        );
        check(
            Whole(-32768).over(Whole(100_000)).expect("a number"),
            "-0.32768",
        );
        check(
            read("0.0001").over(Whole(3)).expect("a number"),
            "0.0000333333333333333",
        );
        check(read("1.1").minus(read("1.1")).times(Whole(-1)), "0");
        check(Whole(LARGE), "9223372036854775808");
    }

    #[test]
    fn whole_and_broken_numbers_compare_exactly() {
        let ordered = [
            Broken(-1e300),
            Whole(i128::MIN + 1),
            Broken(-1e30),
            Whole(-LARGE),
            Whole(-3),
            Broken(-2.5),
            Whole(-2),
            Broken(0.5),
            Whole(1),
            Whole(9_007_199_254_740_991),
            Broken(9_007_199_254_740_992.0),
            Whole(9_007_199_254_740_993),
            Whole(LARGE - 1),
            Broken(9_223_372_036_854_775_808.0),
            Whole(LARGE + 1),
            Whole(i128::MAX),
            Broken(1.701_411_834_604_692_3e38),
            Broken(1e300),
        ];
        for (nth, one) in ordered.iter().enumerate() {
            assert_eq!(one.compare(*one), Some(Ordering::Equal));
            for other in ordered.iter().skip(nth + 1) {
                assert_eq!(one.compare(*other), Some(Ordering::Less), "{one} {other}");
                assert_eq!(
                    other.compare(*one),
                    Some(Ordering::Greater),
                    "{other} {one}"
                );
            }
        }
        assert_eq!(Whole(7).compare(Broken(7.0)), Some(Ordering::Equal));
        assert_eq!(Whole(7).compare(Broken(f64::NAN)), None);
    }

    proptest! {
        #[test]
        fn every_whole_number_is_read_back(number: i128) {
            prop_assert_eq!(read_number(number.to_string().as_bytes()), Some(Whole(number)));
        }
    }
}
