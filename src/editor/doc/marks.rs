//! Marked lines: what every command about records works on where there are any.
//!
//! Marks belong to the records: they move with them, survive edits, and come back with undo.

pub mod commands;

use crate::editor::command::Id;
use crate::editor::doc::filter;
use crate::editor::doc::navigate;
use crate::editor::doc::query::{self, About};
use crate::editor::doc::search;
use crate::editor::jobs::{self, Hand, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::marks::{Marks, Stretch, in_words};
use crate::editor::state::tracked_lines::{TrackedLines, Tracking};
use crate::editor::widgets::list::Step;
use crate::suite::{Direction, LineSet, Query};

/// Makes other lines the marked ones.
fn set(model: &mut Model, lines: LineSet) {
    let snapshot = model.document.suite.snapshot();
    let marks = &mut model.document.marks;
    match &mut marks.set {
        Some(set) if set.revision() == snapshot.revision() => {
            if lines.is_empty() && !set.lines().is_empty() {
                marks.before = Some(set.clone());
            }
            set.set(lines);
        }
        other => *other = Some(TrackedLines::new(lines, snapshot)),
    }
}

fn marked(model: &Model) -> LineSet {
    model.document.marked().cloned().unwrap_or_default()
}

fn said(model: &mut Model) {
    let text = in_words(model.document.marked_count());
    model.done(text);
}

/// Makes other lines the marked ones, and says how many; a range that is stretched ends.
fn mark(model: &mut Model, lines: LineSet) {
    end_stretch(model);
    set(model, lines);
    said(model);
}

/// Marks the selected line or takes its mark off, and goes on to the next.
pub fn toggle(model: &mut Model) {
    let line = model.document.selected;
    let mut lines = marked(model);
    if lines.insert(line) {
        model.document.marks.last = Some(line);
    } else {
        lines.remove(line);
    }
    set(model, lines);
    said(model);
    navigate::row(model, Step::Rows(1))
}

/// Marks all from the line marked last to the selected one.
pub(crate) fn to_here(model: &mut Model) {
    end_stretch(model);
    let here = model.document.selected;
    let lines = marked(model);
    let last = model
        .document
        .marks
        .last
        .filter(|line| lines.contains(*line));
    let Some(from) = last
        .or_else(|| lines.before(here))
        .or_else(|| lines.at_or_after(here))
    else {
        return model.refused(format!(
            "no marked lines yet · {} marks one",
            model.key(Id::Mark)
        ));
    };
    let lines = lines.union(&model.document.lines_between(from, here));
    set(model, lines);
    model.document.marks.last = Some(here);
    said(model);
}

/// Begins a range that every movement stretches, or ends it.
pub fn range(model: &mut Model) {
    if model.document.is_stretching() {
        end_stretch(model);
        said(model);
        return;
    }
    begin(model, true);
    stretched(model);
    let (range, close) = (model.key(Id::MarkRange), model.key(Id::Close));
    model.done(format!(
        "marking a range: move to extend · {range} ends, {close} cancels"
    ));
}

fn begin(model: &mut Model, stays: bool) {
    let base = marked(model);
    let line = model.document.selected;
    model.document.marks.stretch = Some(Stretch {
        anchor: line,
        to: line,
        base,
        stays,
    });
}

/// Moves the cursor by a row and marks from where that began.
pub fn extend(model: &mut Model, by: isize) {
    if model.document.marks.stretch.is_none() {
        begin(model, false);
    }
    navigate::row(model, Step::Rows(by));
    stretched(model);
    said(model);
}

/// Marks what the range reaches over now.
fn stretched(model: &mut Model) {
    let here = model.document.selected;
    let Some(stretch) = &mut model.document.marks.stretch else {
        return;
    };
    stretch.to = here;
    let (anchor, base) = (stretch.anchor, stretch.base.clone());
    let lines = base.union(&model.document.lines_between(anchor, here));
    set(model, lines);
    model.document.marks.last = Some(here);
}

fn end_stretch(model: &mut Model) {
    model.document.marks.stretch = None;
}

/// Takes a range that is being stretched back; `false` where there is none.
pub(crate) fn leave_range(model: &mut Model) -> bool {
    if !model.document.is_stretching() {
        return false;
    }
    if let Some(stretch) = model.document.marks.stretch.take() {
        mark(model, stretch.base);
    }
    true
}

/// Marks all lines that are shown.
pub fn all(model: &mut Model) {
    let lines = marked(model).union(&shown(model));
    mark(model, lines);
}

fn shown(model: &Model) -> LineSet {
    match &model.document.filter {
        None => LineSet::of_range(0..model.document.suite.line_count()),
        Some(filter) => filter.shown.lines().clone(),
    }
}

/// Of the lines shown, marks those that are not marked and takes the marks off the others.
pub(crate) fn invert(model: &mut Model) {
    let (shown, lines) = (shown(model), marked(model));
    let other = shown.minus(&lines).union(&lines.minus(&shown));
    mark(model, other);
}

/// Takes all marks off.
pub fn clear(model: &mut Model) {
    end_stretch(model);
    let count = model.document.marked_count();
    set(model, LineSet::default());
    model.document.marks.last = None;
    let key = model.key(Id::ClearMarks);
    model.done(match count {
        1 => format!("cleared 1 mark · {key} restores it"),
        n => format!("cleared {n} marks · {key} restores them"),
    });
}

/// Takes all marks off; where there are none, brings back those taken off last.
pub(crate) fn clear_or_restore(model: &mut Model) {
    if model.document.marked().is_some() {
        return clear(model);
    }
    let now = model.document.suite.snapshot();
    if let Some(mut before) = model.document.marks.before.take() {
        if before.follow(&now) == Tracking::Later {
            return model.refused("can't restore the marks: too much has changed");
        }
        mark(model, before.lines().clone());
    }
}

/// Returns why there are no marks to take off or to bring back.
pub(crate) fn nothing_to_clear(model: &Model) -> Option<String> {
    let document = &model.document;
    (document.marked().is_none() && document.marks.before.is_none())
        .then(|| format!("no marked lines · {} marks one", model.key(Id::Mark)))
}

/// Returns why marks can't be used just now: they are being followed through a change of many lines.
pub(crate) fn on_their_way(model: &Model) -> Option<String> {
    let document = &model.document;
    let set = document.marks.set.as_ref()?;
    (set.revision() != document.suite.revision() && !set.lines().is_empty())
        .then(|| "updating marks".into())
}

/// Returns why nothing can be done with marks.
pub fn none(model: &Model) -> Option<String> {
    on_their_way(model).or_else(|| {
        let none = model.document.marked().is_none();
        none.then(|| format!("no marked lines · {} marks one", model.key(Id::Mark)))
    })
}

/// Goes to the next marked line, round the end of the file.
pub fn go(model: &mut Model, direction: Direction) {
    let lines = marked(model);
    let lines = match &model.document.filter {
        Some(filter) if !lines.common(filter.shown.lines()).is_empty() => {
            lines.common(filter.shown.lines())
        }
        _ => lines,
    };
    // In the order shown: by the rows.
    let view = model.document.sorted_view.as_ref().map(|view| view.rows());
    let here = model.document.selected;
    let (lines, here) = match view {
        Some(rows) => (
            lines.iter().map(|line| rows.row_of(line)).collect(),
            rows.row_of(here),
        ),
        None => (lines, here),
    };
    let (next, round) = match direction {
        Direction::Forward => (lines.at_or_after(here + 1), lines.nth(0)),
        Direction::Backward => (
            lines.before(here),
            lines.len().checked_sub(1).and_then(|nth| lines.nth(nth)),
        ),
    };
    let Some(place) = next.or(round) else {
        return;
    };
    let line = view.and_then(|rows| rows.line_at(place)).unwrap_or(place);
    model.select(line);
    let nth = lines.rank(place) + 1;
    let went_on = match (next, direction) {
        (Some(_), _) => "",
        (None, Direction::Forward) => " · search wrapped to the top",
        (None, Direction::Backward) => " · search wrapped to the bottom",
    };
    model.done(format!("mark {nth} of {}{went_on}", lines.len()));
}

/// Narrows the list to the marked lines.
pub(crate) fn show_only(model: &mut Model) {
    end_stretch(model);
    let lines = marked(model);
    filter::by_lines(model, "marked", lines)
}

/// Asks for a question whose answers are marked.
pub(crate) fn open_matching(model: &mut Model) {
    overlay::ask(model, "mark matching", "", QUERY)
}

/// The query whose matches are marked.
pub(crate) const QUERY: About = About {
    enter: "mark",
    hint: |_| query::EXAMPLE,
    then: |model, query, _| match query {
        Some(query) => by_query(model, query),
        None => model.refused("no query typed: no new marks"),
    },
};

/// Marks the answers of a question, of what is shown.
fn by_query(model: &mut Model, query: Query) {
    let lines = query::lines(model, query);
    mark_found(model, lines)
}

/// Marks every line with the text searched for.
pub fn matches(model: &mut Model) {
    let Some(pattern) = model.document.search.clone() else {
        return;
    };
    let search = search::found::search(model.document.suite.snapshot(), pattern);
    mark_found(model, move |hand| Ok(search(hand)?.lines))
}

/// Marks those of some lines of the file that are shown once they are found.
fn mark_found(
    model: &mut Model,
    lines: impl Fn(&Hand) -> Result<LineSet, String> + Send + Sync + 'static,
) {
    end_stretch(model);
    let asked = model.document.suite.snapshot();
    Work::new(Slot::Marks, lines).start(model, move |model, lines| {
        let now = model.document.suite.snapshot();
        let lines = TrackedLines::new(lines, asked.clone()).followed(&now);
        let lines = lines.lines().common(&shown(model));
        if lines.is_empty() {
            model.refused("no record shown matches: no new marks");
            return;
        }
        let (before, lines) = (model.document.marked_count(), marked(model).union(&lines));
        let more = lines.len() - before;
        set(model, lines);
        let all = in_words(model.document.marked_count());
        model.done(match before {
            0 => all,
            _ => format!("{more} more · {all}"),
        });
    });
}

/// Opens the menu of what can be done about marks.
pub(crate) fn open_menu(model: &mut Model) {
    let row = |key: char, id: Id| {
        let mut item = MenuItem::of_command(model, key, id);
        let keys = model.commands.keymap.places(id);
        item.detail = keys
            .first()
            .map_or(String::new(), |(_, key)| key.to_string());
        item
    };
    let items = [
        ('a', Id::MarkAll),
        ('q', Id::MarkMatching),
        ('s', Id::MarkMatches),
        ('r', Id::MarkToHere),
        ('v', Id::MarkRange),
        ('i', Id::InvertMarks),
        ('c', Id::ClearMarks),
        ('o', Id::ShowOnlyMarks),
    ];
    let items = items.into_iter().map(|(key, id)| row(key, id)).collect();
    let title = format!("Marks · {}", in_words(model.document.marked_count()));
    overlay::open(model, Menu::new(title, items))
}

/// Brings a range up to date with the cursor; an edit ends it.
pub(crate) fn stretch_to_cursor(model: &mut Model, is_edited: bool) {
    let here = model.document.selected;
    let stretch = &mut model.document.marks.stretch;
    stretch.take_if(|stretch| is_edited || stretch.to != here && !stretch.stays);
    if stretch.as_ref().is_some_and(|stretch| stretch.to != here) {
        stretched(model);
    }
}

/// The file was read again: lines are others now.
pub(crate) fn reloaded(model: &mut Model) {
    jobs::stop(model, Slot::Marks);
    model.document.marks = Marks::default();
}
