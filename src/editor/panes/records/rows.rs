//! What is kept by line numbers goes with the lines: what the filter shows, the order of the list, marks, and the
//! lines that one can go back to.

use crate::editor::doc::{filter, marks};
use crate::editor::jobs::{self, Hand, Slot, Work};
use crate::editor::model::Model;
use crate::editor::panes::records::columns::sort;
use crate::editor::state::rows::TrackedLines;
use crate::suite::differing;

/// Brings it up to date with the file: to be called after every message.
pub(crate) fn settle(model: &mut Model) {
    sort::begin_when_read(model);
    follow(model);
    let now = model.document.suite.snapshot();
    let selected = model.document.selected;
    let before = model.document.settled.replace((now.clone(), selected));
    let changed = before.as_ref().and_then(|(before, _)| {
        (before.revision() != now.revision()).then(|| differing(before, &now))
    });
    let was_selected = before.as_ref().map_or(selected, |(_, line)| *line);
    let document = &model.document;
    if document.filter.is_some() && !document.shows(selected) && selected < now.line_count() {
        match &changed {
            // The line went; what took its place is not what was asked for.
            Some((_, come)) if !come.contains(&selected) => {
                let nearest = document.nearest(selected);
                model.select(nearest);
            }
            // Nothing is shown, and nothing was gone to.
            None if before.is_some() && was_selected == selected => {}
            // A line gone to is shown though it is no answer.
            _ => {
                let shown = model
                    .document
                    .filter
                    .as_mut()
                    .map(|filter| &mut filter.shown);
                if let Some(shown) = shown.filter(|shown| shown.revision() == now.revision()) {
                    shown.insert(selected);
                }
                follow(model);
            }
        }
    }
    if let (Some((before, _)), Some((gone, come))) = (&before, &changed)
        && gone == come
    {
        filter::tell_strays(model, before, come.clone());
    }
    let is_edited = changed.is_some();
    if before.is_some() {
        let document = &mut model.document;
        let now = document.selected;
        document.jump_list.settle(was_selected, now, changed);
    }
    marks::stretch_to_cursor(model, is_edited);
    if let Some((_, selected)) = &mut model.document.settled {
        *selected = model.document.selected;
    }
    filter::run_again_when_read(model);
}

/// Follows the file: what the filter shows, then the order of those lines, then the marks. What would take long is
/// followed on another thread.
pub(crate) fn follow(model: &mut Model) {
    let document = &mut model.document;
    let now = document.suite.snapshot();
    let shown = document.filter.as_mut().map(|filter| &mut filter.shown);
    let shown = shown.and_then(|shown| (!shown.follow(&now)).then(|| shown.clone()));
    let within = document.filter.as_ref();
    let within = within.map(|filter| filter.shown.lines());
    let view = document.sorted_view.as_mut();
    let view = view.and_then(|view| (!view.follow(&now, within)).then(|| view.clone()));
    let set = document.marks.set.as_mut();
    let set = set.and_then(|set| (!set.follow(&now)).then(|| set.clone()));
    let is_done = shown.is_none() && view.is_none() && set.is_none();
    if is_done || jobs::running(model, Slot::Follow).is_some() {
        return;
    }
    let within = model.document.filtered().cloned();
    let followed = move |_: &Hand| {
        let shown = shown.as_ref().map(|shown| shown.followed(&now));
        let within = shown.as_ref().map(TrackedLines::lines).or(within.as_ref());
        let view = view.as_ref().map(|view| view.followed(&now, within));
        Ok((shown, view, set.as_ref().map(|set| set.followed(&now))))
    };
    Work::new(Slot::Follow, followed).start(model, |model, (shown, view, set)| {
        let document = &mut model.document;
        // Filter and order may have been taken off meanwhile.
        if let (Some(filter), Some(shown)) = (&mut document.filter, shown) {
            filter.shown = shown;
        }
        if let (Some(now), Some(view)) = (&mut document.sorted_view, view)
            && now.by == view.by
        {
            *now = view;
        }
        document.marks.set = set.or(document.marks.set.take());
    });
}
