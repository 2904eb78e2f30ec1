//! Taking away what lies on top, one thing at a time, and stopping what runs in the background.

pub mod commands;

use crate::editor::doc::{filter, marks, navigate, scan};
use crate::editor::flows::save;
use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager};
use crate::editor::pages::{differences, folder};
use crate::editor::panes::board::play;
use crate::editor::panes::operations::perft;
use crate::editor::panes::records::columns::sort;
use crate::editor::panes::records::gallery;
use crate::editor::state::view::{Page, Pane};

/// Closes what lies on top: an overlay, a piece held, the marks of a search.
pub(super) fn close(model: &mut Model) {
    if overlay::top_mut::<Pager>(model).is_some_and(Pager::end_search) {
        return;
    }
    if overlay::leave(model) {
        return;
    }
    if model.page == Page::Folder {
        return folder::leave(model);
    }
    if model.page == Page::Differences {
        return differences::leave(model);
    }
    if play::close(model) || gallery::close(model) {
        return;
    }
    if model.document.view.held.take().is_some() {
        model.done("put back");
    } else if model.board.brush.take().is_some() {
        model.done("no piece held");
    } else if jobs::stop(model, Slot::Find) {
        model.done("stopped searching")
    } else if perft::stop(model) {
    } else if model.document.saving.is_some() {
        save::stop(model)
    } else if model.document.asked.is_some() {
        filter::give_up(model)
    } else if model.document.recall.waits.change.take().is_some() {
        model.done("stopped · nothing changed");
    } else if model.document.recall.waits.sort.take().is_some() {
        model.done("stopped sorting");
    } else if let Some(slot) = jobs::stop_last(model) {
        model.done(match slot {
            Slot::Preview | Slot::Reshape => "stopped · nothing changed".to_owned(),
            slot => format!("stopped {}", slot.word()),
        });
    } else if model.document.view.focus != Pane::Records && !model.panes.is_hidden(Pane::Records) {
        navigate::focus(model, Pane::Records)
    } else if marks::leave_range(model) {
    } else if model.document.search.take().is_some() {
        model.done("search ended");
    } else if model.document.filter.is_some() {
        filter::show_all(model)
    } else if model.document.sorted_view.is_some() {
        sort::off(model)
    }
}

/// Returns why there is nothing to stop.
pub(super) fn nothing_runs(model: &Model) -> Option<String> {
    let document = &model.document;
    let runs = document.scan.running
        || !document.tasks.is_empty()
        || document.recall.waits.change.is_some()
        || document.recall.waits.sort.is_some()
        || document.asked.is_some()
        || model.perft.running.is_some();
    model.when(!runs, "nothing runs in the background")
}

/// Stops everything that runs in the background for the file shown, but a save.
pub(super) fn stop_work(model: &mut Model) {
    let waits = &mut model.document.recall.waits;
    (waits.change, waits.sort) = (None, None);
    perft::stop(model);
    filter::stop(model);
    while let Some(slot) = model.document.tasks.last().map(|task| task.slot) {
        jobs::stop(model, slot);
    }
    scan::stop(model);
    model.done("stopped background work");
}
