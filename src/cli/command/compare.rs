//! `epdit compare`, which compares two suites by their positions, and `epdit contradictions`, which finds records
//! that disagree about the moves of a position.

use crate::cli::command::{ReportFormat, Run, help};
use crate::cli::flow::{ArrangeInput, Fault, Outcome, Paths, Status, all_inputs, with_output};
use crate::cli::json;
use crate::cli::output::{Color, Output, conclude, safe_line};
use crate::epd::counted::noun;
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;
use crate::suite::records::Records;
use crate::suite::{
    Contradiction, DuplicateKey, LineSet, NamedMoves, OperationDifference, SuiteComparison,
    each_contradiction, operation_differences, text_of,
};
use clap::Args;

const COMPARE_EXAMPLES: &str = "\
Examples:
  epdit compare old.epd new.epd
  epdit compare --format json old.epd new.epd
  epdit compare --by id old.epd new.epd          also what has another position
  epdit compare old/ new/                        all files of two folders

- a record only in the first suite, + only in the second, ~ the same position
(or key) with other operations. Order, comments and spelling do not count. A folder is
one suite of all files below it, whatever these are called.";

/// Compare two suites by position or another key
#[derive(Args, Debug)]
#[command(after_help = help(COMPARE_EXAMPLES, "the suites differ"))]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    paths: Paths,
    /// Key by which a record of one suite is that of the other: position, id, record, or any field as
    /// `query --fields` has them
    #[arg(long, value_parser = DuplicateKey::typed, default_value = "position", value_name = "KEY")]
    by: DuplicateKey,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
}

impl Run for CompareArgs {
    fn run(&self, _: Color) -> Outcome {
        let is_stdin = |path: &&std::path::PathBuf| path.as_os_str() == "-";
        if self.paths.list.iter().filter(is_stdin).count() > 1 {
            return Err(Fault::usage(
                "standard input can be read once; compare it with a file: `epdit compare - b.epd`",
            ));
        }
        let sides = self.paths.sides();
        let [first, second] = sides.as_slice() else {
            return Err(Fault::usage(&format!(
                "expected two files or folders to compare, found {}; a folder is one suite of all files below it",
                sides.len()
            )));
        };
        let [first_name, second_name] = [first, second].map(|side| {
            let path = side.list.first();
            path.map_or_else(String::new, |path| path.display().to_string())
        });
        let (first_status, first) = opened(first)?;
        let (second_status, second) = opened(second)?;
        let status = first_status.max(second_status);
        // An unreadable input is already reported.
        let (Some(first), Some(second)) = (&first, &second) else {
            return Ok(Status::Trouble);
        };
        let found = SuiteComparison::of(&first.reading(), &second.reading(), &self.by)?;
        let (same, changed) = (found.same, found.changed);
        let [only_first, only_second] = found.only.each_ref().map(LineSet::len);
        with_output(None, |out| {
            self.write(found, first, second, out)?;
            Ok(Status::Clean)
        })?;
        let other = match self.by {
            DuplicateKey::Position => "with other operations",
            _ => "changed",
        };
        conclude(&format!(
            "{same} {} the same · {changed} {other} · {only_first} only in `{first_name}` · {only_second} only in `{second_name}`",
            noun(same, "record", "records")
        ));
        Ok(match only_first + only_second + changed {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

/// Returns a suite with the worst status met in opening it; `None`, after a message, if none of its files can be
/// read.
fn opened(paths: &Paths) -> Result<(Status, Option<ArrangeInput<'static>>), Fault> {
    let (status, mut parts) = all_inputs(paths)?;
    let whole = match parts.len() {
        0 => None,
        1 => parts.pop().map(ArrangeInput::of_one),
        // The castling rules are those of the whole suite.
        _ => Some(ArrangeInput::of_all(paths, parts, true)?),
    };
    Ok((status, whole))
}

impl CompareArgs {
    fn write(
        &self,
        found: SuiteComparison,
        first: &ArrangeInput<'_>,
        second: &ArrangeInput<'_>,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let [only_first, only_second] = &found.only;
        self.only(('-', "only_first"), first, only_first, out)?;
        let (one_source, other_source) = (first.source(), second.source());
        found.pairs.each(|(one, before), (other, after)| {
            let (before, after) = (one_source.read(before), other_source.read(after));
            let positions = [&before, &after].map(|record| {
                let record = LazyRecord::of(record, 0);
                String::from_utf8_lossy(&Field::Position.cell(&record)).into_owned()
            });
            let [one_position, other_position] = &positions;
            let is_moved = one_position != other_position && self.by != DuplicateKey::Position;
            let differences = operation_differences(&before, &after);
            let text = match self.format {
                ReportFormat::Human => {
                    let (one, other) = (first.place(one), second.place(other));
                    let moved = match &positions {
                        [before, after] if is_moved => format!("position {before} -> {after}"),
                        _ => String::new(),
                    };
                    let differences = in_words(&differences, is_moved);
                    let between = if is_moved && !differences.is_empty() { "; " } else { "" };
                    safe_line(format!("~ {one} {other}: {moved}{between}{differences}"))
                }
                ReportFormat::Json => {
                    let differences: Vec<_> = differences.iter().map(|found| {
                        let (first, second) = (&found.first, &found.second);
                        serde_json::json!({"opcode": found.opcode, "first": first, "second": second})
                    }).collect();
                    let mut object = serde_json::json!({
                        "kind": "changed",
                        "first": place(first, one),
                        "second": place(second, other),
                        "operations": differences,
                    });
                    if is_moved && let Some(object) = object.as_object_mut() {
                        let [before, after] = &positions;
                        let moved = serde_json::json!({"first": before, "second": after});
                        object.insert("position".to_owned(), moved);
                    }
                    json::text(&object) + "\n"
                }
            };
            out.text(&text)
        })?;
        self.only(('+', "only_second"), second, only_second, out)
    }

    /// Writes the records that only one side has.
    fn only(
        &self,
        (sign, kind): (char, &str),
        side: &ArrangeInput<'_>,
        lines: &LineSet,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let shown = |line: usize, text: &[u8]| {
            let text = text_of(text);
            Some(match self.format {
                ReportFormat::Human => {
                    let start = format!("{sign} {}: ", side.place(line));
                    safe_line([start.as_bytes(), text].concat())
                }
                ReportFormat::Json => {
                    let (path, line) = side.file_and_line(line);
                    let text = String::from_utf8_lossy(text);
                    let object = serde_json::json!({"kind": kind, "path": path, "line": line + 1, "text": text});
                    json::text(&object) + "\n"
                }
            })
        };
        side.reading()
            .records(Some(lines), shown, |shown| out.text(&shown))
    }
}

fn place(side: &ArrangeInput<'_>, line: usize) -> serde_json::Value {
    let (path, line) = side.file_and_line(line);
    serde_json::json!({"path": path, "line": line + 1})
}

/// Returns the differences as `bm e4 -> d4; ce 3 -> none`; nothing if the records differ only in their position.
fn in_words(differences: &[OperationDifference], is_moved: bool) -> String {
    let value = |value: &Option<String>| match value {
        None => "none".to_owned(),
        Some(text) if text.is_empty() => "\"\"".to_owned(),
        Some(text) => text.clone(),
    };
    let all: Vec<String> = differences
        .iter()
        .map(|found| {
            let (first, second) = (value(&found.first), value(&found.second));
            format!("{} {first} -> {second}", found.opcode)
        })
        .collect();
    match all.is_empty() {
        true if is_moved => String::new(),
        true => "written differently".to_owned(),
        false => all.join("; "),
    }
}

const CONTRADICTIONS_EXAMPLES: &str = "\
Examples:
  epdit contradictions a.epd b.epd       all files together
  epdit contradictions suites/
  epdit contradictions --format json a.epd

Groups are separated by blank lines: PATH:LINE: and the moves of each record.";

/// Find records that disagree about a position
///
/// They have the same position and different best moves, or one says to avoid another's best move.
/// All files are looked through as one.
#[derive(Args, Debug)]
#[command(after_help = help(CONTRADICTIONS_EXAMPLES, "some were found"))]
pub(crate) struct ContradictionsArgs {
    #[command(flatten)]
    paths: Paths,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
}

impl Run for ContradictionsArgs {
    fn run(&self, _: Color) -> Outcome {
        let (status, parts) = all_inputs(&self.paths)?;
        if parts.is_empty() {
            return Ok(status);
        }
        let whole = ArrangeInput::of_all(&self.paths, parts, true)?;
        let (mut count, mut records) = (0, 0);
        with_output(None, |out| {
            each_contradiction(&whole.reading(), |group| {
                let is_first = count == 0;
                count += 1;
                records += group.records.len();
                if self.format == ReportFormat::Json {
                    let object = object(&group, &whole);
                    return out.text(&(json::text(&object) + "\n"));
                }
                if !is_first {
                    out.line("")?;
                }
                for (line, moves) in &group.records {
                    let moves = contradiction_in_words(moves);
                    out.line(format!("{}: {moves}", whole.place(*line)))?;
                }
                Ok(())
            })?;
            Ok(Status::Clean)
        })?;
        conclude(&format!(
            "{count} {} in {records} {}",
            noun(count, "contradiction", "contradictions"),
            noun(records, "record", "records")
        ));
        Ok(match count {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

/// Returns a contradiction as JSON: the place of each record, and its moves.
fn object(group: &Contradiction, whole: &ArrangeInput<'_>) -> serde_json::Value {
    let record = |(line, moves): &(usize, NamedMoves)| {
        let (path, line) = whole.file_and_line(*line);
        let mut object = serde_json::Map::new();
        object.insert("path".to_owned(), path.into());
        object.insert("line".to_owned(), (line + 1).into());
        for (opcode, text) in moves {
            let moves: Vec<&str> = text.split_whitespace().collect();
            object.insert((*opcode).to_owned(), moves.into());
        }
        object
    };
    let records: Vec<_> = group.records.iter().map(record).collect();
    serde_json::json!({ "records": records })
}

fn contradiction_in_words(moves: &NamedMoves) -> String {
    let all: Vec<String> = moves
        .iter()
        .map(|(opcode, text)| format!("{opcode} {text};"))
        .collect();
    all.join(" ")
}
