//! What is marked on squares: a ground colour each, and a sign that says the same without colour.

use super::put;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, sign};
use shakmaty::{Bitboard, Square};

/// The sign of a square to which the piece picked up can go.
pub(super) const TARGET: &str = sign::TARGET.text;

/// The marks on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The square that keys act on, when the board has the focus.
    pub cursor: Option<Square>,
    /// The square whose piece is picked up.
    pub picked: Option<Square>,
    /// Squares to which the picked-up piece can go.
    pub targets: Bitboard,
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

impl Marks {
    /// Returns the role of a square's ground: the most urgent of its marks.
    pub(super) fn ground(&self, square: Square, is_occupied: bool) -> Role {
        let touches = |moves: &[(Square, Square)]| {
            let mut moves = moves.iter();
            moves.any(|&(from, to)| from == square || to == square)
        };
        let marks = [
            (self.picked == Some(square), Role::PickedSquare),
            (self.problems.contains(square), Role::ProblemSquare),
            (touches(self.looked.as_slice()), Role::LastSquare),
            (touches(&self.best), Role::BestSquare),
            (touches(&self.avoid), Role::AvoidSquare),
            (
                is_occupied && self.targets.contains(square),
                Role::PickedSquare,
            ),
            (touches(self.last.as_slice()), Role::LastSquare),
        ];
        let mark = marks.into_iter().find(|(is_marked, _)| *is_marked);
        mark.map_or(Role::of_square(square), |(_, role)| role)
    }

    /// Returns the sign of a square's mark, in its upper right corner or, in one row, after the piece.
    /// Where moves are `lines`, those have none.
    pub(super) fn sign(&self, square: Square, flipped: bool, lines: bool) -> Option<&'static str> {
        let arrow_to = |moves: &[(Square, Square)]| {
            let to_here = moves.iter().find(|(_, to)| *to == square);
            to_here.map(|&(from, to)| arrow(from, to, flipped))
        };
        let from_here = |moves: &[(Square, Square)]| {
            let starts = moves.iter().any(|(from, _)| *from == square);
            starts.then_some(sign::FROM.text)
        };
        let of_move = || {
            arrow_to(self.looked.as_slice())
                .or_else(|| arrow_to(&self.best))
                .or_else(|| from_here(&self.best))
                .or_else(|| arrow_to(&self.avoid).map(|_| sign::AVOID.text))
                .or_else(|| from_here(&self.avoid))
        };
        let picked = (self.picked == Some(square)).then_some(sign::PICKED.text);
        let problem = self.problems.contains(square).then_some(sign::WRONG.text);
        let target = self.targets.contains(square).then_some(TARGET);
        picked
            .or(problem)
            .or_else(|| of_move().filter(|_| !lines))
            .or(target)
            // Few colours have none left for the ground of both squares of the last move.
            .or_else(|| arrow_to(self.last.as_slice()))
            .or_else(|| from_here(self.last.as_slice()))
    }

    /// Draws the sign of a square's mark, and the cursor around it.
    pub(super) fn draw_signs(
        &self,
        square: Square,
        rect: Rect,
        (sign, is_occupied): (Option<&'static str>, bool),
        canvas: &mut Canvas<'_>,
    ) {
        let right = rect.right().saturating_sub(1);
        let bottom = rect.bottom().saturating_sub(1);
        let style = canvas.style(Role::SquareSign);
        if let Some(sign) = sign {
            let at = match sign == TARGET && !is_occupied {
                // In the middle, where nothing is in its way.
                true => (rect.x + rect.width / 2, rect.y + rect.height / 2),
                false => (right, rect.y),
            };
            put(canvas, at, sign, style);
        }
        if self.cursor != Some(square) {
            return;
        }
        if rect.height == 2 && canvas.theme.has_colour() {
            // Corners would take most of a piece's cells: bars on both sides leave it whole.
            for side in [rect.left(1), rect.end(1)] {
                canvas.lay(side, Role::CursorSquare);
            }
            return;
        }
        let corners: &[(u16, u16, &str)] = match rect.height {
            _ if rect.width <= 2 => &[(right, rect.y, sign::HAND.text)],
            1 => &[(rect.x, rect.y, "["), (right, rect.y, "]")],
            _ => &[
                (rect.x, rect.y, "┏"),
                (right, rect.y, "┓"),
                (rect.x, bottom, "┗"),
                (right, bottom, "┛"),
            ],
        };
        for &(column, row, corner) in corners {
            put(canvas, (column, row), corner, style);
        }
        if rect.height == 1 {
            canvas.lay(rect, Role::CursorSquare);
        }
    }
}

/// Directions on the screen, clockwise from up: how far right and up.
pub(super) const ARROWS: [(i8, i8, &str); 8] = [
    (0, 1, "↑"),
    (1, 1, "↗"),
    (1, 0, "→"),
    (1, -1, "↘"),
    (0, -1, "↓"),
    (-1, -1, "↙"),
    (-1, 0, "←"),
    (-1, 1, "↖"),
];

/// Returns the direction of a move on the screen.
fn arrow(from: Square, to: Square, flipped: bool) -> &'static str {
    let turn = if flipped { -1 } else { 1 };
    let right = (i8::from(to.file()) - i8::from(from.file())).signum() * turn;
    let up = (i8::from(to.rank()) - i8::from(from.rank())).signum() * turn;
    let mut arrows = ARROWS.into_iter();
    let found = arrows.find(|(x, y, _)| (*x, *y) == (right, up));
    found.map_or("•", |(_, _, arrow)| arrow)
}
