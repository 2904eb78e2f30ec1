//! The limit of the analysis of a record: a time, a depth or a number of positions.

use super::kind::{Choice, words};
use crate::engine::Limits;
use crate::epd::counted::{noun, thousands};

/// The longest time of a record: a day, in milliseconds.
const LONGEST: u64 = 24 * 3600 * 1000;

const NONE: Limits = Limits {
    depth: None,
    nodes: None,
    movetime: None,
    timeout: None,
};

/// Returns the limit of a time in milliseconds.
pub(super) const fn time(millis: u64) -> Limits {
    let movetime = Some(millis);
    Limits { movetime, ..NONE }
}

const fn depth(plies: u32) -> Limits {
    let depth = Some(plies);
    Limits { depth, ..NONE }
}

const fn nodes(count: u64) -> Limits {
    let nodes = Some(count);
    Limits { nodes, ..NONE }
}

/// The limits offered; else one that is typed.
pub(super) static LIMITS: Choice = words!(analysis_limit,
    Some((
        "…",
        "any other time, depth or number of nodes, as `300ms`, `10s`, `depth 20`, `nodes 50000`",
    )),
    |_| Vec::new(), |_, text| read(text), name =>
    "200ms", time(200), "a fifth of a second";
    "1s", time(1000), "a second";
    "5s", time(5000), "five seconds";
    "30s", time(30_000), "half a minute";
    "depth 16", depth(16), "16 plies";
    "depth 24", depth(24), "24 plies";
    "nodes 1000000", nodes(1_000_000), "a million positions";
);

/// Parses a limit as it is typed: `500ms`, `2s`, `depth 20`, `nodes 100000`.
fn read(text: &str) -> Option<Limits> {
    let (unit, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let (digits, scale) = digits.split_at(end.unwrap_or(digits.len()));
    let number = digits.parse().ok().filter(|number| *number > 0)?;
    let limits = match (unit, scale.trim()) {
        ("depth ", "") => depth(u32::try_from(number).ok()?),
        ("nodes ", "") => nodes(number),
        ("", "ms") => time(number),
        ("", "s") => time(number.checked_mul(1000)?),
        _ => return None,
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::Settings;

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
        for (word, _) in LIMITS.words {
            let limits = read(word).expect(word);
            let mut settings = Settings::default();
            assert!((LIMITS.set)(&mut settings, word));
            assert_eq!(
                (settings.analysis_limit, name(&limits)),
                (limits, (*word).to_owned())
            );
        }
    }
}
