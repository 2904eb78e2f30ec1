//! Counts as tables, with bars where a person looks at them on a terminal.

use std::fmt::Write;

use crate::epd::counted::thousands_of;
use crate::suite::Statistics;
use crate::suite::query::Phase;
use crate::suite::statistics::{EXACT_MATERIAL, LENGTH_STEP};

/// Rows of a table that can have any number.
const MOST: usize = 20;
/// Columns of the longest bar.
const BAR: usize = 30;
/// Columns of the shortest names.
const NAME: usize = 8;

/// All tables.
pub(crate) fn table(all: &Statistics, bars: bool) -> String {
    let mut out = String::new();
    let records = all.records;
    let mean = all.bytes.checked_div(records).unwrap_or(0);
    let _ = writeln!(
        out,
        "{}, {}, {}\n{}, {}\n{} in records: {mean} on average, {} the longest",
        thousands_of(records, "record", "records"),
        thousands_of(all.comments, "comment", "comments"),
        thousands_of(all.blank, "blank line", "blank lines"),
        thousands_of(all.legal, "legal position", "legal positions"),
        thousands_of(all.operations, "operation", "operations"),
        thousands_of(all.bytes, "byte", "bytes"),
        all.longest
    );
    let row = |name: &str, count: usize| (name.to_owned(), count);
    let sum = |rows: &[(String, usize)]| rows.iter().map(|(_, count)| count).sum::<usize>();
    let of_records = |those: &str, number: usize| match number {
        1 => format!("of 1 record{those}"),
        _ => format!("of {number} records{those}"),
    };
    let mut section = |title: &str, of: &str, rows: Vec<(String, usize)>, whole: usize| {
        write_section(&mut out, &format!("{title} ({of})"), rows, whole, bars);
    };
    let [white, black] = all.sides;
    let sides = vec![row("w", white), row("b", black)];
    let whole = sum(&sides);
    let of = of_records(" with a side to move", whole);
    section("side to move", &of, sides, whole);
    let phases: Vec<_> = Phase::ALL
        .iter()
        .zip(all.phases)
        .map(|(phase, count)| row(phase.name(), count))
        .collect();
    let boards = sum(&phases);
    let of = of_records(" with a board", boards);
    section("phase", &of, phases, boards);
    let of = of_records(", each counted once for each of its opcodes", records);
    section("opcode", &of, most(&all.opcodes, String::clone), records);
    let few = all.material.values().sum();
    let of = of_records(&format!(" with at most {EXACT_MATERIAL} pieces"), few);
    section("material", &of, most(&all.material, String::clone), few);
    let pieces = all.pieces.iter();
    let pieces = pieces.map(|(pieces, count)| (pieces.to_string(), *count));
    let of = of_records(" with a board", boards);
    section("pieces", &of, pieces.collect(), boards);
    let lengths = all.lengths.iter().map(|(step, count)| {
        let from = step * LENGTH_STEP;
        (format!("{from}-{}", from + LENGTH_STEP - 1), *count)
    });
    section(
        "length in bytes",
        &of_records("", records),
        lengths.collect(),
        records,
    );
    let problems = most(&all.problems, |code| code.name().to_owned());
    let whole = sum(&problems);
    let of = format!("of {}", thousands_of(whole, "problem", "problems"));
    section("problem", &of, problems, whole);
    out
}

/// The rows with the highest counts first, and one for all others.
fn most<K: Ord>(
    counts: &std::collections::BTreeMap<K, usize>,
    name: impl Fn(&K) -> String,
) -> Vec<(String, usize)> {
    let mut rows: Vec<_> = counts
        .iter()
        .map(|(key, count)| (name(key), *count))
        .collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if rows.len() > MOST {
        let others = rows.split_off(MOST);
        let count = others.iter().map(|(_, count)| count).sum();
        rows.push((format!("{} others", others.len()), count));
    }
    rows
}

fn write_section(
    out: &mut String,
    title: &str,
    rows: Vec<(String, usize)>,
    whole: usize,
    bars: bool,
) {
    if rows.is_empty() {
        return;
    }
    let wide = rows
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0)
        .max(NAME);
    let digits = rows
        .iter()
        .map(|(_, count)| count.to_string().len())
        .max()
        .unwrap_or(0);
    let highest = rows
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let _ = writeln!(out, "\n{title}");
    for (name, count) in rows {
        let percent = count as f64 * 100.0 / whole.max(1) as f64;
        let _ = write!(out, "  {name:<wide$}  {count:>digits$}  {percent:>5.1} %");
        if bars {
            let eighths = count * BAR * 8 / highest;
            let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
            let rest = part.get(eighths % 8).copied().unwrap_or_default();
            let _ = write!(out, "  {}{rest}", "█".repeat(eighths / 8));
        }
        out.push('\n');
    }
}
