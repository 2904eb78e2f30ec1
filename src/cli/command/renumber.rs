//! `epdit renumber`: sets ids by a template.

use clap::Args;

use super::{Run, help, whole_number};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::edit::{Edit, Filling, TemplateError};

/// A number's place in a help text. clap would replace a plain `{n}` by a line end; the escape sequence inside has no
/// effect on a terminal, and goes nowhere else.
macro_rules! number {
    () => {
        "{\u{1b}[mn}"
    };
}

const EXAMPLES: &str = "\
Examples:
  epdit renumber 'WAC.{n:03}' a.epd > b.epd      WAC.001, WAC.002 …
  epdit renumber -i --start 301 'X {n:1}' a.epd  in place, from 301 on

Several paths are numbered as one, in place, too; for numbers that begin anew in
each file: epdit set 'id \"{file}.{n:03}\"'. Ambiguous records are left unchanged
and counted on standard error; their numbers are skipped.";

const TEMPLATE: &str = concat!(
    "The new id; ",
    number!(),
    " is the record's number (1, 2 … 10), {n:03} the same with three digits at least (001, 002 … 010)"
);

/// Renumber ids by a template
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenumberArgs {
    #[arg(value_name = "TEMPLATE", value_parser = template, help = TEMPLATE)]
    template: String,
    #[command(flatten)]
    changes: Changes,
    /// Number of the first record
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole_number)]
    start: u64,
}

impl Run for RenumberArgs {
    fn run(&self, color: Color) -> Outcome {
        let ids = Filling::ids(&self.template, self.start);
        let ids = ids.map_err(|error| Fault::usage(&error.to_string()))?;
        change_each(&self.changes, color, &Edit::Renumber(ids))
    }
}

/// Parses a template, so that its errors are reported like those of any argument.
fn template(text: &str) -> Result<String, TemplateError> {
    Filling::ids(text, 1).map(|_| text.to_owned())
}
