//! Reading moves in every known dialect, and writing them as PGN export SAN.
//!
//! [`read`] first tries plain SAN by hand, which is nearly every move of nearly every file, and only then the
//! dialects: UCI, long algebraic, `0-0`, `b8q`, `ed5`, `1.e4` and similar. A dialect is read only when its text fits
//! exactly one legal move; otherwise the fault tells whether none fits, several fit, or the text is not a move.
//! Nothing is guessed.
//!
//! ```
//! use epdit::epd::moves::{Fault, read, uci, write_san};
//! use epdit::epd::shakmaty::Chess;
//!
//! let position = Chess::default();
//! let played = read(&position, b"g1f3").result.expect("a legal move");
//! assert_eq!(uci(&position, played), "g1f3");
//! let mut san = Vec::new();
//! write_san(&position, played, &mut san);
//! assert_eq!(san, b"Nf3");
//! assert_eq!(read(&position, b"Nf6").result, Err(Fault::Illegal));
//! ```
//!
//! Moves as a board shows them: from a square to a square.
//!
//! Moves typed character by character.

mod body;
mod dialect;
mod legal;
mod san;
mod why;

#[cfg(test)]
mod tests;

use super::castling;
use shakmaty::{Bitboard, CastlingMode, Chess, File, Move, Position, Role, Square};

pub(crate) use dialect::read as read_dialect;
pub(crate) use san::{is_of as is_san_of, read as read_plain};
pub use san::{san, write_san};
pub(crate) use why::{castling_side, ends_there};
pub use why::{near, nearest, why_illegal};

/// The deviations of a legal move's text from canonical SAN. Without any, it is canonical byte for byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Form {
    /// Not SAN, though certain in meaning: UCI, long algebraic, `0-0`, `a8Q`, `b8=q`, a missing or wrong `x`, `ed5`,
    /// `++`, a trailing comma, a move number in front, `e.p.`
    pub not_san: bool,
    /// SAN with a missing `+` or `#`, a wrong `+`, or other disambiguation than needed.
    pub spelling: bool,
    /// A `#` after a move that does not mate.
    pub false_mate: bool,
    /// An annotation: `!`, `?`, `$1`, `{168}`.
    pub annotation: bool,
}

impl Form {
    /// Returns true if the text is canonical SAN.
    pub(crate) fn is_canonical(self) -> bool {
        self == Self::default()
    }
}

/// The reason why a text is not read as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text has the shape of a move, but no legal move fits it.
    #[error("it is not legal here")]
    Illegal,
    /// Several legal moves fit it.
    #[error("{} legal moves fit it", .0.len())]
    Ambiguous(Vec<Move>),
    /// The text does not have the shape of a move.
    #[error("it is not a move")]
    Unreadable,
}

/// The meaning of a text in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The legal move, or the reason why there is none.
    pub result: Result<Move, Fault>,
    /// The deviations in spelling; meaningful if there is a move.
    pub form: Form,
}

/// Reads one word as a move of `position`, in any dialect.
pub fn read(position: &Chess, text: &[u8]) -> Reading {
    match read_plain(position, text) {
        Some((played, form)) => Reading {
            result: Ok(played),
            form,
        },
        None => read_dialect(position, text),
    }
}

/// Returns the notation of castling in UCI: king takes rook if a right exists only in Chess960, as engines in that
/// mode expect it.
pub fn uci_mode(position: &Chess) -> CastlingMode {
    let mut rights = castling::rights_of(position);
    CastlingMode::from_chess960(rights.any(|right| !right.is_classical()))
}

/// Returns a move in UCI notation.
pub fn uci(position: &Chess, played: Move) -> String {
    played.to_uci(uci_mode(position)).to_string()
}

/// Returns consecutive moves, each written by `word`: [`san`] or [`uci`].
pub fn line(position: &Chess, moves: &[Move], word: fn(&Chess, Move) -> String) -> String {
    let mut position = position.clone();
    let words = moves.iter().map(|played| {
        let word = word(&position, *played);
        position.play_unchecked(*played);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns true if `text` is a lone move number: `1.`, `12...`.
pub fn is_move_number(text: &[u8]) -> bool {
    matches!(dialect::move_number(text), Some((_, [])))
}

/// Returns the target square that every text of this move names, in any dialect. `None` if it may be castling, which
/// names none or another, or is not a move.
///
/// ```
/// use epdit::epd::moves::named_target;
/// use epdit::epd::shakmaty::Square;
///
/// assert_eq!(named_target(b"Qxg6+"), Some(Square::G6));
/// assert_eq!(named_target(b"e8=Q"), Some(Square::E8));
/// assert_eq!(named_target(b"g1f3"), Some(Square::F3));
/// assert_eq!(named_target(b"e1g1"), None);
/// assert_eq!(named_target(b"Kg1"), None);
/// ```
pub fn named_target(text: &[u8]) -> Option<Square> {
    dialect::Sketch::of(text)?.says().named_target()
}

/// Returns true if `text` has the shape of a move, in any dialect, which distinguishes an illegal move from prose.
/// [`read`] reports a text without it as [`Fault::Unreadable`].
pub fn looks_like_move(text: &[u8]) -> bool {
    dialect::Sketch::of(text).is_some()
}

/// Returns the squares that a move's piece comes from and goes to; the king's way when castling.
pub fn ends(played: &Move) -> Option<(Square, Square)> {
    match played {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() {
                File::G
            } else {
                File::C
            };
            Some((*king, Square::from_coords(file, king.rank())))
        }
        other => Some((other.from()?, other.to())),
    }
}

/// Returns the squares to which the piece of a square can legally go.
pub fn targets(position: &Chess, from: Square) -> Bitboard {
    let moves = position.legal_moves();
    let ways = moves.iter().filter_map(ends);
    ways.filter(|(start, _)| *start == from)
        .map(|(_, to)| to)
        .collect()
}

/// Returns the legal moves between two squares: several where a pawn promotes. The king castles by going onto its rook, or
/// to where castling leaves it and no other move does.
pub fn between(position: &Chess, from: Square, to: Square) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|played| played.from() == Some(from));
    let goes = |played: &&Move| !played.is_castle() && played.to() == to;
    let castles = |played: &&Move| {
        played.is_castle() && (played.to() == to || ends(played).is_some_and(|(_, end)| end == to))
    };
    match moves.iter().any(|played| goes(&played)) {
        true => moves.iter().filter(goes).copied().collect(),
        false => moves.iter().filter(castles).copied().collect(),
    }
}

/// Returns the legal moves one of whose spellings begins so.
pub fn begun(position: &Chess, typed: &str) -> Vec<Move> {
    let begins = |&played: &Move| {
        let spellings = spellings(position, played);
        spellings.iter().any(|text| text.starts_with(typed))
    };
    position.legal_moves().into_iter().filter(begins).collect()
}

/// Returns the ways to type a move, check marks left out: SAN, with more of the origin than it needs or less,
/// without the mark of a capture, and UCI.
pub fn spellings(position: &Chess, played: Move) -> Vec<String> {
    let short = san(position, played);
    let short = short.trim_end_matches(['+', '#']).to_owned();
    let mut out = vec![played.to_uci(CastlingMode::Standard).to_string()];
    if played.is_castle() {
        out.push(short.replace('O', "0"));
        out.push(played.to_uci(CastlingMode::Chess960).to_string());
    } else if let Some(from) = played.from() {
        let role = match played.role() {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        let piece = played.promotion().map(Role::upper_char);
        let piece = piece.map_or_else(String::new, |piece| format!("={piece}"));
        let to = played.to();
        for between in ["", "-", "x"] {
            let takes = between != "x" || played.is_capture();
            out.extend(takes.then(|| format!("{role}{from}{between}{to}{piece}")));
        }
        if !role.is_empty() {
            let mark = if played.is_capture() { "x" } else { "" };
            out.extend([format!("{role}{to}"), format!("{role}{mark}{to}")]);
        }
    }
    out.push(short.replace('x', ""));
    out.push(short);
    // The piece of a promotion with its sign or without, in either case.
    for at in 0..out.len() {
        if let Some(text) = out.get(at).filter(|text| text.contains('=')).cloned() {
            let bare = text.replace('=', "");
            let small = |text: &str| {
                let (rest, piece) = text.split_at(text.len().saturating_sub(1));
                format!("{rest}{}", piece.to_lowercase())
            };
            out.extend([small(&text), small(&bare), bare]);
        }
    }
    out
}
