//! Bytes that are read more than once, though they come only once; and those that wait until all that
//! goes before them is known.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use crate::suite::platform::private::{PrivateFile, private_file};
use crate::suite::platform::read_at;

/// All bytes of a stream, in a private file.
#[derive(Clone, Debug)]
pub struct Spooled(Arc<PrivateFile>);

impl Spooled {
    /// Reads the stream to its end.
    ///
    /// # Errors
    /// Those of reading, and of writing to the file.
    pub fn of(reader: &mut impl Read) -> io::Result<Self> {
        let mut file = private_file()?;
        io::copy(reader, &mut file)?;
        Ok(Self(Arc::new(file)))
    }

    /// The bytes that `fill` writes.
    ///
    /// # Errors
    /// Those of `fill`, and of writing to the file.
    pub fn written<E: From<io::Error>>(
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Self, E> {
        let file = private_file()?;
        let mut out = io::BufWriter::with_capacity(1 << 16, file);
        fill(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Self(Arc::new(file)))
    }

    /// The bytes from the first on.
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

/// Bytes that are held in memory.
const HELD: usize = 4 << 20;

/// Texts on their way to a later reading, each with a number; no number is below the one before.
#[derive(Debug, Default)]
pub struct TextSpool {
    held: Vec<u8>,
    file: Option<PrivateFile>,
}

impl TextSpool {
    /// Takes a text.
    ///
    /// # Errors
    /// Those of writing to the file.
    pub fn push(&mut self, number: u64, text: &[u8]) -> io::Result<()> {
        for number in [number, text.len() as u64] {
            self.held.extend_from_slice(&number.to_le_bytes());
        }
        self.held.extend_from_slice(text);
        if self.held.len() > HELD {
            if self.file.is_none() {
                self.file = Some(private_file()?);
            }
            if let Some(file) = &mut self.file {
                file.write_all(&self.held)?;
            }
            self.held.clear();
        }
        Ok(())
    }

    /// Returns the texts from the first on.
    ///
    /// # Errors
    /// Those of going to the start of the file.
    pub fn read(self) -> io::Result<SpooledTexts> {
        let file = match self.file {
            None => None,
            Some(mut file) => {
                file.seek(SeekFrom::Start(0))?;
                Some(io::BufReader::with_capacity(1 << 16, file))
            }
        };
        let mut read = SpooledTexts {
            file,
            held: io::Cursor::new(self.held),
            number: 0,
            text: Vec::new(),
            is_over: false,
        };
        read.next()?;
        Ok(read)
    }
}

/// See [`TextSpool::read`].
#[derive(Debug)]
pub struct SpooledTexts {
    file: Option<io::BufReader<PrivateFile>>,
    held: io::Cursor<Vec<u8>>,
    /// That of the text at hand.
    number: u64,
    text: Vec<u8>,
    is_over: bool,
}

impl SpooledTexts {
    /// Gives `take` the next texts whose number is at most this, each with its number.
    ///
    /// # Errors
    /// Those of `take`, and of reading the file.
    pub fn up_to<E: From<io::Error>>(
        &mut self,
        number: u64,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        while !self.is_over && self.number <= number {
            take(self.number, &self.text)?;
            self.next()?;
        }
        Ok(())
    }

    /// Goes to the next text.
    fn next(&mut self) -> io::Result<()> {
        let mut numbers = [0; 16];
        let Some(first) = self.some(&mut numbers)? else {
            self.is_over = true;
            return Ok(());
        };
        let (numbers, _) = first.as_chunks::<8>();
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        self.number = numbers.next().unwrap_or_default();
        let length = usize::try_from(numbers.next().unwrap_or_default()).unwrap_or(usize::MAX);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        text.resize(length, 0);
        let found = self.some(&mut text)?.is_some();
        self.text = text;
        match found || length == 0 {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Fills `bytes`; `None` where all is over. What is in the file comes first, and whole.
    fn some<'b>(&mut self, bytes: &'b mut [u8]) -> io::Result<Option<&'b [u8]>> {
        if let Some(file) = &mut self.file {
            match file.read_exact(bytes) {
                Ok(()) => return Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => self.file = None,
                Err(error) => return Err(error),
            }
        }
        match self.held.read_exact(bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
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
