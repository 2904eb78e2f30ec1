//! Draws the operations of the selected record, one a row: opcode, operands, meaning.

use crate::editor::command::Id;
use crate::editor::layout::{AboutKind, AboutLine, Inspector, OperationColumns as Columns};
use crate::editor::model::Model;
use crate::editor::panes::problems;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::engines::Verdict;
use crate::editor::state::view::Pane;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph, sign};
use crate::epd::counted::thousands;
use crate::epd::{Diagnostic, LineKind, Operation, Record, Severity, Value, meaning, opcode};

pub(crate) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let view = &model.document.view;
    let has_keys = view.focus == Pane::Operations;
    let focused = has_keys && model.overlays.is_empty();
    canvas.frame(pane, Pane::Operations.title(), focused);
    let inner = pane.inner();
    // In an empty file, or if no record matches, the list shows what to do.
    if model.document.row_count() == 0 {
        return;
    }
    if record.kind() != LineKind::Record {
        canvas.text(inner.after(1), "no record in this line", Role::Secondary);
        return;
    }
    let inspector = Inspector::of(model, record, inner);
    let columns = &inspector.columns;
    let (shown, rows) = (inspector.rows.len(), record.operations().len() + 1);
    for (index, area) in inspector.rows {
        match record.operations().get(index) {
            Some(operation) => draw_row(model, record, operation, area, columns, canvas),
            None => {
                canvas.text(area.after(2), "+ add operation", Role::Secondary);
            }
        }
        if index == view.operations.cursor && has_keys {
            canvas.select(area, focused);
            canvas.text(area.left(2), sign::OPEN.text, Role::Accent);
        }
        if let Some(Editing::Operand(editing)) = &view.editing
            && editing.index == index
        {
            draw_editing(editing, area.y, columns, canvas);
        }
    }
    if let Some(area) = inspector.registers {
        draw_registers(model, record, area, columns, canvas);
    }
    if let Some(area) = inspector.about {
        draw_about(&inspector.lines, area, canvas);
    }
    if focused
        && view.editing.is_none()
        && let Some(words) = problems::preview(model, record)
    {
        canvas.on_border(pane.foot(1), &words, Role::Key);
    }
    if let Some(running) = &model.perft.running {
        let (nodes, stop) = (thousands(running.nodes), model.key(Id::Close));
        let words = format!("counting D{}: {nodes} · {stop} stops", running.depth);
        canvas.on_border(pane.foot(1), &words, Role::Accent);
    }
    if shown < rows {
        canvas.scroll_bar(pane, inspector.list, view.operations.first, rows);
    }
}

fn draw_row(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    row: Rect,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let span = |from: u16, end: u16| Rect::span(from, row.y, end);
    let opcode = record.opcode(operation);
    let name = span(columns.opcode, columns.operands - 1);
    canvas.text(name, &opcode, Role::Opcode);
    let role = role_of(record, operation);
    let line = record.operands_span(operation).of(record.line());
    let beside = span(columns.operands, columns.meaning.saturating_sub(2));
    let is_long = glyph::width(line) > usize::from(beside.width);
    if row.height > 1 {
        let area = Rect {
            height: row.height,
            ..span(columns.operands, columns.end)
        };
        let (rows, style) = (columns.rows_of(record, operation), canvas.style(role));
        canvas.wrapped(area, line, &rows, |_, _, _| style);
    } else {
        let area = match is_long {
            true => span(columns.operands, columns.end.saturating_sub(1)),
            false => beside,
        };
        canvas.text(area, &String::from_utf8_lossy(line), role);
    }
    let worst = gravest(record, operation).map(|found| found.severity);
    let worst = worst.filter(|severity| *severity >= Severity::Warning);
    if !is_long {
        let (words, role) = beside_operands(model, record, operation, &opcode);
        // Without a sign, its column is free for the words.
        let area = span(columns.meaning, columns.end + u16::from(worst.is_none()));
        // A cut meaning says little, and the details below have the whole one of the selected operation.
        if role != Role::Secondary || !glyph::is_wider(&words, area.width.into()) {
            canvas.text(area, &words, role);
        }
    }
    if let Some(severity) = worst {
        let (sign, role) = sign::coloured(severity);
        canvas.text(span(columns.end, columns.end + 1), sign, role);
    }
}

fn role_of(record: &Record<'_>, operation: &Operation) -> Role {
    let first = record.operands_of(operation).first();
    match first.map(|operand| &operand.value) {
        Some(Value::Move(_)) => Role::Move,
        Some(Value::Text) => Role::Text,
        Some(Value::Raw | Value::Identifier) | None => Role::Screen,
        Some(_) => Role::Number,
    }
}

/// Returns the problem of an operation, else its meaning here, else the description of its opcode.
fn beside_operands(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    name: &str,
) -> (String, Role) {
    let wrong = gravest(record, operation).filter(|found| found.severity == Severity::Error);
    match (model.perft.verdict(record, operation), wrong) {
        (Some(Verdict::Wrong(count)), _) => (format!("counted {}", thousands(count)), Role::Error),
        (_, Some(wrong)) => (short_message(record, operation, wrong), Role::Error),
        (Some(Verdict::Right), None) => ("✓ verified".to_owned(), Role::Good),
        (None, None) => {
            let words = meaning::of(record, operation)
                .or_else(|| operation.info.map(|info| info.title.to_owned()))
                .or_else(|| opcode::well_known(name.as_bytes()).map(str::to_owned));
            (words.unwrap_or_default(), Role::Secondary)
        }
    }
}

fn draw_about(lines: &[AboutLine], area: Rect, canvas: &mut Canvas<'_>) {
    canvas.rule(area, Role::Faint);
    let area = area.below(1).after(2);
    let hides = lines.len() > usize::from(area.height);
    for (mut row, line) in area.rows().zip(lines) {
        let more = match hides && row.bottom() == area.bottom() {
            true => " …",
            false => "",
        };
        let role = match line.kind {
            AboutKind::Title => Role::Opcode,
            AboutKind::Operands => Role::Text,
            AboutKind::Meaning => Role::Screen,
            AboutKind::Help => Role::Secondary,
            AboutKind::Problem(severity) => {
                let (sign, role) = sign::coloured(severity);
                if !line.goes_on {
                    canvas.text(row, sign, role);
                }
                row = row.after(2);
                Role::Screen
            }
        };
        canvas.text(row, &format!("{}{more}", line.text), role);
    }
}

/// Returns the message of a diagnostic for the row of its operation, without the operands shown there.
fn short_message(record: &Record<'_>, operation: &Operation, found: &Diagnostic) -> String {
    let message = record.message(found);
    let written = record.operands_span(operation).of(record.line());
    let value = format!("`{}` ", String::from_utf8_lossy(written));
    let rest = message.strip_prefix(&value);
    rest.unwrap_or(&message).to_owned()
}

fn gravest<'r>(record: &'r Record<'_>, operation: &Operation) -> Option<&'r Diagnostic> {
    let all = record.diagnostics().iter().rev();
    let here = all.filter(|found| operation.span.holds(found.span));
    here.max_by_key(|found| found.severity)
}

fn draw_registers(
    model: &Model,
    record: &Record<'_>,
    area: Rect,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let area = area.below(1);
    let heading = "still set by earlier records:";
    canvas.text(area.after(2), heading, Role::Secondary);
    // The text being typed may set a register.
    let held = model.document.view.registers.held.iter();
    let shown = held.filter(|(opcode, _)| record.operation(opcode).is_none());
    for (row, (name, held)) in area.below(1).rows().zip(shown) {
        let opcode = Rect::span(columns.opcode, row.y, columns.operands - 1);
        canvas.text(opcode, name, Role::Secondary);
        let line = format!("line {}", held.since + 1);
        let text = Rect::span(columns.operands, row.y, columns.end);
        let text = canvas.text_right(text, &line, Role::Secondary).before(1);
        canvas.text(text, &String::from_utf8_lossy(&held.text), Role::Text);
    }
}

fn draw_editing(editing: &OperandEditing, y: u16, columns: &Columns, canvas: &mut Canvas<'_>) {
    let all = Rect::span(columns.opcode, y, columns.end.saturating_add(1));
    canvas.fill(all, Role::Field);
    let opcode = Rect::span(columns.opcode, y, columns.operands - 1);
    canvas.text(opcode, &editing.opcode, Role::Opcode);
    let quote = if editing.quoted { "\"" } else { "" };
    let operands = Rect::span(columns.operands, y, all.right());
    canvas.text(operands, quote, Role::Secondary);
    let (from, end) = columns.field(editing);
    let rest = canvas.field(&editing.text, Rect::span(from, y, end));
    canvas.text(Rect::span(rest.x, y, all.right()), quote, Role::Secondary);
}
