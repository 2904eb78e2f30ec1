//! A page that shows what a change would do, before it is made.

use crate::editor::command::Id;
use crate::editor::command::context::Context;
use crate::editor::model::Model;
use crate::editor::overlay::layer::{Closed, Inside, Layer, Wanted, cells};
use crate::editor::overlay::{self, Does};
use crate::editor::widgets::list::{Room, Step};
use crate::editor::widgets::words::diff::Part;

/// A change that is looked at.
#[derive(Debug)]
pub struct Preview {
    /// What it does.
    pub title: String,
    pub state: State,
    /// Whether it was drawn once it was ready: before that nothing accepts it.
    seen: bool,
    /// First row on screen.
    pub first: usize,
    summary: String,
    /// Below the summary.
    rows: Vec<Row>,
    /// Makes the change.
    does: Option<Does>,
    /// It was closed without making the change.
    left: fn(&mut Model),
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Being worked out.
    Working,
    /// There is nothing to make.
    Idle,
    Ready,
}

/// A row of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A sentence.
    Words(String),
    /// A line of the file: its number (from 1), the sign before it, the text, and whether it is compared with the
    /// row above or below it.
    Line {
        number: String,
        sign: Sign,
        text: Vec<Part>,
        is_compared: bool,
    },
    Blank,
}

/// What becomes of the line of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Goes,
    Comes,
    Stays,
}

impl Preview {
    /// A change that is being worked out: `left` stops that.
    pub(crate) fn new(title: String, summary: String, left: fn(&mut Model)) -> Self {
        Self {
            title,
            state: State::Working,
            seen: false,
            first: 0,
            summary,
            rows: Vec::new(),
            does: None,
            left,
        }
    }

    /// It is worked out: what it would do, and what makes it, where there is something to make.
    pub(crate) fn put(&mut self, summary: String, rows: Vec<Row>, does: Option<Does>) {
        self.state = match does {
            Some(_) => State::Ready,
            None => State::Idle,
        };
        (self.summary, self.rows, self.does) = (summary, rows, does);
    }

    /// Another sentence at the head, while it is being worked out.
    pub(crate) fn say(&mut self, summary: String) {
        self.summary = summary;
    }

    /// Some rows are known before the rest is worked out.
    pub(crate) fn put_first(&mut self, rows: Vec<Row>) {
        if self.state == State::Working {
            self.rows = rows;
        }
    }

    /// The sentence at the head: how much changes.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// All rows, the summary first.
    pub fn rows(&self) -> Vec<Row> {
        let head = [Row::Words(self.summary.clone()), Row::Blank];
        head.into_iter().chain(self.rows.iter().cloned()).collect()
    }
}

impl Layer for Preview {
    fn title(&self) -> &str {
        &self.title
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        (self.left)(model);
    }

    fn context(&self) -> Context {
        Context::Preview
    }

    fn wants(&self, _columns: u16) -> Wanted {
        Wanted::Box(Inside {
            columns: 140,
            rows: cells(self.rows().len()).max(3),
            ..Inside::default()
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

/// The change that is looked at, where one is.
pub(crate) fn top(model: &Model) -> Option<&Preview> {
    overlay::top(model)
}

pub(crate) fn top_mut(model: &mut Model) -> Option<&mut Preview> {
    overlay::top_mut(model)
}

/// Returns whether a change to accept is drawn for the first time, or will be with the next drawing.
pub(crate) fn is_new(model: &Model) -> bool {
    top(model).is_some_and(|preview| preview.does.is_some() && !preview.seen)
}

/// Notes that the change is drawn.
pub(crate) fn seen(model: &mut Model) {
    if let Some(preview) = top_mut(model) {
        preview.seen = preview.does.is_some();
    }
}

/// Makes the change that is looked at. A key pressed before it was drawn was meant for what lay there before: it
/// makes nothing.
pub(crate) fn accept(model: &mut Model) {
    let Some(does) = top(model).and_then(|preview| preview.does.clone()) else {
        return;
    };
    if is_new(model) {
        let (apply, close) = (model.key(Id::ApplyChange), model.key(Id::Close));
        model.refused(format!(
            "nothing changed yet · {apply} applies what is shown · {close} cancels"
        ));
        return;
    }
    model.overlays.pop();
    does.run(model)
}
