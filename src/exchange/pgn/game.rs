//! A game: its tags, moves, positions and annotations; built from words, with the place of the first fault.

use crate::epd::Rules;
use crate::epd::moves::{self, looks_like_move};
use crate::exchange::pgn::split::GameText;
use crate::exchange::pgn::{self, Start, Word, Words};
use shakmaty::{Chess, Move, Position};
use std::borrow::Cow;
use std::ops::Range;

/// A tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name: `White`.
    pub name: &'a [u8],
    /// The value between the quotes, with escapes as written. See [`Tag::text`].
    pub value: &'a [u8],
}

impl Tag<'_> {
    /// Returns the value without escapes; bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> Cow<'_, str> {
        let text = String::from_utf8_lossy(self.value);
        if !text.contains('\\') {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        let mut chars = text.chars();
        while let Some(char) = chars.next() {
            match char {
                '\\' => plain.extend(chars.next()),
                _ => plain.push(char),
            }
        }
        Cow::Owned(plain)
    }
}

/// A half-move of the game.
#[derive(Clone, Debug)]
pub struct Ply<'a> {
    /// The position before it.
    pub before: Chess,
    /// The move; `None` for a null move, which passes the turn.
    pub played: Option<Move>,
    /// The move as written in the game.
    pub text: &'a [u8],
    /// Whether that text is canonical SAN.
    pub is_canonical: bool,
}

/// The variations of a game's main line, and counts of the parts left out.
#[derive(Clone, Debug, Default)]
pub struct Variations {
    /// The moves of the legal variations, each with the index of the half-move that it replaces.
    pub lines: Vec<(usize, Vec<Move>)>,
    /// The number of variations with a word that is not a legal move, such as the null move `--`.
    pub unreadable: u64,
    /// The number of variations inside others.
    pub nested: u64,
    /// The number of comments and NAGs on their moves.
    pub remarks: u64,
}

/// A game in PGN.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The line on which the game begins, from 1.
    pub line: u64,
    /// The number of games before it in the stream.
    pub number: u64,
    /// The tags, as written.
    pub tags: Vec<Tag<'a>>,
    /// The half-moves of the main line.
    pub plies: Vec<Ply<'a>>,
    /// The position after the last half-move.
    pub last: Chess,
    /// The result at the end: `1-0`.
    pub result: Option<&'a [u8]>,
    /// The reason why reading ended before the game's end; the text after these half-moves is unknown.
    pub broken: Option<BrokenGame>,
    /// The comments between the moves, by the index of their half-move; those before the first move have its index.
    comments: Vec<(usize, &'a [u8])>,
    nags: Vec<(usize, u8)>,
    /// The ranges of variations in the text, without the parentheses.
    variations: Vec<(usize, Range<usize>)>,
    text: &'a [u8],
    start: Start,
}

/// The reason why a game can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BrokenGame {
    /// The line of the faulty word, from 1.
    pub line: u64,
    /// The reason, in words.
    pub what: String,
}

impl<'a> Game<'a> {
    /// Reads a game up to the first unknown word or illegal move: see [`Game::broken`]. It starts from the position
    /// `fen` (six fields of FEN, or four), if given, unless its tags say otherwise.
    ///
    /// # Errors
    /// The text is not a game, or there is no legal start.
    pub fn read(text: GameText<'a>, fen: Option<&str>) -> Result<Self, BrokenGame> {
        read_game(text, fen)
    }

    /// Returns the value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(tag.text())
    }

    /// Returns the position before the half-move with this index; for a larger one, the last position.
    pub fn position(&self, ply: usize) -> &Chess {
        self.plies.get(ply).map_or(&self.last, |ply| &ply.before)
    }

    /// Returns the comments after a half-move, by index; for the first also those before it.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &'a [u8]> {
        notes_of(&self.comments, ply)
    }

    /// Returns the NAGs of a half-move, by index.
    pub fn nags(&self, ply: usize) -> impl Iterator<Item = u8> {
        notes_of(&self.nags, ply)
    }

    /// Returns the move number of a half-move, by index: FEN's last field.
    pub fn move_number(&self, ply: usize) -> u32 {
        self.start.number_at(ply)
    }

    /// Returns the half-move clocks: before each half-move and at the end.
    pub fn half_move_clocks(&self) -> Vec<u32> {
        let mut clocks = vec![self.start.half_moves];
        let mut now = self.start.half_moves;
        for ply in &self.plies {
            now = match ply.played {
                Some(played) if played.is_zeroing() => 0,
                _ => now.saturating_add(1),
            };
            clocks.push(now);
        }
        clocks
    }

    /// Returns the number of variations on the main line, without those inside others.
    pub fn variation_count(&self) -> usize {
        self.variations.len()
    }

    /// Returns the number of NAGs on the main line.
    pub fn nag_count(&self) -> usize {
        self.nags.len()
    }

    /// Reads the variations on the main line, without those inside others.
    pub fn variations(&self) -> Variations {
        let mut read = Variations::default();
        for (ply, range) in &self.variations {
            let text = self.text.get(range.clone()).unwrap_or_default();
            let (mut position, mut depth) = (self.position(*ply).clone(), 0_usize);
            let mut moves = Vec::new();
            let mut is_read = true;
            for (_, word) in Words::of(text) {
                match word {
                    Word::Open => {
                        depth += 1;
                        read.nested += 1;
                    }
                    Word::Close => depth = depth.saturating_sub(1),
                    Word::Move(text) if depth == 0 && is_read => match play(&position, text) {
                        Ok((played, _)) => {
                            position.play_unchecked(played);
                            moves.push(played);
                        }
                        Err(_) => is_read = false,
                    },
                    Word::Unknown(_) | Word::Null if depth == 0 => is_read = false,
                    Word::Comment(_) | Word::Nag(_) => read.remarks += 1,
                    _ => {}
                }
            }
            match is_read {
                true => read.lines.push((*ply, moves)),
                false => read.unreadable += 1,
            }
        }
        read
    }
}

fn notes_of<T: Copy>(notes: &[(usize, T)], ply: usize) -> impl Iterator<Item = T> {
    let from = notes.partition_point(|(of, _)| *of < ply);
    let notes = notes.get(from..).unwrap_or_default().iter();
    notes
        .take_while(move |(of, _)| *of == ply)
        .map(|(_, note)| *note)
}

/// Returns the number of line ends in a text: LF, CR LF or CR.
fn line_ends(text: &[u8]) -> u64 {
    let mut count = 0;
    for at in memchr::memchr2_iter(b'\n', b'\r', text) {
        count += u64::from(text.get(at) == Some(&b'\n') || text.get(at + 1) != Some(&b'\n'));
    }
    count
}

fn read_game<'a>(text: GameText<'a>, fen: Option<&str>) -> Result<Game<'a>, BrokenGame> {
    let broken = |at: usize, what: String| {
        let before = text.bytes.get(..at).unwrap_or_default();
        BrokenGame {
            line: text.line + line_ends(before),
            what,
        }
    };
    if text.is_too_long {
        return Err(broken(0, "a game of more than 16 MiB".into()));
    }
    let mut reading = Reading::of(text);
    let mut begun = false;
    let mut fault = None;
    for (at, word) in Words::of(text.bytes) {
        // Comments may precede the tags.
        if !begun && !matches!(word, Word::Tag(..) | Word::BadTag(_) | Word::Comment(_)) {
            reading.begin(fen).map_err(|what| broken(0, what))?;
            begun = true;
        }
        if let Err(what) = reading.next(at, word) {
            fault = Some(broken(at, what));
            break;
        }
    }
    if !begun {
        // Without all of its tags the start is unknown.
        if let Some(fault) = fault {
            return Err(fault);
        }
        reading.begin(fen).map_err(|what| broken(0, what))?;
    }
    if let (Some(at), None) = (reading.open.first(), &fault) {
        let at = at.saturating_sub(1);
        fault = Some(broken(at, "this variation has no `)`".into()));
    }
    match (reading.is_of_a_game(fen.is_some(), fault.is_some()), fault) {
        (true, fault) => Ok(Game {
            broken: fault,
            ..reading.game
        }),
        (false, Some(fault)) => Err(fault),
        (false, None) => Err(broken(
            0,
            "expected a game, found neither a move nor a PGN tag".into(),
        )),
    }
}

/// A game being read; a result ends it, even if more words follow.
struct Reading<'a> {
    game: Game<'a>,
    open: Vec<usize>,
}

impl<'a> Reading<'a> {
    fn of(text: GameText<'a>) -> Self {
        Self {
            game: Game {
                line: text.line,
                number: text.number,
                tags: Vec::new(),
                plies: Vec::with_capacity(96),
                last: Chess::default(),
                result: None,
                broken: None,
                comments: Vec::new(),
                nags: Vec::new(),
                variations: Vec::new(),
                text: text.bytes,
                start: Start::default(),
            },
            open: Vec::new(),
        }
    }

    /// Returns true if there is a move, or a tag that only games have, since other texts have brackets and braces,
    /// too. A lone result, or a given start, makes a game without moves if nothing else is there.
    fn is_of_a_game(&self, has_start: bool, is_broken: bool) -> bool {
        let tags = [
            "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN",
        ];
        let is_empty = (has_start || self.game.result.is_some()) && !is_broken;
        is_empty
            || !self.game.plies.is_empty()
            || tags.iter().any(|tag| self.game.tag(tag).is_some())
    }

    fn next(&mut self, at: usize, word: Word<'a>) -> Result<(), String> {
        if self.game.result.is_some() && self.open.is_empty() {
            match word {
                // A comment on the end of the game.
                Word::Comment(_) => {}
                Word::Result(_) => return Ok(()),
                _ => return Err("expected the next game's tags".into()),
            }
        }
        self.word(at, word)
    }

    fn begin(&mut self, fen: Option<&str>) -> Result<(), String> {
        self.game.start = match fen {
            Some(fen) if self.game.tag("FEN").is_none() => {
                pgn::start_of_fen(fen.as_bytes(), Rules::Classical)
                    .ok_or_else(|| format!("expected a legal position, found `{fen}`"))?
            }
            _ => pgn::start_of_game(&self.game)?,
        };
        self.game.last = self.game.start.position.clone();
        Ok(())
    }

    fn word(&mut self, at: usize, word: Word<'a>) -> Result<(), String> {
        // A comment or NAG after a move belongs to it.
        let of = self.game.plies.len().saturating_sub(1);
        let main = self.open.is_empty();
        match word {
            Word::Tag(name, value) if self.game.plies.is_empty() && main => {
                self.game.tags.push(Tag { name, value });
            }
            Word::Tag(..) => return Err("unexpected tag among the moves".into()),
            Word::Move(text) if main => {
                let (played, is_canonical) = play(&self.game.last, text)?;
                let mut after = self.game.last.clone();
                after.play_unchecked(played);
                self.game.plies.push(Ply {
                    before: std::mem::replace(&mut self.game.last, after),
                    played: Some(played),
                    text,
                    is_canonical,
                });
            }
            Word::Null if main => {
                let after = self.game.last.clone().swap_turn();
                let after = after.map_err(|_| "a null move in check is not legal")?;
                self.game.plies.push(Ply {
                    before: std::mem::replace(&mut self.game.last, after),
                    played: None,
                    text: b"--",
                    is_canonical: false,
                });
            }
            Word::Comment(text) if main => self.game.comments.push((of, text)),
            Word::Nag(number) if main => self.game.nags.push((of, number)),
            Word::Open => self.open.push(at + 1),
            Word::Close => {
                let from = self.open.pop().ok_or("this `)` closes nothing")?;
                if self.open.is_empty() {
                    self.game.variations.push((of, from..at));
                }
            }
            Word::Result(text) if main => self.game.result = Some(text),
            // An illegal move only invalidates its variation: see `Game::variations`.
            Word::Unknown(_) if !main => {}
            Word::Unknown(text) => {
                return Err(format!("expected a move, found `{}`", short(text)));
            }
            Word::BadTag(text) => {
                return Err(format!(
                    "expected a tag as [Name \"value\"], found `{}`",
                    short(text)
                ));
            }
            Word::OpenComment => return Err("this comment has no `}`".into()),
            Word::Move(_) | Word::Null | Word::Comment(_) | Word::Nag(_) | Word::Result(_) => {}
        }
        Ok(())
    }
}

/// Returns a word as quoted in messages.
fn short(text: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(text);
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}

/// Returns the move of a word, and true if the word is canonical SAN.
fn play(position: &Chess, text: &[u8]) -> Result<(Move, bool), String> {
    let written = text;
    let text = &*plain(written);
    if let Some((played, form)) = moves::read_plain(position, text) {
        return Ok((played, form.is_canonical() && text == written));
    }
    let side = position.turn().fold_wb("White", "Black");
    match moves::read(position, text).result {
        Ok(played) => Ok((played, false)),
        Err(moves::Fault::Ambiguous(several)) => Err(format!(
            "`{}` fits {} legal moves for {side}",
            short(text),
            several.len()
        )),
        Err(_) => Err(format!("`{}` is not a legal move for {side}", short(text))),
    }
}

/// Annotators' signs, each before its number in the standard's list of NAGs.
const SIGNS: &str = "‼ 3 ⁇ 4 ⁉ 5 ⁈ 6 □ 7 = 10 ∞ 13 ⩲ 14 +/= 14 += 14 ⩱ 15 =/+ 15 =+ 15 ± 16 +/- 16 ∓ 17 -/+ 17 +- 18 \
    -+ 19 ⨀ 22 ○ 26 ⟳ 32 ↑ 36 → 40 ⇆ 132 ⊕ 138 ∆ 140 ⌓ 142";

/// The longest sign that may follow a move, in bytes.
const LONGEST: usize = 12;

/// Returns true if a character separates words: a blank of web pages, or one without width.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// Returns a word in the standard's letters: hyphens for dashes, letters for figures of pieces.
pub(super) fn plain(word: &[u8]) -> Cow<'_, [u8]> {
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
pub(super) fn nag_of(sign: &[u8]) -> Option<u8> {
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
pub(super) fn without_nag(word: &[u8]) -> Option<&[u8]> {
    let text = std::str::from_utf8(word).ok()?;
    let ends = text.char_indices().rev().map(|(at, _)| at);
    let mut moves = ends
        .take_while(|at| *at > 0 && word.len() - at <= LONGEST)
        .filter_map(|at| word.split_at_checked(at));
    let (played, _) = moves
        .find(|(played, sign)| nag_of(&plain(sign)).is_some() && looks_like_move(&plain(played)))?;
    Some(played)
}

#[cfg(test)]
mod tests;
