//! Counts as tables, with bars where a person looks at them on a terminal.

use std::fmt::Write;

use crate::suite::Statistics;
use crate::suite::query::Phase;
use crate::suite::statistics::LENGTH_STEP;

/// Rows of a table that can have any number.
const MOST: usize = 20;
/// Columns of the longest bar.
const BAR: usize = 30;

/// All tables.
pub(crate) fn table(all: &Statistics, bars: bool) -> String {
    let mut out = String::new();
    let records = all.records;
    let mean = all.bytes.checked_div(records).unwrap_or(0);
    let _ = writeln!(
        out,
        "{records} records, {} comments, {} blank lines\n{} positions that chess allows, {} operations\n{} bytes in records: {mean} on average, {} the longest",
        all.comments, all.blank, all.legal, all.operations, all.bytes, all.longest
    );
    let row = |name: &str, count: usize| (name.to_owned(), count);
    let [white, black] = all.sides;
    let mut section = |title: &str, rows: Vec<(String, usize)>| {
        write_section(&mut out, title, rows, records, bars);
    };
    section("side to move", vec![row("w", white), row("b", black)]);
    section(
        "phase",
        Phase::ALL
            .iter()
            .zip(all.phases)
            .map(|(phase, count)| row(phase.name(), count))
            .collect(),
    );
    section("opcode", most(&all.opcodes, String::clone));
    section("material", most(&all.material, String::clone));
    section(
        "pieces",
        all.pieces
            .iter()
            .map(|(pieces, count)| (pieces.to_string(), *count))
            .collect(),
    );
    section(
        "bytes",
        all.lengths
            .iter()
            .map(|(step, count)| {
                let from = step * LENGTH_STEP;
                (format!("{from}-{}", from + LENGTH_STEP - 1), *count)
            })
            .collect(),
    );
    section(
        "problem",
        most(&all.problems, |code| code.name().to_owned()),
    );
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
    records: usize,
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
        .max(title.len());
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
        let percent = count as f64 * 100.0 / records.max(1) as f64;
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
