//! Pages about the whole file that one moves in and chooses from: problems by kind, statistics, the
//! values of a column, records that are the same, the columns themselves.
//!
//! A page lies over the panes. What it lists comes from another thread and may still be on its way.

pub mod columns;
pub mod commands;
pub mod compare;
pub mod problems;
pub mod same;
pub mod statistics;
pub mod values;

use crate::app::effect::Effect;
use crate::app::features::filter;
use crate::app::features::inspect::shown_line;
use crate::app::features::jobs;
use crate::app::model::Model;
use crate::app::overlay::Overlay;
use crate::app::state::columns::Column;
use crate::app::state::jobs::Slot;
use crate::app::state::jobs::Work;
use crate::app::state::jobs::report::Answer;
use crate::app::state::jobs::report::Request;
use crate::epd::{Code, Severity};
use crate::suite::Progress;
use crate::suite::bulk::Chosen;
use compare::Compared;

/// What a page is about, with what it keeps for that.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Problems(problems::Problems),
    Statistics,
    Values(values::Values),
    Same(same::Same),
    Columns(columns::Chooser),
}

/// What is chosen by a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    Nothing,
    /// Goes to a line; with a code, to its problem there.
    Line(usize, Option<Code>),
    /// Narrows the list to the answers.
    Question(String),
    /// Opens or closes the list of records with a problem.
    Code(Code),
    /// Opens the page of records that are the same in this way.
    Same(same::Way),
    /// Shows or hides a column.
    Column(Column),
    /// Why it can't be chosen.
    Refused(&'static str),
}

/// A sign before a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Severity(Severity),
    Checked(bool),
}

/// A row of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub heading: bool,
    /// How far it is moved in: 0, or 1 for what belongs to a row above.
    pub depth: u16,
    pub sign: Option<Sign>,
    /// Made safe.
    pub label: String,
    pub count: Option<usize>,
    /// Length of its bar, in thousandths of the longest.
    pub bar: Option<usize>,
    /// Quieter. Made safe.
    pub detail: String,
    pub aim: Aim,
}

impl Row {
    pub(crate) fn heading(label: impl Into<String>) -> Self {
        Self {
            heading: true,
            ..Self::item(label, Aim::Nothing)
        }
    }

    pub(crate) fn item(label: impl Into<String>, aim: Aim) -> Self {
        Self {
            heading: false,
            depth: 0,
            sign: None,
            label: label.into(),
            count: None,
            bar: None,
            detail: String::new(),
            aim,
        }
    }

    pub(crate) fn counted(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    /// With a bar of `count` in `most`.
    pub(crate) fn barred(mut self, count: usize, most: usize) -> Self {
        let thousandths = count as u128 * 1000 / most.max(1) as u128;
        self.bar = usize::try_from(thousandths).ok();
        self.counted(count)
    }

    pub(crate) fn detailed(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    pub(crate) fn signed(mut self, sign: Sign) -> Self {
        self.sign = Some(sign);
        self
    }

    pub(crate) fn under(mut self) -> Self {
        self.depth = 1;
        self
    }
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub kind: Kind,
    pub title: String,
    pub rows: Vec<Row>,
    pub cursor: usize,
    /// First row on screen.
    pub first: usize,
    /// In the lower border: how much there is.
    pub note: String,
    /// The records of the group with the cursor, side by side.
    pub compared: Option<Compared>,
}

impl Report {
    pub(crate) fn new(kind: Kind, title: impl Into<String>) -> Self {
        Self {
            kind,
            title: title.into(),
            rows: Vec::new(),
            cursor: 0,
            first: 0,
            note: String::new(),
            compared: None,
        }
    }

    /// What the cursor is on.
    pub fn aim(&self) -> &Aim {
        self.rows
            .get(self.cursor)
            .map_or(&Aim::Nothing, |row| &row.aim)
    }

    /// The row where the cursor lands that wants to go to `to`: headings are passed over.
    pub fn landing(&self, to: usize) -> usize {
        let is_item = |at: &usize| self.rows.get(*at).is_some_and(|row| !row.heading);
        let forward = to >= self.cursor;
        let (after, before) = (
            (to..self.rows.len()).find(is_item),
            (0..=to).rev().find(is_item),
        );
        let found = if forward {
            after.or(before)
        } else {
            before.or(after)
        };
        found.unwrap_or(to)
    }

    /// Whether records are shown side by side below the rows.
    pub fn compares(&self) -> bool {
        matches!(self.kind, Kind::Same(_))
    }

    /// Puts other rows in; the cursor stays on what it was on, where that is still there.
    pub(crate) fn put(&mut self, rows: Vec<Row>) {
        let aim = self.aim().clone();
        let same = |row: &Row| row.aim == aim && aim != Aim::Nothing;
        if let Some(at) = rows.iter().position(same) {
            self.cursor = at;
        }
        self.rows = rows;
        self.cursor = self.cursor.min(self.rows.len().saturating_sub(1));
        self.cursor = self.landing(self.cursor);
    }
}

/// The page on top, where one is.
pub fn top(model: &Model) -> Option<&Report> {
    match model.overlays.last() {
        Some(Overlay::Report(report)) => Some(report),
        _ => None,
    }
}

pub(crate) fn top_mut(model: &mut Model) -> Option<&mut Report> {
    match model.overlays.last_mut() {
        Some(Overlay::Report(report)) => Some(report),
        _ => None,
    }
}

/// Shows a page; work that an earlier one waited for is stopped.
pub(crate) fn open(model: &mut Model, report: Report) -> Vec<Effect> {
    let effects = closed(model);
    model
        .overlays
        .retain(|overlay| !matches!(overlay, Overlay::Report(_)));
    model.overlays.push(Overlay::Report(Box::new(report)));
    effects
}

/// Behind the title of a page that counts: of what, where that is not the whole file.
pub(crate) fn of_what(model: &Model) -> String {
    match &model.document.filter {
        Some(filter) => format!(", of what matches `{}`", filter::shown(&filter.text)),
        None => String::new(),
    }
}

/// Starts the work that a page waits for.
pub(crate) fn ask(model: &mut Model, request: Request) -> Effect {
    let snapshot = model.document.suite.snapshot();
    let shown = match &model.document.filter {
        Some(filter) => Chosen::Lines(filter.shown.lines().clone()),
        None => Chosen::All,
    };
    let work = Work::Report {
        snapshot,
        request,
        shown,
    };
    jobs::start(model, Slot::Report, work)
}

/// The page was closed: nobody waits for its work any more.
pub(crate) fn closed(model: &mut Model) -> Vec<Effect> {
    jobs::stop(model, Slot::Report).into_iter().collect()
}

/// How far the work is that the page waits for; `None` where it waits for nothing.
pub fn waiting(model: &Model) -> Option<Progress> {
    jobs::running(model, Slot::Report).map(|running| running.progress)
}

/// What a page waited for has come.
pub(crate) fn arrived(model: &mut Model, answer: Answer) {
    match top(model).map(|report| &report.kind) {
        Some(Kind::Problems(_)) => problems::arrived(model, answer),
        Some(Kind::Statistics) => statistics::arrived(model, answer),
        Some(Kind::Values(_)) => values::arrived(model, answer),
        Some(Kind::Same(_)) => same::arrived(model, answer),
        Some(Kind::Columns(_)) | None => {}
    }
}

/// Brings the page on top up to date with the file: after every message.
pub(crate) fn settle(model: &mut Model) {
    match top(model).map(|report| &report.kind) {
        Some(Kind::Problems(_)) => problems::refresh(model),
        Some(Kind::Same(_)) => same::refresh(model),
        Some(Kind::Columns(_)) => columns::refresh(model),
        Some(Kind::Statistics | Kind::Values(_)) | None => {}
    }
}

/// Takes what the cursor is on.
pub(crate) fn choose(model: &mut Model) -> Vec<Effect> {
    let Some(report) = top(model) else {
        return Vec::new();
    };
    match report.aim().clone() {
        Aim::Nothing => Vec::new(),
        Aim::Refused(reason) => {
            model.refused(reason);
            Vec::new()
        }
        Aim::Line(line, code) => go_to(model, line, code),
        Aim::Question(question) => narrow(model, &question),
        Aim::Code(code) => problems::toggle(model, code),
        Aim::Same(way) => same::open(model, way),
        Aim::Column(column) => {
            columns::toggle(model, &column);
            Vec::new()
        }
    }
}

fn go_to(model: &mut Model, line: usize, code: Option<Code>) -> Vec<Effect> {
    let effects = closed(model);
    model.overlays.pop();
    model.select(line);
    if let Some(code) = code {
        shown_line::refresh(model);
        let record = model.record();
        let at = record
            .diagnostics()
            .iter()
            .position(|found| found.code == code);
        model.document.view.problems.cursor = at.unwrap_or(0);
    }
    effects
}

/// Narrows the list, and leaves the page.
pub(crate) fn narrow(model: &mut Model, question: &str) -> Vec<Effect> {
    let counts = matches!(
        top(model).map(|report| &report.kind),
        Some(Kind::Values(_) | Kind::Statistics)
    );
    // What was counted in a narrowed list is narrowed further.
    let question = match &model.document.filter {
        Some(filter) if counts => format!("({}) and ({question})", filter.text),
        _ => question.to_owned(),
    };
    let mut effects = closed(model);
    model.overlays.pop();
    effects.extend(filter::by_query(model, &question));
    effects
}

/// Narrows the list to what the cursor is on.
pub(crate) fn narrow_here(model: &mut Model) -> Vec<Effect> {
    match question_here(model) {
        Some(question) => narrow(model, &question),
        None => Vec::new(),
    }
}

fn question_here(model: &Model) -> Option<String> {
    let report = top(model)?;
    match (&report.kind, report.aim()) {
        (_, Aim::Question(question)) => Some(question.clone()),
        (_, Aim::Code(code) | Aim::Line(_, Some(code))) => {
            Some(format!("problem({})", code.name()))
        }
        (Kind::Same(same), _) => same.way.question().map(str::to_owned),
        (_, Aim::Same(way)) => way.question().map(str::to_owned),
        _ => None,
    }
}

/// Why the list can't be narrowed to what the cursor is on.
pub fn no_question_here(model: &Model) -> Option<String> {
    question_here(model)
        .is_none()
        .then(|| "there is no question for this".into())
}

/// Goes to the page beside this one: the next column's values, another way of being the same.
pub(crate) fn beside(model: &mut Model, by: isize) -> Vec<Effect> {
    match top(model).map(|report| &report.kind) {
        Some(Kind::Values(_)) => values::beside(model, by),
        Some(Kind::Same(_)) => same::beside(model, by),
        _ => Vec::new(),
    }
}

/// Why there is no page beside this one.
pub fn nothing_beside(model: &Model) -> Option<String> {
    let is_one_of_several = matches!(
        top(model).map(|report| &report.kind),
        Some(Kind::Values(_) | Kind::Same(_))
    );
    (!is_one_of_several).then(|| "this page stands alone".into())
}
