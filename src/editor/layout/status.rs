//! The last lines but one: what just happened, or the prompt. One row where that is enough; else so
//! many that nothing is cut, over the panes above.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::state::editing::Editing;
use crate::editor::widgets::Rect;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;
use crate::epd::Span;

/// Columns before a sentence: its sign and a blank; and those left of and right of what belongs to a prompt.
pub const SIGN: u16 = 2;
/// Between what is typed and what is said of it.
const GAP: u16 = 3;

/// The areas of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptLayout {
    /// The rows of what is asked.
    pub label: Rect,
    /// The rows to type in.
    pub field: Rect,
    /// The row of the wrapped text that is first on the screen.
    pub first: usize,
    /// The area of the message about the text: beside it, or below.
    pub message: Option<Rect>,
}

/// Returns the rows of the sentence in the status line; `raw` is the pane of the raw line.
pub(super) fn place(model: &Model, line: Rect, raw: Option<Rect>) -> Rect {
    let Some(status) = model.status.as_ref() else {
        return line;
    };
    let height = cells(said(&status.text, line.width).len()).clamp(1, most(line));
    // What is being typed is not covered.
    let bottom = match (&model.document.view.editing, raw) {
        (Some(Editing::Raw(_)), Some(raw)) if height > 1 => raw.y,
        _ => line.bottom(),
    };
    Rect {
        y: bottom.saturating_sub(height),
        height,
        ..line
    }
}

/// Breaks a sentence into rows as wide as the screen has room for.
pub fn said(text: &str, columns: u16) -> Vec<String> {
    wrapped(text, usize::from(columns.saturating_sub(SIGN)), 0)
}

/// Places the prompt on top, its last row in `line`.
pub(super) fn place_prompt(model: &Model, line: Rect) -> Option<PromptLayout> {
    let prompt = overlay::top::<Prompt>(model)?;
    let beside = glyph::columns(&prompt.label) + 2;
    // A long label stands above its answer.
    let (above, indent) = match beside <= line.width / 2 {
        true => (0, beside),
        false => (cells(said(&prompt.label, line.width).len()), 1),
    };
    let message = prompt.said(model).map(|(text, _)| text);
    let (text, cursor) = (prompt.input.text(), prompt.input.cursor());
    let mut field = line.after(indent).before(1);
    let rows = glyph::wrap(text, columns(field));
    let (row, _) = glyph::place_of(text, &rows, cursor);
    let wanted = glyph::columns(message.as_deref().unwrap_or_default());
    let typed = cells(glyph::width(text)).saturating_add(1 + GAP);
    let is_beside = message.is_some() && typed.saturating_add(wanted) <= field.width;
    let below = match &message {
        Some(message) if !is_beside => cells(said(message, line.width).len()),
        _ => 0,
    };
    let room = most(line).saturating_sub(above + below).max(1);
    field.height = cells(rows.len()).min(room);
    let first = (row + 1).saturating_sub(usize::from(field.height));
    let height = (above + field.height + below).min(line.bottom());
    let label = Rect {
        y: line.bottom() - height,
        height: above.max(1),
        ..line.after(1)
    };
    field.y = label.y + above;
    let message = message.map(|_| match is_beside {
        true => field.top(1).end(wanted),
        false => Rect {
            y: field.bottom(),
            height: below,
            ..line.after(1).before(1)
        },
    });
    if is_beside {
        field = field.before(wanted + GAP - 1);
    }
    Some(PromptLayout {
        label,
        field,
        first,
        message,
    })
}

impl PromptLayout {
    /// Returns all of it.
    pub(super) fn frame(&self, line: Rect) -> Rect {
        let y = self.label.y;
        Rect {
            y,
            height: line.bottom().saturating_sub(y),
            ..line
        }
    }

    /// Returns the rows of a text typed here.
    pub fn rows(&self, text: &[u8]) -> Vec<Span> {
        glyph::wrap(text, columns(self.field))
    }

    /// Returns the cell of a byte of the text; rows above the first one shown count as the first.
    pub fn cell(&self, text: &[u8], at: usize) -> (u16, u16) {
        let (row, column) = glyph::place_of(text, &self.rows(text), at);
        let last = self.field.width.saturating_sub(1);
        (
            self.field.x + cells(column).min(last),
            self.field.y + cells(row.saturating_sub(self.first)),
        )
    }

    /// Returns the byte of the text at a cell.
    pub(crate) fn byte_at(&self, text: &[u8], column: u16, row: u16) -> usize {
        let rows = self.rows(text);
        let row = self.first + usize::from(row.saturating_sub(self.field.y));
        let Some(row) = rows.get(row.min(rows.len().saturating_sub(1))) else {
            return text.len();
        };
        let column = usize::from(column.saturating_sub(self.field.x));
        row.start + glyph::byte_at(row.of(text), column)
    }
}

/// The columns of a text being typed: its cursor stands behind the last glyph, too.
fn columns(field: Rect) -> usize {
    usize::from(field.width.saturating_sub(1)).max(1)
}

/// Rows at most, so that the panes are still seen.
fn most(line: Rect) -> u16 {
    (line.bottom() / 2).max(1)
}
