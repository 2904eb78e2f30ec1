//! The selected line as it is shown: with what is being typed in it, or as the fix that is looked at
//! would make it.

use crate::editor::model::Model;
use crate::editor::overlay::menu;
use crate::editor::panes::operations::{self, points, registers};
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::epd::Record;
use crate::epd::edit::{self, Refusal};

/// Brings [`Model::shown_line`] up to date, and what stands beside it.
pub(crate) fn refresh(model: &mut Model) {
    // A record that the filter hides is shown in no pane either.
    let line = match model.document.shows_nothing() {
        true => Vec::new(),
        false => model.line(),
    };
    model.shown = match &model.document.view.editing {
        None => match menu::looked_at(model) {
            Some(fix) => fix.apply(&line),
            None => line,
        },
        Some(editing) => with_typed(model, &line, editing),
    };
    operations::refresh(model);
    registers::refresh(model);
}

/// Returns the line with what is being typed in its place.
pub(crate) fn with_typed(model: &Model, line: &[u8], editing: &Editing) -> Vec<u8> {
    let record = Record::read(line, &model.document.read_options());
    match editing {
        Editing::Raw(text) => edit::set_text(&record, text.text()),
        Editing::Operand(operand) => {
            let operands = operand.operands();
            let new = edit::preview(&record, operand.change(&operands));
            in_step(model, new, operand)
        }
    }
}

/// Returns the line with typed operands put in, proved; see [`edit::by_hand`]. A new operation takes its place
/// among those that are in order.
pub(crate) fn with_operands(
    model: &Model,
    line: &[u8],
    operand: &OperandEditing,
) -> Result<Vec<u8>, Refusal> {
    let record = Record::read(line, &model.document.read_options());
    let operands = operand.operands();
    let new = edit::by_hand(&record, &[operand.change(&operands)])?;
    let new = match operand.adding {
        true => edit::in_order(&record, new),
        false => new,
    };
    Ok(in_step(model, new, operand))
}

fn in_step(model: &Model, line: Vec<u8>, operand: &OperandEditing) -> Vec<u8> {
    if operand.points {
        return points::in_step(line, model, operand.text.text());
    }
    line
}
