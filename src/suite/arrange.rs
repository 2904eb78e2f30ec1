//! Arrangements: records of a suite are reordered, or some are removed. The order is computed here for both
//! the editor and the command line; then a *tree sink* makes the next state of an open suite, or a *text
//! sink* writes streamed records.
//!
//! ```text
//! records, once or more ─▶ keys, or marks ─▶ order, or lines to remove ─┬▶ tree: line numbers
//!                                                                       └▶ text: blocks, on disk if there are many
//! ```
//!
//! A record moves with the comments directly above it ([`Block`]); all other lines stay between the same places.
//!
//! ```
//! use epdit::suite::arrange::Arrangement;
//! use epdit::suite::edit::Selection;
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/8/4K3 w - - ce 2;\n4k3/8/8/8/8/8/8/4K3 w - - ce 1;\n";
//! let mut suite = Suite::from_bytes("a.epd", text.to_vec());
//! let sort = Arrangement::Sort { keys: "ce".parse()?, reverse: false };
//! suite.apply(sort.plan(&suite.snapshot(), &Selection::All, &Job::new())?)?;
//! assert!(suite.line(0).ends_with(b"ce 1;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Duplicates are processed group by group, in the order of the first record of each group. Only records
//! that have duplicates are collected, on disk if there are many.

mod dice;
mod text;
mod tree;

pub use text::{ArrangementResult, Out, OutsideLines, TextRecords, keep};
pub use tree::{sort_after, sorted_lines};

use crate::epd::ReadOptions;
use crate::suite::duplicates::{DuplicateChoice, DuplicateKey, HashedRecords, Members};
use crate::suite::edit::{JoinResult, RecordJoiner, Skipped};
use crate::suite::external::{Order, Sorter, TextSpool};
use crate::suite::field::Keys;
use crate::suite::line_set::{LineSet, Part};
use crate::suite::records::{Block, Records};
use dice::Dice;
use rayon::prelude::*;
use std::ops::Range;

/// A change of the order of records, or a removal of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// A stable sort by keys, records without a value last.
    Sort {
        keys: Keys,
        reverse: bool,
    },
    /// A random order, reproducible by seed for an equal number of records.
    Shuffle {
        seed: u64,
    },
    /// A random sample; the other chosen records are removed.
    Sample {
        count: usize,
        seed: u64,
    },
    Dedupe {
        by: DuplicateKey,
        keep: Keep,
    },
}

impl Arrangement {
    /// Returns true if the result depends on the castling rules.
    pub fn asks_rules(&self) -> bool {
        match self {
            Self::Sort { keys, .. } => keys.asks_rules(),
            Self::Shuffle { .. } | Self::Sample { .. } => false,
            Self::Dedupe { .. } => true,
        }
    }

    /// Returns the short label for the list of changes.
    pub fn label(&self) -> String {
        match self {
            Self::Sort { keys, .. } => format!("sort by {keys}"),
            Self::Shuffle { seed } => format!("shuffle with seed {seed}"),
            Self::Sample { count, seed } => format!("sample of {count} with seed {seed}"),
            Self::Dedupe { by, .. } => format!("remove duplicate {}", by.plural()),
        }
    }

    /// Returns the title for a preview.
    pub fn title(&self) -> String {
        match self {
            Self::Sort { reverse: true, .. } => format!("{}, reversed", self.label()),
            Self::Dedupe { keep, .. } => format!("{}, {}", self.label(), keep.in_words()),
            _ => self.label(),
        }
    }
}

/// Returns `count` random lines of the set, all with equal probability; the whole set if it has no more.
fn sampled(lines: &LineSet, count: usize, seed: u64) -> LineSet {
    let mut dice = Dice::new(seed);
    let mut kept = Vec::new();
    for (seen, line) in (1..).zip(lines.iter()) {
        if kept.len() < count {
            kept.push(line);
        } else if let Some(place) = kept.get_mut(dice.below(seen)) {
            *place = line;
        }
    }
    kept.into_iter().collect()
}

/// Shuffles items, reproducibly for the same seed and number of items.
fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut dice = Dice::new(seed);
    for left in (1..things.len()).rev() {
        things.swap(left, dice.below(left + 1));
    }
}

/// The record of a group of duplicates that stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    #[default]
    First,
    Last,
    /// The record with the most operations; the first of equals.
    Richest,
    /// The first record, with the operations that only the others have; see [`RecordJoiner`].
    Merged,
}

impl Keep {
    /// Returns the choice in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::First => "keep the first",
            Self::Last => "keep the last",
            Self::Richest => "keep the one with most operations",
            Self::Merged => "keep the first with the operations of all",
        }
    }
}

/// The records to remove or change because they are duplicates.
#[derive(Default)]
struct DuplicateRemoval {
    /// The lines to remove: each record with the comments directly above it.
    pub removed: LineSet,
    /// The new texts of the records that stay, by line, with the comments of the records merged into them.
    pub texts: TextSpool,
    /// The records that could not be merged.
    pub left: Skipped,
}

impl DuplicateRemoval {
    fn of<R: Records>(on: &R, by: &DuplicateKey, keep: Keep) -> Result<Self, R::Error> {
        let same = HashedRecords::of(on, by, keep == Keep::Richest)?;
        let which = match keep {
            Keep::First => DuplicateChoice::ButFirst,
            Keep::Last => DuplicateChoice::ButLast,
            Keep::Richest => DuplicateChoice::ButHighest,
            Keep::Merged => return Self::merged(on, same),
        };
        Ok(Self {
            removed: same.lines(which)?,
            ..Self::default()
        })
    }

    fn merged<R: Records>(on: &R, same: HashedRecords) -> Result<Self, R::Error> {
        let mut all = Self::default();
        let mut removed = Part::of(&(0..same.lines_end()));
        each_group(on, same.members()?, |group: Merge| {
            let (line, joined) = (group.line, group.joined);
            all.left.note_conflicts(joined.conflicts, line);
            all.left.join(group.left);
            group
                .removed
                .into_iter()
                .for_each(|line| removed.insert(line));
            let text = [group.comments, joined.line].concat();
            match text == group.first {
                true => Ok(()),
                false => Ok(all.texts.push(line as u64, &text)?),
            }
        })?;
        all.removed = std::iter::once(removed).collect();
        Ok(all)
    }
}

/// A group of duplicates being merged into the first record.
struct Merge {
    line: usize,
    first: Vec<u8>,
    joined: JoinResult,
    /// The comments of the removed records, which move above the remaining one.
    comments: Vec<u8>,
    removed: Vec<usize>,
    left: Skipped,
}

impl Group for Merge {
    fn begin(first: Block<'_>, _: &ReadOptions) -> Self {
        Self {
            line: first.line,
            first: first.record().to_vec(),
            joined: JoinResult::of(first.record()),
            comments: Vec::new(),
            removed: Vec::new(),
            left: Skipped::default(),
        }
    }

    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions) {
        let joining = RecordJoiner::of(&self.first, options);
        for other in others {
            match joining.add(&mut self.joined, other.record()) {
                Ok(()) => {
                    self.comments.extend_from_slice(other.comments());
                    self.removed.push(other.line);
                }
                Err(reason) => self.left.note(reason, other.line),
            }
        }
    }
}

/// The size in bytes of a batch of records, processed in parallel.
const TOGETHER: usize = 1 << 20;

/// An accumulator over a group of duplicates. The records are added in order, a few at a time; the text of
/// each includes the comments above it.
pub trait Group: Send + Sized {
    /// Begins a group with its first record.
    fn begin(first: Block<'_>, options: &ReadOptions) -> Self;

    /// Adds more records.
    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions);
}

/// Calls `take` for each group of duplicates, in the order of their first records.
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
    let mut queue = RecordQueue {
        options: on.options(true),
        text: Vec::new(),
        places: Vec::new(),
        open: None,
    };
    let mut sorted = sorter.sorted()?;
    while let Some(stored) = sorted.next_text()? {
        if queue.push(stored) {
            on.check()?;
            queue.groups().into_iter().try_for_each(&mut take)?;
        }
    }
    queue.groups().into_iter().try_for_each(&mut take)?;
    queue.open.map_or(Ok(()), |(_, last)| take(last))
}

const NUMBER: usize = size_of::<u64>();

struct GroupedRecord {
    group: u64,
    line: usize,
    record: usize,
    text: Range<usize>,
}

/// Records waiting to be processed, sorted by group.
struct RecordQueue<'o, G> {
    options: &'o ReadOptions,
    text: Vec<u8>,
    places: Vec<GroupedRecord>,
    /// The last group, which may have more records.
    open: Option<(u64, G)>,
}

impl<G: Group> RecordQueue<'_, G> {
    /// Adds a stored record; returns true if enough are waiting.
    fn push(&mut self, stored: &[u8]) -> bool {
        let (numbers, text) = stored.split_at_checked(3 * NUMBER).unwrap_or_default();
        let numbers = numbers.as_chunks::<NUMBER>().0.iter();
        let mut numbers = numbers.map(|bytes| u64::from_be_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.places.push(GroupedRecord {
            group: next(),
            line: index(next()),
            record: index(next()),
            text: start..self.text.len(),
        });
        self.text.len() > TOGETHER
    }

    /// Processes the waiting records; returns the complete groups.
    fn groups(&mut self) -> Vec<G> {
        let block = |place: &GroupedRecord| Block {
            line: place.line,
            above: &[],
            text: self.text.get(place.text.clone()).unwrap_or_default(),
            record: place.record,
            key: &[],
        };
        let mut open = self.open.take();
        let runs = self.places.chunk_by(|one, other| one.group == other.group);
        let runs: Vec<(Option<G>, &[GroupedRecord])> = runs
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
