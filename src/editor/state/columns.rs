//! The columns of the suite list: which there are, and in which order.
//!
//! [`page`] holds the rows on the screen, [`place`] shares out the room.

pub mod known;
pub mod map;
pub mod page;
pub mod place;

use crate::editor::sign;
use crate::epd::spelling;
use crate::epd::{holds_integer, opcode};
use crate::suite::field::{Field, Key};
use std::borrow::Cow;

/// Screen columns left of the first column: the sign of what became of the line.
pub const GUTTER: u16 = 1;

/// The least and the greatest width that can be set for a column.
pub const NARROWEST: u16 = 3;
pub const WIDEST_SET: u16 = 200;

/// The border behind a heading, held by the mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldColumn {
    pub(crate) column: Column,
    /// The column of the screen where it begins.
    pub(crate) left: u16,
    pub(crate) moved: bool,
}

/// A column of the suite list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The number of the line, from 1.
    Line,
    /// Which side is to move.
    Side,
    /// The id; the text of the record where it has none.
    Id,
    /// What the record asks for: its best move, a move to avoid, a mate.
    Best,
    /// A field that has no column of its own: of the position, a prefix or a calculation.
    Field(Field),
    /// The position as text.
    Position,
    /// The sign of the gravest finding, and how many there are.
    Problems,
    /// Whether another record has the same id or the same position.
    Duplicates,
    /// The operands of an operation.
    Opcode(String),
}

impl Column {
    /// Those that are no opcode, in the order they are offered.
    pub(crate) const PLAIN: [Self; 15] = [
        Self::Line,
        Self::Side,
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
        Self::Position,
        Self::Duplicates,
    ];

    /// How many pieces there are.
    pub(crate) const PIECES: Self = Self::Field(Field::Pieces);
    /// The pieces of both sides, or their worth.
    pub(crate) const MATERIAL: Self = Self::Field(Field::Material);

    /// A column by its name: `line`, `side`, `id`, `best`, `pieces`, `material`, `position`,
    /// `problems`, `duplicates`, or an opcode. The error says what it could have been.
    ///
    /// # Errors
    /// It is none of them.
    pub fn parse(name: &str) -> Result<Self, String> {
        if let Some(column) = Self::PLAIN.into_iter().find(|column| column.name() == name) {
            return Ok(column);
        }
        if opcode::is_opcode(name.as_bytes()) {
            return Ok(Self::Opcode(name.to_owned()));
        }
        if let Ok(field @ (Field::Prefix(_) | Field::Calculated(..))) = name.parse() {
            return Ok(Self::Field(field));
        }
        let names: Vec<String> = Self::PLAIN.iter().map(|column| column.name()).collect();
        Err(format!(
            "`{name}` is not a column: expected {}, an opcode, OPCODE.prefix or a calculation",
            names.join(", ")
        ))
    }

    /// A column as a person chooses it: a slip of one that is no opcode is not taken for an opcode that
    /// nobody knows; `opcode NAME` is one for certain.
    ///
    /// # Errors
    /// It is none of them, or probably another was meant.
    pub fn chosen(name: &str) -> Result<Self, String> {
        if let Some(opcode) = name.strip_prefix("opcode ").map(str::trim)
            && opcode::is_opcode(opcode.as_bytes())
        {
            return Ok(Self::Opcode(opcode.to_owned()));
        }
        let column = Self::parse(name)?;
        let bytes = name.as_bytes();
        let is_known = opcode::find(bytes).is_some() || opcode::well_known(bytes).is_some();
        if matches!(column, Self::Opcode(_)) && !is_known {
            // `id` is as near to any two letters.
            let names = Self::PLAIN.map(|column| column.name());
            let names = names
                .iter()
                .map(String::as_str)
                .filter(|name| name.len() > 2);
            if let Some(near) = spelling::nearest(bytes, names, spelling::slips(bytes)).first() {
                return Err(format!(
                    "`{name}` is not a column; did you mean `{near}`? `opcode {name}` shows that opcode"
                ));
            }
        }
        Ok(column)
    }

    /// Its name, as [`Self::parse`] reads it.
    pub fn name(&self) -> String {
        match self {
            Self::Line => "line".to_owned(),
            Self::Side => "side".to_owned(),
            Self::Id => "id".to_owned(),
            Self::Best => "best".to_owned(),
            Self::Field(field) => field.name().into_owned(),
            Self::Position => "position".to_owned(),
            Self::Problems => "problems".to_owned(),
            Self::Duplicates => "duplicates".to_owned(),
            Self::Opcode(name) => name.clone(),
        }
    }

    /// Its heading where it has this width: in words where those fit.
    pub fn heading_in(&self, width: u16) -> &str {
        match self {
            Self::Side if width >= page::SIDE_IN_WORDS => "side",
            _ => self.heading(),
        }
    }

    /// Its heading.
    pub fn heading(&self) -> &str {
        match self {
            Self::Line => "#",
            // A letter over a column of letters, as the field of a FEN.
            Self::Side => sign::WHITE.text,
            Self::Id => "id",
            Self::Best => "best",
            Self::Field(field) => heading_of(field),
            Self::Position => "position",
            Self::Problems => "!",
            Self::Duplicates => "dup",
            Self::Opcode(name) => name,
        }
    }

    /// What it shows, in a few words.
    pub fn about(&self) -> String {
        match self {
            Self::Line => "line number".to_owned(),
            Self::Side => "side to move".to_owned(),
            Self::Id => "id, else the position".to_owned(),
            Self::Best => "best move, move to avoid, mate".to_owned(),
            Self::Field(field) => field.about().to_owned(),
            Self::Position => "placement, side, castling, en passant".to_owned(),
            Self::Problems => "worst problem and number of problems".to_owned(),
            Self::Duplicates => "same id or position elsewhere".to_owned(),
            Self::Opcode(name) => opcode::find(name.as_bytes())
                .map_or_else(|| "an operation".to_owned(), |info| info.title.to_owned()),
        }
    }

    /// Whether what it shows are numbers: they end at the same column.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Line => true,
            Self::Field(field) => field.holds_numbers(),
            Self::Opcode(name) => holds_integer(name),
            _ => false,
        }
    }

    /// The width below which it is not cut where there is little room; `None` where it never is. By
    /// its id a record is told from others, so an id of usual length stays whole.
    pub fn least(&self) -> Option<u16> {
        match self {
            Self::Line | Self::Side => None,
            Self::Field(Field::Pieces | Field::Moves | Field::EnPassant) => None,
            // One record with many problems costs the others nothing of their ids.
            Self::Problems => Some(place::SIGNS),
            Self::Id => Some(12),
            _ => Some(6),
        }
    }

    /// Returns the field that it shows, to be counted; `None` where no two records share one.
    pub(crate) fn field(&self) -> Option<Field> {
        Some(match self {
            Self::Line | Self::Duplicates => return None,
            Self::Side => Field::Side,
            Self::Id => Field::Operation("id".to_owned()),
            Self::Best => Field::Operation("bm".to_owned()),
            Self::Field(field) => field.clone(),
            Self::Position => Field::Position,
            Self::Problems => Field::Severity,
            Self::Opcode(name) => Field::Operation(name.clone()),
        })
    }

    /// What the records are sorted by for it; `None` for the lines' own order.
    pub(crate) fn sort_key(&self) -> Option<Key> {
        match self {
            Self::Line => None,
            Self::Duplicates => Some(Field::Position.into()),
            other => other.field().map(Key::from),
        }
    }
}

/// Returns the heading of the column of a field: its name, or what is shorter.
fn heading_of(field: &Field) -> &str {
    match field {
        Field::OpeningEco => "eco",
        Field::Prefix(opcode) => opcode,
        field => match field.name() {
            Cow::Borrowed(name) => name,
            Cow::Owned(_) => "",
        },
    }
}

/// The columns on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// From left to right; never empty.
    pub(crate) shown: Vec<Column>,
    /// Columns scrolled out at the left.
    pub first: usize,
    /// Counts the changes: what was measured before one is out of date.
    pub(crate) generation: u64,
    /// Widths that were set, also of columns that are hidden now.
    pub(crate) widths: Vec<(Column, u16)>,
    /// The width set just now: where the list has no room for it, that is said when it is known.
    pub(crate) widened: Option<(Column, u16)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            shown: vec![
                Column::Line,
                Column::Side,
                Column::Id,
                Column::Best,
                Column::Problems,
            ],
            first: 0,
            generation: 0,
            widths: Vec::new(),
            widened: None,
        }
    }
}

impl Columns {
    /// Columns by their names, each once.
    ///
    /// # Errors
    /// A name is no column, or there is none at all.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut shown: Vec<Column> = Vec::new();
        for name in names {
            let column = Column::chosen(name)?;
            if !shown.contains(&column) {
                shown.push(column);
            }
        }
        if shown.is_empty() {
            return Err("expected at least one column".to_owned());
        }
        Ok(Self {
            shown,
            ..Self::default()
        })
    }

    /// From left to right.
    pub fn shown(&self) -> &[Column] {
        &self.shown
    }

    /// Counts the changes.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Measures anew: columns may become narrower, and no width is set any more.
    pub fn fit(&mut self) {
        self.widths.clear();
        self.generation += 1;
    }

    /// Widths that were set, in the order of the columns' names.
    pub fn widths(&self) -> &[(Column, u16)] {
        &self.widths
    }

    /// The width that was set for a column.
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
            self.generation += 1;
        }
    }

    /// Shows a column, or hides it; the last one stays. Gives whether it is shown now.
    pub fn toggle(&mut self, column: &Column) -> bool {
        match self.shown.iter().position(|shown| shown == column) {
            None => self.show(column.clone()),
            Some(at) if self.shown.len() > 1 => {
                self.shown.remove(at);
                self.first = self.first.min(self.shown.len().saturating_sub(1));
                self.generation += 1;
                return false;
            }
            Some(_) => {}
        }
        true
    }

    /// Moves a column by one place to the left (-1) or right (1), where there is one.
    pub fn shift(&mut self, column: &Column, by: isize) {
        let Some(at) = self.shown.iter().position(|shown| shown == column) else {
            return;
        };
        if let Some(to) = at
            .checked_add_signed(by)
            .filter(|to| *to < self.shown.len())
        {
            self.shown.swap(at, to);
            self.generation += 1;
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

    /// The columns of a new installation.
    pub fn reset(&mut self) {
        *self = Self {
            generation: self.generation + 1,
            ..Self::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_read_by_its_name() {
        for column in Column::PLAIN {
            assert_eq!(Column::parse(&column.name()), Ok(column));
        }
        assert_eq!(Column::parse("ce"), Ok(Column::Opcode("ce".to_owned())));
        let error = Column::parse("a b").expect_err("no opcode");
        assert!(
            error.contains("material") && error.contains("opcode"),
            "{error}"
        );
    }

    #[test]
    fn columns_are_shown_hidden_and_moved_but_one_stays() {
        let mut columns = Columns::named(["id", "ce", "id"]).expect("columns");
        let ce = Column::Opcode("ce".to_owned());
        assert_eq!(columns.shown(), [Column::Id, ce.clone()]);
        columns.shift(&ce, -1);
        columns.shift(&ce, -1);
        assert_eq!(columns.shown(), [ce.clone(), Column::Id]);
        assert!(!columns.toggle(&Column::Id));
        assert!(columns.toggle(&ce), "the last one stays");
        assert!(columns.toggle(&Column::Line));
        assert_eq!(columns.shown(), [ce, Column::Line]);
        assert!(Columns::named([]).is_err());
    }
}
