//! What a run of an engine solved and missed: the open file, alone or against another open one.

use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::show;
use crate::editor::overlay::report::{Report, Reports, Row};
use crate::editor::pages::report::{ask, of_what, page};
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph;
use crate::engine::report::{Group, Report as Results, Run};
use crate::exchange::page::Page;
use crate::suite::edit::Chosen;
use crate::suite::{Job, JobError, Snapshot};

/// The page of a run, and which of the other open files it is compared with.
#[derive(Debug)]
struct OfRun {
    against: Option<usize>,
    found: Option<Page>,
}

pub fn open(model: &mut Model) {
    open_against(model, None)
}

fn open_against(model: &mut Model, against: Option<usize>) {
    let name = |document: &Document| glyph::safe(document.suite.name().as_bytes());
    let mut title = format!("Test report of {}{}", name(&model.document), of_what(model));
    let run = |document: &Document| {
        let mut run = Run::new(&name(document), Group::Id);
        if let Some(path) = document.suite.path() {
            run = run.of_file(path);
        }
        (run, document.suite.snapshot())
    };
    let mut runs = vec![run(&model.document)];
    if let Some(other) = against.and_then(|at| model.others.get(at)) {
        title += &format!(" against {}", name(other));
        runs.push(run(other));
    }
    let found = None;
    let report = Report::new(OfRun { against, found }, title);
    show(model, report.noted("reading"));
    let find = move |_: &Snapshot, shown: &Chosen, job: &Job| read(&runs, shown, job);
    ask(model, find, arrived);
}

impl Reports for OfRun {
    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        self.found.as_ref().map(|found| page::rows(found, columns))
    }

    /// Alone, then against each of the other open files.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let others = model.others.len();
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
}

/// Reads the runs: of the first, the lines `shown`.
fn read(runs: &[(Run, Snapshot)], shown: &Chosen, job: &Job) -> Result<Results, JobError> {
    let mut read = Vec::new();
    for (nth, (run, snapshot)) in runs.iter().enumerate() {
        let mut run = run.clone();
        snapshot.each_line(0..snapshot.line_count(), |line, bytes| {
            if nth > 0 || shown.has(line) {
                run.take(bytes, line as u64 + 1, snapshot.read_options());
            }
            !job.is_cancelled()
        });
        read.push(run);
    }
    match job.is_cancelled() {
        true => Err(JobError::Cancelled),
        false => Ok(Results::of(read)),
    }
}

fn arrived(page: &mut OfRun, report: &mut Report, model: &mut Model, found: Results) {
    report.note = match (page.against, model.others.first()) {
        (_, None) => "",
        (None, _) => "→ compares with another open file",
        (Some(_), _) => "← → another open file",
    }
    .to_owned();
    match found.records().next() {
        Some(_) => page.found = Some(found.page()),
        None => report.put(vec![
            Row::heading("no record can be judged"),
            Row::item("a test run writes the engine's move to pm, beside bm or am")
                .disabled("no record to go to"),
        ]),
    }
}
