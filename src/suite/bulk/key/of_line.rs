//! The sort key of a line.

use shakmaty::{Color, Position};

use super::SortKey;
use super::bytes::{Part, part};
use crate::epd::operand::Number;
use crate::epd::{ReadOptions, castling, holds_name, placement};
use crate::suite::facet::material_text;
use crate::suite::line_end::text_of;
use crate::suite::query::shapes::{FORCE, Phase, material};
use crate::suite::query::written;
use crate::suite::query::{Facts, Rank, Subject};
use crate::suite::search::Pattern;

/// Keys to be made of many lines.
pub(in crate::suite::bulk) struct Keys<'a> {
    /// Each with what stands in every line that has it, where that is known.
    keys: Vec<(&'a SortKey, Option<Pattern>)>,
    reverse: bool,
    options: &'a ReadOptions,
}

impl<'a> Keys<'a> {
    pub(in crate::suite::bulk) fn new(
        keys: &'a [SortKey],
        reverse: bool,
        options: &'a ReadOptions,
    ) -> Self {
        let needle = |key: &SortKey| match key.plain() {
            SortKey::Opcode(opcode) => written(opcode),
            _ => None,
        };
        Self {
            keys: keys.iter().map(|key| (key, needle(key))).collect(),
            reverse,
            options,
        }
    }

    /// The key of a line with this number (from 0), in the place of what is in `out`.
    pub(in crate::suite::bulk) fn of(&self, (line, number): (&[u8], usize), out: &mut Vec<u8>) {
        out.clear();
        let facts = Facts::default();
        let subject = Subject::new(line, number, self.options, &facts);
        for (key, needle) in &self.keys {
            match needle {
                // Nothing of the line has to be read to know that it has none.
                Some(needle) if !needle.is_in(line) => part(Part::Missing, self.reverse, out),
                _ => one(&subject, key, self.reverse, out),
            }
        }
    }
}

/// Adds the key of a line (with its number, from 0) to `out`: bytes whose order is that of the records.
pub fn sort_key(
    (line, number): (&[u8], usize),
    keys: &[SortKey],
    reverse: bool,
    options: &ReadOptions,
    out: &mut Vec<u8>,
) {
    let facts = Facts::default();
    let subject = Subject::new(line, number, options, &facts);
    for key in keys {
        one(&subject, key, reverse, out);
    }
}

fn one(subject: &Subject<'_>, key: &SortKey, reverse: bool, out: &mut Vec<u8>) {
    let line = subject.line;
    let whole = |number: usize| Part::Number(i64::try_from(number).unwrap_or(i64::MAX));
    match key {
        SortKey::Descending(key, _) => one(subject, key, !reverse, out),
        SortKey::Length => part(whole(text_of(line).len()), reverse, out),
        SortKey::Line => part(whole(subject.number), reverse, out),
        SortKey::Moves => match subject.skim().position() {
            Some(position) => part(whole(position.legal_moves().len()), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Text => part(Part::Text(text_of(line)), reverse, out),
        SortKey::Opcode(opcode) => match number_of(subject, opcode) {
            Some(number) => part(number.into(), reverse, out),
            None => match subject.text_of(opcode) {
                Some(text) => part(Part::Natural(&text), reverse, out),
                None => part(Part::Missing, reverse, out),
            },
        },
        SortKey::Value(value, _) => match value.rank(subject) {
            Some(Rank::Number(number)) => part(number.into(), reverse, out),
            Some(Rank::Text(text)) => part(Part::Natural(&text), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Opening | SortKey::OpeningEco => match subject.opening() {
            Some(opening) if *key == SortKey::Opening => {
                part(Part::Text(opening.name.as_bytes()), reverse, out);
            }
            Some(opening) => part(Part::Text(opening.eco.as_bytes()), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Pieces => match subject.skim().board() {
            Some(board) => {
                let count = i64::try_from(board.occupied().count()).unwrap_or_default();
                part(Part::Number(count), reverse, out);
            }
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Side => match subject.skim().side() {
            Some(side) => part(Part::Number(side.fold_wb(0, 1)), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Castling => {
            let rights = subject
                .skim()
                .castling()
                .map(|letters| castling::by_side(letters, subject.skim().board()));
            optional(rights.as_deref(), reverse, out);
        }
        SortKey::EnPassant => {
            let square = subject.skim().en_passant().map(|square| square.to_string());
            optional(square.as_deref(), reverse, out);
        }
        SortKey::Phase => match subject.skim().board() {
            Some(board) => part(Part::Number(Phase::of(board) as i64), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Worst => match crate::suite::worst(subject.record()) {
            Some(severity) => part(Part::Number(-(severity as i64)), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Position => match position(subject) {
            Some(text) => part(Part::Text(&text), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Material => match subject.skim().board() {
            Some(board) => {
                let worth = material(board, Color::White) + material(board, Color::Black);
                part(Part::Number(worth), reverse, out);
                // Together what tables and counts show as one, whoever has which pieces.
                part(Part::Text(material_text(board).as_bytes()), reverse, out);
                let counts: Vec<u8> = Color::ALL
                    .into_iter()
                    .flat_map(|color| {
                        let side = board.by_color(color);
                        FORCE.map(|role| (board.by_role(role) & side).count() as u8 + 1)
                    })
                    .collect();
                part(Part::Text(&counts), reverse, out);
            }
            None => part(Part::Missing, reverse, out),
        },
    }
}

/// The number that an operation is sorted by; a name is sorted as text.
fn number_of(subject: &Subject<'_>, opcode: &str) -> Option<Number> {
    match holds_name(opcode) {
        true => None,
        false => subject.number_of(opcode),
    }
}

/// A text that may be missing.
fn optional(text: Option<&str>, reverse: bool, out: &mut Vec<u8>) {
    let text = text.map(str::as_bytes);
    part(text.map_or(Part::Missing, Part::Text), reverse, out);
}

fn position(subject: &Subject<'_>) -> Option<Vec<u8>> {
    let skim = subject.skim();
    let mut text = Vec::with_capacity(80);
    placement::write(skim.board()?, &mut text);
    text.push(b' ');
    text.push(skim.side()?.fold_wb(b'w', b'b'));
    text.push(b' ');
    text.extend_from_slice(skim.castling().unwrap_or("-").as_bytes());
    text.push(b' ');
    match skim.en_passant() {
        Some(square) => text.extend_from_slice(square.to_string().as_bytes()),
        None => text.push(b'-'),
    }
    Some(text)
}
