//! Diagnostics of the position by the rules of chess: sides, squares and numbers.

use super::{Context, Entry, entries};
use crate::epd::counted::{noun, thousands_of};
use crate::epd::diagnostic::{Code, Detail, Related, list};
use crate::epd::placement;
use shakmaty::{Bitboard, Board, Color, Role, Square};

entries! {
    EmptyBoard "empty-board" Error
        "no piece on the board"
        "A position has at least both kings."
        "8/8/8/8/8/8/8/8 w - -"
        message: |_| "the board is empty, expected both kings".to_owned();
    MissingKing "missing-king" Error
        "a side without a king"
        "Each side has exactly one king. Without one, moves can't be checked."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| format!("{} has no king", d.side());
    TooManyKings "too-many-kings" Error
        "a side with more than one king"
        "Each side has exactly one king. With more, moves can't be checked."
        "4k2k/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| {
            let kings = d.diagnostic.squares;
            format!("{} has {} kings ({}), expected 1", d.side(), kings.count(), squares(kings))
        },
        related: pieces;
    PawnOnEdge "pawn-on-edge" Error
        "a pawn on the first or last rank"
        "Pawns start on the 2nd and 7th rank and promote on the last."
        "4k2P/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| {
            let pawns = d.diagnostic.squares;
            let what = noun(pawns.count(), "a pawn", "pawns");
            format!("{what} on {}, expected none on the first and last rank", squares(pawns))
        },
        related: pieces;
    OppositeCheck "opposite-check" Error
        "the side that is not to move is in check"
        "The king could be captured at once: the side to move is wrong, or a piece is on the wrong square."
        "4k3/8/8/8/4R3/8/8/4K3 w - - bm Kd2;"
        message: opposite_check,
        related: pieces;
    BothInCheck "both-in-check" Error
        "both kings are in check"
        "No legal move leads to a position with both kings in check."
        "4k3/8/8/8/4Q3/8/4r3/4K3 w - - bm Kd1;"
        message: both_in_check,
        related: pieces;
    MovesUnchecked "moves-unchecked" Warning
        "moves that could not be checked"
        "The position is not legal, so no move can be called legal or illegal. The moves are left unchanged."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;"
        message: |d| format!("{} can't be checked: the position is not legal", d.value());
    ImpossibleCheck "impossible-check" Warning
        "an impossible double check"
        "No legal move can produce check from these pieces at the same time."
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - bm Kd8;"
        message: |d| format!("no single move can give check from {}", squares(d.diagnostic.squares)),
        related: pieces;
    TooMuchMaterial "too-much-material" Warning
        "more pieces than promotions allow"
        "A side has at most 16 pieces, and every promoted piece takes the place of one of its eight pawns."
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -"
        message: too_much_material;
}

impl Context<'_, '_> {
    /// Returns the side whose king is concerned.
    fn side(&self) -> &'static str {
        match self.diagnostic.detail {
            Detail::Side(side) => side.fold_wb("White", "Black"),
            _ => "",
        }
    }
}

/// Returns squares as `e4`, `e4 and e8`.
fn squares(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|s| s.to_string()).collect();
    list(&names, "and")
}

fn opposite_check(d: &Context<'_, '_>) -> String {
    let side = d.side();
    let mover = if side == "White" { "Black" } else { "White" };
    let kings = d.record.board().map_or(Bitboard::EMPTY, Board::kings);
    let from = squares(d.diagnostic.squares & !kings);
    format!("{side} is in check from {from}, but {mover} is to move")
}

fn both_in_check(d: &Context<'_, '_>) -> String {
    let by = |side: Color| {
        let board = d.record.board();
        let king = board.and_then(|board| Some((board, board.king_of(side)?)));
        king.map_or_else(String::new, |(board, king)| {
            squares(board.attacks_to(king, !side, board.occupied()))
        })
    };
    let (white, black) = (by(Color::White), by(Color::Black));
    format!("both kings are in check: White's from {white}, Black's from {black}")
}

/// Names the sides with more pieces than promotions and captures allow, and the excess.
fn too_much_material(d: &Context<'_, '_>) -> String {
    let Some(board) = d.record.board() else {
        return "more pieces than promotions and captures allow".to_owned();
    };
    let sides = Color::ALL
        .into_iter()
        .filter_map(|side| excess(board, side));
    sides.collect::<Vec<_>>().join("; ")
}

/// Returns the excess of a side.
fn excess(board: &Board, side: Color) -> Option<String> {
    let own = board.by_color(side);
    let name = side.fold_wb("White", "Black");
    let all = own.count();
    if all > 16 {
        return Some(format!("{name} has {all} pieces, expected at most 16"));
    }
    let bishops = board.bishops() & own;
    let groups = [
        ((board.queens() & own).count(), 1),
        ((board.rooks() & own).count(), 2),
        ((bishops & Bitboard::LIGHT_SQUARES).count(), 1),
        ((bishops & Bitboard::DARK_SQUARES).count(), 1),
        ((board.knights() & own).count(), 2),
    ];
    let promoted: usize = groups
        .iter()
        .map(|&(there, first)| there.saturating_sub(first))
        .sum();
    let pawns = (board.pawns() & own).count();
    (promoted + pawns > 8).then(|| {
        format!(
            "{name} has {} besides {}, expected at most 8 together",
            thousands_of(promoted, "promoted piece", "promoted pieces"),
            thousands_of(pawns, "pawn", "pawns")
        )
    })
}

/// Returns the pieces on a diagnostic's squares, at their place in the placement.
fn pieces(d: &Context<'_, '_>) -> Vec<Related> {
    let (Some(field), Some(board)) = (d.record.fields.placement, d.record.board()) else {
        return Vec::new();
    };
    let label = |square: Square| match board.piece_at(square)?.role {
        Role::King => Some(format!("king on {square}")),
        Role::Pawn if d.diagnostic.code == Code::PawnOnEdge => Some(format!("pawn on {square}")),
        _ => Some(format!("gives check from {square}")),
    };
    let place = |square: Square| {
        let place = placement::place_of(field.of(d.record.line), square)?;
        Some(Related::new(place.shifted(field.start), label(square)?))
    };
    let mut found: Vec<Related> = d.diagnostic.squares.into_iter().filter_map(place).collect();
    found.sort_by_key(|related| related.span.start);
    found
}
