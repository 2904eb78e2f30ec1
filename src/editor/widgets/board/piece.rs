//! One piece: as a symbol or block art on any ground, and as an image of its own.

use super::images::Tile;
use super::{Images, Pieces, art, fill, put};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::geometry::{Rect, SquareSize};
use crate::editor::widgets::theme::Role;
use ratatui::style::{Modifier, Style};
use shakmaty::{Color, Piece};

/// The look of pieces.
#[derive(Clone, Copy)]
pub(crate) struct PieceLook {
    pub pieces: Pieces,
    /// The area that will lie over them: images are cut there.
    pub covered: Option<Rect>,
}

impl PieceLook {
    /// Returns the images that squares are drawn as.
    pub(super) fn images<'a>(self, canvas: &Canvas<'a>) -> Option<&'a Images> {
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
    pub(super) fn draw_image(
        self,
        tile: impl FnOnce() -> Tile,
        rect: Rect,
        canvas: &mut Canvas<'_>,
    ) -> bool {
        let images = self.images(canvas);
        images.is_some_and(|images| images.draw(&tile(), rect, self.covered, canvas.buffer))
    }

    /// Draws a piece on its ground, as block art where there is any of its size.
    pub(super) fn draw(self, piece: Piece, rect: Rect, ground: Style, canvas: &mut Canvas<'_>) {
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
pub(super) fn centre(rect: Rect) -> (u16, u16) {
    let half = |cells: u16| cells.saturating_sub(1) / 2;
    (rect.x + half(rect.width), rect.y + half(rect.height))
}
