//! The pieces for the mouse, right of the board's squares: six rows, White's left of Black's, each as
//! large as there is room for.

use crate::editor::widgets::geometry::{Rect, SquareSize};
use shakmaty::{Color, Piece, Role};

/// The place of the palette, and its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The upper left cell of all of it.
    x: u16,
    y: u16,
    form: &'static Form,
}

/// The size of the pieces in the palette.
#[derive(Debug, PartialEq, Eq)]
struct Form {
    /// Columns and rows of a piece.
    piece: (u16, u16),
    /// Columns of all of it, the blank before it included: half of them for each side.
    columns: u16,
    /// The place of the letter of a piece, counted from the cell right of its first row; with letters there
    /// are words above and below as well.
    letter: Option<(u16, u16)>,
    /// The place of the count of a piece; without it, counts stand between both sides, White's above Black's.
    count: Option<(u16, u16)>,
}

/// The largest first.
static FORMS: [Form; 5] = [
    Form::new((6, 3), 18, Some((0, 1)), Some((1, 1))),
    Form::new((3, 2), 11, Some((0, 1)), Some((1, 1))),
    Form::new((3, 2), 10, Some((0, 0)), Some((0, 1))),
    Form::new((2, 2), 6, None, None),
    Form::new((1, 1), 6, None, Some((0, 0))),
];

impl Form {
    const fn new(
        piece: (u16, u16),
        columns: u16,
        letter: Option<(u16, u16)>,
        count: Option<(u16, u16)>,
    ) -> Self {
        Self {
            piece,
            columns,
            letter,
            count,
        }
    }
}

impl Palette {
    /// Returns the columns in which its pieces are large enough to be hit beside squares of this size, and have
    /// their letters and counts beside them.
    pub fn usual(size: SquareSize) -> u16 {
        let [large, medium, ..] = &FORMS;
        match size.rows {
            ..5 => medium.columns,
            _ => large.columns,
        }
    }

    /// Returns how many of the `spare` columns beside squares of this size it takes; 0 where it has no room.
    pub fn columns(size: SquareSize, spare: u16) -> u16 {
        Self::place(size, spare, 0, 0).map_or(0, |palette| palette.form.columns)
    }

    /// Places the palette right of squares whose upper right corner is here, in so many columns.
    pub fn place(size: SquareSize, columns: u16, right: u16, y: u16) -> Option<Self> {
        let fits = |form: &&Form| {
            let words = if form.letter.is_some() { 4 } else { 2 };
            form.columns <= columns && 6 * form.piece.1 + words <= 8 * size.rows
        };
        FORMS.iter().find(fits).map(|form| Self {
            x: right + 1,
            y,
            form,
        })
    }

    /// Returns whether there are words above and below, and letters beside the pieces.
    pub const fn is_labelled(self) -> bool {
        self.form.letter.is_some()
    }

    /// Returns whether its pieces are large enough for more than a symbol.
    pub const fn has_pictures(self) -> bool {
        self.form.piece.0 > 1
    }

    /// Returns the cells of a piece.
    pub fn rect(self, piece: Piece) -> Rect {
        let (cols, rows) = self.form.piece;
        let top = self.y + u16::from(self.is_labelled());
        // King to pawn, from the top.
        let row = 6 - u16::from(piece.role);
        let x = self.x + piece.color.fold_wb(0, self.form.columns / 2);
        Rect::new(x, top + row * rows, cols, rows)
    }

    /// Returns the cell of how many of a piece there are.
    pub fn count(self, piece: Piece) -> (u16, u16) {
        let rect = self.rect(piece);
        match self.form.count {
            Some((x, y)) => (rect.right() + x, rect.y + y),
            None => (self.x + 2, rect.y + piece.color.fold_wb(0, 1)),
        }
    }

    /// Returns the cell of a piece's letter, where it has one.
    pub fn letter(self, piece: Piece) -> Option<(u16, u16)> {
        let rect = self.rect(piece);
        let (x, y) = self.form.letter?;
        Some((rect.right() + x, rect.y + y))
    }

    /// Returns the row above the pieces.
    pub fn heading(self) -> Option<Rect> {
        let row = Rect::new(self.x, self.y, self.form.columns - 1, 1);
        self.is_labelled().then_some(row)
    }

    /// Returns the rows below the pieces.
    pub fn below(self) -> Rect {
        let words = u16::from(self.is_labelled());
        let y = self.y + 6 * self.form.piece.1 + words + 1;
        Rect::new(self.x, y, self.form.columns - 1, 1 + words)
    }

    /// Returns the pieces, each with its cells.
    pub fn pieces(self) -> impl Iterator<Item = (Piece, Rect)> {
        let rows = Role::ALL.into_iter().rev();
        let pieces = rows.flat_map(|role| Color::ALL.map(|color| role.of(color)));
        pieces.map(move |piece| (piece, self.rect(piece)))
    }

    /// Returns the piece at a cell: what stands right of it belongs to it.
    pub fn piece_at(self, column: u16, row: u16) -> Option<Piece> {
        let mut pieces = self.pieces().filter(|(_, rect)| {
            let room = self.form.columns - 1 - (rect.x - self.x);
            let width = room.min(self.form.columns / 2);
            Rect { width, ..*rect }.contains(column, row)
        });
        pieces.next().map(|(piece, _)| piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Piece> {
        Role::ALL
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
                assert!(palette.below().bottom() <= 2 + 8 * size.rows);
                assert_eq!(palette.piece_at(30, 4), None);
                assert_eq!(palette.piece_at(30 + columns, 4), None);
            }
            assert_eq!(Palette::columns(size, 5), 0);
        }
    }

    #[test]
    fn on_boards_of_sixteen_rows_and_more_a_piece_is_two_rows_high() {
        for size in SquareSize::ALL.into_iter().filter(|size| size.rows >= 2) {
            let palette = Palette::place(size, 10, 0, 0).expect("room");
            assert!(all().all(|piece| palette.rect(piece).height >= 2));
            assert!(palette.is_labelled());
        }
    }

    #[test]
    fn where_it_fits_picture_letter_and_count_stand_in_one_row() {
        for size in SquareSize::ALL.into_iter().filter(|size| size.rows >= 2) {
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
