//! What comments, variation names and opening codes hold at the selected record, where records
//! follow from one another.

use crate::editor::model::Model;
use crate::editor::state::HeldRegisters;
use crate::epd::Record;
use crate::epd::registers::{RegisterValue, Registers, follows};

/// The number of records back that a game is followed.
const BACK: usize = 300;

/// Brings the registers of the view up to date.
pub fn refresh(model: &mut Model) {
    let at = model.document.place();
    if model.document.view.registers.at == Some(at) {
        return;
    }
    model.document.view.registers = HeldRegisters {
        at: Some(at),
        held: held(model),
    };
}

fn held(model: &Model) -> Vec<(String, RegisterValue)> {
    let (suite, options) = (&model.document.suite, model.document.read_options());
    let selected = model.document.selected;
    if suite.line_count() == 0 {
        return Vec::new();
    }
    // The lines of the game up to here, last first.
    let mut lines = vec![suite.line(selected)];
    for line in (selected.saturating_sub(BACK)..selected).rev() {
        let before = suite.line(line);
        let next = lines.last().map(|next| Record::read(next, &options));
        if !next.is_some_and(|next| follows(&Record::read(&before, &options), &next)) {
            break;
        }
        lines.push(before);
    }
    if lines.len() == 1 {
        return Vec::new();
    }
    let mut registers = Registers::default();
    for (back, line) in lines.iter().enumerate().rev() {
        registers.apply(&Record::read(line, &options), selected - back);
    }
    let held = registers.held().into_iter();
    held.filter(|(_, held)| held.since != selected)
        .map(|(opcode, held)| (opcode, held.clone()))
        .collect()
}
