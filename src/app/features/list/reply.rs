//! The reply to a record of a game that is played by records: the next record, back to who sent this one.

use crate::app::effect::Effect;
use crate::app::features::change::{around, said_with_undo};
use crate::app::features::inspect::shown_line;
use crate::app::model::Model;
use crate::exchange::reply::reply;

/// Puts the reply after the selected record, and selects it.
pub fn make(model: &mut Model) -> Vec<Effect> {
    let new = match reply(&model.record()) {
        Ok(new) => new,
        Err(why) => {
            model.refused(why.to_string());
            return Vec::new();
        }
    };
    let at = model.document.selected + 1;
    let effects = around(model, at..at, at..at + 1, |model| {
        let label = "made a reply".to_owned();
        model.document.suite.insert_lines(at, &[new], label);
    });
    model.select(at);
    shown_line::refresh(model);
    said_with_undo(model, "made the reply; its move goes into sm");
    effects
}
