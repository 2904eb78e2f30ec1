//! `epdit convert`: records in other formats.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Run, help};
use crate::cli::flow::{Outcome, Records, Source, Status, each_file, with_output};
use crate::cli::output::{Color, say};
use crate::epd::counted::{noun, thousands};
use crate::epd::{CanonicalOptions, Dialect, LineKind, ReadOptions, Record, Skim, edit};
use crate::exchange::table::{self, Field, Separator};
use crate::exchange::{Place, json, pgn, uci};

const EXAMPLES: &str = "\
Examples:
  epdit convert --to json a.epd > a.jsonl          an object per line
  epdit convert --to csv --fields id,bm,ce a.epd   a table of these columns
  epdit convert --to fen --where 'pieces <= 7' a.epd
  epdit convert --to pgn a.epd -o a.pgn            a game per record
  epdit convert --to uci a.epd                     position fen ...";

/// Write records in another format
///
/// JSON and tables can be read back with `epdit import`.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record was skipped"))]
pub(crate) struct ConvertArgs {
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// The columns of a table: opcodes, and path, line, placement, side, castling, ep, fen, pieces,
    /// moves, problems, text
    #[arg(long, value_name = "F,...", value_delimiter = ',')]
    fields: Option<Vec<Field>>,
    #[command(flatten)]
    records: Records,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Six fields per line; clocks from hmvc and fmvn, else 0 1
    Fen,
    /// Canonical EPD; FEN's clocks become hmvc and fmvn
    Epd,
    /// One JSON object per line
    Json,
    /// A table with commas, as RFC 4180 has it
    Csv,
    /// A table with tabs
    Tsv,
    /// One game per record, from its position: the moves of pv, else sv, a sole bm, or sm
    Pgn,
    /// UCI's `position` command, with the moves of sv
    Uci,
}

/// What became of a piece of a file.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    /// Lines of records that have no position, or that are left unchanged.
    skipped: Vec<u64>,
}

impl Run for ConvertArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.fields.is_some() && !matches!(self.to, Format::Csv | Format::Tsv) {
            return Err(crate::cli::flow::Fault::usage(
                "`--fields` needs `--to csv` or `--to tsv`",
            ));
        }
        if self.to != Format::Epd {
            self.records.paths.not_the_output(self.output.as_deref())?;
        }
        let fields = self.fields.clone().unwrap_or_else(table::default_fields);
        let Records { paths, chosen } = &self.records;
        let mut skipped: Option<(usize, String)> = None;
        let status = with_output(self.output.as_deref(), |out| {
            if let Some(separator) = self.separator() {
                let mut header = Vec::new();
                table::write_header(&fields, separator, &mut header);
                out.lines(&header)?;
            }
            each_file(paths, chosen.as_ref(), |source, text| {
                text.pieces(
                    |piece| {
                        let mut written = Written::default();
                        for (number, line) in piece.lines() {
                            if Skim::kind_of(line) == LineKind::Record && source.has(number, line) {
                                self.write(source, number, line, &fields, &mut written);
                            }
                        }
                        written
                    },
                    |_, written| {
                        if let Some(first) = written.skipped.first() {
                            let place = || format!("{}:{first}", source.input.name);
                            skipped.get_or_insert_with(|| (0, place())).0 += written.skipped.len();
                        }
                        out.lines(&written.text)
                    },
                )?;
                Ok(Status::Clean)
            })
        })?;
        let Some((count, first)) = skipped else {
            return Ok(status);
        };
        let what = match self.to {
            Format::Epd => "left unchanged: ambiguous",
            _ => "skipped: no position that can be read",
        };
        let records = noun(count, "record", "records");
        say(&format!(
            "{} {records} {what} (first: {first})",
            thousands(count)
        ));
        Ok(status.max(Status::Findings))
    }
}

impl ConvertArgs {
    fn separator(&self) -> Option<Separator> {
        match self.to {
            Format::Csv => Some(Separator::Comma),
            Format::Tsv => Some(Separator::Tab),
            _ => None,
        }
    }

    fn write(
        &self,
        source: &Source<'_>,
        number: u64,
        line: &[u8],
        fields: &[Field],
        written: &mut Written,
    ) {
        let options = match self.to {
            Format::Epd => ReadOptions {
                dialect: Dialect::Epd,
                ..*source.options()
            },
            _ => *source.options(),
        };
        let record = Record::read(line, &options);
        let place = Place {
            path: &source.input.name,
            line: number,
        };
        let out = &mut written.text;
        let text = match self.to {
            Format::Json => return json::write(&record, place, out),
            Format::Csv => return table::write_row(fields, Separator::Comma, &record, place, out),
            Format::Tsv => return table::write_row(fields, Separator::Tab, &record, place, out),
            Format::Epd => {
                match record.canonical(&CanonicalOptions::default()) {
                    Some(text) => out.extend_from_slice(&text),
                    None => {
                        written.skipped.push(number);
                        out.extend_from_slice(line);
                    }
                }
                if !out.ends_with(b"\n") {
                    out.push(b'\n');
                }
                return;
            }
            Format::Fen => edit::fen(&record).map(|fen| fen + "\n"),
            Format::Uci => uci::command(&record).map(|command| command + "\n"),
            Format::Pgn => pgn::write(&record),
        };
        match text {
            Some(text) => out.extend_from_slice(text.as_bytes()),
            None => written.skipped.push(number),
        }
    }
}
