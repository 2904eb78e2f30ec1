//! Where the mouse is: a cell, and what stands there.

use crate::editor::layout::geometry::Rect;
use crate::editor::layout::panes::Layout;
use shakmaty::Square;

/// The cell at the mouse.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub layout: Layout,
    pub column: u16,
    pub row: u16,
    /// Whether this is the second press of a double click.
    pub twice: bool,
}

impl Spot {
    /// Whether it is in an area that has room.
    pub(crate) fn is_in(&self, area: Option<Rect>) -> bool {
        area.is_some_and(|area| area.contains(self.column, self.row))
    }

    /// The row of an area at the mouse.
    pub fn row_of(&self, area: Option<Rect>) -> Option<usize> {
        let area = area.filter(|_| self.is_in(area))?;
        Some(usize::from(self.row - area.y))
    }

    /// The square of the board.
    pub fn square(&self) -> Option<Square> {
        self.layout.grid?.square_at(self.column, self.row)
    }
}
