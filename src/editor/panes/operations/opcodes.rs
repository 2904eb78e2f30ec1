//! The palette of opcodes: what fits the record first, what it has last.

use crate::editor::model::Model;
use crate::editor::overlay::{MenuItem, Own};
use crate::epd::{LineKind, Record, opcode};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Lines before and after the selected one whose opcodes say what fits here.
const AROUND: usize = 60;
/// The number of records around that must have an opcode for it to count as usual.
const USUAL: usize = 3;

/// The opcodes of suites of positions, the most frequent first.
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

/// Returns the rows of the palette, `more` among them; `picked` does something with the opcode of one.
pub(super) fn items(model: &Model, more: Vec<MenuItem>, picked: &Rc<Picked>) -> Vec<MenuItem> {
    let record = model.record();
    let around = around(model);
    let private = without_official(&around);
    let opcodes = all(&private).map(|(name, title)| {
        let (fit, why) = fit(name, &record, around.get(name).copied().unwrap_or(0));
        (fit, item(name, title, picked).keyed(why))
    });
    let more = more.into_iter().map(|item| ((OTHER, 0), item));
    let mut rows: Vec<(Fit, MenuItem)> = opcodes.chain(more).collect();
    rows.sort_by_key(|(fit, _)| *fit);
    rows.into_iter().map(|(_, item)| item).collect()
}

/// Something done with an opcode.
pub(super) type Picked = dyn Fn(&mut Model, &str);

fn item(name: &str, title: &str, picked: &Rc<Picked>) -> MenuItem {
    let (picked, opcode) = (Rc::clone(picked), name.to_owned());
    let does = move |model: &mut Model| picked(model, &opcode);
    MenuItem::new(None, name, title, does).called(name)
}

/// Returns the row of an opcode that is in no table: it can be used all the same, as it is typed. It stands last, but
/// a capital first is how private opcodes begin, and no other does.
pub(super) fn own(typed: &str, picked: &Rc<Picked>) -> Option<MenuItem> {
    let own = match typed.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => Own::First,
        false => Own::Last,
    };
    opcode::is_opcode(typed.as_bytes()).then(|| MenuItem {
        own: Some(own),
        ..item(typed, "your own opcode", picked).keyed("private")
    })
}

/// Returns opcodes with what they are: those of the tables, then these.
pub(super) fn all(private: &[String]) -> impl Iterator<Item = (&str, &'static str)> {
    let official = opcode::all().iter().map(|info| (info.name, info.title));
    let private = private.iter().map(|name| {
        let words = opcode::well_known(name.as_bytes());
        (name.as_str(), words.unwrap_or("used in this file"))
    });
    official.chain(private)
}

/// The rank of an opcode, best first: usual around here, then frequent by its place; last those that can't
/// stand there and those that are there.
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
pub(super) fn private(model: &Model) -> Vec<String> {
    without_official(&around(model))
}

fn without_official(around: &FxHashMap<String, usize>) -> Vec<String> {
    let names = around.keys();
    let private = names.filter(|name| opcode::find(name.as_bytes()).is_none());
    let mut private: Vec<String> = private.cloned().collect();
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
