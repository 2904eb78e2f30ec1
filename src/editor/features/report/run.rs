//! What a run of an engine solved and missed: the open file, alone or against another open one.

use crate::editor::features::report::{ask, of_what, open as show, page, stop};
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::{Report, Reports, Row};
use crate::editor::state::document::Document;
use crate::editor::state::jobs::report::{Answer, Request, RunOf};
use crate::exchange::page::Page;
use std::path::Path;

/// The page of a run, and which of the other open files it is compared with.
#[derive(Debug)]
struct OfRun {
    against: Option<usize>,
    /// The results, and the columns of the screen that their rows are made for.
    found: Option<(Page, u16)>,
}

/// Opens the page.
pub fn open(model: &mut Model) {
    open_against(model, None)
}

fn open_against(model: &mut Model, against: Option<usize>) {
    let name = |document: &Document| glyph::safe(document.suite.name().as_bytes());
    let mut title = format!("Test report of {}{}", name(&model.document), of_what(model));
    let run = |document: &Document| RunOf {
        name: name(document),
        path: document.suite.path().map(Path::to_path_buf),
        snapshot: document.suite.snapshot(),
    };
    let mut runs = vec![run(&model.document)];
    if let Some(other) = against.and_then(|at| others(model).nth(at)) {
        title += &format!(" against {}", name(other));
        runs.push(run(other));
    }
    let found = None;
    let report = Report::new(OfRun { against, found }, title);
    show(model, report.noted("reading"));
    ask(model, Request::Run { runs });
}

fn others(model: &Model) -> impl Iterator<Item = &Document> {
    model.others.before().iter().chain(model.others.after())
}

impl Reports for OfRun {
    fn arrived(&mut self, report: &mut Report, model: &mut Model, answer: Answer) {
        let Answer::Run(found) = answer else {
            return;
        };
        report.note = match (self.against, others(model).next()) {
            (_, None) => "",
            (None, _) => "→ compares with another open file",
            (Some(_), _) => "← → another open file",
        }
        .to_owned();
        match found.records().next() {
            Some(_) => self.found = Some((found.page(), 0)),
            None => report.put(vec![
                Row::heading("no record can be judged"),
                Row::item("a test run writes the engine's move to pm, beside bm or am")
                    .disabled("no record to go to"),
            ]),
        }
        self.refresh(report, model);
    }

    /// The rows of a screen of another width.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        if let Some((found, columns)) = &mut self.found
            && *columns != model.cols
        {
            *columns = model.cols;
            report.put(page::rows(found, model.cols));
        }
    }

    /// Alone, then against each of the other open files.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let others = others(model).count();
        if others == 0 {
            return None;
        }
        let at = self.against.map_or(0, |at| at + 1);
        let next = (at + others + 1).saturating_add_signed(by) % (others + 1);
        Some(Does::new(move |model| {
            open_against(model, next.checked_sub(1))
        }))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }

    fn closed(&self, model: &mut Model) {
        stop(model)
    }
}
