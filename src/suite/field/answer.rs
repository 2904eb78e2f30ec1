//! What a record answers when it is asked for a field.

use std::borrow::Cow;

use shakmaty::{Color, Position};

use super::{BARE, Field, is_of_numbers, material_text, prefix_of_bytes, worst};
use crate::epd::operand::{Number, read_number};
use crate::epd::{castling, edit, holds_text, placement};
use crate::suite::line_end::text_of;
use crate::suite::query::LazyRecord;
use crate::suite::query::shapes::{Phase, material};

/// The value of a field in a record. Two that a query finds equal are equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'r> {
    /// The record has none.
    Absent,
    /// The record has none, and a text says so: the `-` of an en-passant field.
    Bare(&'static str),
    Number(Number),
    Text(Cow<'r, [u8]>),
    /// A text with its place among others: White before Black, an opening before an endgame.
    Ranked(i64, Cow<'r, [u8]>),
}

impl<'r> Answer<'r> {
    /// Returns it as text, byte for byte; empty where there is none.
    pub fn into_text(self) -> Cow<'r, [u8]> {
        match self {
            Self::Absent => Cow::Borrowed(b""),
            Self::Bare(text) => Cow::Borrowed(text.as_bytes()),
            Self::Number(number) => Cow::Owned(number.to_string().into_bytes()),
            Self::Text(text) | Self::Ranked(_, text) => text,
        }
    }

    fn some(text: Option<String>) -> Self {
        text.map_or(Self::Absent, Self::owned)
    }

    fn owned(text: String) -> Self {
        Self::Text(Cow::Owned(text.into_bytes()))
    }

    fn count(count: Option<usize>) -> Self {
        let whole = |count: usize| Number::Whole(i128::try_from(count).unwrap_or(i128::MAX));
        count.map_or(Self::Absent, |count| Self::Number(whole(count)))
    }
}

impl Field {
    /// Returns the value of a record, as it is counted, filtered by and shown.
    pub fn of<'r>(&self, record: &'r LazyRecord<'_>) -> Answer<'r> {
        let ranked =
            |rank: i64, text: &'static str| Answer::Ranked(rank, Cow::Borrowed(text.as_bytes()));
        match self {
            Self::Side => match record.side() {
                Some(Color::White) => ranked(0, "w"),
                Some(Color::Black) => ranked(1, "b"),
                None => Answer::Absent,
            },
            Self::Castling => Answer::some(
                record
                    .castling()
                    .map(|letters| castling::by_side(letters, record.board())),
            ),
            Self::EnPassant => match (record.side(), record.en_passant()) {
                (None, _) => Answer::Absent,
                (Some(_), None) => Answer::Bare("-"),
                (Some(_), Some(square)) => Answer::owned(square.to_string()),
            },
            Self::Pieces => Answer::count(record.board().map(|board| board.occupied().count())),
            Self::Moves => Answer::count(
                record
                    .position()
                    .map(|position| position.legal_moves().len()),
            ),
            Self::Material => match record.board() {
                Some(board) => {
                    let worth = material(board, Color::White) + material(board, Color::Black);
                    Answer::Ranked(worth, Cow::Owned(material_text(board).into_bytes()))
                }
                None => Answer::Absent,
            },
            Self::Phase => match record.board().map(Phase::of) {
                Some(phase) => ranked(phase as i64, phase.name()),
                None => Answer::Absent,
            },
            Self::Opening => match record.opening() {
                Some(opening) => Answer::Text(Cow::Borrowed(opening.name.as_bytes())),
                None => Answer::Absent,
            },
            Self::OpeningEco => match record.opening() {
                Some(opening) => Answer::Text(Cow::Borrowed(opening.eco.as_bytes())),
                None => Answer::Absent,
            },
            Self::Severity => match worst(record.record()) {
                Some(severity) => ranked(-(severity as i64), severity.name()),
                None => Answer::Absent,
            },
            Self::Problems => {
                let found = record.record().diagnostics().iter();
                let mut codes: Vec<_> = found.map(|found| found.code.name()).collect();
                codes.dedup();
                match worst(record.record()) {
                    Some(severity) => {
                        let codes = codes.join(" ").into_bytes();
                        Answer::Ranked(-(severity as i64), Cow::Owned(codes))
                    }
                    None => Answer::Absent,
                }
            }
            Self::Position => match position(record) {
                Some(text) => Answer::Text(Cow::Owned(text)),
                None => Answer::Absent,
            },
            Self::Placement => match record.board() {
                Some(board) => {
                    let mut out = Vec::new();
                    placement::write(board, &mut out);
                    Answer::Text(Cow::Owned(out))
                }
                None => Answer::Absent,
            },
            Self::Fen => Answer::some(edit::fen(record.record())),
            Self::Line => Answer::count(Some(record.number + 1)),
            Self::Path => match record.path() {
                Some(path) => Answer::Text(Cow::Borrowed(path.as_bytes())),
                None => Answer::Absent,
            },
            Self::Text => Answer::Text(Cow::Borrowed(text_of(record.line))),
            Self::Operation(opcode) => self.of_operation(opcode, record),
            Self::Prefix(opcode) => match record.text_of(opcode) {
                Some(text) => Answer::Text(Cow::Owned(prefix_of_bytes(&text).to_vec())),
                None => Answer::Absent,
            },
            Self::Calculated(value, _) => value.answer(record),
        }
    }

    /// Returns the value of an operation: what a query compares as equal is one value, so numbers count by their value
    /// and a single operand without its quotes.
    fn of_operation<'r>(&self, opcode: &str, record: &'r LazyRecord<'_>) -> Answer<'r> {
        if self.is_counted_as_number()
            && let Some(number) = record.number_of(opcode)
        {
            let is_all =
                is_of_numbers(opcode) || !record.has(opcode) || record.operands(opcode) == 1;
            // Of one beyond all bounds not all digits are known: it is told as it is written.
            if is_all && read_number(number.to_string().as_bytes()).is_some() {
                return Answer::Number(number);
            }
        }
        match record.place(opcode) {
            Some(Some(place)) if place.words == 0 => return Answer::Text(Cow::Borrowed(BARE)),
            Some(Some(place)) if place.words > 1 => {
                return Answer::Text(Cow::Borrowed(place.operands.of(record.line)));
            }
            Some(_) => {
                return match record.text_of(opcode) {
                    Some(Cow::Borrowed(text)) => Answer::Text(told_apart(text)),
                    Some(text) => Answer::Text(text),
                    None => Answer::Absent,
                };
            }
            None => {}
        }
        let record = record.record();
        match record.operation(opcode) {
            Some(operation) if record.operands_of(operation).len() == 1 => {
                Answer::Text(told_apart(record.operands_bytes(operation)))
            }
            _ => match written(opcode, record) {
                Some(text) => Answer::Text(text),
                None => Answer::Absent,
            },
        }
    }

    /// Returns the value of a record as its cell shows it: as written; empty where it has none.
    pub fn cell(&self, record: &LazyRecord<'_>) -> Vec<u8> {
        match self {
            Self::Castling => record.castling().unwrap_or_default().into(),
            Self::Operation(opcode) => {
                let text = written(opcode, record.record());
                text.unwrap_or_default().into_owned()
            }
            field => field.of(record).into_text().into_owned(),
        }
    }

    /// Returns the number that a record has.
    pub fn number(&self, record: &LazyRecord<'_>) -> Option<Number> {
        match (self, self.of(record)) {
            (Self::Operation(opcode), _) => record.number_of(opcode),
            // As a query has it: the worth of all pieces.
            (Self::Material, Answer::Ranked(worth, _)) => Some(Number::Whole(worth.into())),
            (_, Answer::Number(number)) => Some(number),
            _ => None,
        }
    }
}

/// Returns the operands of an operation as written; a string of an opcode that takes one, without its quotes.
fn written<'r>(opcode: &str, record: &crate::epd::Record<'r>) -> Option<Cow<'r, [u8]>> {
    let Some(operation) = record.operation(opcode) else {
        let implied = record.implied(opcode)?;
        return Some(Cow::Owned(implied.to_string().into_bytes()));
    };
    Some(match record.operands_of(operation) {
        [] => Cow::Borrowed(BARE),
        [only] if holds_text(opcode) => told_apart(record.string(only)),
        _ => Cow::Borrowed(record.operands_span(operation).of(record.line())),
    })
}

/// Returns a text without its quotes, but where it means something else without them: no operation, and one without
/// operand.
fn told_apart(text: &[u8]) -> Cow<'_, [u8]> {
    match text {
        b"" | BARE => Cow::Owned([b"\"", text, b"\""].concat()),
        text => Cow::Borrowed(text),
    }
}

/// Returns placement, side, castling rights and en-passant square.
fn position(record: &LazyRecord<'_>) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(80);
    placement::write(record.board()?, &mut text);
    text.push(b' ');
    text.push(record.side()?.fold_wb(b'w', b'b'));
    text.push(b' ');
    text.extend_from_slice(record.castling().unwrap_or("-").as_bytes());
    text.push(b' ');
    match record.en_passant() {
        Some(square) => text.extend_from_slice(square.to_string().as_bytes()),
        None => text.push(b'-'),
    }
    Some(text)
}
