//! The columns of the folder view, the grid of small boards, and the palette of pieces right of the board's
//! squares: six rows, White's left of Black's, as large as there is room for.

use crate::editor::state::folder::Order;
use crate::editor::widgets::{BoardGrid, Rect, SquareSize};
use shakmaty::{Color, Piece, Role};

/// The widths of the columns of numbers; on a narrow screen, names need some of that.
const RECORDS: u16 = 11;
const RECORDS_LEAST: u16 = 10;
const PROBLEMS: u16 = 16;
const PROBLEMS_LEAST: u16 = 12;
const SIZE: u16 = 10;
/// The width of a page from which no column is narrowed.
const ROOMY: u16 = 100;
const DIALECT: u16 = 30;
/// The minimum width of a readable dialect.
const DIALECT_LEAST: u16 = 15;

/// The cells of each column in the row of the headings, in the order of [`Order`].
pub struct FolderColumns([Rect; Order::ALL.len()]);

impl FolderColumns {
    pub fn of(inner: Rect) -> Self {
        let end = inner.right().saturating_sub(1);
        let spare = inner.width.saturating_sub(RECORDS + PROBLEMS + SIZE + 40);
        let dialect = end.saturating_sub(spare.clamp(DIALECT_LEAST, DIALECT));
        let size = dialect.saturating_sub(SIZE);
        let (for_problems, for_records) = match inner.width < ROOMY {
            true => (PROBLEMS_LEAST, RECORDS_LEAST),
            false => (PROBLEMS, RECORDS),
        };
        let problems = size.saturating_sub(for_problems);
        let records = problems.saturating_sub(for_records);
        let column = |from, next: u16| Rect::span(from, inner.y, next.saturating_sub(1));
        Self([
            column(inner.x + 3, records),
            column(records, problems),
            column(problems, size),
            column(size, dialect),
            Rect::span(dialect + 1, inner.y, end),
        ])
    }

    /// Returns the cells of a column in a row of the screen.
    pub(crate) fn area(&self, order: Order, y: u16) -> Rect {
        Rect {
            y,
            ..self.0[order as usize]
        }
    }

    /// Returns the order that the heading at a cell sorts by.
    pub(crate) fn heading_at(&self, column: u16, row: u16) -> Option<Order> {
        let [.., last] = self.0;
        let headings = Order::ALL.iter().zip(self.0);
        let ((order, _), _) = headings.rev().find(|(_, area)| area.x <= column)?;
        (row == last.y && column < last.right()).then_some(*order)
    }
}

/// The number of boards for which squares are made smaller until they fit on the screen.
const WANTED: u16 = 6;
/// Columns beside a board: a bar that marks the selected one, and blanks.
const BESIDE: u16 = 3;
/// The blanks among them after the board, which the last board of a row does not need.
const BEHIND: u16 = 2;
/// Rows above a board: its name.
const ABOVE: u16 = 1;
/// Rows between boards, if as many boards fit with them; the boards' names separate them, too.
const BETWEEN: u16 = 1;

/// The grid of small boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gallery {
    /// The upper left cell of the first board with its name.
    x: u16,
    y: u16,
    between: u16,
    pub size: SquareSize,
    /// The number of boards in a row, and in `down` the number of rows: 1 or more each.
    pub across: u16,
    pub down: u16,
    pub flipped: bool,
}

const fn cell(size: SquareSize) -> (u16, u16) {
    (8 * size.cols + BESIDE, 8 * size.rows + ABOVE)
}

impl Gallery {
    /// Places boards in `area`, for a font with these cells: with the largest squares that fit up to the size
    /// `wanted`; without one, with the largest that leave room for several boards.
    pub fn place(
        area: Rect,
        font_cell: (u16, u16),
        wanted: Option<SquareSize>,
        flipped: bool,
    ) -> Self {
        let least = wanted.map_or(WANTED, |_| 1);
        let room = |size| {
            let (cols, rows) = cell(size);
            ((area.width + BEHIND) / cols, area.height / rows)
        };
        let fits = |size: &SquareSize| {
            let (across, down) = room(*size);
            wanted.is_none_or(|wanted| *size <= wanted) && across * down >= least
        };
        let size = SquareSize::all(font_cell).into_iter().filter(fits).max();
        let size = size.unwrap_or(SquareSize::SMALLEST);
        let (across, down) = room(size);
        let (across, down) = (across.max(1), down.max(1));
        let (cols, rows) = cell(size);
        let is_free = down * (rows + BETWEEN) <= area.height + BETWEEN;
        let between = if is_free { BETWEEN } else { 0 };
        let height = (down * (rows + between)).saturating_sub(between);
        Self {
            x: area.x + (area.width + BEHIND).saturating_sub(across * cols) / 2,
            y: area.y + area.height.saturating_sub(height) / 2,
            between,
            size,
            across,
            down,
            flipped,
        }
    }

    pub fn count(&self) -> usize {
        usize::from(self.across) * usize::from(self.down)
    }

    /// Returns the cells of board `at` (from 0, row by row), its name and the bar beside it included.
    pub fn cell(&self, at: usize) -> Rect {
        let (cols, rows) = cell(self.size);
        let at = u16::try_from(at).unwrap_or(u16::MAX);
        let (column, row) = (at % self.across, at / self.across);
        Rect::new(
            self.x + column * cols,
            self.y + row.min(self.down) * (rows + self.between),
            cols - BEHIND,
            rows,
        )
    }

    pub fn squares(&self, at: usize) -> BoardGrid {
        let cell = self.cell(at);
        BoardGrid {
            x: cell.x + 1,
            y: cell.y + ABOVE,
            size: self.size,
            flipped: self.flipped,
        }
    }

    pub(crate) fn board_at(&self, column: u16, row: u16) -> Option<usize> {
        (0..self.count()).find(|&at| self.cell(at).contains(column, row))
    }
}

/// The palette of pieces: its place and its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    x: u16,
    y: u16,
    form: &'static Form,
}

/// The size of the pieces in the palette.
#[derive(Debug, PartialEq, Eq)]
struct Form {
    /// Columns and rows of a piece.
    piece: (u16, u16),
    /// The columns of the palette, the blank before it included; each side gets half of them.
    columns: u16,
    /// The offset of a piece's letter from the cell right of its first row; with letters come words above and below.
    letter: Option<(u16, u16)>,
    /// The offset of a count from that cell; without it, counts are between both sides, White's above Black's.
    count: Option<(u16, u16)>,
}

/// The largest first.
static FORMS: [Form; 5] = [
    Form::new((6, 3), 17, Some((0, 1)), Some((1, 1))),
    Form::new((4, 2), 13, Some((0, 1)), Some((1, 1))),
    Form::new((4, 2), 11, Some((0, 0)), Some((0, 1))),
    Form::new((2, 1), 7, None, Some((0, 0))),
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
    /// Returns the width of a palette whose pieces are easy to click, beside squares of this size.
    pub fn usual(size: SquareSize) -> u16 {
        let [large, medium, ..] = &FORMS;
        match size.rows {
            ..5 => medium.columns,
            _ => large.columns,
        }
    }

    /// Returns the width of the palette beside squares of this size, at most `spare`; 0 if there is no room.
    pub fn columns(size: SquareSize, spare: u16) -> u16 {
        Self::place(size, spare, 0, 0).map_or(0, |palette| palette.form.columns)
    }

    /// Places the palette, at most `columns` wide, right of squares whose upper right corner is at `right` and `y`.
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

    pub fn rect(self, piece: Piece) -> Rect {
        let (cols, rows) = self.form.piece;
        let top = self.y + u16::from(self.is_labelled());
        // King to pawn, from the top.
        let row = 6 - u16::from(piece.role);
        let x = self.x + piece.color.fold_wb(0, self.form.columns / 2);
        Rect::new(x, top + row * rows, cols, rows)
    }

    pub fn count(self, piece: Piece) -> (u16, u16) {
        let rect = self.rect(piece);
        match self.form.count {
            Some((x, y)) => (rect.right() + x, rect.y + y),
            None => (self.x + 2, rect.y + piece.color.fold_wb(0, 1)),
        }
    }

    /// Returns the cell of a piece's letter, if this form has letters.
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

    pub fn pieces(self) -> impl Iterator<Item = (Piece, Rect)> {
        let rows = Role::ALL.into_iter().rev();
        let pieces = rows.flat_map(|role| Color::ALL.map(|color| role.of(color)));
        pieces.map(move |piece| (piece, self.rect(piece)))
    }

    /// Returns the piece at a cell; the cells of its letter and count, right of it, belong to it.
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

    #[test]
    fn boards_never_overlap_and_never_leave_the_area() {
        for width in (20..220).step_by(7) {
            for height in (9..70).step_by(5) {
                let area = Rect::new(1, 2, width, height);
                for wanted in [
                    None,
                    Some(SquareSize::new(4, 2)),
                    Some(SquareSize::new(12, 6)),
                ] {
                    let gallery = Gallery::place(area, SquareSize::USUAL_CELL, wanted, false);
                    let cells: Vec<Rect> =
                        (0..gallery.count()).map(|at| gallery.cell(at)).collect();
                    for (at, cell) in cells.iter().enumerate() {
                        assert!(
                            cell.right() <= area.right() && cell.bottom() <= area.bottom(),
                            "{cell:?} in {area:?}"
                        );
                        let apart = |other: &Rect| {
                            other.right() <= cell.x
                                || cell.right() <= other.x
                                || other.bottom() <= cell.y
                                || cell.bottom() <= other.y
                        };
                        assert!(cells.iter().skip(at + 1).all(apart));
                        assert_eq!(gallery.board_at(cell.x, cell.y), Some(at));
                        assert!(gallery.squares(at).bounds().bottom() <= cell.bottom());
                    }
                }
            }
        }
    }

    #[test]
    fn squares_are_the_largest_that_leave_room_for_several_boards() {
        let size = |width, height| {
            let area = Rect::new(0, 0, width, height);
            Gallery::place(area, SquareSize::USUAL_CELL, None, false).size
        };
        assert_eq!(size(80, 19), SquareSize::SMALLEST);
        assert_eq!(size(118, 36), SquareSize::new(4, 2));
        assert_eq!(size(198, 50), SquareSize::new(6, 3));
        assert_eq!(size(20, 9), SquareSize::SMALLEST);
    }
}

#[cfg(test)]
mod piece_palette_tests {
    use super::*;

    fn all() -> impl Iterator<Item = Piece> {
        Role::ALL
            .into_iter()
            .flat_map(|role| Color::ALL.map(|color| role.of(color)))
    }

    #[test]
    fn a_click_anywhere_on_a_piece_finds_it_at_every_size() {
        for size in SquareSize::all(SquareSize::USUAL_CELL) {
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
        let sizes = SquareSize::all(SquareSize::USUAL_CELL).into_iter();
        for size in sizes.filter(|size| size.rows >= 2) {
            let palette = Palette::place(size, 11, 0, 0).expect("room");
            assert!(all().all(|piece| palette.rect(piece).height >= 2));
            assert!(palette.is_labelled());
        }
    }

    #[test]
    fn picture_letter_and_count_are_in_one_row_if_they_fit() {
        let sizes = SquareSize::all(SquareSize::USUAL_CELL).into_iter();
        for size in sizes.filter(|size| size.rows >= 2) {
            for columns in [13, 17] {
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
    fn counts_and_letters_never_cover_a_piece() {
        for size in SquareSize::all(SquareSize::USUAL_CELL) {
            for columns in [6, 7, 11, 13, 17] {
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
