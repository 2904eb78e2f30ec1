//! Bytes of a stream that are read more than once, and texts that wait until everything before them is known.

use super::{Order, SortedTexts, Sorter};
use crate::suite::platform::{PrivateFile, private_file, read_at};
use std::io::{self, Read, Write};
use std::sync::Arc;

/// All bytes of a stream, in a private file.
#[derive(Clone, Debug)]
pub struct Spooled(Arc<PrivateFile>);

impl Spooled {
    /// Reads the stream to its end.
    ///
    /// # Errors
    /// The stream can't be read, or the file can't be written.
    pub fn of(reader: &mut impl Read) -> io::Result<Self> {
        let mut file = private_file()?;
        io::copy(reader, &mut file)?;
        Ok(Self(Arc::new(file)))
    }

    /// Returns the bytes that `fill` writes.
    ///
    /// # Errors
    /// `fill` fails, or the file can't be written.
    pub fn written<E: From<io::Error>>(
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Self, E> {
        let file = private_file()?;
        let mut out = io::BufWriter::with_capacity(1 << 16, file);
        fill(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Self(Arc::new(file)))
    }

    /// Returns a reader of all bytes.
    pub fn read(&self) -> impl Read + Send + use<> {
        Reading {
            file: self.0.clone(),
            at: 0,
        }
    }
}

struct Reading {
    file: Arc<PrivateFile>,
    at: u64,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// The number of bytes of texts held at once.
const HELD: usize = 4 << 20;
/// The size of a number in bytes.
const NUMBER: usize = size_of::<u64>();

/// Texts stored for a later reading, with ascending numbers.
pub struct TextSpool(Sorter);

impl Default for TextSpool {
    fn default() -> Self {
        Self(Sorter::holding(Order::Rising, HELD))
    }
}

impl TextSpool {
    /// Adds a text.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn push(&mut self, number: u64, text: &[u8]) -> io::Result<()> {
        let number = number.to_be_bytes();
        self.0.push(&number, &[&number, text])
    }

    /// Returns all texts.
    ///
    /// # Errors
    /// The file can't be written or read.
    pub fn read(self) -> io::Result<SpooledTexts> {
        let mut read = SpooledTexts {
            sorted: self.0.sorted()?,
            next: None,
        };
        read.go_on()?;
        Ok(read)
    }
}

/// The texts of a [`TextSpool`].
pub struct SpooledTexts {
    sorted: SortedTexts,
    next: Option<(u64, Vec<u8>)>,
}

impl SpooledTexts {
    /// Calls `take` with the next texts whose number is at most `number`, each with its number.
    ///
    /// # Errors
    /// `take` fails, or the file can't be read.
    pub fn up_to<E: From<io::Error>>(
        &mut self,
        number: u64,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some((number, text)) = self.next.take_if(|(next, _)| *next <= number) {
            take(number, &text)?;
            self.go_on()?;
        }
        Ok(())
    }

    fn go_on(&mut self) -> io::Result<()> {
        let next = self.sorted.next_text()?;
        let next = next.and_then(|stored| stored.split_first_chunk::<NUMBER>());
        self.next = next.map(|(number, text)| (u64::from_be_bytes(*number), text.to_vec()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_again_by_their_numbers() {
        for size in [1, HELD / 3] {
            let long = "x".repeat(size);
            let mut spool = TextSpool::default();
            let texts = [
                (0, "a"),
                (2, "b"),
                (2, ""),
                (3, &long),
                (3, &long),
                (3, &long),
                (3, &long),
                (5, "c"),
            ];
            for (number, text) in texts {
                spool.push(number, text.as_bytes()).unwrap();
            }
            let mut read = spool.read().unwrap();
            let mut all = String::new();
            for asked in 0..5 {
                read.up_to(asked, |number, text| {
                    assert_eq!(number, asked);
                    all += std::str::from_utf8(text).unwrap();
                    Ok::<(), io::Error>(())
                })
                .unwrap();
                all.push('.');
            }
            assert_eq!(all, format!("a..b.{}..", long.repeat(4)));
        }
    }

    #[test]
    fn a_stream_is_read_as_often_as_one_likes() {
        let text = b"some text".repeat(100_000);
        let spooled = Spooled::of(&mut &text[..]).unwrap();
        for _ in 0..2 {
            let mut all = Vec::new();
            spooled.read().read_to_end(&mut all).unwrap();
            assert!(all == text);
        }
    }
}
