//! The mouse on the board while moves are played: by dragging, by two clicks, and by the wheel.

use crate::editor::command::Id;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::mouse::dropped;
use crate::editor::panes::board::play::{pick_up, play_to};

/// Takes up the piece at the mouse, or plays the one in the hand there.
pub(crate) fn press(model: &mut Model, at: &Spot) {
    let Some(square) = at.square() else {
        return;
    };
    let view = &mut model.document.view;
    view.cursor = square;
    match view.held.filter(|held| held.from != square) {
        Some(held) => play_to(model, held.from, square),
        None => pick_up(model, square, true),
    }
}

/// Other buttons would change the record's position.
pub(crate) fn press_other(model: &mut Model) {
    model.refused(format!(
        "only legal moves while playing · {} stops playing",
        model.key(Id::StopPlaying)
    ));
}

/// Plays what was dragged.
pub(crate) fn release(model: &mut Model, at: &Spot) {
    if let Some((from, to)) = dropped(model, at) {
        play_to(model, from, to)
    }
}

/// Steps through the moves.
pub(crate) fn wheel(by: isize) -> Id {
    match by > 0 {
        true => Id::StepForward,
        false => Id::TakeBack,
    }
}
