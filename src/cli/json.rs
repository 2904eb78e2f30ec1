//! JSON that is safe on a terminal: hidden characters are escaped (`\u202e`), with the same meaning.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::exchange::json;

/// Appends a value to `out`; returns true if it could be written (the keys of maps must be strings).
pub(crate) fn write(value: &impl Serialize, out: &mut Vec<u8>) -> bool {
    let before = out.len();
    let written = value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping));
    if written.is_err() {
        out.truncate(before);
    }
    written.is_ok()
}

pub(crate) fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    write(value, &mut out);
    // The output is UTF-8.
    String::from_utf8(out).unwrap_or_default()
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        json::escape(fragment, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::visible::is_hidden;

    #[test]
    fn hidden_characters_are_escaped_and_read_back() {
        let all: String = ('\0'..=char::MAX).collect();
        let written = text(&all);
        assert!(!written.contains(is_hidden));
        assert_eq!(serde_json::from_str::<String>(&written).expect("JSON"), all);
        assert_eq!(text(&"a\u{E0001}é\u{7f}"), r#""a\udb40\udc01é\u007f""#);
    }
}
