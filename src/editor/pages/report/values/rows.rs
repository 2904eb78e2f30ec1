//! The rows of values.

use super::{LISTED, View, with_view};
use crate::editor::layout::page_width;
use crate::editor::overlay::report::{About, Row};
use crate::editor::pages::report::narrowing;
use crate::editor::pages::report::page::percent;
use crate::editor::widgets::glyph;
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::page::aligned;
use crate::suite::field::{Field, cells};
use crate::suite::{Frequency, Order};

/// Columns of the screen that labels have at least.
const LEAST: usize = 34;
/// Columns of a value in the name of a filter.
const NAME: usize = 40;

/// Returns how much there is, for the lower border.
pub(super) fn counted(view: &View, found: &Frequency) -> Vec<String> {
    let listed = found.values.len();
    let values = thousands_of(found.distinct, "value", "values");
    let records = thousands_of(found.records, "record", "records");
    let mut parts = vec![format!("{values} in {records}")];
    if listed < found.distinct {
        let (first, last) = (view.skip + 1, view.skip + listed);
        parts.push(format!("{} to {}", thousands(first), thousands(last)));
    }
    parts.push(
        match view.order {
            Order::Count => "sorted by count",
            Order::Value => "sorted by value",
        }
        .to_owned(),
    );
    parts
}

/// Returns the rows of what was found, for a screen of so many columns.
pub(super) fn of(view: &View, found: &Frequency, columns: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    let values = found.values.iter();
    let labels = values.map(|value| labels(view.fields(), &value.text));
    let labels: Vec<String> = match view.fields() {
        [_] => labels.flatten().collect(),
        fields => {
            let names = fields
                .iter()
                .map(|field| glyph::safe(field.name().as_bytes()));
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
        let before = view.skip.saturating_sub(LISTED);
        rows.push(another(
            before,
            format!("… {} before these", thousands(view.skip)),
        ));
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

/// Returns a row that shows other values.
fn another(skip: usize, label: String) -> Row {
    Row::item(label)
        .detailed(format!("{} at a time", thousands(LISTED)))
        .entering("show them")
        .doing(move |model| with_view(model, |view| view.skip = skip))
}

/// Returns the row of a value: its label, itself, and how many records have it.
fn row(view: &View, found: &Frequency, value: (String, &[u8], usize), most: usize) -> Row {
    let (label, group, count) = value;
    let share = percent(count, found.records);
    let row = Row::item(label).barred(count, most);
    match view.grouping.query(group) {
        Ok(query) => narrowing(row.detailed(share), About::Query(query)),
        Err(reason) => {
            let row = row.detailed(format!("{share}  by its lines: {reason}"));
            let name = name_of(view.fields(), group);
            narrowing(
                row,
                About::Value(name, view.grouping.clone(), group.to_vec()),
            )
        }
    }
}

/// Returns a group in words, as what the list is narrowed to.
fn name_of(fields: &[Field], group: &[u8]) -> String {
    let parts = fields.iter().zip(labels(fields, group));
    let part =
        |(field, label): (&Field, String)| format!("{} {}", field.name(), glyph::cut(&label, NAME));
    parts.map(part).collect::<Vec<_>>().join(", ")
}

/// Returns the values of a group as they are shown, made safe.
fn labels(fields: &[Field], group: &[u8]) -> Vec<String> {
    let label = |(_, cell): (&Field, &[u8])| match cell {
        b"" => "(none)".to_owned(),
        b"\"\"" => "(empty)".to_owned(),
        b";" => "(no operand)".to_owned(),
        cell => glyph::safe(cell),
    };
    fields.iter().zip(cells(group)).map(label).collect()
}
