//! The characters that a terminal, a log or a reader must never receive raw, defined once for every message, screen
//! and format.
//!
//! ```
//! use epdit::epd::visible::{is_hidden, visible};
//!
//! assert!(is_hidden('\u{1b}') && is_hidden('\u{202E}') && !is_hidden('é'));
//! assert_eq!(visible("Zuse\u{1b}[2J"), "Zuse␛[2J");
//! assert_eq!(visible("a\u{200B}b"), "a<200B>b");
//! ```

use std::borrow::Cow;

/// The ranges of characters that act on a terminal (controls), change the direction of text, join or break text
/// invisibly, or are drawn as nothing: Unicode's categories Cc, Cf, Zl and Zp and its property
/// `Default_Ignorable_Code_Point`, which covers variation selectors and fillers.
const HIDDEN: [(char, char); 27] = [
    ('\0', '\u{1F}'),
    ('\u{7F}', '\u{9F}'),
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{600}', '\u{605}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{6DD}', '\u{6DD}'),
    ('\u{70F}', '\u{70F}'),
    ('\u{890}', '\u{891}'),
    ('\u{8E2}', '\u{8E2}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{2028}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFFB}'),
    ('\u{110BD}', '\u{110BD}'),
    ('\u{110CD}', '\u{110CD}'),
    ('\u{13430}', '\u{1343F}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// Returns true if a character must be shown as its [`mark`].
pub fn is_hidden(character: char) -> bool {
    if character < '\u{7F}' {
        return character < ' ';
    }
    let at = HIDDEN.partition_point(|(_, last)| *last < character);
    HIDDEN.get(at).is_some_and(|(first, _)| *first <= character)
}

/// Returns the mark for a hidden character: `␛` for an ASCII control, else its number as `<202E>`.
pub fn mark(character: char) -> String {
    match character {
        '\u{00}'..='\u{1F}' => char::from_u32(0x2400 + u32::from(character))
            .map_or_else(|| "\u{FFFD}".to_owned(), String::from),
        '\u{7F}' => "␡".to_owned(),
        _ => format!("<{:X}>", u32::from(character)),
    }
}

/// Returns a text with a mark for each hidden character, line ends included.
pub fn visible(text: &str) -> Cow<'_, str> {
    with_marks(text, |_| false)
}

/// Returns a text with a mark for each hidden character except LF.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    with_marks(text, |character| character == '\n')
}

fn with_marks(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let needs_mark = |character: char| is_hidden(character) && !is_kept(character);
    if !text.contains(needs_mark) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if needs_mark(character) {
            out.push_str(&mark(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    /// Returns an expression for the hidden characters, from the Unicode tables of the crate `regex`.
    fn hidden_by_unicode() -> Regex {
        let properties = r"\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Join_Control}\p{Variation_Selector}";
        let classes = format!(r"\p{{Cc}}\p{{Cf}}\p{{Zl}}\p{{Zp}}{properties}");
        Regex::new(&format!("(?s)^[{classes}]$")).unwrap()
    }

    #[test]
    fn hidden_characters_are_those_that_unicode_defines() {
        let expected = hidden_by_unicode();
        let mut buffer = [0; 4];
        let wrong: Vec<_> = ('\0'..=char::MAX)
            .filter(|one| is_hidden(*one) != expected.is_match(one.encode_utf8(&mut buffer)))
            .map(|one| format!("{:X}", u32::from(one)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn every_mark_can_be_shown_and_differs_from_all_others() {
        let mut marks = std::collections::HashSet::new();
        for one in ('\0'..=char::MAX).filter(|one| is_hidden(*one)) {
            let mark = mark(one);
            assert!(!mark.is_empty() && !mark.contains(is_hidden), "{mark:?}");
            assert!(marks.insert(mark), "{one:?}");
        }
    }

    #[test]
    fn the_ranges_are_in_order() {
        assert!(HIDDEN.iter().all(|(first, last)| first <= last));
        assert!(HIDDEN.is_sorted_by(|one, next| one.1 < next.0));
    }

    #[test]
    fn a_text_without_hidden_characters_is_borrowed_and_line_ends_get_marks() {
        assert!(matches!(visible("Ding–Népo ♟"), Cow::Borrowed(_)));
        assert_eq!(visible("a\nb\r"), "a␊b␍");
        assert_eq!(visible_lines("a\nb\r"), "a\nb␍");
    }
}
