//! The operations of the selected record, one a row: opcode, operands, what they mean.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::features::problems::fixes;
use crate::editor::glyph;
use crate::editor::layout::{
    AboutKind, AboutLine, Inspector, OperationColumns as Columns, OperationRow, Rect,
};
use crate::editor::line_editor::LineEditor;
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::perft::Verdict;
use crate::editor::state::profile::ids::shortened;
use crate::editor::state::view::Pane;
use crate::epd::counted::thousands;
use crate::epd::{Diagnostic, LineKind, Operation, Record, Severity, Value, meaning, opcode};

pub(super) fn draw(model: &Model, record: &Record<'_>, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.document.view.focus == Pane::Operations && model.overlays.is_empty();
    canvas.frame(pane, Pane::Operations.title(), focused);
    let inner = pane.inner();
    // Of an empty file, or where nothing matches, the list says what to do.
    if model.document.row_count() == 0 {
        return;
    }
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
    let inspector = Inspector::of(model, record, inner);
    let columns = inspector.columns;
    for row in &inspector.rows {
        match record.operations().get(row.index) {
            Some(operation) => draw_row(model, record, operation, *row, &columns, canvas),
            None => {
                let words = "+ add operation";
                canvas.text(columns.opcode, row.y, inner.right(), words, Role::Secondary);
            }
        }
        if row.index == model.document.view.operations.cursor
            && model.document.view.focus == Pane::Operations
        {
            let role = match focused {
                true => Role::Selection,
                false => Role::SelectionAway,
            };
            let style = canvas.theme().style(role);
            canvas.lay(Rect::new(inner.x, row.y, inner.width, row.height), style);
            canvas.text(
                inner.x,
                row.y,
                columns.opcode,
                sign::OPEN.text,
                Role::Accent,
            );
        }
        if let Some(Editing::Operand(editing)) = &model.document.view.editing
            && editing.index == row.index
        {
            draw_editing(editing, row.y, &columns, canvas);
        }
    }
    if let Some(area) = inspector.registers {
        draw_registers(model, record, area, &columns, canvas);
    }
    if let Some(area) = inspector.about {
        draw_about(&inspector.lines, area, canvas);
    }
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
    // Beside the list alone, whatever stands below it.
    let list = Rect {
        height: inspector.list.height + 2,
        ..pane
    };
    let rows = record.operations().len() + 1;
    if inspector.rows.len() < rows {
        canvas.scroll_bar(list, model.document.view.operations.first, rows);
    }
}

fn draw_row(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    row: OperationRow,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let y = row.y;
    let opcode = record.opcode(operation);
    canvas.text(
        columns.opcode,
        y,
        columns.operands - 1,
        &opcode,
        Role::Opcode,
    );
    let role = role_of(record, operation);
    let line = record.operands_span(operation).of(record.line());
    let rows = columns.rows_of(record, operation);
    let beside = columns.meaning.saturating_sub(2);
    let is_long = glyph::width(line) > usize::from(beside.saturating_sub(columns.operands));
    if row.height > 1 {
        let style = canvas.theme().style(role);
        for (y, part) in (y..y + row.height).zip(&rows) {
            let text = glyph::safe(part.of(line));
            canvas.put(columns.operands, y, columns.end, &text, style);
        }
    } else {
        let end = if is_long {
            columns.end.saturating_sub(1)
        } else {
            beside
        };
        let text = match opcode.as_ref() {
            "id" => short_id(
                model,
                line,
                usize::from(end.saturating_sub(columns.operands)),
            ),
            _ => String::from_utf8_lossy(line).into_owned(),
        };
        canvas.text(columns.operands, y, end, &text, role);
    }
    let worst = gravest(record, operation).map(|found| found.severity);
    let worst = worst.filter(|severity| *severity >= Severity::Warning);
    if !is_long {
        let (words, said) = beside_operands(model, record, operation, &opcode);
        // Where there is no sign its column is one more for words.
        let end = columns.end + u16::from(worst.is_none());
        let room = usize::from(end.saturating_sub(columns.meaning));
        // Half a meaning says little, and the selected operation has all of its own below.
        if said != Role::Secondary || glyph::width(words.as_bytes()) <= room {
            canvas.text(columns.meaning, y, end, &words, said);
        }
    }
    if let Some(severity) = worst {
        let (sign, role) = super::records::sign(severity);
        canvas.text(columns.end, y, columns.end + 1, sign, role);
    }
}

/// An id that is not longer than so many columns, with its quotes.
fn short_id(model: &Model, operand: &[u8], columns: usize) -> String {
    let text = String::from_utf8_lossy(operand);
    let inside = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match inside.filter(|_| glyph::width(operand) > columns) {
        Some(id) => {
            let shared = &model.document.profile.ids;
            format!("\"{}\"", shortened(id, columns.saturating_sub(2), shared))
        }
        None => text.into_owned(),
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

/// What stands beside the operands: what is wrong matters more than what it would mean.
fn beside_operands(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    opcode: &str,
) -> (String, Role) {
    let wrong = gravest(record, operation).filter(|found| found.severity == Severity::Error);
    match (model.perft.verdict(record, operation), wrong) {
        (Some(Verdict::Wrong(count)), _) => (format!("counted {}", thousands(count)), Role::Error),
        (_, Some(wrong)) => (what_is_wrong(record, operation, wrong), Role::Error),
        (Some(Verdict::Right), None) => ("✓ verified".to_owned(), Role::Good),
        (None, None) => (explanation(record, operation, opcode), Role::Secondary),
    }
}

/// All there is to say of the selected operation, below a rule.
fn draw_about(lines: &[AboutLine], area: Rect, canvas: &mut Canvas<'_>) {
    let rule = "─".repeat(usize::from(area.width));
    canvas.text(area.x, area.y, area.right(), &rule, Role::Faint);
    let (top, x) = (area.y + 1, area.x + 2);
    let hidden = lines.len() > usize::from(area.bottom().saturating_sub(top));
    for (y, line) in (top..area.bottom()).zip(lines) {
        let mut x = x;
        let role = match line.kind {
            AboutKind::Title => Role::Opcode,
            AboutKind::Operands => Role::Text,
            AboutKind::Meaning => Role::Screen,
            AboutKind::Help => Role::Secondary,
            AboutKind::Problem(severity) => {
                let (sign, role) = super::records::sign(severity);
                if !line.goes_on {
                    canvas.text(x, y, area.right(), sign, role);
                }
                x += 2;
                Role::Screen
            }
        };
        let more = if hidden && y + 1 == area.bottom() {
            " …"
        } else {
            ""
        };
        canvas.text(x, y, area.right(), &format!("{}{more}", line.text), role);
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

/// What comments, variation names and opening codes hold here from records before.
fn draw_registers(
    model: &Model,
    record: &Record<'_>,
    inner: Rect,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    let held = &model.document.view.registers.held;
    let y = inner.y + 1;
    canvas.text(
        columns.opcode,
        y,
        inner.right(),
        "still set by earlier records:",
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
