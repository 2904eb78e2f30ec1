//! The board: eight by eight squares at every size, from one-row glyphs to block art and images, with marks: a
//! background colour each, and a sign with the same meaning for screens without colour.
//!
//! A `BoardView` is a plain value. The layout places the squares ([`BoardGrid`]), so that a click finds the
//! square drawn at its cell.

use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Role, Theme};
use crate::editor::widgets::{BoardGrid, Rect, SquareSize, sign};
use blocks::{Arrow, Pixels};
use images::Tile;
use ratatui::style::{Modifier, Style};
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Square};

mod blocks;
mod images;
mod protocols;

pub use crate::editor::state::Pieces;
pub use images::{Graphics, Images};

pub(crate) struct BoardView<'a> {
    pub grid: BoardGrid,
    pub board: &'a Board,
    pub marks: Marks,
    pub look: PieceLook,
}

impl BoardView<'_> {
    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_squares(canvas);
        self.draw_coordinates(canvas);
    }

    pub fn draw_squares(&self, canvas: &mut Canvas<'_>) {
        for square in Square::ALL {
            let (ground, texture) = self.ground(square, canvas.theme);
            fill(canvas, self.grid.rect(square), texture, ground);
        }
        // Moves are lines in images and on large enough squares.
        let has_lines = self.look.images(canvas).is_some() || self.grid.size.rows >= 2;
        let arrows = match has_lines {
            true => blocks::arrows(&self.marks, self.board.occupied(), &self.grid),
            false => Vec::new(),
        };
        // Lines use the same pixels as pieces.
        let pixels = match self.look.instead(canvas) {
            Pieces::Sextants => Pixels::Sextants,
            _ => Pixels::Quadrants,
        };
        blocks::draw_arrows(&arrows, &self.grid, pixels, canvas);
        for square in Square::ALL {
            let sign = self.marks.sign(square, self.grid.flipped, has_lines);
            self.draw_square(square, &arrows, sign, canvas);
        }
    }

    fn role(&self, square: Square) -> Role {
        let is_occupied = self.board.occupied().contains(square);
        self.marks.ground(square, is_occupied)
    }

    /// Returns the fill of a square: its own colour, or that of its mark.
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
        let tile = || Tile {
            piece,
            ground: self.role(square),
            sign,
            cursor: self.marks.cursor == Some(square),
            cols: rect.width,
            rows: rect.height,
            lines: lines.map(|arrow| arrow.seen_from(at)).collect(),
            dimmed: self.look.dimmed,
        };
        if self.look.draw_image(tile, rect, canvas) {
            return;
        }
        let (ground, _) = self.ground(square, canvas.theme);
        match piece {
            Some(piece) => self.look.draw(piece, rect, ground, canvas),
            // Dark squares need a sign if there is no colour.
            None if !canvas.theme.has_colour() && square.is_dark() => {
                put(canvas, centre(rect), "·", ground);
            }
            None => {}
        }
        let sign = (sign, piece.is_some());
        self.marks.draw_signs(square, rect, sign, canvas);
    }

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

fn put(canvas: &mut Canvas<'_>, at: (u16, u16), symbol: &str, style: Style) {
    if let Some(cell) = canvas.buffer.cell_mut(at) {
        cell.set_symbol(symbol).set_style(style);
    }
}

fn fill(canvas: &mut Canvas<'_>, rect: Rect, symbol: &str, style: Style) {
    for row in rect.rows() {
        for column in row.x..row.right() {
            put(canvas, (column, row.y), symbol, style);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct PieceLook {
    pub pieces: Pieces,
    /// The area of an overlay, at which images are cut.
    pub covered: Option<Rect>,
    /// Whether a dialog covers the board.
    pub dimmed: bool,
}

impl PieceLook {
    fn images<'a>(self, canvas: &Canvas<'a>) -> Option<&'a Images> {
        canvas.images.filter(|_| self.pieces == Pieces::Images)
    }

    /// Returns the style of pieces that can't be images.
    pub fn instead(self, canvas: &Canvas<'_>) -> Pieces {
        match (self.pieces, canvas.images) {
            (Pieces::Images, Some(images)) => images.instead(),
            (Pieces::Images, None) => Pieces::Quadrants,
            (pieces, _) => pieces,
        }
    }

    /// Draws a square as an image; returns false if it can't be one.
    fn draw_image(self, tile: impl FnOnce() -> Tile, rect: Rect, canvas: &mut Canvas<'_>) -> bool {
        let images = self.images(canvas);
        images.is_some_and(|images| images.draw(&tile(), rect, self.covered, canvas.buffer))
    }

    fn draw(self, piece: Piece, rect: Rect, ground: Style, canvas: &mut Canvas<'_>) {
        let tones = match piece.color {
            Color::White => [Role::WhitePiece, Role::WhiteDetail],
            Color::Black => [Role::BlackPiece, Role::BlackDetail],
        };
        let tones = tones.map(|role| ground.patch(canvas.style(role)));
        let has_colour = canvas.theme.has_colour();
        let size = SquareSize::new(rect.width, rect.height);
        let drawn = |pixels| blocks::find(pixels, size);
        let style = self.instead(canvas);
        let art = match style {
            // The two colours of block art need colour.
            _ if !has_colour => None,
            Pieces::Sextants => drawn(Pixels::Sextants).or_else(|| drawn(Pixels::Quadrants)),
            Pieces::Quadrants => drawn(Pixels::Quadrants),
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

/// Draws a piece beside the board in the style of the board; a piece held by the mouse is marked.
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
        dimmed: look.dimmed,
    };
    if !look.draw_image(tile, rect, canvas) {
        look.draw(piece, rect, ground, canvas);
    }
}

/// Returns the figure of a piece. With colour both sides have the solid shape; without, White has the outlined
/// one. The text selector keeps the pawn from becoming an emoji.
fn symbol(piece: Piece, has_colour: bool) -> &'static str {
    let all = match piece.color == Color::White && !has_colour {
        true => ["♙", "♘", "♗", "♖", "♕", "♔"],
        false => ["♟\u{FE0E}", "♞", "♝", "♜", "♛", "♚"],
    };
    all.get(usize::from(piece.role) - 1).copied().unwrap_or("?")
}

/// Returns the cell of a square for a single symbol: the middle, or the one before it if there are two.
fn centre(rect: Rect) -> (u16, u16) {
    let half = |cells: u16| cells.saturating_sub(1) / 2;
    (rect.x + half(rect.width), rect.y + half(rect.height))
}

const TARGET: &str = sign::TARGET.text;

/// The marks on the board; moves as squares, from and to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub cursor: Option<Square>,
    pub picked: Option<Square>,
    pub targets: Bitboard,
    /// Squares that diagnostics refer to.
    pub problems: Bitboard,
    pub best: Vec<(Square, Square)>,
    pub avoid: Vec<(Square, Square)>,
    pub last: Option<(Square, Square)>,
    pub looked: Option<(Square, Square)>,
    /// First moves of an engine's lines, best first.
    pub thought: Vec<(Square, Square)>,
}

impl Marks {
    /// Returns the role of a square's background: the most urgent of its marks.
    fn ground(&self, square: Square, is_occupied: bool) -> Role {
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

    /// Returns the sign of a square's mark; moves drawn as `lines` have none.
    fn sign(&self, square: Square, flipped: bool, lines: bool) -> Option<&'static str> {
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
            // With few colours the squares of the last move can't have a background.
            .or_else(|| arrow_to(self.last.as_slice()))
            .or_else(|| from_here(self.last.as_slice()))
    }

    fn draw_signs(
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
                // In the middle if there is no piece.
                true => (rect.x + rect.width / 2, rect.y + rect.height / 2),
                false => (right, rect.y),
            };
            put(canvas, at, sign, style);
        }
        if self.cursor != Some(square) {
            return;
        }
        if rect.height == 2 && canvas.theme.has_colour() {
            // Corners would cover most of a piece's cells: bars on both sides don't.
            for side in [rect.left(1), rect.end(1)] {
                canvas.lay(side, Role::CursorSquare);
            }
            return;
        }
        let corners: &[(u16, u16, &str)] = match rect.height {
            1 => &[(right, rect.y, sign::HAND.text)],
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

/// Directions on the screen, clockwise from up: steps to the right and up.
const ARROWS: [(i8, i8, &str); 8] = [
    (0, 1, "↑"),
    (1, 1, "↗"),
    (1, 0, "→"),
    (1, -1, "↘"),
    (0, -1, "↓"),
    (-1, -1, "↙"),
    (-1, 0, "←"),
    (-1, 1, "↖"),
];

fn arrow(from: Square, to: Square, flipped: bool) -> &'static str {
    let turn = if flipped { -1 } else { 1 };
    let right = (i8::from(to.file()) - i8::from(from.file())).signum() * turn;
    let up = (i8::from(to.rank()) - i8::from(from.rank())).signum() * turn;
    let mut arrows = ARROWS.into_iter();
    let found = arrows.find(|(x, y, _)| (*x, *y) == (right, up));
    found.map_or("•", |(_, _, arrow)| arrow)
}

#[cfg(test)]
mod tests;
