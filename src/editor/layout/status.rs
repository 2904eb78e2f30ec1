//! The last lines but one: what just happened, or the prompt. One row where that is enough; else so
//! many that nothing is cut, over the panes above.

use crate::editor::glyph;
use crate::editor::layout::geometry::Rect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::state::editing::Editing;
use crate::editor::words::wrapped;

/// Columns before a sentence: its sign and a blank.
pub const SIGN: u16 = 2;
/// Between what is typed and what is said of it.
const GAP: u16 = 3;

/// Where the parts of a prompt stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptLayout {
    /// The rows of what is asked.
    pub label: Rect,
    /// The rows to type in.
    pub field: Rect,
    /// Which row of the wrapped text is the first one on screen.
    pub first: usize,
    /// What is said of the text: beside it, or below.
    pub message: Option<Rect>,
}

/// The rows of the sentence in the status line; `raw` is the pane of the raw line.
pub(super) fn place(model: &Model, line: Rect, raw: Option<Rect>) -> Rect {
    let Some(status) = model.status.as_ref() else {
        return line;
    };
    let height = tall(said(&status.text, line.width).len()).clamp(1, most(line));
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

/// A sentence, row by row.
pub fn said(text: &str, columns: u16) -> Vec<String> {
    wrapped(text, usize::from(columns.saturating_sub(SIGN)), 0)
}

/// The prompt on top, its last row in `line`.
pub(super) fn place_prompt(model: &Model, line: Rect) -> Option<PromptLayout> {
    let prompt = overlay::prompt(model)?;
    let width = glyph::width(prompt.label.as_bytes());
    let beside = tall(width + 2);
    // A long label stands above its answer.
    let (above, indent) = match beside <= line.width / 2 {
        true => (0, beside),
        false => (label(prompt, line.width).len(), 1),
    };
    let above = tall(above);
    let mut field = Rect {
        x: line.x + indent,
        width: line.width.saturating_sub(indent + 1),
        ..line
    };
    let message = prompt.said(model).map(|(text, _)| text);
    let (text, cursor) = (prompt.input.text(), prompt.input.cursor());
    let typed = tall(glyph::width(text)).saturating_add(1);
    let wanted = tall(glyph::width(
        message.as_deref().unwrap_or_default().as_bytes(),
    ));
    let is_beside =
        message.is_some() && typed.saturating_add(GAP).saturating_add(wanted) <= field.width;
    let below = match &message {
        Some(message) if !is_beside => tall(below(message, line.width).len()),
        _ => 0,
    };
    let rows = glyph::wrap(text, columns(field));
    let (row, _) = glyph::place_of(text, &rows, cursor);
    let room = most(line).saturating_sub(above + below).max(1);
    field.height = tall(rows.len()).min(room);
    let first = (row + 1).saturating_sub(usize::from(field.height));
    let height = (above + field.height + below).min(line.bottom());
    let top = line.bottom() - height;
    field.y = top + above;
    let message = message.map(|_| match is_beside {
        true => Rect::new(field.right() - wanted, field.y, wanted, 1),
        false => Rect {
            x: line.x + 1,
            y: field.bottom(),
            width: line.width.saturating_sub(2),
            height: below,
        },
    });
    if let Some(beside) = message.filter(|_| is_beside) {
        field.width = beside.x.saturating_sub(field.x + GAP - 1);
    }
    Some(PromptLayout {
        label: Rect {
            x: line.x + 1,
            y: top,
            width: line.width.saturating_sub(1),
            height: above.max(1),
        },
        field,
        first,
        message,
    })
}

impl PromptLayout {
    /// All of it.
    pub(super) fn frame(&self, line: Rect) -> Rect {
        let y = self.label.y;
        Rect {
            y,
            height: line.bottom().saturating_sub(y),
            ..line
        }
    }

    /// The rows of a text typed here.
    pub fn rows(&self, text: &[u8]) -> Vec<crate::epd::Span> {
        glyph::wrap(text, columns(self.field))
    }

    /// The cell of a byte of the text; rows above the first one shown count as the first.
    pub fn cell(&self, text: &[u8], at: usize) -> (u16, u16) {
        let (row, column) = glyph::place_of(text, &self.rows(text), at);
        let row = row.saturating_sub(self.first);
        let x = self.field.x.saturating_add(tall(column));
        (
            x.min(self.field.right().saturating_sub(1)),
            self.field.y + tall(row),
        )
    }
}

/// The columns of a text being typed: its cursor stands behind the last glyph, too.
fn columns(field: Rect) -> usize {
    usize::from(field.width.saturating_sub(1)).max(1)
}

/// What is asked, row by row.
pub fn label(prompt: &Prompt, columns: u16) -> Vec<String> {
    wrapped(&prompt.label, usize::from(columns.saturating_sub(2)), 0)
}

/// What is said below a text, row by row.
pub fn below(message: &str, columns: u16) -> Vec<String> {
    wrapped(message, usize::from(columns.saturating_sub(2)), 0)
}

/// Rows at most, so that the panes are still seen.
fn most(line: Rect) -> u16 {
    (line.bottom() / 2).max(1)
}

fn tall(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
