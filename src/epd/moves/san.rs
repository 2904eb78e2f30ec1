//! Plain SAN: the fast way to read moves, and the only way to write them.

use super::Form;
use super::legal::{self, Sign};
use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

/// A text in the form of SAN, split into parts.
#[derive(Clone, Copy)]
struct Plain {
    role: Role,
    route: Route,
    promotion: Option<Role>,
}

impl Plain {
    /// Returns true if a move has this piece, target, capture and promotion.
    fn is_of(self, played: Move) -> bool {
        self.role == played.role()
            && self.route.to == played.to()
            && self.route.joint.is_some() == played.is_capture()
            && self.promotion == played.promotion()
    }
}

/// The target square of a move, and the text before it.
///
/// ```text
/// route = [ file ] [ rank ] [ joint ] file rank
/// joint = "-" | "x" | "X" | ":"
/// ```
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub file: Option<File>,
    pub rank: Option<Rank>,
    pub joint: Option<u8>,
    pub to: Square,
}

impl Route {
    #[inline]
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let [front @ .., to_file, to_rank] = text else {
            return None;
        };
        let to = Square::from_coords(file(*to_file)?, rank(*to_rank)?);
        let (front, joint) = match front {
            [front @ .., joint @ (b'-' | b'x' | b'X' | b':')] => (front, Some(*joint)),
            _ => (front, None),
        };
        let (file, rank) = match *front {
            [] => (None, None),
            [one] => match file(one) {
                Some(file) => (Some(file), None),
                None => (None, Some(rank(one)?)),
            },
            [one, two] => (Some(file(one)?), Some(rank(two)?)),
            _ => return None,
        };
        Some(Self {
            file,
            rank,
            joint,
            to,
        })
    }

    /// Returns the possible origins.
    pub(super) fn origins(file: Option<File>, rank: Option<Rank>) -> Bitboard {
        file.map_or(Bitboard::FULL, Bitboard::from_file)
            & rank.map_or(Bitboard::FULL, Bitboard::from_rank)
    }
}

/// Reads plain SAN of exactly one legal move: the first step of [`read`](super::read), which suffices for most files.
/// `None` only means that it must look further.
pub(crate) fn read(position: &Chess, text: &[u8]) -> Option<(Move, Form)> {
    let (body, given) = match text {
        [body @ .., b'+'] => (body, Sign::Check),
        [body @ .., b'#'] => (body, Sign::Mate),
        _ => (text, Sign::Quiet),
    };
    let (played, minimal) = read_body(position, body)?;
    let mut form = sign_form(legal::sign(position, played), given);
    form.spelling |= !minimal;
    Some((played, form))
}

/// Reads the one legal move, and whether its disambiguation is canonical.
fn read_body(position: &Chess, body: &[u8]) -> Option<(Move, bool)> {
    Some(match body {
        b"O-O" => (legal::castling(position, CastlingSide::KingSide)?, true),
        b"O-O-O" => (legal::castling(position, CastlingSide::QueenSide)?, true),
        _ => find(position, parse(body)?)?,
    })
}

/// Returns true if a text is plain SAN of exactly this legal move, whatever its check sign.
pub(crate) fn is_of(position: &Chess, text: &[u8], played: Move) -> bool {
    let body = match text {
        [body @ .., b'+' | b'#'] => body,
        _ => text,
    };
    let (Move::Normal { from, to, .. } | Move::EnPassant { from, to }) = played else {
        return is_plain(body, played);
    };
    parse(body).is_some_and(|plain| {
        let named = Route::origins(plain.route.file, plain.route.rank);
        let others = || legal::origins_among(position, plain.role, named.without(from), to);
        plain.is_of(played) && named.contains(from) && others().is_empty()
    })
}

/// Compares the check sign `given` with the `right` one.
pub(super) fn sign_form(right: Sign, given: Sign) -> Form {
    let false_mate = given == Sign::Mate && right != Sign::Mate;
    Form {
        spelling: given != right && !false_mate,
        false_mate,
        ..Form::default()
    }
}

/// Returns true if `body`, which means `played`, differs from its canonical SAN at most in disambiguation (without
/// check signs).
pub(super) fn is_plain(body: &[u8], played: Move) -> bool {
    match played {
        Move::Castle { king, rook } => body == if rook > king { &b"O-O"[..] } else { b"O-O-O" },
        _ => parse(body).is_some_and(|plain| plain.is_of(played)),
    }
}

/// Splits SAN without its check sign into parts.
///
/// ```text
/// piece = ( "N" | "B" | "R" | "Q" | "K" ) [ file ] [ rank ] [ "x" ] file rank
/// pawn  = [ file "x" ] file rank [ "=" ( "N" | "B" | "R" | "Q" ) ]
/// ```
fn parse(body: &[u8]) -> Option<Plain> {
    let (&first, rest) = body.split_first()?;
    let (role, rest, promotion) = match (piece(first), body) {
        (Some(role), _) => (role, rest, None),
        (None, [rest @ .., b'=', letter]) => {
            let promotion = piece(*letter).filter(|role| *role != Role::King)?;
            (Role::Pawn, rest, Some(promotion))
        }
        (None, _) => (Role::Pawn, body, None),
    };
    let route = Route::of(rest)?;
    let is_plain = matches!(route.joint, None | Some(b'x'))
        && (role != Role::Pawn
            || route.rank.is_none() && route.file.is_some() == route.joint.is_some());
    is_plain.then_some(Plain {
        role,
        route,
        promotion,
    })
}

/// Finds the one legal move, and whether its disambiguation is canonical.
fn find(position: &Chess, plain: Plain) -> Option<(Move, bool)> {
    let Plain {
        role,
        route:
            Route {
                file,
                rank,
                joint,
                to,
            },
        promotion,
    } = plain;
    let origins = legal::origins(position, role, to);
    let from = (origins & Route::origins(file, rank)).single_square()?;
    let minimal = if role == Role::Pawn {
        if promotion.is_some() != legal::promotes(position, to) {
            return None;
        }
        true
    } else {
        disambiguation(origins, from) == (file.is_some(), rank.is_some())
    };
    let played = legal::from_origin(position, role, from, to, promotion);
    (played.is_capture() == joint.is_some()).then_some((played, minimal))
}

/// Returns whether canonical SAN names the file and the rank of `from`, one of the `origins` from which a piece of
/// this kind can go there (PGN standard, section 8.2.3.4).
fn disambiguation(origins: Bitboard, from: Square) -> (bool, bool) {
    let others = origins.without(from);
    if others.is_empty() {
        return (false, false);
    }
    let file_taken = (others & Bitboard::from_file(from.file())).any();
    let rank_taken = (others & Bitboard::from_rank(from.rank())).any();
    (!file_taken || rank_taken, file_taken)
}

/// Appends the PGN export SAN of a legal move: minimal disambiguation, `x`, `=Q`, `O-O`, `+` or `#`. A move that is
/// not legal in `position` is written without a check sign.
pub fn write_san(position: &Chess, played: Move, out: &mut Vec<u8>) {
    if !write_body(position, played, out) {
        return;
    }
    match legal::sign(position, played) {
        Sign::Quiet => {}
        Sign::Check => out.push(b'+'),
        Sign::Mate => out.push(b'#'),
    }
}

/// Returns the PGN export SAN of a legal move; see [`write_san`].
pub fn san(position: &Chess, played: Move) -> String {
    let mut out = Vec::with_capacity(8);
    write_san(position, played, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes like [`write_san`], without the check sign; returns true if the move is legal.
pub(super) fn write_body(position: &Chess, played: Move, out: &mut Vec<u8>) -> bool {
    match played {
        Move::Normal {
            role,
            from,
            to,
            capture,
            promotion,
        } => {
            let origins = legal::origins(position, role, to);
            if role == Role::Pawn {
                if capture.is_some() {
                    out.push(file_letter(from));
                }
            } else {
                out.push(letter(role));
                let (file, rank) = disambiguation(origins, from);
                if file {
                    out.push(file_letter(from));
                }
                if rank {
                    out.push(rank_digit(from));
                }
            }
            if capture.is_some() {
                out.push(b'x');
            }
            out.extend_from_slice(&[file_letter(to), rank_digit(to)]);
            if let Some(promotion) = promotion {
                out.extend_from_slice(&[b'=', letter(promotion)]);
            }
            origins.contains(from)
        }
        Move::EnPassant { from, to } => {
            out.extend_from_slice(&[file_letter(from), b'x', file_letter(to), rank_digit(to)]);
            position.maybe_ep_square() == Some(to)
                && legal::origins(position, Role::Pawn, to).contains(from)
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            out.extend_from_slice(if side.is_king_side() {
                b"O-O"
            } else {
                b"O-O-O"
            });
            legal::castling(position, side) == Some(played)
        }
        Move::Put { role, to } => {
            out.extend_from_slice(&[letter(role), b'@', file_letter(to), rank_digit(to)]);
            false
        }
    }
}

/// Returns the piece of an upper-case letter; pawns have none.
pub(super) const fn piece(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

/// Returns the file of a lower-case letter.
pub(super) fn file(letter: u8) -> Option<File> {
    matches!(letter, b'a'..=b'h').then(|| File::new(u32::from(letter - b'a')))
}

/// Returns the rank of a digit.
pub(super) fn rank(digit: u8) -> Option<Rank> {
    matches!(digit, b'1'..=b'8').then(|| Rank::new(u32::from(digit - b'1')))
}

const fn letter(role: Role) -> u8 {
    role.upper_char() as u8
}

fn file_letter(square: Square) -> u8 {
    b'a' + square.file() as u8
}

fn rank_digit(square: Square) -> u8 {
    b'1' + square.rank() as u8
}
