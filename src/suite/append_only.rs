//! An append-only table, read without a lock while one thread adds to it.
//!
//! Items never move, so they can be borrowed as long as the table lives, and a line can be lent out while its file is
//! still being read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The size of the first segment; each further one has twice as many places.
const FIRST: usize = 64;
/// The number of segments: enough for 64 · 2^33 items.
const SEGMENTS: usize = 34;

type Segment<T> = Box<[OnceLock<T>]>;

/// A table that only grows.
pub(super) struct AppendOnly<T> {
    segments: [OnceLock<Segment<T>>; SEGMENTS],
    len: AtomicUsize,
    adding: Mutex<()>,
}

impl<T> Default for AppendOnly<T> {
    fn default() -> Self {
        Self {
            segments: std::array::from_fn(|_| OnceLock::new()),
            len: AtomicUsize::new(0),
            adding: Mutex::new(()),
        }
    }
}

/// Returns the segment of an item, and the place there.
fn place(index: usize) -> (usize, usize) {
    let nth = index / FIRST + 1;
    let segment = nth.ilog2() as usize;
    (segment, index - FIRST * ((1 << segment) - 1))
}

impl<T> AppendOnly<T> {
    /// Returns the number of items that can be read.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    /// Returns the item at `index`.
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len() {
            return None;
        }
        let (segment, at) = place(index);
        self.segments.get(segment)?.get()?.get(at)?.get()
    }

    /// Adds an item made from the last one.
    pub(super) fn push_with(&self, make: impl FnOnce(Option<&T>) -> T) {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let len = self.len();
        let last = len.checked_sub(1).and_then(|at| self.get(at));
        let item = make(last);
        let (segment, at) = place(len);
        let Some(segment_cell) = self.segments.get(segment) else {
            return;
        };
        let places =
            segment_cell.get_or_init(|| (0..FIRST << segment).map(|_| OnceLock::new()).collect());
        if let Some(cell) = places.get(at) {
            let _ = cell.set(item);
            self.len.store(len + 1, Ordering::Release);
        }
    }

    /// Returns the last item.
    pub(super) fn last(&self) -> Option<&T> {
        self.len().checked_sub(1).and_then(|at| self.get(at))
    }

    /// Returns the number of leading items for which `holds` is true; they must come before all others.
    pub(super) fn partition_point(&self, holds: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle) {
                Some(item) if holds(item) => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_place_across_segments() {
        let list = AppendOnly::default();
        for n in 0..10_000usize {
            list.push_with(|last| {
                assert_eq!(last.copied(), n.checked_sub(1));
                n
            });
        }
        assert_eq!(list.len(), 10_000);
        for n in 0..10_000 {
            assert_eq!(list.get(n), Some(&n));
        }
        assert_eq!(list.get(10_000), None);
        assert_eq!(list.partition_point(|&item| item < 777), 777);
    }

    #[test]
    fn readers_see_whole_items_while_another_thread_adds() {
        let list = AppendOnly::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for n in 0..5_000usize {
                    list.push_with(|_| vec![n; 3]);
                }
            });
            let mut seen = 0;
            while seen < 5_000 {
                seen = list.len();
                if let Some(at) = seen.checked_sub(1) {
                    assert_eq!(list.get(at), Some(&vec![at; 3]));
                }
            }
        });
    }
}
