//! Reading moves in every dialect met, and writing them as PGN export SAN.
//!
//! [`read`] first tries plain SAN by hand, which is nearly every move of nearly every file,
//! and only then the dialects: UCI, long algebraic, `0-0`, `b8q`, `ed5`, `1.e4` and their like.
//! A dialect is read only when its text fits exactly one legal move; otherwise the fault says
//! whether none fits, several fit, or the text is no move at all. Nothing is guessed.
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

mod body;
mod dialect;
mod legal;
mod on_board;
mod san;
mod typed;
mod why;

#[cfg(test)]
mod tests;

use shakmaty::{CastlingMode, CastlingSide, Chess, Color, File, Move, Position, Square};

pub use on_board::{between, ends, targets};
pub use san::{san, write_san};
pub use typed::{begun, spellings};
pub(crate) use why::{castling_side, ends_there};
pub use why::{near, nearest, why_illegal};

/// Diagnostics about how a legal move was spelled. Nothing set: it is the canonical SAN, byte for
/// byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Form {
    /// Not SAN, though its meaning is certain: UCI, long algebraic, `0-0`, `a8Q`, `b8=q`,
    /// a missing or wrong `x`, `ed5`, `++`, a trailing comma, a move number in front, `e.p.`
    pub not_san: bool,
    /// SAN with `+` or `#` missing or `+` too much, or with more or other disambiguation
    /// than needed.
    pub spelling: bool,
    /// A `#` at the end of a move that is no mate.
    pub false_mate: bool,
    /// An opinion: `!`, `?`, `$1`, `{168}`.
    pub annotation: bool,
}

impl Form {
    /// Returns true where the text was the canonical SAN.
    pub(crate) fn is_canonical(self) -> bool {
        self == Self::default()
    }
}

/// The reason why a text is not read as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The shape of a move, and no legal move fits it.
    #[error("it is not legal here")]
    Illegal,
    /// Several legal moves fit it: these.
    #[error("{} legal moves fit it", .0.len())]
    Ambiguous(Vec<Move>),
    /// Not the shape of a move.
    #[error("it is not a move")]
    Unreadable,
}

/// The meaning of a text in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The legal move, or why there is none.
    pub result: Result<Move, Fault>,
    /// The way it was spelled; meaningful where there is a move.
    pub form: Form,
}

/// Reads one word as a move of `position`, whatever the dialect.
pub fn read(position: &Chess, text: &[u8]) -> Reading {
    match read_plain(position, text) {
        Some((played, form)) => Reading {
            result: Ok(played),
            form,
        },
        None => read_dialect(position, text),
    }
}

/// Reads plain SAN that means one legal move: what [`read`] does first, and all that most files
/// need. `None` says nothing of the text but that [`read`] must look longer.
pub(crate) fn read_plain(position: &Chess, text: &[u8]) -> Option<(Move, Form)> {
    san::read(position, text)
}

/// Reads a word as [`read`] does that [`read_plain`] could not read.
pub(crate) fn read_dialect(position: &Chess, text: &[u8]) -> Reading {
    dialect::read(position, text)
}

/// Returns true where a text is plain SAN of this legal move and of no other, whatever its check sign says.
pub(crate) fn is_san_of(position: &Chess, text: &[u8], played: Move) -> bool {
    san::is_of(position, text, played)
}

/// Returns the way castling is written in UCI: king takes rook where a right is none of classical chess, as engines
/// that are told of Chess960 expect it.
pub fn uci_mode(position: &Chess) -> CastlingMode {
    let castles = position.castles();
    let is_classical = |color: Color, side: CastlingSide| {
        let home = match side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        };
        let king = position.board().king_of(color);
        castles.rook(color, side).is_none_or(|rook| {
            rook.file() == home && king.is_some_and(|king| king.file() == File::E)
        })
    };
    let all = Color::ALL
        .into_iter()
        .flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
    let mut odd = all.filter(|(color, side)| !is_classical(*color, *side));
    CastlingMode::from_chess960(odd.next().is_some())
}

/// Returns a move as UCI has it.
pub fn uci(position: &Chess, played: Move) -> String {
    played.to_uci(uci_mode(position)).to_string()
}

/// Returns moves that follow one another, each written as [`san`] or [`uci`] does.
pub fn line(position: &Chess, moves: &[Move], word: fn(&Chess, Move) -> String) -> String {
    let mut position = position.clone();
    let words = moves.iter().map(|played| {
        let word = word(&position, *played);
        position.play_unchecked(*played);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns true where `text` is a move number standing alone: `1.`, `12...`.
pub fn is_move_number(text: &[u8]) -> bool {
    matches!(dialect::move_number(text), Some((_, [])))
}

/// Returns the square that every text of this move names, whatever the dialect: where it ends. `None` where it may be
/// castling, which names none or another, or is no move.
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

/// Returns true where `text` has the shape of a move, in any dialect: an illegal move is told from prose
/// by it. [`read`] calls a text without it [`Fault::Unreadable`].
pub fn looks_like_move(text: &[u8]) -> bool {
    dialect::Sketch::of(text).is_some()
}
