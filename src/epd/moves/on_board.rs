//! Moves as a board shows them: from a square to a square.

use shakmaty::{Bitboard, Chess, File, Move, Position, Square};

/// Returns the squares that a move's piece comes from and goes to; the king's way when castling.
pub fn ends(played: &Move) -> Option<(Square, Square)> {
    match played {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() {
                File::G
            } else {
                File::C
            };
            Some((*king, Square::from_coords(file, king.rank())))
        }
        other => Some((other.from()?, other.to())),
    }
}

/// Returns the squares to which the piece of a square can legally go.
pub fn targets(position: &Chess, from: Square) -> Bitboard {
    let moves = position.legal_moves();
    let ways = moves.iter().filter_map(ends);
    ways.filter(|(start, _)| *start == from)
        .map(|(_, to)| to)
        .collect()
}

/// Returns the legal moves between two squares: several where a pawn promotes. The king castles by going onto its rook, or
/// to where castling leaves it and no other move does.
pub fn between(position: &Chess, from: Square, to: Square) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|played| played.from() == Some(from));
    let goes = |played: &&Move| !played.is_castle() && played.to() == to;
    let castles = |played: &&Move| {
        played.is_castle() && (played.to() == to || ends(played).is_some_and(|(_, end)| end == to))
    };
    match moves.iter().any(|played| goes(&played)) {
        true => moves.iter().filter(goes).copied().collect(),
        false => moves.iter().filter(castles).copied().collect(),
    }
}
