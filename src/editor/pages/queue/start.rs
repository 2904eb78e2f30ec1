//! Records put into the queue: which, what is asked of them, and how long each may take.

use super::{proposals, stop_or_resume, words};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::settings;
use crate::editor::state::jobs::bulk::Scope;
use crate::editor::state::queue::Queue;
use crate::editor::state::settings::limit_in_words;
use crate::editor::widgets::glyph;
use crate::engine::{Analyse, Inquiry, Verify};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::{LineKind, Skim};
use crate::suite::LineSet;
use crate::suite::edit::Chosen;

/// Centipawns by which the best move must be better than all others.
const MARGIN: i64 = 50;

/// Asks what is to be done with these lines.
pub(super) fn open(model: &mut Model, scope: &Scope) {
    let (limit, at_once) = (
        limit_in_words(&model.settings.analysis_limit),
        words::at_once(model.settings.background_jobs()),
    );
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
    let about = format!("{engine}{each} · {limit} · {at_once}");
    let read_only = model.why_read_only();
    let (writes, proposes) = (scope.clone(), scope.clone());
    let mut items = vec![
        MenuItem::new(
            Some('w'),
            "write results",
            "pv, pm, ce, acd, acn, acs, Engine and Limit of each record",
            move |model| begin(model, &writes, false),
        )
        .disabled(read_only),
        MenuItem::new(
            Some('p'),
            "propose best moves",
            "where bm or am is not what the engine says: accepted one by one",
            move |model| begin(model, &proposes, true),
        ),
        MenuItem::new(Some('t'), "limit …", limit, |model| {
            settings::type_value(model, "analysis-limit")
        }),
        MenuItem::new(Some('n'), "at once …", at_once, |model| {
            settings::type_value(model, "analysis-engines")
        }),
        MenuItem::new(Some('e'), "engines …", engine, does(Id::Engines)),
    ];
    if let Some(queue) = model.document.queue.as_deref() {
        items.push(MenuItem::new(
            Some('q'),
            "queue",
            words::title(queue),
            super::page::open,
        ));
        let count = queue.open().count();
        if count > 0 {
            let count = words::proposals(count);
            items.push(MenuItem::new(Some('a'), "accept …", count, proposals::open));
        }
        if queue.is_busy() {
            let label = if queue.is_stopped { "resume" } else { "stop" };
            let left = format!("{} left", words::records(queue.to_search()));
            items.push(MenuItem::new(Some('s'), label, left, stop_or_resume));
        }
    }
    let title = format!("Analyse {}", scope.in_words());
    overlay::open(
        model,
        Menu::question(title, vec![glyph::safe(about.as_bytes())], items),
    )
}

/// Puts lines into the queue.
fn begin(model: &mut Model, scope: &Scope, proposes: bool) {
    let limits = model.settings.analysis_limit;
    let inquiry = match proposes {
        true => Inquiry::Verify(Verify {
            limits,
            lines: 2,
            margin: MARGIN,
        }),
        false => Inquiry::Analyse(Analyse { limits, lines: 1 }),
    };
    let (snapshot, jobs) = (
        model.document.suite.snapshot(),
        model.settings.background_jobs(),
    );
    let lines = match &scope.chosen {
        Chosen::All => LineSet::of_range(0..snapshot.line_count()),
        Chosen::Lines(lines) => lines.clone(),
    };
    let lines = records_of(model, lines);
    if lines.is_empty() {
        model.refused("no record to analyse");
        return;
    }
    let ticket = model.ticket();
    let old = model.document.queue.as_ref();
    if old.is_some_and(|queue| !queue.is_at(snapshot.revision())) {
        return model.refused("still following the last change");
    }
    let mut queue = match model.document.queue.take() {
        // What is still under way, or waits for a person, is gone on with.
        Some(queue) if queue.is_busy() || queue.open().next().is_some() => queue,
        Some(queue) => Box::new(queue.anew(ticket, jobs)),
        None => Box::new(Queue::new(ticket, snapshot, jobs)),
    };
    if !queue.is_busy() {
        queue.ticket = ticket;
    }
    let wanted = lines.len();
    let lines = queue.not_asked_yet(&lines, &inquiry);
    let (count, known) = (lines.len(), wanted - lines.len());
    if count == 0 {
        model.document.queue = Some(queue);
        let key = model.key(Id::AnalysisQueue);
        model.refused(format!("in the queue already · {key} shows it"));
        return;
    }
    (queue.is_stopped, queue.is_told, queue.jobs) = (false, false, jobs);
    // In the order in which they are seen.
    let view = model.document.sorted_view.as_ref().map(|view| view.rows());
    let shown = view
        .iter()
        .flat_map(|rows| (0..rows.len()).filter_map(|row| rows.line_at(row)));
    let shown: Vec<usize> = shown.filter(|line| lines.contains(*line)).collect();
    let hidden = lines.minus(&shown.iter().copied().collect());
    queue
        .waiting
        .add(shown.into_iter().chain(hidden.iter()), inquiry);
    model.document.queue = Some(queue);
    let key = model.key(Id::AnalysisQueue);
    let lines = thousands_of(count, "line", "lines");
    let known = match known {
        0 => String::new(),
        known => format!(" · {} in the queue already", thousands(known)),
    };
    model.done(format!("analysing {lines}{known} · {key} shows the queue"));
}

/// Lines that are looked at before they are put into the queue; more of them are looked at when they are next.
const LOOKED_AT: usize = 20_000;

/// Without comments and empty lines.
fn records_of(model: &Model, lines: LineSet) -> LineSet {
    if lines.len() > LOOKED_AT {
        return lines;
    }
    let suite = &model.document.suite;
    let is_record = |line: &usize| Skim::kind_of(&suite.line(*line)) == LineKind::Record;
    lines.iter().filter(is_record).collect()
}
