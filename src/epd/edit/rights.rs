//! Castling rights when pieces change on the board: a right goes with the king or the rook that leaves its
//! square. Nobody can castle with a piece that has moved, and a right that stays would mean another rook.

use super::{Change, Map, by_hand};
use crate::epd::castling::{self, Right};
use crate::epd::{Record, Rules};
use shakmaty::{Bitboard, Board};

/// Returns the line after the change with the rights that are left, and the letters that were taken away.
/// `map` says where the pieces of each square went.
pub(super) fn follow(before: &Record<'_>, new: Vec<u8>, map: Map<'_>) -> (Vec<u8>, String) {
    let after = Record::read(&new, before.options());
    let (Some(board), Some(letters)) = (before.board(), before.castling()) else {
        return (new, String::new());
    };
    let (Some(now), Some(written)) = (after.board(), after.castling()) else {
        return (new, String::new());
    };
    if board == now {
        return (new, String::new());
    }
    let (rules, of_file) = (before.rules(), before.options().rules);
    let (mut left, mut gone) = (Vec::with_capacity(4), String::new());
    for letter in letters.bytes().filter(u8::is_ascii_alphabetic) {
        let Some(right) = castling::right(board, letter, rules) else {
            // Impossible before: nothing that the change did.
            let is_queen_side = letter.eq_ignore_ascii_case(&b'q');
            left.push((
                letter.is_ascii_lowercase(),
                is_queen_side,
                char::from(letter),
            ));
            continue;
        };
        let stays = moved(now, right, map).and_then(|right| {
            let letter = spelling(now, letter, &right, rules, of_file)?;
            Some((right.colour.is_black(), !right.is_king_side(), letter))
        });
        match stays {
            Some(letter) => left.push(letter),
            None => gone.push(char::from(letter)),
        }
    }
    // White's first, the king's side first.
    left.sort_by_key(|(is_black, is_queen_side, _)| (*is_black, *is_queen_side));
    let left: String = match left.as_slice() {
        [] => "-".to_owned(),
        letters => letters.iter().map(|(_, _, letter)| *letter).collect(),
    };
    if left == written {
        return (new, gone);
    }
    match by_hand(&after, &[Change::Castling(&left)]) {
        Ok(line) => (line, gone),
        // Left as they are, and said to be impossible.
        Err(_) => (new, String::new()),
    }
}

/// Returns the right of the pieces where they went, if king and rook stand there on their first rank.
fn moved(board: &Board, right: Right, map: Map<'_>) -> Option<Right> {
    let (king, rook) = (map(right.king)?, map(right.rook)?);
    // Colours may have changed places, too.
    let colour = board.color_at(king)?;
    let own = board.by_color(colour) & Bitboard::from_rank(colour.backrank());
    let stands = (own & board.kings()).contains(king) && (own & board.rooks()).contains(rook);
    stands.then_some(Right { colour, king, rook })
}

/// Returns the letter for a right that was written as `letter`: the same kind of letter where that still means
/// this rook, else the rook's file, where the rules know files.
fn spelling(
    board: &Board,
    letter: u8,
    right: &Right,
    rules: Rules,
    of_file: Rules,
) -> Option<char> {
    let was_plain = matches!(letter, b'K' | b'Q' | b'k' | b'q');
    // Read by the file's rules once no file letter is left beside it.
    if was_plain && right.is_meant(board, of_file) {
        return Some(right.letter());
    }
    (rules == Rules::Chess960).then(|| right.file_letter())
}
