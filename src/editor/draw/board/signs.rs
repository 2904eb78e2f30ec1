//! What is marked on squares: a ground colour each, and a sign that says the same without colour.

use ratatui::buffer::Buffer;
use shakmaty::{Bitboard, Square};

use crate::editor::draw::theme::{Role, Theme};
use crate::editor::layout::{BoardGrid, Rect};
use crate::editor::sign;

use super::put;

/// The sign of a square to which the piece picked up can go.
pub(super) const TARGET: &str = sign::TARGET.text;

/// What is marked on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The square that keys act on, when the board has the focus.
    pub cursor: Option<Square>,
    /// The square whose piece is picked up.
    pub picked: Option<Square>,
    /// Squares to which the picked-up piece can go.
    pub targets: Bitboard,
    /// Squares with a piece: one that can be taken is marked by its ground.
    pub occupied: Bitboard,
    /// Squares that findings are about.
    pub problems: Bitboard,
    /// Best moves, from and to.
    pub best: Vec<(Square, Square)>,
    /// Moves to avoid, from and to.
    pub avoid: Vec<(Square, Square)>,
    /// The last move, from and to.
    pub last: Option<(Square, Square)>,
    /// The move looked at, from and to.
    pub looked: Option<(Square, Square)>,
    /// First moves of an engine's lines, best first.
    pub thought: Vec<(Square, Square)>,
}

fn starts(moves: &[(Square, Square)], square: Square) -> bool {
    moves.iter().any(|&(from, _)| from == square)
}

fn ends(moves: &[(Square, Square)], square: Square) -> Option<(Square, Square)> {
    moves.iter().copied().find(|&(_, to)| to == square)
}

impl Marks {
    /// The role of a square's ground: the most urgent of its marks.
    pub(super) fn ground(&self, square: Square) -> Role {
        let touches =
            |moves: &[(Square, Square)]| starts(moves, square) || ends(moves, square).is_some();
        if self.picked == Some(square) {
            Role::PickedSquare
        } else if self.problems.contains(square) {
            Role::ProblemSquare
        } else if touches(self.looked.as_slice()) {
            Role::LastSquare
        } else if touches(&self.best) {
            Role::BestSquare
        } else if touches(&self.avoid) {
            Role::AvoidSquare
        } else if self.targets.contains(square) && self.occupied.contains(square) {
            Role::PickedSquare
        } else if self
            .last
            .is_some_and(|(from, to)| from == square || to == square)
        {
            Role::LastSquare
        } else {
            Role::of_square(square)
        }
    }

    /// The sign of a square's mark, in its upper right corner or, in one row, after the piece.
    /// Where moves are `lines`, those have none.
    pub(super) fn sign(
        &self,
        square: Square,
        grid: &BoardGrid,
        lines: bool,
    ) -> Option<&'static str> {
        if self.picked == Some(square) {
            Some(sign::PICKED.text)
        } else if self.problems.contains(square) {
            Some(sign::WRONG.text)
        } else if let Some((from, to)) = ends(self.looked.as_slice(), square).filter(|_| !lines) {
            Some(arrow(from, to, grid.flipped))
        } else if let Some((from, to)) = ends(&self.best, square).filter(|_| !lines) {
            Some(arrow(from, to, grid.flipped))
        } else if !lines && starts(&self.best, square) {
            Some(sign::FROM.text)
        } else if !lines && ends(&self.avoid, square).is_some() {
            Some(sign::AVOID.text)
        } else if !lines && starts(&self.avoid, square) {
            Some(sign::FROM.text)
        } else if self.targets.contains(square) {
            Some(TARGET)
        } else {
            let (from, to) = self.last?;
            // Few colours have none left for the ground of both squares.
            match square {
                _ if square == to => Some(arrow(from, to, grid.flipped)),
                _ if square == from => Some(sign::FROM.text),
                _ => None,
            }
        }
    }

    /// Draws the sign of a square's mark, and the cursor around it.
    pub(super) fn draw_signs(
        &self,
        square: Square,
        rect: Rect,
        sign: Option<&'static str>,
        buffer: &mut Buffer,
        theme: Theme,
    ) {
        let (Some(right), Some(bottom)) =
            (rect.right().checked_sub(1), rect.bottom().checked_sub(1))
        else {
            return;
        };
        let style = theme.style(Role::SquareSign);
        if let Some(sign) = sign {
            let is_free = sign == TARGET && !self.occupied.contains(square);
            let (column, row) = match is_free {
                // In the middle, where nothing is in its way.
                true => (rect.x + rect.width / 2, rect.y + rect.height / 2),
                false => (right, rect.y),
            };
            put(buffer, column, row, sign, style);
        }
        if self.cursor != Some(square) {
            return;
        }
        if rect.height == 2 && theme.has_colour() {
            // Corners would take most of a piece's cells: bars on both sides leave it whole.
            let ground = theme.style(Role::CursorSquare);
            for row in rect.y..rect.bottom() {
                for column in [rect.x, right] {
                    if let Some(cell) = buffer.cell_mut((column, row)) {
                        cell.set_style(ground);
                    }
                }
            }
            return;
        }
        let corners: &[(u16, u16, &str)] = match (rect.width, rect.height) {
            (..=2, _) => &[(right, rect.y, sign::HAND.text)],
            (_, 1) => &[(rect.x, rect.y, "["), (right, rect.y, "]")],
            _ => &[
                (rect.x, rect.y, "┏"),
                (right, rect.y, "┓"),
                (rect.x, bottom, "┗"),
                (right, bottom, "┛"),
            ],
        };
        for &(column, row, corner) in corners {
            put(buffer, column, row, corner, style);
        }
        if rect.height == 1 {
            let ground = theme.style(Role::CursorSquare);
            for column in rect.x..rect.right() {
                if let Some(cell) = buffer.cell_mut((column, rect.y)) {
                    cell.set_style(ground);
                }
            }
        }
    }
}

/// The direction of a move on the screen.
fn arrow(from: Square, to: Square, flipped: bool) -> &'static str {
    let coordinate = |value: u32| i64::from(value);
    let mut right = coordinate(to.file().into()) - coordinate(from.file().into());
    let mut up = coordinate(to.rank().into()) - coordinate(from.rank().into());
    if flipped {
        (right, up) = (-right, -up);
    }
    match (right.signum(), up.signum()) {
        (0, 1) => "↑",
        (1, 1) => "↗",
        (1, 0) => "→",
        (1, -1) => "↘",
        (0, -1) => "↓",
        (-1, -1) => "↙",
        (-1, 0) => "←",
        (-1, 1) => "↖",
        _ => "•",
    }
}
