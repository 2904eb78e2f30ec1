//! What can be typed next in the prompt of a bulk edit.

use super::{Ask, existing, words};
use crate::editor::model::Model;
use crate::epd::{Span, opcode};
use crate::suite::edit::Existing;
use crate::suite::query::Completions;

/// The fields beside opcodes that records can be sorted by.
const SORT: [(&str, &str); 4] = [
    ("position", "placement, side, castling, en passant"),
    ("material", "value of all pieces"),
    ("text", "the whole line"),
    ("reverse", "descending"),
];

/// Returns the completions at the cursor; `behind` gives the words that can stand behind a text.
pub(in crate::editor::flows::bulk) fn at(
    text: &str,
    cursor: usize,
    behind: impl FnOnce(&str) -> Vec<(String, String)>,
) -> Completions {
    let before = text.get(..cursor).unwrap_or(text);
    let start = before
        .char_indices()
        .rfind(|(_, c)| c.is_whitespace() || *c == ',')
        .map_or(0, |(at, c)| at + c.len_utf8());
    let (head, word) = before.split_at_checked(start).unwrap_or((before, ""));
    let mut choices = behind(head);
    choices.retain(|(choice, _)| choice.starts_with(word) && choice != word);
    Completions {
        span: Span::new(start, before.len()),
        choices,
    }
}

/// The words that can stand behind a text where an edit is asked for.
pub(super) fn behind(ask: Ask, model: &Model, head: &str) -> Vec<(String, String)> {
    // What is said before the operation is no word of it.
    let (existing, at) = match ask {
        Ask::Set => existing::read(head).unwrap_or_default(),
        _ => (Existing::Replace, 0),
    };
    let words = words(head.get(at..).unwrap_or_default()).len();
    let offer = |(word, about): (&str, &str)| (word.to_owned(), about.to_owned());
    match (ask, words) {
        (Ask::Set, 0) if existing == Existing::Replace => opcodes(model)
            .into_iter()
            .chain(existing::offered())
            .collect(),
        (Ask::Sort, _) => SORT.map(offer).into_iter().chain(opcodes(model)).collect(),
        (Ask::Set, 0) | (Ask::Rename, 0 | 1) | (Ask::Remove, _) => opcodes(model),
        (Ask::Renumber, 1..) => vec![offer(("from", "the first number"))],
        (Ask::Sample, 1) => vec![offer(("seed", "the same seed gives the same sample"))],
        _ => Vec::new(),
    }
}

/// All opcodes, in the standard and well known, those of the selected record first.
pub(crate) fn opcodes(model: &Model) -> Vec<(String, String)> {
    let record = model.record();
    let mut names: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, about: &str| {
        if !names.iter().any(|(known, _)| known == name) {
            names.push((name.to_owned(), about.to_owned()));
        }
    };
    for operation in record.operations() {
        let name = record.opcode(operation);
        let known = opcode::find(name.as_bytes()).map(|info| info.title);
        let known = known.or_else(|| opcode::well_known(name.as_bytes()));
        if opcode::is_opcode(name.as_bytes()) {
            add(&name, known.unwrap_or("used in this record"));
        }
    }
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    for (name, about) in standard.chain(opcode::all_well_known()) {
        add(name, about);
    }
    names
}
