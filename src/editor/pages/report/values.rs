//! How often each value of a column occurs, or each of several together; choosing one narrows the list to it.

pub(crate) mod by;
mod rows;

use crate::editor::doc::query::path_of;
use crate::editor::model::Model;
use crate::editor::overlay::report::show as show_page;
use crate::editor::overlay::report::{Report, Reports, Row, page, top};
use crate::editor::overlay::{self, Answer, Does, Prompt};
use crate::editor::pages::report::{ask, of_what};
use crate::editor::state::columns::Column;
use crate::editor::widgets::glyph;
use crate::suite::edit::Chosen;
use crate::suite::field::{Field, Fields, Grouping};
use crate::suite::query::{nobody_has, none_of_these_has};
use crate::suite::{Case, Frequency, Job, Listed, Order, Pattern, Snapshot, frequency};
use std::sync::Arc;

/// Values listed at a time.
const LISTED: usize = 1000;

/// The values to list.
#[derive(Clone, Debug)]
pub(crate) struct View {
    grouping: Arc<Grouping>,
    order: Order,
    /// The text that is searched for among the values; empty where none is.
    holding: String,
    /// Values before those that are listed.
    skip: usize,
}

/// The state of the page.
#[derive(Debug)]
struct Values {
    view: View,
    found: Option<Frequency>,
}

impl View {
    fn fields(&self) -> &[Field] {
        self.grouping.fields()
    }

    /// Returns what is counted, in words.
    fn name(&self) -> String {
        let names: Vec<_> = self.fields().iter().map(Field::name).collect();
        glyph::safe(names.join(", ").as_bytes())
    }
}

/// Returns the columns whose values can be counted: those shown, then some that always can.
fn columns(model: &Model) -> Vec<Field> {
    let shown = model.document.columns.shown.iter().cloned();
    let fields = shown
        .chain(Column::PLAIN)
        .filter_map(|column| column.field());
    let mut all: Vec<Field> = Vec::new();
    for field in fields {
        if !all.contains(&field) {
            all.push(field);
        }
    }
    all
}

/// Opens the page for what was counted last, else for the best moves.
pub(crate) fn open_last(model: &mut Model) {
    let last = model.values_of.as_ref().map(|(fields, _)| fields.clone());
    let usual = || Fields(vec![Field::Operation("bm".to_owned())]);
    open_fields(model, last.unwrap_or_else(usual))
}

/// Opens the page for a column.
pub fn open(model: &mut Model, column: &Column) {
    match column.field() {
        Some(field) => open_fields(model, Fields(vec![field])),
        None => model.refused("every line number is unique"),
    }
}

/// Opens the page for some fields together.
pub(crate) fn open_fields(model: &mut Model, fields: Fields) {
    let last = model.values_of.as_ref();
    let view = View {
        grouping: Arc::new(Grouping::new(fields, path_of(model))),
        order: last.map_or(Order::Count, |(_, order)| *order),
        holding: String::new(),
        skip: 0,
    };
    show(model, view)
}

/// Opens the page, and begins to count.
fn show(model: &mut Model, view: View) {
    model.values_of = Some((Fields(view.fields().to_vec()), view.order));
    let holding = match view.holding.as_str() {
        "" => String::new(),
        text => format!(" with `{}`", glyph::safe(text.as_bytes())),
    };
    let title = format!("Values of {}{holding}{}", view.name(), of_what(model));
    let grouping = view.grouping.clone();
    let listed = Listed {
        order: view.order,
        holding: Pattern::literal(&view.holding, Case::Smart),
        skip: view.skip,
        most: LISTED,
    };
    let find = move |snapshot: &Snapshot, shown: &Chosen, job: &Job| {
        frequency(snapshot, &grouping, &listed, shown, job)
    };
    let values = Values { view, found: None };
    show_page(model, Report::new(values, title).noted("counting"));
    ask(model, find, arrived);
}

/// Opens the page with another view of what it lists.
fn with_view(model: &mut Model, change: impl FnOnce(&mut View)) {
    let Some(mut view) = page::<Values>(model).map(|page| page.view.clone()) else {
        return;
    };
    change(&mut view);
    show(model, view)
}

/// Asks for a text; only the values with it are listed, of all there are.
pub(crate) fn search(model: &mut Model) {
    let page = page::<Values>(model);
    let text = page.map_or_else(String::new, |page| page.view.holding.clone());
    let asks = Answer::new("search", |model, text| {
        let holding = text.to_owned();
        with_view(model, |view| (view.skip, view.holding) = (0, holding));
        Ok(())
    });
    let asks = asks.noting("a part of the values; empty: all").explaining(
        "Only the values with this text are listed, of all there are. Case matters only if you type a capital.",
    );
    overlay::open(model, Prompt::new("values with", text, asks))
}

/// Lists the values in the other order.
pub(crate) fn sort(model: &mut Model) {
    with_view(model, |view| {
        view.skip = 0;
        view.order = match view.order {
            Order::Count => Order::Value,
            Order::Value => Order::Count,
        };
    })
}

/// Returns why there are no values here.
pub(crate) fn not_open(model: &Model) -> Option<String> {
    let is_closed = page::<Values>(model).is_none();
    model.when(
        is_closed,
        "no values are shown · {values} counts those of a column",
    )
}

/// Returns why fields can't be typed on another page.
pub(crate) fn not_in_another_page(model: &Model) -> Option<String> {
    top(model).and_then(|_| not_open(model))
}

impl Reports for Values {
    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        let found = self.found.as_ref();
        found.map(|found| rows::of(&self.view, found, columns))
    }

    /// Returns the next column's values.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let all = columns(model);
        let at = match self.view.fields() {
            [only] => all.iter().position(|field| field == only),
            _ => None,
        };
        let count = all.len().max(1);
        // What is no column stands before the first.
        let next = match (at, by > 0) {
            (Some(at), _) => (at + count).saturating_add_signed(by) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        let field = all.get(next).cloned()?;
        Some(Does::new(move |model| {
            open_fields(model, Fields(vec![field.clone()]))
        }))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }
}

/// The values are counted.
fn arrived(page: &mut Values, report: &mut Report, model: &mut Model, found: Frequency) {
    report.note = page.note(&found, model);
    page.found = Some(found);
}

impl Values {
    fn note(&self, found: &Frequency, model: &Model) -> String {
        let mut note = rows::counted(&self.view, found);
        if found.records > 0 && found.without == found.records && self.view.holding.is_empty() {
            let fields = self.view.fields().iter();
            let none = match model.document.filter.is_some() {
                true => none_of_these_has,
                false => nobody_has,
            };
            let said = fields.filter_map(|field| field.opcode().map(none));
            note.extend(said.map(|said| glyph::safe(said.as_bytes())));
        }
        note.join(" · ")
    }
}
