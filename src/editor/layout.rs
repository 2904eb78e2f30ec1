//! The layout of the screen: a pure function from the model to rectangles. Drawing and the mouse both use it,
//! so that a click acts on what is drawn there.
//!
//! There are three shapes. *Wide*: suite list, board, and operations above problems, side by side. *Narrow*:
//! the board at the left, and list, operations and problems stacked at the right, the focused one largest.
//! *Too small*: only a message. The list gets room first, by its contents, and the board gets the largest
//! squares that leave the other panes usable.
//!
//! The status or the prompt is in the line above the hints. If it needs more rows, they cover the panes above.

mod arrange;
mod boards;
mod boxes;
mod inspector;

use crate::editor::layout::arrange::Room;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::state::View;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::{Page, Pane};
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{BoardGrid, Rect};
use crate::epd::Span;
use shakmaty::Square;

pub use boards::{FolderColumns, Gallery, Palette};
pub use boxes::BoxLayout;
pub(crate) use boxes::page_width;
pub use inspector::{AboutKind, AboutLine, Inspector, OperationColumns};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    Wide,
    Narrow,
    /// Below 50 columns or 16 rows.
    #[default]
    TooSmall,
}

/// The rectangles of everything on the screen. Panes without room are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub shape: Shape,
    pub screen: Rect,
    /// One row: file name, counts.
    pub header: Rect,
    /// Panes, borders included.
    pub records: Option<Rect>,
    pub titles: Option<Rect>,
    pub list: Option<Rect>,
    /// The small boards in place of the list.
    pub boards: Option<Gallery>,
    /// The map of problems in the file, right of the list; the border beside it shows matches, marks and edits.
    pub map: Option<Rect>,
    pub board: Option<Rect>,
    pub operations: Option<Rect>,
    pub problems: Option<Rect>,
    pub raw: Option<Rect>,
    pub analysis: Option<Rect>,
    /// Whether the raw pane has a border; on low screens it has none.
    pub raw_bordered: bool,
    /// The rows below the raw pane into which its text continues: the status line, while that is empty.
    pub raw_below: u16,
    /// The first visible row of the wrapped raw line: 0 unless a long line is being edited.
    pub raw_first: usize,
    /// The page in place of the panes, border included.
    pub page: Option<Rect>,
    pub page_list: Option<Rect>,
    /// The details of the selected row, border included.
    pub page_detail: Option<Rect>,
    pub grid: Option<BoardGrid>,
    /// The pieces to pick by mouse, right of the squares, if there is room.
    pub palette: Option<Palette>,
    /// The status or the prompt: one row or more.
    pub status: Rect,
    pub prompt: Option<PromptLayout>,
    /// One row: the keys most useful now.
    pub hints: Rect,
    /// The top overlay, unless it is a prompt.
    pub overlay: Option<BoxLayout>,
    pub choices: Option<BoxLayout>,
    pub popup: Option<BoxLayout>,
}

/// The minimum height of a screen with a border around the raw line.
const BORDERED_ROWS: u16 = 30;
/// The columns left of a raw line without a border: its name, its number, a blank.
const RAW_LABEL: u16 = 8;
/// The minimum height of a bordered pane of small boards.
const BORDERED_BOARDS: u16 = 22;
/// The minimum height of a suite list with headings.
const TITLED_ROWS: u16 = 7;
/// The minimum width of a suite list with the map.
const MAPPED_COLS: u16 = 20;
const COLS_LEAST: u16 = 50;
const ROWS_LEAST: u16 = 16;

pub fn layout(model: &Model) -> Layout {
    let screen = Rect::new(0, 0, model.cols, model.rows);
    let mut layout = Layout {
        screen,
        header: screen.top(1),
        status: screen.foot(2).top(1),
        hints: screen.foot(1),
        ..Layout::default()
    };
    if screen.width < COLS_LEAST || screen.height < ROWS_LEAST {
        return layout;
    }
    let main = screen.below(1).above(2);
    if model.page != Page::Panes {
        layout.shape = Shape::Wide;
        place_page(&mut layout, main, model.page);
        place_over(&mut layout, model);
        return layout;
    }
    layout.raw_bordered = screen.height >= BORDERED_ROWS;
    let border = if layout.raw_bordered { 2 } else { 0 };
    let raw = main.foot(arrange::raw_rows(model, screen, border));
    let main = main.above(raw.height);
    let analysis = main.foot(arrange::analysis_rows(model, main.height));
    let main = main.above(analysis.height);
    layout.analysis = (analysis.height > 0).then_some(analysis);
    layout.raw = (raw.height > 0).then_some(raw);

    let in_list = model.document.view.focus == Pane::Records;
    if in_list && model.view != View::Panes {
        layout.shape = Shape::Wide;
        layout.records = Some(main);
    } else {
        place_panes(&mut layout, main, model);
    }
    if in_list && model.view == View::Boards {
        let area = boards_area(main);
        layout.boards = Some(Gallery::place(
            area,
            model.cell,
            model.board_size,
            model.board.flipped,
        ));
    } else {
        place_list(&mut layout);
    }
    place_raw(&mut layout, model);
    place_over(&mut layout, model);
    layout.popup = boxes::popup(model, &layout);
    layout
}

/// Places the layers over the panes or the page: a box, the status line, and a prompt with its completions.
fn place_over(layout: &mut Layout, model: &Model) {
    let line = layout.status;
    layout.prompt = place_prompt(model, line);
    // A page ends above the additional rows of a long status, which would cover its end.
    let extra_rows;
    (layout.status, extra_rows) = match &layout.prompt {
        Some(prompt) => {
            let height = line.bottom().saturating_sub(prompt.label.y);
            (
                Rect {
                    y: prompt.label.y,
                    height,
                    ..line
                },
                0,
            )
        }
        None => {
            let status = place_status(model, line, layout.raw);
            (status, status.height.saturating_sub(line.height))
        }
    };
    let top = model.overlays.last();
    layout.overlay = top.and_then(|top| boxes::overlay(layout.screen, extra_rows, &**top));
    layout.choices = boxes::choices(model, layout);
}

/// Returns the area of the small boards in their pane, which has no border on a low screen.
pub(crate) const fn boards_area(pane: Rect) -> Rect {
    if pane.height < BORDERED_BOARDS {
        pane
    } else {
        pane.inner()
    }
}

fn place_panes(layout: &mut Layout, main: Rect, model: &Model) {
    // Larger squares beside two panes are better than small ones beside three. The shape depends on the
    // screen, not on the sizes that the user chose.
    let usual = model.panes.with_usual_sizes();
    let room = |chosen| Room {
        main,
        model,
        chosen,
        layout: *layout,
    };
    let size = |layout: Layout| layout.grid.map(|grid| grid.size.rows.min(2));
    let narrow = size(room(&usual).narrow());
    let is_wide = room(&usual).wide().is_some_and(|wide| size(wide) >= narrow);
    let chosen = room(&model.panes);
    let (shape, placed) = match chosen.wide().filter(|_| is_wide) {
        Some(wide) => (Shape::Wide, wide),
        None => (Shape::Narrow, chosen.narrow()),
    };
    *layout = Layout { shape, ..placed };
}

impl Layout {
    /// Returns the area of the raw line's text: its pane without the border, or without the label left of it.
    pub fn raw_text(&self) -> Option<Rect> {
        self.raw.map(|raw| match self.raw_bordered {
            true => raw.inner(),
            false => Rect {
                height: raw.height + self.raw_below,
                ..raw.after(RAW_LABEL)
            },
        })
    }
}

/// Scrolls the raw line to its cursor. Without a border, a long line continues in the status line if that is empty.
fn place_raw(layout: &mut Layout, model: &Model) {
    let Some(area) = layout.raw_text() else {
        return;
    };
    let columns = usize::from(area.width);
    let is_status_used = model.status.is_some() || !model.overlays.is_empty();
    let (text, cursor) = match &model.document.view.editing {
        Some(Editing::Raw(text)) => (text.text(), Some(text.cursor())),
        _ => (model.shown_line().trim_ascii_end(), None),
    };
    if cursor.is_none() && (is_status_used || layout.raw_bordered) {
        return;
    }
    let part = glyph::part(text, cursor);
    let rows = glyph::wrap(part.of(text), columns);
    if !is_status_used && !layout.raw_bordered {
        layout.raw_below = u16::from(rows.len() > usize::from(area.height));
    }
    if let Some(cursor) = cursor {
        let (row, _) = glyph::place_of(part.of(text), &rows, cursor - part.start);
        let height = usize::from(area.height + layout.raw_below);
        layout.raw_first = (row + 1).saturating_sub(height);
    }
}

/// Places the page that replaces the panes: a list below a heading, or above the details of its rows.
fn place_page(layout: &mut Layout, all: Rect, page: Page) {
    let (detail, heading) = match page {
        Page::Differences => ((all.height / 3).clamp(6, 16), 0),
        _ => (0, 1),
    };
    layout.page = Some(all);
    layout.page_list = Some(all.above(detail).inner().below(heading));
    layout.page_detail = (detail > 0).then_some(all.foot(detail));
}

fn place_list(layout: &mut Layout) {
    let Some(inner) = layout.records.map(Rect::inner) else {
        return;
    };
    let titles = u16::from(inner.height >= TITLED_ROWS);
    let map = u16::from(inner.width >= MAPPED_COLS);
    let list = inner.below(titles).before(map);
    layout.titles = (titles > 0).then_some(inner.top(1).before(map));
    layout.map = (map > 0).then_some(inner.below(titles).after(list.width));
    layout.list = Some(list);
}

#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub layout: Layout,
    pub column: u16,
    pub row: u16,
    /// Whether this is the second press of a double click.
    pub twice: bool,
}

impl Spot {
    pub(crate) fn is_in(&self, area: Option<Rect>) -> bool {
        area.is_some_and(|area| area.contains(self.column, self.row))
    }

    pub fn row_of(&self, area: Option<Rect>) -> Option<usize> {
        let area = area.filter(|_| self.is_in(area))?;
        Some(usize::from(self.row - area.y))
    }

    pub fn square(&self) -> Option<Square> {
        self.layout.grid?.square_at(self.column, self.row)
    }
}

/// The columns before a status: its sign and a blank. The margins of a prompt's label and message add up to as many.
pub(crate) const SIGN: u16 = 2;
/// The columns between the typed text and the message about it.
const GAP: u16 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptLayout {
    pub label: Rect,
    pub field: Rect,
    /// The first visible row of the wrapped text.
    pub first: usize,
    /// The area of the message about the text: beside it, or below.
    pub message: Option<Rect>,
}

/// Returns the area of the status; `raw` is the pane of the raw line.
fn place_status(model: &Model, line: Rect, raw: Option<Rect>) -> Rect {
    let Some(status) = model.status.as_ref() else {
        return line;
    };
    let height = cells(status_rows(&status.text, line.width).len()).clamp(1, most(line));
    // A long status must not cover a raw line being edited.
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

pub(crate) fn status_rows(text: &str, columns: u16) -> Vec<String> {
    wrapped(text, usize::from(columns.saturating_sub(SIGN)), 0)
}

/// Places the prompt on top, its last row in `line`.
fn place_prompt(model: &Model, line: Rect) -> Option<PromptLayout> {
    let prompt = overlay::top::<Prompt>(model)?;
    let beside = glyph::columns(&prompt.label) + 2;
    // A long label is above its field.
    let (above, indent) = match beside <= line.width / 2 {
        true => (0, beside),
        false => (cells(status_rows(&prompt.label, line.width).len()), 1),
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
        Some(message) if !is_beside => cells(status_rows(message, line.width).len()),
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
    pub fn rows(&self, text: &[u8]) -> Vec<Span> {
        glyph::wrap(text, columns(self.field))
    }

    /// Returns the cell of a byte of the text; rows above the first visible one count as that one.
    pub fn cell(&self, text: &[u8], at: usize) -> (u16, u16) {
        let (row, column) = glyph::place_of(text, &self.rows(text), at);
        let last = self.field.width.saturating_sub(1);
        (
            self.field.x + cells(column).min(last),
            self.field.y + cells(row.saturating_sub(self.first)),
        )
    }

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

/// Returns the columns for typed text: one is left for the cursor after the last glyph.
fn columns(field: Rect) -> usize {
    usize::from(field.width.saturating_sub(1)).max(1)
}

/// Returns the maximum height of a status or prompt, which leaves the panes visible.
fn most(line: Rect) -> u16 {
    (line.bottom() / 2).max(1)
}
