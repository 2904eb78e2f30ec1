//! What engines found or were to find that is in no file yet: it is lost with the editor, or with the
//! file's tab, and told of before that.

use super::words::{proposals, records};
use super::{page, proposals as offered};
use crate::editor::doc;
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands_of};

/// Files named at most.
const NAMED: usize = 6;

/// Returns what is lost with a file, as a sentence; a queue that a person stopped is not missed.
pub(crate) fn lost_with(document: &Document) -> Option<String> {
    let queue = document.queue.as_deref()?;
    let mut parts = Vec::new();
    let mut add = |count: usize, what: String, rest: &str| {
        if count > 0 {
            parts.push(format!("{what} {} {rest}", noun(count, "is", "are")));
        }
    };
    let offered = queue.offered().count();
    let results = queue.to_write().count();
    add(offered, proposals(offered), "not accepted");
    let words = thousands_of(results, "result", "results");
    add(results, words, "not written");
    let waiting = match queue.is_stopped {
        true => 0,
        false => queue.to_search(),
    };
    add(waiting, records(waiting), "still to be analysed");
    let name = glyph::safe(document.suite.name().as_bytes());
    (!parts.is_empty()).then(|| format!("{name}: {}.", parts.join(", ")))
}

/// Returns what is lost with all files, a sentence each.
pub(crate) fn lost_with_all(model: &Model) -> Vec<String> {
    first_few(model.documents().filter_map(lost_with).collect())
}

/// Returns the first of some sentences about files, and how many more there are.
pub(crate) fn first_few(mut about: Vec<String>) -> Vec<String> {
    let more = about.len().saturating_sub(NAMED);
    if more > 0 {
        about.truncate(NAMED);
        about.push(format!("… and {more} more."));
    }
    about
}

/// Shows what would be lost: of the file shown, else of the first that has something.
pub(crate) fn show(model: &mut Model) {
    let is_lost = |document: &Document| lost_with(document).is_some();
    if !is_lost(&model.document) {
        let Some(id) = model.documents().find(|of| is_lost(of)).map(|of| of.id) else {
            return;
        };
        doc::show(model, id);
    }
    let queue = model.document.queue.as_deref();
    match queue.is_some_and(|of| of.open().next().is_some()) {
        true => offered::open(model),
        false => page::open(model),
    }
}
