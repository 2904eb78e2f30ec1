//! Streams that must be read to their end, and may have none: `yes` fills any disk.

use std::io::{self, Read};

/// The length up to which a stream is spooled. A longer one should be a file, which can be read by position.
pub const LONGEST_STREAM: u64 = 4 << 30;

/// A reader that fails beyond a maximum length.
///
/// ```
/// use epdit::suite::Ending;
/// use std::io::{Read, repeat};
///
/// let mut text = Vec::new();
/// let error = Ending::within(repeat(b'x'), 5).read_to_end(&mut text).unwrap_err();
/// assert_eq!(text, b"xxxxx");
/// assert!(error.to_string().contains("save it to a file first"));
/// ```
pub struct Ending<R> {
    reader: R,
    left: u64,
    most: u64,
}

impl<R> Ending<R> {
    /// Limits a reader to this number of bytes.
    pub fn within(reader: R, most: u64) -> Self {
        Self {
            reader,
            left: most,
            most,
        }
    }
}

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left > 0 {
            let room = usize::try_from(self.left).unwrap_or(usize::MAX);
            let room = room.min(buffer.len());
            let read = self
                .reader
                .read(buffer.get_mut(..room).unwrap_or_default())?;
            self.left -= read as u64;
            return Ok(read);
        }
        // The reader may end exactly here.
        match self.reader.read(&mut [0])? {
            0 => Ok(0),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "there is no end of it after {}, and reading stopped there; save it to a file first",
                    size(self.most)
                ),
            )),
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes >> 30 {
        0 => format!("{bytes} bytes"),
        gibibytes => format!("{gibibytes} GiB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_in_time_is_read_whole_and_what_does_not_is_refused_with_what_to_do() {
        for (len, ends) in [(0, true), (99, true), (100, true), (101, false)] {
            let text = vec![b'x'; len];
            let mut read = Vec::new();
            let end = Ending::within(&text[..], 100).read_to_end(&mut read);
            assert_eq!(end.is_ok(), ends, "{len}");
            assert_eq!(read, text[..len.min(100)]);
        }
        assert_eq!(size(4 << 30), "4 GiB");
    }
}
