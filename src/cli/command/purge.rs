//! `epdit purge`: without some operations (the standard's "pfop").

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::{Run, help, opcode};
use crate::cli::flow::{Asked, Changes, Fault, Outcome, change_each_saying};
use crate::cli::output::Color;
use crate::epd::Record;
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
    // With a blank behind the comma the shell has taken the rest for a path.
    if let Some(first) = text.strip_suffix(',') {
        return Err(format!(
            "expected an opcode behind the comma; quote a list with blanks: '{first}, acs'"
        ));
    }
    text.split(',')
        .map(|name| opcode(name.trim()))
        .collect::<Result<_, _>>()
        .map(Opcodes)
}

impl PurgeArgs {
    /// Refuses an opcode where a path is expected, before any file is changed.
    fn has_commas(&self) -> Result<(), Fault> {
        let is_opcode = |path: &&PathBuf| {
            let name = path.as_os_str().as_encoded_bytes();
            crate::epd::opcode::find(name).is_some() && !path.exists()
        };
        match self.changes.records.paths.list.iter().find(is_opcode) {
            None => Ok(()),
            Some(path) => {
                let (all, path) = (self.opcodes.0.join(","), path.display());
                Err(Fault::usage(&format!(
                    "`{path}`: no such file or folder; opcodes are listed with commas: `{all},{path}`"
                )))
            }
        }
    }
}

/// Notes which of the opcodes a record has that is changed, of those that none had before.
fn meet(opcodes: &[(&str, AtomicBool)], asked: &Asked<'_>) {
    let is_only = opcodes.len() == 1;
    let mut record = None;
    for (name, is_met) in opcodes {
        // A record is read again only while there is something to find in it.
        if is_met.load(Ordering::Relaxed) {
            continue;
        }
        let mut has = || {
            let record = record.get_or_insert_with(|| Record::read(asked.line, asked.options));
            record.operation(name).is_some()
        };
        if is_only || has() {
            is_met.store(true, Ordering::Relaxed);
        }
    }
}

impl Run for PurgeArgs {
    fn run(&self, color: Color) -> Outcome {
        self.has_commas()?;
        let change = RecordChange::Remove(self.opcodes.0.clone());
        let ready = change.ready();
        let opcodes: Vec<(&str, AtomicBool)> = self
            .opcodes
            .0
            .iter()
            .map(|name| (name.as_str(), AtomicBool::new(false)))
            .collect();
        let purge = |asked: &Asked<'_>| {
            let changed = ready.apply(asked.line, asked.options);
            if !matches!(changed, Ok(None)) {
                meet(&opcodes, asked);
            }
            changed
        };
        change_each_saying(&self.changes, color, purge, || {
            let unmet = opcodes
                .iter()
                .filter(|(_, is_met)| !is_met.load(Ordering::Relaxed));
            let said: Vec<String> = unmet.map(|(name, _)| nobody_has(name)).collect();
            (!said.is_empty()).then(|| said.join(" · "))
        })
    }
}
