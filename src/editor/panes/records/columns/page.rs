//! The rows of the list that are on the screen, read once and kept until something changes.

use crate::editor::model::Model;
use crate::editor::state::columns::page::{Body, Cell, Made, Page, Row, cell, measure, text_of};
use crate::editor::state::columns::place::Want;
use crate::editor::state::gallery::{Picture, View};
use crate::editor::widgets::glyph;
use crate::editor::widgets::theme::Role;
use crate::epd::LineKind;
use crate::suite::worst;

/// Reads the `count` rows on the screen, where they are not those read last; the selected one, whose
/// text may be on its way, each time.
pub(crate) fn refresh(model: &mut Model, count: usize) {
    let before = std::mem::take(&mut model.document.page);
    let document = &model.document;
    let lines = document.first..document.first + count;
    let made = Made {
        revision: document.suite.revision(),
        lines: lines.map_while(|row| document.line_at(row)).collect(),
        generation: document.profile.count,
        boards: model.view == View::Boards,
        search: document
            .search
            .as_ref()
            .map(|search| search.pattern.clone()),
        scan: (document.scan.ticket, document.scan.running),
    };
    let is_same = before.made.as_ref() == Some(&made);
    // What was selected before may have been shown with what was typed and left.
    let typed = [Some(document.selected), before.selected];
    let kept = before.rows.into_iter();
    let mut kept = kept
        .filter(|row| is_same && !typed.contains(&Some(row.line)))
        .peekable();
    let mut times_read = before.read;
    let rows = made.lines.iter().map(|&line| {
        kept.next_if(|row| row.line == line).unwrap_or_else(|| {
            times_read += 1;
            read(model, line)
        })
    });
    let page = Page {
        rows: rows.collect(),
        selected: Some(document.selected),
        read: times_read,
        made: Some(made),
    };
    let mut wants = std::mem::take(&mut model.document.profile.wants);
    let document = &model.document;
    measure(&page, &mut wants, document.suite.line_count());
    let sorted = document.sorted_by().map(|by| &by.field);
    for (want, column) in wants.iter_mut().zip(model.list_columns()) {
        // The heading of the column sorted by has a sign behind it.
        if sorted.is_some_and(|field| column.is_of(field)) {
            let heading = glyph::columns(column.heading()) + 1;
            want.width = want.width.max(heading);
            want.least = want.least.map(|least| least.max(heading));
        }
        if let Some(width) = model.document.columns.width_of(column) {
            *want = Want::set(width);
        }
    }
    model.document.profile.wants = wants;
    model.document.page = page;
}

/// Reads a row; the selected line is shown as it is being typed.
fn read(model: &Model, line: usize) -> Row {
    let document = &model.document;
    let stored = document.suite.line(line);
    let bytes = match line == document.selected {
        true => model.shown_line(),
        false => &stored,
    };
    let record = model.read(bytes);
    let body = match record.kind() {
        LineKind::Blank => Body::Blank,
        LineKind::Comment => Body::Comment(Cell::new(text_of(&record), Role::Secondary).text),
        LineKind::Record => Body::Record(
            model
                .list_columns()
                .iter()
                .map(|column| cell(document, column, &record, line))
                .collect(),
        ),
    };
    let search = document.search.as_ref();
    Row {
        line,
        state: document.suite.line_state(line),
        body,
        matches: search.is_some_and(|search| search.pattern.is_in(bytes)),
        worst: worst(&record),
        side: record.side(),
        picture: (model.view == View::Boards).then(|| Picture::of(&record)),
    }
}
