//! The board: eight by eight squares at every size, from one-row glyphs to block art.
//!
//! A [`BoardView`] is a plain value: what to draw and where. The rectangles of the squares are
//! the layout's ([`BoardGrid`]), so that a click finds the square that is drawn there.

use ratatui::style::Style;
use shakmaty::{Board, File, Rank, Square};

use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::geometry::{BoardGrid, Rect};
use crate::editor::widgets::theme::{Role, Theme};

mod arrows;
mod art;
mod images;
mod piece;
mod signs;

pub use crate::editor::state::pieces::Pieces;
use arrows::Arrow;
pub use images::{Graphics, Images};
pub(crate) use piece::{PieceLook, draw_beside};
pub use signs::Marks;

/// A board to draw.
pub(crate) struct BoardView<'a> {
    /// The places of the squares.
    pub grid: BoardGrid,
    pub board: &'a Board,
    /// The marks on the squares.
    pub marks: Marks,
    pub look: PieceLook,
}

impl BoardView<'_> {
    /// Draws squares, lines, pieces, marks and coordinates.
    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_squares(canvas);
        self.draw_coordinates(canvas);
    }

    /// Draws all but the coordinates.
    pub fn draw_squares(&self, canvas: &mut Canvas<'_>) {
        for square in Square::ALL {
            let (ground, texture) = self.ground(square, canvas.theme);
            fill(canvas, self.grid.rect(square), texture, ground);
        }
        // Moves are lines in images, and where squares are large enough.
        let has_lines = self.look.images(canvas).is_some() || self.grid.size.rows >= 2;
        let arrows = match has_lines {
            true => arrows::of(&self.marks, self.board.occupied(), &self.grid),
            false => Vec::new(),
        };
        // The pixels that lines are drawn with are those of the pieces.
        let kind = match self.look.instead(canvas) {
            Pieces::Sextants => art::Kind::Sextants,
            _ => art::Kind::Quadrants,
        };
        arrows::draw(&arrows, &self.grid, kind, canvas);
        for square in Square::ALL {
            let sign = self.marks.sign(square, self.grid.flipped, has_lines);
            self.draw_square(square, &arrows, sign, canvas);
        }
    }

    fn role(&self, square: Square) -> Role {
        let is_occupied = self.board.occupied().contains(square);
        self.marks.ground(square, is_occupied)
    }

    /// Returns how a square is filled: with its own tone, or with that of its mark where it has one.
    fn ground(&self, square: Square, theme: &Theme) -> (Style, &'static str) {
        let (own, role) = (Role::of_square(square), self.role(square));
        let mark = theme.style(role);
        let texture = match mark.bg {
            Some(_) if role != own => " ",
            _ => theme.texture(own),
        };
        (theme.style(own).patch(mark), texture)
    }

    fn draw_square(
        &self,
        square: Square,
        arrows: &[Arrow],
        sign: Option<&'static str>,
        canvas: &mut Canvas<'_>,
    ) {
        let rect = self.grid.rect(square);
        let piece = self.board.piece_at(square);
        let at = self.grid.place(square);
        let lines = arrows.iter().filter(|arrow| arrow.touches(at));
        let tile = || images::Tile {
            piece,
            ground: self.role(square),
            sign,
            cursor: self.marks.cursor == Some(square),
            cols: rect.width,
            rows: rect.height,
            lines: lines.map(|arrow| arrow.seen_from(at)).collect(),
        };
        if self.look.draw_image(tile, rect, canvas) {
            return;
        }
        let (ground, _) = self.ground(square, canvas.theme);
        match piece {
            Some(piece) => self.look.draw(piece, rect, ground, canvas),
            // What tells dark squares from light ones where there is no colour.
            None if !canvas.theme.has_colour() && square.is_dark() => {
                put(canvas, piece::centre(rect), "·", ground);
            }
            None => {}
        }
        let sign = (sign, piece.is_some());
        self.marks.draw_signs(square, rect, sign, canvas);
    }

    /// Draws rank digits left of the board, file letters below it.
    fn draw_coordinates(&self, canvas: &mut Canvas<'_>) {
        let bounds = self.grid.bounds();
        let [plain, here] = [Role::Secondary, Role::Accent].map(|role| canvas.style(role));
        let mut label = |at, name: char, is_here: bool| {
            let style = if is_here { here } else { plain };
            put(canvas, at, name.encode_utf8(&mut [0; 4]), style);
        };
        let cursor = self.marks.cursor;
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            let (_, row) = piece::centre(self.grid.rect(Square::from_coords(File::A, rank)));
            if let Some(column) = bounds.x.checked_sub(2) {
                let is_here = cursor.is_some_and(|square| square.rank() == rank);
                label((column, row), rank.char(), is_here);
            }
            let (column, _) = piece::centre(self.grid.rect(Square::from_coords(file, Rank::First)));
            let is_here = cursor.is_some_and(|square| square.file() == file);
            label((column, bounds.bottom()), file.char(), is_here);
        }
    }
}

/// Writes one symbol of one column, where the screen has that cell.
fn put(canvas: &mut Canvas<'_>, at: (u16, u16), symbol: &str, style: Style) {
    if let Some(cell) = canvas.buffer.cell_mut(at) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Fills a rectangle with a symbol.
fn fill(canvas: &mut Canvas<'_>, rect: Rect, symbol: &str, style: Style) {
    for row in rect.rows() {
        for column in row.x..row.right() {
            put(canvas, (column, row.y), symbol, style);
        }
    }
}

#[cfg(test)]
mod tests;
