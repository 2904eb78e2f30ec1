//! The fields of a record, for table cells, sort keys, counts, columns and templates.
//!
//! ```
//! use epdit::epd::ReadOptions;
//! use epdit::suite::field::{Answer, Field};
//! use epdit::suite::query::LazyRecord;
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"a.7\";";
//! let options = ReadOptions::default();
//! let record = LazyRecord::new(line, 0, &options);
//! let cell = |name: &str| name.parse::<Field>().map(|field| field.cell(&record));
//! assert_eq!(cell("id.prefix")?, b"a");
//! assert_eq!(cell("count(bm)")?, b"2");
//! assert_eq!(cell("pieces")?, b"3");
//! # Ok::<(), epdit::suite::field::FieldError>(())
//! ```
//!
//! [`Grouping`] is a combination of fields by which records are counted.

mod keys;
mod name;

pub use keys::{Key, Keys, ReadyKeys};
pub use name::{FieldError, Fields, offered};
pub(crate) use name::{expression_of, query_word, text_query};

use crate::epd::operand::{Number, read_number};
use crate::epd::{
    ReadOptions, Record, Severity, castling, edit, holds_integer, holds_name, holds_numbers,
    holds_text, placement, position,
};
use crate::suite::lines::text_of;
use crate::suite::query::shapes::{FORCE, Phase, material};
use crate::suite::query::{Calculation, LazyRecord};
use shakmaty::{Board, Color, Position};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// The largest number of pieces, including kings, for which the exact material is shown.
pub const EXACT_MATERIAL: usize = 7;

/// The cell of an operation without operands.
pub(crate) const BARE: &[u8] = b";";

/// A field of a record: of its position, an operation, a calculation, or its location.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    Side,
    /// The castling rights: as written in a cell, otherwise by the side of the king.
    Castling,
    EnPassant,
    Pieces,
    Moves,
    /// The pieces of both sides in the notation of endgames (`KRPvKR`), if there are at most seven; otherwise
    /// their values in pawns (`39-38`), White's first. As a number, the value of all pieces in centipawns.
    Material,
    /// Opening, middlegame or endgame, determined by the pieces.
    Phase,
    /// The name of the position's opening.
    Opening,
    /// The ECO code of that opening.
    OpeningEco,
    /// The worst severity of the diagnostics: error, warning or hint.
    Severity,
    /// The codes of all diagnostics, ordered by the worst severity.
    Problems,
    /// Placement, side, castling rights and en-passant square.
    Position,
    Placement,
    /// The position with its clocks, as a FEN.
    Fen,
    /// The line number, counted from 1.
    Line,
    Path,
    /// The whole line without its end.
    Text,
    /// The operands of an opcode.
    Operation(String),
    /// The prefix of an operation's text: [`prefix_of`].
    Prefix(String),
    /// A calculation, as typed: `ce/100`, `count(bm)`, `length`.
    Calculated(Box<Calculation>, String),
}

/// Equality is by name, also for calculations.
impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        self.name().hash(state);
    }
}

impl Field {
    /// Returns true if the field is the operands of an opcode.
    pub fn is_operation(&self) -> bool {
        matches!(self, Self::Operation(_))
    }

    /// Returns the opcode if the field is its operands or their prefix.
    pub fn opcode(&self) -> Option<&str> {
        match self {
            Self::Operation(opcode) | Self::Prefix(opcode) => Some(opcode),
            _ => None,
        }
    }

    /// Returns true if the field is derived, so that no record can be made from it.
    pub fn is_derived(&self) -> bool {
        !matches!(
            self,
            Self::Operation(_)
                | Self::Side
                | Self::Castling
                | Self::EnPassant
                | Self::Pieces
                | Self::Position
                | Self::Placement
                | Self::Fen
                | Self::Text
        )
    }

    /// Returns true if the values may be numbers, not counting numeric texts ([`Self::may_be_number`]).
    pub fn holds_numbers(&self) -> bool {
        match self {
            Self::Line | Self::Pieces | Self::Moves => true,
            Self::Calculated(value, _) => value.is_number(),
            Self::Operation(opcode) => holds_numbers(opcode) && !holds_text(opcode),
            _ => false,
        }
    }

    /// Returns true if the values may be compared as numbers, including numeric texts.
    pub fn may_be_number(&self) -> bool {
        self.holds_numbers() || self.holds_text()
    }

    /// Returns true if the field is the operands of an opcode that takes one string.
    pub fn holds_text(&self) -> bool {
        matches!(self, Self::Operation(opcode) if holds_text(opcode))
    }

    /// Returns true if the field is an operation whose numbers are compared by value.
    fn is_counted_as_number(&self) -> bool {
        matches!(self, Self::Operation(opcode) if holds_numbers(opcode) && !holds_name(opcode))
    }
}

/// Returns the part of a text that a group of records shares: without the number at its end and the
/// separators before the number.
///
/// ```
/// use epdit::suite::prefix_of;
///
/// assert_eq!(prefix_of("STS(v1.0) Undermine.001"), "STS(v1.0) Undermine");
/// assert_eq!(prefix_of("BK.24"), "BK");
/// assert_eq!(prefix_of("17"), "");
/// ```
pub fn prefix_of(text: &str) -> &str {
    let without_number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if without_number.len() == text.len() {
        return text;
    }
    without_number.trim_end_matches(|c: char| c.is_whitespace() || ".-_#:/,".contains(c))
}

/// Returns the prefix of a text that may not be UTF-8.
pub(super) fn prefix_of_bytes(text: &[u8]) -> &[u8] {
    let last = text.utf8_chunks().last();
    let end = last.filter(|part| part.invalid().is_empty());
    let end = end.map_or("", |part| part.valid());
    let length = text.len() - end.len() + prefix_of(end).len();
    text.get(..length).unwrap_or(text)
}

/// Returns the worst severity of a record's diagnostics.
pub fn worst(record: &Record<'_>) -> Option<Severity> {
    let found = record.diagnostics().iter();
    found.map(|found| found.severity).max()
}

/// Returns the text of [`Field::Material`].
pub fn material_text(board: &Board) -> String {
    if board.occupied().count() <= EXACT_MATERIAL {
        return signature(board);
    }
    let worth = |color| material(board, color) / 100;
    format!("{}-{}", worth(Color::White), worth(Color::Black))
}

/// Returns the material of both sides, the stronger side first (equal ones in order of their text).
pub(super) fn signature(board: &Board) -> String {
    let side = |color: Color| {
        let mut text = "K".repeat((board.kings() & board.by_color(color)).count());
        for (role, letter) in FORCE.into_iter().zip(['P', 'N', 'B', 'R', 'Q']).rev() {
            let count = (board.by_role(role) & board.by_color(color)).count();
            text.extend(std::iter::repeat_n(letter, count));
        }
        (material(board, color), text)
    };
    let (white, black) = (side(Color::White), side(Color::Black));
    let (first, second) = if white >= black {
        (white, black)
    } else {
        (black, white)
    };
    format!("{}v{}", first.1, second.1)
}

/// The separator between the values of a group. No value contains it.
const BETWEEN: u8 = b'\n';

/// The fields by which the records of one file are counted: records with equal values are one group.
///
/// ```
/// use epdit::epd::ReadOptions;
/// use epdit::suite::field::{Grouping, cells};
///
/// let grouping = Grouping::new("side,id.prefix,count(bm)".parse()?, "a.epd");
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"WAC.7\";";
/// let group = grouping.of_line((line, 0), &ReadOptions::default());
/// assert_eq!(cells(&group).collect::<Vec<_>>(), [b"w", &b"WAC"[..], b"2"]);
/// let query = grouping.query(&group);
/// assert_eq!(query.as_deref(), Ok("side = w and id.prefix = \"WAC\" and count(bm) = 2"));
/// # Ok::<(), epdit::suite::field::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    fields: Fields,
    path: String,
}

/// Returns the values of a group, as text.
pub fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == BETWEEN)
}

impl Fields {
    /// Returns the values of a record as one text, which identifies its group.
    pub fn group_of(&self, record: &LazyRecord<'_>) -> Vec<u8> {
        let mut values = self.0.iter().map(|field| field.of(record).into_text());
        let mut group = values.next().unwrap_or_default().into_owned();
        for value in values {
            group.push(BETWEEN);
            group.extend_from_slice(&value);
        }
        group
    }
}

impl Grouping {
    /// Groups the records of the file with this path by these fields.
    pub fn new(fields: Fields, path: impl Into<String>) -> Self {
        Self {
            fields,
            path: path.into(),
        }
    }

    pub fn fields(&self) -> &[Field] {
        &self.fields.0
    }

    /// Returns the group of the record on a line with this number (0-based).
    pub fn of_line(&self, line: (&[u8], usize), options: &ReadOptions) -> Vec<u8> {
        self.with(line, options, |record| self.fields.group_of(record))
    }

    /// Returns the group of a record, and the group's sort key.
    pub(crate) fn with_key(
        &self,
        line: (&[u8], usize),
        options: &ReadOptions,
    ) -> (Vec<u8>, Vec<u8>) {
        self.with(line, options, |record| {
            let mut key = Vec::new();
            for field in self.fields() {
                field.push_key(record, false, &mut key);
            }
            (self.fields.group_of(record), key)
        })
    }

    fn with<T>(
        &self,
        (line, number): (&[u8], usize),
        options: &ReadOptions,
        then: impl FnOnce(&LazyRecord<'_>) -> T,
    ) -> T {
        then(&LazyRecord::new(line, number, options).of_file(&self.path))
    }

    /// Returns true if a group consists of missing values only.
    pub(crate) fn is_missing(group: &[u8]) -> bool {
        group.iter().all(|byte| *byte == BETWEEN)
    }

    /// Returns the query that matches exactly the records of a group.
    ///
    /// # Errors
    /// The reason why no query can express it.
    pub fn query(&self, group: &[u8]) -> Result<String, &'static str> {
        const ALL: &str = "all";
        let mut parts = Vec::new();
        for (field, cell) in self.fields().iter().zip(cells(group)) {
            let part = field.query(cell)?;
            if part != ALL && !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            parts.push(ALL.to_owned());
        }
        Ok(parts.join(" and "))
    }
}

/// The value of a field in a record. Equality is that of queries.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'r> {
    /// No value.
    Absent,
    /// No value, but a text in its place: the `-` of an en-passant field.
    Bare(&'static str),
    Number(Number),
    Text(Cow<'r, [u8]>),
    /// A text with a rank for sorting: White before Black, an opening before an endgame.
    Ranked(i64, Cow<'r, [u8]>),
}

impl<'r> Answer<'r> {
    /// Returns the value as text, byte for byte; empty if there is no value.
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
    /// Returns the value in a record, as it is counted, filtered and shown.
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

    /// Returns the value of an operation as queries compare it: numbers by value, and a single operand
    /// without its quotes.
    fn of_operation<'r>(&self, opcode: &str, record: &'r LazyRecord<'_>) -> Answer<'r> {
        if self.is_counted_as_number()
            && let Some(number) = record.number_of(opcode)
        {
            let is_all =
                holds_integer(opcode) || !record.has(opcode) || record.operands(opcode) == 1;
            // A huge number, whose digits are not all known, stays as written.
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
                    Cow::Borrowed(text) => unambiguous(text),
                    text => text,
                }));
            }
            None => {}
        }
        let record = record.record();
        match record.operation(opcode) {
            Some(operation) if record.operands_of(operation).len() == 1 => {
                Answer::Text(unambiguous(record.operands_bytes(operation)))
            }
            _ => Answer::text(written(opcode, record)),
        }
    }

    /// Returns the cell of a record: the value as written; empty if there is no value.
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

    /// Returns the value in a record if it is a number.
    pub fn number(&self, record: &LazyRecord<'_>) -> Option<Number> {
        match (self, self.of(record)) {
            (Self::Operation(opcode), _) => record.number_of(opcode),
            // As in a query: the value of all pieces.
            (Self::Material, Answer::Ranked(worth, _)) => Some(Number::Whole(worth.into())),
            (_, Answer::Number(number)) => Some(number),
            _ => None,
        }
    }
}

/// Returns the operands of an operation as written; those of an opcode that takes one string without quotes.
fn written<'r>(opcode: &str, record: &crate::epd::Record<'r>) -> Option<Cow<'r, [u8]>> {
    let Some(operation) = record.operation(opcode) else {
        let implied = record.implied(opcode)?;
        return Some(Cow::Owned(implied.to_string().into_bytes()));
    };
    Some(match record.operands_of(operation) {
        [] => Cow::Borrowed(BARE),
        [only] if holds_text(opcode) => unambiguous(record.string(only)),
        _ => Cow::Borrowed(record.operands_span(operation).of(record.line())),
    })
}

/// Returns a text without its quotes, unless it would look like a missing operation or one without operands.
fn unambiguous(text: &[u8]) -> Cow<'_, [u8]> {
    match text {
        b"" | BARE => Cow::Owned([b"\"", text, b"\""].concat()),
        text => Cow::Borrowed(text),
    }
}

fn fields(record: &LazyRecord<'_>) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(80);
    let (rights, square) = (record.castling().unwrap_or("-"), record.en_passant());
    position::write_fields(record.board()?, record.side()?, rights, square, &mut text);
    Some(text)
}

#[cfg(test)]
mod tests;
