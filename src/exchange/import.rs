//! Positions of games as records: which ones, and what their operations say.
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
//! let text = String::from_utf8_lossy(lines.text());
//! assert_eq!(
//!     text.lines().next(),
//!     Some(
//!         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"best\"; id \"A-B.0\"; \
//!          ptp White \"A\" Black \"B\"; sm e4;"
//!     )
//! );
//! assert_eq!((lines.len(), lines.broken().len()), (3, 0));
//! # Ok::<(), std::io::Error>(())
//! ```

mod annotation;
mod encoding;
mod line;
mod stream;
mod template;
mod unique;

pub use encoding::Encoding;
pub use line::write_position;
pub use stream::{Stream, begins_as_games, converted, first_line, is_games};
pub use template::{IdTemplate, IdTemplateError};
pub use unique::Unique;

use std::borrow::Cow;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::epd::{ReadOptions, Skim, openings};
use crate::exchange::pgn::{Broken, Game, GameText, Variation, Variations};
use annotation::Annotations;
use line::LineWriter;

/// Which positions have the game's tags as `ptp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    /// All.
    All,
    /// The first of each game that is written.
    #[default]
    First,
    /// None.
    None,
}

/// Which NAGs a move must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nags {
    /// Any.
    Any,
    /// One of these.
    Of(Vec<u8>),
}

/// Which positions of a game become records, and with what. All conditions hold together.
#[derive(Clone, Debug)]
pub struct Import {
    /// The first ply; 0 is the position in which the game starts.
    pub from: usize,
    /// The last ply.
    pub to: Option<usize>,
    /// One position of so many, counted from [`Self::from`].
    pub every: usize,
    /// Only the position at the game's end.
    pub last: bool,
    /// Only where the move played has a comment.
    pub commented: bool,
    /// Only where the move played has such a NAG.
    pub nags: Option<Nags>,
    /// The tags.
    pub tags: Tags,
    /// The id.
    pub id: Option<IdTemplate>,
    /// The first variation of a move as `pv`.
    pub variations: bool,
    /// The clocks: `hmvc` and `fmvn`.
    pub clocks: bool,
    /// The move played by its squares, too: `Uci e2e4`.
    pub squares: bool,
    /// The opening that the game reached last, as `eco` and `v0`.
    pub openings: bool,
    /// Where games start that do not say so themselves: FEN.
    pub start: Option<String>,
    /// How the letters of games are encoded; those of records are UTF-8.
    pub encoding: Encoding,
}

impl Default for Import {
    fn default() -> Self {
        Self {
            from: 0,
            to: None,
            every: 1,
            last: false,
            commented: false,
            nags: None,
            tags: Tags::First,
            id: None,
            variations: false,
            clocks: false,
            squares: false,
            openings: false,
            start: None,
            encoding: Encoding::default(),
        }
    }
}

/// Records that came of games, and what could not be told in them.
#[derive(Debug, Default)]
pub struct Lines {
    text: Vec<u8>,
    /// Where each line ends.
    ends: Vec<usize>,
    /// What the position of each is known by.
    keys: Vec<u64>,
    broken: Vec<Broken>,
    /// Games of which the positions before a fault are there.
    cut: Vec<Broken>,
    games: u64,
    /// Games whose letters were not UTF-8.
    converted: u64,
    left_out: LeftOut,
}

/// What had no place in a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Tags whose name is no identifier of the standard: up to 15 letters, digits or `_`.
    pub tags: u64,
    /// Strings longer than the standard's 255 bytes, that were cut.
    pub cut: u64,
    /// Variations: all where none are asked for, else those beside a move's first, within another one
    /// or with a word that is no legal move.
    pub variations: u64,
    /// Comments and NAGs in variations that are asked for.
    pub remarks: u64,
    /// NAGs of moves that were played.
    pub nags: u64,
    /// Comment lines among records.
    pub comments: u64,
}

impl LeftOut {
    /// Adds that of others.
    pub fn join(&mut self, other: Self) {
        self.tags += other.tags;
        self.cut += other.cut;
        self.variations += other.variations;
        self.remarks += other.remarks;
        self.nags += other.nags;
        self.comments += other.comments;
    }
}

impl Lines {
    /// All lines.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lines, each with what its position is known by: equal for equal positions, as far as 64 bits
    /// can tell.
    pub fn keyed(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut from = 0;
        self.ends.iter().zip(&self.keys).map(move |(end, key)| {
            let line = self.text.get(from..*end).unwrap_or_default();
            from = *end;
            (*key, line)
        })
    }

    /// Games that gave no record because they can't be read.
    pub fn broken(&self) -> &[Broken] {
        &self.broken
    }

    /// Games that gave the records before a fault, each with that.
    pub fn cut(&self) -> &[Broken] {
        &self.cut
    }

    /// How many games were not UTF-8, and are in the records.
    pub fn converted(&self) -> u64 {
        self.converted
    }

    /// How many games there were, broken ones included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What had no place in the records.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Adds a record that was read otherwise, with its line feed; of one that can't be read, only why.
    /// What is empty is none.
    pub fn record<E: std::fmt::Display>(&mut self, place: GameText<'_>, read: Result<Vec<u8>, E>) {
        match read {
            Ok(line) if line.is_empty() => {}
            Ok(line) => {
                let read = Skim::read(&line, &ReadOptions::default());
                self.text.extend_from_slice(&line);
                self.ends.push(self.text.len());
                // What has no position is known by its text.
                let key = match read.position() {
                    Some(position) => key_of(position),
                    None => FxBuildHasher.hash_one(&line),
                };
                self.keys.push(key);
            }
            Err(error) => self.broken.push(Broken {
                line: place.line,
                what: error.to_string(),
            }),
        }
    }

    /// Counts a comment line, that has no place among the records.
    pub fn comment(&mut self) {
        self.left_out.comments += 1;
    }

    /// Notes a line that was written to the end of the text.
    fn close(&mut self, position: &Chess) {
        self.text.push(b'\n');
        self.ends.push(self.text.len());
        self.keys.push(key_of(position));
    }
}

/// What a position is known by.
fn key_of(position: &Chess) -> u64 {
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    // The hash knows the side of a right, not the rook: Chess960 has two on one side.
    let rooks = position.castles().castling_rights().0;
    key.0 ^ rooks.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Import {
    /// Adds the records of a game, of one that is broken those before the fault, and that; of one that can't be read,
    /// only why.
    pub fn game(&self, text: GameText<'_>, lines: &mut Lines) {
        lines.games += 1;
        let bytes = self.encoding.decode(text.bytes);
        lines.converted += u64::from(matches!(bytes, Cow::Owned(_)));
        let text = GameText {
            bytes: &bytes,
            ..text
        };
        match Game::read_from(text, self.start.as_deref()) {
            Ok(game) => {
                self.records(&game, lines);
                match game.broken {
                    // Its end, of which nothing is known, is all that was asked for.
                    Some(broken) if self.last => lines.broken.push(broken),
                    broken => lines.cut.extend(broken),
                }
            }
            Err(broken) => lines.broken.push(broken),
        }
    }

    /// Adds the records of a game that was read.
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
            if !self.has(game, ply, note.is_said) {
                continue;
            }
            let position = game.position(ply);
            let played = game.plies.get(ply);
            write_position(position, &mut lines.text);
            let mut line = LineWriter::of(&mut lines.text, &mut lines.left_out);
            if let Some(played) = played.filter(|_| self.squares) {
                line.squares(played);
            }
            line.depth(note.depth);
            line.comment(&note.text);
            line.time_used(note.used);
            line.score(note.score);
            line.opening_code(opening);
            if let Some(clock) = clocks.get(ply) {
                line.clocks(*clock, game.move_number(ply));
            }
            if let Some(id) = &self.id {
                line.id(&id.of(game, ply));
            }
            if tags != Tags::None {
                line.tags(game);
            }
            let variation = variations.binary_search_by_key(&ply, |variation| variation.ply);
            if let Some(variation) = variation.ok().and_then(|at| variations.get(at)) {
                line.variation(position, &variation.moves);
            }
            if let Some(played) = played {
                line.played(played);
            }
            line.opening_name(opening);
            lines.close(position);
            if tags == Tags::First {
                tags = Tags::None;
            }
        }
    }

    /// The variations to write: one a move.
    fn variations_of(&self, game: &Game<'_>, left_out: &mut LeftOut) -> Vec<Variation> {
        if !self.variations {
            left_out.variations += game.variation_count() as u64;
            return Vec::new();
        }
        let Variations {
            mut lines,
            unreadable,
            nested,
            remarks,
        } = game.variations();
        let before = lines.len();
        lines.retain(|variation| !variation.moves.is_empty());
        lines.dedup_by_key(|variation| variation.ply);
        left_out.variations += (before - lines.len()) as u64 + unreadable + nested;
        left_out.remarks += remarks;
        lines
    }

    fn has(&self, game: &Game<'_>, ply: usize, is_said: bool) -> bool {
        let played = ply < game.plies.len();
        ply >= self.from
            && self.to.is_none_or(|to| ply <= to)
            && (ply - self.from).is_multiple_of(self.every.max(1))
            && !(self.last && (played || game.broken.is_some()))
            && !(self.commented && (!played || !is_said))
            && self.nags.as_ref().is_none_or(|nags| {
                played
                    && match nags {
                        Nags::Any => game.nags(ply).next().is_some(),
                        Nags::Of(some) => game.nags(ply).any(|nag| some.contains(&nag)),
                    }
            })
    }
}

#[cfg(test)]
mod tests;
