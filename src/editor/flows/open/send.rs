//! Records copied or moved to another open file, or to a new one: the marked ones, else the selected one.

use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::doc::change::undo_hint;
use crate::editor::flows::{bulk, lines, open};
use crate::editor::model::Model;
use crate::editor::overlay::new_path::{self, NewPath};
use crate::editor::overlay::{self, Menu, MenuItem, Narrowing};
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::jobs::bulk::hidden_in_words;
use crate::epd::counted;
use crate::suite::{LineSet, Suite};
use std::path::PathBuf;

/// Copies or moves: asks to which open file, or for the name of a new one where there is no other.
pub fn open(model: &mut Model, moves: bool) {
    if model.others.is_empty() {
        return ask_name(model, moves);
    }
    let verb = if moves { "Move" } else { "Copy" };
    let title = format!("{verb} {} to", what(model));
    let about = "asks for its name; the first save creates it";
    let new = MenuItem::new(None, "new file …", about, move |model| {
        ask_name(model, moves)
    });
    let mut items = open::other_rows(model, move |model, id| send(model, id, moves));
    items.push(new.disabled(read_only(model)));
    overlay::open(model, Menu::narrowed(title, items, Narrowing::default()));
}

fn ask_name(model: &mut Model, moves: bool) {
    let verb = if moves { "move" } else { "copy" };
    let label = format!("{verb} {} to new file", what(model));
    let about = "The path of a new file. The records go there; it opens beside this one, and nothing is \
                 written before you save it.";
    let to = NewPath::new("create", "queens.epd", about, move |model, path| {
        to_new(model, path, moves)
    });
    let to = to.noted(how_to_send_all).unless_open("is open already");
    new_path::open(model, label, None, to)
}

/// Returns the name of the lines that are sent: `3 marked lines`, or the line that is selected.
fn what(model: &Model) -> String {
    match model.document.marked_count() {
        0 => format!("line {}", model.document.selected + 1),
        count => format!(
            "{}{}",
            counted::thousands_of(count, "marked line", "marked lines"),
            hidden_in_words(bulk::hidden(model), count)
        ),
    }
}

/// Says how all that a filter shows is sent, which may have been meant.
fn how_to_send_all(model: &Model) -> String {
    let shown = model.document.filtered().map_or(0, LineSet::len);
    if shown < 2 || model.document.marked_count() > 0 {
        return String::new();
    }
    let (shown, key) = (counted::thousands(shown), model.key(Id::MarkAll));
    format!(" · {shown} lines are shown, {key} in the list marks them")
}

/// Copies or moves to a new file, which stays open beside the one shown.
fn to_new(model: &mut Model, path: PathBuf, moves: bool) {
    let home = model.document.id;
    model.add_document(Document::new(Suite::new_file(path)));
    let new = model.document.id;
    doc::show(model, home);
    send(model, new, moves);
    if let Some(status) = &mut model.status {
        status.text = format!("{} · not saved yet", status.text);
    }
}

fn read_only(model: &Model) -> Option<String> {
    model.read_only.then(|| "files are open read-only".into())
}

/// Copies or moves to this file: they come after the line selected there.
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
    let kept = model.taken.clone();
    // First kept, then put there, and only then taken away here: nothing can get lost on the way.
    lines::take(model, false);
    if !model.swap_to(to) {
        return;
    }
    lines::put(model);
    model.swap_to(home);
    model.taken = kept;
    if moves {
        lines::delete(model);
    }
    let records = counted::thousands_of(count, "line", "lines");
    model.done(if moves {
        format!("moved {records} to {name} · {} in each", undo_hint(model))
    } else {
        format!("copied {records} to {name}")
    });
}

/// Returns why nothing can be sent.
pub(crate) fn nothing_to_send(model: &Model) -> Option<String> {
    if model.document.suite.line_count() == 0 {
        return Some("no records to copy or move".into());
    }
    read_only(model).filter(|_| model.others.is_empty())
}
