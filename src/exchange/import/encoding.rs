//! The encoding of games: records are UTF-8, but games of older programs are not.

use std::borrow::Cow;

/// The encoding of a game's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8; an invalid byte is read as Latin-1.
    #[default]
    Auto,
    /// UTF-8; other bytes stay unchanged.
    Utf8,
    /// Latin-1, with the letters of Windows-1252 in place of control characters.
    Latin1,
}

/// The letters of Windows-1252 from 0x80 to 0x9F.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Encoding {
    /// Returns a text as UTF-8, borrowed if no byte has to change.
    pub(super) fn decode(self, text: &[u8]) -> Cow<'_, [u8]> {
        let is_right = match self {
            Self::Auto => std::str::from_utf8(text).is_ok(),
            Self::Utf8 => true,
            Self::Latin1 => text.is_ascii(),
        };
        if is_right {
            return Cow::Borrowed(text);
        }
        let mut decoded = String::with_capacity(text.len() + text.len() / 8);
        match self {
            Self::Latin1 => decoded.extend(text.iter().copied().map(letter)),
            _ => {
                for chunk in text.utf8_chunks() {
                    decoded.push_str(chunk.valid());
                    decoded.extend(chunk.invalid().iter().copied().map(letter));
                }
            }
        }
        Cow::Owned(decoded.into_bytes())
    }
}

/// Returns the letter of a byte in Windows-1252.
fn letter(byte: u8) -> char {
    let windows = byte
        .checked_sub(0x80)
        .and_then(|at| WINDOWS.chars().nth(at.into()));
    windows.unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_utf_8_by_what_they_are_or_are_said_to_be() {
        let latin = b"J\xf6rg \x96 \xc3\xa9 \x8d";
        for (encoding, expected) in [
            (Encoding::Auto, "Jörg – é \u{8d}".as_bytes()),
            (Encoding::Utf8, latin),
            (Encoding::Latin1, "Jörg – Ã© \u{8d}".as_bytes()),
        ] {
            assert_eq!(&*encoding.decode(latin), expected, "{encoding:?}");
        }
        for text in ["plain", "Jörg"] {
            let decoded = Encoding::Auto.decode(text.as_bytes());
            assert!(matches!(decoded, Cow::Borrowed(_)), "{text}");
        }
    }
}
