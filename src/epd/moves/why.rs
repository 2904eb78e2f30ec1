//! The reason why a move is illegal, and the legal moves near it.

use super::body::Body;
use super::dialect::{self, Sketch};
use super::legal;
use super::san::{self, Route};
use crate::epd::moves::ends;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square};

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
        && dialect::read(&swapped, text).result.is_ok()
    {
        return Some(format!("{side} is to move, and only {other} could play it"));
    }
    let says = Sketch::of(text)?.says();
    let (role, from, to) = match says {
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
    let reaching = legal::reaching(position, role, to);
    Some(if (reaching & from).is_empty() {
        match castled(position, role, to) {
            Some(written) => format!("the king goes to {to} only by castling, `{written}`"),
            None => not_reached(says, &piece, to, reaching),
        }
    } else if (legal::origins(position, role, to) & from).any() {
        // A move fits except for something around it: a promotion, `e.p.`, `1...`.
        format!("a {piece} can reach {to}, but not so")
    } else if position.is_check() {
        format!("{side} is in check, and still would be")
    } else {
        format!("{side} would be in check")
    })
}

/// Returns the piece on the named origin of a move, or the reason why it can't be that.
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

/// Returns the sentence that no piece reaches a square, limited to the meant ones if others do.
fn not_reached(says: Body, piece: &str, to: Square, reaching: Bitboard) -> String {
    match says {
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
    let brings = |side| legal::castling(position, side).is_some_and(|m| target(m) == to);
    let found = sides.into_iter().find(|(side, _)| brings(*side))?;
    (role == Role::King).then_some(found.1)
}

/// Returns the side of a castling text: `O-O`, `0-0-0+`.
pub(crate) fn castling_side(text: &[u8]) -> Option<CastlingSide> {
    match Sketch::of(text)?.says() {
        Body::Castling(castling) => Some(castling),
        _ => None,
    }
}

/// Returns true if a move ends on the target named by a text.
pub(crate) fn ends_there(position: &Chess, text: &[u8], played: Move) -> bool {
    Sketch::of(text).is_some_and(|sketch| asked(position, &sketch).2 == target(played))
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
/// squares nearby. At most `most`, the nearest first; empty if nothing is near.
pub fn near(position: &Chess, text: &[u8], most: usize) -> Vec<Move> {
    let mut found = ranked(position, text);
    found.retain(|(away, _)| *away <= NEAR);
    found.truncate(most);
    found.into_iter().map(|(_, played)| played).collect()
}

/// Returns the legal moves to the square named by an illegal text, then all of its piece, the nearest first.
pub fn nearest(position: &Chess, text: &[u8]) -> Vec<Move> {
    let found = ranked(position, text).into_iter();
    found.map(|(_, played)| played).collect()
}

/// Returns the legal moves to the same square or of the same piece, each with the distance of its target.
fn ranked(position: &Chess, text: &[u8]) -> Vec<(u32, Move)> {
    let Some(sketch) = Sketch::of(text) else {
        return Vec::new();
    };
    let (role, from, to) = asked(position, &sketch);
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
                san::write_body(position, played, &mut name);
                let aside = to.file().distance(reached.file());
                ((away, !same, elsewhere, aside, name), played)
            })
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let found = found.into_iter();
    found.map(|((away, ..), played)| (away, played)).collect()
}

/// Returns the piece, the origin and the target, as far as a text names them.
fn asked(position: &Chess, sketch: &Sketch<'_>) -> (Option<Role>, Option<Square>, Square) {
    match sketch.says() {
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
mod tests;
