//! `epdit merge`: several files as one.

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::cli::Status;
use crate::cli::above;
use crate::cli::batch::{self, Flow, Piece};
use crate::cli::input::{self, Fault};
use crate::cli::records::{Records, if_foreign, open, with_sink};
use crate::suite::kind;

/// Write several files as one
///
/// In the order given, each line unchanged. With `--where` only matching records, each with the
/// comment lines directly above it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit merge a.epd b.epd -o all.epd
  epdit merge suites/ | epdit dedupe - > all.epd

Exit status: 0 done; 1 something is no EPD file; 2 usage, or a file that can't be read or written.")]
pub struct MergeArgs {
    #[command(flatten)]
    records: Records,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &MergeArgs) -> io::Result<Status> {
    let query = args.records.chosen.as_ref();
    with_sink(args.output.as_deref(), |sink| {
        input::each(&args.records.paths, |input| {
            let options = input.read_options();
            let (text, facts) = open(input, query)?;
            let mut foreign = None;
            let mut comments = above::Waiting::default();
            sink.next_file().map_err(Fault::Output)?;
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
                |piece: Piece<'_>| {
                    let query = query?;
                    Some(above::chosen(piece, |number, line| {
                        let at = usize::try_from(number).unwrap_or(usize::MAX) - 1;
                        query.matches(line, at, &options, &facts)
                    }))
                },
                |piece, chosen| {
                    let Some(chosen) = chosen else {
                        sink.lines(piece.bytes).map_err(Fault::Output)?;
                        return Ok(Flow::On);
                    };
                    let before = comments.before(piece, &chosen);
                    sink.lines(&before).map_err(Fault::Output)?;
                    sink.lines(&chosen.text).map_err(Fault::Output)?;
                    Ok(Flow::On)
                },
            )?;
            Ok(if_foreign(input, foreign))
        })
    })
}
