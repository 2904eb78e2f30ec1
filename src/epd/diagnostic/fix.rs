//! A change of a line that corrects a diagnostic.

use super::quoted;
use crate::epd::span::Span;

/// A change of a line's bytes that corrects a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it certainly keeps the meaning: canonical writing would do the same.
    pub safe: bool,
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new bytes; empty for a removal.
    pub replacement: Vec<u8>,
}

impl Fix {
    /// Returns a fix that certainly keeps the meaning.
    pub(in crate::epd) fn safe(span: Span, replacement: impl Into<Vec<u8>>) -> Option<Self> {
        Some(Self {
            safe: true,
            span,
            replacement: replacement.into(),
        })
    }

    /// Returns a fix that the user has to want.
    pub(in crate::epd) fn not_safe(span: Span, replacement: impl Into<Vec<u8>>) -> Option<Self> {
        Some(Self {
            safe: false,
            span,
            replacement: replacement.into(),
        })
    }

    /// Returns the line with this fix applied.
    pub fn apply(&self, line: &[u8]) -> Vec<u8> {
        let before = line.get(..self.span.start).unwrap_or(line);
        let behind = line.get(self.span.end..).unwrap_or_default();
        [before, &self.replacement, behind].concat()
    }

    /// Returns a short title: "write `Kd2` for `e1d2`", "remove `;`", "insert `;`".
    pub fn title(&self, line: &[u8]) -> String {
        let (old, new) = (self.span.of(line), self.replacement.as_slice());
        let quoted = |text: &[u8]| quoted(text.trim_ascii());
        match (old.trim_ascii(), new.trim_ascii()) {
            (b"", b"") if new.is_empty() && old.len() == 1 => "remove the space".to_owned(),
            (b"", b"") if new.is_empty() => "remove the spaces".to_owned(),
            (b"", b"") if old.is_empty() => "insert a space".to_owned(),
            (b"", b"") => "write one space".to_owned(),
            (_, b"") => format!("remove {}", quoted(old)),
            (b"", _) => format!("insert {}", quoted(new)),
            // A separator between two words is removed, and the words stay.
            (whole, kept) => match whole.strip_suffix(kept) {
                Some(gone) if gone.iter().all(|byte| b";:, ".contains(byte)) => {
                    format!("remove {}", quoted(gone))
                }
                _ => format!("write {} for {}", quoted(new), quoted(old)),
            },
        }
    }
}
