//! Lines as a whole: new, copied, removed, moved.

use super::change::{around, said_with_undo};
use super::effect::Effect;
use super::model::{Model, Pane};
use super::reshape::{self, Plan};
use crate::suite::{LineSet, Snapshot};

/// Lines copied or cut: a state of a file, and which of its lines.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    from: Snapshot,
    lines: LineSet,
}

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

/// Puts a copy of each marked line after it, else of the selected one.
pub fn duplicate(model: &mut Model) -> Vec<Effect> {
    if let Some(marked) = reshape::marked(model) {
        return reshape::now(model, Plan::Duplicate, marked);
    }
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

/// Removes the marked lines, else the selected one.
pub fn delete(model: &mut Model) -> Vec<Effect> {
    if let Some(marked) = reshape::marked(model) {
        return reshape::now(model, Plan::Delete, marked);
    }
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

/// Moves the marked lines, as one block, past the next line shown that is not marked; else the
/// selected line past the one shown `by` (1 or -1) rows further.
pub fn shift(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Some(marked) = reshape::marked(model) {
        let Some(to) = beyond_marks(model, by > 0) else {
            model.refused("the marked lines stand at the end already");
            return Vec::new();
        };
        return reshape::now(model, Plan::Gather { to }, marked);
    }
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

/// Where marked lines go that move past one line shown: before this line.
fn beyond_marks(model: &Model, down: bool) -> Option<usize> {
    let document = &model.document;
    let marked = document.marked()?;
    let edge = if down {
        marked.nth(marked.len().checked_sub(1)?)?
    } else {
        marked.nth(0)?
    };
    let row = document.row_of(edge);
    if down {
        let next = if document.shows(edge) { row + 1 } else { row };
        document.line_at(next).map(|line| line + 1)
    } else {
        document.line_at(row.checked_sub(1)?)
    }
}

/// Moves the marked lines to after the selected one.
pub fn gather(model: &mut Model) -> Vec<Effect> {
    let Some(marked) = reshape::marked(model) else {
        return Vec::new();
    };
    let to = model.document.selected + 1;
    reshape::now(model, Plan::Gather { to }, marked)
}

/// Keeps the marked lines, else the selected one, to be pasted; with `cut` they go.
pub fn take(model: &mut Model, cut: bool) -> Vec<Effect> {
    let marked = model.document.marked().cloned();
    let is_marked = marked.is_some();
    let lines = marked.unwrap_or_else(|| std::iter::once(model.document.selected).collect());
    let count = lines.len();
    model.taken = Some(Taken {
        from: model.document.suite.snapshot(),
        lines,
    });
    if cut {
        return delete(model);
    }
    let (marked, lines) = (
        if is_marked { "marked " } else { "" },
        if count == 1 { "line" } else { "lines" },
    );
    model.done(format!(
        "copied {count} {marked}{lines} · P puts them in, ^C sends text out"
    ));
    Vec::new()
}

/// Why there is nothing to paste.
pub fn nothing_taken(model: &Model) -> Option<String> {
    model
        .taken
        .is_none()
        .then(|| "no lines were copied or cut · y copies, x cuts".into())
}

/// Puts the lines copied or cut after the selected one.
pub fn put(model: &mut Model) -> Vec<Effect> {
    let Some(Taken { from, lines }) = model.taken.clone() else {
        return Vec::new();
    };
    let at = match model.document.suite.line_count() {
        0 => 0,
        _ => model.document.selected + 1,
    };
    let scope = reshape::scope(model);
    reshape::now(model, Plan::Paste { from, lines, at }, scope)
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
