//! Prompts that ask for a number: what may be said, and steps with the wheel or arrow keys.

pub mod commands;

use crate::app::features::board::clocks::Clock;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, PromptKind};
use crate::epd::perft::DEEPEST;
use std::ops::RangeInclusive;

/// The numbers that may be said, and the one that steps begin with where there is none yet.
fn numbers(kind: PromptKind) -> Option<(RangeInclusive<u32>, u32)> {
    match kind {
        PromptKind::Chess960 => Some((0..=959, 518)),
        PromptKind::Clock(Clock::HalfMoves) => Some((0..=u32::MAX, 0)),
        PromptKind::Clock(Clock::MoveNumber) => Some((1..=u32::MAX, 1)),
        PromptKind::PerftDepth => Some((1..=u32::from(DEEPEST), 4)),
        _ => None,
    }
}

/// Whether the prompt on top asks for a number.
pub fn asks_for_number(model: &Model) -> bool {
    matches!(model.overlays.last(), Some(Overlay::Prompt(prompt)) if numbers(prompt.kind).is_some())
}

/// Steps the number of the prompt on top by `by`, within its range; `false` where it asks for none.
pub fn step(model: &mut Model, by: isize) -> bool {
    let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() else {
        return false;
    };
    let Some((range, first)) = numbers(prompt.kind) else {
        return false;
    };
    let by = i32::try_from(by).unwrap_or(0);
    let now: Option<u32> = prompt.input.lossy().trim().parse().ok();
    let next = match now {
        Some(number) => number.saturating_add_signed(by),
        None => first,
    };
    let next = next.clamp(*range.start(), *range.end());
    prompt.input.set_text(next.to_string());
    prompt.message = None;
    true
}
