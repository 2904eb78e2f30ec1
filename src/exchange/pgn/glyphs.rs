//! Annotators' signs, and the typographic signs of programs and web pages for the standard's letters.

use std::borrow::Cow;

use crate::epd::moves::looks_like_move;

/// Annotators' signs, each before its number in the standard's list of NAGs.
const SIGNS: &str = "‼ 3 ⁇ 4 ⁉ 5 ⁈ 6 □ 7 = 10 ∞ 13 ⩲ 14 +/= 14 += 14 ⩱ 15 =/+ 15 =+ 15 ± 16 +/- 16 ∓ 17 -/+ 17 +- 18 \
    -+ 19 ⨀ 22 ○ 26 ⟳ 32 ↑ 36 → 40 ⇆ 132 ⊕ 138 ∆ 140 ⌓ 142";

/// The longest sign that may follow a move, in bytes.
const LONGEST: usize = 12;

/// Returns true if a character separates words: a blank of web pages, or one without width.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// Returns a word in the standard's letters: hyphens for dashes, letters for figures of pieces.
pub(super) fn plain(word: &[u8]) -> Cow<'_, [u8]> {
    let text = match word.is_ascii() {
        true => None,
        false => std::str::from_utf8(word).ok(),
    };
    let Some(text) = text else {
        return Cow::Borrowed(word);
    };
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '×' => plain.push('x'),
            '½' => plain.push_str("1/2"),
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            // A pawn has no letter; the others select the style of the figure before them.
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain.into_bytes())
}

/// Returns the NAG of an annotator's sign; 0, the standard's null annotation, if the list has none.
pub(super) fn nag_of(sign: &[u8]) -> Option<u8> {
    let sign = std::str::from_utf8(sign)
        .ok()
        .filter(|sign| !sign.is_empty())?;
    let mut words = SIGNS.split(' ');
    while let (Some(known), Some(number)) = (words.next(), words.next()) {
        if known == sign {
            return number.parse().ok();
        }
    }
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    sign.chars().all(is_sign).then_some(0)
}

/// Returns the move of a word without the annotator's sign after it.
pub(super) fn without_nag(word: &[u8]) -> Option<&[u8]> {
    let text = std::str::from_utf8(word).ok()?;
    let ends = text.char_indices().rev().map(|(at, _)| at);
    let mut moves = ends
        .take_while(|at| *at > 0 && word.len() - at <= LONGEST)
        .filter_map(|at| word.split_at_checked(at));
    let (played, _) = moves
        .find(|(played, sign)| nag_of(&plain(sign)).is_some() && looks_like_move(&plain(played)))?;
    Some(played)
}
