//! The records in the order of a column: worked out on another thread, made as one step.

use crate::app::effect::Effect;
use crate::app::features::change::{applied, said_with_undo};
use crate::app::features::jobs;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{self, Menu, MenuItem};
use crate::app::state::columns::Column;
use crate::app::state::jobs::sort::{Sort, Sorted};
use crate::app::state::jobs::{Slot, Work};
use crate::epd::counted::thousands;
use crate::suite::bulk::Chosen;

/// Opens the menu of columns to sort by, both ways.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let mut columns: Vec<Column> = model.columns.shown().to_vec();
    for column in [Column::Id, Column::Best, Column::Material, Column::Problems] {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.retain(|column| column.sort_key().is_some());
    let letters = ('a'..='z').filter(|letter| *letter != 'q');
    let items = columns
        .into_iter()
        .zip(letters)
        .flat_map(|(column, letter)| {
            let name = glyph::safe(column.name().as_bytes());
            let capital = letter.to_ascii_uppercase();
            let about = column.about();
            [
                MenuItem::new(
                    Some(letter),
                    format!("{name} ↑"),
                    about,
                    sorts(&column, false),
                ),
                MenuItem::new(
                    Some(capital),
                    format!("{name} ↓"),
                    "descending",
                    sorts(&column, true),
                ),
            ]
        });
    let items = items.collect();
    overlay::open(model, Menu::new("Sort by", items))
}

/// What a row does: sorts by a column.
pub(super) fn sorts(column: &Column, reverse: bool) -> impl Fn(&mut Model) -> Vec<Effect> + use<> {
    let column = column.clone();
    move |model| by(model, column.clone(), reverse)
}

/// Why the records can't be sorted now.
pub fn why_not(model: &Model) -> Option<String> {
    if model.document.suite.loading().is_some() {
        return Some("still reading the file".into());
    }
    (model.document.suite.line_count() < 2).then(|| "nothing to sort".into())
}

/// Begins to sort.
pub(crate) fn by(model: &mut Model, column: Column, reverse: bool) -> Vec<Effect> {
    if model.read_only {
        model.refused("the file is open read-only");
        return Vec::new();
    }
    if let Some(reason) = why_not(model) {
        model.refused(reason);
        return Vec::new();
    }
    if column.sort_key().is_none() {
        model.refused("already in file order · undo reverts a sort");
        return Vec::new();
    }
    let chosen = match model.document.marked() {
        Some(marked) => Chosen::Lines(marked.clone()),
        None => Chosen::All,
    };
    let job = Sort {
        snapshot: model.document.suite.snapshot(),
        column,
        reverse,
        chosen,
        selected: model.document.selected,
    };
    vec![jobs::start(model, Slot::Sort, Work::Sort(job))]
}

/// The order is worked out: makes it so.
pub(crate) fn sorted(model: &mut Model, sorted: Sorted) -> Vec<Effect> {
    let Sorted {
        column,
        reverse,
        change,
        selected,
    } = sorted;
    let name = glyph::safe(column.name().as_bytes());
    let way = if reverse { ", descending" } else { "" };
    let moved = change.changed();
    match model.document.suite.apply(change) {
        Err(stale) => {
            model.refused(stale.to_string());
            Vec::new()
        }
        Ok(false) => {
            model.document.sorted = Some((column, reverse, model.document.suite.revision()));
            model.done(format!("already sorted by {name}{way}"));
            Vec::new()
        }
        Ok(true) => {
            model.document.sorted = Some((column, reverse, model.document.suite.revision()));
            let effects = applied(model);
            if let Some(line) = selected {
                model.document.selected = line;
            }
            let moved = thousands(moved);
            said_with_undo(
                model,
                &format!("sorted by {name}{way}: {moved} records moved"),
            );
            effects
        }
    }
}
