//! Best moves and moves to avoid as lines on the board: an arrow for the one, a dashed line that
//! ends in a cross for the other, so that their shapes differ as much as their colours.
//!
//! Everything is measured in squares: `(0.5, 0.5)` is the middle of the square drawn upper left.

use super::art::{Kind, symbol};
use super::{Marks, put};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{BoardGrid, SquareSize};
use crate::exchange::diagram::svg;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Square};

/// Half of a line's width.
const HALF: f32 = 0.09;
/// Length and half width of an arrow's head.
const HEAD: (f32, f32) = (0.42, 0.3);
/// From the start of one dash to the next, and how much of that is drawn.
const DASH: (f32, f32) = (0.66, 0.36);
/// The reach of the strokes of a cross from its middle.
const CROSS: f32 = 0.2;
/// The distance from the middle of its first square at which a line begins: a piece stands there.
const BEGIN: f32 = 0.4;
/// The distance from the middle of its last square at which a line ends, with a piece on it and without: the
/// tip of an arrow, the middle of a cross.
const TIP: (f32, f32) = (0.42, 0.12);
const MIDDLE: (f32, f32) = (0.4, 0.0);

/// A move as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Arrow {
    /// Column and row of squares on the screen, counted from the upper left one of the board.
    pub(super) from: (i8, i8),
    pub(super) to: (i8, i8),
    /// Whether a piece stands where it ends.
    pub(super) onto_piece: bool,
    /// The role of its colour, which says its shape too: a dashed line for a move to avoid.
    pub(super) role: Role,
}

/// Returns the lines of the marks, those to avoid first: what is best lies over them.
pub(super) fn of(marks: &Marks, occupied: Bitboard, grid: &BoardGrid) -> Vec<Arrow> {
    let lines = |moves: &[(Square, Square)], role| -> Vec<Arrow> {
        let lines = moves.iter().map(|&(from, to)| Arrow {
            from: grid.place(from),
            to: grid.place(to),
            onto_piece: occupied.contains(to),
            role,
        });
        lines.collect()
    };
    let mut all = lines(&marks.thought, Role::LookedLine);
    all.extend(lines(&marks.avoid, Role::AvoidLine));
    all.extend(lines(&marks.best, Role::BestLine));
    all.extend(lines(marks.looked.as_slice(), Role::LookedLine));
    all
}

/// A line's measures: where it begins, its direction, and its length to the tip or to the middle of
/// the cross.
struct Measured {
    begin: (f32, f32),
    direction: (f32, f32),
    length: f32,
}

impl Arrow {
    fn is_avoided(&self) -> bool {
        self.role == Role::AvoidLine
    }

    fn measured(&self) -> Measured {
        let middle = |(x, y): (i8, i8)| (f32::from(x) + 0.5, f32::from(y) + 0.5);
        let (from, to) = (middle(self.from), middle(self.to));
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let whole = across.hypot(down).max(0.01);
        let direction = (across / whole, down / whole);
        let end = if self.is_avoided() { MIDDLE } else { TIP };
        let end = if self.onto_piece { end.0 } else { end.1 };
        Measured {
            begin: (from.0 + direction.0 * BEGIN, from.1 + direction.1 * BEGIN),
            direction,
            length: (whole - BEGIN - end).max(0.1),
        }
    }

    /// Returns whether the line covers a point.
    fn covers(&self, measured: &Measured, (x, y): (f32, f32)) -> bool {
        let (dx, dy) = (x - measured.begin.0, y - measured.begin.1);
        let (ux, uy) = measured.direction;
        let along = dx * ux + dy * uy;
        let beside = (dy * ux - dx * uy).abs();
        let left = measured.length - along;
        if !self.is_avoided() {
            let (long, wide) = HEAD;
            let head = (0.0..=long).contains(&left) && beside <= wide * left / long + 0.02;
            let shaft = along >= 0.0 && left >= long * 0.6 && beside <= HALF;
            return head || shaft;
        }
        let middle = measured.length;
        let (mx, my) = (dx - ux * middle, dy - uy * middle);
        let (one, other) = ((mx + my).abs() / 1.42, (mx - my).abs() / 1.42);
        let cross = one.min(other) <= HALF * 0.8 && one.max(other) <= CROSS * 1.3;
        let dash = along.rem_euclid(DASH.0) <= DASH.1;
        let shaft = along >= 0.0 && along <= middle - CROSS && dash && beside <= HALF;
        cross || shaft
    }

    /// Returns the line with this square as the upper left one.
    pub(super) fn seen_from(mut self, (column, row): (i8, i8)) -> Self {
        for place in [&mut self.from, &mut self.to] {
            *place = (place.0 - column, place.1 - row);
        }
        self
    }

    /// Draws it over the upper left square, `(width, height)` pixels large; `color` is of SVG.
    pub(super) fn svg(&self, (width, height): (u32, u32), color: &str) -> String {
        let middle = |(x, y): (i8, i8)| [x, y].map(|place| f64::from(place) * 100.0 + 50.0);
        let ends = [middle(self.from), middle(self.to)];
        let scale = [width, height].map(|pixels| f64::from(pixels) / 100.0);
        svg::line(ends, self.onto_piece, self.is_avoided(), color, scale)
    }

    /// Returns whether any of it can lie on the square at this column and row.
    pub(super) fn touches(&self, at: (i8, i8)) -> bool {
        let measured = self.measured();
        let (x, y) = (f32::from(at.0) + 0.5, f32::from(at.1) + 0.5);
        let (dx, dy) = (x - measured.begin.0, y - measured.begin.1);
        let (ux, uy) = measured.direction;
        let along = dx * ux + dy * uy;
        // Half a square's diagonal, and half of the widest part.
        let reach = 0.71 + HEAD.1;
        (dy * ux - dx * uy).abs() <= reach && along >= -reach && along <= measured.length + reach
    }
}

/// Draws lines on the squares, before the pieces: those stand on them.
pub(super) fn draw(arrows: &[Arrow], grid: &BoardGrid, kind: Kind, canvas: &mut Canvas<'_>) {
    let SquareSize { cols, rows } = grid.size;
    let mut cells: FxHashMap<(u16, u16), (u8, Role)> = FxHashMap::default();
    for arrow in arrows {
        let measured = arrow.measured();
        let squares = Square::ALL.into_iter();
        let touched = squares.filter(|square| arrow.touches(grid.place(*square)));
        for row in touched.flat_map(|square| grid.rect(square).rows()) {
            for x in row.x..row.right() {
                let at = (x - grid.x, row.y - grid.y);
                let bits = bits(arrow, &measured, at, (cols, rows), kind);
                if bits != 0 {
                    let cell = cells.entry((x, row.y)).or_insert((0, Role::Screen));
                    *cell = (cell.0 | bits, arrow.role);
                }
            }
        }
    }
    for (at, (bits, role)) in cells {
        let style = canvas.style(role);
        put(
            canvas,
            at,
            symbol(kind, bits).encode_utf8(&mut [0; 4]),
            style,
        );
    }
}

/// Returns the pixels of a cell that a line covers, upper left first, row by row.
fn bits(
    arrow: &Arrow,
    measured: &Measured,
    (column, row): (u16, u16),
    (cols, rows): (u16, u16),
    kind: Kind,
) -> u8 {
    let lines = u16::try_from(kind.rows()).unwrap_or(2);
    let mut bits = 0;
    for bit in 0..2 * lines {
        let across = column * 2 + bit % 2;
        let down = row * lines + bit / 2;
        // Where a square has an even number of pixels no pixel's middle is the square's: points
        // are taken half a pixel further left and up, so that straight lines are one pixel thin.
        let half = |pixels: u16| if pixels.is_multiple_of(2) { 0.0 } else { 0.5 };
        let x = (f32::from(across) + half(cols * 2)) / f32::from(cols * 2);
        let y = (f32::from(down) + half(rows * lines)) / f32::from(rows * lines);
        if arrow.covers(measured, (x, y)) {
            bits |= 1 << bit;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(from: (i8, i8), to: (i8, i8), role: Role) -> Arrow {
        Arrow {
            from,
            to,
            onto_piece: false,
            role,
        }
    }

    fn covers(arrow: &Arrow, point: (f32, f32)) -> bool {
        arrow.covers(&arrow.measured(), point)
    }

    #[test]
    fn a_best_move_is_a_whole_line_to_its_square() {
        for to in [(4, 0), (4, 7), (0, 4), (7, 4), (0, 0), (7, 7), (5, 2)] {
            let arrow = arrow((4, 4), to, Role::BestLine);
            let (fx, fy) = (4.5, 4.5);
            let (tx, ty) = (f32::from(to.0) + 0.5, f32::from(to.1) + 0.5);
            let whole = (tx - fx).hypot(ty - fy);
            for step in 0..=20_u8 {
                let along = BEGIN + 0.01 + (whole - BEGIN - TIP.1 - 0.02) * f32::from(step) / 20.0;
                let point = (
                    fx + (tx - fx) * along / whole,
                    fy + (ty - fy) * along / whole,
                );
                assert!(covers(&arrow, point), "{to:?} at {along}");
            }
            assert!(!covers(&arrow, (fx, fy)), "the piece that moves stays free");
        }
    }

    #[test]
    fn a_move_to_avoid_has_gaps() {
        let arrow = arrow((0, 4), (7, 4), Role::AvoidLine);
        let covered = |x: u16| covers(&arrow, (f32::from(x) / 100.0, 4.5));
        let changes = (100..650).filter(|x| covered(*x) != covered(*x + 1));
        assert!(changes.count() > 8);
    }

    #[test]
    fn the_head_is_wider_than_the_line() {
        let arrow = arrow((0, 4), (7, 4), Role::BestLine);
        let wide = |x: f32| {
            let rows = (0_u16..100).filter(|y| covers(&arrow, (x, 4.0 + f32::from(*y) / 100.0)));
            rows.count()
        };
        assert!(wide(7.5 - TIP.1 - HEAD.0 + 0.02) > 2 * wide(4.0));
    }

    #[test]
    fn only_squares_near_the_line_have_a_part_of_it() {
        let arrow = arrow((0, 7), (7, 0), Role::BestLine);
        assert!(arrow.touches((3, 4)) && arrow.touches((4, 4)) && arrow.touches((7, 0)));
        assert!(!arrow.touches((0, 0)) && !arrow.touches((7, 7)));
    }

    #[test]
    fn no_part_of_a_line_lies_on_a_square_that_is_said_to_have_none() {
        let board = || (0_i8..8).flat_map(|x| (0_i8..8).map(move |y| (x, y)));
        for to in board().filter(|to| *to != (3, 4)) {
            for role in [Role::BestLine, Role::AvoidLine] {
                let arrow = arrow((3, 4), to, role);
                let measured = arrow.measured();
                for square in board().filter(|square| !arrow.touches(*square)) {
                    for (across, down) in (0_u8..8).flat_map(|x| (0_u8..8).map(move |y| (x, y))) {
                        let x = f32::from(square.0) + f32::from(across) / 8.0;
                        let y = f32::from(square.1) + f32::from(down) / 8.0;
                        assert!(!arrow.covers(&measured, (x, y)), "{to:?} on {square:?}");
                    }
                }
            }
        }
    }
}
