//! A page of HTML that needs nothing else.

use std::fmt::Write as _;

use super::{Chart, Part, Table};
use crate::exchange::diagram::escaped;

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #22272e; --paper: #ffffff; --soft: #5a636e; --line: #d5dae0; --bar: #3b6ea8; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe3e8; --paper: #1b1f24; --soft: #9aa4af; --line: #3a424c; --bar: #6fa3de; } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
p { margin: .3rem 0; } div { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { padding: .15rem .9rem .15rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } .right { text-align: right; font-variant-numeric: tabular-nums; }
td.bar { width: 24rem; } td.bar span { display: block; height: .8rem; background: var(--bar); border-radius: 2px; }
";

/// A page with a title, light or dark as the reader's system is.
pub fn html(parts: &[Part], title: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    );
    for (at, part) in parts.iter().enumerate() {
        // Writing to a string can't fail.
        let _ = match part {
            Part::Heading(heading) => {
                let level = if at == 0 { "h1" } else { "h2" };
                writeln!(out, "<{level}>{}</{level}>", escaped(heading))
            }
            Part::Sentence(sentence) => writeln!(out, "<p>{}</p>", escaped(sentence)),
            Part::Table(table) => {
                write_table(table, &mut out);
                Ok(())
            }
            Part::Chart(chart) => {
                write_chart(chart, &mut out);
                Ok(())
            }
        };
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_table(table: &Table, out: &mut String) {
    let class = |is_right: bool| if is_right { " class=\"right\"" } else { "" };
    out.push_str("<div><table>\n<tr>");
    for (name, is_right) in &table.columns {
        let _ = write!(out, "<th{}>{}</th>", class(*is_right), escaped(name));
    }
    out.push_str("</tr>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, (_, is_right)) in row.iter().zip(&table.columns) {
            let _ = write!(out, "<td{}>{}</td>", class(*is_right), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

fn write_chart(chart: &Chart, out: &mut String) {
    let _ = writeln!(
        out,
        "<div><table>\n<tr><th class=\"right\">{}</th><th class=\"right\">records</th><th></th></tr>",
        escaped(&chart.title)
    );
    for (name, count) in &chart.bars {
        let wide = *count as f64 * 100.0 / chart.highest() as f64;
        let _ = writeln!(
            out,
            "<tr><td class=\"right\">{}</td><td class=\"right\">{count}</td>\
             <td class=\"bar\"><span style=\"width:{wide:.1}%\"></span></td></tr>",
            escaped(name)
        );
    }
    out.push_str("</table></div>\n");
}
