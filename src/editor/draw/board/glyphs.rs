//! Pieces as single symbols: chess figures and letters.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use shakmaty::{Color, Piece, Role as Figure};

use crate::editor::layout::Rect;

use super::put;

/// The figure of a piece. With colour both sides have the solid shape, told apart by colour;
/// without, White has the outlined one. The text selector keeps the pawn from becoming an emoji.
pub(super) fn figure(piece: Piece, has_colour: bool) -> &'static str {
    if piece.color == Color::White && !has_colour {
        return match piece.role {
            Figure::King => "♔",
            Figure::Queen => "♕",
            Figure::Rook => "♖",
            Figure::Bishop => "♗",
            Figure::Knight => "♘",
            Figure::Pawn => "♙",
        };
    }
    match piece.role {
        Figure::King => "♚",
        Figure::Queen => "♛",
        Figure::Rook => "♜",
        Figure::Bishop => "♝",
        Figure::Knight => "♞",
        Figure::Pawn => "♟\u{FE0E}",
    }
}

/// The letter of a piece: upper case for White.
pub(super) fn letter(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Figure::King) => "K",
        (Color::White, Figure::Queen) => "Q",
        (Color::White, Figure::Rook) => "R",
        (Color::White, Figure::Bishop) => "B",
        (Color::White, Figure::Knight) => "N",
        (Color::White, Figure::Pawn) => "P",
        (Color::Black, Figure::King) => "k",
        (Color::Black, Figure::Queen) => "q",
        (Color::Black, Figure::Rook) => "r",
        (Color::Black, Figure::Bishop) => "b",
        (Color::Black, Figure::Knight) => "n",
        (Color::Black, Figure::Pawn) => "p",
    }
}

/// The column of a square in which a single symbol stands: of two columns the first, of an even
/// number the one before the middle.
pub(super) const fn centre(width: u16) -> u16 {
    width.saturating_sub(1) / 2
}

/// Writes a symbol in the middle of a square.
pub(super) fn draw(symbol: &str, rect: Rect, style: Style, buffer: &mut Buffer) {
    let column = rect.x + centre(rect.width);
    let row = rect.y + rect.height.saturating_sub(1) / 2;
    put(
        buffer,
        column,
        row,
        symbol,
        style.add_modifier(Modifier::BOLD),
    );
}

/// What tells dark squares from light ones where there is no colour: a dot in the middle.
pub(super) fn draw_empty(is_dark: bool, rect: Rect, style: Style, buffer: &mut Buffer) {
    if is_dark {
        let column = rect.x + centre(rect.width);
        let row = rect.y + rect.height.saturating_sub(1) / 2;
        put(buffer, column, row, "·", style);
    }
}
