//! The board: eight by eight squares at every size, from one-row glyphs to block art.
//!
//! A [`BoardView`] is a plain value: what to draw and where. The rectangles of the squares are
//! the layout's ([`BoardGrid`]), so that a click finds the square that is drawn there.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use shakmaty::{Board, File, Rank, Square};

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
pub use piece::{PieceLook, draw_beside};
pub use signs::Marks;

/// A board to draw.
pub struct BoardView<'a> {
    /// Where the squares are.
    pub grid: BoardGrid,
    pub board: &'a Board,
    /// What is marked on the squares.
    pub marks: Marks,
    pub look: PieceLook<'a>,
}

impl BoardView<'_> {
    /// Draws squares, lines, pieces, marks and coordinates.
    pub fn draw(&self, buffer: &mut Buffer, theme: &Theme) {
        self.draw_squares(buffer, theme);
        self.draw_coordinates(buffer, theme);
    }

    /// Draws all but the coordinates.
    pub fn draw_squares(&self, buffer: &mut Buffer, theme: &Theme) {
        for square in Square::ALL {
            let (ground, texture) = self.ground(square, theme);
            fill(buffer, self.grid.rect(square), texture, ground);
        }
        let arrows = match self.has_lines() {
            true => arrows::of(&self.marks, self.board.occupied(), &self.grid),
            false => Vec::new(),
        };
        // The pixels that lines are drawn with are those of the pieces.
        let kind = match self.look.instead() {
            Pieces::Sextants => art::Kind::Sextants,
            _ => art::Kind::Quadrants,
        };
        arrows::draw(&arrows, &self.grid, kind, buffer, theme);
        for square in Square::ALL {
            self.draw_square(square, &arrows, buffer, theme);
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

    /// Returns whether moves are lines: in images, and where squares are large enough.
    fn has_lines(&self) -> bool {
        self.look.images().is_some() || self.grid.size.rows >= 2
    }

    fn draw_square(&self, square: Square, arrows: &[Arrow], buffer: &mut Buffer, theme: &Theme) {
        let rect = self.grid.rect(square);
        let sign = self.marks.sign(square, self.grid.flipped, self.has_lines());
        if self.draw_image(square, arrows, sign, rect, buffer) {
            return;
        }
        let (ground, _) = self.ground(square, theme);
        let piece = self.board.piece_at(square);
        match piece {
            Some(piece) => piece::draw(piece, self.look.instead(), rect, ground, buffer, theme),
            // What tells dark squares from light ones where there is no colour.
            None if !theme.has_colour() && square.is_dark() => {
                let (column, row) = piece::centre(rect);
                put(buffer, column, row, "·", ground);
            }
            None => {}
        }
        let sign = (sign, piece.is_some());
        self.marks.draw_signs(square, rect, sign, buffer, theme);
    }

    fn draw_image(
        &self,
        square: Square,
        arrows: &[Arrow],
        sign: Option<&'static str>,
        rect: Rect,
        buffer: &mut Buffer,
    ) -> bool {
        let Some(images) = self.look.images() else {
            return false;
        };
        let at = self.grid.place(square);
        let lines = arrows.iter().filter(|arrow| arrow.touches(at));
        let tile = images::Tile {
            piece: self.board.piece_at(square),
            ground: self.role(square),
            sign,
            cursor: self.marks.cursor == Some(square),
            cols: rect.width,
            rows: rect.height,
            lines: lines.map(|arrow| arrow.seen_from(at)).collect(),
        };
        images.draw(&tile, rect, self.look.covered, buffer)
    }

    /// Draws rank digits left of the board, file letters below it.
    fn draw_coordinates(&self, buffer: &mut Buffer, theme: &Theme) {
        let bounds = self.grid.bounds();
        let [plain, here] = [Role::Secondary, Role::Accent].map(|role| theme.style(role));
        let mut label = |(column, row), name: char, is_here: bool| {
            let style = if is_here { here } else { plain };
            put(buffer, column, row, name.encode_utf8(&mut [0; 4]), style);
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

/// Writes one symbol of one column, where the buffer has that cell.
fn put(buffer: &mut Buffer, column: u16, row: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut((column, row)) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Fills a rectangle with a symbol.
fn fill(buffer: &mut Buffer, rect: Rect, symbol: &str, style: Style) {
    for row in rect.rows() {
        for column in row.x..row.right() {
            put(buffer, column, row.y, symbol, style);
        }
    }
}

#[cfg(test)]
mod tests;
