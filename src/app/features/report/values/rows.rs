//! The rows of values.

use super::{LISTED, View, with_view};
use crate::app::features::filter;
use crate::app::features::report::narrowing;
use crate::app::glyph;
use crate::app::layout::page_width;
use crate::app::overlay;
use crate::app::overlay::report::Row;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::field::{Field, cells};
use crate::suite::{Frequency, Order};

/// Columns of the screen that labels have at least, and between two values of a label.
const LEAST: usize = 34;
const BETWEEN: usize = 2;
/// Columns of a value in the name of a filter.
const NAME: usize = 40;

/// How much there is, for the lower border.
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

/// The rows of what was found, for a screen of so many columns.
pub(super) fn of(view: &View, found: &Frequency, columns: u16) -> Vec<Row> {
    let mut labels: Vec<Vec<String>> = found
        .values
        .iter()
        .map(|value| labels(view.fields(), &value.text))
        .collect();
    let names: Vec<String> = view
        .fields()
        .iter()
        .map(|field| glyph::safe(field.name().as_bytes()))
        .collect();
    let is_single = names.len() < 2;
    let mut rows = Vec::new();
    if !is_single {
        let room = LEAST.max(usize::from(page_width(columns) / 2).saturating_sub(2));
        let widths = widths(&names, &labels, room);
        let line = |cells: &[String]| in_columns(cells, &widths);
        rows.push(Row::heading(line(&names)));
        for label in &mut labels {
            *label = vec![line(label)];
        }
    }
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
        let label = label.into_iter().next().unwrap_or_default();
        rows.push(row(view, found, (label, &value.text, value.count), most));
    }
    let next = view.skip + found.values.len();
    if next < found.distinct {
        let left = thousands_of(found.distinct - next, "more value", "more values");
        rows.push(another(next, format!("… {left}")));
    }
    if found.without > 0 && view.holding.is_empty() {
        let group = vec![b'\n'; names.len().saturating_sub(1)];
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

/// A row that shows other values.
fn another(skip: usize, label: String) -> Row {
    Row::item(label)
        .detailed(format!("{} at a time", thousands(LISTED)))
        .entering("show them")
        .doing(move |model| with_view(model, |view| view.skip = skip))
}

/// The row of a value: its label, itself, and how many records have it.
fn row(view: &View, found: &Frequency, value: (String, &[u8], usize), most: usize) -> Row {
    let (label, group, count) = value;
    let share = percent(count, found.records);
    let row = Row::item(label).barred(count, most);
    match view.grouping.query(group) {
        Ok(query) => narrowing(row.detailed(share).asking(query)),
        Err(reason) => {
            let (grouping, group) = (view.grouping.clone(), group.to_vec());
            let name = name_of(view.fields(), &group);
            row.detailed(format!("{share}  by its lines: {reason}"))
                .filtering(move |model| {
                    let mut effects = overlay::leave(model).unwrap_or_default();
                    let (grouping, group) = (grouping.clone(), group.clone());
                    effects.extend(filter::by_value(model, &name, grouping, group));
                    effects
                })
        }
    }
}

/// A group in words, as what the list is narrowed to.
fn name_of(fields: &[Field], group: &[u8]) -> String {
    let parts = fields.iter().zip(labels(fields, group));
    let part =
        |(field, label): (&Field, String)| format!("{} {}", field.name(), glyph::cut(&label, NAME));
    parts.map(part).collect::<Vec<_>>().join(", ")
}

/// The values of a group as they are shown, made safe.
fn labels(fields: &[Field], group: &[u8]) -> Vec<String> {
    let label = |(_, cell): (&Field, &[u8])| match cell {
        b"" => "(none)".to_owned(),
        b"\"\"" => "(empty)".to_owned(),
        b";" => "(no operand)".to_owned(),
        cell => glyph::safe(cell),
    };
    fields.iter().zip(cells(group)).map(label).collect()
}

/// How wide the values of each field are shown, in so many columns: where there is not room for all, the
/// widest are cut.
fn widths(names: &[String], labels: &[Vec<String>], room: usize) -> Vec<usize> {
    let wide = |text: &String| glyph::width(text.as_bytes());
    let mut widths: Vec<usize> = names.iter().map(wide).collect();
    for label in labels {
        for (width, cell) in widths.iter_mut().zip(label) {
            *width = wide(cell).max(*width);
        }
    }
    let room = room.saturating_sub(BETWEEN * names.len().saturating_sub(1));
    let mut over = widths.iter().sum::<usize>().saturating_sub(room);
    while over > 0
        && let Some(widest) = widths.iter_mut().max().filter(|width| **width > 3)
    {
        *widest -= 1;
        over -= 1;
    }
    widths
}

/// Cells below one another.
fn in_columns(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let cell = glyph::cut(cell, *width);
        let blanks = width.saturating_sub(glyph::width(cell.as_bytes())) + BETWEEN;
        line.push_str(&cell);
        line.extend(std::iter::repeat_n(' ', blanks));
    }
    line.trim_end().to_owned()
}

/// A share of a whole, in per cent with one decimal, right-aligned.
pub(in super::super) fn percent(part: usize, whole: usize) -> String {
    let whole = whole.max(1) as u128;
    let tenths = (part as u128 * 1000 + whole / 2) / whole;
    let text = match tenths {
        0 if part > 0 => "<0.1%".to_owned(),
        _ => format!("{}.{}%", tenths / 10, tenths % 10),
    };
    format!("{text:>6}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_to_nothing() {
        assert_eq!(percent(1, 3), " 33.3%");
        assert_eq!(percent(1, 10_000), " <0.1%");
        assert_eq!(percent(0, 0), "  0.0%");
        assert_eq!(percent(7, 7), "100.0%");
    }

    #[test]
    fn values_of_several_fields_stand_below_one_another_and_the_widest_are_cut() {
        let names = ["side", "bm"].map(str::to_owned);
        let labels = vec![
            ["w", "Nf3"].map(str::to_owned).to_vec(),
            ["(none)", "Nbxd7 O-O-O Rae1"].map(str::to_owned).to_vec(),
        ];
        let shown = |room| {
            let widths = widths(&names, &labels, room);
            let line = |cells: &Vec<String>| in_columns(cells, &widths);
            labels.iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(shown(30), ["w       Nf3", "(none)  Nbxd7 O-O-O Rae1"]);
        assert_eq!(shown(16), ["w       Nf3", "(none)  Nbxd7 O…"]);
        assert_eq!(shown(8), ["w    Nf3", "(n…  Nb…"]);
    }
}
