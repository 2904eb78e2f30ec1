//! Where that stands which can be typed next in a prompt: above the prompt, at the word.

use super::geometry::Rect;
use super::popup::PopupLayout;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::Overlay;

/// Rows at most.
const MOST_ROWS: usize = 8;
/// Columns at most.
const MOST_COLS: usize = 72;

pub(super) fn place(model: &Model, screen: Rect, status: Rect) -> Option<PopupLayout> {
    let Some(Overlay::Prompt(prompt)) = model.overlays.last() else {
        return None;
    };
    let choices = &model.asking.choices;
    if choices.is_empty() || !crate::app::query::has_grammar(prompt.kind) {
        return None;
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
