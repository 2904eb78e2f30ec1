//! What stands above a prompt: what is said of what is being typed, and what can be typed next, at the word.

use crate::editor::glyph;
use crate::editor::layout::geometry::Rect;
use crate::editor::layout::panes::Layout;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::words::wrapped;

/// Rows of choices at most.
const MOST_ROWS: usize = 8;
/// Rows of words at most.
const MOST_WORDS: usize = 6;
/// Columns at most.
const MOST_COLS: usize = 110;

/// The box above the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoicesLayout {
    /// All of it, border included.
    pub frame: Rect,
    /// The words at its head; empty where there are none.
    pub words: Rect,
    /// The choices, one row each; empty where there are none.
    pub list: Rect,
}

pub(super) fn place(model: &Model, layout: &Layout) -> Option<ChoicesLayout> {
    let (prompt, place) = (overlay::prompt(model)?, layout.prompt?);
    let (screen, status) = (layout.screen, layout.status);
    prompt.grammar()?;
    let (choices, help) = (&model.asking.choices, model.asking.help.as_deref());
    let columns = |text: &str| glyph::width(text.as_bytes());
    let label = choices.iter().map(|(label, _)| columns(label)).max();
    let detail = choices.iter().map(|(_, detail)| columns(detail)).max();
    let rows = label.unwrap_or(0) + detail.unwrap_or(0) + 6;
    let most = MOST_COLS.min(usize::from(screen.width).saturating_sub(2));
    let said = help.map_or(0, columns);
    let width = rows.max(said + 4).clamp(24.min(most), most);
    let words = help.map_or(0, |help| wrapped(help, width.saturating_sub(4), 0).len());
    let above = usize::from(status.y.saturating_sub(screen.y + 3));
    let words = words.min(MOST_WORDS).min(above);
    let count = choices.len().min(MOST_ROWS).min(above - words);
    let (head, count) = (u16::try_from(words).ok()?, u16::try_from(count).ok()?);
    if head + count == 0 {
        return None;
    }
    let width = u16::try_from(width).ok()?;
    // With words at its head it stays where it is while arguments are typed.
    let x = match help {
        Some(_) => screen.x,
        None => {
            let (x, _) = place.cell(prompt.input.text(), model.asking.word_start());
            x.saturating_sub(2)
        }
    };
    let x = x.min(screen.right().saturating_sub(width));
    let height = head + count + 2;
    let frame = Rect::new(x, status.y.saturating_sub(height), width, height);
    let inner = frame.inner();
    Some(ChoicesLayout {
        frame,
        words: Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            height: head,
            ..inner
        },
        list: Rect {
            y: inner.y + head,
            height: count,
            ..inner
        },
    })
}
