//! `epdit convert`: writes records in other formats.

use crate::cli::command::{Run, help};
use crate::cli::flow::{Outcome, Records, Source, Status, each_file, is_file, with_output};
use crate::cli::output::{Color, IncidentCounts, conclude, say};
use crate::epd::counted::thousands_of;
use crate::epd::{CanonicalOptions, Code, Dialect, LineKind, ReadOptions, Record, Skim, edit};
use crate::exchange::json::{self, RecordLocation};
use crate::exchange::table::{self, Separator};
use crate::exchange::{ExportedRecord, pgn, uci};
use crate::suite::field::{Field, Fields};
use crate::suite::query::SeenOpcodes;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  epdit convert --to json a.epd > a.jsonl          an object per line
  epdit convert --to csv --fields id,bm,ce a.epd   a table of these columns
  epdit convert --to fen --where 'pieces <= 7' a.epd
  epdit convert --to pgn a.epd -o a.pgn            a game per record
  epdit convert --to uci a.epd                     position fen ...";

/// Write records in another format
///
/// JSON and tables can be read back with `epdit import`. Comment lines are kept with `--to epd` where no
/// records are chosen, and else counted.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record was skipped"))]
pub(crate) struct ConvertArgs {
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// The columns of a table: opcodes, calculations, and what `query --help` names
    #[arg(long, value_name = "F,...")]
    fields: Option<Fields>,
    #[command(flatten)]
    records: Records,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

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

#[derive(Default)]
struct PieceOutput {
    text: Vec<u8>,
    /// The ends of games in the text, in bytes.
    games: Vec<usize>,
    records: u64,
    incidents: Vec<(Incident, u64)>,
    /// The number of records with a comment in which `}` became `)`.
    braces: u64,
    /// The number of comment lines left out.
    comments: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Incident {
    /// The record has no position, or is left unchanged.
    Skipped,
    /// The output ends before a move that can't be played.
    Cut,
    /// The record has bytes that are not UTF-8, which the format can't represent.
    Replaced,
    /// The record has UCI moves, which are not played.
    Unplayed,
}

impl Format {
    fn describe(self, incident: Incident) -> &'static str {
        match (incident, self) {
            (Incident::Skipped, Self::Epd) => "left unchanged: ambiguous",
            (Incident::Skipped, _) => "skipped: no position that can be read",
            (Incident::Cut, _) => "cut before a move that can't be read or played",
            (Incident::Replaced, Self::Json) => {
                "with bytes that are not UTF-8: U+FFFD stands for them, and `bytes_hex` has the line"
            }
            (Incident::Replaced, _) => "with bytes that are not UTF-8: U+FFFD stands for them",
            (Incident::Unplayed, _) => {
                "with UCI `moves` left out: only the starting position was written"
            }
        }
    }
}

impl Run for ConvertArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.fields.is_some() && !matches!(self.to, Format::Csv | Format::Tsv) {
            return Err(crate::cli::flow::Fault::usage(
                "`--fields` needs `--to csv` or `--to tsv`",
            ));
        }
        self.records.paths.not_below(self.output.as_deref())?;
        if !self.keeps_comments() {
            self.records.paths.not_the_output(self.output.as_deref())?;
        }
        let fields = match &self.fields {
            Some(fields) => fields.0.clone(),
            None => table::default_fields(),
        };
        let seen = SeenOpcodes::of(fields.iter().filter_map(Field::opcode));
        let Records { paths, chosen } = &self.records;
        let mut incidents = IncidentCounts::new();
        let (mut records, mut braces, mut comments) = (0, 0, 0);
        let mut summary = Vec::new();
        let mut rounds = pgn::Rounds::default();
        let status = with_output(self.output.as_deref(), |out| {
            if let Some(separator) = self.separator() {
                let mut header = Vec::new();
                table::write_header(&fields, separator, &mut header);
                out.lines(&header)?;
            }
            let status = each_file(paths, chosen.as_ref(), |source, text| {
                text.pieces(
                    |piece| {
                        let mut written = PieceOutput::default();
                        if piece.continues && self.keeps_comments() {
                            written.text.extend_from_slice(piece.bytes);
                        }
                        for (number, line) in piece.lines() {
                            match Skim::kind_of(line) {
                                LineKind::Record if source.has(number, line) => {
                                    let columns = (&fields[..], &seen);
                                    self.write(source, number, line, columns, &mut written);
                                }
                                LineKind::Record => {}
                                _ if self.keeps_comments() => {
                                    written.text.extend_from_slice(line);
                                    if !piece.is_open && !line.ends_with(b"\n") {
                                        written.text.push(b'\n');
                                    }
                                }
                                LineKind::Comment => written.comments += 1,
                                LineKind::Blank => {}
                            }
                        }
                        written
                    },
                    |_, written| {
                        for (what, line) in written.incidents {
                            incidents.add(what, &source.input.name, line);
                        }
                        records += written.records;
                        braces += written.braces;
                        comments += written.comments;
                        if written.games.is_empty() {
                            return out.lines(&written.text);
                        }
                        let (mut text, mut begin) = (Vec::new(), 0);
                        for end in written.games {
                            let game = written.text.get(begin..end).unwrap_or_default();
                            rounds.write(&String::from_utf8_lossy(game), &mut text);
                            begin = end;
                        }
                        out.lines(&text)
                    },
                )?;
                Ok(Status::Clean)
            })?;
            let kept = match self.to {
                Format::Epd => records,
                _ => records.saturating_sub(incidents.count(&Incident::Skipped)),
            };
            let kept = thousands_of(kept, "record", "records");
            summary.push(format!("{kept} written"));
            if braces > 0 {
                let comments = thousands_of(braces, "comment", "comments");
                summary.push(format!("{comments} with `)` in place of `}}`"));
            }
            if comments > 0 {
                let lines = thousands_of(comments, "comment line", "comment lines");
                summary.push(format!("{lines} left out"));
            }
            out.amount = Some(summary.join(" · "));
            Ok(status)
        })?;
        if self.fields.is_some() && records > 0 {
            seen.sentences(chosen.is_none())
                .iter()
                .for_each(|words| say(words));
        }
        let faults = incidents.say(|what| self.to.describe(*what));
        // For an output file, the message that names it includes the counts.
        let is_reported = self.output.as_deref().is_some_and(is_file);
        if summary.len() > 1 && !is_reported && status != Status::Trouble {
            conclude(&summary.join(" · "));
        }
        Ok(status.max(faults))
    }
}

impl ConvertArgs {
    /// Returns true if all lines are written, not only records, so that nothing of a suite is lost.
    fn keeps_comments(&self) -> bool {
        self.to == Format::Epd && self.records.chosen.is_none()
    }

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
        (fields, seen): (&[Field], &SeenOpcodes),
        written: &mut PieceOutput,
    ) {
        let options = match self.to {
            Format::Epd => ReadOptions {
                dialect: Dialect::Epd,
                ..*source.options()
            },
            _ => *source.options(),
        };
        let record = Record::read(line, &options);
        let lazy = source.lazy(&record, number);
        written.records += 1;
        if self.fields.is_some() {
            seen.see(&lazy, false);
        }
        let out = &mut written.text;
        let plain = |text| ExportedRecord {
            text,
            ..ExportedRecord::default()
        };
        let exported = match self.to {
            Format::Json => {
                if std::str::from_utf8(line).is_err() {
                    written.incidents.push((Incident::Replaced, number));
                }
                let path = &source.input.name;
                return json::write(&record, RecordLocation { path, line: number }, out);
            }
            Format::Csv => return table::write_row(fields, Separator::Comma, &lazy, out),
            Format::Tsv => return table::write_row(fields, Separator::Tab, &lazy, out),
            Format::Epd => {
                match record.canonical(&CanonicalOptions::default()) {
                    Some(text) => out.extend_from_slice(&text),
                    None => {
                        written.incidents.push((Incident::Skipped, number));
                        out.extend_from_slice(line);
                    }
                }
                if !out.ends_with(b"\n") {
                    out.push(b'\n');
                }
                return;
            }
            Format::Fen => edit::fen(&record).map(plain),
            Format::Uci => uci::command(&record),
            Format::Pgn => pgn::write(&record),
        };
        let Some(exported) = exported else {
            return written.incidents.push((Incident::Skipped, number));
        };
        out.extend_from_slice(exported.text.as_bytes());
        match self.to {
            Format::Pgn => written.games.push(out.len()),
            _ => out.push(b'\n'),
        }
        let mut found = record.diagnostics().iter();
        if self.to == Format::Fen && found.any(|found| found.code == Code::UciMoves) {
            written.incidents.push((Incident::Unplayed, number));
        }
        if exported.is_cut {
            written.incidents.push((Incident::Cut, number));
        }
        // A U+FFFD that the record itself contains does not count.
        if exported.text.contains('\u{FFFD}') && std::str::from_utf8(line).is_err() {
            written.incidents.push((Incident::Replaced, number));
        }
        written.braces += u64::from(exported.has_other_braces);
    }
}
