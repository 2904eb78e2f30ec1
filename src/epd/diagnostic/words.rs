//! Parts of messages: text of a file made safe, counts, lists.

use std::fmt::Write as _;

use crate::epd::visible::is_hidden;

/// The longest part of a line that a message repeats, in characters.
const LONGEST: usize = 40;

/// Quotes text of a file for a message: in backquotes, with hidden characters and invalid bytes escaped, cut when
/// long.
pub(in crate::epd) fn quoted(text: &[u8]) -> String {
    let mut out = String::from("`");
    // A character has at most four bytes, so the rest is cut anyway.
    let text = text.get(..LONGEST * 4 + 4).unwrap_or(text);
    for (count, character) in String::from_utf8_lossy(text).chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        if is_hidden(character) {
            let _ = write!(out, "{}", character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

/// Returns `a`, `a and b`, `a, b and c`.
pub(in crate::epd) fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_file_is_cut_and_made_safe() {
        assert_eq!(quoted(b"Nf3"), "`Nf3`");
        assert_eq!(quoted(b"a\x1Bb"), "`a\\u{1b}b`");
        let long = quoted("ü".repeat(5000).as_bytes());
        assert_eq!(long, format!("`{}…`", "ü".repeat(40)));
        assert_eq!(quoted(&[b'x'; 40]).chars().count(), 42);
        assert_eq!(quoted(&[b'x'; 41]).chars().count(), 43);
    }

    #[test]
    fn lists_read_as_sentences_do() {
        let words = |n: usize| {
            ["a", "b", "c"][..n]
                .iter()
                .map(|w| (*w).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(list(&words(1), "and"), "a");
        assert_eq!(list(&words(2), "or"), "a or b");
        assert_eq!(list(&words(3), "and"), "a, b and c");
    }
}
