//! Where that stands which is offered beside a text being typed: below its row where there is
//! room, else above it, and never over the board.

use crate::editor::glyph;
use crate::editor::layout::geometry::Rect;
use crate::editor::layout::inspector::Inspector;
use crate::editor::layout::panes::Layout;
use crate::editor::model::Model;
use crate::editor::state::assist::Assist;
use crate::editor::state::editing::Editing;

/// Rows of the list at most.
const MOST_ROWS: usize = 12;
/// Columns above the raw line at most.
const RAW_COLS: u16 = 44;

/// Where the offer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopupLayout {
    /// All of it, border included.
    pub frame: Rect,
    /// One row each.
    pub list: Rect,
    /// The row of the note below them.
    pub note: Option<Rect>,
}

/// Columns that the rows take, border included.
fn width_of(assist: &Assist) -> u16 {
    let columns = |text: &str| glyph::width(text.as_bytes());
    let label = assist.rows.iter().map(|row| columns(&row.label)).max();
    let detail = assist.rows.iter().map(|row| columns(&row.detail)).max();
    let both = label.unwrap_or(0) + detail.unwrap_or(0) + 6;
    u16::try_from(both).unwrap_or(u16::MAX)
}

pub(super) fn place(model: &Model, layout: &Layout) -> Option<PopupLayout> {
    let assist = &model.assist;
    let rows = u16::try_from(assist.rows.len().min(MOST_ROWS)).ok()?;
    let note = u16::from(assist.note.is_some());
    let (x, width, row, note) = match model.document.view.editing.as_ref()? {
        Editing::Operand(operand) => {
            let pane = layout.operations?;
            let inner = pane.inner();
            let inspector = Inspector::of(model, &model.record(), inner);
            let row = inspector.row_of(operand.index)?;
            (pane.x, pane.width, row, note)
        }
        Editing::Raw(text) => {
            let (pane, area) = (layout.raw?, layout.raw_text()?);
            if assist.rows.is_empty() {
                return None;
            }
            let rows = glyph::wrap(text.text(), usize::from(area.width));
            let (_, columns) = glyph::place_of(text.text(), &rows, assist.word.start);
            let width = width_of(assist).clamp(20, RAW_COLS).min(area.width);
            let x = area.x + u16::try_from(columns).unwrap_or(0).saturating_sub(1);
            let x = x.min(area.right().saturating_sub(width));
            (x, width, pane.y, 0)
        }
    };
    let wanted = rows + note + 2;
    let in_raw = matches!(model.document.view.editing, Some(Editing::Raw(_)));
    let below = if in_raw {
        0
    } else {
        let bottom = layout.raw.map_or(layout.status.y, |raw| raw.y);
        bottom.saturating_sub(row + 1)
    };
    let above = row.saturating_sub(layout.header.bottom());
    let (y, height) = if below >= wanted || below >= above {
        (row + 1, wanted.min(below))
    } else {
        let height = wanted.min(above);
        (row - height, height)
    };
    if height < 3 || rows + note == 0 {
        return None;
    }
    let frame = Rect::new(x, y, width, height);
    let inner = frame.inner();
    let note = note.min(inner.height);
    Some(PopupLayout {
        frame,
        list: Rect {
            height: inner.height - note,
            ..inner
        },
        note: (note > 0).then_some(Rect {
            y: inner.bottom() - note,
            height: note,
            ..inner
        }),
    })
}
