//! `epdit sort`: records in order.

use std::path::Path;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Fault, Outcome, WholeChange, arrange};
use crate::cli::output::Color;
use crate::suite::arrange::Arrangement;
use crate::suite::field::Keys;

const EXAMPLES: &str = "\
Examples:
  epdit sort --by id a.epd > b.epd          by the text of an operation
  epdit sort --by dm,material -i suites/    by number, then material, in place
  epdit sort --by -ce,id a.epd              the highest ce first, then by id
  epdit sort --by -line a.epd               the last record first
  epdit sort --by 'ce/100,length(id)' a.epd  by what is calculated
  epdit sort --by -ce --limit 10 a.epd      only the ten with the highest ce";

/// Sort records
///
/// Records without a key come last; records with equal keys keep their order. Comment lines directly
/// above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct SortArgs {
    /// Sort keys: opcodes, fields and calculations as `query --fields` has them (id, material,
    /// ce/100, id.prefix); `-KEY` for descending order
    #[arg(long = "by", value_name = "KEY,...", required = true, allow_hyphen_values = true,
          value_parser = str::parse::<Keys>)]
    keys: Vec<Keys>,
    /// Reverse the order of all keys
    #[arg(long)]
    reverse: bool,
    /// Write only the first N records
    #[arg(long, value_name = "N", conflicts_with = "in_place")]
    limit: Option<usize>,
    #[command(flatten)]
    changes: Changes,
}

/// Returns the error for SQL's `--by ce desc`: the word would be taken for a file, and the other files be sorted in
/// the wrong direction.
fn no_file(path: &Path, keys: &Keys) -> Option<String> {
    let word = path.to_str().filter(|_| !path.exists())?;
    match &*word.to_lowercase() {
        "desc" | "descending" => {
            let mut turned = keys.clone();
            turned.0.last_mut()?.falls ^= true;
            let names = turned.to_string().replace(", ", ",");
            Some(format!(
                "`{word}` is not a file; for descending order, try `--by {names}`"
            ))
        }
        "asc" | "ascending" => Some(format!(
            "`{word}` is not a file; leave it out: records are sorted in ascending order, and by `-KEY` in descending"
        )),
        _ => None,
    }
}

impl Run for SortArgs {
    fn run(&self, color: Color) -> Outcome {
        let keys = Keys(self.keys.iter().flat_map(|keys| keys.0.clone()).collect());
        let mut paths = self.changes.records.paths.list.iter();
        if let Some(said) = paths.find_map(|path| no_file(path, &keys)) {
            return Err(Fault::usage(&said));
        }
        let reverse = self.reverse;
        let sort = &Arrangement::Sort { keys, reverse };
        let change = WholeChange::Arrange(sort, self.limit);
        arrange(&self.changes, color, &change)
    }
}
