//! The identity of a text, independent of its file: its length and a hash of its bytes.
//!
//! A file that was touched, copied, compressed or restored has the same content; a file that was changed in
//! place has a different one, whatever its times are.

use std::io::{self, Read};
use std::path::Path;

use super::compress::{Most, open_text};

/// The length and hash of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Content {
    /// The length of the text in bytes.
    pub len: u64,
    pub hash: u64,
}

impl Content {
    /// Returns the content of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = ContentHasher::default();
        hasher.add(bytes);
        hasher.content()
    }

    /// Returns the content of the first `most` bytes of a file's text, decompressed if necessary.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn of_head(path: &Path, most: u64) -> io::Result<Self> {
        let (file, _) = open_text(path, Most::Any, |bytes| bytes)?;
        let mut file = file.take(most);
        let mut hasher = ContentHasher::default();
        let mut buffer = vec![0; 1 << 18];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(hasher.content()),
                Ok(count) => hasher.add(buffer.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

const LANES: usize = 4;
const BLOCK: usize = 8 * LANES;
/// An odd multiplier with irregular bits: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hasher that accepts bytes in parts of any size. Every step is invertible, so two texts that differ in
/// one word always have different hashes.
#[derive(Clone, Debug)]
pub struct ContentHasher {
    lanes: [u64; LANES],
    /// The bytes that do not fill a block yet.
    rest: [u8; BLOCK],
    len: u64,
}

impl Default for ContentHasher {
    fn default() -> Self {
        Self {
            lanes: [1, 2, 3, 4].map(|lane: u64| lane.wrapping_mul(FACTOR)),
            rest: [0; BLOCK],
            len: 0,
        }
    }
}

impl ContentHasher {
    /// Appends bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        let filled = (self.len % BLOCK as u64) as usize;
        self.len += bytes.len() as u64;
        let (head, bytes) =
            bytes.split_at((BLOCK - filled).min(bytes.len()) * usize::from(filled > 0));
        if let Some(room) = self.rest.get_mut(filled..filled + head.len()) {
            room.copy_from_slice(head);
        }
        if filled > 0 && filled + head.len() < BLOCK {
            return;
        }
        if filled > 0 {
            let block = self.rest;
            mix(&mut self.lanes, &block);
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            mix(&mut self.lanes, block);
        }
        self.rest = [0; BLOCK];
        if let Some(room) = self.rest.get_mut(..rest.len()) {
            room.copy_from_slice(rest);
        }
    }

    /// Returns the content of the bytes added so far.
    pub fn content(&self) -> Content {
        let mut lanes = self.lanes;
        if !self.len.is_multiple_of(BLOCK as u64) {
            mix(&mut lanes, &self.rest);
        }
        let hash = lanes.iter().fold(self.len, |hash, lane| {
            let mixed = (hash ^ lane).wrapping_mul(FACTOR);
            mixed ^ (mixed >> 29)
        });
        Content {
            len: self.len,
            hash,
        }
    }
}

fn mix(lanes: &mut [u64; LANES], block: &[u8; BLOCK]) {
    let (words, _) = block.as_chunks::<8>();
    for (lane, word) in lanes.iter_mut().zip(words) {
        *lane = (lane.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reading_in_parts_gives_the_same_result(
            bytes in prop::collection::vec(any::<u8>(), 0..400),
            cuts in prop::collection::vec(0usize..80, 0..12),
        ) {
            let mut hasher = ContentHasher::default();
            let mut rest = bytes.as_slice();
            for cut in cuts {
                let (part, behind) = rest.split_at(cut.min(rest.len()));
                hasher.add(part);
                rest = behind;
            }
            hasher.add(rest);
            prop_assert_eq!(hasher.content(), Content::of(&bytes));
        }

        #[test]
        fn every_changed_byte_and_length_changes_the_content(
            bytes in prop::collection::vec(any::<u8>(), 1..200),
            at in any::<prop::sample::Index>(),
            bit in 0u32..8,
        ) {
            let content = Content::of(&bytes);
            let mut other = bytes.clone();
            other[at.index(bytes.len())] ^= 1 << bit;
            prop_assert_ne!(content, Content::of(&other));
            other.push(0);
            prop_assert_ne!(content, Content::of(&other));
            prop_assert_ne!(content, Content::of(&bytes[1..]));
        }
    }

    #[test]
    fn a_file_has_the_content_of_its_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"one\ntwo\n").unwrap();
        let whole = Content::of_head(file.path(), u64::MAX).unwrap();
        assert_eq!(whole, Content::of(b"one\ntwo\n"));
        let head = Content::of_head(file.path(), 4).unwrap();
        assert_eq!(head, Content::of(b"one\n"));
    }
}
