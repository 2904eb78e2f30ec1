//! `epdit renumber`: ids by a template.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Verb, change_whole};
use crate::cli::output::Color;
use crate::suite::bulk::{Template, renumber};

const EXAMPLES: &str = "\
Examples:
  epdit renumber 'WAC.{n:03}' a.epd > b.epd     WAC.001, WAC.002 …
  epdit renumber -i --start 301 'X {n}' a.epd   in place, from 301 on

Several paths without -i are numbered as one. A record that can't be changed for certain is left
unchanged and counted on standard error; its number is passed over.";

/// Number the ids of records by a template
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenumberArgs {
    /// The id: {n} is the number, {n:03} with three digits at least
    #[arg(value_name = "TEMPLATE", value_parser = Template::parse)]
    template: Template,
    #[command(flatten)]
    changes: Changes,
    /// The first record's number
    #[arg(long, default_value_t = 1, value_name = "N")]
    start: u64,
}

impl Run for RenumberArgs {
    fn run(&self, color: Color) -> Outcome {
        change_whole(
            &self.changes,
            color,
            Verb::Change,
            |snapshot, chosen, job| renumber(snapshot, &self.template, self.start, chosen, job),
        )
    }
}
