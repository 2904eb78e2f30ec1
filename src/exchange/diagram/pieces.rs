//! The pieces as vector drawings, in a field of 100 by 100.

use shakmaty::{Color, Piece, Role};

/// The outline of pieces, signs and lines: visible on light and on dark squares.
pub const OUTLINE: &str = "#101418";
/// The body of a black piece.
pub const BLACK: &str = "#23272e";
/// The lines within a black piece.
pub const BLACK_LINES: &str = "#d5dae1";

/// Returns the inside of a piece's SVG, in its colours.
pub fn inside(piece: Piece) -> String {
    let text = match piece.role {
        Role::King => include_str!("../../../assets/pieces/king.svg"),
        Role::Queen => include_str!("../../../assets/pieces/queen.svg"),
        Role::Rook => include_str!("../../../assets/pieces/rook.svg"),
        Role::Bishop => include_str!("../../../assets/pieces/bishop.svg"),
        Role::Knight => include_str!("../../../assets/pieces/knight.svg"),
        Role::Pawn => include_str!("../../../assets/pieces/pawn.svg"),
    };
    let inside = text
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
        .map_or("", |(inside, _)| inside);
    match piece.color {
        Color::White => inside.replace("#556677", OUTLINE),
        Color::Black => inside
            .replace("#556677", BLACK_LINES)
            .replace("#ffffff", BLACK)
            .replace("#101418", "#050608"),
    }
}
