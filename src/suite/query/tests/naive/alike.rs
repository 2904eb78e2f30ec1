//! Comparisons of operations with each other: records are written from lists of words, and the language must agree
//! with the lists.

use crate::epd::ReadOptions;
use crate::suite::query::{Facts, Query};
use proptest::prelude::*;

/// The operands of an operation as written in the record, and in one notation.
type Words = &'static [(&'static str, &'static str)];

/// Operands of moves; `e5` can't be played.
const SETS: &[Option<Words>] = &[
    None,
    Some(&[]),
    Some(&[("e4", "e4")]),
    Some(&[("e2e4", "e4")]),
    Some(&[("Nf3", "Nf3"), ("e4", "e4")]),
    Some(&[("e2-e4", "e4"), ("g1f3", "Nf3")]),
    Some(&[("e5", "e5")]),
];
const LINES: &[Option<Words>] = &[
    None,
    Some(&[("e4", "e4")]),
    Some(&[("1.", ""), ("e4", "e4")]),
    Some(&[("e2e4", "e4"), ("e5", "e5")]),
    Some(&[("e4", "e4"), ("e7e5", "e5")]),
    Some(&[("Nf3", "Nf3"), ("e5", "e5"), ("e4", "e4")]),
];
/// Operands of texts, in quotes or of several words.
const TEXTS: &[Option<Words>] = &[
    None,
    Some(&[("\"e4\"", "e4")]),
    Some(&[("\"g1f3\"", "g1f3")]),
    Some(&[("\"5\"", "5")]),
    Some(&[("5.0", "5.0")]),
    Some(&[("\"Nf3 e4\"", "Nf3 e4")]),
    Some(&[("Nf3", "Nf3"), ("e2e4", "e2e4")]),
    Some(&[("\"\"", "")]),
];

/// One side of a comparison: an opcode, and whether only its first operand counts.
#[derive(Clone, Copy, Debug)]
struct Side(&'static str, bool);

impl Side {
    fn print(self, bare: bool) -> String {
        match self {
            Self(opcode, true) => format!("first({opcode})"),
            Self(opcode, false) if bare => opcode.to_owned(),
            Self(opcode, false) => format!("op({opcode})"),
        }
    }

    fn is_moves(self) -> bool {
        self.0.ends_with(['m', 'v'])
    }

    fn is_line(self) -> bool {
        self.0.ends_with('v') && !self.1
    }
}

/// Returns the words of a side, without move numbers. A text is one word, even without quotes.
fn words(side: Side, all: Words) -> Vec<String> {
    let words: Vec<&str> = all.iter().map(|(_, same)| *same).collect();
    match side.0.starts_with('c') {
        true => vec![words.join(" ")],
        false => words
            .into_iter()
            .filter(|word| !side.is_moves() || !word.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Returns true if two words are equal: a text beside a move is read as a move.
fn is_same(one: &str, other: &str, of_moves: bool) -> bool {
    let read = |text: &'static [(&str, &str)], word: &str| {
        let found = text.iter().find(|(long, _)| *long == word);
        found.map_or(word.to_owned(), |(_, short)| (*short).to_owned())
    };
    const LONG: &[(&str, &str)] = &[("e2e4", "e4"), ("g1f3", "Nf3")];
    match of_moves {
        true => read(LONG, one) == read(LONG, other),
        false if is_number(one) && is_number(other) => {
            one.parse::<f64>().unwrap() == other.parse::<f64>().unwrap()
        }
        false => one == other,
    }
}

/// Returns the expected result of `=`; `None` if one of them is missing.
fn equals(one: (Side, Words), other: (Side, Words)) -> Option<bool> {
    let of_moves = one.0.is_moves() || other.0.is_moves();
    let side = |(side, all): (Side, Words), (beside, _): (Side, Words)| {
        let mut found = words(side, all);
        if side.1 || of_moves && side.is_line() && !beside.is_line() {
            found.truncate(1);
        }
        found
    };
    let (first, second) = (side(one, other), side(other, one));
    if !of_moves {
        return Some(is_same(&first.join(" "), &second.join(" "), false));
    }
    if first.is_empty() || second.is_empty() {
        return None;
    }
    if one.0.is_line() && other.0.is_line() {
        return Some(first == second);
    }
    let all_in = |some: &[String], all: &[String]| {
        let mut some = some.iter();
        some.all(|word| all.iter().any(|other| is_same(word, other, true)))
    };
    Some(all_in(&first, &second) && all_in(&second, &first))
}

/// Returns the expected result of `has`: a word of the first is one of the second.
fn shares(one: (Side, Words), other: (Side, Words)) -> bool {
    let of_moves = one.0.is_moves() || other.0.is_moves();
    let side = |(side, all): (Side, Words), (beside, _): (Side, Words)| {
        let mut found = words(side, all);
        if side.1 || side.is_line() && !beside.is_line() {
            found.truncate(1);
        }
        found
    };
    let (first, second) = (side(one, other), side(other, one));
    first
        .iter()
        .any(|word| second.iter().any(|other| is_same(word, other, of_moves)))
}

fn side() -> impl Strategy<Value = Side> {
    let opcodes = vec!["bm", "am", "pv", "sv", "c0", "c1", "X", "Y"];
    (prop::sample::select(opcodes), any::<bool>()).prop_map(|(opcode, first)| Side(opcode, first))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn operations_are_compared_as_moves_numbers_or_texts(
        one in side(),
        other in side(),
        sign in 0..4,
        sets in [prop::sample::select(SETS), prop::sample::select(SETS)],
        lines in [prop::sample::select(LINES), prop::sample::select(LINES)],
        texts in prop::collection::vec(prop::sample::select(TEXTS), 4),
    ) {
        // There is no `first(c0) has`.
        if one.1 && sign == 3 {
            return Ok(());
        }
        let all = [
            ("bm", sets[0]), ("am", sets[1]), ("pv", lines[0]), ("sv", lines[1]),
            ("c0", texts[0]), ("c1", texts[1]), ("X", texts[2]), ("Y", texts[3]),
        ];
        let mut line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned();
        for (opcode, words) in all {
            if let Some(words) = words {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                line += &format!(" {}", format!("{opcode} {}", words.join(" ")).trim_end());
                line.push(';');
            }
        }
        let left = match one {
            Side("X" | "Y", false) => one.print(false),
            _ => one.print(true),
        };
        // Where moves are compared, the name of an operation is any word that is not a move.
        let right = other.print(one.is_moves() && !matches!(other.0, "X" | "Y" | "c1"));
        let query = match sign {
            0 => format!("{left} = {right}"),
            1 => format!("{left} != {right}"),
            2 => format!("{left} in ({right}, {right})"),
            _ => format!("{left} has {right}"),
        };
        // A list for an unknown opcode is one of numbers.
        if sign == 2 && matches!(one, Side("X" | "Y", false)) {
            return Ok(());
        }
        let asked = match Query::parse(&query) {
            Ok(asked) => asked,
            Err(error) => panic!("{}", error.marked(&query)),
        };
        let of = |side: Side| {
            let found = all.iter().find(|(opcode, _)| *opcode == side.0);
            found.and_then(|(_, words)| *words).map(|words| (side, words))
        };
        let expected = match (of(one), of(other)) {
            (Some(one), Some(other)) => match sign {
                0 | 2 => equals(one, other) == Some(true),
                1 => equals(one, other) == Some(false),
                _ => shares(one, other),
            },
            _ => false,
        };
        let options = ReadOptions::default();
        let found = asked.matches(line.as_bytes(), 0, &options, &Facts::default());
        prop_assert_eq!(found, expected, "{} of {}", query, line);
    }
}
