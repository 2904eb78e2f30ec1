//! Where that stands which can be typed next in a prompt: above the prompt, at the word.

use crate::app::glyph;
use crate::app::layout::geometry::Rect;
use crate::app::layout::panes::Layout;
use crate::app::layout::popup::PopupLayout;
use crate::app::model::Model;
use crate::app::overlay;

/// Rows at most.
const MOST_ROWS: usize = 8;
/// Columns at most.
const MOST_COLS: usize = 72;

pub(super) fn place(model: &Model, layout: &Layout) -> Option<PopupLayout> {
    let (prompt, place) = (overlay::prompt(model)?, layout.prompt?);
    let (screen, status) = (layout.screen, layout.status);
    let choices = &model.asking.choices;
    prompt.grammar()?;
    if choices.is_empty() {
        return None;
    }
    let columns = |text: &str| glyph::width(text.as_bytes());
    let label = choices.iter().map(|(label, _)| columns(label)).max()?;
    let detail = choices.iter().map(|(_, detail)| columns(detail)).max()?;
    let most = MOST_COLS.min(usize::from(screen.width).saturating_sub(2));
    let width = u16::try_from((label + detail + 6).clamp(24.min(most), most)).ok()?;
    let height = u16::try_from(choices.len().min(MOST_ROWS)).ok()? + 2;
    let height = height.min(status.y.saturating_sub(screen.y + 1));
    let (x, _) = place.cell(prompt.input.text(), model.asking.word_start());
    let x = x.saturating_sub(2);
    let x = x.min(screen.right().saturating_sub(width));
    let frame = Rect::new(x, status.y - height, width, height);
    (height >= 3).then(|| PopupLayout {
        frame,
        list: frame.inner(),
        note: None,
    })
}
