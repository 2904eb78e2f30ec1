//! A page as Markdown.

use std::fmt::Write as _;

use super::{Chart, Page, Part, Row, Table};

/// Writes a page for a forum, a wiki or a repository.
pub fn markdown(page: &Page) -> String {
    let mut out = format!("# {}\n", escaped(&page.title));
    for part in &page.parts {
        if !matches!(part, Part::Browsed(_)) {
            out.push('\n');
        }
        match part {
            Part::Heading(heading) => out += &format!("## {}\n", escaped(heading)),
            Part::Sentence(sentence) => out += &format!("{}\n", escaped(sentence)),
            Part::Table(table) => write_table(table, &mut out),
            Part::Chart(chart) => write_table(&of_chart(chart), &mut out),
            Part::Figures(figures) => {
                let mut table = Table::with(["record", "position"]);
                for figure in figures {
                    table.push(vec![figure.drawing.label.clone(), figure.position.clone()]);
                }
                write_table(&table, &mut out);
            }
            Part::Browsed(_) => {}
        }
    }
    out
}

fn of_chart(chart: &Chart) -> Table {
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

fn write_table(table: &Table, out: &mut String) {
    for (name, _) in &table.columns {
        // Writing to a string can't fail.
        let _ = write!(out, "| {} ", escaped(name));
    }
    out.push_str("|\n");
    for (_, is_right) in &table.columns {
        out.push_str(if *is_right { "| ---: " } else { "| --- " });
    }
    out.push_str("|\n");
    for row in &table.rows {
        for cell in &row.cells {
            let _ = write!(out, "| {} ", escaped(cell));
        }
        out.push_str("|\n");
    }
    if let Some(more) = table.and_more() {
        let _ = writeln!(out, "\n{}", escaped(&more));
    }
}

/// Escapes text, so that nothing in it is markup.
pub(in crate::exchange) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_[]<>|#~".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}
