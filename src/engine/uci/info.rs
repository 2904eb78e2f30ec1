//! How a search gets on: lines that begin with `info`.

use super::Words;
use crate::epd::score::Score;

/// What an engine says of its search, as far as it is used here. What a line does not tell is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies that are searched everywhere.
    pub depth: Option<u32>,
    /// Plies that are searched somewhere.
    pub selective_depth: Option<u32>,
    /// Which of several lines it is, from 1.
    pub line: Option<u32>,
    /// What the line is worth.
    pub score: Option<Score>,
    /// Where the score is only a bound.
    pub bound: Option<Bound>,
    /// Positions searched so far.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub speed: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The moves of the line, as written; empty for none.
    pub moves: Vec<u8>,
    /// Whether it told a depth, a number of nodes or a time that can't be, which is left out.
    pub is_impossible: bool,
}

/// No search goes deeper, in plies.
const DEEPEST: u32 = 10_000;
/// No search has more positions.
const MOST_NODES: u64 = 1_000_000_000_000_000_000;
/// No search takes longer than ten years, in milliseconds.
const LONGEST: u64 = 10 * 366 * 24 * 60 * 60 * 1000;

/// On which side of a score the true one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `lowerbound`: it is at least that.
    AtLeast,
    /// `upperbound`: it is at most that.
    AtMost,
}

impl Info {
    /// Returns the first move of the line, as written; empty for none.
    pub fn first_word(&self) -> &[u8] {
        let mut words = self.moves.split(u8::is_ascii_whitespace);
        words.next().unwrap_or_default()
    }

    /// The words behind `info`; `None` where they tell nothing of a search.
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
                // What follows is for a person, to the line's end.
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

/// Takes a number into a place; a word that is none is left to be read as what it is.
fn take<N: std::str::FromStr>(place: &mut Option<N>, words: &mut Words<'_>) {
    let mut ahead = *words;
    if let Some(number) = ahead.number() {
        *place = Some(number);
        *words = ahead;
    }
}

/// The same for a number from 0 to `most`; gives whether there is a number that can't be, which is left out.
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
