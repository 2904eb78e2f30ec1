//! The body of a move in any dialect, and the legal moves it fits.
//!
//! ```text
//! body      = castling | [ piece ] [ file ] [ rank ] [ joint ] file rank [ promotion ]
//! piece     = one of KQRBNP, or kqrnp: no file has these letters, but b is one
//! joint     = "-" | "x" | "X" | ":"
//! promotion = [ "=" | "/" ] letter | [ "=" ] "(" letter ")"
//! castling  = three or two of "O", "o", "0", joined by "-" (letters also without)
//! ```

use super::legal;
use super::san::{self, Route};
use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

/// The meaning of a body.
#[derive(Clone, Copy)]
pub(super) enum Body {
    Castling(CastlingSide),
    /// A move from one square to another, of the named piece or any piece there.
    Squares {
        role: Option<Role>,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    Pawn {
        file: Option<File>,
        to: Square,
        promotion: Option<Role>,
        maybe_bishop: bool,
    },
    /// A move of the named piece from one of these squares, never fully specified.
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
    },
}

impl Body {
    /// Parses a body; `None` if it has another form.
    pub(super) fn of(body: &[u8]) -> Option<Self> {
        if let Some(side) = castling(body) {
            return Some(Self::Castling(side));
        }
        let (role, rest) = match body {
            [letter, rest @ ..] => match piece(*letter) {
                Some(role) => (Some(role), rest),
                None => (None, body),
            },
            [] => return None,
        };
        let (route, promotion) = match Route::of(rest) {
            Some(route) => (route, None),
            None => {
                let (rest, promotion) = without_promotion(rest)?;
                (Route::of(rest)?, Some(promotion))
            }
        };
        let Route {
            file,
            rank,
            joint,
            to,
        } = route;
        let may_be_pawn = matches!(role, None | Some(Role::Pawn));
        match (role, file, rank) {
            _ if promotion.is_some() && !may_be_pawn => None,
            (_, Some(file), Some(rank)) => {
                let from = Square::from_coords(file, rank);
                Some(Self::Squares {
                    role,
                    from,
                    to,
                    promotion,
                })
            }
            (_, None, Some(_)) if may_be_pawn => None,
            (None, None, None) if joint.is_some() => None,
            (None | Some(Role::Pawn), file, _) => {
                // `bc4` is a pawn's capture without its x, or a bishop in lower case.
                let maybe_bishop = role.is_none()
                    && file == Some(File::B)
                    && joint != Some(b'x')
                    && promotion.is_none();
                Some(Self::Pawn {
                    file,
                    to,
                    promotion,
                    maybe_bishop,
                })
            }
            (Some(role), file, rank) => Some(Self::Piece {
                role,
                file,
                rank,
                to,
            }),
        }
    }

    /// Returns the target that every spelling of this move names; `None` if a king may castle.
    pub(super) fn named_target(self) -> Option<Square> {
        match self {
            Self::Pawn { to, .. } => Some(to),
            Self::Piece { role, to, .. } => (role != Role::King).then_some(to),
            Self::Squares { role, from, to, .. } => {
                let may_be_king = matches!(role, None | Some(Role::King));
                (!may_be_king || from.rank() != to.rank()).then_some(to)
            }
            Self::Castling(_) => None,
        }
    }

    /// Returns the legal moves that fit.
    pub(super) fn fitting(self, position: &Chess) -> Vec<Move> {
        match self {
            Self::Castling(side) => legal::castling(position, side).into_iter().collect(),
            Self::Squares {
                role,
                from,
                to,
                promotion,
            } => {
                let standing = position.board().role_at(from);
                if role.is_some() && role != standing {
                    return Vec::new();
                }
                match standing {
                    Some(Role::King) => {
                        let played = king_move(position, from, to);
                        played.filter(|_| promotion.is_none()).into_iter().collect()
                    }
                    Some(role) => {
                        of_origins(position, role, Bitboard::from_square(from), to, promotion)
                    }
                    None => Vec::new(),
                }
            }
            Self::Pawn {
                file,
                to,
                promotion,
                maybe_bishop,
            } => {
                let from = Bitboard::from_file(file.unwrap_or(to.file()));
                let mut found = of_origins(position, Role::Pawn, from, to, promotion);
                if maybe_bishop && !found.is_empty() {
                    found.extend(of_origins(position, Role::Bishop, Bitboard::FULL, to, None));
                }
                found
            }
            Self::Piece {
                role,
                file,
                rank,
                to,
            } => of_origins(position, role, Route::origins(file, rank), to, None),
        }
    }
}

/// Returns the legal moves of a kind of piece from some squares to one.
fn of_origins(
    position: &Chess,
    role: Role,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Vec<Move> {
    const CHOICES: [Option<Role>; 4] = [
        Some(Role::Queen),
        Some(Role::Rook),
        Some(Role::Bishop),
        Some(Role::Knight),
    ];
    let promotes = role == Role::Pawn && legal::promotes(position, to);
    let choices: &[Option<Role>] = match promotion {
        Some(_) if promotes => &[promotion],
        Some(_) => &[],
        None if promotes => &CHOICES,
        None => &[None],
    };
    legal::origins_among(position, role, from, to)
        .into_iter()
        .flat_map(|from| choices.iter().map(move |choice| (from, *choice)))
        .map(|(from, choice)| legal::from_origin(position, role, from, to, choice))
        .collect()
}

/// Returns the king's move between two squares. Onto its own rook it castles (UCI of Chess960), as does a leap to the
/// square where castling leaves it (`e1g1`); one step is a step.
fn king_move(position: &Chess, from: Square, to: Square) -> Option<Move> {
    if !position.our(Role::King).contains(from) {
        return None;
    }
    if legal::origins(position, Role::King, to).contains(from) {
        return Some(legal::from_origin(position, Role::King, from, to, None));
    }
    let on_rook = (position.castles().castling_rights() & position.us()).contains(to);
    let leaps = from.distance(to) >= 2 && from.rank() == to.rank();
    let side = match to.file() {
        _ if on_rook => CastlingSide::from_king_side(to > from),
        File::G if leaps => CastlingSide::KingSide,
        File::C if leaps => CastlingSide::QueenSide,
        _ => return None,
    };
    legal::castling(position, side)
}

/// Parses `O-O`, `0-0-0`, `o-o`, `OO`.
fn castling(body: &[u8]) -> Option<CastlingSide> {
    let is_o = |byte: u8| matches!(byte, b'O' | b'o' | b'0');
    let is_letter = |byte: u8| matches!(byte, b'O' | b'o');
    match *body {
        [a, b'-', b] if is_o(a) && is_o(b) => Some(CastlingSide::KingSide),
        [a, b'-', b, b'-', c] if is_o(a) && is_o(b) && is_o(c) => Some(CastlingSide::QueenSide),
        [a, b] if is_letter(a) && is_letter(b) => Some(CastlingSide::KingSide),
        [a, b, c] if is_letter(a) && is_letter(b) && is_letter(c) => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Returns the piece of a letter that can't be a file; lower-case `b` is a file.
fn piece(letter: u8) -> Option<Role> {
    match letter {
        b'P' | b'p' => Some(Role::Pawn),
        b'b' => None,
        _ => san::piece(letter.to_ascii_uppercase()),
    }
}

/// Removes a promotion from the end: `=Q`, `q`, `/Q`, `(Q)`.
fn without_promotion(text: &[u8]) -> Option<(&[u8], Role)> {
    let (front, letter) = match text {
        [front @ .., b'(', letter, b')'] => (front.strip_suffix(b"=").unwrap_or(front), letter),
        [front @ .., b'=' | b'/', letter] | [front @ .., letter] => (front, letter),
        [] => return None,
    };
    let role = san::piece(letter.to_ascii_uppercase()).filter(|role| *role != Role::King)?;
    Some((front, role))
}
