//! Pages about the whole file. This module runs their tasks, makes their rows, and filters the list by a row.

pub mod commands;
mod problems;
mod same;
pub(crate) mod statistics;
mod values;

use crate::editor::doc::filter;
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::layout::page_width;
use crate::editor::model::Model;
use crate::editor::overlay::report::{
    About, PageController, Report, Row, give, going_to, row, top,
};
use crate::editor::overlay::{self, Action};
use crate::editor::state::rows::Filter;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands;
use crate::exchange::page::{self, Chart, Page, Part, Row as PageRow, Table};
use crate::suite::edit::Selection;
use crate::suite::{Job, JobError, Snapshot};

/// Returns the filter of the list, to follow the title of a page that counts only the shown records.
fn of_what(model: &Model) -> String {
    let filter = model.document.filter.as_ref();
    let shown = filter.map_or_else(String::new, |filter| {
        let how = match filter.is_partial() {
            true => "found so far by",
            false => "matching",
        };
        format!(", {how} `{}`", filter::shown(&filter.text))
    });
    // The pending query has found nothing yet: the page counts the records shown before.
    let asked = model.document.pending_query();
    match asked.filter(|_| !filter.is_some_and(Filter::is_partial)) {
        Some(text) => format!("{shown}, not filtered by `{}` yet", filter::shown(text)),
        None => shown,
    }
}

/// Runs `find` on a thread, with the file and its shown lines, and passes the result to `take` with the page on top.
fn ask<P: PageController, T: Send + 'static>(
    model: &mut Model,
    find: impl Fn(&Snapshot, &Selection, &Job) -> Result<T, JobError> + Send + Sync + 'static,
    take: fn(&mut P, &mut Report, &mut Model, T),
) {
    let snapshot = model.document.suite.snapshot();
    let shown = filter::shown_lines(model);
    let find = move |hand: &JobContext| find(&snapshot, &shown, &hand.job).map_err(in_words);
    Work::new(Slot::Report, find).start(model, move |model, found| {
        give(model, |page, report, model| {
            take(page, report, model, found);
        });
    });
}

/// Makes a row filter the list by the records it is about.
fn narrowing(row: Row, about: About) -> Row {
    row.about(about).entering("filter").doing(narrow_here)
}

/// Closes the page, and filters the list by the records of the selected row.
fn narrow_here(model: &mut Model) {
    let Some(about) = records_here(model) else {
        return;
    };
    let page = top(model).and_then(Report::page);
    let is_of_the_filter = page.is_some_and(PageController::is_of_the_filter);
    overlay::leave(model);
    match about {
        About::Lines(lines) => filter::by_lines(model, &lines.0, lines.1.clone()),
        About::Value(name, grouping, value) => filter::by_value(model, &name, grouping, value),
        // The page counted the filtered records, so its rows narrow that filter.
        About::Query(query) if is_of_the_filter => filter::further(model, &query),
        About::Query(query) => filter::by_query(model, &query),
        _ => {}
    }
}

fn records_here(model: &Model) -> Option<About> {
    match row(model)?.about.clone()? {
        About::Problem(code) => Some(About::Query(problems::query(code))),
        about @ (About::Lines(_) | About::Value(..) | About::Query(_)) => Some(about),
        _ => None,
    }
}

/// Returns the action that opens a neighbouring page, such as the values of the next column.
fn beside(model: &Model, by: isize) -> Option<Action> {
    top(model)?.page()?.beside(model, by)
}

/// The columns of a page that cells can't use.
const RIM: u16 = 6;

fn page_rows(page: &Page, columns: u16) -> Vec<Row> {
    let mut rows = vec![Row::heading(glyph::safe(page.title.as_bytes()))];
    let room = usize::from(page_width(columns).saturating_sub(RIM));
    add_parts(&page.parts, room, &mut rows);
    rows
}

fn add_parts(parts: &[Part], room: usize, rows: &mut Vec<Row>) {
    for part in parts {
        match part {
            Part::Heading(text) => rows.push(Row::heading(glyph::safe(text.as_bytes()))),
            Part::Sentence(text) => rows.push(Row::heading(glyph::safe(text.as_bytes())).under()),
            Part::Table(table) => add_table(table, room, rows),
            Part::Chart(chart) => add_chart(chart, rows),
            // The rows lead to their records, whose boards are shown in the panes.
            Part::Figures(_) => {}
            Part::Browsed(parts) => add_parts(parts, room, rows),
        }
    }
}

fn add_table(table: &Table, room: usize, rows: &mut Vec<Row>) {
    let safe = |cell: &String| glyph::safe(cell.as_bytes());
    let names = table.columns.iter().map(|(name, _)| safe(name));
    let rows_of = table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(safe).collect());
    let all: Vec<Vec<String>> = std::iter::once(names.collect()).chain(rows_of).collect();
    let is_right = |at| table.is_right(at);
    let width = |text: &str| glyph::width(text.as_bytes());
    // Ids are cut in the middle, since the numbers at their ends distinguish them.
    let lines = page::aligned(&all, is_right, width, glyph::cut_middle, room);
    let mut lines = lines.into_iter();
    rows.extend(lines.next().map(Row::heading));
    let items = table.rows.iter().zip(lines);
    rows.extend(items.map(|(page_row, line)| choosing(Row::item(line), page_row)));
    if table.more > 0 {
        let more = thousands(table.more);
        rows.push(Row::heading(format!("… {more} more")));
    }
}

fn add_chart(chart: &Chart, rows: &mut Vec<Row>) {
    if !chart.title.is_empty() {
        rows.push(Row::heading(glyph::safe(chart.title.as_bytes())));
    }
    let count = |page_row: &PageRow| page_row.counts.first().copied().unwrap_or(0);
    let most = chart.rows.iter().map(count).max().unwrap_or(0);
    for page_row in &chart.rows {
        let share = chart.whole.map(|whole| percent(count(page_row), whole));
        let others = page_row.counts.iter().zip(&chart.names).skip(1);
        let others = others.map(|(count, name)| format!("{} in {name}", thousands(*count)));
        let words = page_row.cells.iter().skip(1).cloned();
        let detail: Vec<String> = share.into_iter().chain(others).chain(words).collect();
        let label = page_row.cells.first().map_or("", String::as_str);
        let row = Row::item(glyph::safe(label.as_bytes()))
            .barred(count(page_row), most)
            .detailed(glyph::safe(detail.join("  ").as_bytes()));
        rows.push(choosing(row, page_row));
    }
}

/// Makes a row open the record, or filter by the records, that it is about.
fn choosing(row: Row, page_row: &PageRow) -> Row {
    match &page_row.about {
        Some(page::About::Line(line)) => going_to(row, *line),
        Some(page::About::Lines(name, lines)) => {
            let lines = (glyph::safe(name.as_bytes()), lines.clone());
            narrowing(row, About::Lines(lines.into()))
        }
        Some(page::About::Query(query)) => narrowing(row, About::Query(query.clone())),
        None => row.disabled("no record to go to"),
    }
}

/// Returns a share in per cent with one decimal, right-aligned in six columns.
fn percent(part: usize, whole: usize) -> String {
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
    fn cells_are_aligned_in_columns_and_the_widest_are_cut() {
        let rows = [["side", "bm"], ["w", "Nf3"], ["(none)", "Nbxd7 O-O-O Rae1"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let width = |text: &str| glyph::width(text.as_bytes());
        let shown = |room| page::aligned(&rows, |_| false, width, glyph::cut, room).split_off(1);
        assert_eq!(shown(30), ["w       Nf3", "(none)  Nbxd7 O-O-O Rae1"]);
        assert_eq!(shown(16), ["w       Nf3", "(none)  Nbxd7 O…"]);
        assert_eq!(shown(8), ["w    Nf3", "(n…  Nb…"]);
        let right = page::aligned(&rows, |at| at == 0, width, glyph::cut, 30);
        assert_eq!(right[1], "     w  Nf3");
    }
}
