//! `epdit stats`: what is in suites.

mod human;
mod json;

use std::io;

use clap::{Args, ValueEnum};

use super::Status;
use super::batch::{self, Flow, Piece};
use super::input::{self, Fault};
use super::output::Output;
use super::progress::follow;
use super::records::{Records, if_foreign, open, open_suite_of};
use crate::suite::{Job, Statistics, contradictions, kind};

/// Count what is in suites: opcodes, problems, material, phases, side to move, lengths
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit stats suites/                             all files together
  epdit stats --where 'bm' --format json a.epd    of some records, for programs
  epdit stats --contradictions a.epd              same position, different best moves

Exit status: 0 done; 1 something is no EPD file, or `--contradictions` found some; 2 usage, or a
file that can't be read.")]
pub struct StatsArgs {
    #[command(flatten)]
    records: Records,
    /// How counts are written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Name the records of a file that have the same position and other best moves instead
    #[arg(long)]
    contradictions: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, with bars on a terminal
    #[default]
    Human,
    /// One object
    Json,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &StatsArgs) -> io::Result<Status> {
    let mut out = Output::new();
    if args.contradictions {
        return name_contradictions(args, &mut out);
    }
    let query = args.records.chosen.as_ref();
    let mut all = Statistics::default();
    let status = input::each(&args.records.paths, |input| {
        let options = input.read_options();
        let (text, facts) = open(input, query)?;
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
            |piece: Piece<'_>| {
                let mut part = Statistics::default();
                for (number, line) in piece.lines() {
                    let at = usize::try_from(number).unwrap_or(usize::MAX) - 1;
                    if query.is_none_or(|query| query.matches(line, at, &options, &facts)) {
                        part.take(line, &options);
                    }
                }
                part
            },
            |_, part| {
                all.add(&part);
                Ok(Flow::On)
            },
        )?;
        Ok(if_foreign(input, foreign))
    })?;
    match args.format {
        Format::Human => out.lines(human::table(&all, out.terminal).as_bytes())?,
        Format::Json => out.text(&json::object(&all))?,
    }
    out.flush()?;
    Ok(status)
}

/// Writes `PATH:LINE PATH:LINE …` for each group of records, or a JSON array of line numbers.
fn name_contradictions(args: &StatsArgs, out: &mut Output) -> io::Result<Status> {
    let status = input::each(&args.records.paths, |input| {
        let suite = open_suite_of(input)?;
        let snapshot = suite.snapshot();
        let start = snapshot.runs(0..suite.line_count()).next();
        let status = if_foreign(input, start.and_then(|run| kind::not_epd(&run.bytes)));
        if status != Status::Clean {
            return Ok(status);
        }
        let job = Job::new();
        let _following = follow(&job, "comparing");
        let found = contradictions(&snapshot, &job).map_err(io::Error::other)?;
        for group in found.groups() {
            let lines: Vec<usize> = group.map(|line| line + 1).collect();
            let text = match args.format {
                Format::Human => {
                    let places: Vec<String> = lines
                        .iter()
                        .map(|line| format!("{}:{line}", input.name))
                        .collect();
                    places.join(" ")
                }
                Format::Json => {
                    serde_json::json!({ "path": input.name, "lines": lines }).to_string()
                }
            };
            out.lines(format!("{text}\n").as_bytes())
                .map_err(Fault::Output)?;
        }
        Ok(if found.group_count() == 0 {
            Status::Clean
        } else {
            Status::Findings
        })
    })?;
    out.flush()?;
    Ok(status)
}
