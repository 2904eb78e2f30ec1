//! How far the queue is, in words.

use crate::editor::command::Id;
use crate::editor::doc::change::undo_hint;
use crate::editor::model::Model;
use crate::editor::state::queue::Queue;
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands, thousands_of};
use std::time::Duration;

/// Returns `12 records`.
pub(super) fn records(count: usize) -> String {
    thousands_of(count, "record", "records")
}

/// Returns `2 records at once`.
pub(super) fn at_once(count: usize) -> String {
    format!("{} at once", records(count))
}

/// Returns a time, as exact as anybody wants to know: `40 s`, `3 min`, `2 h 10 min`.
pub(super) fn rough(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let minutes = seconds.div_ceil(60);
    match seconds {
        0..=90 => format!("{seconds} s"),
        91..=5400 => format!("{minutes} min"),
        _ => format!("{} h {} min", thousands(minutes / 60), minutes % 60),
    }
}

/// Returns `12/300`, and how long the rest takes.
pub(super) fn progress(queue: &Queue) -> String {
    let over = queue.tally.over();
    let all = over + queue.to_search();
    let done = format!("{}/{}", thousands(over), thousands(all));
    match queue.left() {
        Some(left) if !queue.is_stopped => format!("{done} · {} left", rough(left)),
        _ => done,
    }
}

/// For the header: what is going on, and whether it is stopped.
pub fn in_header(queue: &Queue) -> Option<(String, bool)> {
    if queue.is_busy() {
        return Some(match queue.is_stopped {
            true => (format!("analysis stopped {}", progress(queue)), true),
            false if queue.tally.done == 0 && queue.tally.failed > 0 => {
                (format!("without a result {}", progress(queue)), true)
            }
            false => (format!("analysed {}", progress(queue)), false),
        });
    }
    let results = queue.to_write().count();
    if results > 0 {
        let words = thousands_of(results, "result", "results");
        return Some((format!("{words} to write"), true));
    }
    let offered = queue.offered().count();
    (offered > 0).then(|| (thousands_of(offered, "proposal", "proposals"), false))
}

/// Above the rows of the queue.
pub(super) fn title(queue: &Queue) -> String {
    match (queue.is_busy(), queue.is_stopped) {
        (true, true) => format!("Stopped · {}", progress(queue)),
        (true, false) => {
            format!("Analysing · {} · {}", progress(queue), at_once(queue.jobs))
        }
        (false, _) => format!("Done · {}", outcome(queue)),
    }
}

/// Returns what came of it.
pub fn outcome(queue: &Queue) -> String {
    let tally = &queue.tally;
    let mut parts = vec![format!("analysed {}", records(tally.done))];
    let mut add = |count: usize, words: &str| {
        if count > 0 {
            parts.push(format!("{} {words}", thousands(count)));
        }
    };
    add(tally.written.saturating_sub(queue.undone), "written");
    add(queue.undone, "undone");
    add(tally.unscored, "without ce");
    let offered = queue.offered().count();
    add(offered, noun(offered, "proposal", "proposals"));
    add(tally.right, "right as they are");
    add(tally.without_result(), "without a result");
    add(tally.dropped, "edited or removed meanwhile");
    parts.join(" · ")
}

/// Says once that all is done.
pub(super) fn say_done(model: &mut Model) {
    let shown = model.document.id;
    let is_done = |queue: &Queue| !queue.is_told && !queue.is_busy();
    let done = model.documents_mut().find_map(|document| {
        let name = document.suite.name().to_owned();
        let queue = document.queue.as_deref_mut();
        let queue = queue.filter(|queue| is_done(queue))?;
        Some((document.id == shown, name, queue))
    });
    let Some((is_shown, name, queue)) = done else {
        return;
    };
    queue.is_told = true;
    let mut words = outcome(queue);
    let (results, offered) = (queue.to_write().count(), queue.offered().count());
    let tally = queue.tally.clone();
    // Where nothing came of it, why is what one asks first.
    if let (0, Some((_, reason))) = (tally.done, tally.reasons.first()) {
        words += &format!(": {}", glyph::safe(reason.as_bytes()));
    }
    if !is_shown {
        words = format!("{}: {words}", glyph::safe(name.as_bytes()));
    }
    if tally.done == 0 && tally.failed > 0 {
        return model.failed(words);
    }
    if results > 0 && is_shown {
        words += &format!(" · {}", held(model));
    } else if offered > 0 {
        words += &format!(" · {} shows them", model.key(Id::Proposals));
    } else if is_shown && model.document.suite.can_undo().is_some() {
        words += &format!(" · {}", undo_hint(model));
    }
    model.done(words);
}

/// The words for a proposal whose record has changed.
pub(super) const STALE: &str = "record changed since";

/// Returns `12 proposals`.
pub(super) fn proposals(count: usize) -> String {
    thousands_of(count, "proposal", "proposals")
}

/// Returns why results are not written yet.
pub(super) fn held(model: &Model) -> String {
    let redo = model.key(Id::Redo);
    let proposals = model.key(Id::Proposals);
    match model.document.suite.can_redo() {
        Some(_) => format!(
            "not written while something can be redone ({redo}) · {proposals} shows the results"
        ),
        None => "written as soon as nothing is being edited".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_roughly() {
        let check = |seconds, expected| {
            assert_eq!(rough(Duration::from_millis(seconds)), expected);
        };
        check(0, "0 s");
        check(200, "1 s");
        check(90_000, "90 s");
        check(91_000, "2 min");
        check(5_400_000, "90 min");
        check(7_800_000, "2 h 10 min");
    }
}
