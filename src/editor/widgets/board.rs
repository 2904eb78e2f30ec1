//! The board: eight by eight squares at every size, from one-row glyphs to block art.
//!
//! A `BoardView` is a plain value: what to draw and where. The rectangles of the squares are
//! the layout's ([`BoardGrid`]), so that a click finds the square that is drawn there.
//!
//! One piece: as a symbol or block art on any ground, and as an image of its own.

use crate::editor::widgets::board::images::Tile;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Role, Theme};
use crate::editor::widgets::{BoardGrid, Rect, SquareSize};
use arrows::Arrow;
use ratatui::style::{Modifier, Style};
use shakmaty::{Board, Color, File, Piece, Rank, Square};

mod arrows;
mod art;
mod images;
mod signs;

pub use crate::editor::state::Pieces;
pub use images::{Graphics, Images};
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
                put(canvas, centre(rect), "·", ground);
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
            let (_, row) = centre(self.grid.rect(Square::from_coords(File::A, rank)));
            if let Some(column) = bounds.x.checked_sub(2) {
                let is_here = cursor.is_some_and(|square| square.rank() == rank);
                label((column, row), rank.char(), is_here);
            }
            let (column, _) = centre(self.grid.rect(Square::from_coords(file, Rank::First)));
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

/// The look of pieces.
#[derive(Clone, Copy)]
pub(crate) struct PieceLook {
    pub pieces: Pieces,
    /// The area that will lie over them: images are cut there.
    pub covered: Option<Rect>,
}

impl PieceLook {
    /// Returns the images that squares are drawn as.
    fn images<'a>(self, canvas: &Canvas<'a>) -> Option<&'a Images> {
        canvas.images.filter(|_| self.pieces == Pieces::Images)
    }

    /// Returns how pieces are drawn where they are not images.
    pub fn instead(self, canvas: &Canvas<'_>) -> Pieces {
        match (self.pieces, canvas.images) {
            (Pieces::Images, Some(images)) => images.instead(),
            (Pieces::Images, None) => Pieces::Quadrants,
            (pieces, _) => pieces,
        }
    }

    /// Draws a square as an image; `false` where it is none.
    fn draw_image(self, tile: impl FnOnce() -> Tile, rect: Rect, canvas: &mut Canvas<'_>) -> bool {
        let images = self.images(canvas);
        images.is_some_and(|images| images.draw(&tile(), rect, self.covered, canvas.buffer))
    }

    /// Draws a piece on its ground, as block art where there is any of its size.
    fn draw(self, piece: Piece, rect: Rect, ground: Style, canvas: &mut Canvas<'_>) {
        let tones = match piece.color {
            Color::White => [Role::WhitePiece, Role::WhiteDetail],
            Color::Black => [Role::BlackPiece, Role::BlackDetail],
        };
        let tones = tones.map(|role| ground.patch(canvas.style(role)));
        let has_colour = canvas.theme.has_colour();
        let size = SquareSize::new(rect.width, rect.height);
        let drawn = |kind| art::find(kind, size);
        let style = self.instead(canvas);
        let art = match style {
            // Two colours of block art can't be told apart without colour.
            _ if !has_colour => None,
            Pieces::Sextants => drawn(art::Kind::Sextants).or_else(|| drawn(art::Kind::Quadrants)),
            Pieces::Quadrants => drawn(art::Kind::Quadrants),
            Pieces::Images | Pieces::Figures | Pieces::Letters => None,
        };
        if let Some(art) = art {
            return art.draw(piece.role, rect, tones, canvas);
        }
        let symbol = match style {
            Pieces::Letters => &piece.char().to_string(),
            _ => symbol(piece, has_colour),
        };
        let style = tones[0].add_modifier(Modifier::BOLD);
        put(canvas, centre(rect), symbol, style);
    }
}

/// Draws a piece beside the board as those on it are, on the ground of a square; one that the mouse has is
/// marked.
pub(crate) fn draw_beside(
    (piece, rect): (Piece, Rect),
    role: Role,
    in_hand: bool,
    look: PieceLook,
    canvas: &mut Canvas<'_>,
) {
    let ground = match in_hand && !canvas.theme.has_colour() {
        true => canvas.style(Role::Cursor),
        false => canvas.style(Role::DarkSquare).patch(canvas.style(role)),
    };
    fill(canvas, rect, canvas.theme.texture(role), ground);
    let tile = || Tile {
        piece: Some(piece),
        ground: role,
        sign: None,
        cursor: in_hand,
        cols: rect.width,
        rows: rect.height,
        lines: Vec::new(),
    };
    if !look.draw_image(tile, rect, canvas) {
        look.draw(piece, rect, ground, canvas);
    }
}

/// Returns the figure of a piece. With colour both sides have the solid shape, told apart by colour;
/// without, White has the outlined one. The text selector keeps the pawn from becoming an emoji.
fn symbol(piece: Piece, has_colour: bool) -> &'static str {
    let all = match piece.color == Color::White && !has_colour {
        true => ["♙", "♘", "♗", "♖", "♕", "♔"],
        false => ["♟\u{FE0E}", "♞", "♝", "♜", "♛", "♚"],
    };
    all.get(usize::from(piece.role) - 1).copied().unwrap_or("?")
}

/// Returns the cell of a square in which a single symbol stands: of two columns the first, of an even number
/// the one before the middle, and so of rows.
fn centre(rect: Rect) -> (u16, u16) {
    let half = |cells: u16| cells.saturating_sub(1) / 2;
    (rect.x + half(rect.width), rect.y + half(rect.height))
}
