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
fn other_words_are_not_integers() {
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
fn a_malformed_date_is_distinguished_from_one_that_does_not_exist() {
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
