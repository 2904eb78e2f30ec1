//! The preview of a bulk edit.

use crate::editor::command::Context;
use crate::editor::flows::bulk;
use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::{BoxSize, Closed, Layer, SizeHint, top, top_mut};
use crate::editor::state::jobs::bulk::{Example, First, Plan, PreparedChange, Scope};
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::{Part, parts, width};
use crate::editor::widgets::{Room, Step};
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::Progress;
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Edit, Existing};
use crate::suite::query::nobody_has;

#[derive(Debug)]
pub struct Preview {
    pub title: String,
    pub state: State,
    pub first: usize,
    summary: String,
    rows: Vec<Row>,
}

#[derive(Debug)]
pub enum State {
    Working,
    Idle,
    /// The change, ready to apply, and whether it was drawn: it can't be accepted before.
    Ready(Box<PreparedChange>, bool),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    Words(String),
    /// A line of the file: number (from 1), sign and text; `compared` is the width of the longer of two lines
    /// compared.
    Line {
        number: String,
        sign: Sign,
        text: Vec<Part>,
        compared: Option<usize>,
    },
    Blank,
}

/// The sign of a line: it is removed, added, or stays but moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Goes,
    Comes,
    Stays,
}

impl Preview {
    /// Returns the preview of a change being computed or, without a scope, of one that waits until the file is read.
    pub(super) fn new(plan: &Plan, scope: Option<&Scope>) -> Self {
        let waiting = || "waiting until the file is read …".to_owned();
        Self {
            title: plan.title(),
            state: State::Working,
            first: 0,
            summary: scope.map_or_else(waiting, computing),
            rows: Vec::new(),
        }
    }

    pub fn summary(&self) -> &str {
        &self.summary
    }

    pub fn rows(&self) -> Vec<Row> {
        let below = self.rows.first().map(|_| Row::Blank);
        let head = [Some(Row::Words(self.summary.clone())), below];
        let rows = self.rows.iter().cloned();
        head.into_iter().flatten().chain(rows).collect()
    }
}

impl Layer for Preview {
    fn title(&self) -> &str {
        &self.title
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        model.document.recall.waits.change = None;
        jobs::stop(model, Slot::Preview);
    }

    fn context(&self) -> Context {
        Context::Preview
    }

    fn wants(&self, _columns: u16) -> SizeHint {
        let count = cells(self.rows().len());
        let widest = glyph::columns(&self.summary).max(glyph::columns(&self.title));
        SizeHint::Box(BoxSize {
            columns: match self.state {
                State::Idle => widest.saturating_add(8).min(140),
                State::Working | State::Ready(..) => 140,
            },
            rows: (count, count),
            ..BoxSize::default()
        })
    }

    fn step(&mut self, step: Step, room: Room) {
        self.first = step.scroll(self.first, self.rows().len(), room.rows);
    }

    fn settle(&mut self, room: Room) {
        let last = self.rows().len().saturating_sub(room.rows);
        self.first = self.first.min(last);
    }
}

fn computing(scope: &Scope) -> String {
    format!("{}: computing …", scope.in_words())
}

/// Shows that the change is being computed, now that the file is read.
pub(super) fn begins(model: &mut Model, scope: &Scope) {
    if let Some(preview) = top_mut::<Preview>(model) {
        preview.summary = computing(scope);
    }
}

/// Returns whether the preview is ready to accept but not drawn yet.
pub(crate) fn is_new(model: &Model) -> bool {
    let preview = top::<Preview>(model);
    preview.is_some_and(|preview| matches!(preview.state, State::Ready(_, false)))
}

pub(crate) fn seen(model: &mut Model) {
    let preview = top_mut::<Preview>(model);
    if let Some(State::Ready(_, seen)) = preview.map(|preview| &mut preview.state) {
        *seen = true;
    }
}

/// Applies the previewed change. Ignores a key pressed before the preview was drawn.
pub(super) fn accept(model: &mut Model) {
    match top::<Preview>(model).map(|preview| &preview.state) {
        Some(State::Ready(prepared, true)) => {
            let prepared = (**prepared).clone();
            model.overlays.pop();
            bulk::make(model, prepared)
        }
        Some(State::Ready(_, false)) => {
            model.refused("nothing changed yet · {apply-change} applies it, {close} cancels")
        }
        _ => {}
    }
}

fn summary(prepared: &PreparedChange) -> String {
    let scope = prepared.of.scope.in_words();
    let changed = prepared.change.changed;
    if changed == 0 {
        let nothing = match &prepared.of.plan {
            Plan::Edit(Edit::Arrange(Arrangement::Dedupe { .. })) => "no duplicates",
            _ => "nothing to change",
        };
        let mut words = vec![format!("{nothing} in {scope}")];
        match &prepared.of.plan {
            _ if !prepared.change.left.is_empty() => {}
            Plan::Edit(Edit::Remove(opcodes)) => {
                words.extend(opcodes.iter().map(|name| nobody_has(name)));
            }
            Plan::Edit(Edit::Rename(old, _)) => words.push(nobody_has(old)),
            Plan::Edit(Edit::Set(filling, Existing::Keep)) => {
                words.push(format!("every record has `{}`", filling.operation.opcode));
            }
            _ => {}
        }
        return words.join(" · ");
    }
    let base = &prepared.of.base;
    let after = prepared.change.applied_to(base).line_count();
    let removed = base.line_count().saturating_sub(after);
    let lines = noun(changed, "line", "lines");
    let verb = match (&prepared.of.plan, removed > 0) {
        (plan, _) if plan.moves_lines() => "move",
        (Plan::Merge { .. } | Plan::Paste { .. } | Plan::Duplicate, _) => "insert",
        (Plan::Edit(Edit::Arrange(Arrangement::Dedupe { .. })), true) if removed != changed => {
            let merged = changed - removed;
            return format!("{scope}: {removed} to remove, {merged} to merge into");
        }
        (_, true) => "remove",
        _ => "change",
    };
    format!("{scope}: {} {lines} to {verb}", thousands(changed))
}

/// Returns rows with the lines left unchanged, and with some of the changed lines, before and after.
fn rows(prepared: &PreparedChange) -> Vec<Row> {
    let left = bulk::left_unchanged(&prepared.change.left);
    let mut rows: Vec<Row> = left.into_iter().map(Row::Words).collect();
    if !rows.is_empty() {
        rows.push(Row::Blank);
    }
    rows.extend(prepared.examples.iter().flat_map(rows_of));
    let shown = prepared.examples.len();
    let changed = prepared.change.changed;
    if shown < changed && shown > 0 {
        rows.push(Row::Blank);
        rows.push(Row::Words(format!("… and {} more", changed - shown)));
    }
    rows
}

fn rows_of(example: &Example) -> impl Iterator<Item = Row> + use<> {
    let (before, after) = (example.before.as_deref(), example.after.as_deref());
    let (old, new) = parts(before.unwrap_or_default(), after.unwrap_or_default());
    let is_compared = before.is_some() && after.is_some();
    let compared = is_compared.then(|| width(&old).max(width(&new)));
    let row = |number: &str, sign, text| Row::Line {
        number: number.to_owned(),
        sign,
        text,
        compared,
    };
    let line = example.line + 1;
    let (number, sign) = match example.from {
        Some(from) => (format!("{} → {line}", from + 1), Sign::Stays),
        None => (line.to_string(), Sign::Comes),
    };
    let goes = before.map(|_| row(&number, Sign::Goes, old));
    let comes = after.map(|_| row(if is_compared { "" } else { &number }, sign, new));
    goes.into_iter().chain(comes)
}

pub(super) fn ready(model: &mut Model, result: Result<PreparedChange, String>) {
    let Some(preview) = top_mut::<Preview>(model) else {
        return;
    };
    preview.state = State::Idle;
    match result {
        Ok(prepared) => {
            (preview.summary, preview.rows) = (summary(&prepared), rows(&prepared));
            if prepared.change.changed > 0 {
                preview.state = State::Ready(Box::new(prepared), false);
            }
        }
        Err(reason) => {
            (preview.summary, preview.rows) = (format!("not possible: {reason}"), Vec::new());
        }
    }
}

pub fn progress(model: &Model) -> Option<Progress> {
    jobs::running(model, Slot::Preview).map(|task| task.progress)
}

pub fn refusal(model: &Model) -> Option<String> {
    let reason = match top::<Preview>(model).map(|preview| &preview.state) {
        Some(State::Ready(..)) => return None,
        Some(State::Working) => "the preview is not complete yet",
        Some(State::Idle) => "nothing would change",
        None => "no preview is open",
    };
    Some(reason.into())
}

/// Shows the first changed lines, before all are known.
pub(crate) fn first(model: &mut Model, ticket: u64, first: &First) {
    let running = jobs::running(model, Slot::Preview);
    if running.is_some_and(|task| task.ticket == ticket)
        && let Some(preview) = top_mut::<Preview>(model)
        && let State::Working = preview.state
    {
        let among = first.among.map(|lines| {
            let lines = thousands_of(lines, "line", "lines");
            let among = format!("among the first {lines}, until all are compared:");
            Row::Words(match first.lines.is_empty() {
                true => among + " nothing to change",
                false => among,
            })
        });
        let rows = first.lines.iter().flat_map(rows_of);
        preview.rows = among.into_iter().chain(rows).collect();
    }
}
