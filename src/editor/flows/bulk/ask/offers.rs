//! What can be typed next in the prompt of a bulk edit.

use super::{Ask, existing, words};
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::epd::{Span, opcode};
use crate::suite::edit::Existing;
use crate::suite::query::Completions;

/// What records can be sorted by, besides opcodes.
const SORT: [(&str, &str); 4] = [
    ("position", "placement, side, castling, en passant"),
    ("material", "value of all pieces"),
    ("text", "the whole line"),
    ("reverse", "descending"),
];

/// How a file is split.
const SPLIT: [(&str, &str); 2] = [
    ("every", "that many records per file"),
    ("by", "one file per value of an operation"),
];

/// What can be typed at the cursor.
pub(super) fn at(ask: Ask, model: &Model, text: &str, cursor: usize) -> Completions {
    if ask == Ask::Merge {
        return Completions {
            span: Span::new(0, text.len()),
            choices: paths::offered(model, text),
        };
    }
    if let Some(start) = ask.folder_at(text) {
        let mut choices = paths::offered(model, text.get(start..).unwrap_or_default());
        choices.retain(|(path, _)| path.ends_with('/'));
        return Completions {
            span: Span::new(start, text.len()),
            choices,
        };
    }
    let before = text.get(..cursor).unwrap_or(text);
    let start = before
        .char_indices()
        .rfind(|(_, c)| c.is_whitespace() || *c == ',')
        .map_or(0, |(at, c)| at + c.len_utf8());
    let (head, word) = before.split_at_checked(start).unwrap_or((before, ""));
    // What is said before the operation is no word of it.
    let (is_said, head) = match existing::read(head) {
        Ok((existing, at)) if ask == Ask::Set && existing != Existing::Replace => {
            (true, head.get(at..).unwrap_or_default())
        }
        _ => (false, head),
    };
    let word_of = |(word, about): (&str, &str)| (word.to_owned(), about.to_owned());
    let mut choices: Vec<(String, String)> = match (ask, words(head).len()) {
        (Ask::Set, 0) if !is_said => opcodes(model)
            .into_iter()
            .chain(existing::offered())
            .collect(),
        (Ask::Sort, _) => SORT
            .map(word_of)
            .into_iter()
            .chain(opcodes(model))
            .collect(),
        (Ask::Set, 0) | (Ask::Rename, 0 | 1) | (Ask::Remove, _) => opcodes(model),
        (Ask::Split, 1) if head.trim_start().starts_with("by") => opcodes(model),
        (Ask::Split, 0) => SPLIT.map(word_of).to_vec(),
        (Ask::Split, 2) => vec![word_of(("into", "the folder for the files"))],
        (Ask::Renumber, 1..) => vec![word_of(("from", "the first number"))],
        (Ask::Sample, 1) => vec![word_of(("seed", "the same seed gives the same sample"))],
        _ => Vec::new(),
    };
    choices.retain(|(choice, _)| choice.starts_with(word) && choice != word);
    Completions {
        span: Span::new(start, before.len()),
        choices,
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
