//! Timestamps in the form of `ts`.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//!
//! let time = SystemTime::UNIX_EPOCH + Duration::from_secs(817_410_600);
//! let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
//! assert_eq!(epdit::epd::timestamp::date_time(seconds), "1995.11.26 18:30:00");
//! ```

const DAY: u64 = 86_400;

/// Returns date and time (UTC) of a number of seconds since 1970, without leap seconds: `1995.11.26 18:30:00`.
pub fn date_time(seconds: u64) -> String {
    let (year, month, day) = date(seconds / DAY);
    let rest = seconds % DAY;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}.{month:02}.{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Returns year, month and day of the day that begins `days` after 1970-01-01.
fn date(days: u64) -> (u64, u64, u64) {
    // Years are taken to begin in March, so that the leap day is the last of its year. An era is the 400 years after
    // which the calendar repeats.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let leap_days = day_of_era / 1460 + day_of_era / 146_096;
    let year_of_era = (day_of_era + day_of_era / 36_524 - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = match month_from_march {
        0..=9 => month_from_march + 3,
        _ => month_from_march - 9,
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::operand::read_date;

    #[test]
    fn known_timestamps_are_written_right() {
        assert_eq!(date_time(0), "1970.01.01 00:00:00");
        assert_eq!(date_time(817_410_600), "1995.11.26 18:30:00");
        assert_eq!(date_time(951_782_400), "2000.02.29 00:00:00");
        assert_eq!(date_time(4_107_542_399), "2100.02.28 23:59:59");
        assert_eq!(date_time(4_107_542_400), "2100.03.01 00:00:00");
    }

    #[test]
    fn each_day_is_the_one_after_the_day_before() {
        let mut before = date(0);
        for day in 1..200_000 {
            let (year, month, of_month) = date(day);
            let written = format!("{year:04}.{month:02}.{of_month:02}");
            assert!(read_date(written.as_bytes()).is_ok(), "{written}");
            assert!((year, month, of_month) > before);
            before = (year, month, of_month);
        }
        assert_eq!(before, (2517, 7, 31));
    }
}
