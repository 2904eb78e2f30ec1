//! `epdit set`: an operation for all records.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::epd::Record;
use crate::epd::opcode::{self, Shape};
use crate::suite::bulk::{Assignment, Existing, FillPlace, Filling, RecordChange};

const EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing
  epdit set --only-missing 'id \"{file}.{n:03}\"' a.epd     values of the record
  epdit set 'c1 \"{ce/100} pawns\"' a.epd

In braces: an opcode, a calculation as in queries, OPCODE.prefix, side,
castling, ep, fen, placement, text (the whole line), problems, phase, opening
(its name), opening.eco, file (its name without ending), path, line, or n (the
number of the record: through all files, or in each one where file or path is
named, too). {n:03} has at least three digits, {line:04} four; {{ and }} are
braces.
Records without such a value, and ambiguous ones, are left unchanged and counted
on standard error.";

/// Set an operation in all records
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct SetArgs {
    /// The opcode and its operands, in shell quotes: 'acd 20'
    #[arg(value_name = "OPERATION", value_parser = Set::parse)]
    operation: Set,
    #[command(flatten)]
    changes: Changes,
    /// Add the operands to those that are there; a best move that is there already is not added
    #[arg(long, conflicts_with = "only_missing")]
    append: bool,
    /// Only records that do not have the operation
    #[arg(long)]
    only_missing: bool,
}

/// What is set: the same for all records, or with values of each.
#[derive(Clone, Debug)]
enum Set {
    Plain(Assignment),
    Filled(Filling),
}

impl Set {
    fn parse(text: &str) -> Result<Self, String> {
        if Filling::is_one(text) {
            return Filling::parse(text).map(Self::Filled);
        }
        let set = Assignment::parse(text).map_err(|error| error.to_string())?;
        Ok(Self::Plain(set))
    }
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        self.is_quoted()?;
        let existing = self.existing()?;
        match &self.operation {
            Set::Plain(assignment) => {
                let change = RecordChange::Set(assignment.clone(), existing);
                change_each(&self.changes, color, |asked| {
                    change.apply(asked.line, asked.options)
                })
            }
            Set::Filled(filling) => change_each(&self.changes, color, |asked| {
                let record = Record::read(asked.line, asked.options);
                let place = FillPlace {
                    path: asked.path,
                    line: asked.number,
                    rank: match filling.counts_by_file() {
                        true => asked.rank_in_file,
                        false => asked.rank,
                    },
                };
                filling.set(&record, existing, Some(place))
            }),
        }
    }
}

impl SetArgs {
    /// Refuses operands that the shell took for paths: the operation would lose those that it has.
    fn is_quoted(&self) -> Result<(), Fault> {
        let (Set::Plain(set), Some(first)) =
            (&self.operation, self.changes.records.paths.list.first())
        else {
            return Ok(());
        };
        let shape = opcode::find(set.opcode.as_bytes()).map(|info| info.shape);
        let takes_some = !matches!(shape, Some(Shape::Nothing));
        if !set.operands.is_empty() || !takes_some || first.as_os_str() == "-" || first.exists() {
            return Ok(());
        }
        let (opcode, first) = (&set.opcode, first.display());
        Err(Fault::usage(&format!(
            "`{first}`: no such file or folder; if it is an operand, quote the operation: `epdit set '{opcode} {first}' ...`"
        )))
    }

    /// What becomes of an operation that a record has already.
    ///
    /// # Errors
    /// That can't be of this opcode.
    fn existing(&self) -> Result<Existing, Fault> {
        let existing = match (self.append, self.only_missing) {
            (true, _) => Existing::Append,
            (_, true) => Existing::Keep,
            _ => Existing::Replace,
        };
        let why_not = match &self.operation {
            Set::Plain(assignment) => existing.why_not(&assignment.opcode, &assignment.operands),
            Set::Filled(filling) => existing.why_not(&filling.opcode, &filling.text),
        };
        match why_not {
            Some(reason) => Err(Fault::usage(&reason)),
            None => Ok(existing),
        }
    }
}
