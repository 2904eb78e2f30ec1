//! Positions of games as records: the choice of positions, and their operations.
//!
//! ```
//! use epdit::exchange::import::{Import, Lines};
//! use epdit::exchange::pgn::Games;
//!
//! let text = b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best} e5 *\n";
//! let import = Import {
//!     id: Some("{White}-{Black}.{ply}".parse().expect("a template")),
//!     ..Import::default()
//! };
//! let mut lines = Lines::default();
//! let mut games = Games::of(&text[..]);
//! while let Some(batch) = games.next_batch()? {
//!     batch.games().for_each(|game| import.game(game, &mut lines));
//! }
//! let text = String::from_utf8_lossy(&lines.text);
//! assert_eq!(
//!     text.lines().next(),
//!     Some(
//!         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"best\"; id \"A-B.0\"; \
//!          ptp White \"A\" Black \"B\"; sm e4;"
//!     )
//! );
//! assert_eq!((lines.count(), lines.broken.len()), (3, 0));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Records are UTF-8; games of older programs often are not, see [`Encoding`].
//!
//! [`Unique`] drops repeated positions in bounded memory and keeps the order of the others: it remembers a limited
//! number of positions, and after that a record with a new position waits in a file. At the end the waiting records
//! are processed again with an empty memory: all of them came after the records written before, so the order holds.

mod line;

pub use line::{Stream, begins_game, converted, first_line, is_games, write_position};

use crate::epd::{ReadOptions, Skim, moves, openings};
use crate::exchange::pgn::{BrokenGame, Game, GameText};
use crate::suite::external::TextSpool;
use line::{Annotations, LineWriter, time_used};
use rustc_hash::{FxBuildHasher, FxHashSet};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::io;
use std::str::FromStr;

/// The positions that get the game's tags as `ptp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    All,
    /// The first position written of each game.
    #[default]
    First,
    None,
}

/// The choice of positions of a game, and the operations they get. All conditions apply together.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The first ply; 0 is the starting position.
    pub from: usize,
    /// The last ply; `None` for no limit.
    pub to: Option<usize>,
    /// The distance in plies between chosen positions, counted from [`Self::from`]; 0 chooses all.
    pub every: usize,
    /// Whether only the final position is chosen.
    pub last: bool,
    /// Whether only positions whose move has a comment are chosen.
    pub commented: bool,
    /// The NAGs of which the move must have one, or any NAG if the list is empty.
    pub nags: Option<Vec<u8>>,
    /// The positions that get the tags.
    pub tags: Tags,
    /// The template of the ids; `None` for no ids.
    pub id: Option<IdTemplate>,
    /// Whether the first variation of a move is written as `pv`.
    pub variations: bool,
    /// Whether the clocks are written as `hmvc` and `fmvn`.
    pub clocks: bool,
    /// Whether the move is also written in UCI: `Uci e2e4`.
    pub squares: bool,
    /// Whether the last opening that the game reached is written as `eco` and `v0`.
    pub openings: bool,
    /// The FEN of the starting position of games that state none.
    pub start: Option<String>,
    /// The encoding of the games; records are UTF-8.
    pub encoding: Encoding,
}

/// The records of games, and counts of the parts left out.
#[derive(Debug, Default)]
pub struct Lines {
    /// The records, one per line.
    pub text: Vec<u8>,
    /// The end of each line, and the key of its position.
    ends: Vec<(usize, u64)>,
    /// The games without a record because they can't be read.
    pub broken: Vec<BrokenGame>,
    /// The games with records only up to a fault, each with the fault.
    pub cut: Vec<BrokenGame>,
    /// The number of games, broken ones included.
    pub games: u64,
    /// The number of games that were not UTF-8.
    pub converted: u64,
    /// The parts left out of the records.
    pub left_out: LeftOut,
}

/// Counts of the parts left out of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Tags whose name is not an identifier of the standard: up to 15 letters, digits or `_`.
    pub tags: u64,
    /// Strings cut because they exceed the standard's 255 bytes.
    pub cut: u64,
    /// Variations: all if none are requested, else those beyond a move's first, inside another one or with a word
    /// that is not a legal move.
    pub variations: u64,
    /// Comments and NAGs in requested variations.
    pub remarks: u64,
    /// NAGs of the moves played.
    pub nags: u64,
    /// Comment lines among records.
    pub comments: u64,
    /// Searches of a position other than its deepest one.
    pub evaluations: u64,
}

impl LeftOut {
    /// Adds other counts.
    pub fn join(&mut self, other: Self) {
        self.tags += other.tags;
        self.cut += other.cut;
        self.variations += other.variations;
        self.remarks += other.remarks;
        self.nags += other.nags;
        self.comments += other.comments;
        self.evaluations += other.evaluations;
    }
}

impl Lines {
    /// Returns the number of records.
    pub fn count(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Returns the lines, each with the key of its position: equal for equal positions, and different for others up
    /// to 64-bit collisions.
    pub fn keyed(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut from = 0;
        self.ends.iter().map(move |(end, key)| {
            let line = self.text.get(from..*end).unwrap_or_default();
            from = *end;
            (*key, line)
        })
    }

    /// Adds a record from another source, with its line feed, or the reason and the line number if it can't be read.
    /// Empty lines are ignored.
    pub fn record<E: std::fmt::Display>(&mut self, at: u64, read: Result<Vec<u8>, E>) {
        match read {
            Ok(line) if line.is_empty() => {}
            Ok(line) => {
                let read = Skim::read(&line, &ReadOptions::default());
                // A line without a position is identified by its text.
                let hash = || FxBuildHasher.hash_one(&line);
                let key = read.position().map_or_else(hash, position_key);
                self.text.extend_from_slice(&line);
                self.ends.push((self.text.len(), key));
            }
            Err(error) => self.broken.push(BrokenGame {
                line: at,
                what: error.to_string(),
            }),
        }
    }

    /// Adds the record that `build` appends without a line feed; `build` returns its position. Adds the reason and the
    /// line number if it fails.
    #[cfg(feature = "tables")]
    pub(super) fn built<E: std::fmt::Display>(
        &mut self,
        at: u64,
        build: impl FnOnce(&mut Vec<u8>) -> Result<Chess, E>,
    ) {
        let before = self.text.len();
        match build(&mut self.text) {
            Ok(position) => {
                self.text.push(b'\n');
                self.ends.push((self.text.len(), position_key(&position)));
            }
            Err(error) => {
                self.text.truncate(before);
                self.broken.push(BrokenGame {
                    line: at,
                    what: error.to_string(),
                });
            }
        }
    }
}

/// Returns the key of a position, independent of the way it is written.
pub fn position_key(position: &Chess) -> u64 {
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    // The hash covers the side of a right, not the rook: Chess960 has two on one side.
    let rooks = position.castles().castling_rights().0;
    key.0 ^ rooks.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Import {
    /// Adds the records of a game; of a broken one those before the fault, and the fault; of an unreadable one the
    /// reason.
    pub fn game(&self, text: GameText<'_>, lines: &mut Lines) {
        lines.games += 1;
        let bytes = self.encoding.decode(text.bytes);
        lines.converted += u64::from(matches!(bytes, Cow::Owned(_)));
        let text = GameText {
            bytes: &bytes,
            ..text
        };
        match Game::read(text, self.start.as_deref()) {
            Ok(game) => {
                self.records(&game, lines);
                match game.broken {
                    // The requested final position is unknown.
                    Some(broken) if self.last => lines.broken.push(broken),
                    broken => lines.cut.extend(broken),
                }
            }
            Err(broken) => lines.broken.push(broken),
        }
    }

    /// Adds the records of a game.
    pub fn records(&self, game: &Game<'_>, lines: &mut Lines) {
        let variations = self.variations_of(game, &mut lines.left_out);
        lines.left_out.nags += game.nag_count() as u64;
        let mut notes = Annotations::of(game);
        let clocks = match self.clocks {
            true => game.half_move_clocks(),
            false => Vec::new(),
        };
        let (mut tags, mut opening) = (self.tags, None);
        for ply in 0..=game.plies.len() {
            let note = notes.next(game, ply);
            if self.openings {
                opening = openings::of(game.position(ply)).or(opening);
            }
            if !self.has(game, ply, note.has_text) {
                continue;
            }
            let position = game.position(ply);
            let played = game.plies.get(ply);
            write_position(position, &mut lines.text);
            let mut line = LineWriter {
                out: &mut lines.text,
                left_out: &mut lines.left_out,
            };
            let moved = played.and_then(|ply| Some((ply, ply.played?)));
            let squares = moved.filter(|_| self.squares);
            line.value(
                "Uci",
                squares.map(|(ply, played)| moves::uci(&ply.before, played)),
            );
            line.value("acd", note.depth);
            line.comment(&note.text);
            line.value("cc", note.used.and_then(time_used));
            line.value("ce", note.score);
            line.value("eco", opening.map(|opening| format!("\"{}\"", opening.eco)));
            if let Some(clock) = clocks.get(ply) {
                line.value("fmvn", Some(game.move_number(ply)));
                line.value("hmvc", Some(clock));
            }
            if let Some(id) = &self.id {
                line.id(&id.of(game, ply));
            }
            if tags != Tags::None {
                line.tags(game);
            }
            let variation = variations.binary_search_by_key(&ply, |(ply, _)| *ply);
            if let Some((_, played)) = variation.ok().and_then(|at| variations.get(at)) {
                line.value("pv", Some(moves::line(position, played, moves::san)));
            }
            // A record can't contain a null move.
            if let Some((ply, played)) = moved {
                line.played(ply, played);
            }
            line.value("v0", opening.map(|opening| format!("\"{}\"", opening.name)));
            lines.text.push(b'\n');
            lines.ends.push((lines.text.len(), position_key(position)));
            if tags == Tags::First {
                tags = Tags::None;
            }
        }
    }

    /// Returns the variations to write: one per move.
    fn variations_of(&self, game: &Game<'_>, left_out: &mut LeftOut) -> Vec<(usize, Vec<Move>)> {
        if !self.variations {
            left_out.variations += game.variation_count() as u64;
            return Vec::new();
        }
        let mut all = game.variations();
        let before = all.lines.len();
        all.lines.retain(|(_, moves)| !moves.is_empty());
        all.lines.dedup_by_key(|(ply, _)| *ply);
        left_out.variations += (before - all.lines.len()) as u64 + all.unreadable + all.nested;
        left_out.remarks += all.remarks;
        all.lines
    }

    fn has(&self, game: &Game<'_>, ply: usize, has_text: bool) -> bool {
        let played = ply < game.plies.len();
        ply >= self.from
            && self.to.is_none_or(|to| ply <= to)
            && (ply - self.from).is_multiple_of(self.every.max(1))
            && !(self.last && (played || game.broken.is_some()))
            && !(self.commented && (!played || !has_text))
            && self.nags.as_ref().is_none_or(|some| {
                let mut nags = game.nags(ply);
                played && nags.any(|nag| some.is_empty() || some.contains(&nag))
            })
    }
}

/// The encoding of a game's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8; an invalid byte is read as Latin-1.
    #[default]
    Auto,
    /// UTF-8; other bytes stay unchanged.
    Utf8,
    /// Latin-1, with the letters of Windows-1252 in place of control characters.
    Latin1,
}

/// The letters of Windows-1252 from 0x80 to 0x9F.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Encoding {
    /// Returns a text as UTF-8, borrowed if no byte has to change.
    fn decode(self, text: &[u8]) -> Cow<'_, [u8]> {
        let is_right = match self {
            Self::Auto => std::str::from_utf8(text).is_ok(),
            Self::Utf8 => true,
            Self::Latin1 => text.is_ascii(),
        };
        if is_right {
            return Cow::Borrowed(text);
        }
        let mut decoded = String::with_capacity(text.len() + text.len() / 8);
        match self {
            Self::Latin1 => decoded.extend(text.iter().copied().map(letter)),
            _ => {
                for chunk in text.utf8_chunks() {
                    decoded.push_str(chunk.valid());
                    decoded.extend(chunk.invalid().iter().copied().map(letter));
                }
            }
        }
        Cow::Owned(decoded.into_bytes())
    }
}

fn letter(byte: u8) -> char {
    let windows = byte
        .checked_sub(0x80)
        .and_then(|at| WINDOWS.chars().nth(at.into()));
    windows.unwrap_or(char::from(byte))
}

/// A text with names in braces: `{ply}`, `{game}` and `{move}` are numbers (`{ply:03}`: at least three digits),
/// `{side}` is `w` or `b`, and any other name is a tag's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdTemplate(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A name, and the minimum number of digits.
    Named(String, usize),
}

/// The reason why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdTemplateError {
    #[error("expected `{{` and `}}` around each name in `{0}`")]
    Brace(String),
    #[error("expected ply, game, move, side or a tag such as White between braces, found `{0}`")]
    Name(String),
    #[error("`{0}` contains a double quote or line end, which can't be part of an id")]
    Text(String),
}

impl FromStr for IdTemplate {
    type Err = IdTemplateError;

    fn from_str(text: &str) -> Result<Self, IdTemplateError> {
        if text.contains(['"', '\n', '\r']) {
            return Err(IdTemplateError::Text(text.to_owned()));
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            let inside = from
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'));
            let (name, after) = inside.ok_or_else(|| IdTemplateError::Brace(text.to_owned()))?;
            parts.push(part(name).ok_or_else(|| IdTemplateError::Name(name.to_owned()))?);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Self(parts))
    }
}

fn part(text: &str) -> Option<Part> {
    let (name, width) = text.split_once(':').unwrap_or((text, "0"));
    let is_number = matches!(name, "ply" | "game" | "move");
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = !name.is_empty() && name.bytes().all(is_of_name);
    let width = width.parse().ok().filter(|width| *width <= 20)?;
    (is_name && (is_number || name == text)).then(|| Part::Named(name.to_owned(), width))
}

impl IdTemplate {
    /// Puts a literal text in front.
    #[must_use]
    pub fn after(mut self, text: String) -> Self {
        self.0.insert(0, Part::Text(text));
        self
    }

    /// Returns the id of a position, with `?` for a tag that the game lacks.
    pub fn of(&self, game: &Game<'_>, ply: usize) -> String {
        let mut id = String::new();
        for part in &self.0 {
            let (name, width) = match part {
                Part::Named(name, width) => (name.as_str(), *width),
                Part::Text(text) => {
                    id.push_str(text);
                    continue;
                }
            };
            id.push_str(&match name {
                "ply" => format!("{ply:0width$}"),
                "game" => format!("{:0width$}", game.number + 1),
                "move" => format!("{:0width$}", game.move_number(ply)),
                "side" => game.position(ply).turn().char().to_string(),
                tag => game.tag(tag).map_or("?".into(), Cow::into_owned),
            });
        }
        id
    }
}

/// The number of remembered positions: at most 24 bytes each.
const REMEMBERED: usize = 16 << 20;

/// A filter that admits each position once.
pub struct Unique {
    seen: FxHashSet<u64>,
    limit: usize,
    waiting: Option<TextSpool>,
    dropped: u64,
}

impl Default for Unique {
    fn default() -> Self {
        Self::of(REMEMBERED)
    }
}

impl Unique {
    /// Returns a filter that remembers `limit` positions (at least one).
    pub fn of(limit: usize) -> Self {
        Self {
            seen: FxHashSet::default(),
            limit: limit.max(1),
            waiting: None,
            dropped: 0,
        }
    }

    /// Returns true for the first record of its position; if that is not yet known, the record waits.
    ///
    /// # Errors
    /// The file of waiting records can't be written.
    pub fn admits(&mut self, key: u64, line: &[u8]) -> io::Result<bool> {
        if self.seen.contains(&key) {
            self.dropped += 1;
            return Ok(false);
        }
        if self.seen.len() < self.limit {
            self.seen.insert(key);
            return Ok(true);
        }
        let keyed = [&key.to_le_bytes(), line].concat();
        self.waiting.get_or_insert_default().push(0, &keyed)?;
        Ok(false)
    }

    /// Passes the waiting records to `take`; returns the number of records left out in all.
    ///
    /// # Errors
    /// The file of waiting records can't be read or written, or `take` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<u64, E> {
        while let Some(waiting) = self.waiting.take() {
            self.seen.clear();
            waiting
                .read()?
                .up_to(0, |_, keyed| match keyed.split_first_chunk() {
                    Some((key, line)) if self.admits(u64::from_le_bytes(*key), line)? => take(line),
                    _ => Ok(()),
                })?;
        }
        Ok(self.dropped)
    }
}

#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unique_tests;

#[cfg(test)]
mod encoding_tests {
    use super::*;

    #[test]
    fn text_becomes_utf_8_from_the_detected_or_given_encoding() {
        let latin = b"J\xf6rg \x96 \xc3\xa9 \x8d";
        for (encoding, expected) in [
            (Encoding::Auto, "Jörg – é \u{8d}".as_bytes()),
            (Encoding::Utf8, latin),
            (Encoding::Latin1, "Jörg – Ã© \u{8d}".as_bytes()),
        ] {
            assert_eq!(&*encoding.decode(latin), expected, "{encoding:?}");
        }
        for text in ["plain", "Jörg"] {
            let decoded = Encoding::Auto.decode(text.as_bytes());
            assert!(matches!(decoded, Cow::Borrowed(_)), "{text}");
        }
    }
}
