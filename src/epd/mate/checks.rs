//! The checking moves of a position, known before they are played.

use shakmaty::{Bitboard, ByRole, Chess, Move, Piece, Position, Square, attacks};

/// The squares from which the other side's king can be attacked, directly or by discovery.
#[derive(Debug)]
pub(super) struct Checks {
    king: Option<Square>,
    /// The squares from which a piece of each role attacks the king on the current board.
    from: ByRole<Bitboard>,
    /// The pieces that alone stand between the king and an attacking piece behind them.
    before: Bitboard,
}

impl Checks {
    pub(super) fn of(position: &Chess) -> Self {
        let board = position.board();
        let (us, occupied) = (position.turn(), board.occupied());
        let Some(king) = board.king_of(!us) else {
            return Self {
                king: None,
                from: ByRole::default(),
                before: Bitboard::EMPTY,
            };
        };
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let ours = board.by_color(us);
        let behind = (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
            | attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            & ours;
        let mut before = Bitboard::EMPTY;
        for far in behind {
            let between = attacks::between(king, far) & occupied;
            if between.count() == 1 {
                before |= between & ours;
            }
        }
        Self {
            king: Some(king),
            from: ByRole {
                pawn: attacks::pawn_attacks(!us, king),
                knight: attacks::knight_attacks(king),
                bishop: diagonal,
                rook: straight,
                queen: diagonal | straight,
                king: Bitboard::EMPTY,
            },
            before,
        }
    }

    /// Returns true if `played`, a legal move of that position, gives check.
    pub(super) fn gives(&self, position: &Chess, played: Move) -> bool {
        let Some(king) = self.king else { return false };
        match played {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                if self.before.contains(from) && !attacks::aligned(from, to, king) {
                    return true;
                }
                match promotion {
                    // The new piece also attacks through the square it came from.
                    Some(role) => {
                        let occupied = position.board().occupied().without(from);
                        let piece = Piece {
                            color: position.turn(),
                            role,
                        };
                        attacks::attacks(to, piece, occupied).contains(king)
                    }
                    None => self.from.get(role).contains(to),
                }
            }
            // Two pieces move, or one of the other side is removed.
            Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => {
                let mut after = position.clone();
                after.play_unchecked(played);
                after.is_check()
            }
        }
    }
}
