//! Edits of the file, undo and redo. All edits use this module, which keeps the counts and the undo stack correct.

use crate::editor::command::Id;
use crate::editor::doc::scan;
use crate::editor::model::Model;
use crate::editor::state::document::LONGEST_SHOWN;
use crate::editor::state::scan::Part;
use crate::editor::state::view::Pane;
use crate::epd::edit::Refusal;
use crate::suite::{Grouping, LineState, Step, Suite};
use std::ops::Range;

/// The number of changed lines above which the whole file is counted again in the background.
const COUNT_AT_ONCE: usize = 64;

/// Replaces the selected line and reports it; `message` describes the edit, without a full stop.
pub fn replace_line(model: &mut Model, new: &[u8], message: impl Into<String>) {
    let at = model.document.selected;
    // A hidden line must not be edited.
    if let Some(reason) = model.hides_all() {
        return model.refused(reason);
    }
    if model.document.suite.line(at).as_ref() == new {
        return model.told("nothing to change");
    }
    let message = message.into();
    let is_setting_up = model.document.view.setting_up == Some(model.document.place());
    let (grouping, label) = match is_setting_up {
        true => (Grouping::Typing, "set up a position".to_owned()),
        false => (Grouping::Step, message.clone()),
    };
    around(model, at..at + 1, at..at + 1, |model| {
        model.document.suite.replace_line(at, new, grouping, label);
    });
    if is_setting_up {
        model.document.view.setting_up = Some(model.document.place());
    }
    done_with_undo(model, &message);
}

/// Replaces the selected line by a proved edit, or reports why it was left unchanged.
pub(crate) fn edit_line(
    model: &mut Model,
    new: Result<Vec<u8>, Refusal>,
    message: impl Into<String>,
) {
    match new {
        Ok(new) => replace_line(model, &new, message),
        Err(refusal) => model.refused(left_unchanged(model, &refusal)),
    }
}

pub(crate) fn left_unchanged(model: &Model, refusal: &Refusal) -> String {
    let key = model.key(Id::EditLine);
    format!("left unchanged: {refusal} · {key} edits the line")
}

/// Applies a change that replaces lines `before` by lines `after`, and updates the counts.
pub fn around(
    model: &mut Model,
    before: Range<usize>,
    after: Range<usize>,
    change: impl FnOnce(&mut Model),
) {
    model.document.view.dropped = None;
    let removed = part(model, before.clone());
    change(model);
    let (Some(removed), Some(added)) = (removed, part(model, after)) else {
        return scan::start(model);
    };
    let document = &mut model.document;
    document.scan.edit(before, &removed, added);
    if document.scan.is_outdated(document.suite.line_count()) {
        return scan::start(model);
    }
    document.scan.remember(document.suite.revision());
}

/// Updates the editor after a bulk change: drops the held piece and counts everything again.
pub fn applied(model: &mut Model) {
    model.document.view.dropped = None;
    model.reselect(model.document.selected);
    scan::start(model);
}

pub(crate) fn done_with_undo(model: &mut Model, message: &str) {
    model.done(format!("{message} · {}", undo_hint(model)));
}

pub(crate) fn undo_hint(model: &Model) -> String {
    format!("undo {}", model.key(Id::Undo))
}

/// Counts the contents of lines; `None` if they are too many or too long to read while a key waits.
fn part(model: &Model, lines: Range<usize>) -> Option<Part> {
    let suite = &model.document.suite;
    let lines = lines.start..lines.end.min(suite.line_count());
    let is_long = |line| suite.line(line).len() > LONGEST_SHOWN;
    if lines.len() > COUNT_AT_ONCE || lines.clone().any(is_long) {
        return None;
    }
    let options = model.document.read_options();
    let mut part = Part::default();
    for line in lines {
        let is_edited = suite.line_state(line) != LineState::Untouched;
        part.take(&suite.line(line), is_edited, &options);
    }
    Some(part)
}

/// Undoes the last change; in a text being typed, the last typing.
pub fn undo(model: &mut Model) {
    if let Some(text) = model.document.view.text_mut() {
        if !text.undo() {
            model.refused("no typing to undo · {cancel} cancels the edit");
        }
        return;
    }
    if undo_move(model) {
        return;
    }
    if let Some(play) = &mut model.document.view.play {
        play.recorded = false;
    }
    let redo = format!("redo {}", model.key(Id::Redo));
    step(model, Suite::undo, "undone", &redo)
}

/// Redoes the last undone change. After Esc in a text, restores that text first.
pub fn redo(model: &mut Model) {
    if let Some(text) = model.document.view.text_mut() {
        if !text.redo() {
            model.refused("no typing to redo");
        }
        return;
    }
    if redo_move(model) {
        return;
    }
    let dropped = model.document.view.dropped.take();
    if let Some(dropped) = dropped.filter(|it| it.revision == model.document.suite.revision()) {
        model.document.selected = dropped.line;
        let view = &mut model.document.view;
        (view.focus, view.returns_to) = (dropped.focus, dropped.returns_to);
        view.editing = Some(dropped.editing);
        return model.done("restored the discarded text · {accept} accepts, {cancel} cancels");
    }
    let undo = undo_hint(model);
    step(model, Suite::redo, "redone", &undo)
}

/// Takes back a played move that was not recorded. Returns false if there is none.
fn undo_move(model: &mut Model) -> bool {
    let Some(play) = model.document.view.playing() else {
        return false;
    };
    // With all moves taken back, undo applies to the file again.
    if !play.is_unrecorded() || play.at == 0 {
        return false;
    }
    play.typed.clear();
    play.go_to(play.at - 1);
    model.document.view.held = None;
    model.done("took the move back · {redo} plays it again");
    true
}

/// Replays a move taken back, or restores the discarded moves.
fn redo_move(model: &mut Model) -> bool {
    let Some(play) = model.document.view.playing() else {
        return false;
    };
    let message = if play.is_unrecorded() && play.at < play.line.len() {
        play.go_to(play.at + 1);
        "played again"
    } else if play.line.is_empty() && play.has_discarded() {
        play.bring_back();
        "restored the moves"
    } else {
        return false;
    };
    model.document.view.held = None;
    model.done(message);
    true
}

/// Returns the reason why nothing can be undone. A bulk edit still running is stopped, not undone.
pub(crate) fn nothing_to_undo(model: &Model) -> Option<String> {
    if model.document.view.editing.is_some() || is_of_moves(model) {
        return None;
    }
    let is_none = model.document.suite.can_undo().is_none();
    model
        .change_on_its_way()
        .or_else(|| model.when(is_none, "nothing to undo"))
}

/// Returns true if undo or redo concerns played moves.
pub(crate) fn is_of_moves(model: &Model) -> bool {
    let view = &model.document.view;
    let play = view.play.as_ref();
    let play = play.filter(|_| view.focus == Pane::Board);
    play.is_some_and(|play| play.is_unrecorded() || play.has_discarded())
}

/// Steps back or forward and reports it with the key for the reverse.
fn step(model: &mut Model, step: fn(&mut Suite) -> Option<Step>, message: &str, back: &str) {
    model.document.view.dropped = None;
    model.document.view.held = None;
    let Some(step) = step(&mut model.document.suite) else {
        return;
    };
    model.select(step.line);
    model.done(format!("{message}: {} · {back}", step.label));
    let document = &mut model.document;
    if !document.scan.recall(document.suite.revision()) {
        scan::start(model);
    }
}

/// Returns advice for a file without lines.
pub(crate) fn how_to_begin(model: &Model) -> [String; 2] {
    let (new, paste) = (model.key_name(Id::NewRecord), model.key_name(Id::Paste));
    [
        format!("{new} adds a record"),
        format!("{paste} pastes records"),
    ]
}
