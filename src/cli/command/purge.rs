//! `epdit purge`: removes operations (the standard's "pfop").

use std::path::PathBuf;

use clap::Args;

use super::{Run, help, opcode};
use crate::cli::flow::{Changes, Fault, Outcome, change_each};
use crate::cli::output::Color;
use crate::suite::edit::Edit;

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

/// One or more opcodes in one argument: a list would take the paths as well.
#[derive(Clone, Debug)]
struct Opcodes(Vec<String>);

fn opcodes(text: &str) -> Result<Opcodes, String> {
    // After the comma and a blank, the shell has taken the rest for a path.
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
    /// Refuses an opcode in place of a path, before any file is changed.
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

impl Run for PurgeArgs {
    fn run(&self, color: Color) -> Outcome {
        self.has_commas()?;
        change_each(&self.changes, color, &Edit::Remove(self.opcodes.0.clone()))
    }
}
