//! The value of a field in a record.

use std::borrow::Cow;

use shakmaty::{Color, Position};

use super::{BARE, Field, material_text, prefix_of_bytes, worst};
use crate::epd::operand::{Number, read_number};
use crate::epd::{castling, edit, holds_integer, holds_text, placement, position};
use crate::suite::line_end::text_of;
use crate::suite::query::LazyRecord;
use crate::suite::query::shapes::{Phase, material};

/// The value of a field in a record, with the equality of queries.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'r> {
    /// No value.
    Absent,
    /// No value, stated by a text: the `-` of an en-passant field.
    Bare(&'static str),
    Number(Number),
    Text(Cow<'r, [u8]>),
    /// A text with a rank for sorting: White before Black, an opening before an endgame.
    Ranked(i64, Cow<'r, [u8]>),
}

impl<'r> Answer<'r> {
    /// Returns the value as text, byte for byte; empty if there is none.
    pub fn into_text(self) -> Cow<'r, [u8]> {
        match self {
            Self::Absent => Cow::Borrowed(b""),
            Self::Bare(text) => Cow::Borrowed(text.as_bytes()),
            Self::Number(number) => Cow::Owned(number.to_string().into_bytes()),
            Self::Text(text) | Self::Ranked(_, text) => text,
        }
    }

    fn text<T: Into<Cow<'r, [u8]>>>(text: Option<T>) -> Self {
        text.map_or(Self::Absent, |text| Self::Text(text.into()))
    }

    fn ranked<T: Into<Cow<'r, [u8]>>>(value: Option<(i64, T)>) -> Self {
        value.map_or(Self::Absent, |(rank, text)| Self::Ranked(rank, text.into()))
    }

    fn count(count: Option<usize>) -> Self {
        let whole = |count: usize| Number::Whole(i128::try_from(count).unwrap_or(i128::MAX));
        count.map_or(Self::Absent, |count| Self::Number(whole(count)))
    }
}

impl Field {
    /// Returns the value in a record, as it is counted, filtered by and shown.
    pub fn of<'r>(&self, record: &'r LazyRecord<'_>) -> Answer<'r> {
        match self {
            Self::Side => {
                let places = |side: Color| side.fold_wb((0, "w".as_bytes()), (1, b"b"));
                Answer::ranked(record.side().map(places))
            }
            Self::Castling => {
                let by_side = |letters| castling::by_side(letters, record.board()).into_bytes();
                Answer::text(record.castling().map(by_side))
            }
            Self::EnPassant => match (record.side(), record.en_passant()) {
                (None, _) => Answer::Absent,
                (Some(_), None) => Answer::Bare("-"),
                (Some(_), Some(square)) => Answer::text(Some(square.to_string().into_bytes())),
            },
            Self::Pieces => Answer::count(record.board().map(|board| board.occupied().count())),
            Self::Moves => {
                let position = record.position();
                Answer::count(position.map(|position| position.legal_moves().len()))
            }
            Self::Material => Answer::ranked(record.board().map(|board| {
                let worth = material(board, Color::White) + material(board, Color::Black);
                (worth, material_text(board).into_bytes())
            })),
            Self::Phase => {
                let phase = record.board().map(Phase::of);
                Answer::ranked(phase.map(|phase| (phase as i64, phase.name().as_bytes())))
            }
            Self::Opening => Answer::text(record.opening().map(|opening| opening.name.as_bytes())),
            Self::OpeningEco => {
                Answer::text(record.opening().map(|opening| opening.eco.as_bytes()))
            }
            Self::Severity => {
                let worst = worst(record.record());
                Answer::ranked(worst.map(|worst| (-(worst as i64), worst.name().as_bytes())))
            }
            Self::Problems => Answer::ranked(worst(record.record()).map(|worst| {
                let found = record.record().diagnostics().iter();
                let mut codes: Vec<_> = found.map(|found| found.code.name()).collect();
                codes.dedup();
                (-(worst as i64), codes.join(" ").into_bytes())
            })),
            Self::Position => Answer::text(fields(record)),
            Self::Placement => Answer::text(record.board().map(|board| {
                let mut out = Vec::new();
                placement::write(board, &mut out);
                out
            })),
            Self::Fen => Answer::text(edit::fen(record.record()).map(String::into_bytes)),
            Self::Line => Answer::count(Some(record.number + 1)),
            Self::Path => Answer::text(record.path().map(str::as_bytes)),
            Self::Text => Answer::text(Some(text_of(record.line))),
            Self::Operation(opcode) => self.of_operation(opcode, record),
            Self::Prefix(opcode) => {
                let text = record.text_of(opcode);
                Answer::text(text.map(|text| prefix_of_bytes(&text).to_vec()))
            }
            Self::Calculated(value, _) => value.answer(record),
        }
    }

    /// Returns the value of an operation as a query compares it: numbers by value, and a single operand without its
    /// quotes.
    fn of_operation<'r>(&self, opcode: &str, record: &'r LazyRecord<'_>) -> Answer<'r> {
        if self.is_counted_as_number()
            && let Some(number) = record.number_of(opcode)
        {
            let is_all =
                holds_integer(opcode) || !record.has(opcode) || record.operands(opcode) == 1;
            // Not all digits of a huge number are known, so it stays as written.
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
                return Answer::text(record.text_of(opcode).map(|text| match text {
                    Cow::Borrowed(text) => told_apart(text),
                    text => text,
                }));
            }
            None => {}
        }
        let record = record.record();
        match record.operation(opcode) {
            Some(operation) if record.operands_of(operation).len() == 1 => {
                Answer::Text(told_apart(record.operands_bytes(operation)))
            }
            _ => Answer::text(written(opcode, record)),
        }
    }

    /// Returns the cell of a record: the value as written; empty if there is none.
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

    /// Returns the number in a record.
    pub fn number(&self, record: &LazyRecord<'_>) -> Option<Number> {
        match (self, self.of(record)) {
            (Self::Operation(opcode), _) => record.number_of(opcode),
            // As in a query: the worth of all pieces.
            (Self::Material, Answer::Ranked(worth, _)) => Some(Number::Whole(worth.into())),
            (_, Answer::Number(number)) => Some(number),
            _ => None,
        }
    }
}

/// Returns the operands of an operation as written; for an opcode that takes one string, without its quotes.
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

/// Returns a text without its quotes, except where it would be taken for a missing operation, or one without
/// operands.
fn told_apart(text: &[u8]) -> Cow<'_, [u8]> {
    match text {
        b"" | BARE => Cow::Owned([b"\"", text, b"\""].concat()),
        text => Cow::Borrowed(text),
    }
}

/// Returns placement, side, castling rights and en-passant square.
fn fields(record: &LazyRecord<'_>) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(80);
    let (rights, square) = (record.castling().unwrap_or("-"), record.en_passant());
    position::write_fields(record.board()?, record.side()?, rights, square, &mut text);
    Some(text)
}
