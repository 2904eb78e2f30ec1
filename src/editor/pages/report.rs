//! Pages about the whole file that one moves in and chooses from: problems by kind, statistics, the
//! values of a column, records that are the same, the columns themselves, games, and runs of engines.
//!
//! Each is a value in a file of its own; here is what they have in common.
//!
//! Records side by side: their fields and operations, and which of them differ.

pub mod commands;
pub mod game;
mod page;
pub mod problems;
pub mod run;
pub mod same;
pub mod statistics;
pub mod values;

use crate::editor::doc::filter;
use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::report::{
    About, Compared, ComparedRow, Report, Reports, Row, give, line_here, row, top,
};
use crate::editor::overlay::{self, Does};
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::suite::edit::Chosen;
use crate::suite::{Job, JobError, Progress, Snapshot};

/// Returns what a page counts, to follow its title, where that is not the whole file.
pub(crate) fn of_what(model: &Model) -> String {
    let filter = model.document.filter.as_ref();
    let shown = filter.map_or_else(String::new, |filter| {
        let how = match filter.is_partial {
            true => "found so far by",
            false => "matching",
        };
        format!(", {how} `{}`", filter::shown(&filter.text))
    });
    // Nothing is found yet by what is asked now: this is what was shown before.
    let asked = model.document.asking_for();
    match asked.filter(|_| !filter.is_some_and(|filter| filter.is_partial)) {
        Some(text) => format!("{shown}, not filtered by `{}` yet", filter::shown(text)),
        None => shown,
    }
}

/// Has something found on another thread, in the file and the lines of it that are shown; the page on top takes
/// it in.
fn ask<P: Reports, T: Send + 'static>(
    model: &mut Model,
    find: impl Fn(&Snapshot, &Chosen, &Job) -> Result<T, JobError> + Send + Sync + 'static,
    take: fn(&mut P, &mut Report, &mut Model, T),
) {
    let snapshot = model.document.suite.snapshot();
    let shown = filter::shown_lines(model);
    let find = move |hand: &Hand| find(&snapshot, &shown, &hand.job).map_err(in_words);
    Work::new(Slot::Report, find).start(model, move |model, found| {
        give(model, |page, report, model| {
            take(page, report, model, found);
        });
    });
}

/// Returns how far the work is that the page waits for; `None` where it waits for nothing.
pub fn waiting(model: &Model) -> Option<Progress> {
    jobs::running(model, Slot::Report).map(|running| running.progress)
}

/// Returns the same row, which narrows the list to the records it is about.
fn narrowing(row: Row, about: About) -> Row {
    row.about(about).entering("filter").doing(narrow_here)
}

/// Returns why there is no record to go to.
pub(crate) fn no_record_here(model: &Model) -> Option<String> {
    model.when(line_here(model).is_none(), "no record to go to")
}

/// Narrows the list to what the cursor is on, and leaves the page.
pub(crate) fn narrow_here(model: &mut Model) {
    let Some(about) = records_here(model) else {
        return;
    };
    let page = top(model).and_then(Report::page);
    let is_of_the_filter = page.is_some_and(Reports::is_of_the_filter);
    overlay::leave(model);
    match about {
        About::Lines(lines) => filter::by_lines(model, &lines.0, lines.1.clone()),
        About::Value(name, grouping, value) => filter::by_value(model, &name, grouping, value),
        // What was counted in a narrowed list is narrowed further.
        About::Query(query) if is_of_the_filter => filter::further(model, &query),
        About::Query(query) => filter::by_query(model, &query),
        _ => {}
    }
}

/// Returns the records that the row with the cursor is about.
fn records_here(model: &Model) -> Option<About> {
    match row(model)?.about.clone()? {
        About::Problem(code) => Some(About::Query(problems::query(code))),
        about @ (About::Lines(_) | About::Value(..) | About::Query(_)) => Some(about),
        _ => None,
    }
}

/// Returns why the list can't be narrowed to what the cursor is on.
pub(crate) fn no_query_here(model: &Model) -> Option<String> {
    model.when(records_here(model).is_none(), "this can't be filtered")
}

/// Goes to the page beside this one: the next column's values, another way of being the same.
pub(crate) fn beside(model: &mut Model, by: isize) {
    if let Some(opens) = page_beside(model, by) {
        opens.run(model);
    }
}

fn page_beside(model: &Model, by: isize) -> Option<Does> {
    top(model)?.page()?.beside(model, by)
}

/// Returns why there is no page beside this one.
pub(crate) fn nothing_beside(model: &Model) -> Option<String> {
    let is_alone = page_beside(model, 1).is_none();
    model.when(is_alone, "this report has only one page")
}

/// Records compared at most: more have no room beside one another.
const MOST: usize = 6;
/// Screen columns of a value that are kept.
const LONGEST: usize = 120;

/// Returns the records of some lines, those near `line` where there are too many.
fn side_by_side(model: &Model, lines: &[usize], line: usize) -> Compared {
    let at = lines.iter().position(|&other| other == line).unwrap_or(0);
    let first = (at + 1).saturating_sub(MOST);
    let lines: Vec<usize> = lines.iter().copied().skip(first).take(MOST).collect();
    let options = model.document.read_options();
    let texts = lines.iter().map(|&line| model.document.suite.line(line));
    let texts: Vec<_> = texts.collect();
    let records = texts.iter().map(|text| Record::read(text, &options));
    let records: Vec<Record<'_>> = records.collect();
    let mut rows = Vec::new();
    let mut add = |name: &str, value: &dyn Fn(&Record<'_>) -> Option<String>| {
        let value = |record| value(record).map(|value| glyph::cut(&value, LONGEST));
        let values: Vec<Option<String>> = records.iter().map(value).collect();
        let differs = values.iter().any(|value| Some(value) != values.first());
        rows.push(ComparedRow {
            name: glyph::safe(name.as_bytes()),
            values,
            differs,
        });
    };
    add("position", &fields);
    let mut names: Vec<String> = Vec::new();
    for record in &records {
        for operation in record.operations() {
            let name = record.opcode(operation).into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for name in &names {
        add(name, &|record| {
            let operations = record.operations().iter();
            let own = operations.filter(|operation| record.opcode(operation) == name.as_str());
            let texts: Vec<_> = own.map(|own| record.operands_text(own)).collect();
            (!texts.is_empty()).then(|| texts.join(" · "))
        });
    }
    // What differs is what one looks for.
    rows.sort_by_key(|row| !row.differs);
    Compared {
        lines,
        cursor: at - first,
        rows,
    }
}

/// Returns the text before the operations.
fn fields(record: &Record<'_>) -> Option<String> {
    let body = record.body();
    let end = record
        .operations()
        .first()
        .map_or(body.end, |first| first.span.start);
    let text = record.line().get(body.start..end)?;
    Some(String::from_utf8_lossy(text).trim().to_owned())
}
