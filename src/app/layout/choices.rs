//! Where that stands which can be typed next in a prompt, or what is wrong in it: above the prompt, at
//! the word.

use crate::app::glyph;
use crate::app::layout::geometry::Rect;
use crate::app::layout::popup::PopupLayout;
use crate::app::model::Model;
use crate::app::overlay::{self, Prompt};

/// Rows at most.
const MOST_ROWS: usize = 8;
/// Columns at most.
const MOST_COLS: usize = 72;

pub(super) fn place(model: &Model, screen: Rect, status: Rect) -> Option<PopupLayout> {
    let prompt = overlay::prompt(model)?;
    let choices = &model.asking.choices;
    prompt.grammar()?;
    if choices.is_empty() {
        return message(model, prompt, screen, status);
    }
    let columns = |text: &str| glyph::width(text.as_bytes());
    let label = choices.iter().map(|(label, _)| columns(label)).max()?;
    let detail = choices.iter().map(|(_, detail)| columns(detail)).max()?;
    let most = MOST_COLS.min(usize::from(screen.width).saturating_sub(2));
    let width = u16::try_from((label + detail + 6).clamp(24.min(most), most)).ok()?;
    let height = u16::try_from(choices.len().min(MOST_ROWS)).ok()? + 2;
    let height = height.min(status.y.saturating_sub(screen.y + 1));
    let before = prompt.input.text().get(..model.asking.word_start())?;
    let x = columns(prompt.label) + 2 + glyph::width(before);
    let x = u16::try_from(x).ok()?.saturating_sub(2);
    let x = x.min(screen.right().saturating_sub(width));
    let frame = Rect::new(x, status.y - height, width, height);
    (height >= 3).then(|| PopupLayout {
        frame,
        list: frame.inner(),
        note: None,
    })
}

/// What is wrong, where it is too long for the prompt's own line.
fn message(model: &Model, prompt: &Prompt, screen: Rect, status: Rect) -> Option<PopupLayout> {
    let asking = &model.asking;
    let message = prompt.message.as_ref()?;
    let error = asking.error.filter(|_| !asking.unfinished)?;
    let typed = glyph::width(prompt.label.as_bytes()) + glyph::width(prompt.input.text());
    let wanted = glyph::width(message.as_bytes()) + 6;
    if typed + wanted + 3 <= usize::from(screen.width) {
        return None;
    }
    let width = wanted.min(MOST_COLS).min(usize::from(screen.width) - 2);
    let rows = glyph::wrap(message.as_bytes(), width - 4).len();
    let height = u16::try_from(rows.min(MOST_ROWS)).ok()? + 2;
    let height = height.min(status.y.saturating_sub(screen.y + 1));
    let before = prompt.input.text().get(..error.start).unwrap_or_default();
    let x = glyph::width(prompt.label.as_bytes()) + glyph::width(before);
    let width = u16::try_from(width).ok()?;
    let x = u16::try_from(x).unwrap_or(u16::MAX);
    let x = x.min(screen.right().saturating_sub(width));
    let frame = Rect::new(x, status.y - height, width, height);
    (height >= 3).then(|| PopupLayout {
        frame,
        list: frame.inner(),
        note: Some(frame.inner()),
    })
}
