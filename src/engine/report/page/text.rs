//! A page as plain text.

use super::{Chart, Part, Table};

/// Columns of the longest bar.
const BAR: usize = 40;

/// A page for a terminal or a plain file; each line ends in a newline. `width` tells how many columns a
/// text takes there.
pub fn text(parts: &[Part], width: impl Fn(&str) -> usize) -> String {
    let width = &width;
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Heading(heading) => {
                if at > 0 {
                    out.push('\n');
                }
                out.push_str(heading);
                out.push('\n');
            }
            Part::Sentence(sentence) => {
                out.push_str(sentence);
                out.push('\n');
            }
            Part::Table(table) => write_table(table, width, &mut out),
            Part::Chart(chart) => write_chart(chart, width, &mut out),
            Part::Figures(_) => {}
        }
    }
    out
}

fn write_table(table: &Table, width: &dyn Fn(&str) -> usize, out: &mut String) {
    let widths: Vec<usize> = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, (name, _))| {
            let cells = table.rows.iter().filter_map(|row| row.get(at));
            let widest = cells.map(|cell| width(cell)).max().unwrap_or(0);
            widest.max(width(name))
        })
        .collect();
    let names = table.columns.iter().map(|(name, _)| name.as_str());
    write_row(table, width, &widths, names, out);
    for row in &table.rows {
        write_row(table, width, &widths, row.iter().map(String::as_str), out);
    }
}

fn write_row<'a>(
    table: &Table,
    width: &dyn Fn(&str) -> usize,
    widths: &[usize],
    cells: impl Iterator<Item = &'a str>,
    out: &mut String,
) {
    let mut line = String::new();
    for ((cell, wide), (_, is_right)) in cells.zip(widths).zip(&table.columns) {
        let blanks = " ".repeat(wide.saturating_sub(width(cell)));
        line.push_str("  ");
        if *is_right {
            line.push_str(&blanks);
        }
        line.push_str(cell);
        if !is_right {
            line.push_str(&blanks);
        }
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// The bars of a name stand side by side, in columns of the same width.
fn write_chart(chart: &Chart, width: &dyn Fn(&str) -> usize, out: &mut String) {
    let wide = chart.bars.iter().map(|(name, _)| width(name)).max();
    let counts = chart.bars.iter().flat_map(|(_, counts)| counts);
    let digits = counts.map(|count| count.to_string().len()).max();
    let (wide, digits) = (wide.unwrap_or(0), digits.unwrap_or(0));
    let highest = chart.highest();
    let longest = BAR / chart.names.len().max(1);
    let names = chart.names.iter().map(|name| width(name)).max();
    let column = (digits + 2 + longest).max(names.unwrap_or(0)) + 2;
    let padded = |text: &str| format!("{text}{}", " ".repeat(column.saturating_sub(width(text))));
    out.push_str("  ");
    out.push_str(&chart.title);
    out.push('\n');
    if !chart.names.is_empty() {
        let names: String = chart.names.iter().map(|name| padded(name)).collect();
        let line = format!("    {}  {names}", " ".repeat(wide));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for (name, counts) in &chart.bars {
        let blanks = " ".repeat(wide.saturating_sub(width(name)));
        let bars = counts.iter().map(|count| {
            let eighths = count * longest * 8 / highest;
            padded(&format!("{count:>digits$}  {}", bar(eighths)))
        });
        let bars: String = bars.collect();
        out.push_str(format!("    {blanks}{name}  {bars}").trim_end());
        out.push('\n');
    }
}

/// A bar of so many eighths of a column.
fn bar(eighths: usize) -> String {
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let rest = part.get(eighths % 8).copied().unwrap_or_default();
    format!("{}{rest}", "█".repeat(eighths / 8))
}
