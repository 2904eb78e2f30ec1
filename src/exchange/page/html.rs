//! A self-contained HTML page.

use std::fmt::Write as _;

use super::{Chart, Figure, Page, Part, Table};
use crate::exchange::diagram::{Around, Style, Theme, escaped, html_board, html_defs};

/// The style of boards; coordinates would need the colours of the page.
const BOARDS: Style = Style {
    around: Around {
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
            Part::Table(table) => write_table(table, &mut out),
            Part::Chart(chart) => write_chart(chart, &mut out),
            Part::Figures(figures) => write_figures(figures, &mut out),
            Part::Browsed(_) => {}
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_table(table: &Table, out: &mut String) {
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

fn write_chart(chart: &Chart, out: &mut String) {
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

/// Writes small boards with their captions.
fn write_figures(figures: &[Figure], out: &mut String) {
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
