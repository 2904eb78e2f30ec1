//! Scores, spans of time and days in words.

use crate::epd::counted::thousands;

/// Seconds as the largest units that are not zero: `2 min 5 s`, `1 d 3 h`, `0 s`.
pub(super) fn duration(seconds: i64) -> String {
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let words: Vec<String> = parts
        .iter()
        .filter(|(value, _)| *value != 0)
        .map(|(value, unit)| format!("{} {unit}", thousands(*value)))
        .collect();
    if words.is_empty() {
        "0 s".into()
    } else {
        words.join(" ")
    }
}

/// Hundredths with a sign and two decimals: `+1.25`, `-0.30`.
pub(super) fn hundredths(value: i64) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// The English name of a month, 1 to 12.
pub(super) fn month(number: u8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES
        .get(usize::from(number).wrapping_sub(1))
        .copied()
        .unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_leaves_out_what_is_zero() {
        assert_eq!(duration(125), "2 min 5 s");
        assert_eq!(duration(0), "0 s");
        assert_eq!(duration(3600), "1 h");
        assert_eq!(duration(86_400 * 2 + 61), "2 d 1 min 1 s");
    }

    #[test]
    fn hundredths_have_a_sign_and_two_decimals() {
        assert_eq!(hundredths(125), "+1.25");
        assert_eq!(hundredths(-30), "-0.30");
        assert_eq!(hundredths(5), "+0.05");
        assert_eq!(hundredths(-32000), "-320.00");
    }
}
