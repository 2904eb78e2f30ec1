//! The columns of the suite list: which there are, and in which order.
//!
//! [`page`] holds the rows on the screen, [`place`] shares out the room.

pub mod map;
pub mod page;
pub mod place;

use crate::editor::widgets::sign;
use crate::epd::spelling;
use crate::epd::{holds_integer, opcode};
use crate::suite::field::Field;
use std::borrow::Cow;

/// Screen columns left of the first column: the sign of what became of the line.
pub const GUTTER: u16 = 1;

/// The columns that are shown where nobody chose: the first of the plain ones.
const USUAL: usize = 5;

/// The least and the greatest width that can be set for a column.
pub const NARROWEST: u16 = 3;
pub const WIDEST_SET: u16 = 200;

/// A column of the suite list: a field of the records, or more than a field tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The id; the text of the record where it has none.
    Id,
    /// The solution of the record: its best move, a move to avoid, a mate.
    Best,
    /// The sign of the worst problem, and how many there are.
    Problems,
    /// The marks of records with an id or a position that another has.
    Duplicates,
    Field(Field),
}

impl Column {
    /// The columns that are no opcode, in the order they are offered.
    pub(crate) const PLAIN: [Self; 15] = [
        Self::LINE,
        Self::SIDE,
        Self::Id,
        Self::Best,
        Self::Problems,
        Self::PIECES,
        Self::MATERIAL,
        Self::Field(Field::Moves),
        Self::Field(Field::Castling),
        Self::Field(Field::EnPassant),
        Self::Field(Field::Phase),
        Self::Field(Field::Opening),
        Self::Field(Field::OpeningEco),
        Self::POSITION,
        Self::Duplicates,
    ];

    pub(crate) const LINE: Self = Self::Field(Field::Line);
    pub(crate) const SIDE: Self = Self::Field(Field::Side);
    pub(crate) const PIECES: Self = Self::Field(Field::Pieces);
    pub(crate) const MATERIAL: Self = Self::Field(Field::Material);
    pub(crate) const POSITION: Self = Self::Field(Field::Position);

    /// Returns the column of an opcode's operands.
    pub fn opcode(name: impl Into<String>) -> Self {
        Self::Field(Field::Operation(name.into()))
    }

    /// Parses the name of a column: one of the plain ones, or a field; behind `opcode ` an opcode, whatever it is
    /// called.
    ///
    /// # Errors
    /// What it could have been.
    pub fn parse(name: &str) -> Result<Self, String> {
        let mut plain = Self::PLAIN.into_iter();
        if let Some(column) = plain.find(|column| column.plain_name() == name) {
            return Ok(column);
        }
        match name.strip_prefix("opcode ").map(str::trim) {
            Some(opcode) if opcode::is_opcode(opcode.as_bytes()) => Ok(Self::opcode(opcode)),
            _ => name
                .parse()
                .map(Self::Field)
                .map_err(|_| format!("`{name}` is not a column: expected {}", Self::expected())),
        }
    }

    /// Returns the names that can be typed, as a sentence lists them.
    pub(crate) fn expected() -> String {
        let names = Self::plain_names().join(", ");
        format!("{names}, an opcode, OPCODE.prefix or a calculation")
    }

    fn plain_names() -> [String; 15] {
        Self::PLAIN.map(|column| column.plain_name().into_owned())
    }

    /// Parses a column as a person chooses it: a slip of one that is no opcode is not taken for an opcode that
    /// nobody knows; `opcode NAME` is one for certain.
    ///
    /// # Errors
    /// It is none of them, or probably another was meant.
    pub fn chosen(name: &str) -> Result<Self, String> {
        let column = Self::parse(name)?;
        let bytes = name.as_bytes();
        let is_known = opcode::find(bytes).is_some() || opcode::well_known(bytes).is_some();
        if column != Self::opcode(name) || is_known {
            return Ok(column);
        }
        let names = Self::plain_names();
        let names = names.iter().map(String::as_str);
        // `id` is as near to any two letters.
        let names = names.filter(|name| name.len() > 2);
        match spelling::nearest(bytes, names, spelling::slips(bytes)).first() {
            None => Ok(column),
            Some(near) => Err(format!(
                "`{name}` is not a column; did you mean `{near}`? `opcode {name}` shows that opcode"
            )),
        }
    }

    /// Returns its name, as [`Self::chosen`] reads it.
    pub fn name(&self) -> String {
        let name = self.plain_name().into_owned();
        match self {
            Self::Field(Field::Operation(_)) if Self::chosen(&name).as_ref() != Ok(self) => {
                format!("opcode {name}")
            }
            _ => name,
        }
    }

    fn plain_name(&self) -> Cow<'_, str> {
        match self {
            Self::Id => "id".into(),
            Self::Best => "best".into(),
            Self::Problems => "problems".into(),
            Self::Duplicates => "duplicates".into(),
            Self::Field(field) => field.name(),
        }
    }

    /// Returns its heading.
    pub fn heading(&self) -> &str {
        match self {
            Self::Problems => "!",
            Self::Duplicates => "dup",
            Self::Field(Field::Line) => "#",
            // A letter over a column of letters, as the field of a FEN.
            Self::Field(Field::Side) => sign::WHITE.text,
            Self::Field(Field::OpeningEco) => "eco",
            Self::Field(Field::Prefix(opcode)) => opcode,
            column => match column.plain_name() {
                Cow::Borrowed(name) => name,
                Cow::Owned(_) => "",
            },
        }
    }

    /// Returns what it shows, in a few words.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Id => "id, else the position",
            Self::Best => "best move, move to avoid, mate",
            Self::Problems => "worst problem and number of problems",
            Self::Duplicates => "same id or position elsewhere",
            Self::Field(Field::Operation(name)) => {
                opcode::find(name.as_bytes()).map_or("an operation", |info| info.title)
            }
            Self::Field(field) => field.about(),
        }
    }

    /// Returns whether it shows numbers: they end at the same column.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Field(Field::Operation(name)) => holds_integer(name),
            Self::Field(field) => field.holds_numbers(),
            _ => false,
        }
    }

    /// Returns the column of a field.
    pub(crate) fn of(field: &Field) -> Self {
        let plain = Self::PLAIN.into_iter().find(|column| column.is_of(field));
        plain.unwrap_or_else(|| Self::Field(field.clone()))
    }

    /// Returns whether it is counted and sorted by this field.
    pub(crate) fn is_of(&self, field: &Field) -> bool {
        self.field().as_ref() == Some(field)
    }

    /// Returns the field that it is counted and sorted by; `None` for the lines' own order.
    pub(crate) fn field(&self) -> Option<Field> {
        match self {
            Self::Field(Field::Line) => None,
            Self::Id => Some(Field::Operation("id".to_owned())),
            Self::Best => Some(Field::Operation("bm".to_owned())),
            Self::Problems => Some(Field::Severity),
            Self::Duplicates => Some(Field::Position),
            Self::Field(field) => Some(field.clone()),
        }
    }
}

/// The columns on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// From left to right; never empty.
    pub shown: Vec<Column>,
    /// Columns scrolled out at the left.
    pub first: usize,
    /// Counts how often the columns were to be measured anew.
    pub generation: u64,
    /// Widths that were set, in the order of the columns' names, also of columns that are hidden now.
    pub widths: Vec<(Column, u16)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl Columns {
    /// Returns these columns, each once; the usual ones where there is none.
    pub fn of(columns: Vec<Column>) -> Self {
        let mut shown: Vec<Column> = Vec::new();
        for column in columns {
            if !shown.contains(&column) {
                shown.push(column);
            }
        }
        if shown.is_empty() {
            shown = Column::PLAIN.into_iter().take(USUAL).collect();
        }
        Self {
            shown,
            first: 0,
            generation: 0,
            widths: Vec::new(),
        }
    }

    /// Measures anew: columns may become narrower, and no width is set any more.
    pub fn fit(&mut self) {
        self.widths.clear();
        self.generation += 1;
    }

    /// Returns the width that was set for a column.
    pub fn width_of(&self, column: &Column) -> Option<u16> {
        let mut widths = self.widths.iter();
        widths.find(|(of, _)| of == column).map(|(_, width)| *width)
    }

    /// Sets the width of a column.
    pub fn set_width(&mut self, column: &Column, width: u16) {
        self.widths.retain(|(of, _)| of != column);
        self.widths.push((column.clone(), width));
        self.widths.sort_by_key(|(of, _)| of.name());
    }

    /// The content of a column decides its width again.
    pub fn forget_width(&mut self, column: &Column) {
        self.widths.retain(|(of, _)| of != column);
        self.generation += 1;
    }

    /// Shows a column at the right end, if it isn't shown.
    pub fn show(&mut self, column: Column) {
        if !self.shown.contains(&column) {
            self.shown.push(column);
        }
    }

    /// Shows a column, or hides it; the last one stays. Gives whether it is shown now.
    pub fn toggle(&mut self, column: &Column) -> bool {
        match self.shown.iter().position(|shown| shown == column) {
            None => self.show(column.clone()),
            Some(at) if self.shown.len() > 1 => {
                self.shown.remove(at);
                self.first = self.first.min(self.shown.len() - 1);
                return false;
            }
            Some(_) => {}
        }
        true
    }

    /// Moves a column by one place to the left (-1) or right (1), where there is one.
    pub fn shift(&mut self, column: &Column, by: isize) {
        let at = self.shown.iter().position(|shown| shown == column);
        let to = at.and_then(|at| at.checked_add_signed(by));
        if let (Some(at), Some(to)) = (at, to.filter(|to| *to < self.shown.len())) {
            self.shown.swap(at, to);
        }
    }

    /// Shows other columns, from the first one on.
    pub fn set(&mut self, other: Self) {
        *self = Self {
            generation: self.generation + 1,
            first: 0,
            ..other
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_read_by_its_name() {
        let opcodes = ["ce", "line", "test", "opcode"].map(Column::opcode);
        for column in Column::PLAIN.into_iter().chain(opcodes) {
            assert_eq!(Column::chosen(&column.name()), Ok(column));
        }
        assert_eq!(Column::parse("ce"), Ok(Column::opcode("ce")));
        assert_eq!(Column::parse("fen"), Ok(Column::Field(Field::Fen)));
        let error = Column::parse("a b").expect_err("no opcode");
        assert!(
            error.contains("material") && error.contains("opcode"),
            "{error}"
        );
    }

    #[test]
    fn columns_are_shown_hidden_and_moved_but_one_stays() {
        let ce = Column::opcode("ce");
        let mut columns = Columns::of(vec![Column::Id, ce.clone(), Column::Id]);
        assert_eq!(columns.shown, [Column::Id, ce.clone()]);
        columns.shift(&ce, -1);
        columns.shift(&ce, -1);
        assert_eq!(columns.shown, [ce.clone(), Column::Id]);
        assert!(!columns.toggle(&Column::Id));
        assert!(columns.toggle(&ce), "the last one stays");
        assert!(columns.toggle(&Column::LINE));
        assert_eq!(columns.shown, [ce, Column::LINE]);
    }
}
