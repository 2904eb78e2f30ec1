//! Pages about the whole file, each with the controller of its feature. Their rows come from a thread, and
//! may arrive after the page is shown.

use crate::editor::command::Context;
use crate::editor::jobs::{self, Slot};
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Action, Closed, Layer, SizeHint, is};
use crate::editor::state::columns::Column;
use crate::editor::state::view::Pane;
use crate::editor::widgets::{Rect, Room, Step, glyph, scrolled};
use crate::epd::{Code, Severity};
use crate::suite::field::Grouping;
use crate::suite::{LineSet, RevisionId};
use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of steps stored until there are rows: more come from a key that is held down by accident.
const EARLY: usize = 100;

#[derive(Debug, Default)]
pub struct Report {
    pub title: String,
    /// The tabs, that of this page included; empty for a page without others.
    pub tabs: Vec<Tab>,
    pub rows: Vec<Row>,
    pub cursor: usize,
    pub first: usize,
    /// The text in the lower border, such as counts.
    pub note: String,
    /// The records of the selected group, on pages that show them side by side below the rows.
    pub compared: Option<ComparedRecords>,
    /// The steps of the cursor before there were rows, made when the first rows arrive.
    early: Vec<(Step, Room)>,
    /// The revision for which the rows were last requested, and whether the whole file was read by then.
    asked: Option<(RevisionId, bool)>,
    /// The width of the screen for which the rows are made.
    made_for: Option<u16>,
    /// The controller of the page; `None` only while it is called.
    page: Option<Box<dyn PageController>>,
}

#[derive(Clone, Debug)]
pub struct Tab {
    pub label: String,
    pub is_open: bool,
    pub(crate) does: Action,
}

pub(crate) trait PageController: fmt::Debug + Any {
    /// Updates the page after every message.
    fn refresh(&mut self, _report: &mut Report, _model: &Model) {}

    /// Returns the rows for a screen of this width; `None` if they don't depend on it or are not known yet.
    fn rows(&self, _columns: u16) -> Option<Vec<Row>> {
        None
    }

    /// Returns the action that opens the page `by` steps away; `None` if there is no other.
    fn beside(&self, _model: &Model, _by: isize) -> Option<Action> {
        None
    }

    fn context(&self) -> Context {
        Context::Report
    }

    /// Returns the action that finds the rows. It runs when the page is shown, and again once the whole file is read.
    fn fill(&self) -> Option<Action> {
        None
    }

    /// Returns true if the rows are found again after an edit.
    fn follows_edits(&self) -> bool {
        false
    }

    /// Returns the end of the message that no problem of a kind has a safe fix: a hint on how to continue.
    fn how_to_go_on(&self, _model: &Model, _code: Code) -> String {
        String::new()
    }

    /// Returns whether the page is about the lines that the filter shows, not about the whole file.
    fn is_of_the_filter(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Severity(Severity),
    Checked(bool),
    /// One of several that exclude each other.
    Chosen(bool),
}

/// The subject of a row, apart from its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum About {
    Problem(Code),
    Query(String),
    /// The name of some lines, and the lines (0-based).
    Lines(Rc<(String, LineSet)>),
    /// A value that no query finds: its name, its grouping and itself.
    Value(String, Arc<Grouping>, Vec<u8>),
    Column(Column),
    Setting(&'static str),
    Engine(String),
    Waiting,
    Proposal(u64),
}

#[derive(Clone, Debug, Default)]
pub struct Row {
    pub heading: bool,
    /// The indent: 0, or 1 for a row that belongs to one above.
    pub depth: u16,
    pub sign: Option<Sign>,
    /// The text of the row, safe for the terminal.
    pub label: String,
    pub count: Option<usize>,
    /// Length of its bar, in thousandths of the longest.
    pub bar: Option<usize>,
    /// A word before the detail, in a separate column, such as whether a fix is safe.
    pub tag: &'static str,
    /// A quieter text after the label, safe for the terminal.
    pub detail: String,
    pub(crate) line: Option<usize>,
    pub(crate) about: Option<About>,
    disabled: Option<&'static str>,
    does: Option<Action>,
    enter: &'static str,
}

impl Row {
    pub(crate) fn heading(label: impl Into<String>) -> Self {
        Self {
            heading: true,
            ..Self::item(label)
        }
    }

    pub(crate) fn item(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            enter: "open",
            ..Self::default()
        }
    }

    pub(crate) fn counted(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    /// Adds a bar of `count` in `most`.
    pub(crate) fn barred(mut self, count: usize, most: usize) -> Self {
        let thousandths = count as u128 * 1000 / most.max(1) as u128;
        self.bar = usize::try_from(thousandths).ok();
        self.counted(count)
    }

    pub(crate) fn detailed(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    pub(crate) fn tagged(mut self, tag: &'static str) -> Self {
        self.tag = tag;
        self
    }

    pub(crate) fn signed(mut self, sign: Sign) -> Self {
        if let Sign::Checked(_) | Sign::Chosen(_) = sign {
            self.enter = "choose";
        }
        self.sign = Some(sign);
        self
    }

    pub(crate) fn under(mut self) -> Self {
        self.depth = 1;
        self
    }

    pub(crate) fn at(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    pub(crate) fn about(mut self, about: About) -> Self {
        self.about = Some(about);
        self
    }

    pub(crate) fn disabled(mut self, reason: &'static str) -> Self {
        self.disabled = Some(reason);
        self
    }

    pub(crate) fn entering(mut self, enter: &'static str) -> Self {
        self.enter = enter;
        self
    }

    pub(crate) fn doing(mut self, does: impl Fn(&mut Model) + 'static) -> Self {
        self.does = Some(Action::new(does));
        self
    }

    /// Returns whether this row and one of other rows have the same subject.
    fn is_that_of(&self, other: &Self) -> bool {
        let subject = |row: &Self| (row.heading, row.line);
        subject(self) == subject(other) && self.label == other.label && self.about == other.about
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedRecords {
    /// The lines (0-based), from left to right; empty before there is a group to compare.
    pub lines: Vec<usize>,
    pub cursor: usize,
    pub rows: Vec<ComparedRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedRow {
    pub name: String,
    /// The value in each record, safe for the terminal; `None` if it has none.
    pub values: Vec<Option<String>>,
    pub differs: bool,
}

impl Report {
    pub(crate) fn new(page: impl PageController, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            page: Some(Box::new(page)),
            ..Self::default()
        }
    }

    pub(crate) fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Marks the rows as known for the current file, so that they are not requested.
    pub(crate) fn filled(mut self, model: &Model) -> Self {
        self.asked = Some((model.document.suite.revision(), true));
        self
    }

    pub(crate) fn page(&self) -> Option<&dyn PageController> {
        self.page.as_deref()
    }

    pub(crate) fn row(&self) -> Option<&Row> {
        self.rows.get(self.cursor)
    }

    /// Returns the row on which a cursor that moves to `to` lands: headings are skipped.
    pub(crate) fn landing(&self, to: usize) -> usize {
        let is_item = |at: &usize| self.rows.get(*at).is_some_and(|row| !row.heading);
        let after = (to..self.rows.len()).find(is_item);
        let before = (0..=to).rev().find(is_item);
        let found = match to >= self.cursor {
            true => after.or(before),
            false => before.or(after),
        };
        found.unwrap_or(to)
    }

    /// Replaces the rows; the cursor stays on the row with the same subject, if there is one.
    pub(crate) fn put(&mut self, rows: Vec<Row>) {
        let stays = |row: &Row| {
            let here = rows.get(self.cursor);
            here.is_some_and(|other| other.is_that_of(row))
        };
        if let Some(row) = self.row().filter(|row| !row.heading && !stays(row))
            && let Some(at) = rows.iter().position(|other| other.is_that_of(row))
        {
            self.cursor = at;
        }
        self.rows = rows;
        self.cursor = self.cursor.min(self.rows.len().saturating_sub(1));
        self.cursor = self.landing(self.cursor);
        if !self.rows.is_empty() {
            for (step, room) in std::mem::take(&mut self.early) {
                self.step(step, room);
            }
        }
    }
}

impl Layer for Report {
    fn title(&self) -> &str {
        &self.title
    }

    /// Returns the hint for Enter on the selected row; empty if it can't be activated.
    fn enter(&self) -> &'static str {
        match self.row() {
            Some(row) if row.does.is_some() && row.disabled.is_none() => row.enter,
            _ => "",
        }
    }

    fn choose(&self) -> fn(&mut Model) {
        choose
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        jobs::stop(model, Slot::Report);
    }

    fn context(&self) -> Context {
        self.page().map_or(Context::Report, PageController::context)
    }

    fn wants(&self, _columns: u16) -> SizeHint {
        SizeHint::Page {
            has_tabs: !self.tabs.is_empty(),
            compares: self.compared.is_some(),
        }
    }

    fn step(&mut self, step: Step, room: Room) {
        if !self.rows.is_empty() {
            let to = step.from(self.cursor, self.rows.len(), room.rows);
            self.cursor = self.landing(to);
        } else if self.early.len() < EARLY {
            self.early.push((step, room));
        }
    }

    fn settle(&mut self, room: Room) {
        // A heading above the first row is shown with it.
        let above = self.cursor.saturating_sub(usize::from(self.cursor < 3) * 2);
        self.first = scrolled(self.first, self.cursor, self.rows.len(), room.rows).min(above);
    }

    /// Moves the cursor to a row. Returns true if it was there already.
    fn click(&mut self, row: usize) -> bool {
        let row = self.first + row;
        if row >= self.rows.len() {
            return false;
        }
        let again = self.cursor == row;
        self.cursor = self.landing(row);
        again
    }
}

/// Returns the tabs of a page, each with its cells in their row.
pub(crate) fn tabs_in(report: &Report, row: Rect) -> Vec<(Rect, &Tab)> {
    let mut rest = row;
    let tabs = report.tabs.iter().map(|tab| {
        let place = rest.left(glyph::columns(&tab.label) + 2);
        rest = rest.after(place.width + 1);
        (place, tab)
    });
    tabs.collect()
}

pub(crate) fn press_tab(model: &mut Model, at: &Spot, row: Rect) {
    let Some(report) = top(model) else {
        return;
    };
    let mut tabs = tabs_in(report, row).into_iter();
    let tab = tabs.find(|(place, tab)| at.is_in(Some(*place)) && !tab.is_open);
    if let Some((_, tab)) = tab {
        tab.does.clone().run(model);
    }
}

pub fn top(model: &Model) -> Option<&Report> {
    overlay::top(model)
}

pub(crate) fn row(model: &Model) -> Option<&Row> {
    top(model)?.row()
}

/// Returns the controller of the page on top, if it is of this type.
pub(crate) fn page<P: PageController>(model: &Model) -> Option<&P> {
    let page: &dyn Any = top(model)?.page()?;
    page.downcast_ref()
}

/// Calls `take` with the controller of the page on top, if it is of this type.
pub(crate) fn give<P: PageController>(
    model: &mut Model,
    take: impl FnOnce(&mut P, &mut Report, &mut Model),
) {
    call(model, |page, report, model| {
        let page: &mut dyn Any = page;
        if let Some(page) = page.downcast_mut() {
            take(page, report, model);
            report.made_for = None;
        }
    });
}

/// Shows a page, and stops the work of an earlier one.
pub(crate) fn show(model: &mut Model, report: Report) {
    jobs::stop(model, Slot::Report);
    model.overlays.retain(|layer| !is::<Report>(&**layer));
    overlay::open(model, report);
}

/// Makes a row go to a line, and to its problem if the row is about one.
pub(crate) fn going_to(row: Row, line: usize) -> Row {
    row.at(line).entering("go there").doing(go_there)
}

fn go_there(model: &mut Model) {
    let about = row(model).and_then(|row| row.about.clone());
    show_here(model);
    if let Some(About::Problem(code)) = about {
        let line = model.line();
        let record = model.read(&line);
        let mut found = record.diagnostics().iter();
        let at = found.position(|found| found.code == code);
        model.document.view.problems.cursor = at.unwrap_or(0);
        // There the key of the fix works; elsewhere it cuts the record.
        if !model.panes.is_hidden(Pane::Problems) {
            model.document.view.focus = Pane::Problems;
        }
    }
}

/// Goes to the record of the selected row, whatever Enter does there.
pub(crate) fn show_here(model: &mut Model) {
    if let Some(line) = line_here(model) {
        overlay::leave(model);
        model.select(line);
    }
}

pub(crate) fn line_here(model: &Model) -> Option<usize> {
    row(model)?.line
}

/// Runs after every message: updates the page on top.
pub(crate) fn settle(model: &mut Model) {
    let mut fill = None;
    call(model, |page, report, model| {
        let suite = &model.document.suite;
        let (now, is_read) = (suite.revision(), suite.loading().is_none());
        let is_due = report.asked.is_none_or(|(at, was_read)| {
            is_read && (!was_read || page.follows_edits() && at != now)
        });
        if is_due {
            report.asked = Some((now, is_read));
            fill = page.fill();
        }
    });
    if let Some(fill) = fill {
        fill.run(model);
    }
    call(model, |page, report, model| {
        page.refresh(report, model);
        let columns = Some(model.cols).filter(|columns| report.made_for != Some(*columns));
        if let Some(rows) = columns.and_then(|columns| page.rows(columns)) {
            report.made_for = columns;
            report.put(rows);
        }
    });
}

/// Calls the controller of the top page, even below a prompt; the page is taken out of the layers meanwhile.
fn call(model: &mut Model, does: impl FnOnce(&mut dyn PageController, &mut Report, &mut Model)) {
    let mut layers = model.overlays.iter();
    let Some(at) = layers.rposition(|layer| is::<Report>(&**layer)) else {
        return;
    };
    let mut layer = model.overlays.remove(at);
    let report: &mut dyn Any = &mut *layer;
    if let Some(report) = report.downcast_mut::<Report>()
        && let Some(mut page) = report.page.take()
    {
        does(&mut *page, report, model);
        report.page = Some(page);
    }
    model.overlays.insert(at, layer);
}

pub(crate) fn choose(model: &mut Model) {
    match row(model).map(|row| (row.disabled, row.does.clone())) {
        Some((Some(reason), _)) => model.refused(reason),
        Some((None, Some(does))) => does.run(model),
        _ => {}
    }
}
