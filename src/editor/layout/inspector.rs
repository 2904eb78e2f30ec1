//! The layout of the operations' pane: its rows, and below them the details of the selected operation, as far
//! as there is room.
//!
//! Long operands wrap if all rows have room; otherwise the details show the operands of the selected
//! operation in full.

use crate::editor::model::Model;
use crate::editor::state::editing::OperandEditing;
use crate::editor::state::engines::Verdict;
use crate::editor::state::view::Pane;
use crate::editor::widgets::Rect;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;
use crate::epd::counted::thousands;
use crate::epd::{LineKind, Operation, Record, Severity, Span, meaning, opcode};
use rustc_hash::FxHashSet;

/// The rows kept free for the details before long operands wrap.
const RESERVED: usize = 9;
/// The minimum height of the details: a rule and two lines.
const LEAST: u16 = 3;

/// The maximum number of problems described of one operation.
const LOOKED_AT: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspector {
    pub columns: OperationColumns,
    /// The area of the operations and of `+ add operation`.
    pub list: Rect,
    /// The visible operations by index, then the row that adds one.
    pub rows: Vec<(usize, Rect)>,
    pub registers: Option<Rect>,
    /// The area of the details of the selected operation, its rule first.
    pub about: Option<Rect>,
    pub lines: Vec<AboutLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutLine {
    pub kind: AboutKind,
    /// The text as it is; drawing makes it safe for the terminal.
    pub text: String,
    /// Whether the sentence began in a line above.
    pub goes_on: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutKind {
    Title,
    Problem(Severity),
    Operands,
    Meaning,
    /// The purpose of the opcode, and the operands it takes.
    Help,
}

impl Inspector {
    /// Lays out the pane for a record; `inner` is the pane without its border.
    pub fn of(model: &Model, record: &Record<'_>, inner: Rect) -> Self {
        let view = &model.document.view;
        let columns = OperationColumns::of(inner, record);
        let operations = record.operations();
        let room = usize::from(inner.height);
        let mut heights: Vec<usize> = operations
            .iter()
            .map(|operation| columns.rows_of(record, operation).len())
            .collect();
        heights.push(usize::from(record.kind() == LineKind::Record));
        if heights.iter().sum::<usize>() + RESERVED.min(room / 2) > room {
            heights.iter_mut().for_each(|height| *height = 1);
        }
        let all: usize = heights.iter().sum();
        let cursor = view.operations.cursor;
        let is_cut = cursor < operations.len() && heights.get(cursor) == Some(&1);
        let lines = about(model, record, &columns, inner, is_cut);
        // The details have a rule above them, the registers a blank and a heading.
        let with = |head: usize, rows: usize| if rows > 0 { head + rows } else { 0 };
        let wanted = with(1, lines.len());
        let mut listed = all.min(room);
        if room - listed < wanted && view.focus == Pane::Operations && room >= 6 {
            listed = listed.min(room - wanted.min(room / 2));
        }
        let held = with(2, view.registers.held.len());
        let held = cells(held.min((room - listed).saturating_sub(wanted)));
        let list = inner.top(cells(listed));
        let below = inner.below(list.height);
        let (registers, about) = (below.top(held), below.below(held).top(cells(wanted)));
        Self {
            columns,
            list,
            rows: rows(&heights, view.operations.first, list),
            registers: (registers.height > 2).then_some(registers),
            about: (about.height >= LEAST).then_some(about),
            lines,
        }
    }

    pub fn at(&self, y: u16) -> Option<usize> {
        let mut rows = self.rows.iter();
        let row = rows.find(|(_, area)| (area.y..area.bottom()).contains(&y));
        row.map(|(index, _)| *index)
    }

    /// Returns the row of the screen at which an operation begins.
    pub fn row_of(&self, index: usize) -> Option<u16> {
        let row = self.rows.iter().find(|(of, _)| *of == index);
        row.map(|(_, area)| area.y)
    }
}

fn rows(heights: &[usize], first: usize, mut room: Rect) -> Vec<(usize, Rect)> {
    let heights = heights.iter().enumerate().skip(first);
    let rows = heights.map_while(|(index, &height)| {
        let row = room.top(cells(height));
        room = room.below(row.height);
        (row.height > 0).then_some((index, row))
    });
    rows.collect()
}

/// Returns the details of the selected operation, the most important first.
fn about(
    model: &Model,
    record: &Record<'_>,
    columns: &OperationColumns,
    inner: Rect,
    is_cut: bool,
) -> Vec<AboutLine> {
    let cursor = model.document.view.operations.cursor;
    let Some(operation) = record.operations().get(cursor) else {
        return Vec::new();
    };
    let name = record.opcode(operation);
    let known = opcode::well_known(name.as_bytes());
    let title = operation.info.map(|info| info.title).or(known);
    let most = usize::from(inner.height);
    let columns_of_text = usize::from(inner.width.saturating_sub(3));
    let mut lines: Vec<AboutLine> = Vec::new();
    let mut add = |kind: AboutKind, text: &str| {
        // Repeated lines are left out.
        if lines.len() > most || lines.iter().any(|line| line.text == text) {
            return;
        }
        let less = 2 * usize::from(matches!(kind, AboutKind::Problem(_)));
        let rows = wrapped(text, columns_of_text.saturating_sub(less), 0);
        let rows = rows.into_iter().enumerate().take(most + 1);
        lines.extend(rows.map(|(at, text)| AboutLine {
            kind,
            text,
            goes_on: at > 0,
        }));
    };
    match title {
        Some(title) => add(AboutKind::Title, &format!("{name} · {title}")),
        None => add(AboutKind::Title, &name),
    }
    // Problems of equal text are described once: a thousand moves in another notation would fill the pane.
    let mut seen = FxHashSet::default();
    let mut problems: Vec<_> = record.diagnostics().iter().collect();
    problems.retain(|found| operation.span.holds(found.span));
    problems.sort_by_key(|found| std::cmp::Reverse(found.severity));
    problems.retain(|found| seen.insert((found.code, found.span.of(record.line()))));
    for found in problems.into_iter().take(LOOKED_AT) {
        add(AboutKind::Problem(found.severity), &record.message(found));
    }
    if let Some(Verdict::Wrong(count)) = model.perft.verdict(record, operation) {
        let words = format!("counted: it is {}", thousands(count));
        add(AboutKind::Problem(Severity::Error), &words);
    }
    if is_cut && columns.rows_of(record, operation).len() > 1 {
        let operands = record.operands_span(operation).of(record.line());
        add(AboutKind::Operands, &String::from_utf8_lossy(operands));
    }
    // `best move` says no more than the title, `best moves`.
    let is_new = |words: &String| title.is_none_or(|title| !title.starts_with(words.as_str()));
    if let Some(words) = meaning::of(record, operation).filter(is_new) {
        add(AboutKind::Meaning, &words);
    }
    if let Some(info) = operation.info {
        add(AboutKind::Help, info.about);
        let expects = format!("Expects {}, as in `{}`", info.shape.takes(), info.example);
        add(AboutKind::Help, &expects);
    } else if let Some(known) = opcode::of_use(name.as_bytes()) {
        let used = format!(
            "Not in the standard, and common in files: {}, as in `{}`. Any operands are allowed.",
            known.takes, known.example
        );
        add(AboutKind::Help, &used);
    }
    lines
}

/// The minimum width of the column of meanings.
const MEANING: u16 = 9;

/// The columns at which the parts of the pane begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationColumns {
    pub opcode: u16,
    pub operands: u16,
    pub meaning: u16,
    /// The column of the sign, at the end.
    pub end: u16,
}

impl OperationColumns {
    /// Places the columns of a record's operations; `inner` is the pane without its border.
    pub fn of(inner: Rect, record: &Record<'_>) -> Self {
        let operations = record.operations().iter();
        let longest = operations.map(|o| record.opcode(o).len()).max();
        let opcode = inner.x + 2;
        let longest = longest.unwrap_or(4).clamp(4, 15);
        let operands = opcode + cells(longest) + 1;
        let end = inner.right().saturating_sub(1);
        let room = end.saturating_sub(operands);
        // Operands come first; the meanings are in one column, beside the operands that leave room for it.
        let most = room.saturating_sub(MEANING + 2);
        let operations = record.operations().iter();
        let share = operations
            .map(|o| cells(glyph::width(record.operands_span(o).of(record.line()))))
            .filter(|width| *width <= most)
            .max()
            .unwrap_or(0)
            .max(8);
        Self {
            opcode,
            operands,
            meaning: operands + share + 2,
            end,
        }
    }

    /// Returns the rows of an operation's operands, wrapped in full.
    pub fn rows_of(&self, record: &Record<'_>, operation: &Operation) -> Vec<Span> {
        let text = record.operands_span(operation).of(record.line());
        let room = usize::from(self.end.saturating_sub(self.operands + 1));
        glyph::wrap(text, room)
    }

    /// Returns the first column of a text being typed, and the one after its last.
    pub fn field(&self, editing: &OperandEditing) -> (u16, u16) {
        let quote = u16::from(editing.quoted);
        let end = self.end.saturating_add(1).saturating_sub(quote);
        (self.operands + quote, end)
    }

    /// Returns the byte of the typed text at a column of the screen.
    pub fn byte_at(&self, editing: &OperandEditing, column: u16) -> usize {
        let (x, end) = self.field(editing);
        let text = &editing.text;
        let first = text.first_column(usize::from(end.saturating_sub(x)));
        let column = first + usize::from(column.saturating_sub(x));
        glyph::byte_at(text.text(), column)
    }
}
