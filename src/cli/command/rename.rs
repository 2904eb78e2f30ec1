//! `epdit rename`: another opcode for an operation.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::{Run, help, opcode};
use crate::cli::flow::{Asked, Changes, Fault, Outcome, change_each_saying};
use crate::cli::output::Color;
use crate::suite::bulk::RecordChange;
use crate::suite::query::nobody_has;

const EXAMPLES: &str = "\
Examples:
  epdit rename c9 Solver a.epd > b.epd      every record
  epdit rename -i eval ce suites/           in place

Ambiguous records are left unchanged and counted on standard error.";

/// Rename an opcode
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenameArgs {
    /// The current opcode
    #[arg(value_name = "OLD", value_parser = opcode)]
    old: String,
    /// The new opcode
    #[arg(value_name = "NEW", value_parser = opcode)]
    new: String,
    #[command(flatten)]
    changes: Changes,
}

impl Run for RenameArgs {
    fn run(&self, color: Color) -> Outcome {
        if self.old == self.new {
            let name = &self.old;
            return Err(Fault::usage(&format!("`{name}` is already its name")));
        }
        let change = RecordChange::Rename(self.old.clone(), self.new.clone());
        let ready = change.ready();
        let is_met = AtomicBool::new(false);
        let rename = |asked: &Asked<'_>| {
            let changed = ready.apply(asked.line, asked.options);
            // Only the first writes: cores that write to one place wait for each other.
            if !matches!(changed, Ok(None)) && !is_met.load(Ordering::Relaxed) {
                is_met.store(true, Ordering::Relaxed);
            }
            changed
        };
        change_each_saying(&self.changes, color, rename, || {
            (!is_met.load(Ordering::Relaxed)).then(|| nobody_has(&self.old))
        })
    }
}
