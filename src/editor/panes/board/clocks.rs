//! The half-move clock and the move number, asked for.

use crate::editor::doc::change::edit_line;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::epd::edit::Clock;

/// Asks for a count; what it is now stands in the prompt.
pub fn ask(model: &mut Model, clock: Clock) {
    let now = clock.of(&model.record());
    let text = now.map(|number| number.to_string()).unwrap_or_default();
    let (label, least) = match clock {
        Clock::HalfMoves => (
            "half-move clock: half-moves since a capture or pawn move (hmvc; empty removes it)",
            0,
        ),
        Clock::MoveNumber => ("move number (fmvn; empty removes it)", 1),
    };
    let sets = move |model: &mut Model, number: Option<u32>| {
        let opcode = clock.opcode();
        let said = match number {
            Some(number) => format!("set {opcode} {number}"),
            None => format!("removed {opcode}"),
        };
        let line = model.line();
        let new = clock.put(&model.read(&line), number);
        edit_line(model, new, said);
        Some(())
    };
    let asks = Answer::number("set", "a whole number", least..=u32::MAX, least, sets);
    overlay::open(model, Prompt::new(label, text, asks))
}
