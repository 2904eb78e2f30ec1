//! What is in the whole file, as bars; choosing one narrows the list to it.

use crate::editor::model::Model;
use crate::editor::overlay::report::show;
use crate::editor::overlay::report::{Report, Reports, Row};
use crate::editor::pages::report::{ask, of_what, page};
use crate::editor::widgets::glyph;
use crate::exchange::page::{Page, statistics};
use crate::suite::{self, Statistics};

/// Rows of a part at most.
const LISTED: usize = 40;

/// The page, once it is counted.
#[derive(Debug)]
struct Counted(Option<Page>);

pub fn open(model: &mut Model) {
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = format!("Statistics of {name}{}", of_what(model));
    show(model, Report::new(Counted(None), title).noted("counting"));
    ask(model, suite::statistics, arrived);
}

impl Reports for Counted {
    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        self.0.as_ref().map(|page| page::rows(page, columns))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }
}

fn arrived(page: &mut Counted, report: &mut Report, _: &mut Model, found: Statistics) {
    report.note.clear();
    page.0 = Some(statistics(&found, LISTED));
}
