//! Unique positions in their original order, in bounded memory.
//!
//! A limited number of positions is remembered. After that, a record with a new position waits in a file. At the end
//! the waiting records are processed again with an empty memory: all of them came after the records written before,
//! so the order holds.

use std::io;

use rustc_hash::FxHashSet;

use crate::suite::external::TextSpool;

/// The number of remembered positions: at most 24 bytes each.
const REMEMBERED: usize = 16 << 20;

pub struct Unique {
    seen: FxHashSet<u64>,
    limit: usize,
    waiting: Option<TextSpool>,
    dropped: u64,
}

impl Default for Unique {
    fn default() -> Self {
        Self::of(REMEMBERED)
    }
}

impl Unique {
    /// Returns a filter that remembers `limit` positions (at least one).
    pub fn of(limit: usize) -> Self {
        Self {
            seen: FxHashSet::default(),
            limit: limit.max(1),
            waiting: None,
            dropped: 0,
        }
    }

    /// Returns true for the first record of its position; if that is not yet known, the record waits.
    ///
    /// # Errors
    /// The file of waiting records can't be written.
    pub fn admits(&mut self, key: u64, line: &[u8]) -> io::Result<bool> {
        if self.seen.contains(&key) {
            self.dropped += 1;
            return Ok(false);
        }
        if self.seen.len() < self.limit {
            self.seen.insert(key);
            return Ok(true);
        }
        let keyed = [&key.to_le_bytes(), line].concat();
        self.waiting.get_or_insert_default().push(0, &keyed)?;
        Ok(false)
    }

    /// Passes the waiting records to `take`; returns the number of records left out in all.
    ///
    /// # Errors
    /// The file of waiting records can't be read or written, or `take` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<u64, E> {
        while let Some(waiting) = self.waiting.take() {
            self.seen.clear();
            waiting
                .read()?
                .up_to(0, |_, keyed| match keyed.split_first_chunk() {
                    Some((key, line)) if self.admits(u64::from_le_bytes(*key), line)? => take(line),
                    _ => Ok(()),
                })?;
        }
        Ok(self.dropped)
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
