//! The limit of the analysis of a record: a time, a depth or a number of positions.

use super::Settings;
use super::kind::{Choice, Word};
use crate::engine::Limits;
use crate::epd::counted::{noun, thousands};

const NONE: Limits = Limits {
    depth: None,
    nodes: None,
    movetime: None,
    timeout: None,
};

/// The limit where nobody chose: a second.
pub(super) const USUAL: Limits = Limits {
    movetime: Some(1000),
    ..NONE
};

/// The longest time of a record: a day, in milliseconds.
const LONGEST: u64 = 24 * 3600 * 1000;

/// The limits offered, each with its meaning.
const KNOWN: [(&str, &str); 7] = [
    ("200ms", "a fifth of a second"),
    ("1s", "a second"),
    ("5s", "five seconds"),
    ("30s", "half a minute"),
    ("depth 16", "16 plies"),
    ("depth 24", "24 plies"),
    ("nodes 1000000", "a million positions"),
];

/// The setting of that limit.
#[derive(Debug)]
pub(super) struct LimitChoice;

/// Parses a limit as it is typed: `500ms`, `2s`, `depth 20`, `nodes 100000`.
fn read(text: &str) -> Option<Limits> {
    let (unit, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let (digits, time) = digits.split_at(end.unwrap_or(digits.len()));
    let number = digits.parse().ok().filter(|number| *number > 0)?;
    let mut limits = NONE;
    match (unit, time.trim()) {
        ("depth ", "") => limits.depth = Some(u32::try_from(number).ok()?),
        ("nodes ", "") => limits.nodes = Some(number),
        ("", "ms") => limits.movetime = Some(number),
        ("", "s") => limits.movetime = Some(number.checked_mul(1000)?),
        _ => return None,
    }
    (limits.movetime <= Some(LONGEST)).then_some(limits)
}

/// Returns a limit as it is typed.
fn name(limits: &Limits) -> String {
    match (limits.depth, limits.nodes, limits.movetime) {
        (Some(depth), ..) => format!("depth {depth}"),
        (_, Some(nodes), _) => format!("nodes {nodes}"),
        (_, _, Some(millis)) if millis % 1000 == 0 => format!("{}s", millis / 1000),
        (_, _, millis) => format!("{}ms", millis.unwrap_or_default()),
    }
}

/// Returns a limit as a sentence has it: `1 s a record`.
pub(crate) fn in_words(limits: &Limits) -> String {
    let what = match (limits.depth, limits.nodes, limits.movetime) {
        (Some(depth), ..) => format!("{depth} {}", noun(depth, "ply", "plies")),
        (_, Some(nodes), _) => format!("{} {}", thousands(nodes), noun(nodes, "node", "nodes")),
        (_, _, Some(millis)) if millis % 1000 == 0 => format!("{} s", millis / 1000),
        (_, _, millis) => format!("{} ms", millis.unwrap_or_default()),
    };
    format!("{what} a record")
}

impl Choice for LimitChoice {
    fn words(&self) -> Vec<Word> {
        let known = KNOWN.iter();
        known.map(|&(name, help)| Word::new(name, help)).collect()
    }

    fn more(&self) -> Option<Word> {
        Some(Word::new(
            "…",
            "any other time, depth or number of nodes, as `300ms`, `10s`, `depth 20`, `nodes 50000`",
        ))
    }

    fn name(&self, settings: &Settings) -> String {
        name(&settings.analysis_limit)
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let limits = read(word);
        if let Some(limits) = limits {
            settings.analysis_limit = limits;
        }
        limits.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_time_a_depth_or_a_number_of_positions() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let read = read(text);
            let found = read.map(|limits| (name(&limits), in_words(&limits)));
            let expected = expected.map(|(name, words)| (name.to_owned(), words.to_owned()));
            assert_eq!(found, expected, "{text}");
        };
        check("1s", Some(("1s", "1 s a record")));
        check("250ms", Some(("250ms", "250 ms a record")));
        check("2000ms", Some(("2s", "2 s a record")));
        check("depth 1", Some(("depth 1", "1 ply a record")));
        check("depth 20", Some(("depth 20", "20 plies a record")));
        check(
            "nodes 100000",
            Some(("nodes 100000", "100,000 nodes a record")),
        );
        for none in [
            "",
            "0s",
            "s",
            "ms",
            "-1s",
            "+1s",
            "1",
            "1 h",
            "depth",
            "depth x",
            "depth 99999999999",
            "nodes 0",
            "99999999999999999999s",
            "86401s",
            "18446744073709551615s",
        ] {
            check(none, None);
        }
        assert_eq!(name(&USUAL), "1s");
        assert!(KNOWN.iter().all(|known| read(known.0).is_some()));
    }
}
