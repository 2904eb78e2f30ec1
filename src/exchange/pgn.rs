//! Games in PGN: read as streams of any size ([`Games`]), one by one into positions ([`Game`]),
//! and written ([`write()`]).
//!
//! A game is read up to the first unknown word or illegal move, and [`BrokenGame`] has the place. (Readers that skip
//! such a word continue from a position that the game never had.)
//!
//! ```
//! use epdit::epd::shakmaty::{Position, Square};
//! use epdit::exchange::pgn::{Game, Games};
//!
//! let text = b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4! {the gambit} exf4 *\n\n1. d4 d5 2. Nf6 *\n";
//! let mut games = Games::of(&text[..]);
// Two batches: the last game is complete only when the stream ends.
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
//! [`Words`] splits a game into words, each with its place, without skipping anything meaningful.

mod game;
mod split;
mod write;

pub use game::{BrokenGame, Game, Ply, Tag, Variations};
pub use split::{Batch, GameText, Games, LONGEST_GAME};
pub use write::{Rounds, write};

use crate::epd::moves::looks_like_move;
use crate::epd::{Dialect, ReadOptions, Record, Rules};
use game::{is_blank, nag_of, plain, without_nag};
use memchr::{memchr, memchr2};
use rayon::prelude::*;
use shakmaty::{Chess, Color};
use std::io::{self, Read};
use std::sync::mpsc::sync_channel;

/// One word of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// `[White "Carlsen"]`: the name, and the value between its quotes, escapes included.
    Tag(&'a [u8], &'a [u8]),
    /// A move as written, without `!` and `?`.
    Move(&'a [u8]),
    /// `--` and similar: the side to move passes.
    Null,
    /// `$6`, or the number of `!?` or `±`.
    Nag(u8),
    /// The inside of `{ ... }`, or the text after `;`.
    Comment(&'a [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    Result(&'a [u8]),
    /// Anything else.
    Unknown(&'a [u8]),
    /// A comment without its `}`.
    OpenComment,
    /// A line that begins with `[` and is not a tag.
    BadTag(&'a [u8]),
}

/// An iterator over words, with the offset of each.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// Returns the words of a game's text.
    pub fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn is_line_start(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.get(at));
        matches!(before, None | Some(b'\n' | b'\r'))
    }

    fn to_line_end(&self) -> usize {
        let rest = self.rest();
        memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    /// Returns `word` and advances by `length` bytes.
    fn take(&mut self, length: usize, word: Word<'a>) -> Option<(usize, Word<'a>)> {
        let at = self.at;
        self.at += length.max(1);
        Some((at, word))
    }

    fn comment(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        match memchr(b'}', rest) {
            Some(end) => self.take(end + 1, Word::Comment(rest.get(1..end).unwrap_or_default())),
            None => self.take(rest.len(), Word::OpenComment),
        }
    }

    /// Reads a tag; `None` if the mark of a forum was skipped.
    fn tag(&mut self) -> Option<(usize, Word<'a>)> {
        let line = self.rest().get(..self.to_line_end()).unwrap_or_default();
        if let Some(rest) = behind(OPENING, line).or_else(|| behind(CLOSING, line)) {
            self.at += line.len() - rest.len();
            return None;
        }
        match read_tag(line) {
            Some((length, name, value)) => self.take(length, Word::Tag(name, value)),
            None => self.take(line.len(), Word::BadTag(line.trim_ascii())),
        }
    }

    fn nag(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit());
        let length = 1 + digits.count();
        let number = std::str::from_utf8(rest.get(1..length).unwrap_or_default());
        match number.ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => self.take(length, Word::Nag(number)),
            None => self.take(
                length,
                Word::Unknown(rest.get(..length).unwrap_or_default()),
            ),
        }
    }

    /// Reads `!`, `?` and pairs of them, as the standard numbers them.
    fn glyph(&mut self) -> Option<(usize, Word<'a>)> {
        let (length, number) = match self.rest() {
            [b'!', b'!', ..] => (2, 3),
            [b'?', b'?', ..] => (2, 4),
            [b'!', b'?', ..] => (2, 5),
            [b'?', b'!', ..] => (2, 6),
            [b'!', ..] => (1, 1),
            _ => (1, 2),
        };
        self.take(length, Word::Nag(number))
    }

    /// Reads a result, a move, an annotator's sign, or an unknown word; `None` if a move number was skipped.
    fn other(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        let ends = |byte: &u8| {
            matches!(
                byte,
                b' ' | b'\t'
                    | b'\n'
                    | b'\r'
                    | b'{'
                    | b'}'
                    | b'('
                    | b')'
                    | b';'
                    | b'$'
                    | b'!'
                    | b'?'
                    | b'['
                    | b']'
            )
        };
        let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        let word = before_blank(rest.get(..length).unwrap_or_default());
        let length = word.len();
        let plain = plain(word);
        match &*plain {
            text if is_result(text) => return self.take(length, Word::Result(word)),
            b"--" | b"Z0" | b"0000" | b"@@@@" => return self.take(length, Word::Null),
            // These belong to the move before them.
            b"e.p." | b"ep" | b"+" | b"++" | b"#" => {
                self.at += length;
                return None;
            }
            _ => {}
        }
        let number = number_length(word);
        if number > 0 {
            self.at += number;
            return None;
        }
        if looks_like_move(&plain) {
            return self.take(length, Word::Move(word));
        }
        if let Some(number) = nag_of(&plain) {
            return self.take(length, Word::Nag(number));
        }
        match without_nag(word) {
            Some(played) => self.take(played.len(), Word::Move(played)),
            None => self.take(length, Word::Unknown(word)),
        }
    }
}

/// Returns true if a word of plain letters is a game's result.
fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*")
}

/// Returns true if the last word of a text is a result.
fn ends_with_result(text: &[u8]) -> bool {
    let mut words = text.trim_ascii().rsplit(u8::is_ascii_whitespace);
    words.next().is_some_and(|word| is_result(&plain(word)))
}

/// The marks of a game's beginning and end in forums.
const OPENING: &[u8] = b"[pgn]";
const CLOSING: &[u8] = b"[/pgn]";

/// Returns the text after a leading `[pgn]`.
pub fn behind_opening(text: &[u8]) -> Option<&[u8]> {
    behind(OPENING, text)
}

/// Returns the text after a leading mark, in any case.
fn behind<'t>(mark: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let (head, rest) = text.split_at_checked(mark.len())?;
    head.eq_ignore_ascii_case(mark).then_some(rest)
}

/// Returns a word up to a non-ASCII blank, as in web pages.
fn before_blank(word: &[u8]) -> &[u8] {
    let text = match word.is_ascii() {
        true => return word,
        false => std::str::from_utf8(word).unwrap_or_default(),
    };
    let end = text.find(is_blank).unwrap_or(word.len());
    word.get(..end).unwrap_or_default()
}

/// Returns the length of the non-ASCII blank at the beginning of a text; zero without one.
fn blank(text: &[u8]) -> usize {
    let head = text.get(..text.len().min(4)).unwrap_or_default();
    let first = head
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next());
    first.filter(|c| is_blank(*c)).map_or(0, char::len_utf8)
}

/// Returns the length of the move number at the beginning of a word (`12.`, `12...`, `12…`, `12`); zero without one.
fn number_length(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits;
    while let Some(rest) = word.get(length..) {
        length += match rest {
            [b'.', ..] => 1,
            [0xe2, 0x80, 0xa6, ..] => 3,
            _ => break,
        };
    }
    // `0.5-0.5` has none: no move but castling begins with a digit.
    let is_number = !matches!(word.get(length), Some(b'1'..=b'9'));
    match is_number && (length > digits || digits == word.len()) {
        true => length,
        false => 0,
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, Word<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let found = match *self.rest().first()? {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    None
                }
                b'%' if self.is_line_start() => {
                    self.at += self.to_line_end();
                    None
                }
                b'[' => self.tag(),
                b'{' => self.comment(),
                b';' => {
                    let length = self.to_line_end();
                    let text = self.rest().get(1..length).unwrap_or_default();
                    self.take(length, Word::Comment(text))
                }
                b'(' => self.take(1, Word::Open),
                b')' => self.take(1, Word::Close),
                b'$' => self.nag(),
                b'!' | b'?' => self.glyph(),
                0xc2.. if blank(self.rest()) > 0 => {
                    self.at += blank(self.rest());
                    None
                }
                _ => self.other(),
            };
            if found.is_some() {
                return found;
            }
        }
    }
}

/// Returns the name of the tag that a line begins with, and the rest from its quote on.
pub fn tag_of(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let inside = line.trim_ascii_start().strip_prefix(b"[")?;
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let (name, value) = inside.split_at(inside.iter().take_while(is_of_name).count());
    let value = value.trim_ascii_start();
    (!name.is_empty() && value.starts_with(b"\"")).then_some((name, value))
}

/// Reads a tag at the start of a line: its length, name and value.
///
/// An unescaped quote within the value is part of it, if the line has one tag.
fn read_tag(line: &[u8]) -> Option<(usize, &[u8], &[u8])> {
    let inside = line.get(1..)?;
    let quote = memchr(b'"', inside)?;
    let name = inside.get(..quote)?.trim_ascii();
    let is_name = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']');
    if name.is_empty() || !name.iter().all(is_name) {
        return None;
    }
    let value = inside.get(quote + 1..)?;
    let mut escaped = false;
    let end = value.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    // The text after the quote at `end`, and the length of the tag up to there.
    let closed = |end: usize| {
        let behind = value.get(end + 1..)?;
        let blanks = behind
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        (behind.get(blanks) == Some(&b']')).then_some(1 + quote + 1 + end + 1 + blanks + 1)
    };
    if let Some(end) = end
        && let Some(length) = closed(end)
    {
        return Some((length, name, value.get(..end)?));
    }
    let last = memchr::memrchr(b'"', value)?;
    closed(last).and_then(|length| Some((length, name, value.get(..last)?)))
}

/// The number of games that one core processes at a time.
const SHARE: usize = 32;

/// Reads all games, runs `work` on slices of them on all cores, and calls `take` with the results in order.
///
/// # Errors
/// The source can't be read, or `take` fails.
pub fn in_order<R, T, E>(
    mut games: Games<R>,
    work: impl Fn(&[GameText<'_>]) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    R: Read + Send,
    T: Send,
    E: From<io::Error>,
{
    let (sender, batches) = sync_channel(1);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Some(batch) = games.next_batch().transpose() {
                let failed = batch.is_err();
                if sender.send(batch).is_err() || failed {
                    return;
                }
            }
        });
        // Moved in, so that an early return closes the channel and ends the reader.
        let batches = batches;
        for batch in &batches {
            let batch = batch?;
            let mut results: Vec<T> = Vec::new();
            let games: Vec<GameText<'_>> = batch.games().collect();
            let shares = games.par_chunks(SHARE).map(&work);
            shares.collect_into_vec(&mut results);
            results.into_iter().try_for_each(&mut take)?;
        }
        Ok(())
    })
}

#[derive(Clone, Debug)]
struct Start {
    position: Chess,
    half_moves: u32,
    number: u32,
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
fn start_of_fen(fen: &[u8], rules: Rules) -> Option<Start> {
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
    start_of_fen(fen.as_bytes(), Rules::Classical).is_some()
}

/// Returns the start of a game by its tags, or the fault in them.
fn start_of_game(game: &Game<'_>) -> Result<Start, String> {
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
    start_of_fen(fen.trim().as_bytes(), rules)
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

#[cfg(test)]
mod tests;
