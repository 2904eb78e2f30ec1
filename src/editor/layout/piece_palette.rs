//! The pieces for the mouse, right of the board's squares: six rows, White's left of Black's, each as
//! large as there is room for.

use crate::editor::layout::geometry::{Rect, SquareSize};
use crate::editor::state::pieces::ROLES;
use shakmaty::{Color, Piece};

/// How large its pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One cell, the count beside it.
    Small,
    /// Two columns and two rows; between both sides the counts, White's above Black's.
    Compact,
    /// Three columns and two rows, beside them the letter above the count, and words above and below.
    Stacked,
    /// The same with letter and count in one row.
    Medium,
    /// Six columns and three rows, likewise.
    Large,
}

/// Where the palette stands, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The upper left cell of all of it.
    x: u16,
    y: u16,
    form: Form,
}

impl Form {
    const ALL: [Self; 5] = [
        Self::Large,
        Self::Medium,
        Self::Stacked,
        Self::Compact,
        Self::Small,
    ];

    /// Columns and rows of a piece.
    const fn piece(self) -> (u16, u16) {
        match self {
            Self::Small => (1, 1),
            Self::Compact => (2, 2),
            Self::Stacked | Self::Medium => (3, 2),
            Self::Large => (6, 3),
        }
    }

    /// Columns from a piece of White to that of Black.
    const fn pitch(self) -> u16 {
        match self {
            Self::Small | Self::Compact => 3,
            Self::Stacked | Self::Medium => 5,
            Self::Large => 9,
        }
    }

    /// Whether there are words above and below, and letters beside the pieces.
    const fn is_labelled(self) -> bool {
        matches!(self, Self::Stacked | Self::Medium | Self::Large)
    }

    /// Columns of all of it, the blank before it included.
    const fn columns(self) -> u16 {
        match self {
            Self::Small | Self::Compact => 6,
            Self::Stacked => 10,
            Self::Medium => 11,
            Self::Large => 18,
        }
    }

    /// Rows of all of it.
    const fn rows(self) -> u16 {
        let words = if self.is_labelled() { 4 } else { 2 };
        6 * self.piece().1 + words
    }
}

impl Palette {
    /// Columns in which its pieces are large enough to be hit beside squares of this size, and have their
    /// letters and counts beside them.
    pub fn usual(size: SquareSize) -> u16 {
        let form = match size.rows() {
            ..5 => Form::Medium,
            _ => Form::Large,
        };
        form.columns()
    }

    /// How many of the `spare` columns beside squares of this size it takes; 0 where it has no room.
    pub fn columns(size: SquareSize, spare: u16) -> u16 {
        Self::form(size, spare).map_or(0, Form::columns)
    }

    /// The palette right of squares whose upper right corner is here, in so many columns.
    pub fn place(size: SquareSize, columns: u16, right: u16, y: u16) -> Option<Self> {
        Self::form(size, columns).map(|form| Self {
            x: right + 1,
            y,
            form,
        })
    }

    fn form(size: SquareSize, columns: u16) -> Option<Form> {
        let rows = 8 * size.rows();
        let fits = |form: &Form| form.columns() <= columns && form.rows() <= rows;
        Form::ALL.into_iter().find(fits)
    }

    /// Whether there are words above and below, and letters beside the pieces.
    pub const fn is_labelled(self) -> bool {
        self.form.is_labelled()
    }

    /// Whether its pieces are large enough for more than a symbol.
    pub const fn has_pictures(self) -> bool {
        !matches!(self.form, Form::Small)
    }

    /// The cells of a piece.
    pub fn rect(self, piece: Piece) -> Rect {
        let (cols, rows) = self.form.piece();
        let row = ROLES
            .iter()
            .position(|role| *role == piece.role)
            .and_then(|row| u16::try_from(row).ok())
            .unwrap_or(0);
        let top = self.y + u16::from(self.is_labelled());
        let column = piece.color.fold_wb(0, self.form.pitch());
        Rect::new(self.x + column, top + row * rows, cols, rows)
    }

    /// The cell of how many of a piece there are.
    pub fn count(self, piece: Piece) -> (u16, u16) {
        let rect = self.rect(piece);
        match self.form {
            Form::Compact => (self.x + 2, rect.y + piece.color.fold_wb(0, 1)),
            Form::Small => (rect.right(), rect.y),
            Form::Stacked => (rect.right(), rect.bottom().saturating_sub(1)),
            Form::Medium | Form::Large => (rect.right() + 1, rect.y + rect.height / 2),
        }
    }

    /// The cell of a piece's letter, where it has one.
    pub fn letter(self, piece: Piece) -> Option<(u16, u16)> {
        let rect = self.rect(piece);
        match self.form {
            Form::Small | Form::Compact => None,
            Form::Stacked => Some((rect.right(), rect.y)),
            Form::Medium | Form::Large => Some((rect.right(), rect.y + rect.height / 2)),
        }
    }

    /// The row above the pieces.
    pub fn heading(self) -> Option<Rect> {
        let row = Rect::new(self.x, self.y, self.form.columns() - 1, 1);
        self.is_labelled().then_some(row)
    }

    /// The rows below the pieces.
    pub fn below(self) -> Rect {
        let pieces = 6 * self.form.piece().1 + u16::from(self.is_labelled());
        let rows = if self.is_labelled() { 2 } else { 1 };
        Rect::new(self.x, self.y + pieces + 1, self.form.columns() - 1, rows)
    }

    /// The piece at a cell: what stands right of it belongs to it.
    pub fn piece_at(self, column: u16, row: u16) -> Option<Piece> {
        let pieces = ROLES
            .into_iter()
            .flat_map(|role| Color::ALL.map(|color| role.of(color)));
        let mut pieces = pieces.filter(|piece| {
            let rect = self.rect(*piece);
            let all = Rect {
                width: self
                    .form
                    .pitch()
                    .min(self.form.columns() - 1 - (rect.x - self.x)),
                ..rect
            };
            all.contains(column, row)
        });
        pieces.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Piece> {
        ROLES
            .into_iter()
            .flat_map(|role| Color::ALL.map(|color| role.of(color)))
    }

    #[test]
    fn a_click_anywhere_on_a_piece_finds_it_at_every_size() {
        for size in SquareSize::ALL {
            for spare in 6..20 {
                let columns = Palette::columns(size, spare);
                assert!((1..=spare).contains(&columns), "{size:?} in {spare}");
                let palette = Palette::place(size, columns, 30, 2).expect("room");
                for piece in all() {
                    let rect = palette.rect(piece);
                    for (column, row) in (rect.x..rect.right())
                        .flat_map(|x| (rect.y..rect.bottom()).map(move |y| (x, y)))
                    {
                        assert_eq!(palette.piece_at(column, row), Some(piece));
                    }
                    assert!(rect.right() <= 30 + columns, "{size:?} in {spare}");
                }
                assert!(palette.below().bottom() <= 2 + 8 * size.rows());
                assert_eq!(palette.piece_at(30, 4), None);
                assert_eq!(palette.piece_at(30 + columns, 4), None);
            }
            assert_eq!(Palette::columns(size, 5), 0);
        }
    }

    #[test]
    fn on_boards_of_sixteen_rows_and_more_a_piece_is_two_rows_high() {
        for size in SquareSize::ALL.into_iter().filter(|size| size.rows() >= 2) {
            let palette = Palette::place(size, 10, 0, 0).expect("room");
            assert!(all().all(|piece| palette.rect(piece).height >= 2));
            assert!(palette.is_labelled());
        }
    }

    #[test]
    fn where_it_fits_picture_letter_and_count_stand_in_one_row() {
        for size in SquareSize::ALL.into_iter().filter(|size| size.rows() >= 2) {
            for columns in [11, 18] {
                let palette = Palette::place(size, columns, 0, 0).expect("room");
                for piece in all() {
                    let (letter, count) = (palette.letter(piece), palette.count(piece));
                    let rect = palette.rect(piece);
                    assert_eq!(letter, Some((rect.right(), count.1)), "{size:?}");
                    assert_eq!(count.0, rect.right() + 1);
                    assert!((rect.y..rect.bottom()).contains(&count.1));
                }
            }
        }
    }

    #[test]
    fn counts_and_letters_stand_on_no_piece() {
        for size in SquareSize::ALL {
            for columns in [6, 10, 11, 18] {
                let palette = Palette::place(size, columns, 0, 0).expect("room");
                let mut counts: Vec<_> = all().map(|piece| palette.count(piece)).collect();
                counts.extend(all().filter_map(|piece| palette.letter(piece)));
                for (column, row) in &counts {
                    assert!(!all().any(|piece| palette.rect(piece).contains(*column, *row)));
                }
                let many = counts.len();
                counts.sort_unstable();
                counts.dedup();
                assert_eq!(counts.len(), many);
            }
        }
    }
}
