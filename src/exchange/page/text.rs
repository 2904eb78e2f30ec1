//! A page as plain text.

use super::{Chart, Page, Part, Table};

/// Columns of the longest bar.
const BAR: usize = 40;
/// Columns of the names of bars that are shares of a whole, at least.
const NAME: usize = 8;

/// Writes a page for a terminal or a plain file; each line ends in a newline. `width` tells how many columns a
/// text takes there; `bars` whether bars stand beside counts that are shares of a whole.
pub fn text(page: &Page, width: impl Fn(&str) -> usize, bars: bool) -> String {
    let width = &width;
    let mut out = format!("{}\n", page.title);
    for part in &page.parts {
        match part {
            Part::Heading(heading) => out += &format!("\n{heading}\n"),
            Part::Sentence(sentence) => out += &format!("{sentence}\n"),
            Part::Table(table) => write_table(table, width, &mut out),
            Part::Chart(chart) => write_chart(chart, width, bars, &mut out),
            Part::Figures(_) | Part::Browsed(_) => {}
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
            let cells = table.rows.iter().filter_map(|row| row.cells.get(at));
            let widest = cells.map(|cell| width(cell)).max().unwrap_or(0);
            widest.max(width(name))
        })
        .collect();
    let names = table.columns.iter().map(|(name, _)| name.as_str());
    write_row(table, width, &widths, names, out);
    for row in &table.rows {
        let cells = row.cells.iter().map(String::as_str);
        write_row(table, width, &widths, cells, out);
    }
    if let Some(more) = table.and_more() {
        *out += &format!("{more}\n");
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
fn write_chart(chart: &Chart, width: &dyn Fn(&str) -> usize, bars: bool, out: &mut String) {
    let wide = chart.rows.iter().map(|row| width(row.name()));
    let wide = wide.chain(chart.whole.map(|_| NAME)).max();
    let counts = chart.rows.iter().flat_map(|row| &row.counts);
    let digits = counts.map(|count| count.to_string().len()).max();
    let (wide, digits) = (wide.unwrap_or(0), digits.unwrap_or(0));
    let highest = chart.highest();
    let longest = BAR / chart.names.len().max(1);
    let names = chart.names.iter().map(|name| width(name)).max();
    let column = (digits + 2 + longest).max(names.unwrap_or(0)) + 2;
    let padded = |text: &str| format!("{text}{}", " ".repeat(column.saturating_sub(width(text))));
    if !chart.title.is_empty() {
        *out += &format!("  {}\n", chart.title);
    }
    if !chart.names.is_empty() {
        let names: String = chart.names.iter().map(|name| padded(name)).collect();
        let line = format!("    {}  {names}", " ".repeat(wide));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for row in &chart.rows {
        let name = row.name();
        let blanks = " ".repeat(wide.saturating_sub(width(name)));
        let name = match chart.whole {
            Some(_) => format!("  {name}{blanks}"),
            None => format!("    {blanks}{name}"),
        };
        let cells = row.counts.iter().map(|&count| {
            let share = chart.whole.map_or(String::new(), |whole| {
                let percent = count as f64 * 100.0 / whole.max(1) as f64;
                format!("  {percent:>5.1} %")
            });
            let bar = match bars || chart.whole.is_none() {
                true => bar(count * longest * 8 / highest),
                false => String::new(),
            };
            padded(&format!("{count:>digits$}{share}  {bar}"))
        });
        let cells: String = cells.collect();
        out.push_str(format!("{name}  {cells}").trim_end());
        out.push('\n');
    }
}

/// A bar of so many eighths of a column.
fn bar(eighths: usize) -> String {
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let rest = part.get(eighths % 8).copied().unwrap_or_default();
    format!("{}{rest}", "█".repeat(eighths / 8))
}
