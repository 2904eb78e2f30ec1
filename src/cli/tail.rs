//! The end of a file's text, after which the next text must begin on a line of its own.

use super::flow::MARK;

/// The state at the end of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tail {
    begun: bool,
    /// Whether the last line has no end.
    is_open: bool,
    /// Whether the last line end is CR LF.
    has_crlf: bool,
    after_cr: bool,
}

impl Tail {
    /// Appends text.
    pub(crate) fn take(&mut self, text: &[u8]) {
        let Some(last) = text.last() else {
            return;
        };
        // A file with only a mark has no line yet.
        let is_mark = !std::mem::replace(&mut self.begun, true) && text == MARK;
        self.is_open = !is_mark && !matches!(last, b'\n' | b'\r');
        if let Some(at) = memchr::memrchr(b'\n', text) {
            let before = at.checked_sub(1).and_then(|at| text.get(at));
            self.has_crlf = before.map_or(self.after_cr, |byte| *byte == b'\r');
        }
        self.after_cr = *last == b'\r';
    }

    /// Returns the missing end of the last line, in the style of the lines before it; empty if it has one.
    pub(crate) fn end(self) -> &'static [u8] {
        match (self.is_open, self.has_crlf) {
            (false, _) => b"",
            (true, true) => b"\r\n",
            (true, false) => b"\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_line_ends_as_those_before_it() {
        for (parts, expected) in [
            (&[][..], ""),
            (&["a\n", "b"][..], "\n"),
            (&["a\r\nb"][..], "\r\n"),
            (&["a\r", "\nb"][..], "\r\n"),
            (&["a\r\nb\nc"][..], "\n"),
            (&["a\r\n"][..], ""),
            (&["a\rb\r"][..], ""),
            (&["\u{feff}"][..], ""),
            (&["\u{feff}a"][..], "\n"),
            (&["a\n", "\u{feff}"][..], "\n"),
        ] {
            let mut tail = Tail::default();
            parts.iter().for_each(|part| tail.take(part.as_bytes()));
            assert_eq!(tail.end(), expected.as_bytes(), "{parts:?}");
        }
    }
}
