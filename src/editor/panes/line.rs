//! Edits of a record's text in place: the raw line, or the operands of an operation. The record and its
//! problems follow every key, through broken states too.

pub(crate) mod draw;

use crate::editor::command::Id;
use crate::editor::doc::change;
use crate::editor::doc::draft;
use crate::editor::key::{Key, KeyCode};
use crate::editor::layout::{Inspector, Spot};
use crate::editor::model::Model;
use crate::editor::panes::operations::assist;
use crate::editor::panes::{board, operations};
use crate::editor::state::document::Document;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::view::{AbandonedEdit, Pane};
use crate::editor::state::{OperationText, StatusKind};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::{KeyEffect, LineEditor};
use crate::epd::counted::thousands_of;
use crate::epd::opcode::Shape;
use crate::epd::{Code, Record, Severity};
use crate::suite::text_of;

pub(crate) fn no_line(model: &Model) -> Option<String> {
    let is_empty = model.document.suite.line_count() == 0;
    model
        .when(is_empty, "the file is empty · {new-record} adds a record")
        .or_else(|| model.hides_all())
}

/// Starts editing the raw line, with the cursor at the selected problem or at the end.
pub(crate) fn start_raw(model: &mut Model) {
    let line = model.line();
    let mut text = LineEditor::new(text_of(&line));
    let view = &model.document.view;
    if view.focus == Pane::Problems
        && let Some(found) = model.record().diagnostics().get(view.problems.cursor)
    {
        text.set_cursor(found.span.start);
    }
    let view = &mut model.document.view;
    view.type_in(Pane::Raw, Editing::Raw(text));
}

/// Passes a key to the text being typed. Returns false if the text does not use it.
pub(crate) fn key(model: &mut Model, key: Key) -> bool {
    if assist::step_points(model, key) {
        return true;
    }
    let Some(editing) = model.document.view.editing.as_mut() else {
        return false;
    };
    let edited = match editing {
        Editing::Raw(text) => text.key(key),
        Editing::Operand(operand) => {
            if let Some(reason) = key.typed().and_then(|c| assist::refuses(operand, c)) {
                model.refused(reason);
                return true;
            }
            match assist::closes(&mut operand.text, key) {
                true => KeyEffect::Cursor,
                false => operand.text.key(key),
            }
        }
    };
    if edited == KeyEffect::Text {
        assist::typed(model);
    }
    edited != KeyEffect::NotMine
}

pub(crate) fn paste(model: &mut Model, text: &str) {
    if let Some(operand) = model.document.view.operand()
        && let Some(reason) = text.chars().find_map(|c| assist::refuses(operand, c))
    {
        return model.refused(reason);
    }
    if let Some(editor) = model.document.view.text_mut() {
        editor.insert(text);
    }
    assist::typed(model)
}

/// Writes the typed text to the record, as one undo step. Returns false if that is impossible: the text stays
/// open, and the status shows the reason.
pub(crate) fn accept(model: &mut Model) -> bool {
    let Some(editing) = model.document.view.editing.clone() else {
        return true;
    };
    let operand = model.document.view.operand();
    let adds = operand.is_some_and(|operand| operand.adding);
    if !adds && !is_touched(&model.document, &editing) {
        model.document.view.editing = None;
        return true;
    }
    let reason = operand.and_then(assist::refusal).map(str::to_owned);
    if let Some(reason) = reason.or_else(|| assist::objection(model)) {
        model.refused(reason);
        return false;
    }
    let line = model.line();
    let Editing::Operand(mut operand) = editing else {
        let new = draft::with_typed(model, &line, &editing);
        model.document.view.editing = None;
        board::replace_position(model, &line, new, "edited the line");
        warn_of_errors(model, &line);
        return true;
    };
    let record = Record::read(&line, &model.document.read_options());
    if let Some(finished) = assist::finished(&record, &operand) {
        operand.text.set_text(finished);
    }
    let new = match draft::with_operands(model, &line, &operand) {
        Ok(new) => new,
        Err(refusal) => {
            model.refused(change::left_unchanged(model, &refusal));
            return false;
        }
    };
    model.document.view.editing = None;
    let verb = if operand.adding { "added" } else { "changed" };
    let message = format!("{verb} {}", operand.opcode);
    let at = model.read(&new).index_of(&operand.opcode);
    let at = at.filter(|_| operand.adding).unwrap_or(operand.index);
    model.document.view.operations.cursor = at;
    let set = OperationText::new(&operand.opcode, operand.operands());
    operations::remember(model, &set);
    change::replace_line(model, &new, message);
    true
}

/// Handles Enter: takes the chosen row, else accepts the text.
pub(crate) fn enter(model: &mut Model) {
    let Some(row) = model.assist.row().cloned() else {
        return leave(model);
    };
    let operand = model.document.view.operand();
    let shape = operand.filter(|operand| !operand.points);
    // If rows were switched by Space, or the row is in the set already, the text is complete.
    let is_set = model.assist.switched || row.on == Some(true);
    match shape.and_then(OperandEditing::shape) {
        None | Some(Shape::Moves) if is_set => {}
        Some(Shape::Moves) => assist::switch(model, &row),
        Some(Shape::OneMove | Shape::OneOf(_)) => assist::replace_text(model, row.value),
        _ => return assist::take(model, &row),
    }
    leave(model)
}

/// Accepts the typed text, and returns the focus to the pane that had it before.
fn leave(model: &mut Model) {
    if accept(model) {
        model.document.view.give_keys_back();
    }
}

/// Handles Esc: first deselects the chosen row, then cancels the edit. Redo restores the text.
pub(crate) fn escape(model: &mut Model) {
    if model.assist.chosen.take().is_some() {
        return;
    }
    let Some(editing) = model.document.view.editing.take() else {
        return;
    };
    if is_touched(&model.document, &editing) {
        model.document.view.dropped = Some(AbandonedEdit {
            line: model.document.selected,
            revision: model.document.suite.revision(),
            focus: model.document.view.focus,
            returns_to: model.document.view.returns_to,
            editing,
        });
        let redo = model.key(Id::Redo);
        model.done(format!("edit cancelled · {redo} restores the text"));
    }
    model.document.view.give_keys_back();
}

/// Handles Space: toggles the chosen move of a set; else types a blank.
pub(crate) fn space(model: &mut Model) {
    let row = model.assist.row().cloned();
    let takes_set =
        |operand: &OperandEditing| operand.points || operand.shape() == Some(Shape::Moves);
    let is_set = model.document.view.operand().is_some_and(takes_set);
    match row {
        Some(row) if is_set => {
            assist::switch(model, &row);
            model.assist.switched = true;
            model.assist.chosen = Some(row.value);
        }
        _ => {
            key(model, Key::char(' '));
        }
    }
}

/// Handles Right: takes the first completion at the end of a text; else moves the cursor.
pub(crate) fn right(model: &mut Model) {
    let text = model.document.view.text();
    let at_end = text.is_some_and(|text| text.cursor() == text.text().len());
    let row = model.assist.row().or(model.assist.rows.first());
    let is_completing = !model.assist.word.is_empty() || model.assist.chosen.is_some();
    match row.cloned().filter(|_| at_end && is_completing) {
        Some(row) => assist::take(model, &row),
        None => {
            key(model, Key::plain(KeyCode::Right));
        }
    }
}

/// Selects the clicked row, or takes it if it is selected.
fn click(model: &mut Model, index: usize) {
    let Some(row) = model.assist.rows.get(index) else {
        return;
    };
    if model.assist.chosen.as_ref() == Some(&row.value) {
        return enter(model);
    }
    model.assist.chosen = Some(row.value.clone());
}

/// Adds the number of new errors in the accepted line to the status, as a warning.
fn warn_of_errors(model: &mut Model, before: &[u8]) {
    let more = new_errors(model, before, &model.line()).len();
    if more > 0
        && let Some(status) = &mut model.status
        && status.kind == StatusKind::Done
    {
        status.kind = StatusKind::Warned;
        let more = thousands_of(more, "more error", "more errors");
        status.text = format!("{} · {more}", status.text);
    }
}

/// Returns the messages of the errors in a typed line that were not in it before.
fn new_errors(model: &Model, before: &[u8], typed: &[u8]) -> Vec<String> {
    let (before, typed) = (model.read(before), model.read(typed));
    let known = before.diagnostics().iter();
    let mut known: Vec<Code> = known.map(|found| found.code).collect();
    let errors = typed.diagnostics().iter().filter(|found| {
        let at = known.iter().position(|code| *code == found.code);
        at.map(|at| known.swap_remove(at)).is_none() && found.severity == Severity::Error
    });
    errors.map(|found| typed.message(found)).collect()
}

pub(crate) fn is_touched(document: &Document, editing: &Editing) -> bool {
    match editing {
        Editing::Raw(text) => text.text() != text_of(&document.suite.line(document.selected)),
        Editing::Operand(operand) => operand.text.text() != operand.original,
    }
}

/// Chooses the completion at the mouse while a text is typed, or moves its cursor there. Returns false elsewhere.
pub(crate) fn press_typed(model: &mut Model, at: &Spot) -> bool {
    if let Some(popup) = at.layout.popup.filter(|popup| at.is_in(Some(popup.frame))) {
        if let Some(row) = at.row_of(Some(popup.list)) {
            click(model, model.assist.first + row);
        }
        return true;
    }
    put_cursor(model, at)
}

/// Returns true if a click elsewhere may end the typing. A raw line with new errors stays open, so that it is
/// neither accepted unseen nor lost.
pub(crate) fn may_leave(model: &mut Model) -> bool {
    let Some(editing) = &model.document.view.editing else {
        return true;
    };
    if !is_touched(&model.document, editing) {
        if let Some(Editing::Operand(operand)) = model.document.view.editing.take()
            && operand.adding
        {
            let name = glyph::safe(operand.opcode.as_bytes());
            model.done(format!("{name} was not added: nothing was typed"));
        }
        return true;
    }
    if let Editing::Operand(_) = editing {
        return true;
    }
    let line = model.line();
    let typed = draft::with_typed(model, &line, editing);
    let Some(wrong) = new_errors(model, &line, &typed).into_iter().next() else {
        return true;
    };
    let (accept, cancel) = (model.key(Id::Accept), model.key(Id::Cancel));
    model.refused(format!(
        "{wrong} · {accept} keeps it anyway, {cancel} leaves the line as it was"
    ));
    false
}

/// Handles a press in the raw line; a double click starts editing it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Raw;
    at.twice.then_some(Id::EditLine)
}

/// Moves the cursor of the typed text to the mouse. Returns false if the mouse is elsewhere.
pub(crate) fn put_cursor(model: &mut Model, at: &Spot) -> bool {
    let byte = match &model.document.view.editing {
        Some(Editing::Raw(text)) if at.is_in(at.layout.raw) => {
            raw_byte_at(text.text(), Some(text.cursor()), at)
        }
        Some(Editing::Operand(operand)) if at.is_in(at.layout.operations) => {
            let inner = at.layout.operations.unwrap_or_default().inner();
            let inspector = Inspector::of(model, &model.record(), inner);
            if inspector.at(at.row) != Some(operand.index) {
                return false;
            }
            Some(inspector.columns.byte_at(operand, at.column))
        }
        _ => return false,
    };
    if let (Some(byte), Some(text)) = (byte, model.document.view.text_mut()) {
        text.set_cursor(byte);
    }
    true
}

/// Returns the byte of the raw line, which is wrapped between glyphs, at the mouse.
fn raw_byte_at(text: &[u8], cursor: Option<usize>, at: &Spot) -> Option<usize> {
    let area = at.layout.raw_text()?;
    let row = usize::from(at.row.checked_sub(area.y)?) + at.layout.raw_first;
    let part = glyph::part(text, cursor);
    let text = part.of(text);
    let rows = glyph::wrap(text, usize::from(area.width));
    let span = rows.get(row.min(rows.len().saturating_sub(1)))?;
    let column = usize::from(at.column.saturating_sub(area.x));
    Some(part.start + span.start + glyph::byte_at(span.of(text), column))
}
