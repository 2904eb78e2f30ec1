//! The rows of the list that are on the screen, read once and kept until something changes.

use crate::editor::model::Model;
use crate::editor::state::columns::page::{Body, Cell, Look, Made, Row, cell, measure, text_of};
use crate::editor::state::columns::place::Want;
use crate::editor::state::gallery::{Picture, View};
use crate::editor::widgets::glyph;
use crate::epd::LineKind;
use crate::suite::worst;

/// Reads the `count` rows on the screen, where they are not those read last; the selected one, whose
/// text may be on its way, each time.
pub(crate) fn refresh(model: &mut Model, count: usize) {
    let mut page = std::mem::take(&mut model.document.page);
    let document = &model.document;
    let before = page.selected.replace(document.selected);
    let made = Made {
        revision: document.suite.revision(),
        lines: (document.first..document.first + count)
            .map_while(|row| document.line_at(row))
            .collect(),
        generation: document.profile.count,
        boards: model.view == View::Boards,
        search: document.search.clone(),
        scan: (document.scan.ticket, document.scan.running),
    };
    if page.made.as_ref() == Some(&made) {
        // What was selected before may have been shown with what was typed and left.
        let again = [
            Some(document.selected),
            before.filter(|&line| line != document.selected),
        ];
        for line in again.into_iter().flatten() {
            if let Some(at) = made.lines.iter().position(|&there| there == line)
                && let Some(row) = page.rows.get_mut(at)
            {
                *row = read(model, line);
                page.read += 1;
            }
        }
    } else {
        page.rows = made.lines.iter().map(|&line| read(model, line)).collect();
        page.read += made.lines.len() as u64;
        page.made = Some(made);
    }
    let mut wants = std::mem::take(&mut model.document.profile.wants);
    let document = &model.document;
    measure(&page, &mut wants, document.suite.line_count());
    for (want, column) in wants.iter_mut().zip(model.list_columns()) {
        // The heading of the column sorted by has a sign behind it.
        if document
            .sorted_by()
            .is_some_and(|by| column.is_of(&by.field))
        {
            let heading = glyph::width(column.heading().as_bytes()) + 1;
            let heading = u16::try_from(heading).unwrap_or(u16::MAX);
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
    let stored;
    let bytes = if line == document.selected {
        model.shown_line()
    } else {
        stored = document.suite.line(line);
        &stored
    };
    let record = model.read(bytes);
    let body = match record.kind() {
        LineKind::Blank => Body::Blank,
        LineKind::Comment => Body::Comment(Cell::new(text_of(&record), Look::Quiet).text),
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
        matches: search.is_some_and(|search| search.is_in(bytes)),
        worst: worst(&record),
        side: record.side(),
        picture: (model.view == View::Boards).then(|| Picture::of(&record)),
    }
}
