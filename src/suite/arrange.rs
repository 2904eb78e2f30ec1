//! Arrangements: records of a suite are reordered, or some are removed. The decision is made here for the editor and
//! the command line; then a *tree sink* makes the next state of an open suite, and a *text sink* writes streamed
//! records.
//!
//! ```text
//! records, once or more ─▶ keys, or marks ─▶ order, or lines that go ─┬▶ tree: line numbers
//!                                                                    └▶ text: blocks, on disk where they are many
//! ```
//!
//! A record brings the comments directly above it ([`Block`](super::records::Block)); all other lines stay between
//! the same places.
//!
//! ```
//! use epdit::suite::arrange::Arrangement;
//! use epdit::suite::edit::Chosen;
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/8/4K3 w - - ce 2;\n4k3/8/8/8/8/8/8/4K3 w - - ce 1;\n";
//! let mut suite = Suite::from_bytes("a.epd", text.to_vec());
//! let sort = Arrangement::Sort { keys: "ce".parse()?, reverse: false };
//! suite.apply(sort.plan(&suite.snapshot(), &Chosen::All, &Job::new())?)?;
//! assert!(suite.line(0).ends_with(b"ce 1;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dedupe;
mod dice;
mod groups;
mod text;
mod tree;

use super::duplicates::Sameness;
use super::field::Keys;
use super::line_set::LineSet;
use dice::Dice;

pub use dedupe::Keep;
pub use groups::{Group, each_group};
pub use text::{Arranged, Loose, Out, TextRecords, keep};
pub use tree::{sort_after, sorted_lines};

/// A change of the order of records, or a removal of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// A stable sort by keys, records without a value last.
    Sort { keys: Keys, reverse: bool },
    /// A random order, reproducible by seed for an equal number of records.
    Shuffle { seed: u64 },
    /// A random sample; the other chosen records are removed.
    Sample { count: usize, seed: u64 },
    /// The removal of duplicates.
    Dedupe { by: Sameness, keep: Keep },
}

impl Arrangement {
    /// Returns true if the result depends on the meaning of the castling letters.
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

/// Returns `count` of these lines at random, with equal probability; all if there are no more.
fn sampled(lines: &LineSet, count: usize, seed: u64) -> LineSet {
    let mut dice = Dice::new(seed);
    let mut kept = Vec::new();
    for (met, line) in (1..).zip(lines.iter()) {
        if kept.len() < count {
            kept.push(line);
        } else if let Some(place) = kept.get_mut(dice.below(met)) {
            *place = line;
        }
    }
    kept.into_iter().collect()
}

/// Shuffles things, reproducibly by seed for an equal number of things.
fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut dice = Dice::new(seed);
    for left in (1..things.len()).rev() {
        things.swap(left, dice.below(left + 1));
    }
}
