//! The legality of a position: each reason against it is its own diagnostic, with the squares concerned. None of them
//! keeps the record from being edited or rewritten.
//!
//! ```
//! use epdit::epd::position::en_passant_squares;
//! use epdit::epd::shakmaty::Square;
//! use epdit::epd::{ReadOptions, Record};
//!
//! let line = b"4k3/8/8/3pP3/8/8/8/4K2r w - d6 bm exd6;";
//! let record = Record::read(line, &ReadOptions::default());
//! let (Some(board), Some(side)) = (record.board(), record.side()) else {
//!     panic!("the fields can be read");
//! };
//! assert_eq!(en_passant_squares(board, side), [Square::D6]);
//! ```

use super::diagnostic::{Code, Detail, Diagnostic};
use super::placement;
use super::span::Span;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, PositionError,
    PositionErrorKinds, Rank, Role, Setup, Square, attacks,
};

/// The parts of a position from the fields, without impossible rights and squares.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub board: Board,
    pub side: Color,
    pub rooks: Bitboard,
    pub en_passant: Option<Square>,
}

/// Returns the reason why no pawn can just have passed over `square`, with `side` to move; `None` if one can.
pub fn en_passant_fault(board: &Board, side: Color, square: Square) -> Option<&'static str> {
    let rank = side.fold_wb(Rank::Sixth, Rank::Third);
    if square.rank() != rank {
        return Some(side.fold_wb(
            "with White to move it is on the 6th rank",
            "with Black to move it is on the 3rd rank",
        ));
    }
    let forward = side.fold_wb(-8, 8);
    let (Some(pawn), Some(origin)) = (square.offset(forward), square.offset(-forward)) else {
        return Some("it is on the edge of the board");
    };
    let double_stepped = Piece {
        color: !side,
        role: Role::Pawn,
    };
    if board.piece_at(pawn) != Some(double_stepped) {
        return Some("there is no pawn in front of it");
    }
    if board.piece_at(square).is_some() {
        return Some("the square is occupied");
    }
    if board.piece_at(origin).is_some() {
        return Some("the square that the pawn came from is occupied");
    }
    None
}

/// Returns the square that a pawn has passed over, if it can just have made a double step, with `side` to move.
pub fn passed_over(board: &Board, side: Color, pawn: Square) -> Option<Square> {
    let square = pawn.offset(side.fold_wb(8, -8))?;
    en_passant_fault(board, side, square)
        .is_none()
        .then_some(square)
}

/// Returns every possible en-passant square, with `side` to move.
pub fn en_passant_squares(board: &Board, side: Color) -> Vec<Square> {
    let pawns = board.pawns()
        & board.by_color(!side)
        & Bitboard::from_rank(side.fold_wb(Rank::Fifth, Rank::Fourth));
    pawns
        .into_iter()
        .filter_map(|pawn| passed_over(board, side, pawn))
        .collect()
}

/// Appends four fields: pieces, side to move, castling rights as text and en-passant square.
pub(crate) fn write_fields(
    board: &Board,
    side: Color,
    rights: &str,
    en_passant: Option<Square>,
    out: &mut Vec<u8>,
) {
    placement::write(board, out);
    out.extend_from_slice(side.fold_wb(b" w ", b" b "));
    out.extend_from_slice(rights.as_bytes());
    out.push(b' ');
    match en_passant {
        Some(square) => out.extend_from_slice(square.to_string().as_bytes()),
        None => out.push(b'-'),
    }
}

/// Appends the four fields of a legal position, with `rights` as the castling field.
pub fn write(position: &Chess, rights: &str, out: &mut Vec<u8>) {
    let square = position.maybe_ep_square();
    write_fields(position.board(), position.turn(), rights, square, out);
}

/// Returns the position, if it is legal; diagnostics about it are added to `out`, at `span`.
pub(super) fn judge(situation: &Situation, span: Span, out: &mut Vec<Diagnostic>) -> Option<Chess> {
    let setup = Setup {
        board: situation.board.clone(),
        promoted: Bitboard::EMPTY,
        pockets: None,
        turn: situation.side,
        castling_rights: situation.rooks,
        ep_square: situation.en_passant,
        ..Setup::empty()
    };
    match Chess::from_setup(setup, CastlingMode::Chess960) {
        Ok(position) => {
            if let Some(checkers) = not_uncovered(&situation.board, situation.side) {
                out.push(Diagnostic::new(Code::ImpossibleCheck, span).on(checkers));
            }
            Some(position)
        }
        Err(error) => {
            report(&situation.board, situation.side, error.kinds(), span, out);
            error
                .ignore_too_much_material()
                .or_else(PositionError::ignore_impossible_check)
                .or_else(PositionError::ignore_invalid_ep_square)
                .or_else(PositionError::ignore_invalid_castling_rights)
                .ok()
        }
    }
}

/// Returns several pieces that check the king without a possible discovered check: of two checking pieces after one
/// move, one has not moved, and something between it and the king has gone.
fn not_uncovered(board: &Board, side: Color) -> Option<Bitboard> {
    let king = board.king_of(side)?;
    let checkers = board.attacks_to(king, !side, board.occupied());
    let is_near = |checker: Square| attacks::between(checker, king).is_empty();
    (checkers.more_than_one() && checkers.into_iter().all(is_near)).then_some(checkers)
}

fn report(
    board: &Board,
    side: Color,
    kinds: PositionErrorKinds,
    span: Span,
    out: &mut Vec<Diagnostic>,
) {
    let mut add =
        |code, squares, detail| out.push(Diagnostic::new(code, span).on(squares).with(detail));
    if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
        add(Code::EmptyBoard, Bitboard::EMPTY, Detail::None);
        return;
    }
    for colour in Color::ALL {
        let kings = board.kings() & board.by_color(colour);
        let name = Detail::Side(colour);
        match kings.count() {
            0 => add(Code::MissingKing, Bitboard::EMPTY, name),
            1 => {}
            _ => add(Code::TooManyKings, kings, name),
        }
    }
    let on_edge = board.pawns() & Bitboard::BACKRANKS;
    if on_edge.any() {
        add(Code::PawnOnEdge, on_edge, Detail::None);
    }
    let checked = |colour: Color| {
        board
            .king_of(colour)
            .map(|king| (king, board.attacks_to(king, !colour, board.occupied())))
            .filter(|(_, attackers)| attackers.any())
    };
    if let Some((king, attackers)) = checked(!side) {
        let squares = attackers | Bitboard::from_square(king);
        // Both kings in check is one fact, reported once.
        match checked(side) {
            Some((own, attackers)) => {
                let squares = squares | attackers | Bitboard::from_square(own);
                add(Code::BothInCheck, squares, Detail::None);
            }
            None => {
                let name = Detail::Side(!side);
                add(Code::OppositeCheck, squares, name);
            }
        }
    }
    if kinds.contains(PositionErrorKinds::IMPOSSIBLE_CHECK) || not_uncovered(board, side).is_some()
    {
        let squares = checked(side).map_or(Bitboard::EMPTY, |(_, attackers)| attackers);
        add(Code::ImpossibleCheck, squares, Detail::None);
    }
    if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        add(Code::TooMuchMaterial, Bitboard::EMPTY, Detail::None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(placement: &str, side: Color) -> Vec<&'static str> {
        let situation = Situation {
            board: placement.parse().unwrap(),
            side,
            rooks: Bitboard::EMPTY,
            en_passant: None,
        };
        let mut out = Vec::new();
        let position = judge(&situation, Span::default(), &mut out);
        let blocked = out
            .iter()
            .any(|d| d.severity == super::super::Severity::Error);
        assert_eq!(position.is_none(), blocked);
        out.iter().map(|d| d.code.name()).collect()
    }

    #[test]
    fn each_reason_has_its_own_diagnostic() {
        assert_eq!(codes("8/8/8/8/8/8/8/8", Color::White), ["empty-board"]);
        assert_eq!(codes("8/8/8/8/8/8/8/4K3", Color::White), ["missing-king"]);
        assert_eq!(
            codes("4k2k/8/8/8/8/8/8/4K3", Color::White),
            ["too-many-kings"]
        );
        assert_eq!(
            codes("4k2P/8/8/8/8/8/8/4K3", Color::White),
            ["pawn-on-edge"]
        );
        assert_eq!(
            codes("4k3/8/8/8/4R3/8/8/4K3", Color::White),
            ["opposite-check"]
        );
        assert_eq!(codes("4k3/8/8/8/4R3/8/8/4K3", Color::Black), [""; 0]);
        assert_eq!(
            codes("4k2P/8/8/8/8/8/8/3K1K2", Color::White),
            ["too-many-kings", "pawn-on-edge"]
        );
    }

    #[test]
    fn both_kings_in_check_is_one_problem() {
        assert_eq!(
            codes("4k3/8/8/4Q3/8/8/4r3/4K3", Color::White),
            ["both-in-check"]
        );
    }

    #[test]
    fn one_of_two_checks_must_be_a_discovered_one() {
        let impossible = ["impossible-check"];
        // Rook and queen are both next to the king.
        assert_eq!(codes("3Rk3/3NQ3/8/8/8/8/8/4K3", Color::Black), impossible);
        assert_eq!(codes("4k3/4Q3/3N4/8/8/8/8/4K3", Color::Black), impossible);
        // The knight came from e7 or e5, the pawn captured from e6, the rook came from e7.
        assert_eq!(codes("4k3/8/3N4/8/8/8/4R3/4K3", Color::Black), [""; 0]);
        assert_eq!(codes("4k3/3P4/8/8/8/8/4R3/4K3", Color::Black), [""; 0]);
        assert_eq!(codes("3Rk3/8/8/8/8/8/4Q3/4K3", Color::Black), [""; 0]);
    }

    #[test]
    fn suspicious_positions_are_playable() {
        assert_eq!(
            codes("qqqqkqqq/pppppppp/8/8/8/8/8/4K3", Color::White),
            ["too-much-material"]
        );
    }

    #[test]
    fn en_passant_squares_are_those_a_double_step_can_have_passed() {
        let board: Board = "4k3/8/8/3pPp2/8/8/8/4K3".parse().unwrap();
        assert_eq!(
            en_passant_squares(&board, Color::White),
            [Square::D6, Square::F6]
        );
        let board: Board = "4k3/3p4/8/3pPp2/8/8/8/4K3".parse().unwrap();
        assert_eq!(en_passant_squares(&board, Color::White), [Square::F6]);
        assert!(en_passant_fault(&board, Color::White, Square::D6).is_some());
        assert!(en_passant_fault(&board, Color::White, Square::E3).is_some());
    }
}
