//! The reply to a record of a game that is played by records: the next record, back to who sent this one.

use crate::editor::doc::change::said_with_undo;
use crate::editor::doc::draft;
use crate::editor::flows::lines;
use crate::editor::model::Model;
use crate::epd::Record;
use crate::exchange::reply::reply;

/// Puts the reply after the selected record, and selects it.
pub fn make(model: &mut Model) {
    let new = match reply(&model.record()) {
        Ok(new) => new,
        Err(why) => {
            model.refused(why.to_string());
            return;
        }
    };
    let at = lines::after_selected(model);
    if is_there(model, at, &new) {
        model.select(at);
        model.told("the next record is that position already: no reply was added");
        return;
    }
    lines::insert(model, &[new], "made a reply".to_owned());
    draft::refresh(model);
    said_with_undo(model, "made the reply; its move goes into sm");
}

/// Returns whether the line at a place is a record with the position of a reply.
fn is_there(model: &Model, at: usize, reply: &[u8]) -> bool {
    let suite = &model.document.suite;
    if at >= suite.line_count() {
        return false;
    }
    let line = suite.line(at);
    let (next, reply) = (
        Record::read(&line, suite.read_options()),
        Record::read(reply, suite.read_options()),
    );
    next.position().is_some() && next.position() == reply.position()
}
