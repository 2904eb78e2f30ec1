//! `epdit fmt`: canonical text (the standard's data normalization, "pfdn").

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{NO_FILE, Notes, Outcome, Records, Source, Status, Text, To};
use crate::cli::flow::{each_file, each_file_locked, edit_lines, with_output};
use crate::cli::output::{Color, say};
use crate::epd::{CanonicalOptions, EnPassantPolicy, LineKind, ReadOptions, Record};

const EXAMPLES: &str = "\
Examples:
  epdit fmt old.epd > new.epd      canonical form to standard output
  epdit fmt -i suites/             every file below, in place
  epdit fmt --check suites/        names of the files that differ
  epdit fmt --diff old.epd         what would change
  epdit fmt --where 'not kept' -o new.epd old.epd";

const FINDINGS: &str = "\
records were left unchanged, or `--check` found a
difference (neither with `--diff` alone)";

/// Rewrite records in canonical form
///
/// The canonical form is the standard's own form of a record. Ambiguous records, comments and blank
/// lines are left unchanged, except for a byte-order mark and for lines that hold only Ctrl-Z or NUL.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, FINDINGS))]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    records: Records,
    /// Change the files in place, safely replacing each
    #[arg(short, long, conflicts_with_all = ["check", "diff"])]
    in_place: bool,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["in_place", "check", "diff"])]
    output: Option<PathBuf>,
    /// Change nothing; list the files that are not canonical
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change as a unified diff
    #[arg(long)]
    diff: bool,
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
        let Records { paths, chosen } = &self.records;
        let to = match paths.in_place(self.in_place, NO_FILE)? {
            _ if self.diff => To::Diff { in_place: false },
            _ if self.check => To::Nothing { in_place: false },
            true => To::InPlace,
            false => To::Output(self.output.as_deref()),
        };
        let policy = match self.en_passant {
            EnPassant::Keep => EnPassantPolicy::Keep,
            EnPassant::Legal => EnPassantPolicy::Legal,
        };
        let write = CanonicalOptions { en_passant: policy };
        with_output(to.file(), |out| {
            let mut write_file = |source: &Source<'_>, text: Text| {
                let edit = |kept: &mut Kept, number, line: &[u8]| {
                    // Comments have a canonical form too; a query leaves them as they are.
                    let is_asked = chosen.is_none() || source.has(number, line);
                    is_asked
                        .then(|| kept.canonical(line, source.options(), &write))
                        .flatten()
                };
                let (kept, changed) = edit_lines(source, text, to, color, out, edit)?;
                let (name, differs) = (&source.input.name, self.check && changed > 0);
                if differs && !self.diff {
                    out.lines(format!("{name}\n").as_bytes())?;
                }
                let is_kept = !kept.reasons.is_empty();
                if is_kept {
                    say(&kept_sentence(name, &kept));
                }
                let diff_alone = self.diff && !self.check;
                Ok(match (is_kept || differs) && !diff_alone {
                    true => Status::Findings,
                    false => Status::Clean,
                })
            };
            match to {
                To::InPlace => each_file_locked(paths, chosen.as_ref(), |source, text, _lock| {
                    write_file(source, text)
                }),
                _ => each_file(paths, chosen.as_ref(), write_file),
            }
        })
    }
}

/// Records of a file that are left unchanged.
#[derive(Default)]
struct Kept {
    /// All records.
    records: u64,
    /// Those left unchanged, by the first diagnostic that blocks.
    reasons: BTreeMap<&'static str, u64>,
}

impl Notes for Kept {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
    }
}

impl Kept {
    /// The canonical line; `None` where it is kept.
    fn canonical(
        &mut self,
        line: &[u8],
        read: &ReadOptions,
        write: &CanonicalOptions,
    ) -> Option<Vec<u8>> {
        let record = Record::read(line, read);
        // Comments and blank lines have a canonical form too: without marks.
        self.records += u64::from(record.kind() == LineKind::Record);
        let canonical = record.canonical(write);
        if canonical.is_none() {
            let reason = record.diagnostics().iter().find(|finding| finding.blocks());
            let reason = reason.map_or("doubtful", |finding| finding.code.name());
            *self.reasons.entry(reason).or_default() += 1;
        }
        canonical
    }
}

fn kept_sentence(name: &str, kept: &Kept) -> String {
    let all: u64 = kept.reasons.values().sum();
    let mut reasons: Vec<_> = kept.reasons.iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), **reason));
    let reasons: Vec<_> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    let show = if name == "-" {
        String::new()
    } else {
        format!("; `epdit check {name}` shows them")
    };
    format!(
        "`{name}`: {all} of {} records left unchanged ({}){show}",
        kept.records,
        reasons.join(", ")
    )
}
