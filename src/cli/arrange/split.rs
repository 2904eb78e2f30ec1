//! `epdit split`: one file into many.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::Status;
use crate::cli::batch::{self, Flow, Piece};
use crate::cli::change::purge::opcode;
use crate::cli::input::{self, Fault};
use crate::cli::output::{Output, say};
use crate::cli::records::{Records, if_foreign, open};
use crate::epd::{LineKind, Skim};
use crate::suite::bulk::{SplitBy, Splitter};
use crate::suite::kind;

/// Split a file into many
///
/// Nothing that is there is written over. Comments directly above a record go where it goes. The names of the new files go to standard output.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit split --every 1000 --into parts a.epd     parts/a-001.epd, parts/a-002.epd …
  epdit split --by eco --into parts a.epd         parts/a-B23.epd …, parts/a-none.epd

Exit status: 0 done; 1 it is no EPD file; 2 usage, or a file that can't be read or written.")]
pub struct SplitArgs {
    /// So many records a file
    #[arg(long, value_name = "N", required_unless_present = "by", conflicts_with = "by",
          value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// A file for each value of this operation
    #[arg(long, value_name = "OPCODE", value_parser = opcode)]
    by: Option<String>,
    /// The folder of the new files; made where it is not there
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    #[command(flatten)]
    records: Records,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &SplitArgs) -> io::Result<Status> {
    if args.records.paths.list.len() != 1 {
        say("`split` takes one file; `epdit merge` makes one of many");
        return Ok(Status::Trouble);
    }
    let by = match (&args.every, &args.by) {
        (_, Some(opcode)) => SplitBy::Opcode(opcode.clone()),
        (every, None) => SplitBy::Count(every.unwrap_or(1)),
    };
    let query = args.records.chosen.as_ref();
    let mut out = Output::new();
    let status = input::each(&args.records.paths, |input| {
        let options = input.read_options();
        let (text, facts) = open(input, query)?;
        let name = input.path.as_deref().unwrap_or(Path::new("suite.epd"));
        let packed = crate::suite::Compression::of_name(name) != crate::suite::Compression::None;
        let name = if packed {
            name.with_extension("")
        } else {
            name.to_owned()
        };
        let mut splitter = Splitter::new(by.clone(), &args.into, &name)?;
        let mut foreign = None;
        batch::each::<_, Fault>(
            text,
            |start| {
                foreign = kind::not_epd(start);
                Ok(if foreign.is_some() {
                    Flow::Stop
                } else {
                    Flow::On
                })
            },
            |piece: Piece<'_>| -> Vec<bool> {
                let is_chosen = |(number, line): (u64, &[u8])| {
                    let at = usize::try_from(number).unwrap_or(usize::MAX) - 1;
                    query.is_none_or(|query| {
                        Skim::kind_of(line) != LineKind::Record
                            || query.matches(line, at, &options, &facts)
                    })
                };
                piece.lines().map(is_chosen).collect()
            },
            |piece, chosen| {
                for ((_, line), chosen) in piece.lines().zip(chosen) {
                    match chosen {
                        true => splitter.line(line, &options)?,
                        false => splitter.leave_out(),
                    }
                }
                Ok(Flow::On)
            },
        )?;
        for path in splitter.finish()? {
            out.lines(format!("{}\n", path.display()).as_bytes())
                .map_err(Fault::Output)?;
        }
        Ok(if_foreign(input, foreign))
    })?;
    out.flush()?;
    Ok(status)
}
