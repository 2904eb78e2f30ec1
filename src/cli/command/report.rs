//! The commands that report: `epdit report` on the results of engine runs, `stats` on suites, and `explain` on a
//! problem code or an opcode.

use crate::cli::command::check::{Problem, Style, write_human};
use crate::cli::command::{ReportFormat, Run, help};
use crate::cli::flow::{Fault, Outcome, Records, Status, each_file, each_file_alone, with_output};
use crate::cli::json;
use crate::cli::output::{Color, say};
use crate::editor::widgets::words::wrapped;
use crate::engine::report::{self, Group, Report, Row, Spread, Total, csv};
use crate::epd::visible::visible_lines;
use crate::epd::{CanonicalOptions, Code, Dialect, opcode, spelling};
use crate::exchange::page::{self, Part, explained, html, markdown, text};
use crate::suite::Statistics;
use crate::suite::query::{Phase, nobody_has};
use crate::suite::statistics::LENGTH_STEP;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

const REPORT_EXAMPLES: &str = "\
Examples:
  epdit test --engine stockfish --movetime 1000 -o sf.epd wac.epd
  epdit report sf.epd                              solved, missed, effort
  epdit report sf.epd other.epd                    one against the other
  epdit report --format html -o sf.html sf.epd     a page for a browser
  epdit report --group-by eco sf.epd               by what an operation says";

/// Report what runs of engines solved and missed
///
/// A run is a file with an engine's move (pm) beside the moves to find (bm) or to avoid (am), whoever
/// wrote it; or with the mates that `epdit test` found. Several runs are compared record by record, by position.
#[derive(Args, Debug)]
#[command(after_help = help(REPORT_EXAMPLES, "no record can be judged"))]
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

impl Run for ReportArgs {
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
                let mut run = report::Run::new(&source.input.name, group.clone());
                run = run.of_file(Path::new(&source.input.name));
                text.records(
                    source,
                    || report::Run::new("", group.clone()),
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
                Format::Json => report_object(&report),
                Format::Csv => csv(&report),
                Format::Markdown => markdown(&report.page()),
                Format::Html => html(&report.page(), &title),
            };
            out.lines(written.as_bytes())?;
            if report.records().next().is_none() {
                say(
                    "no record can be judged: expected the engine's move (pm) and bm, am or a mate; run `epdit test`",
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

fn report_object(report: &Report) -> String {
    let runs: Vec<Value> = report.runs.iter().map(of_run).collect();
    let mut pairs = Vec::new();
    for (one, run) in report.runs.iter().enumerate() {
        for (other, against) in report.runs.iter().enumerate().skip(one + 1) {
            let found = report.against(one, other);
            pairs.push(json!({
                "run": run.name,
                "against": against.name,
                "records": found.records(),
                "both": found.both,
                "neither": found.neither,
                "only_run": found.one,
                "only_against": found.other,
                "chance": found.chance(),
                "points": (found.scored > 0).then_some([found.points.0, found.points.1]),
            }));
        }
    }
    let records: Vec<Value> = report
        .records()
        .filter_map(|rows| {
            let first = rows.iter().flatten().next()?;
            let of_runs: Vec<Option<Value>> = rows.iter().map(|row| row.map(of_row)).collect();
            Some(json!({
                "id": first.id,
                "group": first.group,
                "goal": first.goal,
                "position": first.position,
                "runs": of_runs,
            }))
        })
        .collect();
    let mut text = json::text(&json!({ "runs": runs, "pairs": pairs, "records": records }));
    text.push('\n');
    text
}

fn of_run(run: &report::Run) -> Value {
    let groups: Vec<Value> = run
        .groups()
        .into_iter()
        .map(|(name, total)| {
            let mut group = of_total(&total);
            if let Value::Object(fields) = &mut group {
                fields.insert("group".to_owned(), json!(name));
            }
            group
        })
        .collect();
    json!({
        "path": run.name,
        "label": run.label,
        "made": run.ways().into_iter().map(|(made, records)| json!({
            "engine": made.engine,
            "limit": made.limit,
            "records": records,
        })).collect::<Vec<_>>(),
        "total": of_total(&run.total()),
        "unfinished": run.unfinished,
        "without_answer": run.without_answer,
        "without_goal": run.without_goal,
        "groups": groups,
        "acd": of_spread(&run.spread(Row::plain_depth)),
        "acd_mate": of_spread(&run.spread(Row::mate_depth)),
        "acn": of_spread(&run.spread(|row| row.nodes)),
        "acs": of_spread(&run.spread(|row| row.seconds)),
        "found_depth": of_spread(&run.spread(Row::found_depth)),
        "found_ms": of_spread(&run.spread(Row::found_after)),
    })
}

fn of_total(total: &Total) -> Value {
    let points = (total.scored > 0).then_some(total.points);
    let most = (total.scored > 0).then_some(total.most);
    json!({
        "records": total.records,
        "solved": total.solved,
        "points": points,
        "most_points": most,
    })
}

fn of_spread(spread: &Spread) -> Option<Value> {
    (spread.count() > 0).then(|| {
        json!({
            "records": spread.count(),
            "min": spread.least(),
            "median": spread.median(),
            "mean": spread.mean(),
            "max": spread.most(),
        })
    })
}

fn of_row(row: &Row) -> Value {
    let found = row.solution;
    json!({
        "line": row.line,
        "pm": row.played,
        "solved": row.is_solved,
        "points": row.points.map(|(points, _)| points),
        "most_points": row.points.map(|(_, most)| most),
        "mate": row.mate.as_ref().map(|mate| json!({
            "stated": mate.stated,
            "found": mate.found.as_ref().ok().filter(|moves| **moves != 0),
            "outcome": mate.outcome().name(),
        })),
        "ce": row.score,
        "acd": row.depth,
        "acn": row.nodes,
        "acs": row.seconds,
        "found_depth": found.map(|found| found.depth),
        "found_nodes": found.map(|found| found.nodes),
        "engine": row.made.engine,
        "limit": row.made.limit,
        "found_ms": found.and_then(|found| u64::try_from(found.time.as_millis()).ok()),
    })
}

/// The largest number of rows in an open-ended list.
const MOST: usize = 20;

const STATS_EXAMPLES: &str = "\
Examples:
  epdit stats suites/                             all files together
  epdit stats --where 'bm' --format json a.epd    of matching records, as JSON";

/// Show statistics of opcodes, problems, material and phases
#[derive(Args, Debug)]
#[command(after_help = help(STATS_EXAMPLES, ""))]
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
                ReportFormat::Json => out.text(&statistics_object(&all))?,
            }
            Ok(status)
        })
    }
}

/// Returns the statistics as a JSON object on one line.
fn statistics_object(all: &Statistics) -> String {
    let [white, black] = all.sides;
    let phases: Map<String, Value> = Phase::ALL
        .iter()
        .zip(all.phases)
        .map(|(phase, count)| (phase.name().to_owned(), json!(count)))
        .collect();
    let problems: Map<String, Value> = all
        .problems
        .iter()
        .map(|(code, count)| (code.name().to_owned(), json!(count)))
        .collect();
    let lengths: Vec<Value> = all
        .lengths
        .iter()
        .map(|(step, count)| json!({ "from": step * LENGTH_STEP, "records": count }))
        .collect();
    let object = json!({
        "records": all.records,
        "comments": all.comments,
        "blank": all.blank,
        "legal": all.legal,
        "operations": all.operations,
        "bytes": all.bytes,
        "longest": all.longest,
        "sides": { "w": white, "b": black },
        "phases": phases,
        "pieces": all.pieces.iter().map(|(n, count)| (n.to_string(), json!(count))).collect::<Map<_, _>>(),
        "material": all.material,
        "opcodes": all.opcodes,
        "problems": problems,
        "lengths": lengths,
    });
    crate::cli::json::text(&object) + "\n"
}

/// The width of wrapped text in columns.
const WIDTH: usize = 80;

/// Explain a problem code or an opcode
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit explain                 list all codes and opcodes
  epdit explain move-illegal    meaning, example and fix of a code
  epdit explain bm              meaning and operands of an opcode")]
pub(crate) struct ExplainArgs {
    /// A problem code such as `move-illegal` or an opcode such as `bm`; default: list all
    #[arg(value_name = "CODE|OPCODE")]
    name: Option<String>,
}

impl Run for ExplainArgs {
    fn run(&self, color: Color) -> Outcome {
        let style = Style::new(color.on_stdout());
        let text = match self.name.as_deref() {
            None => all_explanations(&style),
            Some(name) => explanation(name, &style)
                .or_else(|| explanation_of_other_case(name, &style))
                .ok_or_else(|| Fault::usage(&unknown_name(name)))?,
        };
        with_output(None, |out| {
            out.text(&text)?;
            Ok(Status::Clean)
        })
    }
}

/// Explains a code or an opcode; a code with its example.
fn explanation(name: &str, style: &Style) -> Option<String> {
    let page = explained(name)?;
    let bold = style.bold();
    let title = page.title.strip_prefix(name).unwrap_or_default();
    let mut text = format!("{bold}{name}{bold:#}{title}\n");
    for part in &page.parts {
        match part {
            Part::Sentence(words) => {
                text += &format!("\n{}\n", wrapped(words, WIDTH, 0).join("\n"));
            }
            Part::Table(table) if !table.rows.is_empty() => {
                text.push('\n');
                for row in &table.rows {
                    text += &format!("{}\n", row.cells.join(": "));
                }
            }
            _ => {}
        }
    }
    if let Some(code) = Code::from_name(name) {
        let severity = code.severity();
        let (level, name) = (style.severity(severity), severity.name());
        text = text.replacen(
            &format!("({name})"),
            &format!("({level}{name}{level:#})"),
            1,
        );
        add_example(code, style, &mut text);
    }
    Some(text)
}

/// Explains the one code or opcode of this name in another case: `BM` is `bm`.
fn explanation_of_other_case(name: &str, style: &Style) -> Option<String> {
    let codes = Code::all().iter().map(|code| code.name());
    let opcodes = opcode::all().iter().map(|info| info.name);
    let well_known = opcode::all_well_known().map(|(name, _)| name);
    let mut all = codes.chain(opcodes).chain(well_known);
    explanation(all.find(|known| known.eq_ignore_ascii_case(name))?, style)
}

fn all_explanations(style: &Style) -> String {
    let bold = style.bold();
    let mut text = format!("{bold}Problem codes{bold:#}\n");
    let names = Code::all().iter().map(|code| code.name());
    let wide = names.map(str::len).max().unwrap_or_default();
    for code in Code::all() {
        let level = style.severity(code.severity());
        let (name, title, severity) = (code.name(), code.title(), code.severity().name());
        text += &format!("  {name:<wide$}  {level}{severity:<7}{level:#}  {title}\n");
    }
    let names = opcode::all().iter().map(|info| info.name);
    let wide = names.map(str::len).max().unwrap_or_default();
    let row = |(name, words): (&str, &str)| format!("  {name:<wide$}  {words}\n");
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    text += &format!("\n{bold}Opcodes{bold:#}\n");
    text.extend(standard.map(row));
    text += &format!("\n{bold}Opcodes outside the standard{bold:#}\n");
    text.extend(opcode::all_well_known().map(row));
    text
}

fn add_example(code: Code, style: &Style, text: &mut String) {
    let record = code.example();
    let name = match record.options().dialect {
        Dialect::Fen => "example.fen",
        _ => "example.epd",
    };
    let mut findings = record.diagnostics().iter();
    if let Some(finding) = findings.find(|finding| finding.code == code) {
        let mut shown = Vec::new();
        for problem in Problem::all_of(&record, vec![finding], name, 1) {
            write_human(&problem, style, &mut shown);
        }
        *text += &format!("\n{}\n", String::from_utf8_lossy(&shown).trim_end());
    }
    match record.canonical(&CanonicalOptions::default()) {
        Some(canonical) if canonical != record.line() => {
            *text += &format!(
                "\nSaved as\n  {}\n",
                crate::editor::widgets::glyph::safe(&canonical)
            );
        }
        None => *text += "\nA save and `epdit fmt` leave this record unchanged.\n",
        _ => {}
    }
}

fn unknown_name(name: &str) -> String {
    let names = Code::all()
        .iter()
        .map(|code| code.name())
        .chain(opcode::all().iter().map(|info| info.name));
    let near = spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()));
    let hint = near.first().map_or_else(
        || "`epdit explain` lists all".to_owned(),
        |nearest| format!("did you mean `{nearest}`? `epdit explain` lists all"),
    );
    format!("`{name}` is neither a problem code nor an opcode; {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_name_suggests_the_nearest_one() {
        assert!(unknown_name("move-ilegal").contains("`move-illegal`"));
        assert!(unknown_name("drw_offr").contains("`draw_offer`"));
        for far in ["something else", "xyz", "q", "mve-ilegl"] {
            assert!(!unknown_name(far).contains("did you mean"), "{far}");
        }
    }
}
