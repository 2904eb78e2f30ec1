//! A stream of PGN as batches of whole games, each with the line on which it begins.

use std::io::{self, Read};
use std::ops::Range;

use super::scan::{CLOSING, OPENING, behind, ends_with_result};

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
    /// Among comments before a game's tags and moves.
    Head,
    /// Among its tags; whether the last line was blank.
    Tags { after_blank: bool },
    /// Among its moves.
    Moves,
    /// Behind its result.
    Result,
    /// Within a comment that stands there; whether the last line was blank.
    Comment { of: Place, after_blank: bool },
}

/// Where a comment of several lines stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Head,
    Moves,
    Result,
}

impl From<Place> for Within {
    fn from(place: Place) -> Self {
        match place {
            Place::Head => Self::Head,
            Place::Moves => Self::Moves,
            Place::Result => Self::Result,
        }
    }
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
    /// Where the comments behind its result begin, and on which line. They are the next game's where one follows.
    comments: Option<(usize, u64)>,
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
            comments: None,
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
        if let Some((at, _)) = &mut self.comments {
            *at = at.saturating_sub(keep);
        }
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
            let so_far = self.carry.get(self.start..self.looked).unwrap_or_default();
            let step = match self.by_line {
                true => follow_list(line, &mut self.within),
                false => follow(line, so_far, &mut self.within),
            };
            let here = (self.looked, self.line);
            match step {
                Step::On => {}
                Step::Aside => {
                    self.comments.get_or_insert(here);
                }
                Step::Begins | Step::Breaks if before == Within::Nothing => {
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
        if self.ended {
            if self.within != Within::Nothing {
                self.close((self.carry.len(), self.line), batch);
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
            self.comments = None;
        }
    }

    /// Ends the game at hand at a byte, and begins another there, on this line.
    fn close(&mut self, (at, line): (usize, u64), batch: &mut Batch) {
        if !self.dropping {
            batch.games.push(Found {
                range: self.start..at,
                line: self.start_line,
                number: self.number,
            });
        }
        self.number += 1;
        self.dropping = false;
        (self.start, self.start_line) = (at, line);
        self.comments = None;
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

/// A line's part in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// It is the game's at hand.
    On,
    /// It is a comment behind the game's result.
    Aside,
    /// A game begins, with the comments above the line.
    Begins,
    /// A game begins with the line itself.
    Breaks,
}

/// Follows one line where every line that is not blank is a game.
fn follow_list(line: &[u8], within: &mut Within) -> Step {
    if line.trim_ascii().is_empty() {
        return Step::On;
    }
    *within = Within::Moves;
    Step::Begins
}

/// Follows one line; `so_far` is the text of the game at hand.
fn follow(line: &[u8], so_far: &[u8], within: &mut Within) -> Step {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let trimmed = line.trim_ascii();
    if let Within::Comment { of, after_blank } = *within {
        if after_blank && is_tag_pair(trimmed) {
            *within = Within::Tags { after_blank: false };
            return Step::Breaks;
        }
        let Some(end) = memchr::memchr(b'}', line) else {
            let after_blank = trimmed.is_empty();
            *within = Within::Comment { of, after_blank };
            return Step::On;
        };
        *within = of.into();
        return follow_text(line.get(end + 1..).unwrap_or_default(), within);
    }
    if trimmed.is_empty() || line.starts_with(b"%") {
        if let (Within::Tags { after_blank }, true) = (within, trimmed.is_empty()) {
            *after_blank = true;
        }
        return Step::On;
    }
    let before = *within;
    let (inside, is_opened, is_closed) = within_marks(trimmed);
    if is_opened {
        *within = Within::Head;
    }
    let step = match inside.first() {
        None => Step::On,
        Some(b'[') => {
            let before = *within;
            *within = Within::Tags { after_blank: false };
            match before {
                Within::Head => Step::On,
                // Behind a blank line another game's tags begin with one that this game has.
                Within::Tags { after_blank } if !after_blank || !has_tag(so_far, inside) => {
                    Step::On
                }
                _ => Step::Begins,
            }
        }
        Some(_) => follow_text(inside, within),
    };
    if is_closed && !matches!(within, Within::Nothing | Within::Comment { .. }) {
        *within = Within::Result;
    }
    match is_opened && before != Within::Head {
        true => Step::Breaks,
        false => step,
    }
}

/// Returns a line without the marks of a forum around it, and whether a game is opened and closed there.
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

/// Follows comments and moves to the end of their line.
fn follow_text(text: &[u8], within: &mut Within) -> Step {
    let before = *within;
    let Some(is_open) = only_comments(text) else {
        *within = Within::Moves;
        follow_moves(text, within);
        return match before {
            Within::Nothing | Within::Result => Step::Begins,
            _ => Step::On,
        };
    };
    let (of, step) = match before {
        Within::Nothing => (Place::Head, Step::Begins),
        Within::Head => (Place::Head, Step::On),
        Within::Result => (Place::Result, Step::Aside),
        // A line of its own among tags ends nothing.
        Within::Tags { .. } if text.trim_ascii_start().starts_with(b";") => return Step::On,
        _ => (Place::Moves, Step::On),
    };
    *within = match is_open {
        true => Within::Comment {
            of,
            after_blank: false,
        },
        false => of.into(),
    };
    step
}

/// Whether the last comment of a text that has nothing but comments goes on in the next line; `None` where it has
/// something else.
fn only_comments(mut text: &[u8]) -> Option<bool> {
    loop {
        text = text.trim_ascii_start();
        match text.first() {
            None | Some(b';') => return Some(false),
            Some(b'{') => match memchr::memchr(b'}', text) {
                Some(end) => text = text.get(end + 1..).unwrap_or_default(),
                None => return Some(true),
            },
            Some(_) => return None,
        }
    }
}

/// Whether a text of tags has one of the name that this one has.
fn has_tag(tags: &[u8], tag: &[u8]) -> bool {
    let name_of = |line: &'_ [u8]| -> Option<Vec<u8>> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let name = line.trim_ascii_start().strip_prefix(b"[")?;
        let of_name = |byte: &&u8| !byte.is_ascii_whitespace() && **byte != b'"';
        let name = name.iter().take_while(of_name).map(u8::to_ascii_lowercase);
        Some(name.collect())
    };
    let name = name_of(tag);
    let mut lines = tags.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| name.is_some() && name_of(line) == name)
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
                *within = Within::Comment {
                    of: Place::Moves,
                    after_blank: false,
                };
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
