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

/// Returns the rows of the palette; with `templates`, those too.
pub fn items(model: &Model, templates: bool) -> Vec<PickerItem> {
    let record = model.record();
    let around = around(model);
    let private = without_official(&around).into_iter().map(|name| {
        let words = opcode::well_known(name.as_bytes());
        (name.as_str(), words.unwrap_or("used in this file"))
    });
    let official = opcode::all().iter().map(|info| (info.name, info.title));
    let mut rows: Vec<(Fit, PickerItem)> = official
        .chain(private)
        .map(|(name, title)| {
            let (fit, keys) = fit(name, &record, around.get(name).copied().unwrap_or(0));
            let item = PickerItem {
                label: name.into(),
                detail: title.into(),
                keys,
                disabled: None,
                value: name.into(),
            };
            (fit, item)
        })
        .collect();
    let of_settings = model.settings.templates.iter().filter(|_| templates);
    rows.extend(of_settings.map(|template| ((OTHER, 0), template.item())));
    rows.sort_by_key(|(fit, _)| *fit);
    rows.into_iter().map(|(_, item)| item).collect()
}

/// How well an opcode fits, best first: what most records around have, then what is frequent by its place; last what
/// can't stand there and what is there.
type Fit = (u8, usize);

const OTHER: u8 = 2;

/// Returns how well an opcode fits a record, where so many around have it, and why.
fn fit(name: &str, record: &Record<'_>, around: usize) -> (Fit, String) {
    let has = |other: &str| record.operation(other).is_some();
    let mut against = EXCLUDES.iter().filter_map(|&pair| match pair {
        (one, other) if one == name => Some(other),
        (one, other) if other == name => Some(one),
        _ => None,
    });
    let lacks_move = matches!(name, "draw_claim" | "draw_offer") && !has("sm");
    let frequent = FREQUENT.iter().position(|frequent| *frequent == name);
    if has(name) {
        ((4, 0), "already in the record".to_owned())
    } else if let Some(other) = against.find(|other| has(other)) {
        ((3, 0), format!("excluded by {other}"))
    } else if lacks_move {
        ((3, 0), "needs sm".to_owned())
    } else if around >= USUAL {
        ((0, usize::MAX - around), "common in this file".to_owned())
    } else {
        (frequent.map_or((OTHER, 0), |at| (1, at)), String::new())
    }
}

/// Returns opcodes of the records around that no table has, by name.
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

/// Returns how many of the records around have each opcode.
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

/// Returns the template that a row of the palette stands for.
pub fn template<'m>(model: &'m Model, value: &str) -> Option<&'m Template> {
    let name = value.strip_prefix(PREFIX)?;
    model
        .settings
        .templates
        .iter()
        .find(|template| template.name == name)
}
