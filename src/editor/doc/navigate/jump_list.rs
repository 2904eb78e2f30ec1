//! JumpList visited: every jump can be taken back, and made again.

use crate::editor::model::Model;
use std::ops::Range;

/// Takes note of a jump from line `before`. `changed`: lines that an edit turned into others.
pub(crate) fn settle(
    model: &mut Model,
    before: usize,
    changed: Option<(Range<usize>, Range<usize>)>,
) {
    let now = model.document.selected;
    let places = &mut model.document.jump_list;
    let quiet = std::mem::take(&mut places.is_step) | std::mem::take(&mut places.is_travel);
    if now != before && !quiet && changed.is_none() {
        places.left(before);
    }
    if let Some((old, new)) = changed {
        places.follow(&old, &new);
    }
}

/// Goes back to where one was before the last jump.
pub fn back(model: &mut Model) {
    let here = model.document.selected;
    let places = &mut model.document.jump_list;
    if let Some(line) = places.back.pop() {
        places.forward.push(here);
        arrive(model, line);
    }
}

/// Goes forward to where one was before going back.
pub fn forward(model: &mut Model) {
    let here = model.document.selected;
    let places = &mut model.document.jump_list;
    if let Some(line) = places.forward.pop() {
        places.back.push(here);
        arrive(model, line);
    }
}

fn arrive(model: &mut Model, line: usize) {
    model.document.jump_list.is_travel = true;
    model.select(line);
    let places = &model.document.jump_list;
    let text = format!(
        "line {} · {} back, {} forward",
        model.document.selected + 1,
        places.back.len(),
        places.forward.len()
    );
    model.done(text);
}

/// Why one can't go back.
pub(crate) fn nowhere_back(model: &Model) -> Option<String> {
    model
        .document
        .jump_list
        .back
        .is_empty()
        .then(|| "nowhere to go back to".into())
}

/// Why one can't go forward.
pub(crate) fn nowhere_forward(model: &Model) -> Option<String> {
    model
        .document
        .jump_list
        .forward
        .is_empty()
        .then(|| "nowhere to go forward to".into())
}
