//! Patterns to compare a board with: kinds of pieces, material, pawn structure, attacks, the phase of the game.

use crate::suite::query::ast::{SideChoice, Squares};
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

/// Kinds of pieces, perhaps including the empty square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSet {
    pub pieces: Vec<Piece>,
    /// Whether an empty square matches.
    pub empty: bool,
}

impl PieceSet {
    /// Returns all kinds of pieces.
    pub fn all() -> Self {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
            .collect();
        Self {
            pieces,
            empty: false,
        }
    }

    /// Returns the squares with pieces of these kinds.
    pub fn squares(&self, board: &Board) -> Bitboard {
        let squares = self.pieces.iter().map(|piece| board.by_piece(*piece));
        squares.fold(Bitboard::EMPTY, |all, more| all | more)
    }

    /// Returns the number of pieces of these kinds.
    pub fn count(&self, board: &Board) -> i64 {
        count(self.squares(board))
    }

    /// Returns true if a square has a piece of these kinds, or is empty as it may be.
    pub fn is_at(&self, board: &Board, square: Square) -> bool {
        match board.piece_at(square) {
            Some(piece) => self.pieces.contains(&piece),
            None => self.empty,
        }
    }
}

fn count(squares: Bitboard) -> i64 {
    i64::try_from(squares.count()).unwrap_or(i64::MAX)
}

/// The pieces of one side other than its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Force {
    /// Pawns, knights, bishops, rooks, queens: the number of each, and whether more are allowed.
    pub counts: [(u8, bool); 5],
}

/// The roles of a [`Force`], in its order.
pub const FORCE: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

impl Force {
    fn is_of(&self, board: &Board, color: Color) -> bool {
        let side = board.by_color(color);
        let has = |role| count(board.by_role(role) & side);
        has(Role::King) == 1
            && FORCE
                .into_iter()
                .zip(self.counts)
                .all(|(role, (least, more))| {
                    let there = has(role);
                    there == i64::from(least) || more && there > i64::from(least)
                })
    }
}

/// The material of two sides in the notation of endgames: `KRPvKR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub first: Force,
    pub second: Force,
}

impl Signature {
    /// Returns true if a board has this material, with either colour as the first side.
    pub fn is_of(&self, board: &Board) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| self.first.is_of(board, color) && self.second.is_of(board, !color))
    }
}

/// The required content of some squares; all others are arbitrary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPattern {
    /// The kinds of pieces, each with the squares that must have one.
    pub pieces: Vec<(Piece, Bitboard)>,
    /// The squares that must be empty.
    pub empty: Bitboard,
}

impl BoardPattern {
    /// Requires a piece on a square, or an empty square.
    pub fn want(&mut self, square: Square, piece: Option<Piece>) {
        let Some(piece) = piece else {
            self.empty.add(square);
            return;
        };
        match self.pieces.iter_mut().find(|(kind, _)| *kind == piece) {
            Some((_, squares)) => squares.add(square),
            None => self.pieces.push((piece, Bitboard::from_square(square))),
        }
    }

    /// Returns true if a board matches.
    pub fn fits(&self, board: &Board) -> bool {
        (self.empty & board.occupied()).is_empty()
            && self
                .pieces
                .iter()
                .all(|&(piece, squares)| board.by_piece(piece) & squares == squares)
    }
}

/// A phase of the game, by the weight of the remaining pieces: queen 4, rook 2, knight and bishop 1, in total
/// 24 at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A weight of 20 or more.
    Opening,
    /// A weight of 9 to 19.
    Middlegame,
    /// A weight of 8 or less.
    Endgame,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Returns the phase of a board.
    pub fn of(board: &Board) -> Self {
        let weight = count(board.queens()) * 4
            + count(board.rooks()) * 2
            + count(board.bishops() | board.knights());
        match weight {
            20.. => Self::Opening,
            9..=19 => Self::Middlegame,
            _ => Self::Endgame,
        }
    }

    /// Returns the name in queries.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }
}

/// Returns the material of a side in hundredths of a pawn: pawn 100, knight and bishop 300, rook 500, queen 900.
pub fn material(board: &Board, color: Color) -> i64 {
    let side = board.by_color(color);
    FORCE
        .into_iter()
        .zip([100, 300, 300, 500, 900])
        .map(|(role, worth)| count(board.by_role(role) & side) * worth)
        .sum()
}

/// Returns the number of pieces of a side.
pub fn pieces(board: &Board, color: Color) -> i64 {
    count(board.by_color(color))
}

/// A kind of pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnKind {
    /// No enemy pawn is ahead on its file or on an adjacent one.
    Passed,
    /// No pawn of its side is on an adjacent file.
    Isolated,
    /// Another pawn of its side is behind it on its file: of two pawns on a file, one counts.
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

/// Counts attacks: each piece counts once for each square that it attacks. Pins and the side to move are ignored.
pub(super) fn count_attacks(board: &Board, attackers: Bitboard, attacked: Bitboard) -> i64 {
    let of = |square: Square| (board.attacks_from(square) & attacked).count();
    i64::try_from(attackers.into_iter().map(of).sum::<usize>()).unwrap_or(i64::MAX)
}

impl SideChoice {
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
