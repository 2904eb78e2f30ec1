//! `epdit stats`: prints statistics of suites.

mod json;

use clap::Args;
use unicode_width::UnicodeWidthStr;

use super::{ReportFormat, Run, help};
use crate::cli::flow::{Outcome, Records, Status, Whole, all_inputs, each_file, with_output};
use crate::cli::output::Color;
use crate::epd::visible::visible_lines;
use crate::exchange::page;
use crate::suite::{Statistics, each_contradiction};

/// The largest number of rows in an open-ended list.
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
    format: ReportFormat,
    /// Instead, list records of a file with the same position but different best moves
    #[arg(long)]
    contradictions: bool,
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
            // Zeros for unreadable files would be wrong.
            if !is_any_read {
                return Ok(status);
            }
            match self.format {
                ReportFormat::Human => {
                    let page = page::statistics(&all, MOST);
                    let text = page::text(&page, |text| text.width(), out.terminal);
                    out.text(&visible_lines(&text))?;
                }
                ReportFormat::Json => out.text(&json::object(&all))?,
            }
            Ok(status)
        })
    }
}

impl StatsArgs {
    /// Writes `PATH:LINE PATH:LINE …` for each group of records of a file, or a JSON array of line numbers.
    fn name_contradictions(&self) -> Outcome {
        with_output(None, |out| {
            let (mut status, inputs) = all_inputs(&self.records.paths)?;
            for input in inputs {
                let whole = Whole::of_one(input);
                each_contradiction(&whole.reading(), |group| {
                    status = status.max(Status::Findings);
                    let lines = group.records.iter().map(|(line, _)| *line);
                    match self.format {
                        ReportFormat::Human => {
                            let places: Vec<_> = lines.map(|line| whole.place(line)).collect();
                            out.line(places.join(" "))
                        }
                        ReportFormat::Json => {
                            let lines: Vec<usize> = lines.map(|line| line + 1).collect();
                            let path = &whole.source().input.name;
                            let group = serde_json::json!({ "path": path, "lines": lines });
                            out.text(&(crate::cli::json::text(&group) + "\n"))
                        }
                    }
                })?;
            }
            Ok(status)
        })
    }
}
