//! Edits of whole lines: insert, copy, delete and move, also to another open file or to a new one.

use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::doc::change::{around, done_with_undo, undo_hint};
use crate::editor::flows::{bulk, open};
use crate::editor::model::Model;
use crate::editor::overlay::paths::{self, NewPath};
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::LineClipboard;
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::jobs::bulk::{Plan, hidden_in_words};
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::records::{after_block, are_comments, before_block, block_of};
use crate::suite::{LineSet, Snapshot, Suite};

/// The text of a new record: the starting position.
const START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

pub fn new(model: &mut Model) {
    insert(model, &[START.to_vec()], "new record".to_owned());
}

pub(crate) fn after_selected(model: &Model) -> usize {
    let count = model.document.suite.line_count();
    (model.document.selected + 1).min(count)
}

/// Inserts lines after the selected one, selects the first of them, and reports `message`.
pub(crate) fn insert(model: &mut Model, lines: &[Vec<u8>], message: String) {
    let at = after_selected(model);
    around(model, at..at, at..at + lines.len(), |model| {
        model
            .document
            .suite
            .insert_lines(at, lines, message.clone());
    });
    model.select(at);
    done_with_undo(model, &message);
}

/// Duplicates each marked line, else the selected one.
pub fn duplicate(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Duplicate, marked);
    }
    let at = model.document.selected;
    let message = format!("duplicated line {}", at + 1);
    around(model, at + 1..at + 1, at + 1..at + 2, |model| {
        model.document.suite.duplicate_line(at, message.clone());
    });
    model.select(at + 1);
    done_with_undo(model, &message);
}

pub(crate) fn to_delete(model: &Model) -> String {
    match model.document.marked() {
        Some(_) => format!("deletes {}", bulk::scope(model).in_words()),
        None => format!("deletes line {}", model.document.selected + 1),
    }
}

pub fn delete(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Delete, marked);
    }
    let message = format!("deleted line {}", model.document.selected + 1);
    delete_selected(model, message)
}

pub(crate) fn delete_selected(model: &mut Model, message: String) {
    let at = model.document.selected;
    let next = next_shown(model);
    around(model, at..at + 1, at..at, |model| {
        model
            .document
            .suite
            .delete_lines(at..at + 1, message.clone());
    });
    model.reselect(if next > at { next - 1 } else { next });
    done_with_undo(model, &message);
}

/// Returns the line to select after the selected one is removed; in a sorted list, that of the next row.
fn next_shown(model: &Model) -> usize {
    let document = &model.document;
    let at = document.selected;
    if document.sorted_view.is_none() {
        return at + 1;
    }
    let row = document.selected_row();
    let before = || document.line_at(row.checked_sub(1)?);
    document.line_at(row + 1).or_else(before).unwrap_or(at)
}

/// Returns the reason why lines can't be moved: in a sorted list, neighbours on the screen are elsewhere in the file.
pub(crate) fn is_sorted(model: &Model) -> Option<String> {
    let reason = "can't move lines in a sorted view · {sort} {choose} removes the sort";
    model.when(model.document.sorted_view.is_some(), reason)
}

/// Moves the marked lines, as one block, past the next shown line that is not marked, else the selected line
/// past the next shown one: down if `by` is 1, up if -1. A record moves with the comments directly above it,
/// and past another record with its comments.
pub fn shift(model: &mut Model, by: isize) {
    if let Some(marked) = bulk::marked(model) {
        return match beyond_marks(model, by > 0) {
            Some(to) => bulk::now(model, Plan::Gather { to }, marked),
            None => model.refused("the marked lines are already at the end"),
        };
    }
    let at = model.document.selected;
    let snapshot = model.document.suite.snapshot();
    let moved = block_of(&snapshot, at);
    let is_comment = are_comments(&snapshot, &std::iter::once(at).collect());
    let Some(before) = beyond(model, &snapshot, (moved.start, at), by > 0, is_comment) else {
        return;
    };
    if (moved.start..=moved.end).contains(&before) {
        return model.refused("only comments follow");
    }
    let to = match before > at {
        true => before - 1,
        false => before + moved.len() - 1,
    };
    let message = format!("moved line {} to {}", at + 1, to + 1);
    let (first, after) = (moved.start.min(before), moved.end.max(before));
    around(model, first..after, first..after, |model| {
        model
            .document
            .suite
            .move_lines(moved, before, message.clone());
    });
    model.select(to);
    done_with_undo(model, &message);
}

/// Returns the line before which the lines from `first` to `last` are inserted to move past one shown line.
fn beyond(
    model: &Model,
    snapshot: &Snapshot,
    (first, last): (usize, usize),
    down: bool,
    are_comments: bool,
) -> Option<usize> {
    let document = &model.document;
    if down {
        let row = document.row_of(last);
        let next = if document.shows(last) { row + 1 } else { row };
        let line = document.line_at(next)?;
        Some(match are_comments {
            true => line + 1,
            false => after_block(snapshot, line),
        })
    } else {
        let line = document.line_at(document.row_of(first).checked_sub(1)?)?;
        Some(match are_comments {
            true => line,
            false => before_block(snapshot, line),
        })
    }
}

/// Returns the line before which the marked lines are inserted to move past one shown line.
fn beyond_marks(model: &Model, down: bool) -> Option<usize> {
    let snapshot = model.document.suite.snapshot();
    let marked = model.document.marked()?;
    let first = block_of(&snapshot, marked.nth(0)?).start;
    let last = marked.nth(marked.len().checked_sub(1)?)?;
    let comments = are_comments(&snapshot, marked);
    beyond(model, &snapshot, (first, last), down, comments)
}

pub(crate) fn gather(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        let to = model.document.selected + 1;
        bulk::now(model, Plan::Gather { to }, marked)
    }
}

/// Copies the marked lines, else the selected one, for pasting; with `cut`, also deletes them.
pub fn take(model: &mut Model, cut: bool) {
    let marked = model.document.marked().cloned();
    let adjective = if marked.is_some() { "marked " } else { "" };
    let lines = marked.unwrap_or_else(|| std::iter::once(model.document.selected).collect());
    let count = lines.len();
    let hidden = hidden_in_words(bulk::hidden(model), count);
    let (words, them) = (noun(count, "line", "lines"), noun(count, "it", "them"));
    let pastes = model.key(Id::PasteRecords);
    let what = format!("{count} {adjective}{words}{hidden} · {pastes} pastes {them}");
    model.line_clipboard = Some(LineClipboard {
        from: model.document.suite.snapshot(),
        lines,
    });
    if !cut {
        let copies = model.key(Id::Copy);
        return model.done(format!("copied {what}, {copies} copies text"));
    }
    let before = model.document.suite.revision();
    delete(model);
    // Many lines are deleted in the background, which then reports it.
    if model.document.suite.revision() != before {
        done_with_undo(model, &format!("cut {what}"));
    }
}

pub fn put(model: &mut Model) {
    let Some(LineClipboard { from, lines }) = model.line_clipboard.clone() else {
        return;
    };
    let at = after_selected(model);
    let scope = bulk::scope(model);
    bulk::now(model, Plan::Paste { from, lines, at }, scope)
}

/// Prompts for the open file to copy or move lines to; if there is no other, for the name of a new one.
pub fn ask_to_send(model: &mut Model, moves: bool) {
    if model.others.is_empty() {
        return ask_name(model, moves);
    }
    let verb = if moves { "Move" } else { "Copy" };
    let title = format!("{verb} {} to", sent(model));
    let about = "asks for its name; the first save creates it";
    let does = move |model: &mut Model| ask_name(model, moves);
    let new = MenuItem::new(None, "new file …", about, does);
    let mut items = open::rows(model, false, move |model, id| send(model, id, moves));
    items.push(new.disabled(read_only(model)));
    overlay::open(model, Menu::narrowed(title, items));
}

fn ask_name(model: &mut Model, moves: bool) {
    let verb = if moves { "move" } else { "copy" };
    let label = format!("{verb} {} to new file", sent(model));
    let about = "The path of a new file for the records. It opens in a tab, and saving writes it.";
    let to = NewPath::new("create", "queens.epd", about, move |model, path| {
        let home = model.document.id;
        model.add_document(Document::new(Suite::new_file(path)));
        let new = model.document.id;
        doc::show(model, home);
        send(model, new, moves);
        if let Some(status) = &mut model.status {
            status.text.push_str(" · not saved yet");
        }
    });
    let to = to.noted(how_to_send_all).unless_open("is open already");
    paths::ask(model, label, None, to)
}

/// Returns the name of the lines to send: `3 marked lines`, or `line 5`.
fn sent(model: &Model) -> String {
    match model.document.marked_count() {
        0 => format!("line {}", model.document.selected + 1),
        count => {
            let hidden = hidden_in_words(bulk::hidden(model), count);
            thousands_of(count, "marked line", "marked lines") + &hidden
        }
    }
}

/// Returns a hint on how to send all lines that the filter shows, which may be intended.
fn how_to_send_all(model: &Model) -> String {
    let shown = model.document.filtered().map_or(0, LineSet::len);
    if shown < 2 || model.document.marked_count() > 0 {
        return String::new();
    }
    let (shown, key) = (thousands(shown), model.key(Id::MarkAll));
    format!(" · {shown} lines are shown, {key} in the list marks them")
}

fn read_only(model: &Model) -> Option<String> {
    model.when(model.read_only, "files are open read-only")
}

/// Copies or moves the marked lines, else the selected one, to an open file, after the line selected there.
pub(crate) fn send(model: &mut Model, to: DocumentId, moves: bool) {
    let home = model.document.id;
    let Some(other) = model.document_of(to) else {
        return;
    };
    let name = other.suite.name().to_owned();
    if let Some(what) = other.not_epd {
        return model.refused(format!("{name} is open read-only: {what}"));
    }
    let count = model.document.marked_count().max(1);
    let clipboard = model.line_clipboard.clone();
    // The lines are deleted here only once they are in the other file, so that none can be lost.
    take(model, false);
    if !model.swap_to(to) {
        return;
    }
    put(model);
    model.swap_to(home);
    model.line_clipboard = clipboard;
    if moves {
        delete(model);
    }
    let records = thousands_of(count, "line", "lines");
    model.done(if moves {
        format!("moved {records} to {name} · {} in each", undo_hint(model))
    } else {
        format!("copied {records} to {name}")
    });
}

pub(crate) fn nothing_to_send(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some("no records to copy or move".into());
    }
    read_only(model).filter(|_| model.others.is_empty())
}
