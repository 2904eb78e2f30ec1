//! The pieces that may legally go to a square, and the effect of a move on the other king.
//!
//! shakmaty lists the candidates of a move with everything needed to play them; here only their origins matter, at
//! about half the cost. A test compares both over random games.

use shakmaty::{Bitboard, CastlingSide, Chess, Move, Position, Rank, Role, Square, attacks};

/// The effect of a move on the king of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// No effect.
    Quiet,
    /// Check: `+`.
    Check,
    /// Mate: `#`.
    Mate,
}

/// Returns the squares from which a piece of the side to move can legally go to `to`, without castling.
pub(super) fn origins(position: &Chess, role: Role, to: Square) -> Bitboard {
    origins_among(position, role, Bitboard::FULL, to)
}

/// Returns the [`origins`] among `squares` without examining others.
pub(super) fn origins_among(
    position: &Chess,
    role: Role,
    squares: Bitboard,
    to: Square,
) -> Bitboard {
    let mut found = reaching(position, role, to) & squares;
    for from in found {
        if !leaves_king_safe(position, role, from, to) {
            found.discard(from);
        }
    }
    found
}

/// Returns the origins regardless of the safety of the own king.
#[inline]
pub(super) fn reaching(position: &Chess, role: Role, to: Square) -> Bitboard {
    let board = position.board();
    if position.us().contains(to) {
        return Bitboard::EMPTY;
    }
    let occupied = board.occupied();
    let near = match role {
        Role::Pawn => pawn_origins(position, to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, occupied),
        Role::Rook => attacks::rook_attacks(to, occupied),
        Role::Queen => attacks::queen_attacks(to, occupied),
        Role::King => attacks::king_attacks(to),
    };
    near & position.our(role)
}

/// Returns the move of a piece from one of its [`origins`].
pub(super) fn from_origin(
    position: &Chess,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Move {
    let capture = position.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        Move::EnPassant { from, to }
    } else {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        }
    }
}

/// Returns the legal castling move to that side.
pub(super) fn castling(position: &Chess, side: CastlingSide) -> Option<Move> {
    position.castling_moves(side).first().copied()
}

/// Returns true if a pawn of the side to move that reaches `to` must promote.
pub(super) fn promotes(position: &Chess, to: Square) -> bool {
    to.rank() == position.turn().fold_wb(Rank::Eighth, Rank::First)
}

/// Returns the effect of the legal move `played` on the king of the other side.
pub(super) fn sign(position: &Chess, played: Move) -> Sign {
    if !gives_check(position, played) {
        return Sign::Quiet;
    }
    let mut after = position.clone();
    after.play_unchecked(played);
    if king_can_step(&after) || !after.legal_moves().is_empty() {
        Sign::Check
    } else {
        Sign::Mate
    }
}

/// Returns the squares from which a pawn of the side to move would reach `to`.
fn pawn_origins(position: &Chess, to: Square) -> Bitboard {
    let us = position.turn();
    if position.board().occupied().contains(to) || position.maybe_ep_square() == Some(to) {
        return attacks::pawn_attacks(!us, to);
    }
    let back = us.fold_wb(-8, 8);
    let Some(one_back) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let double = to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth);
    match one_back.offset(back) {
        Some(two_back) if double && !position.board().occupied().contains(one_back) => {
            Bitboard::from_square(two_back)
        }
        _ => Bitboard::from_square(one_back),
    }
}

/// Returns true if the king of the side to move is safe after the move.
fn leaves_king_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let board = position.board();
    let us = position.turn();
    let moved = board.occupied().without(from);
    if role == Role::King {
        return board.attacks_to(to, !us, moved).is_empty();
    }
    let Some(king) = board.king_of(us) else {
        return false;
    };
    let mut taken = to;
    let mut occupied = moved.with(to);
    if role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to) {
        taken = Square::from_coords(to.file(), from.rank());
        occupied.discard(taken);
    }
    board
        .attacks_to(king, !us, occupied)
        .without(taken)
        .is_empty()
}

/// Returns true if the legal move attacks the king of the other side.
fn gives_check(position: &Chess, played: Move) -> bool {
    let Move::Normal {
        role,
        from,
        to,
        promotion,
        ..
    } = played
    else {
        let mut after = position.clone();
        after.play_unchecked(played);
        return after.is_check();
    };
    let board = position.board();
    let us = position.turn();
    let Some(king) = board.king_of(!us) else {
        return false;
    };
    let occupied = board.occupied().without(from).with(to);
    let direct = attacks::attacks(to, promotion.unwrap_or(role).of(us), occupied);
    if direct.contains(king) {
        return true;
    }
    if attacks::ray(king, from).is_empty() {
        return false;
    }
    let behind = board.by_color(us).without(from);
    (attacks::rook_attacks(king, occupied) & board.rooks_and_queens() & behind).any()
        || (attacks::bishop_attacks(king, occupied) & board.bishops_and_queens() & behind).any()
}

/// Returns true if the king to move has a square to go to. Nearly every check leaves one, and this is much cheaper
/// than listing all replies.
fn king_can_step(position: &Chess) -> bool {
    let us = position.turn();
    let Some(king) = position.board().king_of(us) else {
        return false;
    };
    let occupied = position.board().occupied().without(king);
    let targets = attacks::king_attacks(king) & !position.us();
    targets
        .into_iter()
        .any(|to| position.board().attacks_to(to, !us, occupied).is_empty())
}
