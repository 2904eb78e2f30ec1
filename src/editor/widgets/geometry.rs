//! Rectangles of cells, and the board's squares among them.

use shakmaty::Square;

/// A rectangle of cells; `(0, 0)` is the upper left cell of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

/// Parts of it never reach beyond it.
impl Rect {
    /// The rectangle at `(x, y)` of this size.
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// The cells of a row from `x` to before `end`.
    pub const fn span(x: u16, y: u16, end: u16) -> Self {
        Self::new(x, y, end.saturating_sub(x), 1)
    }

    /// Returns whether the cell lies inside.
    pub const fn contains(self, column: u16, row: u16) -> bool {
        self.overlaps(Self::new(column, row, 1, 1))
    }

    /// Returns whether they have a cell in common.
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Without a border of one cell on each side.
    pub const fn inner(self) -> Self {
        let (x, y) = (self.x.saturating_add(1), self.y.saturating_add(1));
        Self::new(
            x,
            y,
            self.width.saturating_sub(2),
            self.height.saturating_sub(2),
        )
    }

    /// The column after the last.
    pub const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// The row after the last.
    pub const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    /// The first rows.
    pub fn top(self, rows: u16) -> Self {
        Self::new(self.x, self.y, self.width, rows.min(self.height))
    }

    /// The rows below the first ones.
    pub fn below(self, rows: u16) -> Self {
        let rows = rows.min(self.height);
        Self::new(self.x, self.y + rows, self.width, self.height - rows)
    }

    /// The last rows.
    pub fn foot(self, rows: u16) -> Self {
        self.below(self.height.saturating_sub(rows))
    }

    /// The rows above the last ones.
    pub fn above(self, rows: u16) -> Self {
        self.top(self.height.saturating_sub(rows))
    }

    /// The first columns.
    pub fn left(self, columns: u16) -> Self {
        Self::new(self.x, self.y, columns.min(self.width), self.height)
    }

    /// The columns behind the first ones.
    pub fn after(self, columns: u16) -> Self {
        let columns = columns.min(self.width);
        Self::new(self.x + columns, self.y, self.width - columns, self.height)
    }

    /// The columns before the last ones.
    pub fn before(self, columns: u16) -> Self {
        self.left(self.width.saturating_sub(columns))
    }

    /// The last columns.
    pub fn end(self, columns: u16) -> Self {
        self.after(self.width.saturating_sub(columns))
    }

    /// Each of its rows, from the top.
    pub fn rows(self) -> impl Iterator<Item = Self> {
        (self.y..self.bottom()).map(move |y| Self::new(self.x, y, self.width, 1))
    }
}

/// Columns and rows of one square of the board. A cell is about twice as high as wide, so these are about
/// square, but for the one-row sizes, where a glyph needs air beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSize {
    pub cols: u16,
    pub rows: u16,
}

impl SquareSize {
    /// A glyph and a blank.
    pub const SMALLEST: Self = Self::new(2, 1);
    /// All, smallest first.
    pub const ALL: [Self; 7] = [
        Self::SMALLEST,
        Self::new(3, 1),
        Self::new(5, 2),
        Self::new(6, 3),
        Self::new(8, 4),
        Self::new(10, 5),
        Self::new(12, 6),
    ];

    pub const fn new(cols: u16, rows: u16) -> Self {
        Self { cols, rows }
    }

    /// Columns of the board's pane: eight squares, rank names on the left, and the border.
    pub(crate) const fn pane_cols(self) -> u16 {
        8 * self.cols + 4
    }

    /// Rows of the board's pane: eight squares, file names below, and the border.
    pub(crate) const fn pane_rows(self) -> u16 {
        8 * self.rows + 3
    }
}

/// The 64 squares on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGrid {
    /// Upper left cell of the square drawn upper left (a8, or h1 when flipped).
    pub x: u16,
    pub y: u16,
    pub size: SquareSize,
    /// Whether Black is below.
    pub flipped: bool,
}

impl BoardGrid {
    /// The cells of a square.
    pub fn rect(self, square: Square) -> Rect {
        let (column, row) = self.place(square);
        let SquareSize { cols, rows } = self.size;
        let before = |squares: i8, size: u16| u16::from(squares.unsigned_abs()) * size;
        Rect::new(
            self.x + before(column, cols),
            self.y + before(row, rows),
            cols,
            rows,
        )
    }

    /// A square's column and row on the screen, counted in squares from the upper left one.
    pub fn place(self, square: Square) -> (i8, i8) {
        let (file, rank) = (i8::from(square.file()), i8::from(square.rank()));
        match self.flipped {
            true => (7 - file, rank),
            false => (file, 7 - rank),
        }
    }

    /// All cells of the 64 squares.
    pub fn bounds(self) -> Rect {
        let SquareSize { cols, rows } = self.size;
        Rect::new(self.x, self.y, 8 * cols, 8 * rows)
    }

    /// The square at a cell.
    pub(crate) fn square_at(self, column: u16, row: u16) -> Option<Square> {
        let mut squares = Square::ALL.into_iter();
        squares.find(|square| self.rect(*square).contains(column, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_a_square_finds_it_at_every_size_and_from_both_sides() {
        for size in SquareSize::ALL {
            for flipped in [false, true] {
                let grid = BoardGrid {
                    x: 7,
                    y: 3,
                    size,
                    flipped,
                };
                for square in Square::ALL {
                    let rect = grid.rect(square);
                    assert_eq!(grid.square_at(rect.x, rect.y), Some(square));
                    assert_eq!(
                        grid.square_at(rect.right() - 1, rect.bottom() - 1),
                        Some(square)
                    );
                }
                assert_eq!(grid.square_at(6, 3), None);
                assert_eq!(grid.square_at(7, grid.bounds().bottom()), None);
            }
        }
    }

    #[test]
    fn white_is_below_unless_flipped() {
        let grid = BoardGrid {
            x: 0,
            y: 0,
            size: SquareSize::new(3, 1),
            flipped: false,
        };
        assert_eq!(grid.square_at(0, 0), Some(Square::A8));
        assert_eq!(
            BoardGrid {
                flipped: true,
                ..grid
            }
            .square_at(0, 0),
            Some(Square::H1)
        );
    }
}
