//! What can be typed next in the prompt of a bulk edit.

use super::{Ask, existing};
use crate::editor::flows::open::paths;
use crate::editor::model::Model;
use crate::epd::{Span, opcode};
use crate::suite::edit::Existing;
use crate::suite::query::Completions;

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
    let nth = head
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .count();
    let mut choices: Vec<(String, String)> = match ask {
        Ask::Set if nth > 0 => Vec::new(),
        Ask::Rename if nth > 1 => Vec::new(),
        Ask::Set if !is_said => opcodes(model)
            .into_iter()
            .chain(existing::offered())
            .collect(),
        Ask::Set | Ask::Remove | Ask::Rename | Ask::Sort => opcodes(model),
        Ask::Split if nth == 1 && head.trim_start().starts_with("by") => opcodes(model),
        Ask::Split if nth == 0 => vec![
            ("every".into(), "that many records per file".into()),
            ("by".into(), "one file per value of an operation".into()),
        ],
        Ask::Split if nth == 2 => vec![("into".into(), "the folder for the files".into())],
        Ask::Renumber if nth > 0 => vec![("from".into(), "the first number".into())],
        Ask::Sample if nth == 1 => {
            vec![("seed".into(), "the same seed gives the same sample".into())]
        }
        _ => Vec::new(),
    };
    if ask == Ask::Sort {
        let keys = [
            ("position", "placement, side, castling, en passant"),
            ("material", "value of all pieces"),
            ("text", "the whole line"),
            ("reverse", "descending"),
        ];
        let keys = keys.map(|(key, about)| (key.to_owned(), about.to_owned()));
        choices.splice(0..0, keys);
    }
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
    for operation in record.operations() {
        let name = record.opcode(operation).into_owned();
        let about = opcode::find(name.as_bytes())
            .map(|info| info.title)
            .or_else(|| opcode::well_known(name.as_bytes()))
            .unwrap_or("used in this record");
        if opcode::is_opcode(name.as_bytes()) && !names.iter().any(|(known, _)| *known == name) {
            names.push((name, about.to_owned()));
        }
    }
    for info in opcode::all() {
        if !names.iter().any(|(known, _)| known == info.name) {
            names.push((info.name.to_owned(), info.title.to_owned()));
        }
    }
    for (name, about) in opcode::all_well_known() {
        if !names.iter().any(|(known, _)| known == name) {
            names.push((name.to_owned(), about.to_owned()));
        }
    }
    names
}
