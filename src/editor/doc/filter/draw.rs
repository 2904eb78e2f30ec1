//! Draws the filter in the border of the suite list.

use crate::editor::command::Id;
use crate::editor::doc::filter;
use crate::editor::jobs::{Slot, running};
use crate::editor::model::Model;
use crate::editor::state::rows::Filter;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{Rect, glyph};
use crate::epd::counted::{thousands, thousands_of};

/// Draws the query in place of the pane's title, and the number of lines shown if there is room.
pub(crate) fn draw_title(model: &Model, pane: Rect, canvas: &mut Canvas<'_>) {
    let document = &model.document;
    let all = total(model).0;
    let rows = thousands(document.row_count());
    let border = pane.top(1).after(2).before(2);
    let (query, count) = match (&document.filter, document.pending_query()) {
        (
            Some(Filter {
                text,
                found_so_far: Some(found),
                ..
            }),
            Some(_),
        ) => (text.as_str(), format!("{} found so far", thousands(*found))),
        (Some(filter), Some(query)) if filter.text == query => {
            (query, format!("{rows} of {all} · updating …"))
        }
        // Until the new query has results, the list shows the rows of the previous one.
        (previous, Some(query)) => {
            let words = previous.as_ref().map_or_else(
                || " not filtered yet:".to_owned(),
                |filter| format!(" {} · next:", glyph::cut(&filter::shown(&filter.text), 20)),
            );
            let rest = canvas.text(border, &words, Role::Accent);
            let next = format!(" {} … ", filter::shown(query));
            canvas.text(rest, &next, Role::Match);
            return;
        }
        (Some(filter), None) => {
            let edited = filter.ran_on != document.suite.revision();
            let more = if edited { " · edited since" } else { "" };
            (filter.text.as_str(), format!("{rows} of {all}{more}"))
        }
        (None, None) => return,
    };
    let rest = canvas.text(border, " filter:", Role::Accent);
    let query = format!(" {} ", filter::shown(query));
    let rest = canvas.text(rest, &query, Role::Match);
    let count = format!(" {count} ");
    if glyph::columns(&count) <= rest.width {
        canvas.text(rest, &count, Role::Secondary);
    }
}

/// Returns the record count as a number and in words; counts lines until the whole file is read.
fn total(model: &Model) -> (String, String) {
    let (suite, scan) = (&model.document.suite, &model.document.scan);
    let are_read = !scan.running && !scan.stopped && scan.counts.lines == suite.line_count();
    let (count, one, many) = match are_read {
        true => (scan.counts.records, "record", "records"),
        false => (suite.line_count(), "line", "lines"),
    };
    (thousands(count), thousands_of(count, one, many))
}

/// Returns the position of the cursor, `12 of 31 · 300 records`; while a filter runs, the matches so far.
pub(crate) fn position(model: &Model, columns: u16) -> String {
    let document = &model.document;
    let rows = document.row_count();
    let row = thousands(document.selected_row() + 1);
    let (all, of_all) = total(model);
    if document.pending_query().is_some() {
        let shown = document
            .filter
            .as_ref()
            .and_then(|filter| filter.found_so_far);
        let found = shown.or_else(|| Some(running(model, Slot::Filter)?.found));
        let found = found.unwrap_or(0);
        return format!("{} found …", thousands(found));
    }
    let (whole, short) = match document.filter {
        Some(_) => (
            format!("{row} of {} · {of_all}", thousands(rows)),
            format!("{row}/{} of {all}", thousands(rows)),
        ),
        None if all == thousands(rows) => (format!("{row} of {of_all}"), format!("{row}/{all}")),
        // Comments and blank lines are among the rows.
        None => (
            format!("line {row} of {} · {of_all}", thousands(rows)),
            of_all,
        ),
    };
    match glyph::is_wider(&whole, columns.into()) {
        true => short,
        false => whole,
    }
}

/// Draws the reason why no record is shown, and the key that clears the filter.
pub(crate) fn draw_nothing(model: &Model, inner: Rect, canvas: &mut Canvas<'_>) {
    let Some(filter) = &model.document.filter else {
        return;
    };
    let (key, all) = (model.key(Id::Close), total(model).1);
    let words = [
        ("no record matches".to_owned(), Role::Secondary),
        (filter::shown(&filter.text), Role::Screen),
        (format!("{key} shows all {all}"), Role::Secondary),
    ];
    let columns = usize::from(inner.width.saturating_sub(2));
    let rows = words.iter().flat_map(|(text, role)| {
        let rows = wrapped(text, columns, 0).into_iter();
        rows.map(move |row| (row, *role))
    });
    for (area, (text, role)) in inner.after(1).rows().zip(rows) {
        canvas.text(area, &text, role);
    }
}
