//! The filter: a list of only the records that match a query.

pub(crate) mod draw;

use crate::editor::command::{Context, Id};
use crate::editor::doc::marks;
use crate::editor::doc::query::{self, QueryPurpose};
use crate::editor::jobs::{self, JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::state::StatusKind;
use crate::editor::state::rows::{Filter, PendingFilter};
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::edit::Selection;
use crate::suite::field::Grouping;
use crate::suite::query::Facts;
use crate::suite::{FoundSoFar, LineSet, Query, Snapshot, lines_of_value};
use std::ops::Range;
use std::sync::Arc;

/// The number of changed lines up to which the filter is evaluated while a key waits.
const LOOKED_AT: usize = 64;

pub fn open(model: &mut Model) {
    let filter = model.document.filter.as_ref().filter(|it| it.is_query);
    let text = filter.map_or(String::new(), |filter| filter.text.clone());
    overlay::ask(model, "filter", &text, QUERY)
}

pub(crate) const QUERY: QueryPurpose = QueryPurpose {
    enter: "filter",
    without: |model| model.document.filter.as_ref().map(|_| "show all lines"),
    then: |model, query| match query {
        Some(query) => by(model, query),
        None => show_all(model),
    },
};

/// Filters the list by the query in a text, or reports its error.
pub(crate) fn by_query(model: &mut Model, text: &str) {
    match Query::parse(text) {
        Ok(query) => by(model, query),
        Err(error) => model.refused(format!("{} · `{}`", error.message, shown(text))),
    }
}

/// Filters the list by a query on another thread; the list stays unchanged until matches are found.
fn by(model: &mut Model, query: Query) {
    let text = query.text().to_owned();
    let lines = query::lines(model, query);
    ask(model, text, true, lines)
}

/// Filters the list further, by a second query.
pub(crate) fn further(model: &mut Model, text: &str) {
    let (name, within) = match &model.document.filter {
        None => return by_query(model, text),
        Some(filter) if filter.is_query => {
            let both = format!("({}) and ({text})", filter.text);
            return by_query(model, &both);
        }
        Some(filter) => (filter.text.clone(), filter.shown.lines().clone()),
    };
    if let Some(reason) = is_running(model) {
        return model.refused(reason);
    }
    let Ok(query) = Query::parse(text) else {
        return by_query(model, text);
    };
    let lines = query::lines(model, query);
    let common = move |hand: &JobContext| {
        // Partial results are not shown, since they may not be in the list.
        let mut own = hand.clone();
        own.found = FoundSoFar::default();
        Ok(lines(&own)?.common(&within))
    };
    ask(model, format!("{name}, {text}"), false, common)
}

/// Filters the list by values of one or several columns; `name` describes them.
pub(crate) fn by_value(model: &mut Model, name: &str, grouping: Arc<Grouping>, value: Vec<u8>) {
    if let Some(reason) = is_running(model) {
        return model.refused(reason);
    }
    let before = model.document.filter.as_ref();
    let before = before.map_or(String::new(), |filter| format!("{}, ", filter.text));
    let (snapshot, chosen) = (model.document.suite.snapshot(), shown_lines(model));
    let lines = move |hand: &JobContext| {
        lines_of_value(&snapshot, &grouping, &value, &chosen, &hand.job).map_err(in_words)
    };
    ask(model, format!("{before}{name}"), false, lines)
}

pub(crate) fn shown_lines(model: &Model) -> Selection {
    let shown = model.document.filtered().cloned();
    shown.map_or(Selection::All, Selection::Lines)
}

fn ask(
    model: &mut Model,
    text: String,
    is_query: bool,
    lines: impl Fn(&JobContext) -> Result<LineSet, String> + Send + Sync + 'static,
) {
    restore_previous(model);
    let document = &mut model.document;
    document.pending_filter = Some(PendingFilter {
        text,
        is_query,
        snapshot: document.suite.snapshot(),
        before: None,
    });
    let work = Work::new(Slot::Filter, lines).telling(|hand| {
        let lines = hand.found.which();
        let put = move |model: &mut Model, _| found_so_far(model, lines);
        Some(jobs::lines_found(hand, put))
    });
    work.start_or_fail(model, |model, lines| match lines {
        Ok(lines) => found(model, lines),
        Err(reason) => {
            restore_previous(model);
            model.failed(format!("could not filter: {reason}"))
        }
    });
}

/// Filters the list to these lines of the file; `name` describes them.
pub(crate) fn by_lines(model: &mut Model, name: &str, lines: LineSet) {
    let count = thousands_of(lines.len(), "line", "lines");
    let snapshot = model.document.suite.snapshot();
    keeping_row(model, |model| {
        stop(model);
        model.document.filter = Some(Filter::new(name, false, lines, snapshot));
        let nearest = model.document.nearest(model.document.selected);
        model.select(nearest);
    });
    let (name, close) = (shown(name), model.key(Id::Close));
    model.done(format!("{count}: {name} · {close} shows all"));
}

pub(crate) fn no_query(model: &Model) -> Option<String> {
    let filter = model.document.filter.as_ref();
    let is_query = filter.is_none_or(|filter| filter.is_query);
    shows_all(model).or_else(|| model.when(!is_query, "this filter is a set of lines, not a query"))
}

pub fn shown(text: &str) -> String {
    glyph::cut(&glyph::safe(text.as_bytes()), 60)
}

/// Lists the first matches until all are found; not if the filter runs again, or if the list would be sorted again.
pub fn found_so_far(model: &mut Model, lines: LineSet) {
    let document = &mut model.document;
    let shown = document.filter.as_ref();
    let is_partial = shown.is_some_and(Filter::is_partial);
    let Some(asked) = document.pending_filter.as_mut() else {
        return;
    };
    let is_again = !is_partial && shown.is_some_and(|filter| filter.text == asked.text);
    if lines.is_empty() || is_again || document.sorted_view.is_some() {
        return;
    }
    if !is_partial {
        asked.before = document.filter.take();
    }
    let asked = asked.clone();
    put(model, &asked, lines, true);
}

/// Lists the matches. During the search the selected line is listed too; at the end, if it does not match,
/// the nearest match is selected.
fn put(model: &mut Model, asked: &PendingFilter, mut lines: LineSet, is_partial: bool) {
    keeping_row(model, |model| {
        let document = &mut model.document;
        let (selected, snapshot) = (document.selected, asked.snapshot.clone());
        let found_so_far = is_partial.then(|| lines.len());
        if is_partial && document.place() == (selected, snapshot.revision()) {
            lines.insert(selected);
        }
        document.filter = Some(Filter {
            found_so_far,
            ..Filter::new(&asked.text, asked.is_query, lines, snapshot)
        });
        let nearest = document.nearest(selected);
        model.select(nearest);
    });
}

/// Lists the previous lines again instead of the first results of an unfinished filter.
fn restore_previous(model: &mut Model) {
    let document = &mut model.document;
    let Some(asked) = document.pending_filter.take() else {
        return;
    };
    let shown = document.filter.as_ref();
    if shown.is_some_and(Filter::is_partial) {
        document.filter = asked.before;
        let nearest = document.nearest(document.selected);
        model.select(nearest);
    }
}

/// Returns a message if a filter is running, since an edit of all records shown would change the wrong ones.
pub(crate) fn is_running(model: &Model) -> Option<String> {
    let text = shown(model.document.pending_query()?);
    let close = model.key(Id::Close);
    Some(format!(
        "the filter `{text}` is still running · {close} stops it"
    ))
}

fn found(model: &mut Model, lines: LineSet) {
    let Some(asked) = model.document.pending_filter.take() else {
        return;
    };
    let matched = lines.len();
    if asked.is_query {
        model.document.recall.query = Some(asked.text.clone());
    }
    put(model, &asked, lines, false);
    let (text, close) = (shown(&asked.text), model.key(Id::Close));
    if matched == 0 {
        let all = thousands(model.document.suite.line_count());
        return model.refused(format!(
            "no record matches `{text}` · {close} shows all {all}"
        ));
    }
    let records = thousands_of(matched, "record matches", "records match");
    model.done(format!("{records} `{text}` · {close} shows all"))
}

/// Reports how many of the changed lines are still shown although they no longer match.
pub(crate) fn report_strays(model: &mut Model, before: &Snapshot, changed: Range<usize>) {
    let document = &model.document;
    let filter = document.filter.as_ref().filter(|filter| filter.is_query);
    let query = filter.filter(|_| changed.len() <= LOOKED_AT);
    // A query about the whole file can't be evaluated on single lines.
    let query = query.and_then(|filter| Query::parse(&filter.text).ok());
    let Some(query) = query.filter(|query| query.whole_file().is_empty()) else {
        return;
    };
    let (options, facts) = (document.read_options(), Facts::default());
    let matches = |line: &[u8], at| query.matches(line, at, &options, &facts);
    let strays = changed.filter(|&at| {
        document.shows(at)
            && matches(&before.line(at), at)
            && !matches(&document.suite.line(at), at)
    });
    let strays = strays.count();
    let key = model.key_in(Id::FilterAgain, Context::Records);
    if strays > 0
        && let Some(status) = &mut model.status
        && matches!(status.kind, StatusKind::Done | StatusKind::Warned)
    {
        let records = noun(
            strays,
            "record no longer matches",
            "records no longer match",
        );
        status.text.push_str(&format!(
            " · {strays} {records} the filter, {key} in the list updates it"
        ));
    }
}

pub(crate) fn run_again_when_read(model: &mut Model) {
    let document = &model.document;
    let ran = document.filter.as_ref();
    let waits = ran.is_some_and(|filter| !filter.ran_on_all) && document.pending_filter.is_none();
    if waits && document.suite.loading().is_none() {
        again(model)
    }
}

pub fn again(model: &mut Model) {
    let question = model.document.filter.as_ref().filter(|f| f.is_query);
    if let Some(text) = question.map(|filter| filter.text.clone()) {
        by_query(model, &text)
    }
}

/// Shows all lines again; the selected one keeps its row on the screen.
pub(crate) fn show_all(model: &mut Model) {
    if model.document.filter.is_none() {
        return give_up(model);
    }
    keeping_row(model, |model| {
        stop(model);
        model.document.filter = None;
    });
    let all = thousands(model.document.suite.line_count());
    let close = model.key(Id::Close);
    model.done(match &model.document.sorted_view {
        Some(_) => format!("all {all} lines · {close} again restores the file's order"),
        None => format!("all {all} lines"),
    });
}

/// Stops a running filter; the list shows its previous lines.
pub(crate) fn give_up(model: &mut Model) {
    if keeping_row(model, stop) {
        model.done("stopped filtering");
    }
}

/// Stops a running filter. Returns false if there is none.
pub(crate) fn stop(model: &mut Model) -> bool {
    restore_previous(model);
    jobs::stop(model, Slot::Follow);
    jobs::stop(model, Slot::Filter)
}

/// Changes the list and scrolls so that the selected line keeps its row on the screen.
pub(crate) fn keeping_row<T>(model: &mut Model, does: impl FnOnce(&mut Model) -> T) -> T {
    let document = &model.document;
    let at = document.selected_row().saturating_sub(document.first);
    let done = does(model);
    let document = &mut model.document;
    document.first = document.selected_row().saturating_sub(at);
    done
}

pub(crate) fn shows_all(model: &Model) -> Option<String> {
    let is_all = model.document.filter.is_none() && model.document.pending_filter.is_none();
    model.when(is_all, "all lines are shown")
}

pub(crate) fn reloaded(model: &mut Model) {
    stop(model);
    model.document.settled = None;
    marks::reloaded(model);
    let filter = model.document.filter.take();
    if let Some(filter) = filter.filter(|filter| filter.is_query) {
        by_query(model, &filter.text);
    }
}
