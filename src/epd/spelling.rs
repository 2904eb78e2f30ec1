//! Typing errors: the known words nearest to a wrong one.
//!
//! ```
//! use epdit::epd::spelling::{nearest, slips};
//!
//! let known = ["find", "filter", "fen"];
//! assert_eq!(nearest(b"filtr", known, slips(b"filtr")), ["filter"]);
//! assert!(nearest(b"xyz", known, slips(b"xyz")).is_empty());
//! ```

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
    let text = String::from_utf8_lossy(word);
    for known in known {
        // Words that differ more in length are further away.
        if known.len().abs_diff(word.len()) > least {
            continue;
        }
        // One edit changes at most two neighbours.
        if least < 2 && differing(word, known.as_bytes()) > 2 {
            continue;
        }
        let away = strsim::osa_distance(&text, known);
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
    fn the_distance_of_words_is_the_number_of_typing_errors() {
        for (a, b, away) in [
            ("move-illegal", "move-illegal", 0),
            ("bm", "bmm", 1),
            ("bm", "mb", 1),
            ("kitten", "sitting", 3),
            ("", "bm", 2),
            ("bm", "", 2),
        ] {
            let is_near = |most| !nearest(a.as_bytes(), [b], most).is_empty();
            assert!(is_near(away), "{a} {b}");
            assert!(away == 0 || !is_near(away - 1), "{a} {b}");
        }
    }

    #[test]
    fn all_nearest_words_are_found_in_order_and_no_distant_one() {
        let known = ["pv", "sv", "bm", "draw_offer"];
        assert_eq!(nearest(b"tv", known, 1), ["pv", "sv"]);
        assert_eq!(nearest(b"bbm", known, 2), ["bm"]);
        assert_eq!(nearest(b"draw", known, 2), [""; 0]);
    }
}
