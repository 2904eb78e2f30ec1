//! The lines that were left by jumps: every jump can be taken back, and made again.

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
    let is_step = std::mem::take(&mut places.is_step);
    if now != before && !is_step && changed.is_none() {
        places.left(before);
    }
    if let Some((old, new)) = changed {
        places.follow(&old, &new);
    }
}

/// Goes back to where one was before the last jump, or forward again.
pub(crate) fn travel(model: &mut Model, is_forward: bool) {
    let here = model.document.selected;
    let places = &mut model.document.jump_list;
    let (from, to) = match is_forward {
        true => (&mut places.forward, &mut places.back),
        false => (&mut places.back, &mut places.forward),
    };
    let Some(line) = from.pop() else {
        return;
    };
    to.push(here);
    places.is_step = true;
    let (back, forward) = (places.back.len(), places.forward.len());
    model.select(line);
    let line = model.document.selected + 1;
    model.done(format!("line {line} · {back} back, {forward} forward"));
}

/// Returns why one can't go back.
pub(crate) fn nowhere_back(model: &Model) -> Option<String> {
    let is_none = model.document.jump_list.back.is_empty();
    is_none.then(|| "nowhere to go back to".into())
}

/// Returns why one can't go forward.
pub(crate) fn nowhere_forward(model: &Model) -> Option<String> {
    let is_none = model.document.jump_list.forward.is_empty();
    is_none.then(|| "nowhere to go forward to".into())
}
