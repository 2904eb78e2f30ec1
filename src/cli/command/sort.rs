//! `epdit sort`: records in order.

use std::cell::Cell;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Verb, change_whole};
use crate::cli::output::{Color, say};
use crate::epd::{ReadOptions, Record, Skim};
use crate::suite::bulk::{Chosen, SortKey, sort};
use crate::suite::query::nobody_has;
use crate::suite::{Job, Snapshot};

const EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd          by the text of an operation
  epdit sort --by dm,material -i suites/    by number, then material, in place
  epdit sort --by -ce,id a.epd              the highest ce first, then by id
  epdit sort --by -line a.epd               the last record first";

/// Sort records
///
/// Records without a key come last; records with equal keys keep their order. Comment lines directly
/// above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// Sort keys: an opcode, or position, material, pieces, moves, side, length, problems, line or
    /// text; `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", value_delimiter = ',', required = true,
          allow_hyphen_values = true, value_parser = SortKey::typed)]
    keys: Vec<SortKey>,
    /// Reverse the order of all keys
    #[arg(long)]
    reverse: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        // Whether a record has each key.
        let found: Vec<Cell<bool>> = self.keys.iter().map(|_| Cell::new(false)).collect();
        let order = |snapshot: &Snapshot, chosen: &Chosen, job: &Job| {
            for (key, found) in self.keys.iter().zip(&found) {
                found.set(found.get() || is_in(snapshot, key));
            }
            sort(snapshot, &self.keys, self.reverse, chosen, job)
        };
        let missing = || {
            let missing = self
                .keys
                .iter()
                .zip(&found)
                .filter(|(_, found)| !found.get());
            missing.for_each(|(key, _)| say(&nobody_has(key.plain().name())));
        };
        change_whole(&self.changes, color, Verb::Move, order, missing)
    }
}

/// Whether a line has what `key` sorts by; every record has all but an operation.
fn is_in(snapshot: &Snapshot, key: &SortKey) -> bool {
    let SortKey::Opcode(opcode) = key.plain() else {
        return true;
    };
    let mut found = false;
    snapshot.each_line(0..snapshot.line_count(), |_, line| {
        let options = ReadOptions::default();
        found = match Skim::read(line, &options).operation(opcode.as_bytes()) {
            Some(place) => place.is_some(),
            None => Record::read(line, &options).operation(opcode).is_some(),
        };
        !found
    });
    found
}
