//! The opening of a position: its ECO code and name, independent of the order of moves.
//!
//! The names are those of the Lichess project's data set, which is in the public domain (CC0), as the crate
//! `crabchess` 0.1.15 has it.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record, openings};
//!
//! let line = b"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6";
//! let record = Record::read(line, &ReadOptions::default());
//! let opening = openings::of(record.position().expect("a legal position")).expect("it has a name");
//! assert_eq!((opening.eco, opening.name), ("B20", "Sicilian Defense"));
//! ```

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use super::moves;

/// The code, name and moves of each opening, separated by tabs; `#` begins a comment.
const TEXT: &str = include_str!("../../assets/openings.tsv");

/// The code and name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings: `B20`.
    pub eco: &'static str,
    /// The English name: family, variation, sub-variation.
    pub name: &'static str,
}

/// The openings by position hash; 64 bits suffice for a few thousand.
static BY_POSITION: LazyLock<FxHashMap<u64, Opening>> = LazyLock::new(|| {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(read)
        .map(|(position, opening)| (key(&position), opening))
        .collect()
});

fn read(line: &'static str) -> Option<(Chess, Opening)> {
    let mut parts = line.split('\t');
    let opening = Opening {
        eco: parts.next()?,
        name: parts.next()?,
    };
    let mut position = Chess::default();
    for word in parts.next()?.split(' ') {
        let played = moves::read(&position, word.as_bytes()).result.ok()?;
        position.play_unchecked(played);
    }
    Some((position, opening))
}

fn key(position: &Chess) -> u64 {
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    key.0
}

/// Returns the opening whose moves lead to a position; `None` if none does.
pub fn of(position: &Chess) -> Option<Opening> {
    BY_POSITION.get(&key(position)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(line: &str) -> Option<Opening> {
        let mut position = Chess::default();
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            let played = moves::read(&position, word.as_bytes())
                .result
                .expect("a move");
            position.play_unchecked(played);
        }
        of(&position)
    }

    #[test]
    fn every_line_of_the_data_can_be_played_and_no_two_lead_to_the_same_position() {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(BY_POSITION.len(), lines);
        assert!(lines > 3000, "{lines}");
        let is_code = |opening: &Opening| match opening.eco.as_bytes() {
            [b'A'..=b'E', tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
            _ => false,
        };
        assert!(BY_POSITION.values().all(is_code));
        // Both are written into operations unchanged.
        assert!(
            BY_POSITION
                .values()
                .all(|opening| !opening.name.contains('"') && opening.name.len() < 256)
        );
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter() {
        let one = after("d4 Nf6 c4 e6 Nc3 Bb4").expect("it has a name");
        assert_eq!(one.name, "Nimzo-Indian Defense");
        assert_eq!(after("c4 e6 Nc3 Bb4 d4 Nf6"), Some(one));
        assert_eq!(after("e4 c5").map(|opening| opening.eco), Some("B20"));
        assert_eq!(after(""), None);
    }
}
