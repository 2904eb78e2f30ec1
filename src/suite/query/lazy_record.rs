//! The subject of a query: a line that is read no further than the query needs.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::ast::{Known, Number};
use super::evaluate::played::operands;
use super::facts::Facts;
use crate::epd::opcode;
use crate::epd::opcode::Shape;
use crate::epd::openings::{self, Opening};
use crate::epd::operand::read_number;
use crate::epd::skim::Place;
use crate::epd::{LineKind, ReadOptions, Record, Skim, holds_numbers, holds_text, moves};
use shakmaty::{Board, Chess, Color, Square};

/// A line that is read on demand.
pub struct LazyRecord<'a> {
    pub line: &'a [u8],
    /// The line number (0-based).
    pub number: usize,
    pub options: &'a ReadOptions,
    facts: Option<&'a Facts>,
    path: Option<&'a str>,
    skim: OnceCell<Skim<'a>>,
    given: Option<&'a Record<'a>>,
    record: OnceCell<Record<'a>>,
}

impl<'a> LazyRecord<'a> {
    /// Returns a line with this number (0-based), to be read with `options`.
    pub fn new(line: &'a [u8], number: usize, options: &'a ReadOptions) -> Self {
        Self {
            line,
            number,
            options,
            facts: None,
            path: None,
            skim: OnceCell::new(),
            given: None,
            record: OnceCell::new(),
        }
    }

    /// Returns a record that is already read, with this line number (0-based).
    pub fn of(record: &'a Record<'a>, number: usize) -> Self {
        Self {
            given: Some(record),
            ..Self::new(record.line(), number, record.options())
        }
    }

    /// Adds the facts known about the whole file.
    pub(super) fn knowing(self, facts: &'a Facts) -> Self {
        Self {
            facts: Some(facts),
            ..self
        }
    }

    /// Returns true if this fact is known of the record.
    pub(super) fn is(&self, what: Known) -> bool {
        self.facts
            .is_some_and(|facts| facts.tells(what, self.number))
    }

    /// Sets the path of the file.
    #[must_use]
    pub fn of_file(self, path: &'a str) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }

    /// Returns the path of the file, if known.
    pub fn path(&self) -> Option<&str> {
        self.path.or_else(|| self.facts?.file(self.number))
    }

    /// Returns the fields and the places of operations.
    pub(crate) fn skim(&self) -> &Skim<'a> {
        self.skim
            .get_or_init(|| Skim::read(self.line, self.options))
    }

    /// Returns the full record, moves included.
    pub(crate) fn record(&self) -> &Record<'a> {
        match self.given {
            Some(record) => record,
            None => self
                .record
                .get_or_init(|| Record::read(self.line, self.options)),
        }
    }

    /// Returns the kind of the line.
    pub(crate) fn kind(&self) -> LineKind {
        self.given.map_or_else(|| self.skim().kind(), Record::kind)
    }

    /// Returns the pieces, if the placement can be read.
    pub(crate) fn board(&self) -> Option<&Board> {
        self.given
            .map_or_else(|| self.skim().board(), Record::board)
    }

    /// Returns the side to move.
    pub(crate) fn side(&self) -> Option<Color> {
        self.given.map_or_else(|| self.skim().side(), Record::side)
    }

    /// Returns the castling rights as written.
    pub(crate) fn castling(&self) -> Option<&str> {
        self.given
            .map_or_else(|| self.skim().castling(), Record::castling)
    }

    /// Returns the en-passant square.
    pub(crate) fn en_passant(&self) -> Option<Square> {
        self.given
            .map_or_else(|| self.skim().en_passant(), Record::en_passant)
    }

    /// Returns the position, if it is legal.
    pub(crate) fn position(&self) -> Option<&Chess> {
        self.given
            .map_or_else(|| self.skim().position(), Record::position)
    }

    /// Returns the opening of the position, by the position alone.
    pub(crate) fn opening(&self) -> Option<Opening> {
        self.position().and_then(openings::of)
    }

    /// Returns true if moves had to be read.
    pub(crate) fn is_read_whole(&self) -> bool {
        self.given.is_some() || self.record.get().is_some()
    }

    /// Returns true if the record has an operation with this opcode, or implies one.
    pub(crate) fn has(&self, name: &str) -> bool {
        if let Some(record) = self.given {
            return record.operation(name).is_some() || record.implied(name).is_some();
        }
        let at_sight = || Skim::operation_of(self.line, name.as_bytes());
        let at_sight = match self.skim.get() {
            None => at_sight(),
            Some(_) => None,
        };
        // A record that implies an operation, or has clock fields, is examined for these.
        if at_sight.is_some_and(|found| found.is_some()) {
            return true;
        }
        let found = match self.skim().operation(name.as_bytes()) {
            Some(found) => found.is_some(),
            None => self.record().operation(name).is_some(),
        };
        found || self.implied(name).is_some()
    }

    /// Returns the number of an operation that the record implies without having it ([`Record::implied`]).
    fn implied(&self, name: &str) -> Option<i64> {
        if let Some(record) = self.given {
            return record.implied(name);
        }
        let may_be = match name {
            "hmvc" | "fmvn" => self.skim().may_have_clocks(),
            "dm" | "ce" => memchr::memchr(b'#', self.line).is_some(),
            _ => false,
        };
        if may_be {
            self.record().implied(name)
        } else {
            None
        }
    }

    /// Returns the number of operands of an operation; 0 if it is missing.
    pub(crate) fn operands(&self, name: &str) -> usize {
        match self.place(name) {
            Some(None) => return 0,
            Some(Some(place)) if place.words == 0 => return 0,
            Some(Some(place))
                if place.words == 1 && !moves::is_move_number(place.operands.of(self.line)) =>
            {
                return 1;
            }
            _ => {}
        }
        let record = self.record();
        let operation = record.operation(name);
        operation.map_or(0, |operation| operands(record, operation).count())
    }

    /// Returns the number of operations.
    pub(crate) fn operations(&self) -> usize {
        let places = match self.given {
            Some(_) => None,
            None => self.skim().operations(),
        };
        places.map_or_else(|| self.record().operations().len(), <[Place]>::len)
    }

    /// Returns the place of an operation, if it exists; `None` if only the full record tells.
    pub(crate) fn place(&self, name: &str) -> Option<Option<Place>> {
        match self.given {
            Some(_) => None,
            None => self.skim().operation(name.as_bytes()),
        }
    }

    /// Returns the number of an operation, as [`Record::number`] does, without reading moves if possible.
    pub(crate) fn number_of(&self, name: &str) -> Option<Number> {
        if !holds_numbers(name) {
            return None;
        }
        match self.place(name) {
            Some(None) => self
                .implied(name)
                .map(|number| Number::Whole(number.into())),
            Some(Some(place)) if place.words == 1 => match place.operands.of(self.line) {
                // A text is everything inside its quotes.
                [b'"', inner @ .., b'"'] if holds_text(name) => read_number(inner),
                bare => read_number(bare).or_else(|| self.record().number(name)),
            },
            _ => self.record().number(name),
        }
    }

    /// Returns the operands of the first operation with this opcode, a single string without its quotes.
    pub(crate) fn text_of(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        if let Some(found) = self.place(name) {
            let Some(place) = found else {
                return self.implied_text(name);
            };
            let shape = opcode::find(name.as_bytes()).map(|info| info.shape);
            let kept = matches!(shape, None | Some(Shape::Anything | Shape::Text { .. }));
            if let [b'"', inner @ .., b'"'] = place.operands.of(self.line)
                && place.words == 1
                && kept
            {
                return Some(Cow::Borrowed(inner));
            }
        }
        let record = self.record();
        match record.operation(name) {
            Some(operation) => Some(Cow::Borrowed(record.operands_bytes(operation))),
            None => self.implied_text(name),
        }
    }

    fn implied_text(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let number = self.implied(name)?;
        Some(Cow::Owned(number.to_string().into_bytes()))
    }
}
