//! `epdit report`: reports the results of engine runs.

mod json;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use unicode_width::UnicodeWidthStr;

use super::help;
use crate::cli::flow::{Outcome, Records, Status, each_file_alone, with_output};
use crate::cli::output::{Color, say};
use crate::engine::report::{Group, Report, Run, csv};
use crate::epd::visible::visible_lines;
use crate::exchange::page::{html, markdown, text};
use crate::suite::query::nobody_has;

const EXAMPLES: &str = "\
Examples:
  epdit test --engine stockfish --movetime 1000 -o sf.epd wac.epd
  epdit report sf.epd                              solved, missed, effort
  epdit report sf.epd other.epd                    one against the other
  epdit report --format html -o sf.html sf.epd     a page for a browser
  epdit report --group-by eco sf.epd               by what an operation says";

/// Report what runs of engines solved and missed
///
/// A run is a file with an engine's move (pm) beside the moves to find (bm) or to avoid (am), whoever
/// wrote it. Several runs are compared record by record, by position.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "no record can be judged"))]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    records: Records,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Put records into groups by this operation, instead of by what their ids begin with
    #[arg(long, value_name = "OPCODE", value_parser = super::opcode)]
    group_by: Option<String>,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with tables and bars
    #[default]
    Human,
    /// One JSON object
    Json,
    /// A table: a row per record, the runs side by side
    Csv,
    /// Markdown, for a forum or a repository
    Markdown,
    /// A page that needs nothing else
    Html,
}

impl super::Run for ReportArgs {
    fn run(&self, _: Color) -> Outcome {
        let Records { paths, chosen } = &self.records;
        paths.not_the_output(self.output.as_deref())?;
        let group = match &self.group_by {
            Some(opcode) => Group::Opcode(opcode.clone()),
            None => Group::Id,
        };
        with_output(self.output.as_deref(), |out| {
            let mut runs = Vec::new();
            let status = each_file_alone(paths, chosen.as_ref(), false, |source, text| {
                let mut run = Run::new(&source.input.name, group.clone());
                run = run.of_file(Path::new(&source.input.name));
                text.records(
                    source,
                    || Run::new("", group.clone()),
                    |part, number, line| part.take(line, number, source.options()),
                    |part| {
                        run.add(part);
                        Ok(())
                    },
                )?;
                runs.push(run);
                Ok(Status::Clean)
            })?;
            if runs.is_empty() {
                return Ok(status);
            }
            let report = Report::of(runs);
            let names: Vec<&str> = report.runs.iter().map(|run| run.label.as_str()).collect();
            let title = names.join(", ");
            let written = match self.format {
                Format::Human => {
                    visible_lines(&text(&report.page(), |text| text.width(), true)).into_owned()
                }
                Format::Json => json::object(&report),
                Format::Csv => csv(&report),
                Format::Markdown => markdown(&report.page()),
                Format::Html => html(&report.page(), &title),
            };
            out.lines(written.as_bytes())?;
            if report.records().next().is_none() {
                say(
                    "no record can be judged: a run has the engine's move (pm) beside bm or am; `epdit test` writes one",
                );
                return Ok(status.max(Status::Findings));
            }
            let mut rows = report.records().flatten().flatten();
            if let Some(opcode) = &self.group_by
                && rows.all(|row| row.group.is_empty())
            {
                say(&format!("{}; there are no groups", nobody_has(opcode)));
            }
            Ok(status)
        })
    }
}
