//! The suite's lines as a list: number, side, id, solution, problems.

use super::canvas::Canvas;
use super::theme::Role;
use crate::app::layout::Rect;
use crate::app::model::{Model, Pane};
use crate::epd::{LineKind, Record, Severity};
use crate::suite::LineState;

/// The columns of a list of some width, so that they do not jump while scrolling.
struct Columns {
    number: u16,
    side: u16,
    id: u16,
    solution: u16,
    sign: u16,
    end: u16,
}

impl Columns {
    fn of(inner: Rect, lines: usize) -> Self {
        let digits = u16::try_from(lines.max(999).to_string().len()).unwrap_or(4);
        let number = inner.x + 1;
        let side = number + digits + 1;
        let id = side + 2;
        let end = inner.right();
        let sign = end.saturating_sub(2);
        let text = sign.saturating_sub(id);
        // The id gets the larger half: solutions are short.
        let solution = id + (text * 3 / 5).min(30);
        Self {
            number,
            side,
            id,
            solution,
            sign,
            end,
        }
    }
}

pub(super) fn draw(model: &Model, pane: Rect, canvas: &mut Canvas<'_>) {
    let focused = model.focus == Pane::Records && model.overlays.is_empty();
    canvas.frame(pane, Pane::Records.title(), focused);
    super::filter::draw_title(model, pane, canvas);
    let inner = pane.inner();
    let suite = &model.document.suite;
    let count = suite.line_count();
    if count == 0 {
        let end = inner.right();
        canvas.text(inner.x + 1, inner.y, end, "no records yet", Role::Secondary);
        let how = match super::key_of("new-record") {
            Some(key) => format!("{key} adds the first"),
            None => String::new(),
        };
        canvas.text(inner.x + 1, inner.y + 1, end, &how, Role::Secondary);
        return;
    }
    let rows = model.document.row_count();
    if rows == 0 {
        super::filter::draw_nothing(model, inner, canvas);
        return;
    }
    let place = format!(
        "{}/{}",
        super::header::thousands(model.document.selected_row() + 1),
        super::header::thousands(rows)
    );
    canvas.on_border_right(pane, pane.bottom() - 1, pane.x + 2, &place, Role::Secondary);
    let columns = Columns::of(inner, count);
    for row in 0..inner.height {
        let at = model.document.first + usize::from(row);
        let Some(index) = model.document.line_at(at) else {
            break;
        };
        let line = suite.line(index);
        let selected = index == model.document.selected;
        // The selected line is shown as it is being typed, in every pane.
        let bytes = if selected { model.shown_line() } else { &line };
        let record = model.read(bytes);
        let y = inner.y + row;
        let area = Rect::new(inner.x, y, inner.width, 1);
        draw_row(model, &record, index, y, &columns, canvas);
        if selected {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            let style = canvas.theme().style(role);
            canvas.lay(area, style);
        }
        if let Some(search) = &model.document.search
            && search.is_in(record.line())
        {
            let style = canvas.theme().style(Role::Match);
            canvas.lay(
                Rect::new(columns.number, y, columns.side - columns.number - 1, 1),
                style,
            );
        }
    }
    canvas.scroll_bar(pane, model.document.first, rows);
}

fn draw_row(
    model: &Model,
    record: &Record<'_>,
    index: usize,
    y: u16,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
) {
    match model.document.suite.line_state(index) {
        LineState::Untouched => {}
        LineState::Edited => {
            canvas.text(columns.number - 1, y, columns.number, "▎", Role::Edited);
        }
        LineState::New => {
            canvas.text(columns.number - 1, y, columns.number, "+", Role::Edited);
        }
    }
    let number = (index + 1).to_string();
    canvas.text_right(
        columns.number,
        y,
        columns.side - 1,
        &number,
        Role::Secondary,
    );
    match record.kind() {
        LineKind::Blank => return,
        LineKind::Comment => {
            let text = String::from_utf8_lossy(record.body().of(record.line()));
            canvas.text(columns.side, y, columns.end, text.trim(), Role::Secondary);
            return;
        }
        LineKind::Record => {}
    }
    if let Some(side) = record.side() {
        let mark = side.fold_wb("○", "●");
        canvas.text(columns.side, y, columns.id, mark, Role::Title);
    }
    let solution = solution(record);
    let id = label(record);
    let id_end = if solution.is_empty() {
        columns.sign
    } else {
        columns.solution - 1
    };
    match id {
        Some(id) => canvas.text(columns.id, y, id_end, &id, Role::Screen),
        None => {
            // Without an id the placement tells records apart.
            let text = String::from_utf8_lossy(record.body().of(record.line()));
            canvas.text(columns.id, y, id_end, text.trim(), Role::Secondary)
        }
    };
    canvas.text(columns.solution, y, columns.sign, &solution, Role::Move);
    if let Some((sign, role)) = worst(record) {
        canvas.text(columns.sign, y, columns.end, sign, role);
    }
}

/// The id's text, made safe where it is drawn.
fn label(record: &Record<'_>) -> Option<String> {
    let id = record.operation("id")?;
    Some(record.operands_text(id)).filter(|text| !text.is_empty())
}

/// What the record asks for: best moves, else moves to avoid, else a mate distance.
fn solution(record: &Record<'_>) -> String {
    for (opcode, before) in [
        ("bm", ""),
        ("am", "not "),
        ("dm", "mate in "),
        ("pv", ""),
        ("sm", ""),
    ] {
        if let Some(operation) = record.operation(opcode) {
            let text = record.operands_text(operation);
            if !text.is_empty() {
                return format!("{before}{text}");
            }
        }
    }
    String::new()
}

/// The sign of the gravest finding: its shape tells as much as its colour.
pub(super) fn sign(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Error => ("✗", Role::Error),
        Severity::Warning => ("~", Role::Warning),
        Severity::Hint => ("·", Role::Hint),
    }
}

fn worst(record: &Record<'_>) -> Option<(&'static str, Role)> {
    record
        .diagnostics()
        .iter()
        .map(|found| found.severity)
        .max()
        .map(sign)
}
