//! `epdit stats`: what is in suites.

mod json;

use std::io;

use clap::{Args, ValueEnum};
use unicode_width::UnicodeWidthStr;

use super::{Run, help};
use crate::cli::flow::{Outcome, Records, Status, each_file, with_output};
use crate::cli::output::Color;
use crate::cli::progress::follow;
use crate::epd::visible::visible_lines;
use crate::exchange::page;
use crate::suite::{Job, Sameness, Statistics, contradictions, find_duplicates};

/// Rows of a list that can have any number.
const MOST: usize = 20;

const EXAMPLES: &str = "\
Examples:
  epdit stats suites/                             all files together
  epdit stats --where 'bm' --format json a.epd    of matching records, as JSON
  epdit stats --contradictions a.epd              conflicting best moves";

/// Show statistics of opcodes, problems, material and phases
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "`--contradictions` found some"))]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    records: Records,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Instead, list records of a file with the same position but different best moves
    #[arg(long)]
    contradictions: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, with bars on a terminal
    #[default]
    Human,
    /// One JSON object
    Json,
}

impl Run for StatsArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.contradictions {
            return self.name_contradictions();
        }
        let Records { paths, chosen } = &self.records;
        with_output(None, |out| {
            let mut all = Statistics::default();
            let mut is_any_read = false;
            let status = each_file(paths, chosen.as_ref(), |source, text| {
                is_any_read = true;
                text.pieces(
                    |piece| {
                        let mut part = Statistics::default();
                        for (_, line) in source.lines(piece) {
                            part.take(line, source.options());
                        }
                        part
                    },
                    |_, part| {
                        all.add(&part);
                        Ok(())
                    },
                )?;
                Ok(Status::Clean)
            })?;
            // Zeros of files that can't be read would be wrong.
            if !is_any_read {
                return Ok(status);
            }
            match self.format {
                Format::Human => {
                    let page = page::statistics(&all, MOST);
                    let text = page::text(&page, |text| text.width(), out.terminal);
                    out.text(&visible_lines(&text))?;
                }
                Format::Json => out.text(&json::object(&all))?,
            }
            Ok(status)
        })
    }
}

impl StatsArgs {
    /// Writes `PATH:LINE PATH:LINE …` for each group of records, or a JSON array of line numbers.
    fn name_contradictions(&self) -> Outcome {
        with_output(None, |out| {
            each_file(&self.records.paths, None, |source, text| {
                let suite = source.suite(text)?;
                let job = Job::new();
                let _following = follow(&job, "comparing");
                let snapshot = suite.snapshot();
                let positions = find_duplicates(&snapshot, Sameness::Position, &job);
                let found = positions.and_then(|found| contradictions(&snapshot, &found, &job));
                let found = found.map_err(io::Error::other)?;
                for group in found.groups() {
                    match self.format {
                        Format::Human => {
                            let places: Vec<_> = group.map(|line| source.place(line)).collect();
                            out.line(places.join(" "))?;
                        }
                        Format::Json => {
                            let lines: Vec<usize> = group.map(|line| line + 1).collect();
                            let path = &source.input.name;
                            let group = serde_json::json!({ "path": path, "lines": lines });
                            out.text(&(crate::cli::json::text(&group) + "\n"))?;
                        }
                    }
                }
                Ok(match found.group_count() {
                    0 => Status::Clean,
                    _ => Status::Findings,
                })
            })
        })
    }
}
