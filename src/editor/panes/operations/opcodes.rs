//! Opcodes: the palette of all of them, what fits the record first, what it has last; and completion in the raw
//! line, of the opcode, the move or the word of a list at the cursor.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Own, menu};
use crate::editor::panes::operations::assist;
use crate::editor::state::editing::{Offer, OperandEditing, Row};
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::{self, Shape};
use crate::epd::{LineKind, Operation, Record, Span};
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

/// Opens the palette of opcodes, `more` rows among them; `picked` does something with the opcode of one.
pub(crate) fn choose(
    model: &mut Model,
    title: impl Into<String>,
    more: Vec<MenuItem>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let picked = Rc::new(picked);
    let item = move |name: &str, title: &str| {
        let (picked, opcode) = (Rc::clone(&picked), name.to_owned());
        let does = move |model: &mut Model| picked(model, &opcode);
        MenuItem::new(None, name, title, does).called(name)
    };
    let (record, around) = (model.record(), around(model));
    let private = without_official(&around);
    let opcodes = all(&private).map(|(name, title)| {
        let (fit, why) = fit(name, &record, around.get(name).copied().unwrap_or(0));
        (fit, item(name, title).keyed(why))
    });
    let more = more.into_iter().map(|item| ((OTHER, 0), item));
    let mut rows: Vec<(Fit, MenuItem)> = opcodes.chain(more).collect();
    rows.sort_by_key(|(fit, _)| *fit);
    let rows = rows.into_iter().map(|(_, item)| item).collect();
    // An opcode that is in no table can be used all the same, as it is typed. It stands last, but a capital
    // first is how private opcodes begin, and no other does.
    let own = move |typed: &str| {
        let own = match typed.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => Own::First,
            false => Own::Last,
        };
        opcode::is_opcode(typed.as_bytes()).then(|| MenuItem {
            own: Some(own),
            ..item(typed, "your own opcode").keyed("private")
        })
    };
    let menu = Menu::narrowed(title, rows).making(own);
    overlay::open(model, menu.typing(choose_at_blank))
}

/// Chooses an opcode that is known, or that the file has, as soon as a blank is typed behind it, as in a record.
fn choose_at_blank(model: &mut Model) {
    menu::narrow(model);
    let Some(menu) = overlay::top_mut::<Menu>(model) else {
        return;
    };
    let text = menu.text().into_owned();
    let Some(name) = text.strip_suffix(' ') else {
        return;
    };
    let is_meant = |item: &MenuItem| {
        let is_known = item.own.is_none() || opcode::well_known(name.as_bytes()).is_some();
        item.value == name && is_known
    };
    let rows = 0..menu.count();
    let mut meant = rows.filter(|row| menu.row(*row).is_some_and(|(item, _)| is_meant(item)));
    if let Some(row) = meant.next() {
        menu.list.cursor = row;
        menu::choose(model);
    }
}

/// Returns opcodes with what they are: those of the tables, then these.
fn all(private: &[String]) -> impl Iterator<Item = (&str, &'static str)> {
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

fn without_official(around: &FxHashMap<String, usize>) -> Vec<String> {
    let names = around.keys();
    let private = names.filter(|name| opcode::find(name.as_bytes()).is_none());
    let mut private: Vec<String> = private.cloned().collect();
    private.sort_unstable();
    private
}

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

/// Rows of completions in the raw line at most: it should stay in sight.
const MOST: usize = 8;

/// Offers what could be meant by the word before the cursor; nothing where it is whole already.
pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    let cursor = text.cursor();
    let at_opcode =
        |operation: &&Operation| operation.opcode.start < cursor && cursor <= operation.opcode.end;
    if let Some(operation) = record.operations().iter().find(at_opcode) {
        return of_opcodes(model, record, operation, text);
    }
    let before = |operation: &Operation| operation.opcode.end < cursor;
    let index = record.operations().iter().rposition(before);
    let offer = index.and_then(|index| of_operands(model, record, index, text));
    offer.unwrap_or_default()
}

fn of_opcodes(model: &Model, record: &Record<'_>, here: &Operation, text: &LineEditor) -> Offer {
    let word = Span::new(here.opcode.start, text.cursor());
    let typed = String::from_utf8_lossy(word.of(text.text())).into_owned();
    if opcode::find(typed.as_bytes()).is_some() {
        return Offer::default();
    }
    let present = |name: &str| {
        let mut others = record.operations().iter().filter(|other| *other != here);
        others.any(|other| other.opcode.of(record.line()) == name.as_bytes())
    };
    let at_end = text.cursor() == text.text().len();
    let private = &model.assist.private;
    let private = private.get_or_init(|| without_official(&around(model)));
    let others = all(private).filter(|(name, _)| !present(name) && *name != typed);
    let others = others.map(|(name, detail)| {
        let (after, back) = match opcode::find(name.as_bytes()).map(|info| info.shape) {
            _ if !at_end => ("", 0),
            Some(Shape::Nothing) => (";", 0),
            Some(Shape::Text { .. }) => (" \"\";", 2),
            _ => (" ", 0),
        };
        Row {
            after,
            back,
            ..Row::of((name, detail))
        }
    });
    let mut rows = assist::ranked_by(others, |row| {
        assist::matches(&row.label, &typed).filter(|(rank, _)| *rank <= 2)
    });
    rows.truncate(MOST);
    Offer {
        rows,
        word,
        ..Offer::titled("opcodes")
    }
}

/// Offers what the operation would offer where its operands alone were typed, up to the cursor.
fn of_operands(
    model: &Model,
    record: &Record<'_>,
    index: usize,
    text: &LineEditor,
) -> Option<Offer> {
    let operation = record.operations().get(index)?;
    let info = operation.info?;
    let (bytes, cursor) = (text.text(), text.cursor());
    let start = operation.opcode.end + 1;
    let typed = bytes.get(start..cursor)?;
    // Only at the end of a word: moving about in the line brings nothing up.
    let goes_on = bytes
        .get(cursor)
        .is_some_and(|byte| !matches!(byte, b' ' | b';'));
    let has_tags = info.shape == Shape::TagPairs;
    let is_text = !has_tags && (typed.contains(&b';') || typed.contains(&b'"'));
    if goes_on || is_text || typed.ends_with(b" ") {
        return None;
    }
    let operand = OperandEditing::new(index, info.name, typed, false);
    let mut offer = assist::of_operand(model, record, &operand);
    let word = offer.word.of(typed);
    if word.is_empty() || offer.rows.iter().any(|row| row.value == word) {
        return None;
    }
    offer.rows.truncate(MOST);
    if !has_tags {
        for row in &mut offer.rows {
            (row.on, row.after) = (None, "");
        }
    }
    offer.word = Span::new(start + offer.word.start, start + offer.word.end);
    offer.note = None;
    Some(offer)
}
