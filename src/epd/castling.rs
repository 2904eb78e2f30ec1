//! The castling field (1994 standard section 16.2.3.3, Shredder-FEN and X-FEN).
//!
//! ```
//! use epdit::epd::castling::{Rules, right, text_of};
//! use epdit::epd::shakmaty::Square;
//! use epdit::epd::{ReadOptions, Record};
//!
//! // The king began on d1: `K` names its rook by the rules of Chess960 only, `G` always does.
//! let record = Record::read(b"3k2r1/8/8/8/8/8/8/3K2R1 w Gg -", &ReadOptions::default());
//! let (board, position) = record.board().zip(record.position()).expect("legal");
//! assert_eq!(right(board, b'K', Rules::Classical), None);
//! let right = right(board, b'K', Rules::Chess960).expect("king and rook are there");
//! assert_eq!((right.king, right.rook), (Square::D1, Square::G1));
//! assert_eq!(text_of(position, |right| right.is_meant(board, Rules::Chess960)), "Kk");
//! assert_eq!(text_of(position, |right| right.is_meant(board, Rules::Classical)), "Gg");
//! ```

use super::span::Span;
use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, File, Position, Square};

/// The rules of castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The king begins on the e-file, the rooks on the a-file and the h-file.
    #[default]
    Classical,
    /// King and rooks may begin on any file.
    Chess960,
}

/// The most letters of the field, each once: `KQkq` and sixteen files.
const MOST: usize = 20;

/// The canonical text of a castling field: `-`, or letters in order, each once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Letters {
    bytes: [u8; MOST],
    len: u8,
}

impl Letters {
    pub(super) const NONE: Self = Self {
        bytes: [0; MOST],
        len: 0,
    };

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        let letters = self.bytes.get(..usize::from(self.len)).unwrap_or_default();
        match std::str::from_utf8(letters) {
            Ok(text) if !text.is_empty() => text,
            _ => "-",
        }
    }

    fn push(&mut self, letter: u8) {
        if let Some(slot) = self.bytes.get_mut(usize::from(self.len)) {
            *slot = letter;
            self.len += 1;
        }
    }
}

impl std::fmt::Debug for Letters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    /// The rules it was read by: Chess960 if a file letter implies them.
    pub rules: Rules,
    /// The letters in canonical order.
    pub letters: Letters,
    /// The rooks of the possible rights.
    pub rooks: Bitboard,
    pub repeated: bool,
    pub disordered: bool,
    /// Whether a file letter is used.
    pub shredder: bool,
    /// Whether a `KQkq` letter is read by Chess960 rules, because its king is not on e or its rook not in the corner.
    pub needs_chess960: bool,
    /// The letters of impossible rights, in canonical order: the king or rook is not where the rules require it.
    pub impossible: Letters,
}

/// Returns true for the letters of classical chess, `KQkq`.
pub(super) const fn is_plain(letter: u8) -> bool {
    matches!(letter, b'K' | b'Q' | b'k' | b'q')
}

/// Returns true if a word is `-` or consists of castling letters.
pub(crate) fn is_castling(word: &[u8]) -> bool {
    let is_letter = |b: &u8| is_plain(*b) || matches!(b, b'A'..=b'H' | b'a'..=b'h');
    word == b"-" || (!word.is_empty() && word.iter().all(is_letter))
}

fn is_king_side(letter: u8, king_file: Option<u32>) -> bool {
    match letter.to_ascii_uppercase() {
        b'K' => true,
        b'Q' => false,
        file => u32::from(file - b'A') > king_file.unwrap_or(4),
    }
}

/// Returns the sorting key of a letter: White first, king side first, the plain letter first, outer files first.
fn key(letter: u8, king_file: Option<u32>) -> (bool, bool, u8) {
    let king_side = is_king_side(letter, king_file);
    let within = match letter.to_ascii_uppercase() {
        b'K' | b'Q' => 0,
        file if king_side => 1 + (b'H' - file),
        file => 1 + (file - b'A'),
    };
    (letter.is_ascii_lowercase(), !king_side, within)
}

/// Rewrites file letters by the side of the king on which the rook stands: `KQ` for `HA`.
pub(crate) fn by_side(letters: &str, board: Option<&Board>) -> String {
    let of = |letter| {
        board
            .and_then(|board| side_letter(board, letter))
            .unwrap_or(letter)
    };
    letters.chars().map(of).collect()
}

/// Returns true if a field has the right of a letter. Both may name the side (`K`) or the file of the rook (`H`).
pub(crate) fn names(letters: &str, board: Option<&Board>, wanted: char) -> bool {
    if letters.contains(wanted) {
        return true;
    }
    if is_plain(wanted as u8) {
        return by_side(letters, board).contains(wanted);
    }
    let is_it = |letter: char| {
        letter.is_ascii_uppercase() == wanted.is_ascii_uppercase()
            && board
                .and_then(|board| right(board, letter as u8, Rules::Chess960))
                .is_some_and(|right| right.rook.file().char() == wanted.to_ascii_lowercase())
    };
    letters.chars().any(is_it)
}

/// Returns the king of `colour` on its first rank, if exactly one stands there.
fn king(board: &Board, colour: Color) -> Option<Square> {
    (board.by_color(colour) & board.kings() & Bitboard::from_rank(colour.backrank()))
        .single_square()
}

/// A castling right whose king and rook are in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The side that can castle.
    pub colour: Color,
    /// The king's square.
    pub king: Square,
    /// The rook's square.
    pub rook: Square,
}

impl Right {
    /// Returns true if the rook is on the king's side.
    pub fn is_king_side(&self) -> bool {
        self.rook.file() > self.king.file()
    }

    /// Returns the letter of the side: `K`, `Q`, `k`, `q`.
    pub fn letter(&self) -> char {
        let letter = if self.is_king_side() { 'k' } else { 'q' };
        self.colour.fold_wb(letter.to_ascii_uppercase(), letter)
    }

    /// Returns the letter of the rook's file: `A` to `H` for White, `a` to `h` for Black.
    pub fn file_letter(&self) -> char {
        let letter = self.rook.file().char();
        self.colour.fold_wb(letter.to_ascii_uppercase(), letter)
    }

    /// Returns true if [`Self::letter`] names this right under the given rules.
    pub fn is_meant(&self, board: &Board, rules: Rules) -> bool {
        right(board, self.letter() as u8, rules) == Some(*self)
    }

    /// Returns true if king and rook stand as at the start of a classical game.
    pub(crate) fn is_classical(&self) -> bool {
        self.king.file() == File::E && matches!(self.rook.file(), File::A | File::H)
    }
}

/// Returns the right of a letter of the castling field (`KQkq`, or the file of a rook: `A` to `H`, `a` to `h`);
/// `None` if king or rook is not where the rules require it. A file letter is always read by the rules of Chess960.
pub fn right(board: &Board, letter: u8, rules: Rules) -> Option<Right> {
    let colour = Color::from_white(letter.is_ascii_uppercase());
    let king = king(board, colour)?;
    let rank = colour.backrank();
    let rooks = board.by_color(colour) & board.rooks() & Bitboard::from_rank(rank);
    let rook = match letter.to_ascii_uppercase() {
        b'K' => rooks.last().filter(|rook| rook.file() > king.file()),
        b'Q' => rooks.first().filter(|rook| rook.file() < king.file()),
        file => {
            let file = File::from_char(file.to_ascii_lowercase().into())?;
            let rook = Square::from_coords(file, rank);
            rooks.contains(rook).then_some(rook)
        }
    }?;
    let right = Right { colour, king, rook };
    let fits = rules == Rules::Chess960 || !is_plain(letter) || right.is_classical();
    fits.then_some(right)
}

/// Returns the letter of `KQkq` for a letter of the castling field: `K` for `H` if the king is on e1. `None` if it is
/// not a castling letter. If the king is not on its first rank, it is taken to be on the e-file.
pub fn side_letter(board: &Board, letter: char) -> Option<char> {
    if is_plain(u8::try_from(letter).ok()?) {
        return Some(letter);
    }
    let colour = Color::from_white(letter.is_ascii_uppercase());
    File::from_char(letter.to_ascii_lowercase())?;
    let king = king(board, colour).map(|king| king.file().into());
    let side = match is_king_side(letter as u8, king) {
        true => 'k',
        false => 'q',
    };
    Some(colour.fold_wb(side.to_ascii_uppercase(), side))
}

/// Returns the right of a letter as [`right`] does, or the reason why there is none.
///
/// # Errors
/// A message for display that names the king or rook that is missing: `no white rook on h1`.
pub fn allowed(board: &Board, letter: char, rules: Rules) -> Result<Right, String> {
    let letter = letter as u8;
    right(board, letter, rules).ok_or_else(|| reason(board, letter, rules))
}

/// Returns the reason why a letter has no right: the king or rook that is missing.
pub(super) fn reason(board: &Board, letter: u8, rules: Rules) -> String {
    let side = Color::from_white(letter.is_ascii_uppercase());
    let name = side.fold_wb("White", "Black");
    let rank = side.backrank();
    let on = |file| Square::from_coords(file, rank);
    let rook = format!("{} rook", name.to_ascii_lowercase());
    let corner = match letter.to_ascii_uppercase() {
        b'K' => Some(File::H),
        b'Q' => Some(File::A),
        _ => None,
    };
    let is_classical = rules == Rules::Classical && corner.is_some();
    let king = match board.king_of(side) {
        None => return format!("{name} has no king on {}", on(File::E)),
        Some(king) if is_classical && king != on(File::E) => {
            return format!("{name}'s king is on {king}, expected {}", on(File::E));
        }
        Some(king) if king.rank() != rank => {
            return format!("{name}'s king is on {king}, expected rank {rank}");
        }
        Some(king) => king,
    };
    match corner {
        Some(corner) if is_classical => format!("no {rook} on {}", on(corner)),
        Some(corner) => {
            let wing = if corner == File::H { "king" } else { "queen" };
            format!("no {rook} on the {wing} side of {king}")
        }
        None => {
            let file = File::from_char(char::from(letter.to_ascii_lowercase()));
            let place = on(file.unwrap_or(File::H));
            if right(board, letter, rules).is_some() {
                format!("{name} has another right on the side of {place}")
            } else {
                format!("no {rook} on {place}")
            }
        }
    }
}

/// Returns true if any right is possible in classical chess: king on e, rook on a or h.
pub(super) fn is_any_possible(board: &Board) -> bool {
    let mut letters = b"KQkq".iter();
    letters.any(|letter| right(board, *letter, Rules::Classical).is_some())
}

/// Returns true if a word has letters of `KQkq` in this order, each at most once, as nearly all fields do.
fn is_in_plain_order(word: &[u8]) -> bool {
    let mut left = b"KQkq".iter();
    word.iter().all(|letter| left.any(|next| next == letter))
}

/// Reads a word accepted by [`is_castling`]. File letters are those of Chess960, whatever the rules.
pub(super) fn read(word: &[u8], board: Option<&Board>, rules: Rules) -> Castling {
    let mut castling = Castling {
        rules,
        letters: Letters::NONE,
        rooks: Bitboard::EMPTY,
        repeated: false,
        disordered: false,
        shredder: false,
        needs_chess960: false,
        impossible: Letters::NONE,
    };
    if word == b"-" {
        return castling;
    }
    let mut slots = [0; MOST];
    let letters = match is_in_plain_order(word) {
        true => word,
        false => castling.put_in_order(word, board, &mut slots),
    };
    for &letter in letters {
        castling.letters.push(letter);
        let Some(board) = board else { continue };
        match right(board, letter, castling.rules) {
            Some(right) if !castling.shredder || castling.is_free(&right) => {
                castling.rooks |= Bitboard::from_square(right.rook);
                castling.needs_chess960 |= is_plain(letter) && !right.is_classical();
            }
            _ => castling.impossible.push(letter),
        }
    }
    castling
}

impl Castling {
    /// Returns true if no other rook on this side of the king already has a right.
    fn is_free(&self, right: &Right) -> bool {
        let rooks = self.rooks & Bitboard::from_rank(right.rook.rank());
        let mut sides = rooks.into_iter().map(|rook| rook > right.king);
        rooks.contains(right.rook) || sides.all(|side| side != right.is_king_side())
    }

    /// Returns the letters of a word in order, each once, and records their oddities.
    fn put_in_order<'s>(
        &mut self,
        word: &[u8],
        board: Option<&Board>,
        slots: &'s mut [u8; MOST],
    ) -> &'s [u8] {
        let key = |letter: &u8| {
            let colour = Color::from_white(letter.is_ascii_uppercase());
            let king = board.and_then(|board| king(board, colour));
            key(*letter, king.map(|king| king.file().into()))
        };
        let mut count = 0;
        for letter in word {
            if slots.iter().take(count).any(|before| before == letter) {
                self.repeated = true;
            } else if let Some(slot) = slots.get_mut(count) {
                *slot = *letter;
                count += 1;
            }
        }
        let letters = slots.get_mut(..count).unwrap_or_default();
        self.shredder = !letters.iter().all(|letter| is_plain(*letter));
        if self.shredder {
            self.rules = Rules::Chess960;
        }
        self.disordered = !letters.is_sorted_by_key(key);
        letters.sort_unstable_by_key(key);
        letters
    }
}

/// Returns the span from the first to the last byte of `word` that is one of `letters`; `span` is that of `word`.
pub(super) fn span_of(word: &[u8], span: Span, letters: &Letters) -> Span {
    let wanted = |b: &u8| letters.as_str().as_bytes().contains(b);
    let first = word.iter().position(wanted);
    let last = word.iter().rposition(wanted);
    match (first, last) {
        (Some(first), Some(last)) => Span::new(span.start + first, span.start + last + 1),
        _ => span,
    }
}

/// Returns the rights of a position, White's first, the king's side first.
pub(super) fn rights_of(position: &Chess) -> impl Iterator<Item = Right> {
    Color::ALL.into_iter().flat_map(move |colour| {
        let king = position.board().king_of(colour);
        CastlingSide::ALL.into_iter().filter_map(move |side| {
            let rook = position.castles().rook(colour, side)?;
            let king = king?;
            Some(Right { colour, king, rook })
        })
    })
}

/// Returns the castling field of a position: each right as the letter of its side (`K`) if `by_side` returns true,
/// else as the rook's file.
pub fn text_of(position: &Chess, by_side: impl Fn(&Right) -> bool) -> String {
    let letter = |right: Right| match by_side(&right) {
        true => right.letter(),
        false => right.file_letter(),
    };
    let text: String = rights_of(position).map(letter).collect();
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests;
