use crate::epd::operand::Number::{Broken, Whole};
use crate::epd::operand::*;
use proptest::prelude::*;

const LARGE: i128 = 9_223_372_036_854_775_808;

fn read(text: &str) -> Number {
    read_number(text.as_bytes()).expect("a number")
}

#[test]
fn a_number_is_written_with_its_significant_digits() {
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
fn calculated_values_have_no_rounding_noise() {
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
