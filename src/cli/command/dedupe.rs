//! `epdit dedupe`: without records that are the same as others.

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::Sameness;
use crate::suite::arrange::{Arrangement, Keep as Kept};

const EXAMPLES: &str = "\
Examples:
  epdit dedupe a.epd b.epd > all.epd             keep each position once
  epdit dedupe --by id --keep last -i a.epd           keep the last of each id
  epdit dedupe --keep merge a.epd                combine the operations of all";

/// Remove duplicates
///
/// Comment lines directly above a removed record are removed with it.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct DedupeArgs {
    /// What makes records duplicates
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    by: By,
    /// Which of them to keep
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    keep: Keep,
    #[command(flatten)]
    changes: Changes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    /// Same placement, side to move, castling rights and usable en-passant square
    #[default]
    Position,
    /// Same id
    Id,
    /// Same canonical text
    Record,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Keep {
    /// The first
    #[default]
    First,
    /// The last
    Last,
    /// The one with most operations; of equal ones the first
    Richest,
    /// The first, with the operations it lacks added from the others
    Merge,
}

impl Run for DedupeArgs {
    fn run(&self, color: Color) -> Outcome {
        let by = match self.by {
            By::Position => Sameness::Position,
            By::Id => Sameness::Id,
            By::Record => Sameness::Record,
        };
        let keep = match self.keep {
            Keep::First => Kept::First,
            Keep::Last => Kept::Last,
            Keep::Richest => Kept::Richest,
            Keep::Merge => Kept::Merged,
        };
        let dedupe = Arrangement::Dedupe { by, keep };
        arrange(&self.changes, color, &WholeChange::Arrange(&dedupe))
    }
}
