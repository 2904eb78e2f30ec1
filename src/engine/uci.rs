//! The messages of an engine, with its options and the progress of its searches. Parsing never fails: as the
//! protocol demands, a meaningless line is [`Message::Nothing`], and unknown words within a line are skipped.
//!
//! ```
//! use epdit::engine::uci::{Message, read};
//!
//! assert_eq!(read(b"uciok\r"), Message::UciOk);
//! let Message::Info(info) = read(b"info depth 7 score cp 31 nodes 20 pv e2e4 e7e5") else {
//!     panic!("an info line");
//! };
//! assert_eq!((info.depth, info.nodes), (Some(7), Some(20)));
//! assert_eq!(info.moves, b"e2e4 e7e5");
//! ```

use crate::epd::score::Score;

/// A message of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    Option(EngineOption),
    /// The description of the engine is complete.
    UciOk,
    /// The engine has processed all commands.
    ReadyOk,
    /// The progress of a search.
    Info(Info),
    /// The end of a search: the move as written, `None` if it is missing.
    BestMove(Option<String>),
    /// Another line: a banner, text for people, a broken line.
    Nothing,
}

/// Parses one line, with or without its end.
pub fn read(line: &[u8]) -> Message {
    let mut words = Words(line);
    let Some(first) = words.next() else {
        return Message::Nothing;
    };
    match first {
        b"id" => match words.next() {
            Some(b"name") => Message::Name(text(words.rest())),
            Some(b"author") => Message::Author(text(words.rest())),
            _ => Message::Nothing,
        },
        b"option" => EngineOption::read(words).map_or(Message::Nothing, Message::Option),
        b"uciok" => Message::UciOk,
        b"readyok" => Message::ReadyOk,
        b"info" => Info::read(words).map_or(Message::Nothing, Message::Info),
        b"bestmove" => Message::BestMove(words.next().map(text)),
        _ => Message::Nothing,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.trim_ascii()).into_owned()
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// Returns the text after the last word read.
    fn rest(self) -> &'a [u8] {
        self.0.trim_ascii()
    }

    /// Returns the next word, if it is a number.
    fn number<N: std::str::FromStr>(&mut self) -> Option<N> {
        std::str::from_utf8(self.next()?).ok()?.parse().ok()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.0.trim_ascii_start();
        let end = line
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end)?;
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// The parts of an engine's report that are used here; `None` for a missing value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies of the full search.
    pub depth: Option<u32>,
    /// The depth in plies of the selective search.
    pub selective_depth: Option<u32>,
    /// The number of the line, from 1.
    pub line: Option<u32>,
    /// The score of the line.
    pub score: Option<Score>,
    /// The kind of bound, if the score is not exact.
    pub bound: Option<Bound>,
    /// The number of positions searched so far.
    pub nodes: Option<u64>,
    /// The number of positions per second.
    pub speed: Option<u64>,
    /// The time since the search began, in milliseconds.
    pub time: Option<u64>,
    /// The moves of the line, as written; empty for none.
    pub moves: Vec<u8>,
    /// Whether the report had an impossible depth, node count or time, which is left out.
    pub is_impossible: bool,
}

/// The largest possible depth in plies.
const DEEPEST: u32 = 10_000;
/// The largest possible number of positions.
const MOST_NODES: u64 = 1_000_000_000_000_000_000;
/// The longest possible time in milliseconds: ten years.
const LONGEST: u64 = 10 * 366 * 24 * 60 * 60 * 1000;

/// The kind of a bound on the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `lowerbound`: the score is at least this.
    AtLeast,
    /// `upperbound`: the score is at most this.
    AtMost,
}

impl Info {
    /// Returns the first move of the line, as written; empty for none.
    pub fn first_word(&self) -> &[u8] {
        let mut words = self.moves.split(u8::is_ascii_whitespace);
        words.next().unwrap_or_default()
    }

    /// Parses the words after `info`; `None` if they have no value used here.
    fn read(mut words: Words<'_>) -> Option<Self> {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                b"depth" => info.is_impossible |= possible(&mut info.depth, DEEPEST, &mut words),
                b"seldepth" => take(&mut info.selective_depth, &mut words),
                b"multipv" => take(&mut info.line, &mut words),
                b"nodes" => {
                    info.is_impossible |= possible(&mut info.nodes, MOST_NODES, &mut words);
                }
                b"nps" => take(&mut info.speed, &mut words),
                b"time" => info.is_impossible |= possible(&mut info.time, LONGEST, &mut words),
                b"score" => {
                    if let Some((score, bound)) = claim(&mut words) {
                        (info.score, info.bound) = (Some(score), bound);
                    }
                }
                // The rest of the line is text for people.
                b"string" => break,
                b"pv" => {
                    info.moves = words.rest().to_vec();
                    break;
                }
                _ => {}
            }
        }
        (info != Self::default()).then_some(info)
    }
}

/// Parses a number; another word is left to be read next.
fn take<N: std::str::FromStr>(place: &mut Option<N>, words: &mut Words<'_>) {
    let mut ahead = *words;
    if let Some(number) = ahead.number() {
        *place = Some(number);
        *words = ahead;
    }
}

/// Parses a number from 0 to `most`; returns true for an impossible number, which is left out.
fn possible<N: std::str::FromStr + PartialOrd>(
    place: &mut Option<N>,
    most: N,
    words: &mut Words<'_>,
) -> bool {
    let mut ahead = *words;
    let looks_so = ahead.next().is_some_and(|word| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        digits.first().is_some_and(u8::is_ascii_digit)
    });
    let mut told = None;
    take(&mut told, words);
    match told {
        Some(number) if number <= most => *place = Some(number),
        _ => return looks_so,
    }
    false
}

fn claim(words: &mut Words<'_>) -> Option<(Score, Option<Bound>)> {
    let mut ahead = *words;
    let score = match ahead.next()? {
        b"cp" => Score::Centipawns(ahead.number()?),
        b"mate" => Score::Mate(ahead.number()?),
        _ => return None,
    };
    *words = ahead;
    let bound = match ahead.next() {
        Some(b"lowerbound") => Some(Bound::AtLeast),
        Some(b"upperbound") => Some(Bound::AtMost),
        _ => None,
    };
    if bound.is_some() {
        *words = ahead;
    }
    Some((score, bound))
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name as written by the engine; case does not matter.
    pub name: String,
    /// The default as written by the engine; empty without one.
    pub default: String,
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    Spin {
        min: Option<i64>,
        max: Option<i64>,
    },
    Combo(Vec<String>),
    /// A button: setting it triggers an action.
    Button,
    Text,
}

/// The reason why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{name}`: expected {expected}, found `{found}`")]
pub struct ValueError {
    pub name: String,
    pub expected: String,
    pub found: String,
}

impl EngineOption {
    /// Parses the words after `option`; `None` without a name or with an unknown type.
    fn read(words: Words<'_>) -> Option<Self> {
        let mut parts: Vec<(&[u8], Vec<&[u8]>)> = Vec::new();
        for word in words {
            let is_key = match (word, parts.last()) {
                (b"name", None) => true,
                // A name may contain any word; it ends only at a word followed by a type.
                (b"type", Some((key, value))) => *key == b"name" && !value.is_empty(),
                (b"default" | b"min" | b"max" | b"var", Some((key, _))) => *key != b"name",
                _ => false,
            };
            match parts.last_mut() {
                _ if is_key => parts.push((word, Vec::new())),
                Some((_, value)) => value.push(word),
                None => {}
            }
        }
        let all = |wanted: &'static [u8]| {
            let parts = parts.iter().filter(move |(key, _)| *key == wanted);
            parts.map(|(_, value)| text(&value.join(&b' ')))
        };
        let last = |wanted| all(wanted).next_back();
        let number = |wanted| last(wanted)?.parse().ok();
        let kind = match last(b"type")?.split(' ').next()? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                min: number(b"min"),
                max: number(b"max"),
            },
            "combo" => OptionKind::Combo(all(b"var").collect()),
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            _ => return None,
        };
        let default = last(b"default").filter(|default| default != "<empty>");
        Some(Self {
            name: last(b"name").filter(|name| !name.is_empty())?,
            default: default.unwrap_or_default(),
            kind,
        })
    }

    /// Returns true if the option has this name, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns a value as it is sent; empty for a button.
    ///
    /// # Errors
    /// The value is not valid for the option.
    pub fn checked(&self, value: &str) -> Result<String, ValueError> {
        let wrong = |expected: String| ValueError {
            name: self.name.clone(),
            expected,
            found: value.to_owned(),
        };
        if value.contains(['\n', '\r']) {
            return Err(wrong("one line".to_owned()));
        }
        match &self.kind {
            OptionKind::Check => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => Err(wrong("true or false".to_owned())),
            },
            OptionKind::Spin { min, max } => {
                let expected = || match (min, max) {
                    (Some(min), Some(max)) => format!("a number from {min} to {max}"),
                    (Some(min), None) => format!("a number from {min} on"),
                    (None, Some(max)) => format!("a number up to {max}"),
                    (None, None) => "a number".to_owned(),
                };
                let number: i64 = value.parse().map_err(|_| wrong(expected()))?;
                let fits =
                    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max);
                if fits {
                    Ok(number.to_string())
                } else {
                    Err(wrong(expected()))
                }
            }
            OptionKind::Combo(words) => {
                let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
                found
                    .cloned()
                    .ok_or_else(|| wrong(format!("one of {}", words.join(", "))))
            }
            OptionKind::Button if value.is_empty() => Ok(String::new()),
            OptionKind::Button => Err(wrong("no value".to_owned())),
            OptionKind::Text => Ok(value.to_owned()),
        }
    }

    /// Returns the accepted values in words: `1 to 1024, default 1`.
    pub fn takes(&self) -> String {
        let takes = match &self.kind {
            OptionKind::Button => return "button".to_owned(),
            OptionKind::Check => "true or false".to_owned(),
            OptionKind::Spin {
                min: Some(min),
                max: Some(max),
            } => format!("{min} to {max}"),
            OptionKind::Spin { .. } => "number".to_owned(),
            OptionKind::Combo(words) => words.join(" | "),
            OptionKind::Text => "text".to_owned(),
        };
        match self.default.as_str() {
            "" => takes,
            default => format!("{takes}, default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Message) {
        assert_eq!(read(line.as_bytes()), expected, "{line}");
    }

    #[test]
    fn every_form_of_line_is_read() {
        check(
            "id name Stockfish 15.1",
            Message::Name("Stockfish 15.1".into()),
        );
        check("id author A. and B.\r", Message::Author("A. and B.".into()));
        check("  uciok  ", Message::UciOk);
        check("readyok", Message::ReadyOk);
        check(
            "bestmove e2e4 ponder e7e5",
            Message::BestMove(Some("e2e4".into())),
        );
        check("bestmove (none)", Message::BestMove(Some("(none)".into())));
        check("bestmove", Message::BestMove(None));
        check("Stockfish 15.1 by the developers", Message::Nothing);
        check("", Message::Nothing);
        check("id", Message::Nothing);
        check("id elo 3000", Message::Nothing);
        check("option", Message::Nothing);
        check("info", Message::Nothing);
        check("registration checking", Message::Nothing);
    }

    #[test]
    fn parsing_never_panics() {
        for line in [
            &b"\xff\xfe\0"[..],
            b"info depth",
            b"info depth \xff score cp",
            b"info score cp 99999999999999999999999 pv",
            b"info score mate pv e2e4",
            b"info multipv -1 score cp 1",
            b"option name",
            b"option name X type",
            b"option name X type spin min max default",
            b"option name type type type",
            b"bestmove \xff",
            b"id name \xff",
        ] {
            let _ = read(line);
        }
        assert_eq!(read(b"id name \xffA"), Message::Name("\u{fffd}A".into()));
    }
}

#[cfg(test)]
mod info_tests {
    use super::*;
    use super::{Message, read};

    fn info(line: &str) -> Info {
        match read(line.as_bytes()) {
            Message::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn values_are_read_in_any_order() {
        let read = info(
            "info nodes 2238 depth 6 seldepth 5 multipv 2 nps 248666 hashfull 1 tbhits 0 time 9 score cp -504 pv h1h4 g2g3 ",
        );
        assert_eq!(
            read,
            Info {
                depth: Some(6),
                selective_depth: Some(5),
                line: Some(2),
                score: Some(Score::Centipawns(-504)),
                bound: None,
                nodes: Some(2238),
                speed: Some(248_666),
                time: Some(9),
                moves: b"h1h4 g2g3".to_vec(),
                is_impossible: false,
            }
        );
    }

    #[test]
    fn bounds_and_mates_are_reported() {
        let claim = |line| {
            let info = info(line);
            info.score.map(|score| (score, info.bound))
        };
        let expected = |score, bound| Some((score, bound));
        assert_eq!(
            claim("info score cp 12 lowerbound nodes 3"),
            expected(Score::Centipawns(12), Some(Bound::AtLeast))
        );
        assert_eq!(
            claim("info score upperbound depth 1 score mate -3 upperbound"),
            expected(Score::Mate(-3), Some(Bound::AtMost))
        );
        assert_eq!(claim("info depth 3 score cp nonsense"), None);
        assert_eq!(claim("info depth 3 score cp 1.5"), None);
    }

    #[test]
    fn a_missing_number_affects_only_its_own_value() {
        let read = info("info depth nodes 7 time x pv e2e4");
        assert_eq!((read.depth, read.nodes, read.time), (None, Some(7), None));
        assert_eq!(read.moves, b"e2e4");
    }

    #[test]
    fn an_impossible_number_is_left_out_and_flagged() {
        let check = |line: &str, expected: (Option<u32>, Option<u64>, Option<u64>), told| {
            let read = info(line);
            assert_eq!((read.depth, read.nodes, read.time), expected, "{line}");
            assert_eq!(read.is_impossible, told, "{line}");
        };
        let most = (Some(10_000), Some(MOST_NODES), Some(LONGEST));
        check(
            "info depth 10000 nodes 1000000000000000000 time 316224000000",
            most,
            false,
        );
        check(
            "info depth -5 nodes 18446744073709551615 time 9",
            (None, None, Some(9)),
            true,
        );
        check(
            "info depth 100000000000000000000 time 18446744073709551615 nodes 7",
            (None, Some(7), None),
            true,
        );
        check("info depth 1e20 nodes 7", (None, Some(7), None), true);
        check("info depth nodes 7", (None, Some(7), None), false);
        check("info depth 4294967296 time 1", (None, None, Some(1)), true);
    }

    #[test]
    fn text_after_string_is_ignored() {
        assert_eq!(read(b"info string depth 9 pv e2e4"), Message::Nothing);
        let read = info("info depth 2 string nodes 9");
        assert_eq!((read.depth, read.nodes), (Some(2), None));
    }
}

#[cfg(test)]
mod option_tests {
    use super::*;
    use super::{Message, read};

    fn option(line: &str) -> EngineOption {
        match read(line.as_bytes()) {
            Message::Option(option) => option,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn each_type_is_read_with_its_accepted_values() {
        let check = |line: &str, name: &str, takes: &str| {
            let option = option(line);
            assert_eq!(
                (option.name.as_str(), option.takes().as_str()),
                (name, takes)
            );
        };
        check(
            "option name Threads type spin default 1 min 1 max 1024",
            "Threads",
            "1 to 1024, default 1",
        );
        check(
            "option name Use NNUE type check default true",
            "Use NNUE",
            "true or false, default true",
        );
        check("option name Clear Hash type button", "Clear Hash", "button");
        check(
            "option name Style type combo default Normal Play var Solid var Normal Play var Risky",
            "Style",
            "Solid | Normal Play | Risky, default Normal Play",
        );
        check(
            "option name SyzygyPath type string default <empty>",
            "SyzygyPath",
            "text",
        );
        check(
            "option name Debug Log File type string default ",
            "Debug Log File",
            "text",
        );
        check(
            "option name min depth type spin default 3 min -2 max 9",
            "min depth",
            "-2 to 9, default 3",
        );
    }

    #[test]
    fn values_are_checked_against_the_option() {
        let check = |line: &str, value: &str, expected: Result<&str, &str>| {
            let found = option(line).checked(value);
            let found = found.map_err(|error| error.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected);
        };
        let threads = "option name Threads type spin default 1 min 1 max 8";
        check(threads, "08", Ok("8"));
        check(
            threads,
            "9",
            Err("option `Threads`: expected a number from 1 to 8, found `9`"),
        );
        check(
            threads,
            "many",
            Err("option `Threads`: expected a number from 1 to 8, found `many`"),
        );
        let ponder = "option name Ponder type check default false";
        check(ponder, "True", Ok("true"));
        check(
            ponder,
            "maybe",
            Err("option `Ponder`: expected true or false, found `maybe`"),
        );
        let style = "option name Style type combo default Solid var Solid var Risky";
        check(style, "risky", Ok("Risky"));
        check(
            style,
            "wild",
            Err("option `Style`: expected one of Solid, Risky, found `wild`"),
        );
        check("option name Clear Hash type button", "", Ok(""));
        check("option name Path type string", "/a b", Ok("/a b"));
        check(
            "option name Path type string",
            "a\nquit",
            Err("option `Path`: expected one line, found `a\nquit`"),
        );
    }
}
