//! A stream of PGN as batches of whole games, each with the number of its first line.

use crate::exchange::pgn::{CLOSING, OPENING, behind, ends_with_result, tag_of};
use std::io::{self, Read};
use std::ops::Range;

const READ: u64 = 1 << 20;
/// The length of the longest game, in bytes; longer ones are skipped without being stored.
pub const LONGEST_GAME: usize = 16 << 20;

/// The bytes of a game, and their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameText<'a> {
    /// The bytes from the first tag to the beginning of the next game; empty for a game that is too long.
    pub bytes: &'a [u8],
    /// The line number of the first byte, from 1.
    pub line: u64,
    /// The number of games before it.
    pub number: u64,
    /// Whether the game is longer than [`LONGEST_GAME`].
    pub is_too_long: bool,
}

impl<'a> GameText<'a> {
    /// Returns a text that is one game.
    pub fn of(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            line: 1,
            number: 0,
            is_too_long: false,
        }
    }
}

/// Consecutive games of a stream.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    games: Vec<GameSpan>,
}

/// A game in a batch; its range is `None` if it is too long.
#[derive(Clone, Debug)]
struct GameSpan {
    range: Option<Range<usize>>,
    line: u64,
    number: u64,
}

impl Batch {
    /// Returns the games in order.
    pub fn games(&self) -> impl Iterator<Item = GameText<'_>> {
        self.games.iter().map(|found| GameText {
            bytes: found
                .range
                .clone()
                .and_then(|range| self.bytes.get(range))
                .unwrap_or_default(),
            line: found.line,
            number: found.number,
            is_too_long: found.range.is_none(),
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SplitState {
    place: GameSection,
    in_comment: bool,
    /// Whether a blank line came after the last tag, or directly before within a comment.
    after_blank: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum GameSection {
    #[default]
    Nothing,
    /// Among comments before the tags and moves.
    Head,
    Tags,
    Moves,
    Result,
}

impl From<GameSection> for SplitState {
    fn from(place: GameSection) -> Self {
        Self {
            place,
            ..Self::default()
        }
    }
}

/// A reader that cuts a stream into games. After a comment that is never closed, the next game begins at the first tag
/// pair after a blank line.
#[derive(Debug)]
pub struct Games<R> {
    source: R,
    carry: Vec<u8>,
    /// The length of the part of `carry` that was examined, to a line's start.
    looked: usize,
    within: SplitState,
    start: usize,
    start_line: u64,
    /// The start of the comments after the result, and its line. They belong to the next game if one follows.
    comments: Option<(usize, u64)>,
    line: u64,
    number: u64,
    ended: bool,
    /// Whether a game that is too long is being skipped.
    dropping: bool,
    by_line: bool,
}

impl<R: Read> Games<R> {
    /// Returns a reader before the first game.
    pub fn of(source: R) -> Self {
        Self {
            source,
            carry: Vec::new(),
            looked: 0,
            within: SplitState::default(),
            start: 0,
            start_line: 1,
            comments: None,
            line: 1,
            number: 0,
            ended: false,
            dropping: false,
            by_line: false,
        }
    }

    /// Returns a reader in which every line that is not blank is a game: a list of moves.
    pub fn of_lines(source: R) -> Self {
        Self {
            by_line: true,
            ..Self::of(source)
        }
    }

    /// Returns the next games; `None` at the end.
    ///
    /// # Errors
    /// The source can't be read.
    pub fn next_batch(&mut self) -> io::Result<Option<Batch>> {
        let mut batch = Batch::default();
        while batch.games.is_empty() {
            if self.ended {
                return Ok(None);
            }
            self.fill()?;
            self.look(&mut batch);
        }
        // The unfinished game is carried over.
        let keep = if self.ended {
            self.carry.len()
        } else {
            self.start
        };
        let rest = self.carry.split_off(keep);
        batch.bytes = std::mem::replace(&mut self.carry, rest);
        self.looked = self.looked.saturating_sub(keep);
        self.start = self.start.saturating_sub(keep);
        if let Some((at, _)) = &mut self.comments {
            *at = at.saturating_sub(keep);
        }
        Ok(Some(batch))
    }

    fn fill(&mut self) -> io::Result<()> {
        let source = self.source.by_ref();
        let read = source.take(READ).read_to_end(&mut self.carry)?;
        self.ended = read == 0;
        Ok(())
    }

    fn look(&mut self, batch: &mut Batch) {
        while let Some(whole) = self.line_end() {
            let mut end = whole;
            let mut line = self.carry.get(self.looked..end).unwrap_or_default();
            let before = self.within;
            if !self.by_line
                && !before.in_comment
                && let Some(at) = next_game(line)
            {
                end = self.looked + at;
                line = line.get(..at).unwrap_or_default();
            }
            let game = self.carry.get(self.start..self.looked).unwrap_or_default();
            let step = match self.by_line {
                true => self.within.follow_list(line),
                false => self.within.follow(line, game),
            };
            let here = (self.looked, self.line);
            match step {
                Step::On => {}
                Step::Aside => {
                    self.comments.get_or_insert(here);
                }
                Step::Begins | Step::Breaks if before.place == GameSection::Nothing => {
                    (self.start, self.start_line) = here;
                }
                Step::Begins => {
                    let with_comments = self.comments.unwrap_or(here);
                    self.close(with_comments, batch);
                }
                Step::Breaks => self.close(here, batch),
            }
            self.looked = end;
            self.line += u64::from(end == whole);
        }
        let is_nothing = self.within.place == GameSection::Nothing;
        if self.ended {
            if !is_nothing {
                self.close((self.carry.len(), self.line), batch);
            }
        } else if is_nothing && self.looked > self.start {
            self.start = self.looked;
        } else if self.carry.len() - self.start > LONGEST_GAME {
            if !std::mem::replace(&mut self.dropping, true) {
                self.found(None, batch);
            }
            // This also limits the memory for a line without an end.
            self.carry.truncate(self.looked);
            self.start = self.looked;
            self.comments = None;
        }
    }

    /// Ends the current game at a byte, and begins another there, on this line.
    fn close(&mut self, (at, line): (usize, u64), batch: &mut Batch) {
        if !std::mem::take(&mut self.dropping) {
            self.found(Some(self.start..at), batch);
        }
        self.number += 1;
        (self.start, self.start_line) = (at, line);
        self.comments = None;
    }

    fn found(&self, range: Option<Range<usize>>, batch: &mut Batch) {
        batch.games.push(GameSpan {
            range,
            line: self.start_line,
            number: self.number,
        });
    }

    /// Returns the end of the line that begins at `looked`, if it is complete. A lone CR ends a line, too.
    fn line_end(&mut self) -> Option<usize> {
        let rest = self.carry.get(self.looked..).unwrap_or_default();
        if rest.is_empty() {
            return None;
        }
        match memchr::memchr2(b'\n', b'\r', rest) {
            Some(at) if rest.get(at) == Some(&b'\r') => match rest.get(at + 1) {
                Some(b'\n') => Some(self.looked + at + 2),
                Some(_) => Some(self.looked + at + 1),
                None => self.ended.then_some(self.looked + at + 1),
            },
            Some(at) => Some(self.looked + at + 1),
            None => self.ended.then_some(self.carry.len()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The line belongs to the current game.
    On,
    /// The line is a comment after the game's result.
    Aside,
    /// A game begins with the comments above the line.
    Begins,
    /// A game begins with the line.
    Breaks,
}

impl SplitState {
    /// Processes a line of a list in which every line that is not blank is a game.
    fn follow_list(&mut self, line: &[u8]) -> Step {
        if line.trim_ascii().is_empty() {
            return Step::On;
        }
        self.place = GameSection::Moves;
        Step::Begins
    }

    /// Processes a line; `game` is the text of the current game so far.
    fn follow(&mut self, line: &[u8], game: &[u8]) -> Step {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let trimmed = line.trim_ascii();
        if self.in_comment {
            let after_blank = std::mem::replace(&mut self.after_blank, trimmed.is_empty());
            if after_blank && is_tag_pair(trimmed) {
                *self = GameSection::Tags.into();
                return Step::Breaks;
            }
            let Some(end) = memchr::memchr(b'}', line) else {
                return Step::On;
            };
            *self = self.place.into();
            return self.follow_text(line.get(end + 1..).unwrap_or_default());
        }
        self.after_blank |= trimmed.is_empty();
        if trimmed.is_empty() || line.starts_with(b"%") {
            return Step::On;
        }
        let before = self.place;
        let (inside, is_opened, is_closed) = within_marks(trimmed);
        if is_opened {
            self.place = GameSection::Head;
        }
        let step = match inside.first() {
            None => Step::On,
            Some(b'[') => {
                let before = std::mem::replace(self, GameSection::Tags.into());
                match before.place {
                    GameSection::Head => Step::On,
                    // After a blank line, a tag that this game already has begins another game.
                    GameSection::Tags if !before.after_blank || !has_tag(game, inside) => Step::On,
                    _ => Step::Begins,
                }
            }
            Some(_) => self.follow_text(inside),
        };
        if is_closed && self.place != GameSection::Nothing && !self.in_comment {
            self.place = GameSection::Result;
        }
        match is_opened && before != GameSection::Head {
            true => Step::Breaks,
            false => step,
        }
    }

    /// Processes comments and moves to the end of their line.
    fn follow_text(&mut self, text: &[u8]) -> Step {
        let (mut rest, mut has_moves) = (text, false);
        let (is_open, ends) = loop {
            let plain = memchr::memchr2(b'{', b';', rest).unwrap_or(rest.len());
            let (plain, comment) = rest.split_at(plain);
            has_moves |= !plain.trim_ascii().is_empty();
            match (comment.first(), memchr::memchr(b'}', comment)) {
                (Some(b'{'), Some(end)) => rest = comment.get(end + 1..).unwrap_or_default(),
                (Some(b'{'), None) => break (true, false),
                (Some(_), _) => break (false, false),
                (None, _) => break (false, ends_with_result(plain)),
            }
        };
        let (place, step) = match self.place {
            GameSection::Nothing | GameSection::Result if has_moves => {
                (GameSection::Moves, Step::Begins)
            }
            _ if has_moves => (GameSection::Moves, Step::On),
            GameSection::Nothing => (GameSection::Head, Step::Begins),
            GameSection::Head => (GameSection::Head, Step::On),
            GameSection::Result => (GameSection::Result, Step::Aside),
            // A comment line among tags ends nothing.
            GameSection::Tags if text.trim_ascii_start().starts_with(b";") => return Step::On,
            _ => (GameSection::Moves, Step::On),
        };
        *self = Self {
            place: if ends { GameSection::Result } else { place },
            in_comment: is_open,
            after_blank: false,
        };
        step
    }
}

/// Returns a line without the marks of a forum around it, then true if they open a game, then true if they close one.
fn within_marks(mut line: &[u8]) -> (&[u8], bool, bool) {
    let (mut is_opened, mut is_closed) = (false, false);
    while let Some(inside) = behind(OPENING, line) {
        (line, is_opened) = (inside.trim_ascii_start(), true);
    }
    while let Some((inside, mark)) = line.split_last_chunk::<{ CLOSING.len() }>()
        && behind(CLOSING, mark).is_some()
    {
        (line, is_closed) = (inside.trim_ascii_end(), true);
    }
    (line, is_opened, is_closed)
}

/// Returns true if the tags in a text include the name of this tag.
fn has_tag(tags: &[u8], tag: &[u8]) -> bool {
    let name_of = |line| tag_of(line).map(|(name, _)| name);
    let is_same = |name: &[u8]| name_of(tag).is_some_and(|this| this.eq_ignore_ascii_case(name));
    let mut lines = tags.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| name_of(line).is_some_and(is_same))
}

/// Returns true if a line is `[Name "value"]` and nothing else.
fn is_tag_pair(line: &[u8]) -> bool {
    tag_of(line).is_some_and(|(_, value)| value.len() > 2 && value.ends_with(b"\"]"))
}

/// Returns the place where another game begins within a line of moves: after a result, with a tag or the number 1.
fn next_game(line: &[u8]) -> Option<usize> {
    // Nearly all lines have neither.
    let has = |what: &[u8]| memchr::memmem::find(line, what).is_some();
    if !(has(b" 1.") || has(b" [")) || line.trim_ascii_start().starts_with(b"[") {
        return None;
    }
    let mut at = 0;
    loop {
        let rest = line.get(at..)?;
        let length = memchr::memchr2(b'{', b';', rest).unwrap_or(rest.len());
        let text = rest.get(..length)?;
        let begins = |from: &usize| {
            let (before, behind) = text.split_at(*from);
            let is_start = behind.starts_with(b"1.")
                || matches!(behind, [b'[', letter, ..] if letter.is_ascii_alphabetic());
            let follows = before.last().is_some_and(u8::is_ascii_whitespace);
            is_start && follows && ends_with_result(before)
        };
        if let Some(from) = (1..text.len()).find(begins) {
            return Some(at + from);
        }
        if rest.get(length) != Some(&b'{') {
            return None;
        }
        at += length + memchr::memchr(b'}', rest.get(length..)?)?;
    }
}

#[cfg(test)]
mod tests;
