//! Reading moves in every known dialect, and writing them as PGN export SAN.
//!
//! [`read`] first tries plain SAN, as nearly every move of nearly every file is written, and only then the dialects:
//! UCI, long algebraic, `0-0`, `b8q`, `ed5`, `1.e4` and similar. A text in a dialect is read only if it fits exactly
//! one legal move; otherwise [`Fault`] distinguishes no fitting move, several, and a text that is not a move. Nothing
//! is guessed.
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
//! Candidates for a move are found by their origin squares alone, at about half the cost of shakmaty's complete moves;
//! a test compares both over random games.

mod body;
mod san;

#[cfg(test)]
mod tests;

pub(crate) use body::read_dialect;
pub(crate) use san::{castling_side, ends_there, is_of as is_san_of, read as read_plain};
pub use san::{near, nearest, san, why_illegal, write_san};

use crate::epd::castling;
use crate::epd::operand::LONGEST_STRING;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, File, Move, Position, Rank, Role, Square, attacks,
};

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
    /// The deviations in spelling; meaningful only if there is a move.
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

/// Returns the notation of castling in UCI: king takes rook if the position has a right that only Chess960 allows, as
/// engines in that mode expect.
pub fn uci_mode(position: &Chess) -> CastlingMode {
    let mut rights = castling::rights_of(position);
    CastlingMode::from_chess960(rights.any(|right| !right.is_classical()))
}

/// Returns a move in UCI notation, with castling by [`uci_mode`].
pub fn uci(position: &Chess, played: Move) -> String {
    played.to_uci(uci_mode(position)).to_string()
}

/// Returns the text of consecutive moves, joined by blanks; `word` writes each: [`san`] or [`uci`].
pub fn line(position: &Chess, moves: &[Move], word: fn(&Chess, Move) -> String) -> String {
    let mut position = position.clone();
    let words = moves.iter().map(|played| {
        let word = word(&position, *played);
        position.play_unchecked(*played);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Plays the moves of a text on `position`, in any dialect and with or without move numbers, until a word is not a
/// legal move. Returns the moves played, and that word.
///
/// ```
/// use epdit::epd::moves::follow;
/// use epdit::epd::shakmaty::Chess;
///
/// let mut position = Chess::default();
/// let (played, stop) = follow(&mut position, b"1. e4 e5 2. Ke3 Nf6");
/// assert_eq!((played.len(), stop), (2, Some(&b"Ke3"[..])));
/// ```
pub fn follow<'t>(position: &mut Chess, text: &'t [u8]) -> (Vec<Move>, Option<&'t [u8]>) {
    let mut played = Vec::new();
    let words = text.split(u8::is_ascii_whitespace);
    for word in words.filter(|word| !word.is_empty() && !is_move_number(word)) {
        let Ok(next) = read(position, word).result else {
            return (played, Some(word));
        };
        position.play_unchecked(next);
        played.push(next);
    }
    (played, None)
}

/// Returns all legal moves with their SAN: first captures, promotions and checks, then the others, each group by name.
pub fn by_force(position: &Chess) -> Vec<(Move, String)> {
    let is_calm = |(played, san): &(Move, String)| {
        let forces = played.is_capture() || played.is_promotion();
        !san.ends_with(['+', '#']) && !forces
    };
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<_> = moves
        .map(|played| (played, san(position, played)))
        .collect();
    moves.sort_by(|a, b| (is_calm(a), &a.1).cmp(&(is_calm(b), &b.1)));
    moves
}

/// The largest number of engine lines in a record: the first as `pv`, the others as `Pv2` to `Pv9`, with their scores.
pub const MOST_LINES: u8 = 9;

/// Returns a line as a quoted string, because other programs read unquoted operands of unknown opcodes as one move. A
/// line longer than [`LONGEST_STRING`] is cut between two moves.
pub fn line_as_string(line: &str) -> String {
    let cut = match line.get(..LONGEST_STRING + 1) {
        Some(begin) => begin.rfind(' ').unwrap_or(0),
        None => line.len(),
    };
    format!("\"{}\"", line.get(..cut).unwrap_or_default())
}

/// Returns true if `text` is a lone move number: `1.`, `12...`.
pub fn is_move_number(text: &[u8]) -> bool {
    matches!(body::move_number(text), Some((_, [])))
}

/// Returns the target square of a move, if every text of this move names it, in any dialect. `None` if the move may be
/// castling, whose text names no square or another one, or if the text is not a move.
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
    body::Sketch::of(text)?.parsed().named_target()
}

/// Returns true if `text` has the shape of a move, in any dialect, which distinguishes an illegal move from prose.
/// [`read`] reports a text without it as [`Fault::Unreadable`].
pub fn looks_like_move(text: &[u8]) -> bool {
    body::Sketch::of(text).is_some()
}

/// Returns the origin and the target of a move; of castling, those of the king. `None` for a drop.
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

/// Returns the squares to which the piece on `from` can legally move.
pub fn targets(position: &Chess, from: Square) -> Bitboard {
    let moves = position.legal_moves();
    let ways = moves.iter().filter_map(ends);
    ways.filter(|(start, _)| *start == from)
        .map(|(_, to)| to)
        .collect()
}

/// Returns the legal moves between two squares: several if a pawn promotes. Castling is the king's move onto its rook,
/// or to its castling target if no other move leads there.
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

/// Returns the legal moves with one of the [`spellings`] beginning with `typed`.
pub fn begun(position: &Chess, typed: &str) -> Vec<Move> {
    let begins = |&played: &Move| {
        let spellings = spellings(position, played);
        spellings.iter().any(|text| text.starts_with(typed))
    };
    position.legal_moves().into_iter().filter(begins).collect()
}

/// Returns the ways to type a move, without check signs: SAN, with more or less of the origin than it needs or without
/// the capture sign, and UCI.
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
    // A promotion with and without `=`, in either case.
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

/// The effect of a move on the king of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Quiet,
    /// Check: `+`.
    Check,
    /// Mate: `#`.
    Mate,
}

/// Returns the squares from which a piece of the side to move can legally go to `to`, without castling.
fn origins(position: &Chess, role: Role, to: Square) -> Bitboard {
    origins_among(position, role, Bitboard::FULL, to)
}

/// Returns the [`origins`] among `squares` without examining others.
fn origins_among(position: &Chess, role: Role, squares: Bitboard, to: Square) -> Bitboard {
    let mut found = reaching(position, role, to) & squares;
    for from in found {
        if !leaves_king_safe(position, role, from, to) {
            found.discard(from);
        }
    }
    found
}

/// Returns the origins regardless of the safety of the own king.
#[inline]
fn reaching(position: &Chess, role: Role, to: Square) -> Bitboard {
    let board = position.board();
    if position.us().contains(to) {
        return Bitboard::EMPTY;
    }
    let occupied = board.occupied();
    let near = match role {
        Role::Pawn => pawn_origins(position, to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, occupied),
        Role::Rook => attacks::rook_attacks(to, occupied),
        Role::Queen => attacks::queen_attacks(to, occupied),
        Role::King => attacks::king_attacks(to),
    };
    near & position.our(role)
}

fn from_origin(
    position: &Chess,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Move {
    let capture = position.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        Move::EnPassant { from, to }
    } else {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        }
    }
}

fn castling_move(position: &Chess, side: CastlingSide) -> Option<Move> {
    position.castling_moves(side).first().copied()
}

/// Returns true if a pawn of the side to move that reaches `to` must promote.
fn promotes(position: &Chess, to: Square) -> bool {
    to.rank() == position.turn().fold_wb(Rank::Eighth, Rank::First)
}

fn sign_of(position: &Chess, played: Move) -> Sign {
    if !gives_check(position, played) {
        return Sign::Quiet;
    }
    let mut after = position.clone();
    after.play_unchecked(played);
    if king_can_step(&after) || !after.legal_moves().is_empty() {
        Sign::Check
    } else {
        Sign::Mate
    }
}

fn pawn_origins(position: &Chess, to: Square) -> Bitboard {
    let us = position.turn();
    if position.board().occupied().contains(to) || position.maybe_ep_square() == Some(to) {
        return attacks::pawn_attacks(!us, to);
    }
    let back = us.fold_wb(-8, 8);
    let Some(one_back) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let double = to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth);
    match one_back.offset(back) {
        Some(two_back) if double && !position.board().occupied().contains(one_back) => {
            Bitboard::from_square(two_back)
        }
        _ => Bitboard::from_square(one_back),
    }
}

fn leaves_king_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let board = position.board();
    let us = position.turn();
    let moved = board.occupied().without(from);
    if role == Role::King {
        return board.attacks_to(to, !us, moved).is_empty();
    }
    let Some(king) = board.king_of(us) else {
        return false;
    };
    let mut taken = to;
    let mut occupied = moved.with(to);
    if role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to) {
        taken = Square::from_coords(to.file(), from.rank());
        occupied.discard(taken);
    }
    board
        .attacks_to(king, !us, occupied)
        .without(taken)
        .is_empty()
}

fn gives_check(position: &Chess, played: Move) -> bool {
    let Move::Normal {
        role,
        from,
        to,
        promotion,
        ..
    } = played
    else {
        let mut after = position.clone();
        after.play_unchecked(played);
        return after.is_check();
    };
    let board = position.board();
    let us = position.turn();
    let Some(king) = board.king_of(!us) else {
        return false;
    };
    let occupied = board.occupied().without(from).with(to);
    let direct = attacks::attacks(to, promotion.unwrap_or(role).of(us), occupied);
    if direct.contains(king) {
        return true;
    }
    if attacks::ray(king, from).is_empty() {
        return false;
    }
    let behind = board.by_color(us).without(from);
    (attacks::rook_attacks(king, occupied) & board.rooks_and_queens() & behind).any()
        || (attacks::bishop_attacks(king, occupied) & board.bishops_and_queens() & behind).any()
}

/// Returns true if the king to move has a safe square. Nearly all checks leave one; listing replies costs more.
fn king_can_step(position: &Chess) -> bool {
    let us = position.turn();
    let Some(king) = position.board().king_of(us) else {
        return false;
    };
    let occupied = position.board().occupied().without(king);
    let targets = attacks::king_attacks(king) & !position.us();
    targets
        .into_iter()
        .any(|to| position.board().attacks_to(to, !us, occupied).is_empty())
}
