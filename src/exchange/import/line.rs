//! The record of a position of a game, with operations in canonical order and the annotations of the game (comments,
//! `[%eval]`, `[%clk]`); and a stream of games as a stream of records.

use crate::epd::counted::thousands_of;
use crate::epd::operand::LONGEST_STRING;
use crate::epd::score::Score;
use crate::epd::{LineKind, Skim, castling, moves, position};
use crate::exchange::import::{Import, LeftOut, Lines};
use crate::exchange::pgn::{self, Game, Games, Ply};
use crate::suite::Compression;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::Path;

/// Appends the four fields of a position. Castling rights that classical chess lacks are written as the files of
/// their rooks, so that the record is unambiguous anywhere.
pub fn write_position(position: &Chess, out: &mut Vec<u8>) {
    let is_classical = moves::uci_mode(position) == CastlingMode::Standard;
    let rights = castling::text_of(position, |_| is_classical);
    position::write(position, &rights, out);
}

pub(super) struct LineWriter<'a> {
    pub out: &'a mut Vec<u8>,
    pub left_out: &'a mut LeftOut,
}

impl LineWriter<'_> {
    /// Appends an operation whose operand is written unchanged, if there is one.
    pub(super) fn value(&mut self, opcode: &str, operand: Option<impl Display>) {
        if let Some(operand) = operand {
            // Writing to memory can't fail.
            let _ = write!(self.out, " {opcode} {operand};");
        }
    }

    /// Appends `c0`, and for a text longer than a string, `c1` to `c9`.
    pub(super) fn comment(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let text = printable(text);
        let mut rest = &text[..];
        for register in 0..10 {
            let (part, after) = split_words(rest);
            self.out.extend_from_slice(b" c");
            self.out.push(b'0' + register);
            self.string(part);
            self.out.push(b';');
            rest = after;
            if rest.is_empty() {
                return;
            }
        }
        self.left_out.cut += 1;
    }

    pub(super) fn id(&mut self, id: &str) {
        let text = printable(id.as_bytes());
        self.out.extend_from_slice(b" id");
        self.short_string(&text);
        self.out.push(b';');
    }

    pub(super) fn tags(&mut self, game: &Game<'_>) {
        let before = self.out.len();
        self.out.extend_from_slice(b" ptp");
        let empty = self.out.len();
        for (at, tag) in game.tags.iter().enumerate() {
            let is_identifier = crate::epd::operand::is_identifier(tag.name);
            let earlier = game.tags.get(..at).unwrap_or_default();
            if !is_identifier || earlier.iter().any(|other| other.name == tag.name) {
                self.left_out.tags += 1;
                continue;
            }
            self.out.push(b' ');
            self.out.extend_from_slice(tag.name);
            let value = match tag.value.contains(&b'\\') {
                true => Cow::Owned(tag.text().into_owned().into_bytes()),
                false => Cow::Borrowed(tag.value),
            };
            self.short_string(&printable(&value));
        }
        match self.out.len() == empty {
            true => self.out.truncate(before),
            false => self.out.push(b';'),
        }
    }

    pub(super) fn played(&mut self, ply: &Ply<'_>, played: Move) {
        self.out.extend_from_slice(b" sm ");
        match ply.is_canonical {
            true => self.out.extend_from_slice(ply.text),
            false => moves::write_san(&ply.before, played, self.out),
        }
        self.out.push(b';');
    }

    /// Appends a string, cut to the standard's limit.
    fn short_string(&mut self, text: &[u8]) {
        let (part, after) = cut(text, LONGEST_STRING);
        self.left_out.cut += u64::from(!after.is_empty());
        self.string(part);
    }

    fn string(&mut self, text: &[u8]) {
        self.out.extend_from_slice(b" \"");
        self.out.extend_from_slice(text);
        self.out.push(b'"');
    }
}

/// Returns the operands of `cc`: seconds used by White and by Black, if the days fit three digits.
pub(super) fn time_used(used: ByColor<u32>) -> Option<String> {
    let clocks = [used.white, used.black].map(|seconds| {
        let (days, rest) = (seconds / 86_400, seconds % 86_400);
        let (hours, minutes) = (rest / 3600, rest / 60 % 60);
        format!("{days:03}:{hours:02}:{minutes:02}:{:02}", rest % 60)
    });
    clocks
        .iter()
        .all(|clock| clock.len() == 12)
        .then(|| clocks.join(" "))
}

/// Returns a text for a string, which has no escapes: `"` becomes `'`, and a control character a blank.
fn printable(text: &[u8]) -> Cow<'_, [u8]> {
    let is_odd = |byte: &u8| *byte == b'"' || byte.is_ascii_control();
    if !text.iter().any(is_odd) {
        return Cow::Borrowed(text);
    }
    let plain = text.iter().map(|byte| match byte {
        b'"' => b'\'',
        byte if byte.is_ascii_control() => b' ',
        byte => *byte,
    });
    Cow::Owned(plain.collect())
}

/// Returns the first `length` bytes and the rest, without splitting a UTF-8 character.
fn cut(text: &[u8], length: usize) -> (&[u8], &[u8]) {
    let mut at = length.min(text.len());
    while at > 0 && text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80) {
        at -= 1;
    }
    if at == 0 {
        at = length.min(text.len());
    }
    text.split_at(at)
}

/// Returns as many words as fit into a string, and the rest.
fn split_words(text: &[u8]) -> (&[u8], &[u8]) {
    let (part, after) = cut(text, LONGEST_STRING);
    if after.is_empty() || after.first() == Some(&b' ') {
        return (part, after.trim_ascii_start());
    }
    match memchr::memrchr(b' ', part) {
        Some(at) if at > 0 => (
            text.get(..at).unwrap_or_default(),
            text.get(at + 1..).unwrap_or_default(),
        ),
        _ => (part, after),
    }
}

#[derive(Debug, Default)]
pub(super) struct Annotation {
    /// The comment on the move played, without the commands that were read.
    pub text: Vec<u8>,
    /// Whether the comment has anything besides commands.
    pub has_text: bool,
    /// The depth of the search of the position, from the comment on the move before.
    pub depth: Option<u32>,
    /// The score of the position, from the comment on the move before.
    pub score: Option<i32>,
    /// The seconds used by each side.
    pub used: Option<ByColor<u32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Control {
    seconds: u32,
    increment: u32,
    /// The number of moves it covers, if limited.
    moves: Option<u32>,
}

impl Control {
    /// Parses the tag `TimeControl`: `600`, `600+5`, `40/7200:3600`.
    fn read(text: &str) -> Option<Self> {
        let first = text.split(':').next()?.trim();
        let (moves, rest) = match first.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
            None => (None, first),
        };
        let (seconds, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        Some(Self {
            seconds: seconds.parse().ok()?,
            increment: increment.parse().ok()?,
            moves,
        })
    }
}

/// A reader of a game's comments, ply by ply.
#[derive(Debug)]
pub(super) struct Annotations {
    control: Option<Control>,
    /// The moves made and the seconds used by each side; `None` after a move without a clock.
    moves: ByColor<u32>,
    used: Option<ByColor<u32>>,
    evaluation: Option<Evaluation>,
    has_clock: bool,
}

/// A program's score of a position, as the standard's `ce` for the side to move, and the depth of its search.
type Evaluation = (i32, Option<u32>);

impl Annotations {
    pub(super) fn of(game: &Game<'_>) -> Self {
        let control = game.tag("TimeControl");
        Self {
            control: control.and_then(|text| Control::read(&text)),
            moves: ByColor::default(),
            used: Some(ByColor::default()),
            evaluation: None,
            has_clock: false,
        }
    }

    pub(super) fn next(&mut self, game: &Game<'_>, ply: usize) -> Annotation {
        let evaluation = self.evaluation.take();
        let mut note = Annotation {
            text: Vec::new(),
            has_text: false,
            depth: evaluation.and_then(|(_, depth)| depth),
            score: evaluation.map(|(score, _)| score),
            used: self.used.filter(|_| self.has_clock),
        };
        let Some(played) = game.plies.get(ply) else {
            // A game without moves may still have a comment.
            if game.plies.is_empty() {
                for comment in game.comments(ply) {
                    note.has_text |= add_text(comment, &mut note.text, |_, _| false);
                }
            }
            return note;
        };
        let mover = played.before.turn();
        let mut left = None;
        for comment in game.comments(ply) {
            // A command that no operation can express stays in the text.
            note.has_text |= add_text(comment, &mut note.text, |name, value| match name {
                b"eval" => {
                    let read = read_eval(value, !mover);
                    self.evaluation = read.or(self.evaluation);
                    read.is_some()
                }
                b"clk" if self.control.is_some() => {
                    let read = read_time(value);
                    left = read.or(left);
                    read.is_some()
                }
                _ => false,
            });
        }
        self.follow_clock(mover, left);
        note
    }

    fn follow_clock(&mut self, mover: Color, left: Option<u32>) {
        let moves = self.moves.get_mut(mover);
        *moves += 1;
        let used = self.control.zip(left).and_then(|(control, left)| {
            if control.moves.is_some_and(|most| *moves > most) {
                return None;
            }
            let given = control
                .increment
                .checked_mul(*moves)?
                .checked_add(control.seconds)?;
            Some(given.saturating_sub(left))
        });
        match (&mut self.used, used) {
            (Some(all), Some(used)) => {
                *all.get_mut(mover) = used;
                self.has_clock = true;
            }
            _ => self.used = None,
        }
    }
}

/// Adds a comment to a text with normalized blanks, without the commands (`[%eval 0.3]`) that `command` reads.
/// Returns true if there is anything besides commands.
fn add_text(
    comment: &[u8],
    text: &mut Vec<u8>,
    mut command: impl FnMut(&[u8], &[u8]) -> bool,
) -> bool {
    let (mut kept, mut has_text) = (Vec::new(), false);
    let mut rest = comment;
    while let Some(at) = memchr::memmem::find(rest, b"[%") {
        let (before, inside) = rest.split_at(at);
        let Some(end) = memchr::memchr(b']', inside) else {
            break;
        };
        let (whole, after) = inside.split_at(end + 1);
        let body = whole.get(2..end).unwrap_or_default();
        let name = body
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(body.len());
        let value = body.get(name..).unwrap_or_default().trim_ascii();
        kept.extend_from_slice(before);
        has_text |= !before.trim_ascii().is_empty();
        match command(body.get(..name).unwrap_or_default(), value) {
            true => kept.push(b' '),
            false => kept.extend_from_slice(whole),
        }
        rest = after;
    }
    has_text |= !rest.trim_ascii().is_empty();
    kept.extend_from_slice(rest);
    for word in kept.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(word);
        }
    }
    has_text
}

/// The largest value of the standard's `ce` without a mate, in centipawns.
const MOST: f64 = 32_000.0;

/// Parses `0.25`, `-1.3,24`, `#3`, `#-2`: the score for White, in pawns or full moves to mate, and the depth.
fn read_eval(value: &[u8], side: Color) -> Option<Evaluation> {
    let text = std::str::from_utf8(value).ok()?;
    let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    let value = parts.next()?;
    let depth = match parts.next() {
        Some(depth) => Some(depth.parse().ok()?),
        None => None,
    };
    if parts.next().is_some() {
        return None;
    }
    Some((read_score(value, side)?, depth))
}

/// Parses a score into the standard's `ce` for the side to move.
fn read_score(text: &str, side: Color) -> Option<i32> {
    if let Some(moves) = text.strip_prefix('#') {
        let moves: i32 = moves.parse().ok()?;
        let score = Score::Mate(i64::from(moves) * side.fold_wb(1, -1)).ce()?;
        return i32::try_from(score).ok();
    }
    let pawns: f64 = text.parse().ok()?;
    let value = (pawns * 100.0).round();
    if !value.is_finite() || value.abs() > MOST {
        return None;
    }
    // Within the range of i32.
    #[allow(clippy::cast_possible_truncation)]
    let value = value as i32;
    Some(side.fold_wb(value, -value))
}

/// Parses `1:02:03`, `0:05:00.4`: hours, minutes, seconds.
fn read_time(value: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(value).ok()?;
    let whole = text.split('.').next()?;
    let mut seconds = 0_u32;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(seconds)
}

/// Returns true if the name is that of a file of games: `*.pgn`, packed or not.
pub fn is_games(path: &Path) -> bool {
    let inner = Compression::without_suffix(path);
    let suffix = inner.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("pgn"))
}

/// Returns the first line that is not blank, a comment (`#`, which games may also have), or a forum's `[pgn]`.
pub fn first_line(head: &[u8]) -> &[u8] {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut lines = head
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii)
        .map(|line| pgn::behind_opening(line).unwrap_or(line));
    let is_comment = |line: &[u8]| Skim::kind_of(line) == LineKind::Comment;
    lines
        .find(|line| !line.is_empty() && !is_comment(line))
        .unwrap_or_default()
}

/// Returns true if a line begins with a tag, or with the first move and its number, as games do and records do not.
pub fn begins_game(line: &[u8]) -> bool {
    match line.trim_ascii_start() {
        line @ [b'[', ..] => pgn::tag_of(line).is_some_and(|(name, _)| {
            let first = name.first();
            first.is_some_and(u8::is_ascii_alphabetic)
        }),
        [b'1', b'.', rest @ ..] => rest
            .split(|byte| byte.is_ascii_whitespace() || *byte == b'.')
            .find(|word| !word.is_empty())
            .is_some_and(moves::looks_like_move),
        _ => false,
    }
}

/// A reader of games that returns the bytes of their records. An unreadable or broken game becomes a comment line with
/// the reason; a comment line at the end counts the games that were not UTF-8.
#[derive(Debug)]
pub struct Stream<R> {
    games: Games<R>,
    import: Import,
    text: Vec<u8>,
    given: usize,
    /// The number of games that were not UTF-8.
    converted: u64,
}

impl<R: Read> Stream<R> {
    /// Returns a reader of the records that `import` chooses.
    pub fn of(games: Games<R>, import: Import) -> Self {
        Self {
            games,
            import,
            text: Vec::new(),
            given: 0,
            converted: 0,
        }
    }

    /// Reads more games; returns true if there were any.
    fn fill(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.given = 0;
        let Some(batch) = self.games.next_batch()? else {
            if let games @ 1.. = std::mem::take(&mut self.converted) {
                self.comment(&converted(games));
            }
            return Ok(!self.text.is_empty());
        };
        for game in batch.games() {
            let mut lines = Lines::default();
            self.import.game(game, &mut lines);
            self.converted += lines.converted;
            self.text.extend_from_slice(&lines.text);
            for (faults, end) in [(lines.broken, "skipped"), (lines.cut, "ends there")] {
                for fault in faults {
                    self.comment(&format!("{fault}; game {end}"));
                }
            }
        }
        Ok(true)
    }

    fn comment(&mut self, words: &str) {
        let words = words.replace(['\n', '\r'], " ");
        self.text
            .extend_from_slice(format!("# {words}\n").as_bytes());
    }
}

/// Returns the comment on games that were converted to UTF-8.
pub fn converted(games: u64) -> String {
    let games = thousands_of(games, "game", "games");
    format!("{games} read as Latin-1 and written as UTF-8")
}

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given >= self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let mut rest = self.text.get(self.given..).unwrap_or_default();
        let length = rest.read(buffer)?;
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod stream_tests;
#[cfg(test)]
mod tests;
