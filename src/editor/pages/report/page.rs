//! The rows of a page in the editor: each leads to what it is about.

use super::{going_to, narrowing};
use crate::editor::layout::page_width;
use crate::editor::overlay::report::Row;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands;
use crate::exchange::page::{About, Chart, Page, Part, Row as Told, Table};

/// Columns between two cells of a row.
const BETWEEN: usize = 2;
/// Columns of a page that are no room for cells.
const RIM: u16 = 6;

/// Returns the rows of a page, for a screen of so many columns.
pub(super) fn rows(page: &Page, columns: u16) -> Vec<Row> {
    let mut rows = vec![Row::heading(glyph::safe(page.title.as_bytes()))];
    let room = usize::from(page_width(columns).saturating_sub(RIM));
    add(&page.parts, room, &mut rows);
    rows
}

fn add(parts: &[Part], room: usize, rows: &mut Vec<Row>) {
    for part in parts {
        match part {
            Part::Heading(text) => rows.push(Row::heading(glyph::safe(text.as_bytes()))),
            Part::Sentence(text) => {
                rows.push(Row::heading(glyph::safe(text.as_bytes())).under());
            }
            Part::Table(table) => add_table(table, room, rows),
            Part::Chart(chart) => add_chart(chart, rows),
            // A row leads to its record, which has a board.
            Part::Figures(_) => {}
            Part::Browsed(parts) => add(parts, room, rows),
        }
    }
}

fn add_table(table: &Table, room: usize, rows: &mut Vec<Row>) {
    let names = table.columns.iter().map(|(name, _)| name);
    let all = std::iter::once(names.collect());
    let all = all.chain(table.rows.iter().map(|row| row.cells.iter().collect()));
    let safe = |cells: Vec<&String>| {
        let cells = cells.iter().map(|cell| glyph::safe(cell.as_bytes()));
        cells.collect()
    };
    let all: Vec<Vec<String>> = all.map(safe).collect();
    let is_right = |at: usize| table.columns.get(at).is_some_and(|(_, is_right)| *is_right);
    // The numbers at the end of ids tell them apart.
    let mut lines = aligned(&all, is_right, glyph::cut_middle, room).into_iter();
    rows.extend(lines.next().map(Row::heading));
    let items = table.rows.iter().zip(lines);
    rows.extend(items.map(|(told, line)| choosing(Row::item(line), told)));
    if table.more > 0 {
        let more = thousands(table.more);
        rows.push(Row::heading(format!("… {more} more")));
    }
}

fn add_chart(chart: &Chart, rows: &mut Vec<Row>) {
    if !chart.title.is_empty() {
        rows.push(Row::heading(glyph::safe(chart.title.as_bytes())));
    }
    let count = |told: &Told| told.counts.first().copied().unwrap_or(0);
    let most = chart.rows.iter().map(count).max().unwrap_or(0);
    for told in &chart.rows {
        let share = chart.whole.map(|whole| percent(count(told), whole));
        let others = told.counts.iter().zip(&chart.names).skip(1);
        let others = others.map(|(count, name)| format!("{} in {name}", thousands(*count)));
        let words = told.cells.iter().skip(1).cloned();
        let detail: Vec<String> = share.into_iter().chain(others).chain(words).collect();
        let label = told.cells.first().map_or("", String::as_str);
        let row = Row::item(glyph::safe(label.as_bytes()))
            .barred(count(told), most)
            .detailed(glyph::safe(detail.join("  ").as_bytes()));
        rows.push(choosing(row, told));
    }
}

/// Returns the row with the way to the records that it is about.
fn choosing(row: Row, told: &Told) -> Row {
    match &told.about {
        Some(About::Line(line)) => going_to(row, *line),
        Some(About::Lines(name, lines)) => {
            narrowing(row.about(glyph::safe(name.as_bytes()), lines.clone()))
        }
        Some(About::Query(query)) => narrowing(row.asking(query.clone())),
        None => row.disabled("no record to go to"),
    }
}

/// Returns rows of cells below one another, a line each; where there is not room for all, the widest are `cut`.
pub(super) fn aligned(
    rows: &[Vec<String>],
    is_right: impl Fn(usize) -> bool,
    cut: fn(&str, usize) -> String,
    room: usize,
) -> Vec<String> {
    let wide = |text: &String| glyph::width(text.as_bytes());
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = wide(cell).max(*width);
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
        let cells = cells.map(|(at, (cell, width))| {
            let cell = cut(cell, *width);
            let blanks = " ".repeat(width.saturating_sub(wide(&cell)));
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

/// Returns a share of a whole, in per cent with one decimal, right-aligned.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let whole = whole.max(1) as u128;
    let tenths = (part as u128 * 1000 + whole / 2) / whole;
    let text = match tenths {
        0 if part > 0 => "<0.1%".to_owned(),
        _ => format!("{}.{}%", tenths / 10, tenths % 10),
    };
    format!("{text:>6}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_to_nothing() {
        assert_eq!(percent(1, 3), " 33.3%");
        assert_eq!(percent(1, 10_000), " <0.1%");
        assert_eq!(percent(0, 0), "  0.0%");
        assert_eq!(percent(7, 7), "100.0%");
    }

    #[test]
    fn cells_stand_below_one_another_and_the_widest_are_cut() {
        let rows = [["side", "bm"], ["w", "Nf3"], ["(none)", "Nbxd7 O-O-O Rae1"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let shown = |room| aligned(&rows, |_| false, glyph::cut, room).split_off(1);
        assert_eq!(shown(30), ["w       Nf3", "(none)  Nbxd7 O-O-O Rae1"]);
        assert_eq!(shown(16), ["w       Nf3", "(none)  Nbxd7 O…"]);
        assert_eq!(shown(8), ["w    Nf3", "(n…  Nb…"]);
        let right = aligned(&rows, |at| at == 0, glyph::cut, 30);
        assert_eq!(right[1], "     w  Nf3");
    }
}
