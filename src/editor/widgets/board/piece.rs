//! One piece: as a symbol or block art on any ground, and as an image of its own.

use super::images::Tile;
use super::{Images, Pieces, art, fill, put};
use crate::editor::widgets::geometry::{Rect, SquareSize};
use crate::editor::widgets::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use shakmaty::{Color, Piece};

/// How pieces are drawn.
#[derive(Clone, Copy)]
pub struct PieceLook<'a> {
    pub pieces: Pieces,
    /// The images to draw them with, where the terminal shows any.
    pub images: Option<&'a Images>,
    /// What will lie over them: images are cut there.
    pub covered: Option<Rect>,
}

impl<'a> PieceLook<'a> {
    /// Returns the images that squares are drawn as.
    pub(super) fn images(&self) -> Option<&'a Images> {
        self.images.filter(|_| self.pieces == Pieces::Images)
    }

    /// Returns how pieces are drawn where they are not images.
    pub(super) fn instead(&self) -> Pieces {
        match (self.pieces, self.images) {
            (Pieces::Images, Some(images)) => images.instead(),
            (Pieces::Images, None) => Pieces::Quadrants,
            (pieces, _) => pieces,
        }
    }
}

/// Draws a piece beside the board as those on it are, on the ground of a square; one that the mouse has is
/// marked.
pub fn draw_beside(
    (piece, rect): (Piece, Rect),
    role: Role,
    in_hand: bool,
    look: PieceLook<'_>,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let ground = match in_hand && !theme.has_colour() {
        true => theme.style(Role::Cursor),
        false => theme.style(Role::DarkSquare).patch(theme.style(role)),
    };
    fill(buffer, rect, theme.texture(role), ground);
    let tile = || Tile {
        piece: Some(piece),
        ground: role,
        sign: None,
        cursor: in_hand,
        cols: rect.width,
        rows: rect.height,
        lines: Vec::new(),
    };
    let is_image = |images: &Images| images.draw(&tile(), rect, look.covered, buffer);
    if !look.images().is_some_and(is_image) {
        draw(piece, look.instead(), rect, ground, buffer, theme);
    }
}

/// Draws a piece on its ground, as block art where there is any of its size.
pub(super) fn draw(
    piece: Piece,
    style: Pieces,
    rect: Rect,
    ground: Style,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let (figure, detail) = match piece.color {
        Color::White => (Role::WhitePiece, Role::WhiteDetail),
        Color::Black => (Role::BlackPiece, Role::BlackDetail),
    };
    let [figure, detail] = [figure, detail].map(|role| ground.patch(theme.style(role)));
    let mut sizes = SquareSize::ALL.into_iter();
    let size = sizes.find(|size| (size.cols, size.rows) == (rect.width, rect.height));
    let drawn = |kind| size.and_then(|size| art::find(kind, size));
    let art = match style {
        // Two colours of block art can't be told apart without colour.
        _ if !theme.has_colour() => None,
        Pieces::Sextants => drawn(art::Kind::Sextants).or_else(|| drawn(art::Kind::Quadrants)),
        Pieces::Quadrants => drawn(art::Kind::Quadrants),
        Pieces::Images | Pieces::Figures | Pieces::Letters => None,
    };
    match art {
        Some(art) => art.draw(piece.role, rect, figure, detail, buffer),
        None => {
            let symbol = match style {
                Pieces::Letters => piece.char().to_string(),
                _ => symbol(piece, theme.has_colour()).to_owned(),
            };
            let style = figure.add_modifier(Modifier::BOLD);
            let (column, row) = centre(rect);
            put(buffer, column, row, &symbol, style);
        }
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
pub(super) fn centre(rect: Rect) -> (u16, u16) {
    let half = |cells: u16| cells.saturating_sub(1) / 2;
    (rect.x + half(rect.width), rect.y + half(rect.height))
}
