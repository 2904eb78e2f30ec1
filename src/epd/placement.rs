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

use super::span::Span;
use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, File, Piece, Rank, Role, Square};

/// A placement read.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub board: Board,
    /// Two digits side by side somewhere.
    pub unmerged: bool,
    /// Closed by an eighth slash; ranks may be short.
    pub crafty: bool,
}

/// Why a word is no placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A position of another variant, and what shows it.
    Variant(&'static str),
    /// What is wrong, and which bytes of the word show it.
    Bad(String, Span),
}

/// Pieces as they are gathered, one bit a square.
#[derive(Default)]
struct Gathered {
    roles: ByRole<Bitboard>,
    colours: ByColor<Bitboard>,
}

/// Reads a placement, in full or in the Crafty form.
pub(super) fn read(text: &[u8]) -> Result<Placement, Fault> {
    match read_strict(text) {
        Some(placement) => Ok(placement),
        None => read_lenient(text),
    }
}

/// What a byte of a placement does.
#[derive(Clone, Copy)]
struct Step {
    /// Where its piece is gathered: role, and 6 more for Black; others go to [`NO_PIECE`].
    piece: u8,
    /// Squares it covers.
    squares: u8,
    digit: bool,
    slash: bool,
    wrong: bool,
}

const NO_PIECE: u8 = 12;

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static STEPS: [Step; 256] = {
    let wrong = Step {
        piece: NO_PIECE,
        squares: 0,
        digit: false,
        slash: false,
        wrong: true,
    };
    let mut steps = [wrong; 256];
    let mut byte = 0;
    while byte < 256 {
        let step = &mut steps[byte];
        step.wrong = false;
        match byte as u8 {
            b'/' => step.slash = true,
            digit @ b'1'..=b'8' => {
                step.digit = true;
                step.squares = digit - b'0';
            }
            letter => match role(letter) {
                Some(role) => {
                    step.piece = role as u8 - 1 + if letter.is_ascii_lowercase() { 6 } else { 0 };
                    step.squares = 1;
                }
                None => step.wrong = true,
            },
        }
        byte += 1;
    }
    steps
};

/// Reads eight ranks of eight squares each; anything else is for [`read_lenient`].
///
/// There is no branch a byte: pieces, digits and slashes follow one another without a pattern
/// that a processor could foresee.
#[expect(
    clippy::indexing_slicing,
    reason = "a byte is below 256, and four bits are below 16"
)]
fn read_strict(text: &[u8]) -> Option<Placement> {
    // Squares are counted as they are written, a8 first; all are gathered, pieces or not.
    let mut gathered = [0_u64; 16];
    let (mut squares, mut slashes) = (0_u32, 0_u32);
    let (mut wrong, mut unmerged, mut after_digit) = (false, false, false);
    for byte in text {
        let step = STEPS[usize::from(*byte)];
        gathered[usize::from(step.piece & 15)] |= 1_u64.wrapping_shl(squares);
        squares = squares.wrapping_add(u32::from(step.squares));
        slashes += u32::from(step.slash);
        wrong |= step.wrong | (step.slash & (squares != slashes.wrapping_mul(8)));
        unmerged |= step.digit & after_digit;
        after_digit = step.digit;
    }
    if wrong || squares != 64 || slashes != 7 {
        return None;
    }
    // From a8 first to a1 first: the ranks change places.
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

fn read_lenient(text: &[u8]) -> Result<Placement, Fault> {
    let mut gathered = Gathered::default();
    let (mut rank, mut file) = (7_u32, 0_u32);
    let (mut slashes, mut short, mut unmerged, mut after_digit) = (0, false, false, false);
    for byte in text {
        match byte {
            b'1'..=b'8' => {
                file += u32::from(byte - b'0');
                unmerged |= after_digit;
                after_digit = true;
                if file > 8 {
                    return Err(explain(text));
                }
                continue;
            }
            b'/' => {
                short |= file < 8;
                slashes += 1;
                file = 0;
                if slashes > 8 {
                    return Err(explain(text));
                }
                rank = 7_u32.saturating_sub(slashes);
            }
            _ => {
                let Some(role) = role(*byte) else {
                    return Err(explain(text));
                };
                if file > 7 || slashes > 7 {
                    return Err(explain(text));
                }
                let square =
                    Bitboard::from_square(Square::from_coords(File::new(file), Rank::new(rank)));
                *gathered.roles.get_mut(role) |= square;
                *gathered
                    .colours
                    .get_mut(Color::from_white(byte.is_ascii_uppercase())) |= square;
                file += 1;
            }
        }
        after_digit = false;
    }
    let whole = slashes == 7 && file == 8 && !short;
    let crafty = slashes == 8 && file == 0;
    if !whole && !crafty {
        return Err(explain(text));
    }
    match Board::try_from_bitboards(gathered.roles, gathered.colours) {
        Ok(board) => Ok(Placement {
            board,
            unmerged,
            crafty,
        }),
        Err(_) => Err(explain(text)),
    }
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

/// Squares of one rank, with numbers of several digits read as one; `None` for odd characters.
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

/// Why `text` is no placement: only called when it is none.
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
            let at = Span::at(span.start + at);
            let wrong = Span::new(
                at.start,
                at.start + character_len(text.get(at.start..).unwrap_or_default()),
            );
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

/// Squares of a rank of this standard; `None` where a character is none of it.
fn squares(rank: &[u8]) -> Option<usize> {
    rank.iter().try_fold(0_usize, |sum, byte| match byte {
        b'1'..=b'8' => sum.checked_add(usize::from(byte - b'0')),
        _ => role(*byte).and(sum.checked_add(1)),
    })
}

/// Bytes of the character at the start of `text`, 1 where it is not UTF-8.
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

/// Where the piece on a square is written, in a placement that can be read.
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

/// Every run of neighbouring digits in a placement that can be read, with the digit that it is
/// written as.
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

/// The letter of a piece: upper case for White.
pub fn letter(piece: Piece) -> u8 {
    piece.char() as u8
}

#[cfg(test)]
mod tests;
