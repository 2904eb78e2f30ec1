//! `epdit merge`: several files as one.

use std::path::PathBuf;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Fault, Outcome, Records, Status, each_file, with_output};
use crate::cli::output::{Color, conclude};
use crate::epd::counted::thousands_of;

const EXAMPLES: &str = "\
Examples:
  epdit merge a.epd b.epd -o all.epd
  epdit merge suites/ | epdit dedupe - > all.epd";

/// Join several files into one
///
/// Files are joined in the order given, lines unchanged. With `--where`, only matching records are
/// written, each with the comment lines directly above it.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    records: Records,
    /// Write to this file, replacing it, instead of standard output; it may be one of those joined
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Not here: several files become one, which `-o` names
    #[arg(short, long, hide = true)]
    in_place: bool,
    /// Write nothing; only count the records
    #[arg(long)]
    dry_run: bool,
}

impl Run for MergeArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.in_place {
            return Err(Fault::usage(
                "`merge` makes one file of several, so `--in-place` names none; name it: `-o all.epd`, or one of the files to replace that",
            ));
        }
        let Records { paths, chosen } = &self.records;
        let output = self.output.as_deref();
        paths.not_below(output)?;
        let (mut records, mut files) = (0, 0_u64);
        let status = if self.dry_run {
            each_file(paths, chosen.as_ref(), |source, text| {
                files += 1;
                text.pieces(
                    |piece| source.records(piece).count() as u64,
                    |_, some| {
                        records += some;
                        Ok(())
                    },
                )?;
                Ok(Status::Clean)
            })?
        } else {
            with_output(output, |out| {
                each_file(paths, chosen.as_ref(), |source, text| {
                    files += 1;
                    records += text.matches(source, out)?;
                    Ok(Status::Clean)
                })
            })?
        };
        if status == Status::Trouble {
            return Ok(status);
        }
        let records = thousands_of(records, "record", "records");
        let files = thousands_of(files, "file", "files");
        conclude(&match self.dry_run {
            true => format!("{records} of {files} would be written"),
            false => format!("{records} of {files} written"),
        });
        Ok(status)
    }
}
