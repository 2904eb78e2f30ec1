//! Line ends: the byte that ends the lines of a file, and the end of new lines.

use memchr::{memchr, memchr2};

/// The end of new lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnd {
    /// LF, as on Unix; also for a file without any line end.
    #[default]
    Lf,
    /// CR LF, as on Windows.
    CrLf,
    /// CR alone, for a file that has CR and no LF.
    Cr,
}

impl LineEnd {
    /// Returns the bytes of the end.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
        }
    }

    /// Returns the byte that ends a line in such a file.
    pub const fn terminator(self) -> u8 {
        match self {
            Self::Lf | Self::CrLf => b'\n',
            Self::Cr => b'\r',
        }
    }

    /// Returns the end that most lines of `sample` have, given the byte that ends them.
    pub(crate) fn dominant(terminator: u8, sample: &[u8]) -> Self {
        if terminator == b'\r' {
            return Self::Cr;
        }
        let (mut all, mut with_cr) = (0usize, 0usize);
        for at in memchr::memchr_iter(b'\n', sample) {
            all += 1;
            if at.checked_sub(1).and_then(|before| sample.get(before)) == Some(&b'\r') {
                with_cr += 1;
            }
        }
        if with_cr * 2 > all {
            Self::CrLf
        } else {
            Self::Lf
        }
    }
}

/// Returns the line without its end (LF, CR LF, CR, CR CR LF).
pub fn text_of(line: &[u8]) -> &[u8] {
    let mut text = line.strip_suffix(b"\n").unwrap_or(line);
    while let Some(shorter) = text.strip_suffix(b"\r") {
        text = shorter;
    }
    text
}

/// Returns the end of a line, which [`text_of`] cuts off.
pub(crate) fn end_of(line: &[u8]) -> &[u8] {
    line.get(text_of(line).len()..).unwrap_or_default()
}

/// Cuts `bytes` into lines, each with its own end if it has one; empty bytes are one empty line.
pub(super) fn split(bytes: &[u8], end: LineEnd) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    loop {
        let found = match end.terminator() {
            b'\r' => memchr2(b'\n', b'\r', rest).map(|at| match rest.get(at..at + 2) {
                Some(b"\r\n") => at + 2,
                _ => at + 1,
            }),
            other => memchr(other, rest).map(|at| at + 1),
        };
        let Some((line, after)) = found.and_then(|at| rest.split_at_checked(at)) else {
            if !rest.is_empty() || lines.is_empty() {
                lines.push(rest);
            }
            return lines;
        };
        lines.push(line);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_everything_after_the_text() {
        assert_eq!(text_of(b"a b\r\r\n"), b"a b");
        assert_eq!(end_of(b"a b\r\r\n"), b"\r\r\n");
        assert_eq!(end_of(b"a\r"), b"\r");
        assert_eq!(end_of(b"a"), b"");
        assert_eq!(text_of(b"\n"), b"");
    }

    #[test]
    fn pasted_text_is_cut_where_the_file_would_cut_it() {
        assert_eq!(split(b"a\nb", LineEnd::Lf), [b"a\n".as_slice(), b"b"]);
        assert_eq!(split(b"a\rb\n", LineEnd::Lf), [b"a\rb\n".as_slice()]);
        assert_eq!(
            split(b"a\rb\r\nc\n", LineEnd::Cr),
            [b"a\r".as_slice(), b"b\r\n", b"c\n"]
        );
        assert_eq!(split(b"", LineEnd::Lf), [b"".as_slice()]);
    }

    #[test]
    fn new_lines_get_the_end_that_most_lines_have() {
        assert_eq!(LineEnd::dominant(b'\n', b"a\r\nb\r\nc\n"), LineEnd::CrLf);
        assert_eq!(LineEnd::dominant(b'\n', b"a\r\nb\nc\n"), LineEnd::Lf);
        assert_eq!(LineEnd::dominant(b'\r', b"a\rb\r"), LineEnd::Cr);
        assert_eq!(LineEnd::dominant(b'\n', b""), LineEnd::Lf);
    }
}
