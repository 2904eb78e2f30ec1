//! One message at a time: what it changes, and what it wants done outside.
//!
//! A message goes to the feature it is for ([`messages`]: keys and calls by [`keyboard`], the mouse by
//! [`mouse`]); then comes what follows from any change, in one order.

mod keyboard;
mod messages;
mod mouse;

use crate::editor::doc::draft;
use crate::editor::doc::{rules, scan, search};
use crate::editor::effect::Effect;
use crate::editor::flows::open::interrupted;
use crate::editor::flows::save::unpack;
use crate::editor::flows::{bulk, recover, remember};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay::report;
use crate::editor::pages::{differences, folder, queue};
use crate::editor::panes::board::play;
use crate::editor::panes::operations::registers;
use crate::editor::panes::records::{self, rows};
use crate::editor::panes::{analysis, operations};

/// Takes a message in. Everything the editor does goes through here; what is to be done outside
/// comes back as effects, to be run in their order.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    messages::take(model, msg);
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
    rules::settle(model);
    // What engines found in the background is written where nobody is in the middle of something.
    queue::settle(model);
    // Lines shown, marks and places in the file go with the lines; then the selected line is sure.
    rows::settle(model);
    // The lines with the text searched for, where the text or the file is another.
    search::settle(model);
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
    interrupted::offer(model);
    unpack::ask(model);
    recover::settle(model);
}
