//! Each position once, in the order of their coming, with memory that does not grow.
//!
//! So many positions are remembered. Once they are, a record whose position is not among them waits in a
//! file, and all that wait are gone through again at the end, with nothing remembered: what waits came
//! after all that was written before, so the order holds.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use rustc_hash::FxHashSet;

use crate::suite::external::{PrivateFile, private_file};

/// Positions that are remembered: at most 24 bytes each.
const REMEMBERED: usize = 16 << 20;

/// See the module.
#[derive(Debug)]
pub struct Unique {
    seen: FxHashSet<u64>,
    limit: usize,
    waiting: Option<BufWriter<PrivateFile>>,
    /// Records left out.
    dropped: u64,
}

impl Default for Unique {
    fn default() -> Self {
        Self::of(REMEMBERED)
    }
}

impl Unique {
    /// One that remembers so many positions (one at least).
    pub fn of(limit: usize) -> Self {
        Self {
            seen: FxHashSet::default(),
            limit: limit.max(1),
            waiting: None,
            dropped: 0,
        }
    }

    /// How many records were left out so far.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Whether a record comes now: the first of its position. Where that can't be told yet, it waits.
    ///
    /// # Errors
    ///
    /// Those of writing the file of those that wait.
    pub fn admits(&mut self, key: u64, line: &[u8]) -> io::Result<bool> {
        if self.seen.contains(&key) {
            self.dropped += 1;
            return Ok(false);
        }
        if self.seen.len() < self.limit {
            self.seen.insert(key);
            return Ok(true);
        }
        let waiting = match &mut self.waiting {
            Some(waiting) => waiting,
            None => self.waiting.insert(BufWriter::new(private_file()?)),
        };
        let length = u32::try_from(line.len()).map_err(io::Error::other)?;
        waiting.write_all(&key.to_le_bytes())?;
        waiting.write_all(&length.to_le_bytes())?;
        waiting.write_all(line)?;
        Ok(false)
    }

    /// Gives those that wait to `take`; gives how many records were left out in all.
    ///
    /// # Errors
    ///
    /// Those of reading and writing the file of those that wait, and those that `take` gives.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut line = Vec::new();
        while let Some(waiting) = self.waiting.take() {
            self.seen.clear();
            let mut file = waiting.into_inner().map_err(|error| error.into_error())?;
            file.rewind()?;
            let mut reader = BufReader::new(file);
            let mut head = [0; 12];
            while !at_end(reader.read_exact(&mut head))? {
                let [a, b, c, d, e, f, g, h, lengths @ ..] = head;
                let key = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
                let length =
                    usize::try_from(u32::from_le_bytes(lengths)).map_err(io::Error::other)?;
                line.resize(length, 0);
                reader.read_exact(&mut line)?;
                if self.admits(key, &line)? {
                    take(&line)?;
                }
            }
        }
        Ok(self.dropped)
    }
}

fn at_end(read: io::Result<()>) -> io::Result<bool> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(true),
        read => read.map(|()| false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_few_are_remembered_the_first_of_each_comes_in_order() {
        let keys = [5, 1, 5, 2, 3, 1, 4, 2, 3, 6, 5, 6];
        for limit in 1..8 {
            let mut unique = Unique::of(limit);
            let mut came = Vec::new();
            for key in keys {
                let line = key.to_string().into_bytes();
                if unique.admits(key, &line).expect("a file") {
                    came.push(line);
                }
            }
            let dropped = unique.finish(|line| {
                came.push(line.to_vec());
                Ok::<_, io::Error>(())
            });
            assert_eq!(dropped.expect("a file"), 6);
            assert_eq!(came.concat(), b"512346", "{limit}");
        }
    }
}
