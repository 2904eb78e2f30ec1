//! Lines that end in CR, with LF in its place.

use std::io::{self, Read};

/// A reader that turns CR and CR LF line ends into LF.
pub(super) struct WithLf<R> {
    text: R,
    /// Whether the last byte was a CR: an LF after it belongs to the same end.
    is_behind_cr: bool,
}

impl<R: Read> WithLf<R> {
    pub(super) fn of(text: R) -> Self {
        Self {
            text,
            is_behind_cr: false,
        }
    }
}

impl<R: Read> Read for WithLf<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let got = self.text.read(buffer)?;
            let mut kept = 0;
            for at in 0..got {
                let byte = buffer.get(at).copied().unwrap_or_default();
                let is_second = byte == b'\n' && self.is_behind_cr;
                self.is_behind_cr = byte == b'\r';
                if let Some(to) = buffer.get_mut(kept).filter(|_| !is_second) {
                    *to = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
            }
            // An empty result would mean the end.
            if kept > 0 || got == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_of_a_line_is_one_lf() {
        let check = |text: &str, expected: &str| {
            let mut all = String::new();
            let read = WithLf::of(text.as_bytes()).read_to_string(&mut all);
            assert_eq!((read.ok(), all.as_str()), (Some(expected.len()), expected));
            // Independent of the size of reads.
            let mut slow = WithLf::of(text.as_bytes());
            let (mut bytes, mut byte) = (Vec::new(), [0]);
            while slow.read(&mut byte).is_ok_and(|got| got > 0) {
                bytes.extend(byte);
            }
            assert_eq!(bytes, expected.as_bytes());
        };
        check("a\rb\r", "a\nb\n");
        check("a\r\rb\r\nc\n\nd", "a\n\nb\nc\n\nd");
        check("\r\n", "\n");
        check("", "");
    }
}
