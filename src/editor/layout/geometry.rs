//! Rectangles of cells, and the board's squares among them.

use shakmaty::{File, Rank, Square};

/// A rectangle of cells; `(0, 0)` is the upper left cell of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

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

    /// Whether the cell lies inside.
    pub const fn contains(self, column: u16, row: u16) -> bool {
        column >= self.x
            && row >= self.y
            && column - self.x < self.width
            && row - self.y < self.height
    }

    /// Whether they have a cell in common.
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Without a border of one cell on each side.
    pub const fn inner(self) -> Self {
        Self {
            x: self.x.saturating_add(1),
            y: self.y.saturating_add(1),
            width: self.width.saturating_sub(2),
            height: self.height.saturating_sub(2),
        }
    }

    /// The column after the last.
    pub const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// The row after the last.
    pub const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }
}

/// Cells of one square of the board. A cell is about twice as high as wide, so these are about
/// square, but for the one-row sizes, where a glyph needs air beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SquareSize {
    /// 2 columns, 1 row: a glyph and a blank.
    S2x1,
    /// 3 columns, 1 row: a glyph with a blank on each side.
    S3x1,
    /// 5 columns, 2 rows.
    S5x2,
    /// 6 columns, 3 rows.
    S6x3,
    /// 8 columns, 4 rows.
    S8x4,
    /// 10 columns, 5 rows.
    S10x5,
    /// 12 columns, 6 rows.
    S12x6,
}

impl SquareSize {
    /// All, smallest first.
    pub const ALL: [Self; 7] = [
        Self::S2x1,
        Self::S3x1,
        Self::S5x2,
        Self::S6x3,
        Self::S8x4,
        Self::S10x5,
        Self::S12x6,
    ];

    /// Columns of a square.
    pub const fn cols(self) -> u16 {
        match self {
            Self::S2x1 => 2,
            Self::S3x1 => 3,
            Self::S5x2 => 5,
            Self::S6x3 => 6,
            Self::S8x4 => 8,
            Self::S10x5 => 10,
            Self::S12x6 => 12,
        }
    }

    /// Rows of a square.
    pub const fn rows(self) -> u16 {
        match self {
            Self::S2x1 | Self::S3x1 => 1,
            Self::S5x2 => 2,
            Self::S6x3 => 3,
            Self::S8x4 => 4,
            Self::S10x5 => 5,
            Self::S12x6 => 6,
        }
    }

    /// Columns of the board's pane: eight squares, rank names on the left, and the border.
    pub(crate) const fn pane_cols(self) -> u16 {
        8 * self.cols() + 4
    }

    /// Rows of the board's pane: eight squares, file names below, and the border.
    pub(crate) const fn pane_rows(self) -> u16 {
        8 * self.rows() + 3
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
        let (file, rank) = (
            u32::from(square.file()) as u16,
            u32::from(square.rank()) as u16,
        );
        let (column, row) = if self.flipped {
            (7 - file, rank)
        } else {
            (file, 7 - rank)
        };
        Rect::new(
            self.x + column * self.size.cols(),
            self.y + row * self.size.rows(),
            self.size.cols(),
            self.size.rows(),
        )
    }

    /// A square's column and row on the screen, counted in squares from the upper left one.
    pub fn place(self, square: Square) -> (i8, i8) {
        let small = |number: u32| i8::try_from(number).unwrap_or(0);
        let (file, rank) = (small(square.file().into()), small(square.rank().into()));
        match self.flipped {
            true => (7 - file, rank),
            false => (file, 7 - rank),
        }
    }

    /// All cells of the 64 squares.
    pub fn bounds(self) -> Rect {
        Rect::new(self.x, self.y, 8 * self.size.cols(), 8 * self.size.rows())
    }

    /// A frame over the squares, made larger so that it covers each of them whole or not at all.
    pub(crate) fn round_whole_squares(self, frame: Rect) -> Rect {
        let bounds = self.bounds();
        if !bounds.overlaps(frame) {
            return frame;
        }
        // The edge of squares before, or at, a cell; what lies beside the board stays.
        let before = |at: u16, first: u16, size: u16| match at.checked_sub(first) {
            Some(by) => first + by - by % size,
            None => at,
        };
        let behind = |at: u16, end: u16, first: u16, size: u16| match at < end {
            true => before(at + size - 1, first, size),
            false => at,
        };
        let (cols, rows) = (self.size.cols(), self.size.rows());
        let (x, y) = (
            before(frame.x, bounds.x, cols),
            before(frame.y, bounds.y, rows),
        );
        let right = behind(frame.right(), bounds.right(), bounds.x, cols);
        let bottom = behind(frame.bottom(), bounds.bottom(), bounds.y, rows);
        Rect::new(x, y, right - x, bottom - y)
    }

    /// The square at a cell.
    pub(crate) fn square_at(self, column: u16, row: u16) -> Option<Square> {
        if !self.bounds().contains(column, row) {
            return None;
        }
        let (column, row) = (
            (column - self.x) / self.size.cols(),
            (row - self.y) / self.size.rows(),
        );
        let (file, rank) = if self.flipped {
            (7 - column, row)
        } else {
            (column, 7 - row)
        };
        Some(Square::from_coords(
            File::new(u32::from(file)),
            Rank::new(u32::from(rank)),
        ))
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
    fn a_frame_over_squares_covers_them_whole_or_not_at_all() {
        let grid = BoardGrid {
            x: 31,
            y: 2,
            size: SquareSize::S6x3,
            flipped: false,
        };
        let check = |frame: Rect, expected: Rect| {
            assert_eq!(grid.round_whole_squares(frame), expected, "{frame:?}");
        };
        // Over all files: it grows up and down to the next edges of ranks.
        check(Rect::new(0, 6, 120, 18), Rect::new(0, 5, 120, 21));
        check(Rect::new(0, 5, 120, 21), Rect::new(0, 5, 120, 21));
        // Over some files.
        check(Rect::new(40, 8, 20, 6), Rect::new(37, 8, 24, 6));
        // Beyond the board it stays as it is.
        check(Rect::new(0, 1, 120, 30), Rect::new(0, 1, 120, 30));
        check(Rect::new(90, 3, 20, 4), Rect::new(90, 3, 20, 4));
        // The mouse's corners.
        check(Rect::new(70, 20, 30, 8), Rect::new(67, 20, 33, 8));
    }

    #[test]
    fn white_is_below_unless_flipped() {
        let grid = BoardGrid {
            x: 0,
            y: 0,
            size: SquareSize::S3x1,
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
