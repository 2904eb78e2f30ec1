//! The palette of opcodes: what fits the record first, what it has last.

use crate::editor::model::Model;
use crate::editor::state::picker_item::PickerItem;
use crate::editor::state::template::{PREFIX, Template};
use crate::epd::{LineKind, Record, opcode};
use rustc_hash::FxHashMap;

/// Lines before and after the selected one whose opcodes say what fits here.
const AROUND: usize = 60;
/// How many records around must have an opcode, so that it is said to be usual.
const USUAL: usize = 3;

/// What suites of positions hold, the most frequent first.
const FREQUENT: [&str; 12] = [
    "bm", "id", "am", "c0", "ce", "dm", "pv", "acd", "acn", "acs", "fmvn", "hmvc",
];

/// Operations that can't stand together: an opcode, and one that it excludes.
const EXCLUDES: [(&str, &str); 7] = [
    ("draw_accept", "draw_reject"),
    ("draw_claim", "draw_offer"),
    ("resign", "draw_accept"),
    ("resign", "draw_claim"),
    ("resign", "draw_offer"),
    ("resign", "draw_reject"),
    ("refcom", "refreq"),
];

/// How well an opcode fits, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// What most records around have, by how many.
    Usual(std::cmp::Reverse<usize>),
    /// By its place among the frequent ones.
    Frequent(usize),
    Other,
    /// Something else must be there first, or must not be there.
    Not,
    Present,
}

/// The rows of the palette; with `templates`, those too.
pub fn items(model: &Model, templates: bool) -> Vec<PickerItem> {
    let record = model.record();
    let present: Vec<String> = record
        .operations()
        .iter()
        .map(|operation| record.opcode(operation).into_owned())
        .collect();
    let around = around(model);
    let private = without_official(&around);
    let mut rows: Vec<(Fit, PickerItem)> = opcode::all()
        .iter()
        .map(|info| (info.name, info.title))
        .chain(private.into_iter().map(|name| {
            let words = opcode::well_known(name.as_bytes());
            (name.as_str(), words.unwrap_or("used in this file"))
        }))
        .map(|(name, title)| row(name, title, &present, &around))
        .collect();
    if templates {
        rows.extend(model.settings.templates.iter().map(|template| {
            let item = template.item();
            (Fit::Other, item)
        }));
    }
    rows.sort_by_key(|(fit, _)| *fit);
    rows.into_iter().map(|(_, item)| item).collect()
}

/// Opcodes of the records around that no table has, by name.
pub fn private(model: &Model) -> Vec<String> {
    let around = around(model);
    without_official(&around).into_iter().cloned().collect()
}

fn without_official(around: &FxHashMap<String, usize>) -> Vec<&String> {
    let names = around.keys();
    let mut private: Vec<&String> = names
        .filter(|name| opcode::find(name.as_bytes()).is_none())
        .collect();
    private.sort_unstable();
    private
}

fn row(
    name: &str,
    title: &str,
    present: &[String],
    around: &FxHashMap<String, usize>,
) -> (Fit, PickerItem) {
    let has = |other: &str| present.iter().any(|name| name == other);
    let count = around.get(name).copied().unwrap_or(0);
    let against = EXCLUDES.iter().find_map(|&(one, other)| {
        if one == name && has(other) {
            Some(other)
        } else if other == name && has(one) {
            Some(one)
        } else {
            None
        }
    });
    let lacks_move = matches!(name, "draw_claim" | "draw_offer") && !has("sm");
    let (fit, keys) = if has(name) {
        (Fit::Present, "already in the record".to_owned())
    } else if let Some(other) = against {
        (Fit::Not, format!("excluded by {other}"))
    } else if lacks_move {
        (Fit::Not, "needs sm".to_owned())
    } else if count >= USUAL {
        (
            Fit::Usual(std::cmp::Reverse(count)),
            "common in this file".to_owned(),
        )
    } else {
        match FREQUENT.iter().position(|frequent| *frequent == name) {
            Some(at) => (Fit::Frequent(at), String::new()),
            None => (Fit::Other, String::new()),
        }
    };
    let item = PickerItem {
        label: name.into(),
        detail: title.into(),
        keys,
        disabled: None,
        value: name.into(),
    };
    (fit, item)
}

/// How many of the records around have each opcode.
fn around(model: &Model) -> FxHashMap<String, usize> {
    let (at, suite) = (model.document.selected, &model.document.suite);
    let options = model.document.read_options();
    let mut counts = FxHashMap::default();
    let lines = at.saturating_sub(AROUND)..(at + AROUND).min(suite.line_count());
    for line in lines.filter(|line| *line != at) {
        let line = suite.line(line);
        let record = Record::read(&line, &options);
        if record.kind() != LineKind::Record {
            continue;
        }
        for operation in record.operations() {
            let name = record.opcode(operation);
            if opcode::is_opcode(name.as_bytes()) {
                *counts.entry(name.into_owned()).or_insert(0) += 1;
            }
        }
    }
    counts
}

/// The template that a row of the palette stands for.
pub fn template<'m>(model: &'m Model, value: &str) -> Option<&'m Template> {
    let name = value.strip_prefix(PREFIX)?;
    model
        .settings
        .templates
        .iter()
        .find(|template| template.name == name)
}
