//! The mouse in a text being typed, and in what is offered beside it.

use crate::editor::command::Id;
use crate::editor::doc::draft::with_typed;
use crate::editor::layout::{Inspector, Spot};
use crate::editor::model::Model;
use crate::editor::panes::line::{self, is_touched, new_errors};
use crate::editor::state::editing::Editing;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;

/// Takes a press while a text is typed: chooses what is offered, or puts the cursor into the text. `false`
/// where the mouse is elsewhere.
pub(crate) fn press_typed(model: &mut Model, at: &Spot) -> bool {
    if let Some(popup) = at.layout.popup.filter(|popup| at.is_in(Some(popup.frame))) {
        let row = at.row_of(Some(popup.list));
        let row = row.map(|row| model.assist.first + row);
        if let Some(row) = row {
            line::click(model, row);
        }
        return true;
    }
    put_cursor(model, at)
}

/// Returns whether a click elsewhere ends typing. It keeps what is whole and right; what is not stays open,
/// neither put into the record unseen nor lost. What was not typed in is simply left.
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
    let wrong = match editing {
        Editing::Raw(_) => {
            let line = model.line();
            let typed = with_typed(model, &line, editing);
            new_errors(model, &line, &typed).into_iter().next()
        }
        Editing::Operand(_) => None,
    };
    let Some(wrong) = wrong else { return true };
    let (accept, cancel) = (model.key(Id::Accept), model.key(Id::Cancel));
    model.refused(format!(
        "{wrong} · {accept} keeps it all the same, {cancel} leaves the line as it was"
    ));
    false
}

/// Takes a press in the raw line; a double click begins to type in it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Raw;
    at.twice.then_some(Id::EditLine)
}

/// Puts the cursor of the text being typed at the mouse; `false` where the mouse is elsewhere.
pub(crate) fn put_cursor(model: &mut Model, at: &Spot) -> bool {
    let byte = match &model.document.view.editing {
        Some(Editing::Raw(text)) if at.is_in(at.layout.raw) => {
            raw_byte_at(text.text(), Some(text.cursor()), at)
        }
        Some(Editing::Operand(operand)) => {
            let Some(pane) = at.layout.operations.filter(|pane| at.is_in(Some(*pane))) else {
                return false;
            };
            let inspector = Inspector::of(model, &model.record(), pane.inner());
            if inspector.at(at.row) != Some(operand.index) {
                return false;
            }
            let columns = inspector.columns;
            Some(columns.byte_at(operand, at.column))
        }
        _ => return false,
    };
    if let (Some(byte), Some(text)) = (byte, model.document.view.text_mut()) {
        text.set_cursor(byte);
    }
    true
}

/// Returns the byte of the raw line at the mouse: the line is wrapped between glyphs, and shown from its first
/// row.
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
