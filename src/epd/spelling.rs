//! Typing errors: the distance of two words, and the known words nearest to a wrong one.
//!
//! ```
//! use epdit::epd::spelling::{distance, nearest, slips};
//!
//! assert_eq!(distance(b"rihgt", b"right"), 1);
//! let known = ["find", "filter", "fen"];
//! assert_eq!(nearest(b"filtr", known, slips(b"filtr")), ["filter"]);
//! assert!(nearest(b"xyz", known, slips(b"xyz")).is_empty());
//! ```

/// The length limit of known words.
const LONGEST: usize = 63;

/// One row of the table of distances, which are limited by the size of its cells.
type Row = [u8; LONGEST + 1];

/// Returns the number of edits (insert, delete, replace, swap two neighbours) that turn one word into the other. A
/// word of more than 63 bytes has the maximum distance.
pub fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len().max(b.len()) > LONGEST {
        return usize::from(u8::MAX);
    }
    let at = |row: &Row, at: usize| row.get(at).copied().unwrap_or(u8::MAX);
    let mut two_back: Row = [u8::MAX; LONGEST + 1];
    let mut back: Row = std::array::from_fn(|column| column as u8);
    let mut last_a = None;
    for (row, &of_a) in (1..).zip(a) {
        let mut here: Row = [u8::MAX; LONGEST + 1];
        here[0] = row;
        let mut last_b = None;
        for (column, &of_b) in b.iter().enumerate() {
            let replaced = at(&back, column).saturating_add(u8::from(of_a != of_b));
            let mut least = replaced
                .min(at(&back, column + 1).saturating_add(1))
                .min(at(&here, column).saturating_add(1));
            if last_a == Some(of_b) && last_b == Some(of_a) {
                least = least.min(at(&two_back, column.wrapping_sub(1)).saturating_add(1));
            }
            if let Some(cell) = here.get_mut(column + 1) {
                *cell = least;
            }
            last_b = Some(of_b);
        }
        two_back = std::mem::replace(&mut back, here);
        last_a = Some(of_a);
    }
    usize::from(at(&back, b.len()))
}

/// Returns the number of typing errors allowed in a word of this length: one, and two from six letters on. With more,
/// everything would be near a short word.
pub const fn slips(word: &[u8]) -> usize {
    if word.len() < 6 { 1 } else { 2 }
}

/// Returns the known words nearest to `word`, at most `most` edits away; several if they are equally near.
pub fn nearest<'a>(
    word: &[u8],
    known: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let (mut least, mut found) = (most, Vec::new());
    for known in known {
        // Words that differ more in length are further away.
        if known.len().abs_diff(word.len()) > least {
            continue;
        }
        // One edit changes at most two neighbours.
        if least < 2 && differing(word, known.as_bytes()) > 2 {
            continue;
        }
        let away = distance(word, known.as_bytes());
        if away < least {
            least = away;
            found.clear();
        }
        if away == least {
            found.push(known);
        }
    }
    found
}

/// Returns the number of letters of the longer word between the common beginning and the common end.
fn differing(a: &[u8], b: &[u8]) -> usize {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let first = a.iter().zip(b).take_while(same).count();
    let most = a.len().min(b.len()) - first;
    let last = a.iter().rev().zip(b.iter().rev()).take(most);
    a.len().max(b.len()) - first - last.take_while(same).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_the_typing_that_parts_them() {
        for (a, b, away) in [
            ("move-illegal", "move-illegal", 0),
            ("bm", "bmm", 1),
            ("bm", "mb", 1),
            ("kitten", "sitting", 3),
            ("", "bm", 2),
            ("bm", "", 2),
        ] {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), away, "{a} {b}");
        }
        assert_eq!(distance(&[b'a'; 64], b"a"), 255);
        assert_eq!(distance(&[b'a'; 63], b"a"), 62);
    }

    #[test]
    fn all_of_the_nearest_words_are_found_in_their_order_and_none_that_is_far() {
        let known = ["pv", "sv", "bm", "draw_offer"];
        assert_eq!(nearest(b"tv", known, 1), ["pv", "sv"]);
        assert_eq!(nearest(b"bbm", known, 2), ["bm"]);
        assert_eq!(nearest(b"draw", known, 2), [""; 0]);
    }
}
