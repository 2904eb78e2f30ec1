//! A part of rows of numbers in memory. In the file each number takes eight bytes, the highest first, so that the
//! bytes of a row compare like its numbers.

use std::cmp::Ordering;
use std::io;

use rayon::prelude::*;

use super::{Order, Part};

/// The size of a stored number in bytes.
const NUMBER: usize = size_of::<u64>();
/// The number of rows written at once.
const BLOCK: usize = 1 << 13;

/// Rows of numbers.
pub struct Rows<const N: usize>(Vec<[u64; N]>);

impl<const N: usize> Default for Rows<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const N: usize> Rows<N> {
    pub(super) fn push(&mut self, row: [u64; N]) {
        self.0.push(row);
    }

    pub(super) fn row(&self, at: usize) -> Option<[u64; N]> {
        self.0.get(at).copied()
    }

    /// Returns a row from its stored bytes.
    pub(super) fn of_stored(bytes: &[u8]) -> [u64; N] {
        let mut row = [0; N];
        for (number, bytes) in row.iter_mut().zip(bytes.as_chunks::<NUMBER>().0) {
            *number = u64::from_be_bytes(*bytes);
        }
        row
    }
}

/// Compares two rows: the first numbers usually decide.
fn compare<const N: usize>(one: &[u64; N], other: &[u64; N]) -> Ordering {
    one.first().cmp(&other.first()).then_with(|| one.cmp(other))
}

impl<const N: usize> Part for Rows<N> {
    const STORED: Option<usize> = Some(N * NUMBER);

    fn bytes(&self) -> usize {
        self.0.len() * N * NUMBER
    }

    fn stored_bytes(&self) -> u64 {
        self.bytes() as u64
    }

    fn sort(&mut self, order: Order) {
        match order {
            Order::Rising => self.0.par_sort_unstable_by(compare),
            Order::Falling => self
                .0
                .par_sort_unstable_by(|one, other| compare(other, one)),
        }
    }

    fn store(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut block = Vec::with_capacity(BLOCK * N * NUMBER);
        for rows in self.0.chunks(BLOCK) {
            block.clear();
            block.extend(
                rows.iter()
                    .flatten()
                    .flat_map(|number| number.to_be_bytes()),
            );
            write(&block)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}
