//! This moment as a time stamp.

use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::panes::operations::{self, clipboard, rows};
use crate::editor::state::OperationText;
use crate::epd::opcode::Shape;
use crate::epd::timestamp;

/// The opcode of the time stamp.
const OPCODE: &str = "ts";

/// Returns why the moment can't be put in.
pub(crate) fn no_stamp(model: &Model) -> Option<String> {
    let view = &model.document.view;
    match view.editing {
        None => rows::no_record(model),
        Some(_) if view.shape() == Some(Shape::DateTime) => None,
        Some(_) => Some("only while typing a date and time".into()),
    }
}

/// Puts this moment into the date that is typed, else into the record's time stamp: asks for the
/// time first.
pub fn now(model: &mut Model) {
    model.send(Effect::TellTime);
}

/// Sets the time.
pub fn set(model: &mut Model, seconds: u64) {
    if no_stamp(model).is_some() || model.is_read_only() {
        return;
    }
    let text = timestamp::date_time(seconds);
    if let Some(typed) = model.document.view.text_mut() {
        typed.set_text(text);
        return operations::typed(model);
    }
    let said = format!("set {OPCODE} {text}");
    clipboard::put(model, &OperationText::new(OPCODE, text), said)
}
