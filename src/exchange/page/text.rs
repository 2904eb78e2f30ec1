//! A page as plain text.

use super::{Chart, Page, Part, Table};

/// The width of the longest bar in columns.
const BAR: usize = 40;
/// The minimum width of the names of bars that are shares of a whole.
const NAME: usize = 8;

/// Writes a page for a terminal or a plain file; each line ends in a newline. `width` returns the number of columns
/// of a text; `bars` tells whether bars stand beside counts that are shares of a whole.
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
    let names = table.columns.iter().map(|(name, _)| name.clone());
    let rows = table.rows.iter().map(|row| row.cells.clone());
    let rows: Vec<Vec<String>> = std::iter::once(names.collect()).chain(rows).collect();
    let whole = |cell: &str, _| cell.to_owned();
    for line in aligned(&rows, |at| table.is_right(at), width, whole, usize::MAX) {
        *out += format!("  {line}").trim_end();
        out.push('\n');
    }
    if let Some(more) = table.and_more() {
        *out += &format!("{more}\n");
    }
}

/// Columns between two cells of a row.
const BETWEEN: usize = 2;

/// Returns rows of cells below one another, a line each; where there is not room for all columns, the widest cells
/// are `cut`.
pub fn aligned(
    rows: &[Vec<String>],
    is_right: impl Fn(usize) -> bool,
    width: impl Fn(&str) -> usize,
    cut: impl Fn(&str, usize) -> String,
    room: usize,
) -> Vec<String> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (wide, cell) in widths.iter_mut().zip(row) {
            *wide = width(cell).max(*wide);
        }
    }
    let room = room.saturating_sub(BETWEEN * widths.len().saturating_sub(1));
    let mut over = widths.iter().sum::<usize>().saturating_sub(room);
    while over > 0
        && let Some(widest) = widths.iter_mut().max().filter(|width| **width > 3)
    {
        *widest -= 1;
        over -= 1;
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, wide))| {
            let cell = cut(cell, *wide);
            let blanks = " ".repeat(wide.saturating_sub(width(&cell)));
            match is_right(at) {
                true => format!("{blanks}{cell}"),
                false => format!("{cell}{blanks}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        cells.join(&" ".repeat(BETWEEN)).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Writes a chart with the bars of each name side by side, in columns of equal width.
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

/// Returns a bar of this many eighths of a column.
fn bar(eighths: usize) -> String {
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let rest = part.get(eighths % 8).copied().unwrap_or_default();
    format!("{}{rest}", "█".repeat(eighths / 8))
}
