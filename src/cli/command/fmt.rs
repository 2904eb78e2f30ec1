//! `epdit fmt`: canonical text (the standard's data normalization, "pfdn").

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Status, To, change_each_to};
use crate::cli::output::Color;
use crate::epd::{CanonicalOptions, EnPassantPolicy};
use crate::suite::edit::Edit;

const EXAMPLES: &str = "\
Examples:
  epdit fmt old.epd > new.epd      canonical form to standard output
  epdit fmt -i suites/             every file below, in place
  epdit fmt --check suites/        names of the files that differ
  epdit fmt --diff old.epd         what would change
  epdit fmt --where 'not kept' -o new.epd old.epd";

const FINDINGS: &str =
    "records were left unchanged, or `--check` found a difference (neither with `--diff` alone)";

/// Rewrite records in canonical form
///
/// The canonical form is the standard's own form of a record. Ambiguous records, comments and blank
/// lines are left unchanged, except for a byte-order mark and NUL; a line that holds only Ctrl-Z is removed.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, FINDINGS))]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    changes: Changes,
    /// Change nothing; list the files that are not canonical
    #[arg(long, conflicts_with_all = ["in_place", "output", "dry_run"])]
    check: bool,
    /// What to do with possible en-passant squares
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    en_passant: EnPassant,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EnPassant {
    /// Keep all
    #[default]
    Keep,
    /// Drop those that no legal capture can use
    Legal,
}

impl Run for FmtArgs {
    fn run(&self, color: Color) -> Outcome {
        let to = match self.changes.target.of(&self.changes.records.paths)? {
            To::Output(None) if self.check => To::Nothing { in_place: false },
            to => to,
        };
        let en_passant = match self.en_passant {
            EnPassant::Keep => EnPassantPolicy::Keep,
            EnPassant::Legal => EnPassantPolicy::Legal,
        };
        let edit = Edit::Canonical(CanonicalOptions { en_passant });
        change_each_to(&self.changes, to, color, &edit, |source, out| {
            if !self.check {
                return Ok(Status::Clean);
            }
            if !matches!(to, To::Diff { .. }) {
                out.lines(format!("{}\n", source.input.name).as_bytes())?;
            }
            Ok(Status::Findings)
        })
    }
}
