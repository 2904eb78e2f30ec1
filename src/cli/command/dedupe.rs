//! `epdit dedupe`: removes duplicate records.

use clap::Args;

use super::{Run, choices, help};
use crate::cli::flow::{Changes, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::Sameness;
use crate::suite::arrange::{Arrangement, Keep};

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
    #[arg(long, value_enum, default_value_t = Sameness::Position, value_name = "WHAT")]
    by: Sameness,
    /// Which of them to keep
    #[arg(long, value_enum, default_value_t = Keep::First, value_name = "WHICH")]
    keep: Keep,
    #[command(flatten)]
    changes: Changes,
}

choices! { Sameness {
    Position "position" "Same placement, side to move, castling rights and usable en-passant square"
    Id "id" "Same id"
    Record "record" "Same canonical text"
} }

choices! { Keep {
    First "first" "The first"
    Last "last" "The last"
    Richest "richest" "The one with most operations; of equal ones the first"
    Merged "merge" "The first, with the operations it lacks added from the others"
} }

impl Run for DedupeArgs {
    fn run(&self, color: Color) -> Outcome {
        let (by, keep) = (self.by, self.keep);
        let dedupe = Arrangement::Dedupe { by, keep };
        arrange(&self.changes, color, &WholeChange::Arrange(&dedupe, None))
    }
}
