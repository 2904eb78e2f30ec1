//! A page as a self-contained HTML page, as Markdown, and as plain text.

use crate::exchange::diagram::{BoardFrame, Style, Theme, escaped, html_board, html_defs};
use crate::exchange::page::{Chart, Figure, Page, Part, Row, Table};
use std::fmt::Write as _;

/// The style of boards, without coordinates, which would need the colours of the page.
const BOARDS: Style = Style {
    around: BoardFrame {
        border: false,
        coordinates: false,
    },
    theme: Theme::Slate,
    size: 200,
};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #22272e; --paper: #ffffff; --soft: #5a636e; --line: #d5dae0; --bar: #3b6ea8; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe3e8; --paper: #1b1f24; --soft: #9aa4af; --line: #3a424c; --bar: #6fa3de; } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
p { margin: .3rem 0; } div { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { padding: .15rem .9rem .15rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } .right { text-align: right; font-variant-numeric: tabular-nums; }
td.bar { width: 24rem; } .side td.bar { width: 12rem; min-width: 5rem; } td.bar span { display: block; height: .8rem; background: var(--bar); border-radius: 2px; }
section { display: flex; flex-wrap: wrap; gap: 1.2rem; margin: .8rem 0; }
figure { margin: 0; width: 12.5rem; break-inside: avoid; } figure svg { display: block; width: 100%; height: auto; }
figcaption, figcaption span, figcaption code { display: block; overflow-wrap: anywhere; }
figcaption small { float: right; color: var(--soft); } figcaption code { font-size: .7rem; color: var(--soft); }
";

/// Writes a page, light or dark like the reader's system; `title` is the window title.
pub fn html(page: &Page, title: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    );
    let mut parts = page.parts.iter();
    if parts.any(|part| matches!(part, Part::Figures(figures) if !figures.is_empty())) {
        html_defs(BOARDS, &mut out);
    }
    let line = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>\n", escaped(text));
    out += &line("h1", &page.title);
    for part in &page.parts {
        match part {
            Part::Heading(heading) => out += &line("h2", heading),
            Part::Sentence(sentence) => out += &line("p", sentence),
            Part::Table(table) => write_html_table(table, &mut out),
            Part::Chart(chart) => write_html_chart(chart, &mut out),
            Part::Figures(figures) => write_html_figures(figures, &mut out),
            Part::Browsed(_) => {}
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_html_table(table: &Table, out: &mut String) {
    let class = |is_right: bool| if is_right { " class=\"right\"" } else { "" };
    out.push_str("<div><table>\n<tr>");
    for (name, is_right) in &table.columns {
        // Writing to a string can't fail.
        let _ = write!(out, "<th{}>{}</th>", class(*is_right), escaped(name));
    }
    out.push_str("</tr>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, (_, is_right)) in row.cells.iter().zip(&table.columns) {
            let _ = write!(out, "<td{}>{}</td>", class(*is_right), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
    if let Some(more) = table.and_more() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&more));
    }
}

fn write_html_chart(chart: &Chart, out: &mut String) {
    let class = if chart.names.is_empty() {
        ""
    } else {
        " class=\"side\""
    };
    let title = escaped(&chart.title);
    let _ = write!(
        out,
        "<div><table{class}>\n<tr><th class=\"right\">{title}</th>"
    );
    for name in chart.counted() {
        let _ = write!(out, "<th class=\"right\">{}</th><th></th>", escaped(name));
    }
    out.push_str("</tr>\n");
    for row in &chart.rows {
        let name = escaped(row.name());
        let _ = write!(out, "<tr><td class=\"right\">{name}</td>");
        for count in &row.counts {
            let wide = *count as f64 * 100.0 / chart.highest() as f64;
            let _ = write!(
                out,
                "<td class=\"right\">{count}</td>\
                 <td class=\"bar\"><span style=\"width:{wide:.1}%\"></span></td>"
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

fn write_html_figures(figures: &[Figure], out: &mut String) {
    out.push_str("<section>\n");
    for figure in figures {
        out.push_str("<figure>\n");
        html_board(&figure.drawing, BOARDS, out);
        let to_move = figure.drawing.to_move().unwrap_or_default();
        let _ = write!(
            out,
            "<figcaption><b>{}</b><small>{to_move}</small>",
            escaped(&figure.drawing.label)
        );
        for caption in &figure.captions {
            let _ = write!(out, "<span>{}</span>", escaped(caption));
        }
        let _ = writeln!(
            out,
            "<code>{}</code></figcaption>\n</figure>",
            escaped(&figure.position)
        );
    }
    out.push_str("</section>\n");
}

/// Writes a page for a forum, a wiki or a repository.
pub fn markdown(page: &Page) -> String {
    let mut out = format!("# {}\n", markdown_text(&page.title));
    for part in &page.parts {
        if !matches!(part, Part::Browsed(_)) {
            out.push('\n');
        }
        match part {
            Part::Heading(heading) => out += &format!("## {}\n", markdown_text(heading)),
            Part::Sentence(sentence) => out += &format!("{}\n", markdown_text(sentence)),
            Part::Table(table) => write_markdown_table(table, &mut out),
            Part::Chart(chart) => write_markdown_table(&table_of_chart(chart), &mut out),
            Part::Figures(figures) => {
                let mut table = Table::with(["record", "position"]);
                for figure in figures {
                    table.push(vec![figure.drawing.label.clone(), figure.position.clone()]);
                }
                write_markdown_table(&table, &mut out);
            }
            Part::Browsed(_) => {}
        }
    }
    out
}

fn table_of_chart(chart: &Chart) -> Table {
    let names = chart.counted().into_iter();
    let names = names.map(|name| (name.to_owned(), true));
    let rows = chart.rows.iter().map(|row| {
        let counts = row.counts.iter().map(ToString::to_string);
        Row::of([row.name().to_owned()].into_iter().chain(counts).collect())
    });
    Table {
        columns: [(chart.title.clone(), true)]
            .into_iter()
            .chain(names)
            .collect(),
        rows: rows.collect(),
        more: 0,
    }
}

fn write_markdown_table(table: &Table, out: &mut String) {
    for (name, _) in &table.columns {
        // Writing to a string can't fail.
        let _ = write!(out, "| {} ", markdown_text(name));
    }
    out.push_str("|\n");
    for (_, is_right) in &table.columns {
        out.push_str(if *is_right { "| ---: " } else { "| --- " });
    }
    out.push_str("|\n");
    for row in &table.rows {
        for cell in &row.cells {
            let _ = write!(out, "| {} ", markdown_text(cell));
        }
        out.push_str("|\n");
    }
    if let Some(more) = table.and_more() {
        let _ = writeln!(out, "\n{}", markdown_text(&more));
    }
}

/// Escapes text, so that nothing in it is markup.
pub(in crate::exchange) fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_[]<>|#~".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// The width of the longest bar in columns.
const BAR: usize = 40;
/// The minimum width of the names of bars that are shares of a whole.
const NAME: usize = 8;

/// Writes a page for a terminal or a plain file; each line ends in a newline. `width` returns the number of columns
/// of a text; `bars` adds bars to counts that are shares of a whole.
pub fn text(page: &Page, width: impl Fn(&str) -> usize, bars: bool) -> String {
    let width = &width;
    let mut out = format!("{}\n", page.title);
    for part in &page.parts {
        match part {
            Part::Heading(heading) => out += &format!("\n{heading}\n"),
            Part::Sentence(sentence) => out += &format!("{sentence}\n"),
            Part::Table(table) => write_text_table(table, width, &mut out),
            Part::Chart(chart) => write_text_chart(chart, width, bars, &mut out),
            Part::Figures(_) | Part::Browsed(_) => {}
        }
    }
    out
}

fn write_text_table(table: &Table, width: &dyn Fn(&str) -> usize, out: &mut String) {
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

/// Returns a line for each row, with its cells aligned in columns. If the columns need more than `room`, `cut`
/// shortens the widest cells; widths are those of `width`.
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
fn write_text_chart(chart: &Chart, width: &dyn Fn(&str) -> usize, bars: bool, out: &mut String) {
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
