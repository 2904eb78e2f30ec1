//! Duplicates group by group, in the order of the first of each group. Only the records of groups are brought
//! together, on disk for many.

use std::ops::Range;

use rayon::prelude::*;

use crate::epd::ReadOptions;
use crate::suite::duplicates::Members;
use crate::suite::external::{Order, Sorter};
use crate::suite::records::{Block, Records};

/// The number of bytes of records that are processed together, on all cores.
const TOGETHER: usize = 1 << 20;

/// An accumulator over a group of duplicates. They come a few at a time, in order; the text of each has the comments
/// above it.
pub trait Group: Send + Sized {
    /// Begins with the first record.
    fn begin(first: Block<'_>, options: &ReadOptions) -> Self;

    /// Adds more records.
    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions);
}

/// Calls `take` with each group of duplicates, in the order of their first records.
///
/// # Errors
///
/// The records can't be read, or `take` fails.
pub fn each_group<R: Records, G: Group>(
    on: &R,
    members: Members,
    mut take: impl FnMut(G) -> Result<(), R::Error>,
) -> Result<(), R::Error> {
    let Members { lines, mut firsts } = members;
    if lines.is_empty() {
        return Ok(());
    }
    let mut sorter = Sorter::new(Order::Rising);
    let mut text = Vec::new();
    on.blocks(&lines, |block| {
        let Some([_, first]) = firsts.next_row()? else {
            return Ok(());
        };
        text.clear();
        let record = (block.above.len() + block.record) as u64;
        for number in [first, block.line as u64, record] {
            text.extend_from_slice(&number.to_be_bytes());
        }
        text.extend_from_slice(block.above);
        text.extend_from_slice(block.text);
        Ok(sorter.push_with(&[], &text, 0..NUMBER)?)
    })?;
    let mut waiting = Waiting {
        options: on.options(true),
        text: Vec::new(),
        places: Vec::new(),
        open: None,
    };
    let mut sorted = sorter.sorted()?;
    while let Some(stored) = sorted.next_text()? {
        if waiting.push(stored) {
            on.check()?;
            waiting.groups().into_iter().try_for_each(&mut take)?;
        }
    }
    waiting.groups().into_iter().try_for_each(&mut take)?;
    waiting.open.map_or(Ok(()), |(_, last)| take(last))
}

/// The size of a number in bytes.
const NUMBER: usize = size_of::<u64>();

/// The place of a waiting record.
struct Place {
    group: u64,
    line: usize,
    record: usize,
    text: Range<usize>,
}

/// Records waiting to be processed, group after group.
struct Waiting<'o, G> {
    options: &'o ReadOptions,
    text: Vec<u8>,
    places: Vec<Place>,
    /// The group of the last records, which may continue.
    open: Option<(u64, G)>,
}

impl<G: Group> Waiting<'_, G> {
    /// Adds a stored record; returns true if enough are waiting.
    fn push(&mut self, stored: &[u8]) -> bool {
        let (numbers, text) = stored.split_at_checked(3 * NUMBER).unwrap_or_default();
        let numbers = numbers.as_chunks::<NUMBER>().0.iter();
        let mut numbers = numbers.map(|bytes| u64::from_be_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.places.push(Place {
            group: next(),
            line: index(next()),
            record: index(next()),
            text: start..self.text.len(),
        });
        self.text.len() > TOGETHER
    }

    /// Processes the waiting records; returns the complete groups.
    fn groups(&mut self) -> Vec<G> {
        let block = |place: &Place| Block {
            line: place.line,
            above: &[],
            text: self.text.get(place.text.clone()).unwrap_or_default(),
            record: place.record,
            key: &[],
        };
        let mut open = self.open.take();
        let runs = self.places.chunk_by(|one, other| one.group == other.group);
        let runs: Vec<(Option<G>, &[Place])> = runs
            .map(|run| {
                let group = run.first().map(|place| place.group);
                let begun = open.take_if(|(known, _)| Some(*known) == group);
                (begun.map(|(_, begun)| begun), run)
            })
            .collect();
        // A group that is still open but has no more records is complete.
        let mut whole: Vec<G> = open.into_iter().map(|(_, group)| group).collect();
        let options = self.options;
        let mut found: Vec<(u64, G)> = runs
            .into_par_iter()
            .filter_map(|(begun, run)| {
                let blocks: Vec<Block<'_>> = run.iter().map(block).collect();
                let (first, others) = blocks.split_first()?;
                let (mut group, more) = match begun {
                    Some(begun) => (begun, &blocks[..]),
                    None => (G::begin(*first, options), others),
                };
                group.add(more, options);
                Some((run.first()?.group, group))
            })
            .collect();
        self.open = found.pop();
        self.text.clear();
        self.places.clear();
        whole.extend(found.into_iter().map(|(_, group)| group));
        whole
    }
}
