//! Marked lines. If there are any, every command about records applies to them.
//!
//! Marks belong to the records: they move with them, survive edits, and come back with undo.

use crate::editor::command::Id;
use crate::editor::doc::query::{self, QueryPurpose};
use crate::editor::doc::{filter, navigate};
use crate::editor::jobs::{self, JobContext, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::rows::{Marks, Stretch, TrackedLines, marks_in_words};
use crate::editor::widgets::Step;
use crate::suite::{Direction, LineSet};

/// Replaces the marked lines. If none are left, the previous ones can be restored.
fn set(model: &mut Model, lines: LineSet) {
    let snapshot = model.document.suite.snapshot();
    let marks = &mut model.document.marks;
    let is_current = |set: &mut TrackedLines| set.revision() == snapshot.revision();
    let current = marks.set.take_if(is_current);
    if lines.is_empty() {
        let before = current.filter(|set| !set.lines().is_empty());
        (marks.set, marks.before) = (None, before.or_else(|| marks.before.take()));
        return;
    }
    let mut set = current.unwrap_or_else(|| TrackedLines::new(LineSet::default(), snapshot));
    set.set(lines);
    marks.set = Some(set);
}

fn marked(model: &Model) -> LineSet {
    model.document.marked().cloned().unwrap_or_default()
}

fn report_count(model: &mut Model) {
    let text = marks_in_words(model.document.marked_count());
    model.done(text);
}

/// Replaces the marked lines, ends a range, and reports the number of marks.
fn mark(model: &mut Model, lines: LineSet) {
    model.document.marks.stretch = None;
    set(model, lines);
    report_count(model);
}

/// Marks or unmarks the selected line, and goes to the next.
pub fn toggle(model: &mut Model) {
    switch(model, model.document.selected);
    navigate::row(model, Step::Rows(1))
}

pub(crate) fn switch(model: &mut Model, line: usize) {
    let mut lines = marked(model);
    if lines.insert(line) {
        model.document.marks.last = Some(line);
    } else {
        lines.remove(line);
    }
    set(model, lines);
    report_count(model);
}

/// Marks all shown lines from the one marked last to the selected one.
pub(crate) fn to_here(model: &mut Model) {
    let here = model.document.selected;
    let lines = marked(model);
    let last = model.document.marks.last;
    let from = last
        .filter(|line| lines.contains(*line))
        .or_else(|| lines.before(here))
        .or_else(|| lines.at_or_after(here));
    let between = from.map(|from| model.document.lines_between(from, here));
    mark(model, lines.union(&between.unwrap_or_default()));
    model.document.marks.last = Some(here);
}

/// Starts a range that every movement extends, or ends it.
pub fn range(model: &mut Model) {
    let stretch = &mut model.document.marks.stretch;
    if stretch.take_if(|stretch| stretch.stays).is_some() {
        return report_count(model);
    }
    begin(model, true);
    stretched(model);
    model.done("marking a range: move to extend · {mark-range} ends, {close} cancels");
}

fn begin(model: &mut Model, stays: bool) {
    let (base, line) = (marked(model), model.document.selected);
    model.document.marks.stretch = Some(Stretch {
        anchor: line,
        to: line,
        base,
        stays,
    });
}

/// Moves the cursor `by` rows, and marks the lines from where these moves began.
pub fn extend(model: &mut Model, by: isize) {
    if model.document.marks.stretch.is_none() {
        begin(model, false);
    }
    navigate::row(model, Step::Rows(by));
    stretched(model);
    report_count(model);
}

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

/// Cancels the range that movements extend, and its marks. Returns false if there is none.
pub(crate) fn leave_range(model: &mut Model) -> bool {
    let stretch = &mut model.document.marks.stretch;
    let Some(stretch) = stretch.take_if(|stretch| stretch.stays) else {
        return false;
    };
    mark(model, stretch.base);
    true
}

pub fn all(model: &mut Model) {
    let lines = marked(model).union(&model.document.lines_shown());
    mark(model, lines);
}

pub(crate) fn invert(model: &mut Model) {
    let (shown, lines) = (model.document.lines_shown(), marked(model));
    let other = shown.minus(&lines).union(&lines.minus(&shown));
    mark(model, other);
}

pub fn clear(model: &mut Model) {
    let count = model.document.marked_count();
    mark(model, LineSet::default());
    model.document.marks.last = None;
    let key = model.key(Id::ClearMarks);
    model.done(match count {
        1 => format!("cleared 1 mark · {key} restores it"),
        n => format!("cleared {n} marks · {key} restores them"),
    });
}

/// Clears all marks; if there are none, restores those cleared last.
pub(crate) fn clear_or_restore(model: &mut Model) {
    if model.document.marked().is_some() {
        return clear(model);
    }
    let now = model.document.suite.snapshot();
    if let Some(mut before) = model.document.marks.before.take() {
        if !before.follow(&now) {
            return model.refused("can't restore the marks: too much has changed");
        }
        mark(model, before.lines().clone());
    }
}

/// Returns why marks can't be used now: they are still being moved after a change of many lines.
pub(crate) fn being_updated(model: &Model) -> Option<String> {
    let set = model.document.marks.set.as_ref()?;
    let is_late = set.revision() != model.document.suite.revision() && !set.lines().is_empty();
    model.when(is_late, "updating marks")
}

pub fn none(model: &Model) -> Option<String> {
    let is_none = model.document.marked().is_none();
    being_updated(model).or_else(|| model.when(is_none, "no marked lines · {mark} marks one"))
}

/// Returns why commands on the selected line are disabled.
pub(crate) fn nothing_shown(model: &Model) -> Option<String> {
    let document = &model.document;
    let is_empty = document.suite.line_count() == 0;
    let is_hidden = !document.shows(document.selected);
    model
        .when(is_empty, "the file is empty · {new-record} adds a record")
        .or_else(|| being_updated(model))
        .or_else(|| model.when(is_hidden, "no records shown · {close} shows all"))
}

/// Returns why commands on the marked lines, else the selected one, are disabled.
pub(crate) fn nothing_here(model: &Model) -> Option<String> {
    let is_marked = model.document.marked().is_some();
    nothing_shown(model).filter(|_| !is_marked)
}

/// Goes to the next or previous marked line, wrapping at the ends.
pub fn go(model: &mut Model, direction: Direction) {
    let document = &model.document;
    let all = marked(model);
    let shown = document.filtered().map(|shown| all.common(shown));
    let lines = shown.filter(|lines| !lines.is_empty()).unwrap_or(all);
    // A sorted list is followed in its order, by rows.
    let view = document.sorted_view.as_ref().map(|view| view.rows());
    let (lines, here) = match view {
        Some(rows) => (
            lines.iter().map(|line| rows.row_of(line)).collect(),
            document.selected_row(),
        ),
        None => (lines, document.selected),
    };
    let (next, round) = match direction {
        Direction::Forward => (lines.at_or_after(here + 1), lines.nth(0)),
        Direction::Backward => (lines.before(here), lines.before(usize::MAX)),
    };
    let Some(place) = next.or(round) else {
        return;
    };
    let line = view.and_then(|rows| rows.line_at(place)).unwrap_or(place);
    model.select(line);
    let mark = format!("mark {} of {}", lines.rank(place) + 1, lines.len());
    model.done(match next {
        Some(_) => mark,
        None => format!("{mark} · {}", navigate::went_round(direction)),
    });
}

pub(crate) fn show_only(model: &mut Model) {
    model.document.marks.stretch = None;
    let lines = marked(model);
    filter::by_lines(model, "marked", lines)
}

pub(crate) const QUERY: QueryPurpose = QueryPurpose {
    enter: "mark",
    without: |_| None,
    then: |model, query| {
        if let Some(query) = query {
            let lines = query::lines(model, query);
            mark_found(model, lines)
        }
    },
};

pub fn matches(model: &mut Model) {
    if let Some(search) = &model.document.search {
        let find = query::find_text(model, search.pattern.clone());
        mark_found(model, move |hand| Ok(find(hand)?.lines))
    }
}

/// Finds lines on a thread, then marks those of them that are shown.
fn mark_found(
    model: &mut Model,
    lines: impl Fn(&JobContext) -> Result<LineSet, String> + Send + Sync + 'static,
) {
    model.document.marks.stretch = None;
    let asked = model.document.suite.snapshot();
    Work::new(Slot::Marks, lines).start(model, move |model, lines| {
        let now = model.document.suite.snapshot();
        let lines = TrackedLines::new(lines, asked.clone()).followed(&now);
        let lines = lines.lines().common(&model.document.lines_shown());
        if lines.is_empty() {
            return model.refused("no record shown matches: no new marks");
        }
        let before = model.document.marked_count();
        let lines = marked(model).union(&lines);
        set(model, lines);
        let count = model.document.marked_count();
        model.done(match before {
            0 => marks_in_words(count),
            _ => format!("{} more · {}", count - before, marks_in_words(count)),
        });
    });
}

pub(crate) fn open_menu(model: &mut Model) {
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
    let row = |(key, id): (char, Id)| {
        let keys = model.commands.keymap.places(id).iter();
        MenuItem {
            detail: keys.map(|(_, key)| key.to_string()).take(1).collect(),
            ..MenuItem::of_command(model, key, id)
        }
    };
    let items = items.into_iter().map(row).collect();
    let title = format!("Marks · {}", marks_in_words(model.document.marked_count()));
    overlay::open(model, Menu::new(title, items))
}

pub(crate) fn stretch_to_cursor(model: &mut Model, is_edited: bool) {
    let here = model.document.selected;
    let Marks { stretch, last, .. } = &mut model.document.marks;
    last.take_if(|_| is_edited);
    stretch.take_if(|stretch| is_edited || stretch.to != here && !stretch.stays);
    if stretch.as_ref().is_some_and(|stretch| stretch.to != here) {
        stretched(model);
    }
}

pub(crate) fn reloaded(model: &mut Model) {
    jobs::stop(model, Slot::Marks);
    model.document.marks = Marks::default();
}
