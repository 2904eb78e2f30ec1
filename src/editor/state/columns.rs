//! The columns of the suite list: their kinds, order, widths and places.

pub mod page;

use crate::editor::widgets::sign;
use crate::epd::{holds_integer, opcode, spelling};
use crate::suite::field::Field;
use std::borrow::Cow;

/// Screen columns left of the first column, for the sign of an edited or new line.
pub const GUTTER: u16 = 1;
/// The number of columns shown by default: the first of the plain ones.
const USUAL: usize = 5;
/// The least and the greatest width that can be set for a column.
pub const NARROWEST: u16 = 3;
pub const WIDEST_SET: u16 = 200;
const GAP: u16 = 1;
/// The least width of a column that is cut.
const LEAST: u16 = 6;
/// The least width of a column of signs with numbers: the sign, and a mark that it is cut.
pub(crate) const SIGNS: u16 = 2;

/// A column of the suite list: a field of the records, or content computed from several fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The id; for a record without one its text.
    Id,
    /// The solution of the record: its best move, else a move to avoid, else a mate distance.
    Best,
    /// The sign of the worst problem, and the number of problems.
    Problems,
    /// The marks of records that share their id or position with another.
    Duplicates,
    Field(Field),
}

impl Column {
    /// The columns that are not opcodes, in the order of the menu.
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

    pub fn opcode(name: impl Into<String>) -> Self {
        Self::Field(Field::Operation(name.into()))
    }

    /// Returns the column of an opcode; for `id` the plain one.
    pub(crate) fn of_opcode(name: &str) -> Self {
        match name {
            "id" => Self::Id,
            name => Self::opcode(name),
        }
    }

    /// Parses the name of a column: a plain one, a field, or `opcode NAME`. Fails with the possible names.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        let mut plain = Self::PLAIN.into_iter();
        if let Some(column) = plain.find(|column| column.plain_name() == name) {
            return Ok(column);
        }
        match name.strip_prefix("opcode ").map(str::trim) {
            Some(opcode) if opcode::is_opcode(opcode.as_bytes()) => Ok(Self::opcode(opcode)),
            _ => match name.parse() {
                Ok(field) => Ok(Self::Field(field)),
                Err(_) => Err(format!(
                    "`{name}` is not a column: expected {}",
                    Self::expected()
                )),
            },
        }
    }

    /// Returns the names that can be typed, for an error message.
    pub(crate) fn expected() -> String {
        let names = Self::plain_names().join(", ");
        format!("{names}, an opcode, OPCODE.prefix or a calculation")
    }

    fn plain_names() -> [String; 15] {
        Self::PLAIN.map(|column| column.plain_name().into_owned())
    }

    /// Parses a column typed by the user: a misspelled plain column is not read as an unknown opcode; `opcode
    /// NAME` always is an opcode. Fails if it is neither, or probably a misspelling.
    pub(crate) fn chosen(name: &str) -> Result<Self, String> {
        let column = Self::parse(name)?;
        let bytes = name.as_bytes();
        let is_known = opcode::find(bytes).is_some() || opcode::well_known(bytes).is_some();
        if column != Self::opcode(name) || is_known {
            return Ok(column);
        }
        let names = Self::plain_names();
        let names = names.iter().map(String::as_str);
        // `id` is near to any two letters.
        let names = names.filter(|name| name.len() > 2);
        match spelling::nearest(bytes, names, spelling::slips(bytes)).first() {
            None => Ok(column),
            Some(near) => Err(format!(
                "`{name}` is not a column; did you mean `{near}`? `opcode {name}` shows that opcode"
            )),
        }
    }

    /// Returns its name, in the form that `Self::chosen` parses.
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

    pub fn heading(&self) -> &str {
        match self {
            Self::Problems => "!",
            Self::Duplicates => "dup",
            Self::Field(Field::Line) => "#",
            // One letter over a column of single letters, as in the side field of a FEN.
            Self::Field(Field::Side) => sign::WHITE.text,
            Self::Field(Field::OpeningEco) => "eco",
            Self::Field(Field::Prefix(opcode)) => opcode,
            column => match column.plain_name() {
                Cow::Borrowed(name) => name,
                Cow::Owned(_) => "",
            },
        }
    }

    pub fn about(&self) -> &'static str {
        match self {
            Self::Id => "id, else the position",
            Self::Best => "best move, move to avoid, mate",
            Self::Problems => "worst problem and number of problems",
            Self::Duplicates => "same id or position elsewhere",
            Self::Field(Field::Operation(name)) => {
                let name = name.as_bytes();
                let official = opcode::find(name).map(|info| info.title);
                official
                    .or(opcode::well_known(name))
                    .unwrap_or("an operation")
            }
            Self::Field(field) => field.about(),
        }
    }

    /// Returns whether it shows numbers, which are right-aligned.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Field(Field::Operation(name)) => holds_integer(name),
            Self::Field(field) => field.holds_numbers(),
            _ => false,
        }
    }

    pub(crate) fn of(field: &Field) -> Self {
        let plain = Self::PLAIN.into_iter().find(|column| column.is_of(field));
        plain.unwrap_or_else(|| Self::Field(field.clone()))
    }

    /// Returns whether this field is used to count and sort by the column.
    pub(crate) fn is_of(&self, field: &Field) -> bool {
        self.field().as_ref() == Some(field)
    }

    /// Returns the field to count and sort by; `None` for the line number, which is file order.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// From left to right; never empty.
    pub shown: Vec<Column>,
    /// The number of columns scrolled out at the left.
    pub first: usize,
    /// The number of times that the columns were to be measured again.
    pub generation: u64,
    /// Widths that were set, in order of the columns' names, including those of hidden columns.
    pub widths: Vec<(Column, u16)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl Columns {
    /// Returns these columns without duplicates; the default ones if there are none.
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

    /// Clears all set widths and measures again, so that columns may become narrower.
    pub fn fit(&mut self) {
        self.widths.clear();
        self.generation += 1;
    }

    pub fn width_of(&self, column: &Column) -> Option<u16> {
        let mut widths = self.widths.iter();
        widths.find(|(of, _)| of == column).map(|(_, width)| *width)
    }

    pub fn set_width(&mut self, column: &Column, width: u16) {
        self.widths.retain(|(of, _)| of != column);
        self.widths.push((column.clone(), width));
        self.widths.sort_by_key(|(of, _)| of.name());
    }

    /// Resets the width of a column to that of its content.
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

    /// Shows a hidden column or hides a shown one, but not the last. Returns whether it is shown now.
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

    /// Moves a column by one place to the left (-1) or right (1), if there is one.
    pub fn shift(&mut self, column: &Column, by: isize) {
        let at = self.shown.iter().position(|shown| shown == column);
        let to = at.and_then(|at| at.checked_add_signed(by));
        if let (Some(at), Some(to)) = (at, to.filter(|to| *to < self.shown.len())) {
            self.shown.swap(at, to);
        }
    }

    /// Replaces the columns and scrolls to the first.
    pub fn set(&mut self, other: Self) {
        *self = Self {
            generation: self.generation + 1,
            first: 0,
            ..other
        };
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedColumn {
    pub column: usize,
    /// Screen columns from the left end of the list.
    pub x: u16,
    pub width: u16,
}

/// The preferred width of a column, and the widths it can be cut to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// Screen columns of its content.
    pub width: u16,
    /// The width that it keeps as long as others can be cut; `None` if it is never cut.
    pub least: Option<u16>,
    /// The width that most of its cells need: the width needed only by few is cut first; 0 if unknown.
    pub usual: u16,
    /// Further columns for a word in place of its sign, or for the text in place of an id, used if room is
    /// left after all columns have their width.
    pub more: u16,
}

impl Want {
    pub(crate) fn set(width: u16) -> Self {
        Self {
            width,
            least: Some(width),
            usual: width,
            more: 0,
        }
    }

    /// Returns the widths that it is cut to, step by step, if there is not room for all columns.
    fn floors(self) -> [u16; 4] {
        let is_of_signs = matches!(self.least, Some(0..=SIGNS));
        // The width that it keeps as long as others can be cut.
        let wish = self.least.map_or(self.width, |least| least.min(self.width));
        // As `wish`, as long as other columns have more than most of their cells need.
        let most = wish.max(self.usual.min(self.width));
        // A long cell in a column of signs is cut first, which leaves the others their full width.
        let first = if is_of_signs { most } else { self.width };
        [first, most, wish, self.need()]
    }

    /// Returns the least width at which it is shown; a column of signs needs no more than that.
    fn need(self) -> u16 {
        self.least.map_or(self.width, |least| match least {
            0..=SIGNS => least.min(self.width),
            _ => LEAST.min(self.width),
        })
    }
}

/// Divides `room` among the columns from `first` on: each gets its preferred width if possible, else the widest are
/// cut. Columns that do not fit are left out.
pub fn place(wants: &[Want], first: usize, room: u16) -> Vec<PlacedColumn> {
    let all = wants.get(first..).unwrap_or_default();
    // As many columns as fit at their least widths.
    let mut shown = all;
    while let [_, .., _] = shown
        && total(shown.iter().map(|want| want.need())) > room
    {
        shown = shown.split_last().map_or(shown, |(_, shown)| shown);
    }
    let mut widths: Vec<u16> = shown.iter().map(|want| want.width).collect();
    for stage in 0..4 {
        let floors = shown.iter().map(|want| want.floors());
        let floors: Vec<u16> = floors.filter_map(|all| all.get(stage).copied()).collect();
        let mut over = total(widths.iter().copied()).saturating_sub(room);
        while over > 0 {
            let both = widths.iter().zip(&floors);
            let wider = both.filter(|(width, floor)| width > floor);
            let Some(widest) = wider.map(|(width, _)| *width).max() else {
                break;
            };
            for (width, floor) in widths.iter_mut().zip(&floors) {
                if over > 0 && *width == widest && widest > *floor {
                    *width -= 1;
                    over -= 1;
                }
            }
        }
    }
    let mut left = match shown.len() == all.len() {
        true => room.saturating_sub(total(widths.iter().copied())),
        false => 0,
    };
    for (want, width) in shown.iter().zip(&mut widths) {
        let more = match want.least {
            None if want.more > left => 0,
            _ => want.more.min(left),
        };
        if *width >= want.width {
            *width += more;
            left -= more;
        }
    }
    let mut x: u16 = 0;
    let places = widths.into_iter().enumerate().map(|(at, width)| {
        let place = PlacedColumn {
            column: first + at,
            x,
            width: width.min(room.saturating_sub(x)),
        };
        x = x.saturating_add(place.width + GAP);
        place
    });
    places.collect()
}

fn total(widths: impl Iterator<Item = u16>) -> u16 {
    let sum = widths.fold(0_u16, |sum, width| {
        sum.saturating_add(width).saturating_add(GAP)
    });
    sum.saturating_sub(GAP)
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

#[cfg(test)]
mod place_tests {
    use crate::editor::state::columns::*;
    use proptest::prelude::*;

    fn widths(wants: &[(u16, bool)], room: u16) -> Vec<u16> {
        let wants: Vec<Want> = wants
            .iter()
            .map(|&(width, is_cut)| Want {
                width,
                least: is_cut.then_some(6),
                usual: 0,
                more: 0,
            })
            .collect();
        place(&wants, 0, room)
            .iter()
            .map(|place| place.width)
            .collect()
    }

    #[test]
    fn every_column_has_its_full_width_if_there_is_room() {
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 40), [3, 20, 8]);
    }

    #[test]
    fn the_widest_give_way_first_and_to_the_same_width() {
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 21), [3, 8, 8]);
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 20), [3, 7, 8]);
    }

    #[test]
    fn an_id_stays_whole_before_moves_do() {
        let wants = [(9, 12), (10, 6)].map(|(width, least)| Want {
            width,
            least: Some(least),
            usual: 0,
            more: 0,
        });
        let places = place(&wants, 0, 16);
        let widths: Vec<u16> = places.iter().map(|place| place.width).collect();
        assert_eq!(widths, [9, 6]);
        // But no column disappears for it.
        let mut wants = wants.to_vec();
        wants.push(Want {
            width: 1,
            least: None,
            usual: 0,
            more: 0,
        });
        let places = place(&wants, 0, 16);
        let widths: Vec<u16> = places.iter().map(|place| place.width).collect();
        assert_eq!(widths, [7, 6, 1]);
    }

    #[test]
    fn width_that_few_cells_need_is_cut_first() {
        let wants = [(20, 20), (30, 5)].map(|(width, usual)| Want {
            width,
            least: Some(6),
            usual,
            more: 0,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(51), [20, 30]);
        assert_eq!(widths(31), [20, 10]);
        assert_eq!(widths(27), [20, 6]);
        assert_eq!(widths(21), [14, 6]);
    }

    #[test]
    fn one_long_cell_of_a_column_of_signs_gives_way_before_all_others() {
        let wants = [(9, 4), (4, SIGNS)].map(|(width, least)| Want {
            width,
            least: Some(least),
            usual: 1,
            more: 0,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(14), [9, 4]);
        assert_eq!(widths(12), [9, 2]);
        assert_eq!(widths(10), [7, 2]);
    }

    #[test]
    fn a_sign_has_its_word_beside_it_where_nothing_gives_way_for_it() {
        let wants = [(1, 6), (20, 0)].map(|(width, more)| Want {
            width,
            least: (more == 0).then_some(6),
            usual: 0,
            more,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(28), [7, 20]);
        assert_eq!(widths(27), [1, 20]);
        assert_eq!(widths(15), [1, 13]);
    }

    #[test]
    fn columns_that_do_not_fit_even_when_cut_are_left_out() {
        assert_eq!(widths(&[(3, false), (20, true), (20, true)], 12), [3, 8]);
    }

    proptest! {
        #[test]
        fn columns_never_overlap_and_never_leave_the_room(
            wants in proptest::collection::vec((0u16..80, any::<bool>()), 1..9),
            first in 0usize..4,
            room in 0u16..120,
        ) {
            let wants: Vec<Want> = wants
                .into_iter()
                .map(|(width, is_cut)| Want {
                    width,
                    least: is_cut.then_some(6),
                    usual: 0,
                    more: 0,
                })
                .collect();
            let places = place(&wants, first, room);
            for (one, next) in places.iter().zip(places.iter().skip(1)) {
                prop_assert!(one.x + one.width < next.x || one.width == 0);
                prop_assert_eq!(one.column + 1, next.column);
            }
            for place in places {
                prop_assert!(place.width == 0 || place.x + place.width <= room);
            }
        }
    }
}
