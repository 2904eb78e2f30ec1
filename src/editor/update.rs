//! One message at a time: what it changes, and what it wants done outside.
//!
//! A message goes to the feature it is for: keys and calls by [`keyboard`], the mouse by [`mouse`]. Then comes
//! what follows from any change, in one order.

mod keyboard;
mod mouse;

use crate::editor::doc::{self, draft, query, scan};
use crate::editor::effect::Effect;
use crate::editor::flows::bulk::{self, preview};
use crate::editor::flows::save::disk;
use crate::editor::flows::{recover, remember};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay::{self, report};
use crate::editor::pages::{differences, folder, queue};
use crate::editor::panes::board::{self, play};
use crate::editor::panes::operations::{self, registers};
use crate::editor::panes::records;
use crate::editor::panes::{analysis, line};
use crate::editor::state::view::Pane;

/// Takes a message in. Everything the editor does goes through here; what is to be done outside
/// comes back as effects, to be run in their order.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    take(model, msg);
    // What was chosen by its name is done by the same rules as by its key.
    if let Some(call) = model.called.take() {
        keyboard::run(model, &call);
    }
    follow(model);
    std::mem::take(&mut model.out)
}

/// Brings everything up to date after a message. Each step may rely on those before it.
fn follow(model: &mut Model) {
    // A file just opened is first as it was left; what is new since then is told.
    remember::settle(model);
    // The rules of castling before all else: by them every record is read.
    scan::settle_rules(model);
    // What engines found in the background is written where nobody is in the middle of something.
    queue::settle(model);
    // Lines shown, marks and places in the file go with the lines; then the selected line is sure.
    records::settle_lines(model);
    // The lines with the text searched for, where the text or the file is another.
    query::settle_search(model);
    // The selected record as it is typed: the panes are made of it.
    draft::refresh(model);
    operations::refresh(model);
    registers::refresh(model);
    // Play mode and the page on top end or change with the record.
    play::settle(model);
    report::settle(model);
    // The engine follows the board.
    analysis::settle(model);
    // All lists know their rows now: cursors inside them, and on the screen.
    records::settle(model);
    // A file is counted as soon as it is read and shown.
    if model.document.scan.ticket == 0 && model.document.suite.loading().is_none() {
        scan::start(model);
    }
    // What waited for the end of the file begins.
    bulk::settle(model);
    // Pages in the place of the panes, which show what has just become of the files.
    differences::settle(model);
    folder::settle(model);
    // Last what outlives the editor: recent files, and the journal of what is not saved.
    recover::offer_copies(model);
    disk::offer_to_unpack(model);
    recover::settle(model);
}

/// Gives a message to its feature.
fn take(model: &mut Model, msg: Msg) {
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
        Msg::Worked { id, delivery } => doc::give(model, id.document, delivery),
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
        Pane::Board => board::position::paste(model, text),
        _ => records::paste(model, text),
    }
}
