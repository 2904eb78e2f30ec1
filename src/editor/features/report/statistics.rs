//! What is in the whole file, as bars; choosing one narrows the list to it.

use crate::editor::features::report::{ask, of_what, open as show, page, stop};
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::overlay::report::{Report, Reports};
use crate::editor::state::jobs::report::{Answer, Request};
use crate::exchange::page::statistics;

/// Rows of a part at most.
const LISTED: usize = 40;

/// The page: it keeps nothing.
#[derive(Debug)]
struct Counted;

/// Opens the page.
pub fn open(model: &mut Model) {
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = format!("Statistics of {name}{}", of_what(model));
    show(model, Report::new(Counted, title).noted("counting"));
    ask(model, Request::Statistics);
}

impl Reports for Counted {
    fn arrived(&mut self, report: &mut Report, model: &mut Model, answer: Answer) {
        let Answer::Statistics(found) = answer else {
            return;
        };
        let page = statistics(&found, LISTED);
        report.note.clear();
        report.put(page::rows(&page, model.cols));
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }

    fn closed(&self, model: &mut Model) {
        stop(model)
    }
}
