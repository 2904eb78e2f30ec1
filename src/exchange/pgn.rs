//! Games in PGN: read as streams of any size ([`Games`]), one by one into positions ([`Game`]),
//! and written ([`write()`]).
//!
//! A game is read up to the first unknown word or illegal move, and [`Broken`] has the place. (Readers that skip such
//! a word continue from a position that the game never had.)
//!
//! ```
//! use epdit::epd::shakmaty::{Position, Square};
//! use epdit::exchange::pgn::{Game, Games};
//!
//! let text = b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4! {the gambit} exf4 *\n\n1. d4 d5 2. Nf6 *\n";
//! let mut games = Games::of(&text[..]);
//! // Two batches: the last game is whole when the stream ends.
//! let (first, second) = (games.next_batch()?, games.next_batch()?);
//! let batches: Vec<_> = first.into_iter().chain(second).collect();
//! let read: Vec<_> = batches.iter().flat_map(|batch| batch.games()).map(|game| Game::read(game, None)).collect();
//!
//! let game = read[0].as_ref().expect("it can be played");
//! assert_eq!(game.tag("White").as_deref(), Some("Anderssen"));
//! assert_eq!(game.plies.len(), 4);
//! assert_eq!(game.plies[2].played.map(|played| played.to()), Some(Square::F4));
//! assert_eq!(game.nags(2).collect::<Vec<_>>(), [1]);
//! assert!(game.last.board().piece_at(Square::F4).is_some());
//!
//! let game = read[1].as_ref().expect("two moves can be played");
//! let broken = game.broken.as_ref().expect("no knight goes there");
//! assert_eq!(broken.to_string(), "line 5: `Nf6` is not a legal move for White");
//! assert_eq!(game.plies.len(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Annotators' signs, and the typographic signs of programs and web pages for the standard's letters.
//!
//! The starting position of a game: the initial array, or the position of its `FEN` tag.

mod game;
mod in_order;
mod scan;
mod split;
mod write;

use crate::epd::moves::looks_like_move;
use crate::epd::{Dialect, ReadOptions, Record, Rules};
use shakmaty::{Chess, Color};
use std::borrow::Cow;

pub use game::{Broken, Game, Ply, Tag, Variations};
pub use in_order::in_order;
pub use scan::{Word, Words, behind_opening, tag_of};
pub use split::{Batch, GameText, Games, LONGEST_GAME};
pub use write::write;

/// Annotators' signs, each before its number in the standard's list of NAGs.
const SIGNS: &str = "‼ 3 ⁇ 4 ⁉ 5 ⁈ 6 □ 7 = 10 ∞ 13 ⩲ 14 +/= 14 += 14 ⩱ 15 =/+ 15 =+ 15 ± 16 +/- 16 ∓ 17 -/+ 17 +- 18 \
    -+ 19 ⨀ 22 ○ 26 ⟳ 32 ↑ 36 → 40 ⇆ 132 ⊕ 138 ∆ 140 ⌓ 142";

/// The longest sign that may follow a move, in bytes.
const LONGEST: usize = 12;

/// Returns true if a character separates words: a blank of web pages, or one without width.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// Returns a word in the standard's letters: hyphens for dashes, letters for figures of pieces.
fn plain(word: &[u8]) -> Cow<'_, [u8]> {
    let text = match word.is_ascii() {
        true => None,
        false => std::str::from_utf8(word).ok(),
    };
    let Some(text) = text else {
        return Cow::Borrowed(word);
    };
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '×' => plain.push('x'),
            '½' => plain.push_str("1/2"),
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            // A pawn has no letter; the others select the style of the figure before them.
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain.into_bytes())
}

/// Returns the NAG of an annotator's sign; 0, the standard's null annotation, if the list has none.
fn nag_of(sign: &[u8]) -> Option<u8> {
    let sign = std::str::from_utf8(sign)
        .ok()
        .filter(|sign| !sign.is_empty())?;
    let mut words = SIGNS.split(' ');
    while let (Some(known), Some(number)) = (words.next(), words.next()) {
        if known == sign {
            return number.parse().ok();
        }
    }
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    sign.chars().all(is_sign).then_some(0)
}

/// Returns the move of a word without the annotator's sign after it.
fn without_nag(word: &[u8]) -> Option<&[u8]> {
    let text = std::str::from_utf8(word).ok()?;
    let ends = text.char_indices().rev().map(|(at, _)| at);
    let mut moves = ends
        .take_while(|at| *at > 0 && word.len() - at <= LONGEST)
        .filter_map(|at| word.split_at_checked(at));
    let (played, _) = moves
        .find(|(played, sign)| nag_of(&plain(sign)).is_some() && looks_like_move(&plain(played)))?;
    Some(played)
}

/// A starting position and its clocks.
#[derive(Clone, Debug)]
struct Start {
    pub position: Chess,
    pub half_moves: u32,
    pub number: u32,
}

impl Default for Start {
    /// Returns the initial array.
    fn default() -> Self {
        Self {
            position: Chess::default(),
            half_moves: 0,
            number: 1,
        }
    }
}

/// Reads a position with its clocks; `None` if it is not legal.
fn of_fen(fen: &[u8], rules: Rules) -> Option<Start> {
    let options = ReadOptions {
        dialect: Dialect::Fen,
        rules,
        ..ReadOptions::default()
    };
    let record = Record::read(fen, &options);
    if !record.is_structure_sound() || !record.operations().is_empty() {
        return None;
    }
    Some(Start {
        position: record.position()?.clone(),
        half_moves: record.half_move_clock().unwrap_or(0),
        number: record.full_move_number().unwrap_or(1).max(1),
    })
}

/// Returns true if a game can start from a position: six fields of FEN, or four.
pub fn is_start(fen: &str) -> bool {
    of_fen(fen.as_bytes(), Rules::Classical).is_some()
}

/// Returns the start of a game by its tags, or the fault in them.
fn of_game(game: &Game<'_>) -> Result<Start, String> {
    let variant = game.tag("Variant").unwrap_or_default().to_lowercase();
    let chess960 = variant.contains("960") || variant.contains("fischer");
    let is_chess = chess960
        || matches!(
            variant.trim(),
            "" | "?" | "-" | "standard" | "chess" | "normal" | "from position" | "classical"
        );
    if !is_chess {
        return Err(format!("the variant `{variant}` is not chess"));
    }
    let rules = match chess960 {
        true => Rules::Chess960,
        false => Rules::Classical,
    };
    let fen = game
        .tag("FEN")
        .filter(|fen| !matches!(fen.trim(), "" | "?" | "-"));
    let Some(fen) = fen else {
        return Ok(Start::default());
    };
    of_fen(fen.trim().as_bytes(), rules)
        .ok_or_else(|| format!("expected a legal position in the tag FEN, found `{fen}`"))
}

impl Start {
    /// Returns the move number before the half-move with this index.
    fn number_at(&self, ply: usize) -> u32 {
        use shakmaty::Position;
        let black = u32::from(self.position.turn() == Color::Black);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        self.number.saturating_add(ply.saturating_add(black) / 2)
    }
}
