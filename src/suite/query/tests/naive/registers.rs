//! Texts that are compared as numbers if they are numeric: each is written into a record, and the language must agree
//! with a direct evaluation of the text.

use crate::epd::{ReadOptions, Record};
use crate::suite::field::Field;
use crate::suite::query::{Facts, LazyRecord, Query};
use proptest::prelude::*;

/// The texts of a register; `None` if the record lacks it.
const TEXTS: [Option<&str>; 20] = [
    None,
    Some(""),
    Some("0"),
    Some("5"),
    Some("05"),
    Some("+5"),
    Some("5.0"),
    Some("-5"),
    Some("5.25"),
    Some("-0.5"),
    Some("10"),
    Some("1000"),
    Some("99999999999999999999"),
    Some("5 "),
    Some("5 10"),
    Some("5."),
    Some("1e3"),
    Some("Nf6=10, Nd5=3"),
    Some("1/2-1/2"),
    Some("abc"),
];

/// The unquoted words that a register is compared with.
const WORDS: [&str; 12] = [
    "0", "5", "05", "5.0", "-5", "+5", "5.25", "10", "abc", "1/2-1/2", "5.", "1e3",
];

/// Parses a number with a sign, digits, and digits after a point.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mut parts = digits.split('.');
    let are_digits = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
    };
    let whole = are_digits(parts.next());
    let rest = digits.contains('.').then(|| are_digits(parts.next()));
    let is_one = whole && rest != Some(false) && parts.next().is_none();
    is_one.then(|| text.parse().ok())?
}

/// A test of a text, as typed after an opcode.
#[derive(Clone, Debug)]
enum Test {
    /// `c0 >= 5`, `c0 > "5"`.
    Sign(&'static str, &'static str, bool),
    /// `c0 = "5"`.
    Quoted(bool, &'static str),
    /// `c0 not between -5 and 5.25`.
    Between(bool, i32, i32),
    /// `c0 in (5, abc)`.
    In(bool, Vec<&'static str>),
    /// `(c0 + 1) * 2 > 12`.
    Calculated(i32),
}

impl Test {
    fn print(&self, opcode: &str) -> String {
        let not = |negated: &bool| if *negated { "not " } else { "" };
        match self {
            Self::Sign(sign, word, true) if !matches!(*sign, "=" | "!=") => {
                format!("{opcode} {sign} \"{word}\"")
            }
            Self::Sign(sign, word, _) => format!("{opcode} {sign} {word}"),
            Self::Quoted(negated, text) => {
                format!("{opcode} {} \"{text}\"", if *negated { "!=" } else { "=" })
            }
            Self::Between(negated, low, high) => {
                format!("{opcode} {}between {low} and {high}.25", not(negated))
            }
            Self::In(negated, words) => {
                format!("{opcode} {}in ({})", not(negated), words.join(", "))
            }
            Self::Calculated(least) => format!("({opcode} + 1) * 2 > {least}"),
        }
    }

    /// Returns true if the test holds for a text; the words of a `name` are compared as texts.
    fn holds(&self, text: &str, is_name: bool) -> bool {
        let as_text = |words: &[&str]| is_name || words.iter().any(|word| number(word).is_none());
        match self {
            Self::Sign(sign @ ("=" | "!="), word, _) => {
                let (is, there) = match (as_text(&[*word]), number(text), number(word)) {
                    (true, ..) => (text == *word, true),
                    (false, Some(found), Some(wanted)) => (found == wanted, true),
                    _ => (false, false),
                };
                there && is == (*sign == "=")
            }
            Self::Sign(sign, word, _) => {
                let (Some(found), Some(wanted)) = (number(text), number(word)) else {
                    return false;
                };
                match *sign {
                    "<" => found < wanted,
                    "<=" => found <= wanted,
                    ">" => found > wanted,
                    _ => found >= wanted,
                }
            }
            Self::Quoted(negated, wanted) => (text == *wanted) != *negated,
            Self::Between(negated, low, high) => number(text).is_some_and(|found| {
                let is = f64::from(*low) <= found && found <= f64::from(*high) + 0.25;
                is != *negated
            }),
            Self::In(negated, words) if as_text(words) => words.contains(&text) != *negated,
            Self::In(negated, words) => number(text).is_some_and(|found| {
                let mut all = words.iter().filter_map(|word| number(word));
                all.any(|word| word == found) != *negated
            }),
            Self::Calculated(least) => {
                number(text).is_some_and(|found| (found + 1.0) * 2.0 > f64::from(*least))
            }
        }
    }

    /// Returns true if the test is valid: order comparisons need numbers.
    fn is_typed(&self) -> bool {
        match self {
            Self::Sign("=" | "!=", ..) => true,
            Self::Sign(_, word, _) => number(word).is_some(),
            _ => true,
        }
    }
}

fn test() -> impl Strategy<Value = Test> {
    let sign = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let word = || prop::sample::select(WORDS.to_vec());
    let any = prop_oneof![
        (sign, word(), any::<bool>())
            .prop_map(|(sign, word, quoted)| Test::Sign(sign, word, quoted)),
        (any::<bool>(), word()).prop_map(|(negated, word)| Test::Quoted(negated, word)),
        (any::<bool>(), -8..3, 3..2000)
            .prop_map(|(negated, low, high)| Test::Between(negated, low, high)),
        (any::<bool>(), prop::collection::vec(word(), 1..4))
            .prop_map(|(negated, words)| Test::In(negated, words)),
        (-4..30).prop_map(Test::Calculated),
    ];
    any.prop_filter("a number", Test::is_typed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_text_that_is_a_number_is_compared_as_one(
        test in test(),
        text in prop::sample::select(TEXTS.to_vec()),
        opcode in prop::sample::select(vec!["c0", "c9", "v3", "id"]),
        before in prop::sample::select(vec!["", "ce 5; ", "bm e4; ", "bm e4 e3; id \"5\"; "]),
        is_plain in any::<bool>(),
    ) {
        let fields = if is_plain { "4k3/8/8/8/8/8/4P3/4K3 w - -" } else { "4k3/8/8/8/8/8/4P3/4K3 w  - - " };
        let before = if opcode == "id" { before.trim_end_matches("id \"5\"; ") } else { before };
        let operation = text.map_or(String::new(), |text| format!("{opcode} \"{text}\";"));
        let line = format!("{fields} {before}{operation}");
        let query = test.print(opcode);
        let asked = match Query::parse(&query) {
            Ok(asked) => asked,
            Err(error) => panic!("{}", error.marked(&query)),
        };
        let (options, facts) = (ReadOptions::default(), Facts::default());
        let found = asked.matches(line.as_bytes(), 0, &options, &facts);
        let expected = text.is_some_and(|text| test.holds(text, opcode == "id"));
        prop_assert_eq!(found, expected, "{} of {}", query, line);

        // Tables, sorts and templates calculate with the same number.
        let wanted = text.and_then(number);
        let record = Record::read(line.as_bytes(), &options);
        prop_assert_eq!(record.number(opcode).map(|number| number.float()), wanted);
        let sum: Field = format!("{opcode} + 0").parse().unwrap();
        let sum = sum.number(&LazyRecord::new(line.as_bytes(), 0, &options));
        prop_assert_eq!(sum.map(|number| number.float()), wanted);
    }
}
