//! The piece placement field (1994 standard section 16.2.3.1).
//!
//! ```
//! use epdit::epd::placement;
//! use epdit::epd::shakmaty::{Board, Square};
//!
//! let mut board = Board::new();
//! board.discard_piece_at(Square::D8);
//! let mut text = Vec::new();
//! placement::write(&board, &mut text);
//! assert_eq!(text, b"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
//! ```

use crate::epd::span::Span;
use shakmaty::{Bitboard, Board, ByColor, ByRole, File, Piece, Rank, Role, Square};

#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub board: Board,
    /// Whether two digits are adjacent somewhere.
    pub unmerged: bool,
    /// Whether an eighth slash ends it; ranks may then be short.
    pub crafty: bool,
}

/// The fault of a word that is not a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A position of another variant, and the sign of it.
    Variant(&'static str),
    /// The reason in words, and the bytes of the word at fault.
    Bad(String, Span),
}

/// Parses a placement, in full or in the Crafty form.
pub(super) fn read(text: &[u8]) -> Result<Placement, Fault> {
    let crafty = || {
        Some(Placement {
            crafty: true,
            ..read_full(&crafty_in_full(text)?)?
        })
    };
    read_full(text).or_else(crafty).ok_or_else(|| explain(text))
}

/// The effect of a byte in a placement: the number of squares it covers, its marks, and in the higher bits the slot
/// where it is gathered: that of its piece (its role, and 6 more for Black), or a later one.
type Step = u32;
const SQUARES: Step = 0x0f;
/// The mark of a run of empty squares.
const DIGIT: Step = 0x10;
/// The mark of the end of a rank.
const SLASH: Step = 0x20;
const DIGITS: Step = 12;
const SLASHES: Step = 13;
/// The slot of bytes that no placement has.
const WRONG: Step = 14;

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static STEPS: [Step; 256] = {
    let mut steps = [WRONG << 8; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        steps[byte] = match (letter, role(letter)) {
            (b'/', _) => SLASHES << 8 | SLASH,
            (b'1'..=b'8', _) => DIGITS << 8 | DIGIT | (letter - b'0') as Step,
            (_, Some(role)) => {
                let of_black = if letter.is_ascii_lowercase() { 6 } else { 0 };
                (role as Step - 1 + of_black) << 8 | 1
            }
            _ => WRONG << 8,
        };
        byte += 1;
    }
    steps
};

/// Gathers the bytes of eight ranks of eight squares each: for each kind, a bit for every square, a8 first. Also
/// returns whether two digits are adjacent; `None` for anything else.
///
/// There is no branch per byte: a processor can't predict the sequence of pieces, digits and slashes.
#[inline]
#[expect(clippy::indexing_slicing, reason = "four bits are below 16")]
fn gather(text: &[u8]) -> Option<([u64; 16], bool)> {
    /// The squares after each rank but the last.
    const ENDS: u64 = 0x0101_0101_0101_0100;
    let mut gathered = [0; 16];
    let (mut squares, mut doubled, mut before) = (0_u32, 0, 0);
    for byte in text {
        let step = STEPS.get(usize::from(*byte)).copied().unwrap_or_default();
        gathered[(step >> 8) as usize & 15] |= 1_u64.wrapping_shl(squares);
        squares = squares.wrapping_add(step & SQUARES);
        doubled |= step & before;
        before = step;
    }
    let [.., slashes, wrong, _] = gathered;
    let is_full = squares == 64 && slashes == ENDS && wrong == 0 && doubled & SLASH == 0;
    is_full.then_some((gathered, doubled & DIGIT != 0))
}

/// Returns true for a placement in the only canonical form, without making a board.
pub(super) fn is_canonical(text: &[u8]) -> bool {
    text.len() <= LONGEST && gather(text).is_some_and(|(_, is_unmerged)| !is_unmerged)
}

/// The most bytes of a canonical placement: eight ranks of eight, and the slashes.
pub(super) const LONGEST: usize = 8 * 9 - 1;

/// Parses eight ranks of eight squares each.
fn read_full(text: &[u8]) -> Option<Placement> {
    let (gathered, unmerged) = gather(text)?;
    // From a8 first to a1 first: the ranks are flipped.
    let [wp, wn, wb, wr, wq, wk, bp, bn, bb, br, bq, bk, ..] =
        gathered.map(|squares| Bitboard(squares.swap_bytes()));
    let roles = ByRole {
        pawn: wp | bp,
        knight: wn | bn,
        bishop: wb | bb,
        rook: wr | br,
        queen: wq | bq,
        king: wk | bk,
    };
    let colours = ByColor {
        white: wp | wn | wb | wr | wq | wk,
        black: bp | bn | bb | br | bq | bk,
    };
    let board = Board::try_from_bitboards(roles, colours).ok()?;
    Some(Placement {
        board,
        unmerged,
        crafty: false,
    })
}

/// Returns a placement in the Crafty form in full: there an eighth slash ends the last rank, and empty squares at the
/// end of a rank are left out.
fn crafty_in_full(text: &[u8]) -> Option<Vec<u8>> {
    let mut full = Vec::with_capacity(LONGEST);
    for rank in text.strip_suffix(b"/")?.split(|b| *b == b'/') {
        if !full.is_empty() {
            full.push(b'/');
        }
        full.extend_from_slice(rank);
        match 8_usize.checked_sub(squares(rank)?)? {
            0 => {}
            absent => full.push(b'0' + absent as u8),
        }
    }
    Some(full)
}

const fn role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'p' | b'P' => Role::Pawn,
        b'n' | b'N' => Role::Knight,
        b'b' | b'B' => Role::Bishop,
        b'r' | b'R' => Role::Rook,
        b'q' | b'Q' => Role::Queen,
        b'k' | b'K' => Role::King,
        _ => return None,
    })
}

/// Returns the number of squares of one rank, with numbers of several digits read as one; `None` for odd characters.
fn width(rank: &[u8]) -> Option<usize> {
    let mut sum = 0_usize;
    let mut number = 0_usize;
    for byte in rank {
        if byte.is_ascii_digit() {
            number = number
                .checked_mul(10)?
                .checked_add(usize::from(byte - b'0'))?;
        } else if byte.is_ascii_alphabetic() {
            sum = sum.checked_add(number)?.checked_add(1)?;
            number = 0;
        } else {
            return None;
        }
    }
    sum.checked_add(number)
}

/// Returns the reason why `text`, which must not be a placement, is none.
fn explain(text: &[u8]) -> Fault {
    if text.contains(&b'[') && text.contains(&b'/') {
        return Fault::Variant("pockets in brackets (crazyhouse)");
    }
    if text.contains(&b'~') && text.contains(&b'/') {
        return Fault::Variant("`~` marks a promoted piece (crazyhouse)");
    }
    let ranks: Vec<&[u8]> = text.split(|b| *b == b'/').collect();
    let last = ranks.last().copied().unwrap_or_default();
    if ranks.len() == 9
        && !last.is_empty()
        && last.iter().all(|b| role(*b).is_some())
        && ranks.iter().take(8).all(|rank| squares(rank) == Some(8))
    {
        return Fault::Variant("a ninth rank of pieces in hand (crazyhouse)");
    }
    let widths: Vec<Option<usize>> = ranks.iter().map(|rank| width(rank)).collect();
    if let Some(Some(first)) = widths.first()
        && (4..=16).contains(first)
        && *first != 8
        && (4..=16).contains(&ranks.len())
        && widths.iter().all(|w| *w == Some(*first))
    {
        return Fault::Variant("a board that is not 8x8");
    }
    let mut start = 0;
    let crafty = ranks.len() == 9 && last.is_empty();
    for (index, rank) in ranks.iter().enumerate() {
        let span = Span::new(start, start + rank.len());
        start += rank.len() + 1;
        if let Some(at) = rank
            .iter()
            .position(|b| role(*b).is_none() && !matches!(b, b'1'..=b'8'))
        {
            let at = span.start + at;
            let length = character_len(text.get(at..).unwrap_or_default());
            let wrong = Span::new(at, at + length);
            let why = "expected piece letters (PNBRQK, pnbrqk) and digits 1-8".to_owned();
            return Fault::Bad(why, wrong);
        }
        if index >= 8 {
            continue;
        }
        match squares(rank) {
            Some(8) => {}
            Some(count) if count < 8 && crafty => {}
            Some(count) => {
                let why = format!("rank {} has {count} squares, expected 8", 8 - index);
                return Fault::Bad(why, span);
            }
            None => {}
        }
    }
    let whole = Span::new(0, text.len());
    Fault::Bad(
        format!("expected eight ranks joined by `/`, found {}", ranks.len()),
        whole,
    )
}

/// Returns the number of squares of a rank; `None` if a byte does not belong in a placement.
pub(super) fn squares(rank: &[u8]) -> Option<usize> {
    rank.iter().try_fold(0_usize, |sum, byte| match byte {
        b'1'..=b'8' => sum.checked_add(usize::from(byte - b'0')),
        _ => role(*byte).and(sum.checked_add(1)),
    })
}

/// Returns the length of the character at the start of `text`, 1 if it is not UTF-8.
fn character_len(text: &[u8]) -> usize {
    let len = match text.first() {
        Some(0xC2..=0xDF) => 2,
        Some(0xE0..=0xEF) => 3,
        Some(0xF0..=0xF4) => 4,
        _ => 1,
    };
    match text.get(..len) {
        Some(bytes) if std::str::from_utf8(bytes).is_ok() => len,
        _ => 1,
    }
}

/// Returns the bytes of the piece on a square, in a valid placement.
pub(super) fn place_of(text: &[u8], square: Square) -> Option<Span> {
    let (mut rank, mut file) = (7_u32, 0_u32);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'/' => (rank, file) = (rank.checked_sub(1)?, 0),
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            _ if rank == u32::from(square.rank()) && file == u32::from(square.file()) => {
                return Some(Span::new(at, at + 1));
            }
            _ => file += 1,
        }
    }
    None
}

/// Returns every run of neighbouring digits in a valid placement, with the digit that replaces it.
pub(super) fn unmerged(text: &[u8]) -> Vec<(Span, u8)> {
    let mut runs = Vec::new();
    let mut at = 0;
    for run in text.chunk_by(|one, next| one.is_ascii_digit() && next.is_ascii_digit()) {
        if run.len() > 1 {
            let squares = run
                .iter()
                .map(|digit| digit - b'0')
                .fold(0, u8::saturating_add);
            runs.push((Span::new(at, at + run.len()), b'0'.saturating_add(squares)));
        }
        at += run.len();
    }
    runs
}

/// Appends the canonical placement: ranks 8 to 1, digits merged.
pub fn write(board: &Board, out: &mut Vec<u8>) {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let square = Square::from_coords(File::new(file), Rank::new(rank));
            match board.piece_at(square) {
                Some(piece) => {
                    if empty > 0 {
                        out.push(b'0' + empty);
                        empty = 0;
                    }
                    out.push(letter(piece));
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            out.push(b'0' + empty);
        }
        if rank > 0 {
            out.push(b'/');
        }
    }
}

/// Returns the letter of a piece: upper case for White.
pub fn letter(piece: Piece) -> u8 {
    piece.char() as u8
}

#[cfg(test)]
mod tests;
