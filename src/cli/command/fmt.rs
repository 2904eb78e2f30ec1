//! `epdit fmt`: canonical text (the standard's data normalization, "pfdn").

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Changes, Outcome, Records, Status, To};
use crate::cli::flow::{Notes, Summary, Verb, edit_lines};
use crate::cli::flow::{each_file_to, with_output};
use crate::cli::output::Color;
use crate::epd::edit::Refusal;
use crate::epd::{CanonicalOptions, EnPassantPolicy, LineKind, Record};
use crate::suite::bulk::Left;

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
        let Changes { records, target } = &self.changes;
        let Records { paths, chosen } = records;
        let to = match target.of(paths)? {
            To::Output(None) if self.check => To::Nothing { in_place: false },
            to => to,
        };
        let policy = match self.en_passant {
            EnPassant::Keep => EnPassantPolicy::Keep,
            EnPassant::Legal => EnPassantPolicy::Legal,
        };
        let write = CanonicalOptions { en_passant: policy };
        let mut summary = Summary::new(chosen.is_some());
        let status = with_output(to.file(), |out| {
            each_file_to(to, paths, chosen.as_ref(), |source, text| {
                // Comments have a canonical form too; a query leaves them as they are.
                let edit = |tally: &mut Tally, number, line: &[u8]| {
                    tally.canonical(number, &source.read(line), &write)
                };
                let (tally, changed) = edit_lines(source, text, to, color, out, edit)?;
                summary.records += tally.records;
                summary.changed += tally.changed;
                summary.take(&tally.left, |line| source.place(line));
                let differs = self.check && changed > 0;
                if differs && !matches!(to, To::Diff { .. }) {
                    out.lines(format!("{}\n", source.input.name).as_bytes())?;
                }
                Ok(match differs {
                    true => Status::Findings,
                    false => Status::Clean,
                })
            })
        })?;
        Ok(summary.end(status, Verb::Change, to.came_to_nothing(status)))
    }
}

/// What became of the records of a file.
#[derive(Default)]
struct Tally {
    records: usize,
    changed: usize,
    left: Left,
}

impl Notes for Tally {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.changed += other.changed;
        self.left.join(other.left);
    }
}

impl Tally {
    /// The canonical text of a line, numbered from 1; `None` where it is left unchanged.
    fn canonical(
        &mut self,
        number: u64,
        record: &Record<'_>,
        write: &CanonicalOptions,
    ) -> Option<Vec<u8>> {
        // Comments and blank lines have a canonical form too: without marks.
        let is_record = record.kind() == LineKind::Record;
        self.records += usize::from(is_record);
        let canonical = record.canonical(write);
        match &canonical {
            Some(new) => self.changed += usize::from(is_record && new != record.line()),
            None => {
                let reason = record.diagnostics().iter().find(|finding| finding.blocks());
                let at = usize::try_from(number).unwrap_or(usize::MAX);
                let reason = match reason {
                    Some(finding) => finding.code.name().to_owned(),
                    None => Refusal::ReadsDifferently.to_string(),
                };
                self.left.note(reason, at.saturating_sub(1));
            }
        }
        canonical
    }
}
