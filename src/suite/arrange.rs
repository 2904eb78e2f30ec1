//! Arrangements: the records of a suite get other places, or some go. What becomes of each is decided here for
//! the editor and the command line; then a *tree sink* makes the next state of a suite that is open, and a *text
//! sink* writes records that go by.
//!
//! ```text
//! records, once or more ─▶ keys, or marks ─▶ order, or lines that go ─┬▶ tree: line numbers
//!                                                                    └▶ text: blocks, on disk where they are many
//! ```
//!
//! A record takes the comments directly above it along ([`Block`](super::records::Block)); all other lines stay
//! between the same places.
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

/// A change of the order of records, or of how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// By keys: stable, and what is missing last.
    Sort { keys: Keys, reverse: bool },
    /// A random order; the same seed gives the same order of as many records.
    Shuffle { seed: u64 },
    /// A random sample: of all records all else goes, of some records only others of them.
    Sample { count: usize, seed: u64 },
    /// One of each records that are the same.
    Dedupe { by: Sameness, keep: Keep },
}

impl Arrangement {
    /// Returns whether it depends on what the letters of the castling field mean.
    pub fn asks_rules(&self) -> bool {
        match self {
            Self::Sort { keys, .. } => keys.asks_rules(),
            Self::Shuffle { .. } | Self::Sample { .. } => false,
            Self::Dedupe { .. } => true,
        }
    }

    /// Returns it in few words, for the list of changes.
    pub fn label(&self) -> String {
        match self {
            Self::Sort { keys, .. } => format!("sort by {keys}"),
            Self::Shuffle { seed } => format!("shuffle with seed {seed}"),
            Self::Sample { count, seed } => format!("sample of {count} with seed {seed}"),
            Self::Dedupe { by, .. } => format!("remove duplicate {}", by.plural()),
        }
    }

    /// Returns it in words, for a preview.
    pub fn title(&self) -> String {
        match self {
            Self::Sort { reverse: true, .. } => format!("{}, reversed", self.label()),
            Self::Dedupe { keep, .. } => format!("{}, {}", self.label(), keep.in_words()),
            _ => self.label(),
        }
    }
}

/// Returns so many of these lines at random, each as likely; all where there are no more.
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

/// Puts things into a random order, the same for the same seed and as many things.
fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut dice = Dice::new(seed);
    for left in (1..things.len()).rev() {
        things.swap(left, dice.below(left + 1));
    }
}
