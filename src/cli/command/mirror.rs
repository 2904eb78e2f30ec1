//! `epdit mirror`: positions with the colours or the files exchanged.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::edit::{Edit, Mirror};

const EXAMPLES: &str = "\
Examples:
  epdit mirror a.epd > b.epd             White's pieces become Black's
  epdit mirror --files -i a.epd          a1 becomes h1; not with castling rights

The moves of operations are turned as well; comments are left unchanged. \
Records whose texts can't be turned with them are left unchanged and counted on standard error.";

/// Mirror positions and their moves
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct MirrorArgs {
    /// Exchange the colours: the ranks change places, the other side moves (the default)
    #[arg(long, visible_alias = "colors")]
    colours: bool,
    /// Exchange the files: a becomes h
    #[arg(long, conflicts_with = "colours")]
    files: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for MirrorArgs {
    fn run(&self, color: Color) -> Outcome {
        let mirror = match self.files {
            true => Mirror::Sides,
            false => Mirror::Colours,
        };
        change_each(&self.changes, color, &Edit::Mirror(mirror))
    }
}
