//! A message on its way to the feature that it is for.

use crate::editor::doc::files;
use crate::editor::flows::bulk::preview;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::{board, line, records};
use crate::editor::state::view::Pane;
use crate::editor::update::{keyboard, mouse};

/// Gives a message to its feature.
pub(super) fn take(model: &mut Model, msg: Msg) {
    match msg {
        Msg::Key(key) => keyboard::key(model, key),
        Msg::Call(call) => {
            model.status = None;
            keyboard::run(model, &call)
        }
        Msg::Mouse(event) => mouse::mouse(model, event),
        Msg::Paste(text) => paste(model, &text),
        Msg::Resize { cols, rows } => (model.cols, model.rows) = (cols, rows),
        Msg::Tick => {
            for document in model.documents_mut() {
                document.suite.refresh();
            }
        }
        Msg::Seen => {
            preview::seen(model);
        }
        Msg::Worked { id, delivery } => files::give(model, id.document, delivery),
        Msg::Told(delivery) => delivery.take(model),
    }
}

/// A text pasted: into what is being typed, else as records into the suite list.
fn paste(model: &mut Model, text: &str) {
    model.status = None;
    // Terminals send the LF of a paste as CR, as the Enter key does.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    if !model.overlays.is_empty() {
        return overlay::paste(model, text);
    }
    if model.document.view.editing.is_some() {
        return line::paste(model, text);
    }
    match model.document.view.focus {
        Pane::Board => board::paste::paste(model, text),
        _ => records::paste::paste(model, text),
    }
}
