//! `epdit purge`: without some operations (the standard's "pfop").

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::{Run, help, opcode};
use crate::cli::flow::{Asked, Changes, Outcome, change_each_saying};
use crate::cli::output::Color;
use crate::suite::bulk::RecordChange;
use crate::suite::query::nobody_has;

const EXAMPLES: &str = "\
Examples:
  epdit purge acd,acs,pv old.epd > new.epd      remove three operations
  epdit purge -i --where 'dm' ce suites/        in place, only where there is dm

Ambiguous records are left unchanged and counted on standard error.";

/// Remove operations
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct PurgeArgs {
    /// Opcodes of the operations to remove
    #[arg(value_name = "OPCODE,...", value_parser = opcodes)]
    opcodes: Opcodes,
    #[command(flatten)]
    changes: Changes,
}

/// One opcode or more: a list would take the paths as well.
#[derive(Clone, Debug)]
struct Opcodes(Vec<String>);

fn opcodes(text: &str) -> Result<Opcodes, String> {
    text.split(',')
        .map(opcode)
        .collect::<Result<_, _>>()
        .map(Opcodes)
}

impl Run for PurgeArgs {
    fn run(&self, color: Color) -> Outcome {
        let change = RecordChange::Remove(self.opcodes.0.clone());
        let ready = change.ready();
        let is_met = AtomicBool::new(false);
        let purge = |asked: &Asked<'_>| {
            let changed = ready.apply(asked.line, asked.options);
            if !matches!(changed, Ok(None)) {
                is_met.store(true, Ordering::Relaxed);
            }
            changed
        };
        change_each_saying(&self.changes, color, purge, || {
            let none = !is_met.load(Ordering::Relaxed);
            let said: Vec<String> = self.opcodes.0.iter().map(|name| nobody_has(name)).collect();
            none.then(|| said.join(" · "))
        })
    }
}
