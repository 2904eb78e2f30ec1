//! `epdit openings`: the ECO code and the name of positions.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Asked, Changes, Outcome, change_each};
use crate::cli::output::Color;
use crate::epd::edit::Refusal;
use crate::epd::{Record, openings};
use crate::suite::bulk::{Assignment, Existing, RecordChange};

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
        change_each(&self.changes, color, |&Asked { line, options, .. }| {
            let record = Record::read(line, options);
            let Some(opening) = record.position().and_then(openings::of) else {
                return Ok(None);
            };
            let mut new: Option<Vec<u8>> = None;
            for (opcode, text) in [("eco", opening.eco), ("v0", opening.name)] {
                if record.operation(opcode).is_some() && !self.replace {
                    continue;
                }
                // Codes and names hold nothing that an operation can't.
                let Ok(operation) = Assignment::new(opcode, &format!("\"{text}\"")) else {
                    continue;
                };
                let change = RecordChange::Set(operation, Existing::Replace);
                let changed = change.apply(new.as_deref().unwrap_or(line), options)?;
                new = changed.or(new);
            }
            Ok::<_, Refusal>(new)
        })
    }
}
