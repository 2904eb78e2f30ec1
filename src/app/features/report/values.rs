//! How often each value of a column occurs; choosing one narrows the list to it.

use crate::app::effect::Effect;
use crate::app::features::report::{ask, narrowing, of_what, open as show, stop};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::Does;
use crate::app::overlay::report::{Report, Reports, Row};
use crate::app::state::columns::Column;
use crate::app::state::jobs::report::{Answer, Request};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::{Facet, Frequency};

/// Values listed.
const LISTED: usize = 1000;

/// What the page keeps.
#[derive(Debug)]
struct Values {
    facet: Facet,
}

/// The columns whose values can be counted: those shown, then some that always can.
fn columns(model: &Model) -> Vec<Column> {
    let mut all: Vec<Column> = model.columns.shown().to_vec();
    for column in Column::PLAIN {
        if !all.contains(&column) {
            all.push(column);
        }
    }
    let mut facets = Vec::new();
    all.retain(|column| match column.facet() {
        Some(facet) if !facets.contains(&facet) => {
            facets.push(facet);
            true
        }
        _ => false,
    });
    all
}

/// Opens the page for the column whose values were looked at last, else the best moves.
pub(crate) fn open_last(model: &mut Model) -> Vec<Effect> {
    let last = model.values_of.clone();
    let column = last.unwrap_or(Column::Opcode("bm".to_owned()));
    open(model, column)
}

/// Opens the page for a column.
pub fn open(model: &mut Model, column: Column) -> Vec<Effect> {
    let Some(facet) = column.facet() else {
        model.refused("every line number is unique");
        return Vec::new();
    };
    model.values_of = Some(column.clone());
    let name = match &facet {
        Facet::Opcode(name) => name.clone(),
        _ => column.name(),
    };
    let values = Values {
        facet: facet.clone(),
    };
    let title = format!("Values of {name}{}", of_what(model));
    let mut effects = show(model, Report::new(values, title).noted("counting"));
    let most = LISTED;
    effects.push(ask(model, Request::Values { facet, most }));
    effects
}

impl Reports for Values {
    /// The values are counted.
    fn arrived(&mut self, report: &mut Report, _model: &mut Model, answer: Answer) {
        let Answer::Values(found) = answer else {
            return;
        };
        report.note = note(&found);
        report.put(rows(&self.facet, &found));
    }

    /// The next column's values.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let all = columns(model);
        let at = all
            .iter()
            .position(|column| column.facet().as_ref() == Some(&self.facet));
        let count = all.len().max(1);
        let next = at.unwrap_or(count - 1) + count;
        let column = all.get(next.saturating_add_signed(by) % count).cloned()?;
        Some(Does::new(move |model| open(model, column.clone())))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }

    fn closed(&self, model: &mut Model) -> Vec<Effect> {
        stop(model)
    }
}

fn note(found: &Frequency) -> String {
    let listed = found.values.len();
    let more = if listed < found.distinct {
        format!(", showing the {} most frequent", thousands(listed))
    } else {
        String::new()
    };
    format!(
        "{} in {}{more}",
        thousands_of(found.distinct, "value", "values"),
        thousands_of(found.records, "record", "records")
    )
}

fn rows(facet: &Facet, found: &Frequency) -> Vec<Row> {
    let most = found.values.iter().map(|value| value.count).max();
    let most = most.unwrap_or(0).max(found.without);
    let row = |label: String, question: Option<String>, count: usize| {
        let share = percent(count, found.records);
        let row = Row::item(label).barred(count, most).detailed(share);
        match question {
            Some(question) => narrowing(row.asking(question)),
            None => row.disabled("this value can't be filtered"),
        }
    };
    let mut rows: Vec<Row> = found
        .values
        .iter()
        .map(|value| {
            let label = glyph::safe(&value.text);
            let label = if label.is_empty() {
                "(empty)".to_owned()
            } else {
                label
            };
            row(label, facet.query(Some(&value.text)), value.count)
        })
        .collect();
    if found.without > 0 {
        let nothing = row("(none)".to_owned(), facet.query(None), found.without);
        rows.push(nothing);
    }
    if rows.is_empty() {
        rows.push(Row::heading("no record has one"));
    }
    rows
}

/// A share of a whole, in per cent with one decimal, right-aligned.
pub(super) fn percent(part: usize, whole: usize) -> String {
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
    use super::percent;

    #[test]
    fn shares_are_never_rounded_to_nothing() {
        assert_eq!(percent(1, 3), " 33.3%");
        assert_eq!(percent(1, 10_000), " <0.1%");
        assert_eq!(percent(0, 0), "  0.0%");
        assert_eq!(percent(7, 7), "100.0%");
    }
}
