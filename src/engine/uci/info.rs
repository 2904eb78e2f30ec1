//! The progress of a search: lines that begin with `info`.

use super::Words;
use crate::epd::score::Score;

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

/// The direction in which the true score lies.
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

    /// Parses the words after `info`; `None` if they tell nothing about a search.
    pub(super) fn read(mut words: Words<'_>) -> Option<Self> {
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

/// Takes a number; another word is left for the next reading.
fn take<N: std::str::FromStr>(place: &mut Option<N>, words: &mut Words<'_>) {
    let mut ahead = *words;
    if let Some(number) = ahead.number() {
        *place = Some(number);
        *words = ahead;
    }
}

/// Takes a number from 0 to `most`; returns true for an impossible number, which is left out.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::uci::{Said, read};

    fn info(line: &str) -> Info {
        match read(line.as_bytes()) {
            Said::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn all_that_is_used_is_read_in_any_order() {
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
    fn bounds_and_mates_are_told() {
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
    fn a_word_that_is_no_number_costs_only_its_own_value() {
        let read = info("info depth nodes 7 time x pv e2e4");
        assert_eq!((read.depth, read.nodes, read.time), (None, Some(7), None));
        assert_eq!(read.moves, b"e2e4");
    }

    #[test]
    fn a_number_that_cannot_be_is_left_out_and_told() {
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
    fn what_follows_string_is_for_a_person() {
        assert_eq!(read(b"info string depth 9 pv e2e4"), Said::Nothing);
        let read = info("info depth 2 string nodes 9");
        assert_eq!((read.depth, read.nodes), (Some(2), None));
    }
}
