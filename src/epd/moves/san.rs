//! Plain SAN: the fast way to read moves, and the only way to write them; the reason why a move is illegal, and the
//! legal moves near it.

use crate::epd::moves::body::{self, Body, Sketch};
use crate::epd::moves::{self, Form, Sign, ends};
use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};

/// A text in the form of SAN, split into parts.
#[derive(Clone, Copy)]
struct Plain {
    role: Role,
    route: Route,
    promotion: Option<Role>,
}

impl Plain {
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

    pub(super) fn origins(file: Option<File>, rank: Option<Rank>) -> Bitboard {
        file.map_or(Bitboard::FULL, Bitboard::from_file)
            & rank.map_or(Bitboard::FULL, Bitboard::from_rank)
    }
}

/// Reads plain SAN of exactly one legal move: the first step of [`read`](super::read), which suffices for most files.
/// `None` only means that the dialects have to be tried.
pub(crate) fn read(position: &Chess, text: &[u8]) -> Option<(Move, Form)> {
    let (body, given) = match text {
        [body @ .., b'+'] => (body, Sign::Check),
        [body @ .., b'#'] => (body, Sign::Mate),
        _ => (text, Sign::Quiet),
    };
    let (played, minimal) = read_body(position, body)?;
    let mut form = sign_form(moves::sign_of(position, played), given);
    form.spelling |= !minimal;
    Some((played, form))
}

/// Returns the one legal move, and true if its disambiguation is canonical.
fn read_body(position: &Chess, body: &[u8]) -> Option<(Move, bool)> {
    Some(match body {
        b"O-O" => (
            moves::castling_move(position, CastlingSide::KingSide)?,
            true,
        ),
        b"O-O-O" => (
            moves::castling_move(position, CastlingSide::QueenSide)?,
            true,
        ),
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
        let others = || moves::origins_among(position, plain.role, named.without(from), to);
        plain.is_of(played) && named.contains(from) && others().is_empty()
    })
}

pub(super) fn sign_form(right: Sign, given: Sign) -> Form {
    let false_mate = given == Sign::Mate && right != Sign::Mate;
    Form {
        spelling: given != right && !false_mate,
        false_mate,
        ..Form::default()
    }
}

/// Returns true if `body`, the text of `played`, differs from its SAN at most in disambiguation.
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

/// Returns the one legal move, and true if its disambiguation is canonical.
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
    let origins = moves::origins(position, role, to);
    let from = (origins & Route::origins(file, rank)).single_square()?;
    let minimal = if role == Role::Pawn {
        if promotion.is_some() != moves::promotes(position, to) {
            return None;
        }
        true
    } else {
        disambiguation(origins, from) == (file.is_some(), rank.is_some())
    };
    let played = moves::from_origin(position, role, from, to, promotion);
    (played.is_capture() == joint.is_some()).then_some((played, minimal))
}

/// Returns true for the file, and for the rank, if canonical SAN names it for `from`, one of the `origins` from which
/// a piece of this kind can reach the target (PGN standard, section 8.2.3.4).
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
    match moves::sign_of(position, played) {
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
            let origins = moves::origins(position, role, to);
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
                && moves::origins(position, Role::Pawn, to).contains(from)
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            out.extend_from_slice(if side.is_king_side() {
                b"O-O"
            } else {
                b"O-O-O"
            });
            moves::castling_move(position, side) == Some(played)
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

pub(super) fn file(letter: u8) -> Option<File> {
    matches!(letter, b'a'..=b'h').then(|| File::new(u32::from(letter - b'a')))
}

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

/// Returns the reason why a text in the form of a move is illegal, as the end of a sentence: `no white knight can
/// reach f6`. `None` if it has another form, or no reason is found.
pub fn why_illegal(position: &Chess, text: &[u8]) -> Option<String> {
    let us = position.turn();
    let (side, other) = (name(us), name(!us));
    // Both sides write castling alike, so it is the move of the side to move.
    if let Some(castling) = castling_side(text) {
        return Some(why_not_castling(position, castling));
    }
    if let Ok(swapped) = position.clone().swap_turn()
        && body::read_dialect(&swapped, text).result.is_ok()
    {
        return Some(format!("{side} is to move, and only {other} could play it"));
    }
    let parsed = Sketch::of(text)?.parsed();
    let (role, from, to) = match parsed {
        // Handled above.
        Body::Castling(_) => return None,
        Body::Squares { role, from, to, .. } => match standing(position, role, from) {
            Ok(role) => (role, Bitboard::from_square(from), to),
            Err(why) => return Some(why),
        },
        Body::Pawn { file, to, .. } => {
            let file = file.unwrap_or(to.file());
            (Role::Pawn, Bitboard::from_file(file), to)
        }
        Body::Piece {
            role,
            file,
            rank,
            to,
        } => (role, Route::origins(file, rank), to),
    };
    let piece = format!("{} {}", side.to_ascii_lowercase(), piece_name(role));
    if position.our(role).is_empty() {
        return Some(format!("there is no {piece}"));
    }
    if position.us().contains(to) {
        return Some(format!("{side} has a piece on {to} already"));
    }
    let reaching = moves::reaching(position, role, to);
    Some(if (reaching & from).is_empty() {
        match castled(position, role, to) {
            Some(written) => format!("the king goes to {to} only by castling, `{written}`"),
            None => not_reached(parsed, &piece, to, reaching),
        }
    } else if (moves::origins(position, role, to) & from).any() {
        // A move fits except for something around it: a promotion, `e.p.`, `1...`.
        format!("a {piece} can reach {to}, but not with this promotion, number or mark")
    } else if position.is_check() {
        format!("{side} is in check, and still would be")
    } else {
        format!("{side} would be in check")
    })
}

/// Returns the role of the piece on the named origin of a move, or the reason why it can't be the moving piece.
fn standing(position: &Chess, role: Option<Role>, from: Square) -> Result<Role, String> {
    match position.board().piece_at(from) {
        None => Err(format!("{from} is empty")),
        Some(piece) if piece.color != position.turn() => {
            Err(format!("the piece on {from} is {}'s", name(piece.color)))
        }
        Some(piece) if role.is_some_and(|role| role != piece.role) => {
            Err(format!("{from} holds a {}", piece_name(piece.role)))
        }
        Some(piece) => Ok(piece.role),
    }
}

/// Returns the clause that no piece reaches a square, limited to the named origin if pieces elsewhere do.
fn not_reached(parsed: Body, piece: &str, to: Square, reaching: Bitboard) -> String {
    match parsed {
        Body::Squares { from, .. } => format!("the {piece} on {from} can't reach {to}"),
        Body::Pawn {
            file: Some(file), ..
        } if file != to.file() => format!("no {piece} on {file} can capture on {to}"),
        Body::Pawn { .. } if reaching.any() => {
            format!("no {piece} on {} can reach {to}", to.file())
        }
        Body::Piece {
            file: Some(file), ..
        } => format!("no {piece} on {file} can reach {to}"),
        Body::Piece {
            rank: Some(rank), ..
        } => {
            let ending = match rank {
                Rank::First => "st",
                Rank::Second => "nd",
                Rank::Third => "rd",
                _ => "th",
            };
            format!("no {piece} on the {rank}{ending} rank can reach {to}")
        }
        _ => format!("no {piece} can reach {to}"),
    }
}

/// Returns the castling that brings the king to a square.
fn castled(position: &Chess, role: Role, to: Square) -> Option<&'static str> {
    let sides = [
        (CastlingSide::KingSide, "O-O"),
        (CastlingSide::QueenSide, "O-O-O"),
    ];
    let brings = |side| moves::castling_move(position, side).is_some_and(|m| target(m) == to);
    let found = sides.into_iter().find(|(side, _)| brings(*side))?;
    (role == Role::King).then_some(found.1)
}

/// Returns the side of a castling text: `O-O`, `0-0-0+`.
pub(crate) fn castling_side(text: &[u8]) -> Option<CastlingSide> {
    match Sketch::of(text)?.parsed() {
        Body::Castling(castling) => Some(castling),
        _ => None,
    }
}

/// Returns true if a move ends on the target named by a text.
pub(crate) fn ends_there(position: &Chess, text: &[u8], played: Move) -> bool {
    Sketch::of(text).is_some_and(|sketch| named_parts(position, &sketch).2 == target(played))
}

fn why_not_castling(position: &Chess, castling: CastlingSide) -> String {
    let us = position.turn();
    let side = name(us);
    let wing = match castling {
        CastlingSide::KingSide => "king side",
        CastlingSide::QueenSide => "queen side",
    };
    let castles = position.castles();
    if !castles.has(us, castling) {
        format!("{side} has no right to castle on the {wing}")
    } else if position.is_check() {
        format!("{side} is in check")
    } else if (castles.path(us, castling) & position.board().occupied()).any() {
        "a piece stands between king and rook".to_owned()
    } else {
        "the king would pass through check".to_owned()
    }
}

/// Returns the legal moves nearest to an illegal text: those to the same square, then those of the same piece to
/// squares at most two king's steps away. At most `most`, the nearest first; empty if nothing is near.
pub fn near(position: &Chess, text: &[u8], most: usize) -> Vec<Move> {
    let mut found = ranked(position, text);
    found.retain(|(away, _)| *away <= NEAR);
    found.truncate(most);
    found.into_iter().map(|(_, played)| played).collect()
}

/// Returns the legal moves to the square named by an illegal text, then all others of its piece, the nearest first.
pub fn nearest(position: &Chess, text: &[u8]) -> Vec<Move> {
    let found = ranked(position, text).into_iter();
    found.map(|(_, played)| played).collect()
}

/// Returns the legal moves to the same square or of the same piece, each with the distance of its target.
fn ranked(position: &Chess, text: &[u8]) -> Vec<(u32, Move)> {
    let Some(sketch) = Sketch::of(text) else {
        return Vec::new();
    };
    let (role, from, to) = named_parts(position, &sketch);
    let mut found: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter_map(|played| {
            let reached = target(played);
            let away = to.distance(reached);
            let same = role == Some(played.role());
            let elsewhere = from.is_some() && from != played.from();
            (away == 0 || same).then(|| {
                let mut name = Vec::with_capacity(8);
                write_body(position, played, &mut name);
                let aside = to.file().distance(reached.file());
                ((away, !same, elsewhere, aside, name), played)
            })
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let found = found.into_iter();
    found.map(|((away, ..), played)| (away, played)).collect()
}

/// Returns the piece, the origin and the target, as far as a text names or implies them.
fn named_parts(position: &Chess, sketch: &Sketch<'_>) -> (Option<Role>, Option<Square>, Square) {
    match sketch.parsed() {
        Body::Castling(castling) => {
            let to = castling.king_to(position.turn());
            (Some(Role::King), None, to)
        }
        Body::Squares { role, from, to, .. } => {
            let standing = position.board().role_at(from);
            (role.or(standing), Some(from), to)
        }
        Body::Pawn { to, .. } => (Some(Role::Pawn), None, to),
        Body::Piece { role, to, .. } => (Some(role), None, to),
    }
}

/// The number of king's steps within which a target is near the written one.
const NEAR: u32 = 2;

/// Returns the square of a piece after its move; of castling, the king's.
fn target(played: Move) -> Square {
    ends(&played).map_or(played.to(), |(_, to)| to)
}

fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

const fn piece_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod why_tests;
