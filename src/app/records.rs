//! Lines as a whole: new, copied, removed, moved.

use super::change::{around, said_with_undo};
use super::effect::Effect;
use super::model::{Model, Pane};

/// A new record: the position every game begins with.
const START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Puts a record with the starting position after the selected line.
pub fn new(model: &mut Model) -> Vec<Effect> {
    let count = model.document.suite.line_count();
    let at = if count == 0 {
        0
    } else {
        model.document.selected + 1
    };
    let effects = around(model, at..at, at..at + 1, |model| {
        model
            .document
            .suite
            .insert_lines(at, &[START.to_vec()], "new record");
    });
    model.select(at);
    said_with_undo(model, "new record");
    effects
}

/// Puts a copy of the selected line after it.
pub fn duplicate(model: &mut Model) -> Vec<Effect> {
    let at = model.document.selected;
    let said = format!("duplicated line {}", at + 1);
    let label = said.clone();
    let effects = around(model, at + 1..at + 1, at + 1..at + 2, |model| {
        model.document.suite.duplicate_line(at, label);
    });
    model.select(at + 1);
    said_with_undo(model, &said);
    effects
}

/// Removes the selected line.
pub fn delete(model: &mut Model) -> Vec<Effect> {
    let at = model.document.selected;
    let said = format!("deleted line {}", at + 1);
    let label = said.clone();
    let effects = around(model, at..at + 1, at..at, |model| {
        model.document.suite.delete_lines(at..at + 1, label);
    });
    model.reselect(at);
    said_with_undo(model, &said);
    effects
}

/// Moves the selected line past the one shown `by` (1 or -1) rows further.
pub fn shift(model: &mut Model, by: isize) -> Vec<Effect> {
    let at = model.document.selected;
    let document = &model.document;
    let row = document.selected_row().checked_add_signed(by);
    let Some(to) = row.and_then(|row| document.line_at(row)) else {
        return Vec::new();
    };
    let said = format!("moved line {} to {}", at + 1, to + 1);
    let before = if to > at { to + 1 } else { to };
    let (first, after) = (at.min(to), at.max(to) + 1);
    let label = said.clone();
    let effects = around(model, first..after, first..after, |model| {
        model.document.suite.move_lines(at..at + 1, before, label);
    });
    model.select(to);
    said_with_undo(model, &said);
    effects
}

/// Puts pasted lines after the selected one, where the suite list has the keys.
pub fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.focus != Pane::Records {
        model.refused("paste in the suite list puts records there; in a text being typed, text");
        return Vec::new();
    }
    if model.read_only {
        model.refused("the file is open read-only");
        return Vec::new();
    }
    let lines: Vec<Vec<u8>> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.as_bytes().to_vec())
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let count = model.document.suite.line_count();
    let at = if count == 0 {
        0
    } else {
        model.document.selected + 1
    };
    let said = match lines.len() {
        1 => "pasted 1 line".to_owned(),
        n => format!("pasted {n} lines"),
    };
    let label = said.clone();
    let effects = around(model, at..at, at..at + lines.len(), |model| {
        model.document.suite.insert_lines(at, &lines, label);
    });
    model.select(at);
    said_with_undo(model, &said);
    effects
}
