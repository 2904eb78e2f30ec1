//! The pages of statistics, of an engine's test run, and of the game that the selected record is part of.

use crate::editor::command::Context;
use crate::editor::model::Model;
use crate::editor::overlay::Action;
use crate::editor::overlay::report::{
    About, PageController, Report, Row, Sign, going_to, page, show,
};
use crate::editor::pages::report::{ask, of_what, page_rows};
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph;
use crate::engine::report::{Group, Report as Results, Run};
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::page::{Page, statistics};
use crate::suite::edit::Selection;
use crate::suite::game::{Game, Turn, time};
use crate::suite::{self, Job, JobError, Snapshot, Statistics};

/// The maximum number of rows in a part of the statistics.
const LISTED: usize = 40;

fn name_of(document: &Document) -> String {
    glyph::safe(document.suite.name().as_bytes())
}

/// The statistics, once they are counted.
#[derive(Debug)]
struct StatisticsState(Option<Page>);

pub(super) fn open(model: &mut Model) {
    let name = name_of(&model.document);
    let title = format!("Statistics of {name}{}", of_what(model));
    show(
        model,
        Report::new(StatisticsState(None), title).noted("counting"),
    );
}

fn counted(page: &mut StatisticsState, report: &mut Report, _: &mut Model, found: Statistics) {
    report.note.clear();
    page.0 = Some(statistics(&found, LISTED));
}

impl PageController for StatisticsState {
    fn context(&self) -> Context {
        Context::Statistics
    }

    fn fill(&self) -> Option<Action> {
        Some(Action::new(|model| ask(model, suite::statistics, counted)))
    }

    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        self.0.as_ref().map(|page| page_rows(page, columns))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }
}

/// The page of a test run; `against` is the index, among the other open files, of the one it is compared with.
#[derive(Debug)]
struct OfRun {
    against: Option<usize>,
    found: Option<Page>,
}

pub(crate) fn open_run(model: &mut Model, against: Option<usize>) {
    let mut title = format!(
        "Test report of {}{}",
        name_of(&model.document),
        of_what(model)
    );
    if let Some(other) = against.and_then(|at| model.others.get(at)) {
        title += &format!(" against {}", name_of(other));
    }
    let found = None;
    let report = Report::new(OfRun { against, found }, title);
    show(model, report.noted("reading"));
}

pub(crate) fn shows_run(model: &Model) -> bool {
    page::<OfRun>(model).is_some()
}

pub(crate) fn read_run_again(model: &mut Model) {
    if let Some(against) = page::<OfRun>(model).map(|page| page.against) {
        read_run(model, against);
    }
}

fn read_run(model: &mut Model, against: Option<usize>) {
    let run = |document: &Document| {
        let mut run = Run::new(&name_of(document), Group::Id);
        if let Some(path) = document.suite.path() {
            run = run.of_file(path);
        }
        (run, document.suite.snapshot())
    };
    let other = against.and_then(|at| model.others.get(at));
    let documents = std::iter::once(&model.document).chain(other);
    let runs: Vec<_> = documents.map(run).collect();
    let find = move |_: &Snapshot, shown: &Selection, job: &Job| read(&runs, shown, job);
    ask(model, find, run_read);
}

impl PageController for OfRun {
    fn context(&self) -> Context {
        Context::Statistics
    }

    fn fill(&self) -> Option<Action> {
        let against = self.against;
        Some(Action::new(move |model| read_run(model, against)))
    }

    /// Shows the progress of the running test.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let queue = model.document.queue.as_deref();
        if let Some(queue) = queue.filter(|queue| queue.tests) {
            let over = queue.tally.over();
            let all = thousands(over + queue.to_search());
            let what = if queue.is_stopped {
                "stopped"
            } else {
                "testing"
            };
            report.note = format!("{what} · {} of {all}", thousands(over));
        }
    }

    fn rows(&self, columns: u16) -> Option<Vec<Row>> {
        self.found.as_ref().map(|found| page_rows(found, columns))
    }

    /// Switches between the file alone and comparisons with the other open files.
    fn beside(&self, model: &Model, by: isize) -> Option<Action> {
        let others = model.others.len();
        if others == 0 {
            return None;
        }
        let at = self.against.map_or(0, |at| at + 1);
        let next = (at + others + 1).saturating_add_signed(by) % (others + 1);
        Some(Action::new(move |model| {
            open_run(model, next.checked_sub(1))
        }))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }
}

/// Reads the runs: only the lines `shown` of the first, all lines of the others.
fn read(runs: &[(Run, Snapshot)], shown: &Selection, job: &Job) -> Result<Results, JobError> {
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

fn run_read(page: &mut OfRun, report: &mut Report, model: &mut Model, found: Results) {
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

/// The page of the game around this line, record by record: moves, clocks, comments, registers that are set,
/// and records that do not follow from the move before.
#[derive(Debug)]
struct OfGame(usize);

pub(super) fn open_game(model: &mut Model) {
    let line = model.document.selected;
    show(model, Report::new(OfGame(line), "Game").noted("looking"));
}

impl PageController for OfGame {
    fn context(&self) -> Context {
        Context::Statistics
    }

    fn fill(&self) -> Option<Action> {
        let line = self.0;
        let find = move |file: &Snapshot, _: &Selection, job: &Job| Game::around(file, line, job);
        Some(Action::new(move |model| ask(model, find, game_found)))
    }
}

fn game_found(page: &mut OfGame, report: &mut Report, _: &mut Model, found: Option<Game>) {
    let Some(game) = found else {
        report.note.clear();
        return report.put(vec![
            Row::heading("no game here"),
            Row::item("no record beside this one leads to the next by its sm or sv")
                .disabled("no record to go to"),
        ]);
    };
    report.title = title(&game);
    report.note = note(&game);
    report.put(game.turns.iter().flat_map(rows_of).collect());
    let mut rows = report.rows.iter();
    let here = rows.position(|row| row.line == Some(page.0));
    report.cursor = here.unwrap_or(report.cursor);
}

fn title(game: &Game) -> String {
    let tag = |name: &str| {
        let found = game.tags.iter().find(|(tag, _)| tag == name);
        let value = found.map(|(_, value)| value.as_str());
        value.filter(|value| !value.is_empty())
    };
    let (white, black) = (tag("White"), tag("Black"));
    let mut title = "Game".to_owned();
    if white.or(black).is_some() {
        title = format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?"));
        if let Some(result) = tag("Result").filter(|result| *result != "*") {
            title += &format!(" {result}");
        }
    }
    glyph::safe(title.as_bytes())
}

fn note(game: &Game) -> String {
    let flaws: usize = game.turns.iter().map(|turn| turn.flaws.len()).sum();
    let mut note = thousands_of(game.turns.len(), "record", "records");
    if flaws > 0 {
        note += &format!(" · {}", thousands_of(flaws, "problem", "problems"));
    }
    if game.turns.iter().any(|turn| turn.clocks.is_some()) {
        note += " · clocks: White, Black";
    }
    if game.is_cut {
        note += " · longer than shown";
    }
    note
}

/// Returns the row of a record, and below it one for each of its flaws.
fn rows_of(turn: &Turn) -> Vec<Row> {
    let dots = if turn.is_white { "." } else { "..." };
    let played = turn.played.as_deref().unwrap_or("–");
    let mut details = Vec::new();
    if let Some([white, black]) = turn.clocks {
        details.push(format!("{} {}", time(white), time(black)));
    }
    details.extend(turn.said.iter().cloned());
    details.extend(turn.set.iter().map(|(opcode, text)| match opcode.as_str() {
        "c0" => text.clone(),
        opcode => format!("{opcode} {text}"),
    }));
    let row = Row::item(format!("{}{dots} {played}", turn.number));
    let row = row.detailed(glyph::safe(details.join(" · ").as_bytes()));
    let mut rows = vec![going_to(row, turn.line)];
    for flaw in &turn.flaws {
        let row = Row::item(glyph::safe(flaw.message.as_bytes()))
            .under()
            .signed(Sign::Severity(flaw.code.severity()))
            .about(About::Problem(flaw.code));
        rows.push(going_to(row, turn.line));
    }
    rows
}
