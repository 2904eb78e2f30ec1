//! The columns of the suite list, to be shown, hidden and put in another order.

use crate::app::command::{Context, Id};
use crate::app::effect::Effect;
use crate::app::features::report::{Aim, Kind, Report, Row, Sign, open as show, top, top_mut};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::state::columns::Column;
use crate::epd::Record;

/// What the page keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Chooser {
    /// Columns that are offered though they are not shown: what the records on the screen have.
    offered: Vec<Column>,
}

/// Opens the page.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let mut offered = Column::PLAIN.to_vec();
    for name in opcodes_on_screen(model) {
        // These have columns of their own.
        if !matches!(name.as_str(), "id" | "bm") {
            offered.push(Column::Opcode(name));
        }
    }
    offered.push(Column::Opcode("bm".to_owned()));
    let chooser = Chooser { offered };
    let effects = show(
        model,
        Report::new(Kind::Columns(chooser), "Columns of the list"),
    );
    refresh(model);
    if let Some(report) = top_mut(model) {
        report.cursor = report.landing(0);
    }
    effects
}

/// The opcodes of the records that the list shows now.
fn opcodes_on_screen(model: &Model) -> Vec<String> {
    let options = model.document.read_options();
    let mut names: Vec<String> = Vec::new();
    for row in model.document.page.rows() {
        let line = model.document.suite.line(row.line);
        let record = Record::read(&line, &options);
        for operation in record.operations() {
            let name = record.opcode(operation).into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names.sort();
    names
}

/// Brings the rows up to date with the list.
pub(super) fn refresh(model: &mut Model) {
    let shown = model.columns.shown().to_vec();
    let Some(report) = top_mut(model) else { return };
    let Kind::Columns(chooser) = &mut report.kind else {
        return;
    };
    for column in &shown {
        if !chooser.offered.contains(column) {
            chooser.offered.push(column.clone());
        }
    }
    let row = |column: &Column, on: bool| {
        Row::item(
            glyph::safe(column.name().as_bytes()),
            Aim::Column(column.clone()),
        )
        .signed(Sign::Checked(on))
        .detailed(column.about())
    };
    let mut rows: Vec<Row> = shown.iter().map(|column| row(column, true)).collect();
    rows.extend(
        chooser
            .offered
            .iter()
            .filter(|column| !shown.contains(column))
            .map(|column| row(column, false)),
    );
    let names: Vec<String> = shown
        .iter()
        .map(|column| format!("\"{}\"", column.name()))
        .collect();
    report.note = format!("config.toml: columns = [{}]", names.join(", "));
    report.put(rows);
}

fn here(model: &Model) -> Option<Column> {
    match top(model)?.aim() {
        Aim::Column(column) => Some(column.clone()),
        _ => None,
    }
}

/// Shows the column with the cursor, or hides it.
pub(super) fn toggle(model: &mut Model, column: &Column) {
    let was_shown = model.columns.shown().contains(column);
    if model.columns.toggle(column) && was_shown {
        model.refused("the last column stays");
    }
}

/// Why there is no column with the cursor to be moved.
pub fn no_column_here(model: &Model) -> Option<String> {
    match here(model) {
        None => Some("no page of columns is open".into()),
        Some(column) if !model.columns.shown().contains(&column) => Some(format!(
            "a column must be shown to be moved · {} shows it",
            model.other_key(Id::Choose, Context::Report)
        )),
        Some(_) => None,
    }
}

/// Moves the column with the cursor by one place.
pub(crate) fn shift(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Some(column) = here(model) {
        model.columns.shift(&column, by);
    }
    Vec::new()
}

/// Why no other columns can be chosen here.
pub fn not_open(model: &Model) -> Option<String> {
    let is_open = matches!(
        top(model).map(|report| &report.kind),
        Some(Kind::Columns(_))
    );
    (!is_open).then(|| "no page of columns is open".into())
}
