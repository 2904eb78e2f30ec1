//! Small boards beside and below one another: how many have room, and where each stands.

use crate::editor::widgets::geometry::{BoardGrid, Rect, SquareSize};

/// Boards that should have room on the screen: as long as fewer do, the squares are smaller.
const WANTED: u16 = 6;
/// Columns beside a board: a bar that tells the selected one, and blanks.
const BESIDE: u16 = 3;
/// Of those, the blanks behind the board, which the last of a row does not need.
const BEHIND: u16 = 2;
/// Rows above a board: its name.
const ABOVE: u16 = 1;
/// Rows between boards, where they cost none of the boards: their names are between them, too.
const BETWEEN: u16 = 1;

/// The grid of small boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gallery {
    /// The cells of the first board and its name.
    x: u16,
    y: u16,
    /// Rows between boards.
    between: u16,
    pub size: SquareSize,
    /// Boards beside one another, and rows of them: 1 or more each.
    pub across: u16,
    pub down: u16,
    pub flipped: bool,
}

const fn cell(size: SquareSize) -> (u16, u16) {
    (8 * size.cols + BESIDE, 8 * size.rows + ABOVE)
}

fn room(area: Rect, size: SquareSize) -> (u16, u16) {
    let (cols, rows) = cell(size);
    ((area.width + BEHIND) / cols, area.height / rows)
}

impl Gallery {
    /// The grid that fits into `area`: with squares of the size `wanted` where those fit, else of
    /// the largest that leave room for some boards.
    pub fn place(area: Rect, wanted: Option<SquareSize>, flipped: bool) -> Self {
        let least = wanted.map_or(WANTED, |_| 1);
        let fits = |size: &SquareSize| {
            let (across, down) = room(area, *size);
            wanted.is_none_or(|wanted| *size <= wanted) && across * down >= least
        };
        let size = SquareSize::ALL.into_iter().filter(fits).max();
        let size = size.unwrap_or(SquareSize::SMALLEST);
        let (across, down) = room(area, size);
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

    /// Boards on the screen.
    pub fn count(&self) -> usize {
        usize::from(self.across) * usize::from(self.down)
    }

    /// The cells of board `at` (from 0, row by row), its name and the bar beside it included.
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

    /// The squares of board `at`.
    pub fn squares(&self, at: usize) -> BoardGrid {
        let cell = self.cell(at);
        BoardGrid {
            x: cell.x + 1,
            y: cell.y + ABOVE,
            size: self.size,
            flipped: self.flipped,
        }
    }

    /// The board at a cell of the screen.
    pub(crate) fn board_at(&self, column: u16, row: u16) -> Option<usize> {
        (0..self.count()).find(|&at| self.cell(at).contains(column, row))
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
                    Some(SquareSize::new(3, 1)),
                    Some(SquareSize::new(12, 6)),
                ] {
                    let gallery = Gallery::place(area, wanted, false);
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
    fn squares_are_as_large_as_leaves_room_for_some_boards() {
        let size = |width, height| Gallery::place(Rect::new(0, 0, width, height), None, false).size;
        assert_eq!(size(80, 19), SquareSize::new(3, 1));
        assert_eq!(size(118, 26), SquareSize::new(3, 1));
        assert_eq!(size(198, 50), SquareSize::new(6, 3));
        assert_eq!(size(20, 9), SquareSize::SMALLEST);
    }
}
