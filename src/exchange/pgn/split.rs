//! A stream of PGN as batches of whole games, each with the line on which it begins.

use std::io::{self, Read};
use std::ops::Range;

/// Bytes asked for in one read.
const READ: usize = 1 << 20;
/// The longest game. What is longer is none, and is not held in memory.
pub const LONGEST_GAME: usize = 16 << 20;

/// A game as its bytes, and where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameText<'a> {
    /// Everything from its first tag to where the next game begins.
    pub bytes: &'a [u8],
    /// The line of its first byte, from 1.
    pub line: u64,
    /// How many games stand before it.
    pub number: u64,
}

/// Some whole games.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    games: Vec<Found>,
    /// A game longer than [`LONGEST_GAME`], that was left out: the line on which it begins.
    pub too_long: Option<u64>,
}

#[derive(Clone, Debug)]
struct Found {
    range: Range<usize>,
    line: u64,
    number: u64,
}

impl Batch {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games in shares of so many bytes or somewhat more, for workers of their own.
    pub(crate) fn shares(&self, bytes: usize) -> Vec<Share<'_>> {
        let mut shares = Vec::new();
        let mut rest = &self.games[..];
        while let Some(first) = rest.first() {
            let enough = first.range.start.saturating_add(bytes);
            let count = rest.partition_point(|game| game.range.end < enough) + 1;
            let (games, after) = rest.split_at(count.min(rest.len()));
            shares.push(Share { batch: self, games });
            rest = after;
        }
        shares
    }

    /// The games, in order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = GameText<'_>> {
        self.games.iter().map(|found| self.game(found))
    }

    fn game(&self, found: &Found) -> GameText<'_> {
        GameText {
            bytes: self.bytes.get(found.range.clone()).unwrap_or_default(),
            line: found.line,
            number: found.number,
        }
    }
}

/// Some games of a batch that follow one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    batch: &'a Batch,
    games: &'a [Found],
}

impl<'a> Share<'a> {
    /// The games, in order.
    pub(crate) fn games(self) -> impl Iterator<Item = GameText<'a>> {
        self.games.iter().map(move |found| self.batch.game(found))
    }
}

/// Where the reading of lines has got to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    /// Before a game's first word.
    #[default]
    Nothing,
    /// Among its tags; whether the last line was blank, which ends them.
    Tags { after_blank: bool },
    /// Among its moves.
    Moves,
    /// Within a comment of its moves; whether the last line was blank.
    Comment { after_blank: bool },
    /// Behind its result.
    Result,
}

/// Cuts a stream into games. Where a comment is never closed, the next game is the one whose first tag
/// pair follows a blank line.
#[derive(Debug)]
pub struct Games<R> {
    source: R,
    carry: Vec<u8>,
    /// How much of `carry` has been looked through, to a line's start.
    looked: usize,
    within: Within,
    /// Where the game that is being read begins.
    start: usize,
    start_line: u64,
    line: u64,
    number: u64,
    ended: bool,
    /// A game that is too long is being passed over.
    dropping: bool,
    /// Every line is a game of its own.
    by_line: bool,
}

impl<R: Read> Games<R> {
    /// Nothing is read yet.
    pub fn of(source: R) -> Self {
        Self {
            source,
            carry: Vec::new(),
            looked: 0,
            within: Within::Nothing,
            start: 0,
            start_line: 1,
            line: 1,
            number: 0,
            ended: false,
            dropping: false,
            by_line: false,
        }
    }

    /// The same where every line that is not blank is a game: a list of moves.
    pub fn of_lines(source: R) -> Self {
        Self {
            by_line: true,
            ..Self::of(source)
        }
    }

    /// The next games; `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn next_batch(&mut self) -> io::Result<Option<Batch>> {
        let mut batch = Batch::default();
        while batch.games.is_empty() && batch.too_long.is_none() {
            if self.ended {
                return Ok(None);
            }
            self.fill()?;
            self.look(&mut batch);
        }
        // What is carried on is the game that is not whole yet.
        let keep = if self.ended {
            self.carry.len()
        } else {
            self.start
        };
        let rest = self.carry.split_off(keep);
        batch.bytes = std::mem::replace(&mut self.carry, rest);
        self.looked = self.looked.saturating_sub(keep);
        self.start = self.start.saturating_sub(keep);
        Ok(Some(batch))
    }

    fn fill(&mut self) -> io::Result<()> {
        let before = self.carry.len();
        let limit = u64::try_from(READ).unwrap_or(u64::MAX);
        let read = self
            .source
            .by_ref()
            .take(limit)
            .read_to_end(&mut self.carry)?;
        self.ended = read == 0;
        debug_assert_eq!(self.carry.len(), before + read);
        Ok(())
    }

    fn look(&mut self, batch: &mut Batch) {
        while let Some(whole) = self.line_end() {
            let mut end = whole;
            let mut line = self.carry.get(self.looked..end).unwrap_or_default();
            let before = self.within;
            if !self.by_line
                && !matches!(before, Within::Comment { .. })
                && let Some(at) = next_game(line)
            {
                end = self.looked + at;
                line = line.get(..at).unwrap_or_default();
            }
            let begins = match self.by_line {
                true => begins_line(line, &mut self.within),
                false => begins_game(line, &mut self.within),
            };
            if begins && before != Within::Nothing {
                self.close(self.looked, batch);
            } else if begins {
                (self.start, self.start_line) = (self.looked, self.line);
            }
            self.looked = end;
            self.line += u64::from(end == whole);
        }
        if self.ended {
            if self.within != Within::Nothing {
                self.close(self.carry.len(), batch);
            }
        } else if self.within == Within::Nothing && self.looked > self.start {
            self.start = self.looked;
        } else if self.carry.len() - self.start > LONGEST_GAME {
            if !self.dropping {
                batch.too_long = Some(self.start_line);
                self.dropping = true;
            }
            // Of a line without end, too, no more is held.
            self.carry.truncate(self.looked);
            self.start = self.looked;
        }
    }

    /// Ends the game at hand, and begins another.
    fn close(&mut self, at: usize, batch: &mut Batch) {
        if !self.dropping {
            batch.games.push(Found {
                range: self.start..at,
                line: self.start_line,
                number: self.number,
            });
        }
        self.number += 1;
        self.dropping = false;
        (self.start, self.start_line) = (at, self.line);
    }

    /// The end of the line that begins at `looked`, where it is whole. A CR alone ends a line too.
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

/// As [`begins_game`] where every line is one.
fn begins_line(line: &[u8], within: &mut Within) -> bool {
    let is_one = !line.trim_ascii().is_empty();
    if is_one {
        *within = Within::Moves;
    }
    is_one
}

/// Follows one line; says whether a game begins with it.
fn begins_game(line: &[u8], within: &mut Within) -> bool {
    let trimmed = line.trim_ascii();
    if let Within::Comment { after_blank } = *within {
        if after_blank && is_tag_pair(trimmed) {
            *within = Within::Tags { after_blank: false };
            return true;
        }
        *within = Within::Comment {
            after_blank: trimmed.is_empty(),
        };
        if let Some(end) = memchr::memchr(b'}', line) {
            *within = Within::Moves;
            follow_moves(line.get(end + 1..).unwrap_or_default(), within);
        }
        return false;
    }
    if trimmed.is_empty() || line.starts_with(b"%") {
        if let (Within::Tags { after_blank }, true) = (within, trimmed.is_empty()) {
            *after_blank = true;
        }
        return false;
    }
    let before = *within;
    let is_tag = trimmed.starts_with(b"[") || trimmed.starts_with(b"\xef\xbb\xbf[");
    if is_tag {
        *within = Within::Tags { after_blank: false };
        return before != *within;
    }
    *within = Within::Moves;
    follow_moves(trimmed, within);
    matches!(before, Within::Nothing | Within::Result)
}

/// Whether a line is `[Name "value"]` and nothing else.
fn is_tag_pair(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"[").unwrap_or_default();
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = name.iter().take_while(is_of_name).count();
    let behind = name.get(length..).unwrap_or_default().trim_ascii_start();
    length > 0 && behind.len() > 2 && behind.starts_with(b"\"") && behind.ends_with(b"\"]")
}

/// Where another game begins within a line of moves: behind a result, with a tag or the number 1.
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

/// Whether the last word is a result.
fn ends_with_result(text: &[u8]) -> bool {
    let mut words = text.trim_ascii().rsplit(u8::is_ascii_whitespace);
    matches!(words.next(), Some(b"1-0" | b"0-1" | b"1/2-1/2" | b"*"))
}

/// Follows moves to the end of their line: into a comment, or behind a result.
fn follow_moves(mut text: &[u8], within: &mut Within) {
    while let Some(at) = memchr::memchr2(b'{', b';', text) {
        if text.get(at) == Some(&b';') {
            return;
        }
        let inside = text.get(at..).unwrap_or_default();
        match memchr::memchr(b'}', inside) {
            Some(end) => text = inside.get(end + 1..).unwrap_or_default(),
            None => {
                *within = Within::Comment { after_blank: false };
                return;
            }
        }
    }
    if ends_with_result(text) {
        *within = Within::Result;
    }
}

#[cfg(test)]
mod tests;
