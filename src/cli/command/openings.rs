//! `epdit openings`: the ECO code and the name of positions.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::edit::Edit;

const EXAMPLES: &str = "\
Examples:
  epdit openings a.epd > b.epd
  epdit openings -i --where 'fmvn <= 10' a.epd     in place
  epdit query 'eco ~ /^B9/' b.epd                  then by code

To name the positions of games by the last named position before them, use
`epdit import --openings`.";

/// Name openings: ECO code as eco, name as v0
///
/// A position is looked up by itself, whatever moves led to it. What a record has already is left.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    changes: Changes,
    /// Replace eco and v0 of records that have them
    #[arg(long)]
    replace: bool,
}

impl Run for OpeningsArgs {
    fn run(&self, color: Color) -> Outcome {
        let replace = self.replace;
        change_each(&self.changes, color, &Edit::Openings { replace })
    }
}
