//! The record of a position of a game, with operations in canonical order.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;

use shakmaty::{ByColor, CastlingMode, Chess, Move};

use super::LeftOut;
use crate::epd::{castling, moves, position};
use crate::exchange::pgn::{Game, Ply};

/// The length of the standard's longest string.
const LONGEST: usize = 255;

/// Appends the four fields of a position. Castling rights that classical chess lacks are written as the files of
/// their rooks, so that the record is unambiguous anywhere.
pub fn write_position(position: &Chess, out: &mut Vec<u8>) {
    let is_classical = moves::uci_mode(position) == CastlingMode::Standard;
    let rights = castling::text_of(position, |_| is_classical);
    position::write(position, &rights, out);
}

/// A writer that appends operations after the fields.
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
        let (part, after) = cut(text, LONGEST);
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

/// Returns the text that a string can hold. EPD has no escapes, so a double quote becomes a single one, and a control
/// character a blank.
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

/// Returns as many words as a string may hold, and the rest.
fn split_words(text: &[u8]) -> (&[u8], &[u8]) {
    let (part, after) = cut(text, LONGEST);
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
