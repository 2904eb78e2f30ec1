//! Pieces and moves drawn with the pixels of cells, four or six a cell.
//!
//! The pieces are text in `art/`: one block for each square size, the six pieces side by side; `#` is the
//! piece, `+` its other tone, `.` the square. Moves are lines: an arrow for a best move, a dashed line that
//! ends in a cross for one to avoid, so that their shapes differ as much as their colours. Lengths are in
//! squares: `(0.5, 0.5)` is the middle of the square drawn at the upper left.

use super::{Marks, put};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{BoardGrid, Rect, SquareSize};
use crate::exchange::diagram::svg;
use ratatui::style::Style;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Role as Figure, Square};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixels {
    Quadrants = 2,
    Sextants = 3,
}

impl Pixels {
    pub(super) const fn rows(self) -> usize {
        self as usize
    }
}

/// A cell of a piece: pixels of the piece and of its detail, a bit each, rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ArtCell {
    piece: u8,
    detail: u8,
}

#[derive(Debug)]
pub(super) struct Art {
    size: SquareSize,
    pixels: Pixels,
    pieces: [Vec<ArtCell>; 6],
}

static DRAWN: LazyLock<Vec<Art>> = LazyLock::new(|| {
    let quadrants = include_str!("art/quadrants.txt").split("\n\n");
    let sextants = include_str!("art/sextants.txt").split("\n\n");
    let quadrants = quadrants.filter_map(|block| read(Pixels::Quadrants, block));
    let sextants = sextants.filter_map(|block| read(Pixels::Sextants, block));
    quadrants.chain(sextants).collect()
});

/// Returns the largest drawings that fit squares of a size, if any.
pub(super) fn find(pixels: Pixels, size: SquareSize) -> Option<&'static Art> {
    let fits = |art: &&Art| {
        art.pixels == pixels && art.size.cols <= size.cols && art.size.rows <= size.rows
    };
    DRAWN.iter().filter(fits).max_by_key(|art| art.size.rows)
}

fn read(pixels: Pixels, block: &str) -> Option<Art> {
    let mut lines = block.lines();
    let (cols, rows) = lines.next()?.split_once('x')?;
    let size = SquareSize::new(cols.parse().ok()?, rows.parse().ok()?);
    let rows: Vec<Vec<&[u8]>> = lines
        .map(|row| row.split(' ').map(str::as_bytes).collect())
        .collect();
    let (cols, high) = (usize::from(size.cols), usize::from(size.rows));
    let pieces = std::array::from_fn(|figure| {
        let cells = (0..cols * high).map(|at| {
            let (left, top) = (at % cols * 2, at / cols * pixels.rows());
            let bits = |sign: u8| {
                let is_drawn = |bit: &usize| {
                    let row = rows.get(top + bit / 2).and_then(|row| row.get(figure));
                    row.and_then(|row| row.get(left + bit % 2)) == Some(&sign)
                };
                let bits = (0..2 * pixels.rows()).filter(is_drawn);
                bits.fold(0, |bits, bit| bits | 1 << bit)
            };
            ArtCell {
                piece: bits(b'#'),
                detail: bits(b'+'),
            }
        });
        cells.collect()
    });
    Some(Art {
        size,
        pixels,
        pieces,
    })
}

impl Art {
    /// Returns a cell of a square whose piece begins `right` pixels from the left and `down` from the top.
    fn cell(&self, cells: &[ArtCell], at: (u16, u16), (right, down): (usize, usize)) -> ArtCell {
        let (rows, cols) = (self.pixels.rows(), usize::from(self.size.cols));
        let (left, top) = (usize::from(at.0) * 2, usize::from(at.1) * rows);
        let mut found = ArtCell::default();
        for bit in 0..2 * rows {
            let x = (left + bit % 2)
                .checked_sub(right)
                .filter(|x| *x < 2 * cols);
            let y = (top + bit / 2).checked_sub(down);
            let (Some(x), Some(y)) = (x, y) else { continue };
            let Some(cell) = cells.get(y / rows * cols + x / 2) else {
                continue;
            };
            let of = 1 << (y % rows * 2 + x % 2);
            found.piece |= u8::from(cell.piece & of != 0) << bit;
            found.detail |= u8::from(cell.detail & of != 0) << bit;
        }
        found
    }

    /// Draws a piece in the middle of a square, to the pixel. A cell has two colours: square and piece where
    /// the outline cuts it, else the piece's two tones.
    pub(super) fn draw(
        &self,
        figure: Figure,
        rect: Rect,
        [piece, detail]: [Style; 2],
        canvas: &mut Canvas<'_>,
    ) {
        // King to pawn.
        let Some(cells) = self.pieces.get(6 - usize::from(figure)) else {
            return;
        };
        let spare = |room: u16, own: u16| usize::from(room.saturating_sub(own));
        let right = spare(rect.width, self.size.cols);
        let down = spare(rect.height, self.size.rows) * self.pixels.rows() / 2;
        let all = (1u8 << (2 * self.pixels.rows())) - 1;
        let places = rect
            .rows()
            .flat_map(|row| (row.x..row.right()).map(move |x| (x, row.y)));
        for at in places {
            let cell = self.cell(cells, (at.0 - rect.x, at.1 - rect.y), (right, down));
            let shape = cell.piece | cell.detail;
            let (bits, style) = match (cell.piece, cell.detail) {
                (0, 0) => continue,
                (bits, 0) => (bits, piece),
                (0, bits) => (bits, detail),
                (bits, _) if shape == all => {
                    let both = Style {
                        bg: detail.fg,
                        ..piece
                    };
                    (bits, both)
                }
                _ => (shape, piece),
            };
            let symbol = symbol(self.pixels, bits);
            put(canvas, at, symbol.encode_utf8(&mut [0; 4]), style);
        }
    }
}

/// Returns the character with these pixels: upper left first, row by row.
pub(super) fn symbol(pixels: Pixels, bits: u8) -> char {
    const QUADRANTS: [char; 16] = [
        ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
    ];
    match pixels {
        Pixels::Quadrants => QUADRANTS.get(usize::from(bits)).copied().unwrap_or('█'),
        Pixels::Sextants => match bits {
            0 => ' ',
            // The halves and the full block are elsewhere in Unicode; the others are in order.
            0b010101 => '▌',
            0b101010 => '▐',
            63.. => '█',
            _ => {
                let gaps = u32::from(bits > 0b010101) + u32::from(bits > 0b101010);
                char::from_u32(0x1FB00 + u32::from(bits) - 1 - gaps).unwrap_or('█')
            }
        },
    }
}

const HALF_WIDTH: f32 = 0.09;
const HEAD: (f32, f32) = (0.42, 0.3);
/// The period of the dashes, and the length of a dash.
const DASH: (f32, f32) = (0.66, 0.36);
/// The distance of the ends of a cross from its middle.
const CROSS: f32 = 0.2;
/// The distance of a line's begin from the middle of its first square, where a piece is.
const BEGIN: f32 = 0.4;
/// The distance of a line's end from the middle of its last square, with a piece on it and without: the tip of
/// an arrow, the middle of a cross.
const TIP: (f32, f32) = (0.42, 0.12);
const CROSS_MIDDLE: (f32, f32) = (0.4, 0.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Arrow {
    /// Column and row of squares on the screen, from the upper left one of the board.
    from: (i8, i8),
    to: (i8, i8),
    onto_piece: bool,
    /// The role of its colour, which also determines its shape: a dashed line for a move to avoid.
    pub(super) role: Role,
}

/// Returns the lines of the marks, those to avoid first, so that best moves are drawn over them.
pub(super) fn arrows(marks: &Marks, occupied: Bitboard, grid: &BoardGrid) -> Vec<Arrow> {
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

/// The geometry of a line; its length is that to the tip, or to the middle of the cross.
struct LineMeasures {
    begin: (f32, f32),
    direction: (f32, f32),
    length: f32,
}

impl Arrow {
    fn is_avoided(&self) -> bool {
        self.role == Role::AvoidLine
    }

    fn measured(&self) -> LineMeasures {
        let middle = |(x, y): (i8, i8)| (f32::from(x) + 0.5, f32::from(y) + 0.5);
        let (from, to) = (middle(self.from), middle(self.to));
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let whole = across.hypot(down).max(0.01);
        let direction = (across / whole, down / whole);
        let end = if self.is_avoided() { CROSS_MIDDLE } else { TIP };
        let end = if self.onto_piece { end.0 } else { end.1 };
        LineMeasures {
            begin: (from.0 + direction.0 * BEGIN, from.1 + direction.1 * BEGIN),
            direction,
            length: (whole - BEGIN - end).max(0.1),
        }
    }

    fn covers(&self, measured: &LineMeasures, (x, y): (f32, f32)) -> bool {
        let (dx, dy) = (x - measured.begin.0, y - measured.begin.1);
        let (ux, uy) = measured.direction;
        let along = dx * ux + dy * uy;
        let beside = (dy * ux - dx * uy).abs();
        let left = measured.length - along;
        if !self.is_avoided() {
            let (long, wide) = HEAD;
            let head = (0.0..=long).contains(&left) && beside <= wide * left / long + 0.02;
            let shaft = along >= 0.0 && left >= long * 0.6 && beside <= HALF_WIDTH;
            return head || shaft;
        }
        let middle = measured.length;
        let (mx, my) = (dx - ux * middle, dy - uy * middle);
        let (one, other) = ((mx + my).abs() / 1.42, (mx - my).abs() / 1.42);
        let cross = one.min(other) <= HALF_WIDTH * 0.8 && one.max(other) <= CROSS * 1.3;
        let dash = along.rem_euclid(DASH.0) <= DASH.1;
        let shaft = along >= 0.0 && along <= middle - CROSS && dash && beside <= HALF_WIDTH;
        cross || shaft
    }

    pub(super) fn seen_from(mut self, (column, row): (i8, i8)) -> Self {
        for place in [&mut self.from, &mut self.to] {
            *place = (place.0 - column, place.1 - row);
        }
        self
    }

    /// Returns it as SVG over the upper left square of `(width, height)` pixels; `color` is an SVG colour.
    pub(super) fn svg(&self, (width, height): (u32, u32), color: &str) -> String {
        let middle = |(x, y): (i8, i8)| [x, y].map(|place| f64::from(place) * 100.0 + 50.0);
        let ends = [middle(self.from), middle(self.to)];
        let scale = [width, height].map(|pixels| f64::from(pixels) / 100.0);
        svg::line(ends, self.onto_piece, self.is_avoided(), color, scale)
    }

    /// Returns whether any part of it can be on the square at this column and row.
    pub(super) fn touches(&self, at: (i8, i8)) -> bool {
        let measured = self.measured();
        let (x, y) = (f32::from(at.0) + 0.5, f32::from(at.1) + 0.5);
        let (dx, dy) = (x - measured.begin.0, y - measured.begin.1);
        let (ux, uy) = measured.direction;
        let along = dx * ux + dy * uy;
        // Half a square's diagonal, and half of the greatest width.
        let reach = 0.71 + HEAD.1;
        (dy * ux - dx * uy).abs() <= reach && along >= -reach && along <= measured.length + reach
    }
}

pub(super) fn draw_arrows(
    arrows: &[Arrow],
    grid: &BoardGrid,
    pixels: Pixels,
    canvas: &mut Canvas<'_>,
) {
    let SquareSize { cols, rows } = grid.size;
    let mut cells: FxHashMap<(u16, u16), (u8, Role)> = FxHashMap::default();
    for arrow in arrows {
        let measured = arrow.measured();
        let squares = Square::ALL.into_iter();
        let touched = squares.filter(|square| arrow.touches(grid.place(*square)));
        for row in touched.flat_map(|square| grid.rect(square).rows()) {
            for x in row.x..row.right() {
                let at = (x - grid.x, row.y - grid.y);
                let bits = bits(arrow, &measured, at, (cols, rows), pixels);
                if bits != 0 {
                    let cell = cells.entry((x, row.y)).or_insert((0, Role::Screen));
                    *cell = (cell.0 | bits, arrow.role);
                }
            }
        }
    }
    for (at, (bits, role)) in cells {
        let style = canvas.style(role);
        let symbol = symbol(pixels, bits);
        put(canvas, at, symbol.encode_utf8(&mut [0; 4]), style);
    }
}

/// Returns the pixels of a cell that a line covers, upper left first, row by row.
fn bits(
    arrow: &Arrow,
    measured: &LineMeasures,
    (column, row): (u16, u16),
    (cols, rows): (u16, u16),
    pixels: Pixels,
) -> u8 {
    let lines = u16::try_from(pixels.rows()).unwrap_or(2);
    let mut bits = 0;
    for bit in 0..2 * lines {
        let across = column * 2 + bit % 2;
        let down = row * lines + bit / 2;
        // With an even number of pixels in a square, none is in its middle: points are sampled half a pixel
        // further left and up, so that straight lines are one pixel thin.
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

    #[test]
    fn every_drawing_has_its_size_and_six_pieces() {
        for art in DRAWN.iter() {
            let text = match art.pixels {
                Pixels::Quadrants => include_str!("art/quadrants.txt"),
                Pixels::Sextants => include_str!("art/sextants.txt"),
            };
            let name = format!("{}x{}", art.size.cols, art.size.rows);
            let block = text
                .split("\n\n")
                .find(|block| block.lines().next() == Some(&name));
            let rows: Vec<_> = block
                .into_iter()
                .flat_map(|block| block.lines().skip(1))
                .collect();
            assert_eq!(
                rows.len(),
                usize::from(art.size.rows) * art.pixels.rows(),
                "{name}"
            );
            for row in rows {
                let pieces: Vec<_> = row.split(' ').collect();
                assert_eq!(pieces.len(), 6, "{row}");
                for piece in pieces {
                    assert_eq!(piece.len(), usize::from(art.size.cols) * 2, "{name}: {row}");
                }
            }
        }
    }

    #[test]
    fn every_size_of_three_rows_or_more_is_drawn_in_both_kinds() {
        for size in SquareSize::all(SquareSize::USUAL_CELL) {
            if size.rows >= 3 {
                assert!(find(Pixels::Quadrants, size).is_some(), "{size:?}");
                assert!(find(Pixels::Sextants, size).is_some(), "{size:?}");
            }
        }
    }

    #[test]
    fn a_piece_is_in_the_middle_of_a_larger_square() {
        let art = find(Pixels::Quadrants, SquareSize::new(7, 3)).expect("a drawing");
        assert_eq!(art.size, SquareSize::new(6, 3));
        let cells = &art.pieces[0];
        // One more column adds one pixel on either side.
        let row = |y| {
            let row = (0..7).map(|x| art.cell(cells, (x, y), (1, 0)));
            let lit = |cell: &ArtCell, bit: usize| usize::from((cell.piece >> bit) & 1);
            let mut pixels: Vec<usize> = Vec::new();
            row.for_each(|cell| pixels.extend([lit(&cell, 0), lit(&cell, 1)]));
            pixels
        };
        for y in 0..3 {
            let pixels = row(y);
            let mirrored: Vec<usize> = pixels.iter().rev().copied().collect();
            assert_eq!(pixels, mirrored, "a king is the same on both sides");
        }
    }

    #[test]
    fn pieces_one_above_the_other_do_not_touch() {
        for art in DRAWN.iter() {
            let cols = usize::from(art.size.cols);
            let (upper, lower) = (0b11, 0b11 << (2 * (art.pixels.rows() - 1)));
            let drawn = |cells: &[ArtCell], bits: u8| {
                let shape = |cell: &ArtCell| (cell.piece | cell.detail) & bits != 0;
                cells.iter().any(shape)
            };
            let top = art.pieces.iter().any(|cells| drawn(&cells[..cols], upper));
            let below = |cells: &Vec<ArtCell>| drawn(&cells[cells.len() - cols..], lower);
            let bottom = art.pieces.iter().any(below);
            assert!(!(top && bottom), "{:?} {:?}", art.pixels, art.size);
        }
    }

    #[test]
    fn pieces_differ_in_every_drawing() {
        for art in DRAWN.iter() {
            for (at, piece) in art.pieces.iter().enumerate() {
                assert!(piece.iter().any(|cell| cell.piece != 0));
                let later = art.pieces.iter().skip(at + 1);
                assert!(
                    later.into_iter().all(|other| other != piece),
                    "{:?} {at}",
                    art.size
                );
            }
        }
    }

    #[test]
    fn block_characters_are_those_of_their_pixels() {
        assert_eq!(symbol(Pixels::Quadrants, 0b0110), '▞');
        assert_eq!(symbol(Pixels::Sextants, 1), '\u{1FB00}');
        assert_eq!(symbol(Pixels::Sextants, 0b010110), '\u{1FB14}');
        assert_eq!(symbol(Pixels::Sextants, 0b101011), '\u{1FB28}');
        assert_eq!(symbol(Pixels::Sextants, 62), '\u{1FB3B}');
        assert_eq!(symbol(Pixels::Sextants, 63), '█');
    }

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
    fn arrows_touch_only_the_squares_they_report() {
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
