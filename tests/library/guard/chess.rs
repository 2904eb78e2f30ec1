//! An independent reader of positions and moves: shakmaty's FEN, SAN and UCI, and for the other dialects
//! every spelling of every legal move.

use super::plain::{Fields, is_square};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, PositionError, Role};

/// Returns the placement as the standard writes it: eight ranks, digits merged. The Crafty form (an eighth
/// slash) may leave out the empty squares at the end of a rank.
pub fn placement(text: &str) -> String {
    let (ranks, crafty) = match text.strip_suffix('/') {
        Some(ranks) if ranks.matches('/').count() == 7 => (ranks, true),
        _ => (text, false),
    };
    let ranks = ranks.split('/').map(|rank| {
        let (mut out, mut empty, mut width) = (String::new(), 0, 0);
        let flush = |out: &mut String, empty: &mut u32| {
            if *empty > 0 {
                out.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(run) => {
                    empty += run;
                    width += run;
                }
                None => {
                    flush(&mut out, &mut empty);
                    out.push(c);
                    width += 1;
                }
            }
        }
        if crafty && width < 8 {
            empty += 8 - width;
        }
        flush(&mut out, &mut empty);
        out
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// Returns the position of canonical fields, where chess allows it; impossible castling rights and
/// en-passant squares are ignored.
pub fn position(fields: &Fields) -> Option<Chess> {
    let text = format!(
        "{} {} {} {} 0 1",
        fields.placement,
        fields.side.as_deref()?,
        fields.castling.as_deref().unwrap_or("-"),
        fields.en_passant.as_deref().unwrap_or("-")
    );
    let fen = Fen::from_ascii(text.as_bytes()).ok()?;
    fen.into_position::<Chess>(CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Returns a name of a move that is the same for each spelling.
pub fn name(played: Move) -> String {
    played.to_uci(CastlingMode::Chess960).to_string()
}

/// Returns the move that a word means in the standard: SAN as PGN writes it, without `+` and `#`.
pub fn strict(position: &Chess, word: &str) -> Option<Move> {
    San::from_ascii(word.as_bytes())
        .ok()?
        .to_move(position)
        .ok()
}

/// Returns the move that a word means in any dialect: the one legal move that it fits.
pub fn meaning(position: &Chess, word: &str) -> Option<Move> {
    if let Some(played) = strict(position, word) {
        return Some(played);
    }
    let uci = UciMove::from_ascii(word.as_bytes()).ok();
    if let Some(played) = uci.and_then(|uci| uci.to_move(position).ok()) {
        return Some(played);
    }
    let bare = bare(word);
    let moves = position.legal_moves();
    let mut fitting = moves.iter().filter(|played| fits(**played, &bare));
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// Strips move number, annotations, and the marks that dialects put between squares.
fn bare(word: &str) -> String {
    let word = match word.find(|c: char| !c.is_ascii_digit()) {
        Some(dots) if word[dots..].starts_with('.') => word[dots..].trim_start_matches('.'),
        _ => word,
    };
    let word = word.trim_end_matches(['+', '#', ',']);
    let word = word
        .strip_suffix("e.p.")
        .or(word.strip_suffix("ep"))
        .unwrap_or(word);
    word.chars()
        .filter(|c| !"xX:-=()/+#,".contains(*c))
        .collect()
}

/// Returns true when a stripped word is a spelling of the move.
fn fits(played: Move, bare: &str) -> bool {
    if let Move::Castle { king, rook } = played {
        let short = rook.file() > king.file();
        let castles = bare.chars().all(|c| "Oo0".contains(c));
        return castles && bare.len() == if short { 2 } else { 3 }
            || fits_squares(played, Role::King, bare);
    }
    fits_squares(played, played.role(), bare)
}

fn fits_squares(played: Move, role: Role, bare: &str) -> bool {
    let Some(from) = played.from() else {
        return false;
    };
    let targets = match played {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { 'g' } else { 'c' };
            vec![rook.to_string(), format!("{file}{}", king.rank().char())]
        }
        _ => vec![played.to().to_string()],
    };
    let letters = [
        String::new(),
        role.char().to_string(),
        role.upper_char().to_string(),
    ];
    let needs_letter = role != Role::Pawn;
    let origin = from.to_string();
    let origins = [
        String::new(),
        origin[..1].to_owned(),
        origin[1..].to_owned(),
        origin.clone(),
    ];
    let promotions = match played.promotion() {
        Some(role) => vec![role.char().to_string(), role.upper_char().to_string()],
        None => vec![String::new()],
    };
    for (letter, origin) in letters
        .iter()
        .flat_map(|l| origins.iter().map(move |o| (l, o)))
    {
        // `b4b3` is a move between two squares, not of a bishop on the fourth rank.
        if letter == "b" && origin.len() == 1 && from_squares(bare) {
            continue;
        }
        // Without a piece letter only both squares identify the piece; the same holds for a castling king.
        if origin.len() < 2 && ((needs_letter && letter.is_empty()) || played.is_castle()) {
            continue;
        }
        let Some(rest) = bare.strip_prefix(&format!("{letter}{origin}")) else {
            continue;
        };
        for target in &targets {
            if rest
                .strip_prefix(target.as_str())
                .is_some_and(|end| promotions.iter().any(|p| p == end))
            {
                return true;
            }
        }
    }
    false
}

fn from_squares(bare: &str) -> bool {
    bare.get(..2).is_some_and(is_square) && bare.get(2..4).is_some_and(is_square)
}
