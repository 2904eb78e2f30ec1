//! Pages about the whole file that one moves in and chooses from: problems by kind, statistics, the
//! values of a column, records that are the same, the columns themselves, games, and runs of engines.
//!
//! Each is a value in a file of its own; here is what they have in common.

pub mod columns;
pub mod commands;
mod compare;
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
use crate::editor::overlay::report::{Report, Reports, Row, choose, give, top};
use crate::editor::overlay::{self, Does};
use crate::editor::panes::operations::shown_line;
use crate::editor::state::view::Pane;
use crate::suite::edit::Chosen;
use crate::suite::{Job, JobError, Progress, Snapshot};

/// Shows a page; work that an earlier one waited for is stopped.
pub(crate) fn open(model: &mut Model, report: Report) {
    stop(model);
    model
        .overlays
        .retain(|layer| !overlay::is::<Report>(&**layer));
    overlay::open(model, report);
}

/// Behind the title of a page that counts: of what, where that is not the whole file.
pub(crate) fn of_what(model: &Model) -> String {
    match &model.document.filter {
        Some(filter) if filter.is_partial => {
            format!(", found so far by `{}`", filter::shown(&filter.text))
        }
        // Nothing is found yet by what is asked now: this is what was shown before.
        Some(filter) => format!(
            ", matching `{}`{}",
            filter::shown(&filter.text),
            pending(model)
        ),
        None => pending(model),
    }
}

fn pending(model: &Model) -> String {
    match model.document.asking_for() {
        Some(text) => format!(", not filtered by `{}` yet", filter::shown(text)),
        None => String::new(),
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

/// Nobody waits for the work of a page any more.
fn stop(model: &mut Model) {
    jobs::stop(model, Slot::Report);
}

/// How far the work is that the page waits for; `None` where it waits for nothing.
pub fn waiting(model: &Model) -> Option<Progress> {
    jobs::running(model, Slot::Report).map(|running| running.progress)
}

/// The same row, which goes to a line, and to its problem there where it is about one.
pub(crate) fn going_to(row: Row, line: usize) -> Row {
    let code = row.code;
    row.at(line).doing(move |model| {
        overlay::leave(model);
        model.select(line);
        if let Some(code) = code {
            shown_line::refresh(model);
            let record = model.record();
            let at = record
                .diagnostics()
                .iter()
                .position(|found| found.code == code);
            model.document.view.problems.cursor = at.unwrap_or(0);
            // There the key that fixes it does: elsewhere it cuts the record.
            if !model.panes.is_hidden(Pane::Problems) {
                model.document.view.focus = Pane::Problems;
            }
        }
    })
}

/// The same row, which narrows the list to the lines it is about.
fn narrowing(row: Row) -> Row {
    row.entering("filter").doing(narrow_here)
}

/// Narrows the list to what the cursor is on, and leaves the page.
pub(crate) fn narrow_here(model: &mut Model) {
    if top(model)
        .and_then(Report::row)
        .is_some_and(|row| row.filters)
    {
        return choose(model);
    }
    let lines = top(model)
        .and_then(Report::row)
        .and_then(|row| row.lines.clone());
    if let Some(lines) = lines {
        let (name, lines) = &*lines;
        overlay::leave(model);
        filter::by_lines(model, name, lines.clone());
        return;
    }
    let Some(query) = query_here(model) else {
        return;
    };
    let page = top(model).and_then(Report::page);
    // What was counted in a narrowed list is narrowed further.
    let narrows = match page.is_some_and(Reports::is_of_the_filter) {
        true => filter::further,
        false => filter::by_query,
    };
    overlay::leave(model);
    narrows(model, &query);
}

fn query_here(model: &Model) -> Option<String> {
    let report = top(model)?;
    let own = report.row().and_then(|row| row.query.clone());
    own.or_else(|| report.page()?.query())
}

/// Goes to the record of the row with the cursor, whatever Enter does there.
pub(crate) fn show_here(model: &mut Model) {
    let line = top(model).and_then(Report::row).and_then(|row| row.line);
    let Some(line) = line else {
        return;
    };
    overlay::leave(model);
    model.select(line);
}

/// Why there is no record to go to.
pub(crate) fn no_record_here(model: &Model) -> Option<String> {
    let row = top(model).and_then(Report::row);
    let line = row.and_then(|row| row.line);
    line.is_none().then(|| "no record to go to".into())
}

/// Why the list can't be narrowed to what the cursor is on.
pub(crate) fn no_query_here(model: &Model) -> Option<String> {
    let row = top(model).and_then(Report::row);
    let has_lines = row.is_some_and(|row| row.lines.is_some() || row.filters);
    (!has_lines && query_here(model).is_none()).then(|| "this can't be filtered".into())
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

/// Why there is no page beside this one.
pub(crate) fn nothing_beside(model: &Model) -> Option<String> {
    page_beside(model, 1)
        .is_none()
        .then(|| "this report has only one page".into())
}
