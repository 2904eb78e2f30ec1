//! `epdit stats`: prints statistics of suites.

mod json;

use clap::Args;
use unicode_width::UnicodeWidthStr;

use super::{ReportFormat, Run, help};
use crate::cli::flow::{Outcome, Records, Status, each_file, with_output};
use crate::cli::output::Color;
use crate::epd::visible::visible_lines;
use crate::exchange::page;
use crate::suite::Statistics;

/// The largest number of rows in an open-ended list.
const MOST: usize = 20;

const EXAMPLES: &str = "\
Examples:
  epdit stats suites/                             all files together
  epdit stats --where 'bm' --format json a.epd    of matching records, as JSON";

/// Show statistics of opcodes, problems, material and phases
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    records: Records,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
}

impl Run for StatsArgs {
    fn run(&self, _: Color) -> Outcome {
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
