//! The operations of the selected record, one a row: opcode, operands, what they mean.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::command::Id;
use crate::app::features::problems::fixes;
use crate::app::glyph;
use crate::app::layout::{OperationColumns as Columns, Rect};
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
use crate::app::state::editing::{Editing, OperandEditing};
use crate::app::state::perft::Verdict;
use crate::app::state::view::Pane;
use crate::epd::counted::thousands;
use crate::epd::{Diagnostic, LineKind, Operation, Record, Severity, Value, meaning, opcode};

pub(super) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.document.view.focus == Pane::Operations && model.overlays.is_empty();
    canvas.frame(pane, Pane::Operations.title(), focused);
    let inner = pane.inner();
    if record.kind() != LineKind::Record {
        canvas.text(
            inner.x + 1,
            inner.y,
            inner.right(),
            "no record in this line",
            Role::Secondary,
        );
        return;
    }
    let columns = Columns::of(inner, record);
    let rows = model.operation_rows();
    for row in 0..inner.height {
        let index = model.document.view.operations.first + usize::from(row);
        let y = inner.y + row;
        match record.operations().get(index) {
            Some(operation) => draw_row(model, record, operation, y, &columns, canvas),
            None if index + 1 == rows => {
                canvas.text(
                    columns.opcode,
                    y,
                    inner.right(),
                    "+ add operation",
                    Role::Secondary,
                );
            }
            None => break,
        }
        if index == model.document.view.operations.cursor {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            if focused || model.document.view.focus == Pane::Operations {
                let style = canvas.theme().style(role);
                canvas.lay(Rect::new(inner.x, y, inner.width, 1), style);
                canvas.text(inner.x, y, columns.opcode, "▸", Role::Accent);
            }
        }
        if let Some(Editing::Operand(editing)) = &model.document.view.editing
            && editing.index == index
        {
            draw_editing(editing, y, &columns, canvas);
        }
    }
    draw_registers(model, record, inner, rows, &columns, canvas);
    if focused
        && model.document.view.editing.is_none()
        && let Some(words) = fixes::preview(model, record)
    {
        let row = pane.bottom().saturating_sub(1);
        canvas.on_border(pane, row, &words, Role::Key);
    }
    if let Some(running) = &model.perft.running {
        let nodes = thousands(running.nodes);
        let words = format!(
            "counting D{} · {nodes} · {} stops",
            running.depth,
            model.key(Id::Close)
        );
        let row = pane.bottom().saturating_sub(1);
        canvas.on_border(pane, row, &words, Role::Accent);
    }
    canvas.scroll_bar(pane, model.document.view.operations.first, rows);
}

fn draw_row(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    y: u16,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let opcode = record.opcode(operation);
    canvas.text(
        columns.opcode,
        y,
        columns.operands - 1,
        &opcode,
        Role::Opcode,
    );
    let first = record.operands_of(operation).first();
    let role = match first.map(|operand| &operand.value) {
        Some(Value::Move(_)) => Role::Move,
        Some(Value::Text) => Role::Text,
        Some(Value::Raw | Value::Identifier) | None => Role::Screen,
        Some(_) => Role::Number,
    };
    let text = String::from_utf8_lossy(record.operands_span(operation).of(record.line()));
    let wrong = gravest(record, operation).filter(|found| found.severity == Severity::Error);
    let counted = model.perft.verdict(record, operation);
    let (words, said) = match (counted, wrong) {
        (Some(Verdict::Wrong(count)), _) => (format!("it is {}", thousands(count)), Role::Error),
        // What is wrong matters more than what it would mean.
        (_, Some(wrong)) => (what_is_wrong(record, operation, wrong), Role::Error),
        (Some(Verdict::Right), None) => ("✓ counted".to_owned(), Role::Good),
        (None, None) => (explanation(record, operation, &opcode), Role::Secondary),
    };
    let end = if words.is_empty() || columns.meaning + 4 > columns.end {
        columns.end
    } else {
        columns.meaning - 2
    };
    let column = canvas.text(columns.operands, y, end, &text, role);
    if columns.meaning + 4 <= columns.end {
        canvas.text(
            columns.meaning.max(column + 1),
            y,
            columns.end,
            &words,
            said,
        );
    }
    let worst = gravest(record, operation).map(|found| found.severity);
    if let Some(severity) = worst.filter(|severity| *severity >= Severity::Warning) {
        let (sign, role) = super::records::sign(severity);
        canvas.text(columns.end, y, columns.end + 1, sign, role);
    }
}

/// A finding in the row of its operation: what stands there already is not said again.
fn what_is_wrong(record: &Record<'_>, operation: &Operation, found: &Diagnostic) -> String {
    let message = record.message(found);
    let written = record.operands_span(operation).of(record.line());
    let value = format!("`{}` ", String::from_utf8_lossy(written));
    message
        .strip_prefix(&value)
        .map_or(message.clone(), str::to_owned)
}

/// The first of the gravest findings about an operation.
fn gravest<'r>(record: &'r Record<'_>, operation: &Operation) -> Option<&'r Diagnostic> {
    let all = record.diagnostics().iter().filter(|found| {
        operation.span.start <= found.span.start && found.span.end <= operation.span.end
    });
    all.rev().max_by_key(|found| found.severity)
}

/// What comments, variation names and opening codes hold here from records before, below the
/// operations where there is room.
fn draw_registers(
    model: &Model,
    record: &Record<'_>,
    inner: Rect,
    rows: usize,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let held = &model.document.view.registers.held;
    let used = rows.saturating_sub(model.document.view.operations.first);
    let Some(y) = u16::try_from(used + 1)
        .ok()
        .map(|used| inner.y.saturating_add(used))
        .filter(|y| *y + 1 < inner.bottom() && !held.is_empty())
    else {
        return;
    };
    canvas.text(
        columns.opcode,
        y,
        inner.right(),
        "still holds here, from records before:",
        Role::Secondary,
    );
    // What is being typed may set a register anew.
    let mut shown = held
        .iter()
        .filter(|held| record.operation(&held.opcode).is_none());
    for y in y + 1..inner.bottom() {
        let Some(held) = shown.next() else { break };
        let x = columns.operands;
        canvas.text(columns.opcode, y, x - 1, &held.opcode, Role::Secondary);
        let line = format!("line {}", held.from + 1);
        let from = canvas.text_right(x, y, columns.end, &line, Role::Secondary);
        let text = String::from_utf8_lossy(&held.text);
        canvas.text(x, y, from.saturating_sub(1), &text, Role::Text);
    }
}

/// What the operation means here, else what its opcode is for.
fn explanation(record: &Record<'_>, operation: &Operation, name: &str) -> String {
    meaning::of(record, operation)
        .or_else(|| operation.info.map(|info| info.title.to_owned()))
        .or_else(|| opcode::well_known(name.as_bytes()).map(str::to_owned))
        .unwrap_or_default()
}

fn draw_editing(editing: &OperandEditing, y: u16, columns: &Columns, canvas: &mut Canvas<'_>) {
    let end = columns.end.saturating_add(1);
    let field = canvas.theme().style(Role::Field);
    canvas.fill(Rect::new(columns.opcode, y, end - columns.opcode, 1), field);
    canvas.text(
        columns.opcode,
        y,
        columns.operands - 1,
        &editing.opcode,
        Role::Opcode,
    );
    let quote = if editing.quoted { "\"" } else { "" };
    canvas.text(columns.operands, y, end, quote, Role::Secondary);
    let (x, field_end) = columns.field(editing);
    let last = draw_field(&editing.text, x, y, field_end, canvas);
    canvas.text(last, y, end, quote, Role::Secondary);
}

/// A text being typed, scrolled so that its cursor is seen; gives the column after it.
pub(super) fn draw_field(
    text: &LineEditor,
    x: u16,
    y: u16,
    end: u16,
    canvas: &mut Canvas<'_>,
) -> u16 {
    let room = usize::from(end.saturating_sub(x)).max(1);
    let hidden = text.first_column(room);
    let from = glyph::byte_at(text.text(), hidden);
    let shown = text.text().get(from..).unwrap_or_default();
    let shown = glyph::safe(shown);
    let style = canvas.theme().style(Role::Field);
    let last = canvas.put(x, y, end, &shown, style);
    let before = glyph::width(
        text.text()
            .get(from..text.cursor().max(from))
            .unwrap_or_default(),
    );
    let column = x + u16::try_from(before).unwrap_or(0);
    canvas.set_cursor(column.min(end.saturating_sub(1)), y);
    last
}
