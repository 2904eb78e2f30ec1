//! What is in the whole file, as bars; choosing one narrows the list to it.

use crate::editor::model::Model;
use crate::editor::overlay::report::{Report, Reports};
use crate::editor::pages::report::{ask, of_what, open as show, page};
use crate::editor::widgets::glyph;
use crate::exchange::page::statistics;
use crate::suite::{self, Statistics};

/// Rows of a part at most.
const LISTED: usize = 40;

/// The page: it keeps nothing.
#[derive(Debug)]
struct Counted;

pub fn open(model: &mut Model) {
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = format!("Statistics of {name}{}", of_what(model));
    show(model, Report::new(Counted, title).noted("counting"));
    ask(model, suite::statistics, arrived);
}

impl Reports for Counted {
    fn is_of_the_filter(&self) -> bool {
        true
    }
}

fn arrived(_: &mut Counted, report: &mut Report, model: &mut Model, found: Statistics) {
    let page = statistics(&found, LISTED);
    report.note.clear();
    report.put(page::rows(&page, model.cols));
}
