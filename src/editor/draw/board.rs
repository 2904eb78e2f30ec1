//! The board: eight by eight squares at every size, from one-row glyphs to block art.
//!
//! A [`BoardView`] is a plain value: what to draw and where. The rectangles of the squares are
//! the layout's ([`BoardGrid`]), so that a click finds the square that is drawn there.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use shakmaty::{Bitboard, Board, File, Piece, Rank, Role as Figure, Square};

use crate::editor::layout::{BoardGrid, Rect, SquareSize};

use super::theme::{Role, Theme};

mod arrows;
mod art;
mod glyphs;
mod images;
mod piece;
mod signs;

pub use crate::editor::state::pieces::Pieces;
use arrows::Arrow;
#[cfg(test)]
pub(super) use images::{BLACK, BLACK_LINES, OUTLINE};
pub use images::{Graphics, Images, Slot};
pub use piece::PieceView;
pub use signs::Marks;

/// What to draw.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// Where the squares are.
    pub grid: BoardGrid,
    /// The pieces; `None` where the placement can't be read.
    pub board: Option<&'a Board>,
    /// What is marked on the squares.
    pub marks: Marks,
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// The images to draw them with, where the terminal shows any.
    pub images: Option<&'a Images>,
    /// Which board of the screen it is: 0 the large one, the small ones from 1.
    pub number: u16,
    /// What will lie over the board: images are cut there.
    pub covered: Option<Rect>,
}

impl BoardView<'_> {
    /// Draws squares, lines, pieces, marks and coordinates.
    pub fn draw(&self, buffer: &mut Buffer, theme: Theme) {
        self.draw_squares(buffer, theme);
        self.draw_coordinates(buffer, theme);
    }

    /// The same without coordinates.
    pub fn draw_squares(&self, buffer: &mut Buffer, theme: Theme) {
        for square in Square::ALL {
            let (ground, texture) = self.ground(square, theme);
            fill(buffer, self.grid.rect(square), texture, ground);
        }
        let arrows = self.arrows();
        arrows::draw(&arrows, &self.grid, self.line_kind(), buffer, theme);
        for square in Square::ALL {
            self.draw_square(square, &arrows, buffer, theme);
        }
    }

    /// How a square is filled: with its own tone, or with that of its mark where it has one.
    fn ground(&self, square: Square, theme: Theme) -> (Style, &'static str) {
        let own = Role::of_square(square);
        let mark = theme.style(self.marks.ground(square));
        let texture = match mark.bg {
            Some(_) if self.marks.ground(square) != own => " ",
            _ => theme.texture(own),
        };
        (theme.style(own).patch(mark), texture)
    }

    /// Lines for the moves marked, on squares that are large enough for them.
    fn arrows(&self) -> Vec<Arrow> {
        if !self.has_lines() {
            return Vec::new();
        }
        let occupied = self.board.map_or(Bitboard::EMPTY, Board::occupied);
        arrows::of(&self.marks, occupied, &self.grid)
    }

    /// Whether moves are lines: in images, and where squares are large enough.
    fn has_lines(&self) -> bool {
        self.images().is_some() || has_lines(self.grid.size)
    }

    /// The images that squares are drawn as.
    fn images(&self) -> Option<&Images> {
        self.images.filter(|_| self.pieces == Pieces::Images)
    }

    /// The pixels that lines are drawn with: those of the pieces.
    fn line_kind(&self) -> art::Kind {
        match piece::instead(self.pieces, self.images) {
            Pieces::Sextants => art::Kind::Sextants,
            _ => art::Kind::Quadrants,
        }
    }

    fn draw_square(&self, square: Square, arrows: &[Arrow], buffer: &mut Buffer, theme: Theme) {
        let rect = self.grid.rect(square);
        let (ground, _) = self.ground(square, theme);
        let sign = self.marks.sign(square, &self.grid, self.has_lines());
        if self.draw_image(square, arrows, sign, rect, buffer) {
            return;
        }
        let piece = self.board.and_then(|board| board.piece_at(square));
        match piece {
            Some(piece) => {
                let style = piece::instead(self.pieces, self.images);
                piece::draw(piece, style, rect, ground, buffer, theme);
            }
            None if !theme.has_colour() => {
                glyphs::draw_empty(square.is_dark(), rect, ground, buffer);
            }
            None => {}
        }
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
        let Some(images) = self.images() else {
            return false;
        };
        let at = self.grid.place(square);
        let lines = arrows.iter().filter(|arrow| arrow.touches(at));
        let tile = images::Tile {
            piece: self.board.and_then(|board| board.piece_at(square)),
            ground: self.marks.ground(square),
            sign,
            cursor: self.marks.cursor == Some(square),
            cols: rect.width,
            rows: rect.height,
            lines: lines.map(|arrow| arrow.seen_from(at)).collect(),
        };
        let slot = Slot::square(self.number, square);
        images.draw(&tile, slot, rect, self.covered, buffer)
    }

    /// Rank digits left of the board, file letters below it.
    fn draw_coordinates(&self, buffer: &mut Buffer, theme: Theme) {
        let bounds = self.grid.bounds();
        let plain = theme.style(Role::Secondary);
        let here = theme.style(Role::Accent);
        let cursor = self.marks.cursor;
        for rank in Rank::ALL {
            let rect = self.grid.rect(Square::from_coords(File::A, rank));
            let Some(column) = bounds.x.checked_sub(2) else {
                continue;
            };
            let style = if cursor.is_some_and(|square| square.rank() == rank) {
                here
            } else {
                plain
            };
            let row = rect.y + rect.height.saturating_sub(1) / 2;
            put(
                buffer,
                column,
                row,
                rank.char().encode_utf8(&mut [0; 4]),
                style,
            );
        }
        for file in File::ALL {
            let rect = self.grid.rect(Square::from_coords(file, Rank::First));
            let style = if cursor.is_some_and(|square| square.file() == file) {
                here
            } else {
                plain
            };
            let column = rect.x + glyphs::centre(rect.width);
            put(
                buffer,
                column,
                bounds.bottom(),
                file.char().encode_utf8(&mut [0; 4]),
                style,
            );
        }
    }
}

/// Whether squares are large enough for lines in cells.
fn has_lines(size: SquareSize) -> bool {
    size.rows() >= 2
}

/// The letter of a piece, which is its key too: upper case for White.
pub fn letter_of(piece: Piece) -> &'static str {
    glyphs::letter(piece)
}

/// Writes one symbol of one column, where the buffer has that cell.
fn put(buffer: &mut Buffer, column: u16, row: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut((column, row)) {
        cell.set_symbol(symbol).set_style(style);
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// The same symbol everywhere.
fn fill(buffer: &mut Buffer, rect: Rect, symbol: &str, style: Style) {
    for row in rect.y..rect.bottom() {
        for column in rect.x..rect.right() {
            put(buffer, column, row, symbol, style);
        }
    }
}

/// The figures in the order of the art's columns.
const FIGURES: [Figure; 6] = [
    Figure::King,
    Figure::Queen,
    Figure::Rook,
    Figure::Bishop,
    Figure::Knight,
    Figure::Pawn,
];

#[cfg(test)]
mod tests;
