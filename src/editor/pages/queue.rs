//! Analysis and tests of records in the background: of the marked records, else those of the filter, else
//! all. Engines search them one by one; a result is written as a change that can be undone, or becomes a
//! proposal to accept. Results are written only while nothing relies on the lines of the file, and only into
//! a record that still has the position searched.

pub mod commands;
pub(crate) mod page;
mod write;

use crate::editor::command::{Context, Id};
use crate::editor::doc::{self, change};
use crate::editor::effect::Effect;
use crate::editor::flows::bulk;
use crate::editor::jobs::{self, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::report::statistics;
use crate::editor::pages::settings;
use crate::editor::state::document::Document;
use crate::editor::state::jobs::bulk::Scope;
use crate::editor::state::queue::{Queue, SearchJob, SearchOutcome, SearchReport};
use crate::editor::state::settings::limit_in_words;
use crate::editor::widgets::glyph;
use crate::engine::{Analyse, EngineCommand, Inquiry, Limits, Reason, Target, Verify};
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::epd::{LineKind, Record, Skim};
use crate::suite::edit::Selection;
use crate::suite::{LineSet, moves};
use std::time::Duration;

/// The lead that the best move must have over all others to be proposed, in centipawns.
const MARGIN: i64 = 50;
/// The number of records checked when they are queued; further ones are checked when their turn comes.
const LOOKED_AT: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnalysisGoal {
    Results,
    Proposals,
    Test,
}

impl AnalysisGoal {
    fn inquiry(self, limits: Limits) -> Inquiry {
        match self {
            Self::Results => Inquiry::Analyse(Analyse { limits, lines: 1 }),
            Self::Proposals => Inquiry::Verify(Verify {
                limits,
                lines: 2,
                margin: MARGIN,
            }),
            Self::Test => Inquiry::Test(Target {
                limits,
                lines: 1,
                hold: None,
            }),
        }
    }

    fn row(self, model: &Model, scope: &Scope) -> MenuItem {
        let (key, label, detail) = match self {
            Self::Results => (
                'w',
                "write results",
                "pv, pm, ce, acd, acn, acs, Ae and Run of each record",
            ),
            Self::Proposals => (
                'p',
                "propose best moves",
                "where bm or am is not what the engine says: accepted one by one",
            ),
            Self::Test => (
                'r',
                "run the test",
                "pm, acd, acn, acs, Ae and Run of each record with bm, am or a mate; then the report",
            ),
        };
        let read_only = model.why_read_only().filter(|_| self != Self::Proposals);
        let scope = scope.clone();
        let begins = move |model: &mut Model| begin(model, &scope, self);
        MenuItem::new(Some(key), label, detail, begins).disabled(read_only)
    }
}

fn ask_what(model: &mut Model, scope: &Scope) {
    open_menu(
        model,
        "Analyse",
        scope,
        &[AnalysisGoal::Results, AnalysisGoal::Proposals],
    )
}

fn ask_to_test(model: &mut Model) {
    let scope = bulk::scope(model);
    open_menu(model, "Test with an engine:", &scope, &[AnalysisGoal::Test])
}

/// Opens the menu of an analysis; it reopens after a setting is typed.
fn open_menu(
    model: &mut Model,
    title: &'static str,
    scope: &Scope,
    wanted: &'static [AnalysisGoal],
) {
    let types = |name: &'static str| {
        let scope = scope.clone();
        move |model: &mut Model| {
            let scope = scope.clone();
            let again = move |model: &mut Model| open_menu(model, title, &scope, wanted);
            settings::type_value_then(model, name, again);
        }
    };
    let limit = limit_in_words(&model.settings.analysis_limit);
    let at_once = format!("{} at once", record_count(model.settings.background_jobs()));
    let names = model.settings.background_engines().into_iter();
    let names: Vec<&str> = names.map(|engine| engine.name.as_str()).collect();
    let engine = match names.is_empty() {
        true => "the first engine in PATH".to_owned(),
        false => names.join(", "),
    };
    let each = match names.len() {
        0 | 1 => "",
        _ => " (each record by one of them)",
    };
    let about = format!("{engine}{each} · {limit}, {at_once}");
    let rows = wanted.iter().map(|wanted| wanted.row(model, scope));
    let mut items: Vec<MenuItem> = rows.collect();
    items.extend([
        MenuItem::new(Some('t'), "limit …", limit, types("analysis-limit")),
        MenuItem::new(Some('n'), "at once …", at_once, types("analysis-engines")),
        MenuItem::new(Some('e'), "engines …", engine, does(Id::Engines)),
    ]);
    if let Some(queue) = model.document.queue.as_deref() {
        let item = |key, label, detail, does: fn(&mut Model)| {
            MenuItem::new(Some(key), label, detail, does)
        };
        items.push(item('q', "queue", title_of(queue), page::open_queue));
        let count = queue.open().count();
        if count > 0 {
            let count = proposal_count(count);
            items.push(item('a', "accept …", count, page::open_proposals));
        }
        if queue.is_busy() {
            let label = if queue.is_stopped { "resume" } else { "stop" };
            let left = format!("{} left", record_count(queue.to_search()));
            items.push(item('s', label, left, stop_or_resume));
        }
    }
    let title = format!("{title} {}", scope.in_words());
    let about = vec![glyph::safe(about.as_bytes())];
    overlay::open(model, Menu::question(title, about, items))
}

/// Adds the lines of a scope to the queue.
fn begin(model: &mut Model, scope: &Scope, wanted: AnalysisGoal) {
    let inquiry = wanted.inquiry(model.settings.analysis_limit);
    let jobs = model.settings.background_jobs();
    let snapshot = model.document.suite.snapshot();
    let lines = match &scope.chosen {
        Selection::All => LineSet::of_range(0..snapshot.line_count()),
        Selection::Lines(lines) => lines.clone(),
    };
    let suite = &model.document.suite;
    let is_record = |line: &usize| Skim::kind_of(&suite.line(*line)) == LineKind::Record;
    // Without comments and empty lines.
    let lines = match lines.len() <= LOOKED_AT {
        true => lines.iter().filter(is_record).collect(),
        false => lines,
    };
    if lines.is_empty() {
        return model.refused("no record to analyse");
    }
    let ticket = model.ticket();
    let old = model.document.queue.as_ref();
    if old.is_some_and(|queue| !queue.is_at(snapshot.revision())) {
        return model.refused("still following the last change");
    }
    let mut queue = match model.document.queue.take() {
        // A queue with records to search or open proposals continues.
        Some(queue) if queue.is_busy() || queue.open().next().is_some() => queue,
        Some(queue) => Box::new(queue.anew(ticket, jobs)),
        None => Box::new(Queue::new(ticket, snapshot, jobs)),
    };
    if !queue.is_busy() {
        queue.ticket = ticket;
    }
    let all = lines.len();
    let lines = queue.not_asked_yet(&lines, &inquiry);
    let (count, known) = (lines.len(), all - lines.len());
    if count == 0 {
        model.document.queue = Some(queue);
        let message = "in the queue already · {analysis-queue} shows it";
        return model.refused(model.commands.sentence(message));
    }
    (queue.is_stopped, queue.is_told, queue.jobs) = (false, false, jobs);
    if wanted == AnalysisGoal::Test {
        (queue.tests, queue.reported) = (true, queue.tally.written);
    }
    // In the order of the list on screen; hidden lines come last.
    let view = model.document.sorted_view.as_ref().map(|view| view.rows());
    let shown = view
        .iter()
        .flat_map(|rows| (0..rows.len()).filter_map(|row| rows.line_at(row)));
    let shown: Vec<usize> = shown.filter(|line| lines.contains(*line)).collect();
    let hidden = lines.minus(&shown.iter().copied().collect());
    let in_order = shown.into_iter().chain(hidden.iter());
    queue.waiting.add(in_order, inquiry);
    model.document.queue = Some(queue);
    let key = model.key(Id::AnalysisQueue);
    let lines = thousands_of(count, "line", "lines");
    let known = match known {
        0 => String::new(),
        known => format!(" · {} in the queue already", thousands(known)),
    };
    let verb = if wanted == AnalysisGoal::Test {
        "testing"
    } else {
        "analysing"
    };
    model.done(format!("{verb} {lines}{known} · {key} shows the queue"));
    if wanted == AnalysisGoal::Test {
        statistics::open_run(model, None);
    }
}

/// The number of records sent to each engine at once, so that it never waits for the editor.
const AHEAD: usize = 2;

/// Stores the result of a search in the queue of its file.
pub fn heard(model: &mut Model, searched: SearchReport) {
    let queue = model.document_mut(searched.document);
    let queue = queue.and_then(|document| document.queue.as_mut());
    let Some(queue) = queue.filter(|queue| queue.ticket == searched.ticket) else {
        return;
    };
    let (number, took) = (searched.number, searched.took);
    match searched.found {
        SearchOutcome::Answer(answer) => queue.searched(number, took, Ok(answer)),
        SearchOutcome::Nothing(reason) => queue.searched(number, took, Err(reason)),
        SearchOutcome::NoEngine(reason) => {
            queue.stop(0);
            let resumes = resumes(model);
            model.failed(format!("analysis stopped: {reason} · {resumes} resumes"));
            model.send(Effect::StopSearches(searched.ticket));
        }
    }
}

/// Runs after every message: follows edits of the file, writes results, and starts the next searches.
pub(crate) fn settle(model: &mut Model) {
    if model.documents().all(|document| document.queue.is_none()) {
        return;
    }
    follow(model);
    write::results(model);
    let engines = model.settings.background_engines().into_iter();
    let engines: Vec<EngineCommand> = engines.map(|engine| engine.command.clone()).collect();
    let mut effects = Vec::new();
    for document in model.documents_mut() {
        fill(document, &engines, &mut effects);
    }
    model.out.extend(effects);
    say_done(model);
    follow_test(model);
}

/// The number of parts of a test; its report is updated after each.
const PARTS: usize = 20;

/// Updates the report of a test, if its page is open, after each part and at the end of the test.
fn follow_test(model: &mut Model) {
    let Some(queue) = model.document.queue.as_mut().filter(|queue| queue.tests) else {
        return;
    };
    let is_over = !queue.is_busy() && queue.to_write().next().is_none();
    let (written, all) = (queue.tally.written, queue.tally.over() + queue.to_search());
    let is_due = written >= queue.reported + (all / PARTS).max(1);
    queue.tests = !is_over;
    if is_over || is_due && jobs::running(model, Slot::Report).is_none() {
        if let Some(queue) = &mut model.document.queue {
            queue.reported = written;
        }
        statistics::read_run_again(model);
    }
}

/// Updates the line numbers of queues after edits: of the shown file on a thread if need be, of other files
/// only if it is immediate.
fn follow(model: &mut Model) {
    let shown = model.document.id;
    let mut later = None;
    for document in model.documents_mut() {
        let now = document.suite.snapshot();
        let Some(queue) = &mut document.queue else {
            continue;
        };
        let is_other = !queue.is_at(now.revision());
        if !queue.follow(&now) && document.id == shown {
            later = Some((queue.at.clone(), now));
        }
        if is_other {
            let suite = &document.suite;
            queue.count_undone(|at| suite.came_of(at));
        }
    }
    let Some((from, to)) = later else {
        return;
    };
    if jobs::running(model, Slot::FollowQueue).is_some() {
        return;
    }
    let (old, new) = (from.revision(), to.clone());
    let follow = Work::new(Slot::FollowQueue, move |_| Ok(moves(&from, &to)));
    follow.start(model, move |model, moves| {
        let queue = model.document.queue.as_mut();
        if let Some(queue) = queue.filter(|queue| queue.is_at(old)) {
            queue.moved(&moves, &new);
        }
    });
}

fn fill(document: &mut Document, engines: &[EngineCommand], effects: &mut Vec<Effect>) {
    let Some(mut queue) = document.queue.take() else {
        return;
    };
    let options = *document.suite.read_options();
    let is_here = queue.is_at(document.suite.revision());
    while is_here && !queue.is_stopped && queue.under_way.len() < queue.jobs * AHEAD {
        let Some(item) = queue.waiting.next() else {
            break;
        };
        let line = document.suite.line(item.line);
        let record = Record::read(&line, &options);
        if record.position().is_none() {
            // A comment does not count as a record without a result.
            if record.kind() == LineKind::Record {
                queue.tally.fail(item.line, Reason::Position.to_string());
            }
            continue;
        }
        let line = line.into_owned();
        let number = queue.begin(item, line.clone());
        effects.push(Effect::Search(Box::new(SearchJob {
            document: document.id,
            ticket: queue.ticket,
            number,
            engines: engines.to_vec(),
            jobs: queue.jobs,
            line,
            options,
            inquiry: item.inquiry,
        })));
    }
    document.queue = Some(queue);
}

/// Returns the key that stops and resumes or, outside of the queue's pages, the command, since the key is another's.
fn resumes(model: &Model) -> String {
    match Context::of(model) {
        Context::Queue | Context::Proposals => model.key(Id::StopQueue),
        _ => format!(":{}", Id::StopQueue.name()),
    }
}

fn stop_or_resume(model: &mut Model) {
    let ticket = model.ticket();
    let resumes = resumes(model);
    let Some(queue) = &mut model.document.queue else {
        return;
    };
    if queue.is_stopped {
        (queue.is_stopped, queue.ticket) = (false, ticket);
        queue.jobs = model.settings.background_jobs();
        return model.done("analysis resumed");
    }
    let old = queue.ticket;
    queue.stop(ticket);
    let left = record_count(queue.waiting.len());
    let message = format!("analysis stopped, {left} left · {resumes} resumes");
    model.done(message);
    model.send(Effect::StopSearches(old));
}

fn clear(model: &mut Model) {
    let ticket = model.ticket();
    let Some(queue) = &mut model.document.queue else {
        return;
    };
    let (removed, old) = (record_count(queue.to_search()), queue.ticket);
    queue.clear(ticket);
    queue.is_told = true;
    model.done(format!("removed {removed} from the queue"));
    model.send(Effect::StopSearches(old));
}

fn nothing_waits(model: &Model) -> Option<String> {
    let queue = model.document.queue.as_ref();
    model.when(
        !queue.is_some_and(|queue| queue.is_busy()),
        "no records are being analysed · {analyse-records} analyses some",
    )
}

fn record_count(count: usize) -> String {
    thousands_of(count, "record", "records")
}

/// Returns a time, rounded up: `40 s`, `3 min`, `2 h 10 min`.
fn rough(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let minutes = seconds.div_ceil(60);
    match seconds {
        0..=90 => format!("{seconds} s"),
        91..=5400 => format!("{minutes} min"),
        _ => format!("{} h {} min", thousands(minutes / 60), minutes % 60),
    }
}

/// Returns the progress as `12/300`, with an estimate of the time left.
fn progress(queue: &Queue) -> String {
    let over = queue.tally.over();
    let all = over + queue.to_search();
    let done = format!("{}/{}", thousands(over), thousands(all));
    match queue.left() {
        Some(left) if !queue.is_stopped => format!("{done} · {} left", rough(left)),
        _ => done,
    }
}

/// Returns the state of the queue for the header, and whether it needs attention.
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
    match (queue.to_write().count(), queue.offered().count()) {
        (0, 0) => None,
        (0, offered) => Some((proposal_count(offered), false)),
        (results, _) => {
            let words = thousands_of(results, "result", "results");
            Some((format!("{words} to write"), true))
        }
    }
}

fn title_of(queue: &Queue) -> String {
    let progress = progress(queue);
    match (queue.is_busy(), queue.is_stopped) {
        (true, true) => format!("Stopped · {progress}"),
        (true, false) => format!(
            "Analysing: {progress} · {} at once",
            record_count(queue.jobs)
        ),
        (false, _) => format!("Done · {}", outcome(queue)),
    }
}

pub fn outcome(queue: &Queue) -> String {
    let tally = &queue.tally;
    let mut parts = vec![format!("analysed {}", record_count(tally.done))];
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

/// Reports once that a queue is done.
fn say_done(model: &mut Model) {
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
    let is_test = queue.tests;
    let mut words = outcome(queue);
    let (results, offered) = (queue.to_write().count(), queue.offered().count());
    let tally = queue.tally.clone();
    // Without any result, the reason matters most.
    if let (0, Some((_, reason))) = (tally.done, tally.reasons.first()) {
        words += &format!(": {}", glyph::safe(reason.as_bytes()));
    }
    if !is_shown {
        words = format!("{}: {words}", glyph::safe(name.as_bytes()));
    }
    if tally.done == 0 && tally.failed > 0 {
        return model.failed(words);
    }
    if is_test && is_shown && !statistics::shows_run(model) {
        words += &format!(" · {} shows the report", model.key(Id::TestReport));
    }
    if results > 0 && is_shown {
        let sentence = match model.document.suite.can_redo() {
            Some(_) => {
                " · not written while something can be redone ({redo}); {proposals} shows the results"
            }
            None => " · written as soon as nothing is being edited",
        };
        words += &model.commands.sentence(sentence);
    } else if offered > 0 {
        words += &format!(" · {} shows them", model.key(Id::Proposals));
    } else if is_shown && model.document.suite.can_undo().is_some() {
        words += &format!(" · {}", change::undo_hint(model));
    }
    model.done(words);
}

const STALE: &str = "record changed since";

fn proposal_count(count: usize) -> String {
    thousands_of(count, "proposal", "proposals")
}

/// The maximum number of files named.
const NAMED: usize = 6;

/// Returns a sentence about the proposals, results and waiting records that are lost when a file is closed.
/// Records that wait in a stopped queue don't count.
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
    add(offered, proposal_count(offered), "not accepted");
    let words = thousands_of(results, "result", "results");
    add(results, words, "not written");
    let waiting = match queue.is_stopped {
        true => 0,
        false => queue.to_search(),
    };
    add(waiting, record_count(waiting), "still to be analysed");
    let name = glyph::safe(document.suite.name().as_bytes());
    (!parts.is_empty()).then(|| format!("{name}: {}.", parts.join(", ")))
}

pub(crate) fn lost_with_all(model: &Model) -> Vec<String> {
    first_few(model.documents().filter_map(lost_with).collect())
}

/// Returns the first of some sentences about files, then one with the number of the others.
pub(crate) fn first_few(mut about: Vec<String>) -> Vec<String> {
    let more = about.len().saturating_sub(NAMED);
    if more > 0 {
        about.truncate(NAMED);
        about.push(format!("… and {more} more."));
    }
    about
}

/// Shows the proposals or the queue that would be lost: of the shown file, else of the first file with any.
pub(crate) fn show_lost(model: &mut Model) {
    let is_lost = |document: &Document| lost_with(document).is_some();
    if !is_lost(&model.document) {
        let Some(id) = model.documents().find(|of| is_lost(of)).map(|of| of.id) else {
            return;
        };
        doc::show(model, id);
    }
    let queue = model.document.queue.as_deref();
    match queue.is_some_and(|of| of.open().next().is_some()) {
        true => page::open_proposals(model),
        false => page::open_queue(model),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
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
