//! `epdit set`: an operation for all records.

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::epd::opcode::{self, Shape};
use crate::suite::edit::{Edit, Existing, Filling};

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
    #[arg(value_name = "OPERATION", value_parser = Filling::parse)]
    operation: Filling,
    #[command(flatten)]
    changes: Changes,
    /// Add the operands to those that are there; a best move that is there already is not added
    #[arg(long, conflicts_with = "only_missing")]
    append: bool,
    /// Only records that do not have the operation
    #[arg(long)]
    only_missing: bool,
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        self.is_quoted()?;
        let edit = Edit::Set(self.operation.clone(), self.existing()?);
        change_each(&self.changes, color, &edit)
    }
}

impl SetArgs {
    /// Refuses operands that the shell took for paths: the operation would lose them.
    fn is_quoted(&self) -> Result<(), Fault> {
        let set = &self.operation.operation;
        let Some(first) = self.changes.records.paths.list.first() else {
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

    /// Returns the treatment of an existing operation.
    ///
    /// # Errors
    /// The opcode does not allow it.
    fn existing(&self) -> Result<Existing, Fault> {
        let existing = match (self.append, self.only_missing) {
            (true, _) => Existing::Append,
            (_, true) => Existing::Keep,
            _ => Existing::Replace,
        };
        let set = &self.operation.operation;
        match existing.why_not(&set.opcode, &set.operands) {
            Some(reason) => Err(Fault::usage(&reason)),
            None => Ok(existing),
        }
    }
}
