//! The columns of the suite list, to be shown, hidden and put in another order.

use crate::editor::command::{Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::report::show;
use crate::editor::overlay::report::{self, About, Report, Reports, Row, Sign, page, row};
use crate::editor::state::columns::Column;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use std::collections::BTreeSet;

/// The reason why columns can't be chosen.
const CLOSED: &str = "the columns page is closed";

/// The page of columns.
#[derive(Debug)]
pub(crate) struct Chooser {
    /// Columns that are offered though they are not shown: what the records on the screen have.
    offered: Vec<Column>,
}

pub fn open(model: &mut Model) {
    let mut offered = Column::PLAIN.to_vec();
    for name in opcodes_on_screen(model) {
        // These have columns of their own.
        if !matches!(name.as_str(), "id" | "bm") {
            offered.push(Column::opcode(name));
        }
    }
    offered.push(Column::opcode("bm"));
    let chooser = Report::new(Chooser { offered }, "Columns of the list");
    show(model, chooser)
}

/// Returns the opcodes of the records that the list shows now.
fn opcodes_on_screen(model: &Model) -> BTreeSet<String> {
    let options = model.document.read_options();
    let mut names = BTreeSet::new();
    for row in &model.document.page.rows {
        let line = model.document.suite.line(row.line);
        let record = Record::read(&line, &options);
        let operations = record.operations().iter();
        names.extend(operations.map(|operation| record.opcode(operation).into_owned()));
    }
    names
}

impl Reports for Chooser {
    /// Brings the rows up to date with the list.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let shown = &model.document.columns.shown;
        for column in shown {
            if !self.offered.contains(column) {
                self.offered.push(column.clone());
            }
        }
        let hidden = self.offered.iter().filter(|column| !shown.contains(column));
        let row = |column: &Column| {
            let is_shown = shown.contains(column);
            Row::item(glyph::safe(column.name().as_bytes()))
                .signed(Sign::Checked(is_shown))
                .entering(if is_shown { "hide" } else { "show" })
                .detailed(column.about())
                .about(About::Column(column.clone()))
                .doing(toggle)
        };
        let names: Vec<String> = shown
            .iter()
            .map(|column| format!("\"{}\"", column.name()))
            .collect();
        report.note = format!("config.toml: columns = [{}]", names.join(", "));
        report.put(shown.iter().chain(hidden).map(row).collect());
    }
}

fn here(model: &Model) -> Option<Column> {
    match &row(model)?.about {
        Some(About::Column(column)) => Some(column.clone()),
        _ => None,
    }
}

/// Does something with the column with the cursor.
pub(super) fn on_column(model: &mut Model, does: impl FnOnce(&mut Model, &Column)) {
    if let Some(column) = here(model) {
        does(model, &column)
    }
}

/// Shows the column with the cursor, or hides it.
fn toggle(model: &mut Model) {
    on_column(model, |model, column| {
        let columns = &mut model.document.columns;
        let was_shown = columns.shown.contains(column);
        if columns.toggle(column) && was_shown {
            model.refused("the last column can't be hidden");
        }
    })
}

/// Returns the reason why there is no column with the cursor to be moved.
pub(super) fn no_column_here(model: &Model) -> Option<String> {
    let Some(column) = here(model) else {
        return model.when(true, CLOSED);
    };
    let is_hidden = !model.document.columns.shown.contains(&column);
    is_hidden.then(|| {
        let shows = model.other_key(Id::Choose, Context::Report);
        format!("only a shown column has a place and a width · {shows} shows it")
    })
}

/// Returns the reason why no other columns can be chosen here: that is done on their own page, or by name from the
/// palette.
pub(super) fn in_another_page(model: &Model) -> Option<String> {
    let is_other = report::top(model).is_some() && page::<Chooser>(model).is_none();
    model.when(is_other, CLOSED)
}
