//! The page that counts each value of a column, or of several together; choosing a value filters the list by it.

use crate::editor::command::Context;
use crate::editor::doc::query::path_of;
use crate::editor::flows::bulk::ask::opcodes;
use crate::editor::layout::page_width;
use crate::editor::model::Model;
use crate::editor::overlay::report::{self, About, PageController, Report, Row, page};
use crate::editor::overlay::{
    self, Action, Answer, Meaning, PagerLine, Prompt, PromptHandler, Wrong,
};
use crate::editor::pages::report::{ask, narrowing, of_what, percent};
use crate::editor::state::columns::Column;
use crate::editor::widgets::glyph;
use crate::epd::Span;
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::page::aligned;
use crate::suite::edit::Selection;
use crate::suite::field::{Field, Fields, Grouping, cells, offered};
use crate::suite::query::{Completions, in_list, nobody_has, none_of_these_has};
use crate::suite::{Case, Frequency, Job, Order, Pattern, Snapshot, ValueSelection, frequency};
use std::sync::Arc;

const LISTED: usize = 1000;
/// The minimum width of labels, in columns.
const LEAST: usize = 34;
/// The maximum width of a value in the name of a filter, in columns.
const NAME: usize = 40;

#[derive(Clone, Debug)]
struct View {
    grouping: Arc<Grouping>,
    order: Order,
    /// The text that the listed values contain; empty for all values.
    holding: String,
    /// The number of values before the listed ones.
    skip: usize,
}

#[derive(Debug)]
struct Values {
    view: View,
    found: Option<Frequency>,
}

impl View {
    fn fields(&self) -> &[Field] {
        self.grouping.fields()
    }
}

/// Returns the columns whose values can be counted: the shown ones, then the built-in ones.
fn columns(model: &Model) -> Vec<Field> {
    let shown = model.document.columns.shown.iter().cloned();
    let fields = shown.chain(Column::PLAIN);
    let fields = fields.filter_map(|column| column.field());
    let mut all: Vec<Field> = Vec::new();
    for field in fields {
        if !all.contains(&field) {
            all.push(field);
        }
    }
    all
}

/// Opens the page for the fields counted last, else for `bm`.
pub(super) fn open_last(model: &mut Model) {
    let last = model.values_of.as_ref().map(|(fields, _)| fields.clone());
    let usual = || Fields(vec![Field::Operation("bm".to_owned())]);
    open_fields(model, last.unwrap_or_else(usual))
}

pub(super) fn open(model: &mut Model, column: &Column) {
    match column.field() {
        Some(field) => open_fields(model, Fields(vec![field])),
        None => model.refused("every line number is unique"),
    }
}

fn open_fields(model: &mut Model, fields: Fields) {
    let last = model.values_of.as_ref();
    let view = View {
        grouping: Arc::new(Grouping::new(fields, path_of(model))),
        order: last.map_or(Order::Count, |(_, order)| *order),
        holding: String::new(),
        skip: 0,
    };
    show(model, view)
}

fn show(model: &mut Model, view: View) {
    model.values_of = Some((Fields(view.fields().to_vec()), view.order));
    let holding = match view.holding.as_str() {
        "" => String::new(),
        text => format!(" with `{}`", glyph::safe(text.as_bytes())),
    };
    let names: Vec<_> = view.fields().iter().map(Field::name).collect();
    let names = glyph::safe(names.join(", ").as_bytes());
    let title = format!("Values of {names}{holding}{}", of_what(model));
    let values = Values { view, found: None };
    report::show(model, Report::new(values, title).noted("counting"));
}

fn count(model: &mut Model, view: &View) {
    let grouping = view.grouping.clone();
    let listed = ValueSelection {
        order: view.order,
        holding: Pattern::literal(&view.holding, Case::Smart),
        skip: view.skip,
        most: LISTED,
    };
    let find = move |snapshot: &Snapshot, shown: &Selection, job: &Job| {
        frequency(snapshot, &grouping, &listed, shown, job)
    };
    ask(model, find, counted);
}

fn with_view(model: &mut Model, change: impl FnOnce(&mut View)) {
    let Some(mut view) = page::<Values>(model).map(|page| page.view.clone()) else {
        return;
    };
    change(&mut view);
    show(model, view)
}

/// Prompts for a text, and lists only the values that contain it.
pub(super) fn search(model: &mut Model) {
    let page = page::<Values>(model);
    let text = page.map_or_else(String::new, |page| page.view.holding.clone());
    let asks = Answer::new("search", |model, text| {
        let holding = text.to_owned();
        with_view(model, |view| (view.skip, view.holding) = (0, holding));
        Ok(())
    });
    let asks = asks
        .noting("a part of the values; empty: all")
        .explaining("List only values with this text. Case matters only if you type a capital.");
    overlay::open(model, Prompt::new("values with", text, asks))
}

pub(super) fn sort(model: &mut Model) {
    with_view(model, |view| {
        view.skip = 0;
        view.order = match view.order {
            Order::Count => Order::Value,
            Order::Value => Order::Count,
        };
    })
}

pub(super) fn not_open(model: &Model) -> Option<String> {
    model.when(
        page::<Values>(model).is_none(),
        "no values are shown · {values} counts those of a column",
    )
}

impl PageController for Values {
    fn context(&self) -> Context {
        Context::Values
    }

    fn fill(&self) -> Option<Action> {
        let view = self.view.clone();
        Some(Action::new(move |model| count(model, &view)))
    }

    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        let found = self.found.as_ref();
        found.map(|found| rows_of(&self.view, found, columns))
    }

    /// Returns the action that shows the values of a neighbouring column.
    fn beside(&self, model: &Model, by: isize) -> Option<Action> {
        let all = columns(model);
        let at = match self.view.fields() {
            [only] => all.iter().position(|field| field == only),
            _ => None,
        };
        let count = all.len().max(1);
        // From fields that are not a column, the next is the first column and the previous the last.
        let next = match (at, by > 0) {
            (Some(at), _) => (at + count).saturating_add_signed(by) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        let field = all.get(next).cloned()?;
        Some(Action::new(move |model| {
            open_fields(model, Fields(vec![field.clone()]))
        }))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }
}

fn counted(page: &mut Values, report: &mut Report, model: &mut Model, found: Frequency) {
    let (view, listed) = (&page.view, found.values.len());
    let values = thousands_of(found.distinct, "value", "values");
    let records = thousands_of(found.records, "record", "records");
    let mut note = vec![format!("{values} in {records}")];
    if listed < found.distinct {
        let (first, last) = (view.skip + 1, view.skip + listed);
        note.push(format!("{} to {}", thousands(first), thousands(last)));
    }
    let order = match view.order {
        Order::Count => "sorted by count",
        Order::Value => "sorted by value",
    };
    note.push(order.to_owned());
    if found.records > 0 && found.without == found.records && view.holding.is_empty() {
        let none = match model.document.filter.is_some() {
            true => none_of_these_has,
            false => nobody_has,
        };
        let messages = view.fields().iter();
        let messages = messages.filter_map(|field| field.opcode().map(none));
        note.extend(messages.map(|message| glyph::safe(message.as_bytes())));
    }
    report.note = note.join(" · ");
    page.found = Some(found);
}

/// Returns the rows of the values for a screen with this number of columns.
fn rows_of(view: &View, found: &Frequency, columns: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    let values = found.values.iter();
    let labels = values.map(|value| labels(view.fields(), &value.text));
    let labels: Vec<String> = match view.fields() {
        [_] => labels.flatten().collect(),
        fields => {
            let names = fields.iter().map(Field::name);
            let names = names.map(|name| glyph::safe(name.as_bytes()));
            let all: Vec<Vec<String>> = std::iter::once(names.collect()).chain(labels).collect();
            let room = LEAST.max(usize::from(page_width(columns) / 2).saturating_sub(2));
            let width = |text: &str| glyph::width(text.as_bytes());
            let mut lines = aligned(&all, |_| false, width, glyph::cut, room).into_iter();
            rows.extend(lines.next().map(Row::heading));
            lines.collect()
        }
    };
    let most = match view.holding.is_empty() {
        true => found.most.max(found.without),
        false => found.most,
    };
    if view.skip > 0 {
        let label = format!("… {} before these", thousands(view.skip));
        rows.push(another(view.skip.saturating_sub(LISTED), label));
    }
    for (value, label) in found.values.iter().zip(labels) {
        rows.push(row(view, found, (label, &value.text, value.count), most));
    }
    let next = view.skip + found.values.len();
    if next < found.distinct {
        let left = thousands_of(found.distinct - next, "more value", "more values");
        rows.push(another(next, format!("… {left}")));
    }
    if found.without > 0 && view.holding.is_empty() {
        let group = vec![b'\n'; view.fields().len().saturating_sub(1)];
        let label = "(none)".to_owned();
        rows.push(row(view, found, (label, &group, found.without), most));
    }
    if found.records == 0 || rows.is_empty() {
        rows.push(Row::heading(match view.holding.as_str() {
            "" => "no record has one",
            _ => "no value has this text",
        }));
    }
    rows
}

/// Returns a row that lists the values from index `skip`.
fn another(skip: usize, label: String) -> Row {
    Row::item(label)
        .detailed(format!("{} at a time", thousands(LISTED)))
        .entering("show them")
        .doing(move |model| with_view(model, |view| view.skip = skip))
}

/// Returns the row of a value: its label, its text, and its number of records.
fn row(view: &View, found: &Frequency, value: (String, &[u8], usize), most: usize) -> Row {
    let (label, group, count) = value;
    let share = percent(count, found.records);
    let row = Row::item(label).barred(count, most);
    match view.grouping.query(group) {
        Ok(query) => narrowing(row.detailed(share), About::Query(query)),
        Err(reason) => {
            let row = row.detailed(format!("{share}  by its lines: {reason}"));
            let parts = view.fields().iter().zip(labels(view.fields(), group));
            let part = |(field, label): (&Field, String)| {
                format!("{} {}", field.name(), glyph::cut(&label, NAME))
            };
            let name = parts.map(part).collect::<Vec<_>>().join(", ");
            let about = About::Value(name, view.grouping.clone(), group.to_vec());
            narrowing(row, about)
        }
    }
}

/// Returns the values of a group as labels, safe for the terminal.
fn labels(fields: &[Field], group: &[u8]) -> Vec<String> {
    let cells = cells(group).take(fields.len());
    let labels = cells.map(|cell| match cell {
        b"" => "(none)".to_owned(),
        b"\"\"" => "(empty)".to_owned(),
        b";" => "(no operand)".to_owned(),
        cell => glyph::safe(cell),
    });
    labels.collect()
}

#[derive(Debug)]
pub(super) struct GroupingPrompt;

/// Prompts for the fields to count by, starting with the current ones.
pub(super) fn ask_fields(model: &mut Model) {
    let fields = page::<Values>(model).map(|page| page.view.fields());
    let fields = fields.unwrap_or_default().to_vec();
    let text = Fields(fields).names().join(",");
    overlay::ask(model, "count by", &text, GroupingPrompt)
}

pub(super) fn open_typed(model: &mut Model, text: &str) {
    match read(text) {
        Ok(fields) => open_fields(model, fields),
        Err(wrong) => model.refused(wrong.message),
    }
}

fn read(text: &str) -> Result<Fields, Wrong> {
    let fields = Fields::typed(text);
    fields.map_err(|(at, error)| Wrong::new(Span::new(at.start, at.end), error.in_short()))
}

impl PromptHandler for GroupingPrompt {
    fn memory(&self) -> Option<&'static str> {
        Some("count-by")
    }

    fn enter(&self) -> &'static str {
        "count"
    }

    fn hint(&self, _model: &Model) -> String {
        "fields, such as `bm`, `side,id.prefix` or `count(bm)`".to_owned()
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let head = "Opcodes, position fields and calculations. Several, with commas between, are counted together.";
        let head = [head.to_owned(), self.hint(model), String::new()];
        let fields = offered().map(|(name, about)| format!("{name:<14}{about}"));
        let lines = head.into_iter().chain(fields);
        lines.map(PagerLine::Text).collect()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let before = text.get(..cursor).unwrap_or(text);
        let last = in_list(before).last().unwrap_or_default();
        let word = last.trim_start();
        let offered = offered().map(|(name, about)| (name.to_owned(), about.to_owned()));
        Completions::of_word(before.len(), word, offered.chain(opcodes(model)))
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::default());
        }
        let fields = read(text)?;
        Ok(Meaning::of(move |model| open_fields(model, fields.clone())))
    }
}
