//! One piece: as a symbol or block art on any ground, and as an image of its own.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use shakmaty::{Color, Piece};

use crate::editor::draw::theme::{Role, Theme};
use crate::editor::layout::{Rect, SquareSize};

use super::images::Tile;
use super::{Images, Pieces, Slot, art, fill, glyphs};

/// A piece beside the board, drawn as those on it are.
#[derive(Clone, Copy, Debug)]
pub struct PieceView<'a> {
    pub piece: Piece,
    pub rect: Rect,
    /// The square it stands on.
    pub ground: Role,
    /// Whether the mouse has it.
    pub in_hand: bool,
    pub pieces: Pieces,
    /// The images to draw it with, where the terminal shows any.
    pub images: Option<&'a Images>,
    /// What will lie over it.
    pub covered: Option<Rect>,
}

impl PieceView<'_> {
    /// Draws the ground and the piece.
    pub fn draw(&self, buffer: &mut Buffer, theme: Theme) {
        let ground = theme
            .style(Role::DarkSquare)
            .patch(theme.style(self.ground));
        let ground = match self.in_hand && !theme.has_colour() {
            true => theme.style(Role::Cursor),
            false => ground,
        };
        fill(buffer, self.rect, theme.texture(self.ground), ground);
        if self.draw_image(buffer) {
            return;
        }
        let style = instead(self.pieces, self.images);
        draw(self.piece, style, self.rect, ground, buffer, theme);
    }

    fn draw_image(&self, buffer: &mut Buffer) -> bool {
        let Some(images) = self.images.filter(|_| self.pieces == Pieces::Images) else {
            return false;
        };
        let tile = Tile {
            piece: Some(self.piece),
            ground: self.ground,
            sign: None,
            cursor: self.in_hand,
            cols: self.rect.width,
            rows: self.rect.height,
            lines: Vec::new(),
        };
        images.draw(
            &tile,
            Slot::piece(self.piece),
            self.rect,
            self.covered,
            buffer,
        )
    }
}

/// How pieces are drawn where they are not images.
pub(super) fn instead(pieces: Pieces, images: Option<&Images>) -> Pieces {
    match (pieces, images) {
        (Pieces::Images, Some(images)) => images.instead(),
        (Pieces::Images, None) => Pieces::Quadrants,
        (pieces, _) => pieces,
    }
}

/// Draws a piece on its ground, as block art where there is any of its size.
pub(super) fn draw(
    piece: Piece,
    style: Pieces,
    rect: Rect,
    ground: Style,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let figure = ground.patch(theme.style(match piece.color {
        Color::White => Role::WhitePiece,
        Color::Black => Role::BlackPiece,
    }));
    let mut sizes = SquareSize::ALL.into_iter();
    let size = sizes.find(|size| (size.cols(), size.rows()) == (rect.width, rect.height));
    let drawn = |kind| size.and_then(|size| art::find(kind, size));
    let art = match style {
        // Two colours of block art can't be told apart without colour.
        _ if !theme.has_colour() => None,
        Pieces::Sextants => drawn(art::Kind::Sextants).or_else(|| drawn(art::Kind::Quadrants)),
        Pieces::Quadrants => drawn(art::Kind::Quadrants),
        Pieces::Images | Pieces::Figures | Pieces::Letters => None,
    };
    match art {
        Some(art) => {
            let detail = ground.patch(theme.style(match piece.color {
                Color::White => Role::WhiteDetail,
                Color::Black => Role::BlackDetail,
            }));
            art.draw(piece.role, rect, figure, detail, buffer);
        }
        None => {
            let symbol = match style {
                Pieces::Letters => glyphs::letter(piece),
                _ => glyphs::figure(piece, theme.has_colour()),
            };
            glyphs::draw(symbol, rect, figure, buffer);
        }
    }
}
