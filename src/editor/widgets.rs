//! The parts of screens: text made safe, boxes, lists, text input, board squares, colours. This file has lists
//! with a cursor, rectangles of cells, and the board's squares.

pub mod board;
pub(crate) mod canvas;
pub mod glyph;
pub mod line_editor;
pub mod sign;
pub mod theme;
pub mod words;

use shakmaty::Square;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Rows(isize),
    Pages(isize),
    First,
    Last,
}

/// The room for a list on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// At least one.
    pub rows: usize,
    pub columns: usize,
}

impl Step {
    /// Returns the row reached from row `at` of `count`, with `page` rows on screen.
    pub(crate) fn from(self, at: usize, count: usize, page: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Rows(by) => at.saturating_add_signed(by).min(last),
            Self::Pages(by) => {
                let rows = isize::try_from(page.saturating_sub(1).max(1)).unwrap_or(1);
                at.saturating_add_signed(by.saturating_mul(rows)).min(last)
            }
            Self::First => 0,
            Self::Last => last,
        }
    }

    /// Returns the new first row on screen in a list without a cursor, where `first` was the first.
    pub(crate) fn scroll(self, first: usize, count: usize, rows: usize) -> usize {
        self.from(first, count.saturating_sub(rows) + 1, rows)
    }
}

/// The scroll state of a list: the row with the cursor, and the first row on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListState {
    pub cursor: usize,
    pub first: usize,
}

impl ListState {
    pub(crate) fn step(&mut self, step: Step, count: usize, page: usize) {
        self.cursor = step.from(self.cursor, count, page);
    }

    /// Moves the cursor inside the list, and scrolls so that it is among the `page` rows on screen.
    pub(crate) fn keep(&mut self, count: usize, page: usize) {
        self.cursor = self.cursor.min(count.saturating_sub(1));
        self.first = scrolled(self.first, self.cursor, count, page);
    }

    /// Moves the cursor to a row of the screen; returns its index if it is among the `count` rows of the list.
    pub(crate) fn put(&mut self, row: usize, count: usize) -> Option<usize> {
        let at = Some(self.first + row).filter(|at| *at < count)?;
        self.cursor = at;
        Some(at)
    }
}

/// Rows shown before and after the target of a jump.
const AROUND: usize = 3;

/// Returns the first row on screen as [`scrolled`] does, but with some rows around row `cursor` visible too.
pub(crate) fn scrolled_around(first: usize, cursor: usize, count: usize, rows: usize) -> usize {
    let around = AROUND.min(rows.saturating_sub(1) / 2);
    let (above, below) = (cursor.saturating_sub(around), cursor + around);
    let first = scrolled(first, above, count, rows);
    scrolled(first, below.min(count.saturating_sub(1)), count, rows)
}

/// Returns the first row on screen so that row `cursor` of `count` is visible, scrolled as little as possible.
pub(crate) fn scrolled(first: usize, cursor: usize, count: usize, rows: usize) -> usize {
    let rows = rows.max(1);
    let first = first.min(cursor).max((cursor + 1).saturating_sub(rows));
    first.min(count.saturating_sub(rows))
}

/// A rectangle of cells; `(0, 0)` is the upper left cell of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

/// Its parts never extend beyond it: `top`, `foot`, `left` and `end` are its first and last rows and columns,
/// `below`, `above`, `after` and `before` the area without those.
impl Rect {
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub const fn span(x: u16, y: u16, end: u16) -> Self {
        Self::new(x, y, end.saturating_sub(x), 1)
    }

    pub const fn contains(self, column: u16, row: u16) -> bool {
        self.overlaps(Self::new(column, row, 1, 1))
    }

    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Returns the rectangle without a border of one cell on each side.
    pub const fn inner(self) -> Self {
        let (x, y) = (self.x.saturating_add(1), self.y.saturating_add(1));
        Self::new(
            x,
            y,
            self.width.saturating_sub(2),
            self.height.saturating_sub(2),
        )
    }

    pub const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    pub const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    pub fn top(self, rows: u16) -> Self {
        Self::new(self.x, self.y, self.width, rows.min(self.height))
    }

    pub fn below(self, rows: u16) -> Self {
        let rows = rows.min(self.height);
        Self::new(self.x, self.y + rows, self.width, self.height - rows)
    }

    pub fn foot(self, rows: u16) -> Self {
        self.below(self.height.saturating_sub(rows))
    }

    pub fn above(self, rows: u16) -> Self {
        self.top(self.height.saturating_sub(rows))
    }

    pub fn left(self, columns: u16) -> Self {
        Self::new(self.x, self.y, columns.min(self.width), self.height)
    }

    pub fn after(self, columns: u16) -> Self {
        let columns = columns.min(self.width);
        Self::new(self.x + columns, self.y, self.width - columns, self.height)
    }

    pub fn before(self, columns: u16) -> Self {
        self.left(self.width.saturating_sub(columns))
    }

    pub fn end(self, columns: u16) -> Self {
        self.after(self.width.saturating_sub(columns))
    }

    pub fn rows(self) -> impl Iterator<Item = Self> {
        (self.y..self.bottom()).map(move |y| Self::new(self.x, y, self.width, 1))
    }
}

/// Columns and rows of one square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSize {
    pub cols: u16,
    pub rows: u16,
}

impl SquareSize {
    pub const SMALLEST: Self = Self::new(2, 1);
    /// The width and height of a cell if the terminal doesn't report them.
    pub const USUAL_CELL: (u16, u16) = (1, 2);

    /// Returns the sizes of one to six rows that are square in a font whose cells have this width and height.
    pub fn all((width, height): (u16, u16)) -> [Self; 6] {
        let (width, height) = (u32::from(width.max(1)), u32::from(height));
        [1, 2, 3, 4, 5, 6].map(|rows| {
            let cols = (u32::from(rows) * height + width / 2) / width;
            let cols = u16::try_from(cols).unwrap_or(u16::MAX);
            match rows {
                1 => Self::SMALLEST,
                _ => Self::new(cols.clamp(rows + 1, rows * 3), rows),
            }
        })
    }

    pub const fn new(cols: u16, rows: u16) -> Self {
        Self { cols, rows }
    }

    /// Returns the size `by` steps larger in a font with these cells.
    pub(crate) fn next(self, cell: (u16, u16), by: isize) -> Option<Self> {
        let sizes = Self::all(cell);
        let at = sizes.iter().position(|size| *size == self)?;
        sizes.get(at.checked_add_signed(by)?).copied()
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGrid {
    /// Upper left cell of the square drawn at the upper left (a8, or h1 when flipped).
    pub x: u16,
    pub y: u16,
    pub size: SquareSize,
    /// Whether Black is at the bottom.
    pub flipped: bool,
}

impl BoardGrid {
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

    /// Returns a square's column and row on the screen, in squares from the upper left.
    pub fn place(self, square: Square) -> (i8, i8) {
        let (file, rank) = (i8::from(square.file()), i8::from(square.rank()));
        match self.flipped {
            true => (7 - file, rank),
            false => (file, 7 - rank),
        }
    }

    pub fn bounds(self) -> Rect {
        let SquareSize { cols, rows } = self.size;
        Rect::new(self.x, self.y, 8 * cols, 8 * rows)
    }

    pub(crate) fn square_at(self, column: u16, row: u16) -> Option<Square> {
        let mut squares = Square::ALL.into_iter();
        squares.find(|square| self.rect(*square).contains(column, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_scrolls_only_as_far_as_it_must() {
        assert_eq!(scrolled(0, 4, 100, 10), 0);
        assert_eq!(scrolled(0, 10, 100, 10), 1);
        assert_eq!(scrolled(50, 20, 100, 10), 20);
        assert_eq!(scrolled(95, 99, 100, 10), 90);
        assert_eq!(scrolled(3, 1, 2, 10), 0);
    }

    #[test]
    fn a_jump_shows_rows_around_its_target() {
        assert_eq!(scrolled_around(0, 12, 100, 10), 6);
        assert_eq!(scrolled_around(0, 9, 100, 10), 3);
        assert_eq!(scrolled_around(0, 5, 100, 10), 0);
        assert_eq!(scrolled_around(50, 51, 100, 10), 48);
        assert_eq!(scrolled_around(0, 99, 100, 10), 90);
        assert_eq!(scrolled_around(7, 0, 100, 10), 0);
        assert_eq!(scrolled_around(0, 7, 100, 1), 7);
    }

    #[test]
    fn steps_end_at_the_ends_of_the_list() {
        assert_eq!(Step::Rows(1).from(9, 10, 5), 9);
        assert_eq!(Step::Rows(-1).from(0, 10, 5), 0);
        assert_eq!(Step::Pages(1).from(0, 10, 5), 4);
        assert_eq!(Step::Last.from(0, 0, 5), 0);
    }
}

#[cfg(test)]
mod geometry_tests {
    use super::*;

    #[test]
    fn a_click_on_a_square_finds_it_at_every_size_and_from_both_sides() {
        for size in SquareSize::all(SquareSize::USUAL_CELL) {
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
    fn squares_are_square_in_the_font_of_the_terminal() {
        let sizes = |cell| SquareSize::all(cell).map(|size| (size.cols, size.rows));
        let usual = [(2, 1), (4, 2), (6, 3), (8, 4), (10, 5), (12, 6)];
        assert_eq!(sizes(SquareSize::USUAL_CELL), usual);
        assert_eq!(sizes((8, 16)), usual);
        // A wide font, a narrow one, and an impossible one.
        assert_eq!(
            sizes((9, 15)),
            [(2, 1), (3, 2), (5, 3), (7, 4), (8, 5), (10, 6)]
        );
        assert_eq!(
            sizes((7, 16)),
            [(2, 1), (5, 2), (7, 3), (9, 4), (11, 5), (14, 6)]
        );
        assert_eq!(sizes((0, 0))[1], (3, 2));
        assert_eq!(sizes((1, u16::MAX))[1], (6, 2));
    }

    #[test]
    fn white_is_below_unless_flipped() {
        let grid = BoardGrid {
            x: 0,
            y: 0,
            size: SquareSize::new(4, 2),
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
