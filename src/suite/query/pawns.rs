//! Pawn structure and attacks.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

use super::ast::{Squares, Whose};

/// A kind of pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnKind {
    /// No enemy pawn is ahead on its file or an adjacent one.
    Passed,
    /// No pawn of its own side is on an adjacent file.
    Isolated,
    /// Another pawn of its own side is behind it on its file, so of two on a file one counts.
    Doubled,
}

impl PawnKind {
    /// Returns the number of such pawns of a side.
    pub fn count(self, board: &Board, color: Color) -> i64 {
        let own = board.by_role(Role::Pawn) & board.by_color(color);
        let other = board.by_role(Role::Pawn) & board.by_color(!color);
        let is_one = |pawn: &Square| match self {
            Self::Passed => {
                (other & files_around(pawn.file(), true) & ahead(*pawn, color)).is_empty()
            }
            Self::Isolated => (own & files_around(pawn.file(), false)).is_empty(),
            Self::Doubled => (own & Bitboard::from_file(pawn.file()) & ahead(*pawn, !color)).any(),
        };
        i64::try_from(own.into_iter().filter(is_one).count()).unwrap_or(i64::MAX)
    }
}

/// Returns the adjacent files, and the file itself if `with_it`.
fn files_around(file: File, with_it: bool) -> Bitboard {
    [-1, 0, 1]
        .into_iter()
        .filter(|by| with_it || *by != 0)
        .filter_map(|by| file.offset(by))
        .fold(Bitboard::EMPTY, |all, file| all | Bitboard::from_file(file))
}

/// Returns all ranks ahead of a square for this side.
fn ahead(square: Square, color: Color) -> Bitboard {
    let is_ahead = |rank: &Rank| match color {
        Color::White => *rank > square.rank(),
        Color::Black => *rank < square.rank(),
    };
    Rank::ALL
        .into_iter()
        .filter(is_ahead)
        .fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
}

/// Counts attacks: each piece counts once for each square that it attacks. Pins and the side to move do not matter.
pub(super) fn count_attacks(board: &Board, attackers: Bitboard, attacked: Bitboard) -> i64 {
    let of = |square: Square| (board.attacks_from(square) & attacked).count();
    i64::try_from(attackers.into_iter().map(of).sum::<usize>()).unwrap_or(i64::MAX)
}

impl Whose {
    /// Returns the colours; `None` if they depend on an unknown side to move.
    pub(super) fn colors(self, side: Option<Color>) -> Option<impl Iterator<Item = Color>> {
        let only = match self {
            Self::Both => None,
            Self::Of(color) => Some(color),
            Self::Own => Some(side?),
            Self::Other => Some(!side?),
        };
        let is_one = move |color: &Color| only.is_none_or(|only| only == *color);
        Some(Color::ALL.into_iter().filter(is_one))
    }
}

impl Squares {
    /// Returns the squares as a set; `None` if they depend on an unknown side to move.
    pub(super) fn of(&self, board: &Board, side: Option<Color>) -> Option<Bitboard> {
        Some(match self {
            Self::Square(square) => Bitboard::from_square(*square),
            Self::Kinds(set) => set.squares(board),
            Self::Side(whose) => whose
                .colors(side)?
                .fold(Bitboard::EMPTY, |all, color| all | board.by_color(color)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{ReadOptions, Skim};

    #[track_caller]
    fn check(placement: &str, expected: [[i64; 2]; 3]) {
        let line = format!("{placement} w - -");
        let skim = Skim::read(line.as_bytes(), &ReadOptions::default());
        let board = skim.board().expect("a board");
        let found = [PawnKind::Passed, PawnKind::Isolated, PawnKind::Doubled]
            .map(|kind| [Color::White, Color::Black].map(|color| kind.count(board, color)));
        assert_eq!(found, expected, "{placement}");
    }

    #[test]
    fn pawns_are_passed_isolated_and_doubled() {
        check("4k3/8/8/8/8/8/4P3/4K3", [[1, 0], [1, 0], [0, 0]]);
        check("4k3/3p4/8/4P3/4P3/8/8/4K3", [[0, 0], [2, 1], [1, 0]]);
        check("4k3/p6p/8/8/8/8/PP5P/4K3", [[0, 0], [1, 2], [0, 0]]);
        check("4k3/8/8/3pP3/8/8/8/4K3", [[1, 1], [1, 1], [0, 0]]);
        check("4k3/4p3/4p3/4p3/8/8/8/4K3", [[0, 3], [0, 3], [0, 2]]);
    }
}
