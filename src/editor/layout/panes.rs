//! Panes and overlays on a screen of any size.
//!
//! Three shapes. *Wide*: suite list, board, and operations above problems, side by side. *Narrow*:
//! the board left, and right of it list, operations and problems one above the other, where the
//! one with the keys gets the most room. *Too small*: nothing but a word that says so. In each the
//! board gets the largest squares that leave the others usable.

use crate::editor::layout::arrange::{self, Room};
use crate::editor::layout::boxes::{self, BoxLayout};
use crate::editor::layout::status::{self, PromptLayout};
use crate::editor::layout::{Gallery, Palette};
use crate::editor::model::Model;
use crate::editor::state::View;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::{Page, Pane};
use crate::editor::widgets::{BoardGrid, Rect, SquareSize, glyph};
use shakmaty::Square;

/// The shape of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    Wide,
    Narrow,
    /// Below 50 columns or 16 rows.
    #[default]
    TooSmall,
}

/// The place of everything on the screen. Panes that have no room are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub shape: Shape,
    pub screen: Rect,
    /// One row: file name, counts.
    pub header: Rect,
    /// Panes, borders included.
    pub records: Option<Rect>,
    /// The row of the suite list's headings.
    pub titles: Option<Rect>,
    /// The suite list's rows.
    pub list: Option<Rect>,
    /// The small boards that stand in the list's place.
    pub boards: Option<Gallery>,
    /// Right of them, where problems are in the whole file; the border beside it has the rest.
    pub map: Option<Rect>,
    pub board: Option<Rect>,
    pub operations: Option<Rect>,
    pub problems: Option<Rect>,
    pub raw: Option<Rect>,
    /// Lines of live analysis, a rule with their title first.
    pub analysis: Option<Rect>,
    /// Whether the raw pane has a border (it has none on low screens).
    pub raw_bordered: bool,
    /// Rows below the raw pane that its text goes on in: those of the status, while nothing is said.
    pub raw_below: u16,
    /// The row of the wrapped raw line that is first on the screen: 0, unless a long line is being typed in,
    /// so that the cursor is seen.
    pub raw_first: usize,
    /// The area of the page that takes the place of the panes, border included.
    pub page: Option<Rect>,
    /// The rows of its list.
    pub page_list: Option<Rect>,
    /// The area about the row under the cursor, border included.
    pub page_detail: Option<Rect>,
    /// The squares of the board.
    pub grid: Option<BoardGrid>,
    /// The pieces for the mouse, right of the squares, where there is room.
    pub palette: Option<Palette>,
    /// The area of the status or of the prompt: one row, or as many as it takes.
    pub status: Rect,
    /// The parts of the prompt.
    pub prompt: Option<PromptLayout>,
    /// One row: keys that matter now.
    pub hints: Rect,
    /// The top overlay, where it is no prompt.
    pub overlay: Option<BoxLayout>,
    /// The completions of a prompt.
    pub choices: Option<BoxLayout>,
    /// The offers beside the text being typed.
    pub popup: Option<BoxLayout>,
}

/// Rows of a screen that leave two for a border round the raw line.
const BORDERED_ROWS: u16 = 30;
/// Columns left of the raw line where it has no border: its name, its number, a blank.
const RAW_LABEL: u16 = 8;
/// Rows of the small boards' pane that leave some for a border.
const BORDERED_BOARDS: u16 = 22;
/// Rows of the suite list that leave one for the headings.
const TITLED_ROWS: u16 = 7;
/// Columns of the suite list that leave one for the map.
const MAPPED_COLS: u16 = 20;
const COLS_LEAST: u16 = 50;
const ROWS_LEAST: u16 = 16;

/// Returns where everything of `model` stands on its screen.
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
        layout.boards = Some(Gallery::place(area, model.board_size, model.board.flipped));
    } else {
        place_list(&mut layout);
    }
    place_raw(&mut layout, model);
    place_over(&mut layout, model);
    layout.popup = boxes::popup(model, &layout);
    layout
}

/// Places what lies over the panes or the page: a box, the status line, a prompt with what can be typed.
fn place_over(layout: &mut Layout, model: &Model) {
    let line = layout.status;
    layout.prompt = status::place_prompt(model, line);
    layout.status = match &layout.prompt {
        Some(prompt) => prompt.frame(line),
        None => status::place(model, line, layout.raw),
    };
    // A page ends above what is said: its first row would be hidden.
    let said = match &layout.prompt {
        Some(_) => 0,
        None => layout.status.height.saturating_sub(line.height),
    };
    let top = model.overlays.last();
    layout.overlay = top.and_then(|top| boxes::overlay(layout.screen, said, &**top));
    layout.choices = boxes::choices(model, layout);
}

/// Returns where small boards stand in their pane: on a low screen it has no border, so that more of them
/// have room.
pub(crate) const fn boards_area(pane: Rect) -> Rect {
    if pane.height < BORDERED_BOARDS {
        pane
    } else {
        pane.inner()
    }
}

fn place_panes(layout: &mut Layout, main: Rect, model: &Model) {
    // Small squares beside three panes are worth less than larger ones beside two: whatever sizes were
    // chosen, the shape is that of the screen.
    let usual = model.panes.with_usual_sizes();
    let room = |chosen| Room {
        main,
        model,
        chosen,
        layout: *layout,
    };
    let size = |layout: Layout| layout.grid.map(|grid| grid.size.min(SquareSize::new(5, 2)));
    let narrow = size(room(&usual).narrow());
    let is_wide = room(&usual).wide().is_some_and(|wide| size(wide) >= narrow);
    let chosen = room(&model.panes);
    *layout = match chosen.wide().filter(|_| is_wide) {
        Some(wide) => Layout {
            shape: Shape::Wide,
            ..wide
        },
        None => Layout {
            shape: Shape::Narrow,
            ..chosen.narrow()
        },
    };
}

impl Layout {
    /// Returns where the text of the raw line stands: its pane without the border, or without what is
    /// written left of it where there is no border.
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

/// Scrolls the raw line so that its cursor is seen. Without a border a long one goes on in the row of the
/// status, while nothing is said there.
fn place_raw(layout: &mut Layout, model: &Model) {
    let Some(area) = layout.raw_text() else {
        return;
    };
    let columns = usize::from(area.width);
    let is_said = model.status.is_some() || !model.overlays.is_empty();
    let (text, cursor) = match &model.document.view.editing {
        Some(Editing::Raw(text)) => (text.text(), Some(text.cursor())),
        _ => (model.shown_line().trim_ascii_end(), None),
    };
    if cursor.is_none() && (is_said || layout.raw_bordered) {
        return;
    }
    let part = glyph::part(text, cursor);
    let rows = glyph::wrap(part.of(text), columns);
    if !is_said && !layout.raw_bordered {
        layout.raw_below = u16::from(rows.len() > usize::from(area.height));
    }
    if let Some(cursor) = cursor {
        let (row, _) = glyph::place_of(part.of(text), &rows, cursor - part.start);
        let height = usize::from(area.height + layout.raw_below);
        layout.raw_first = (row + 1).saturating_sub(height);
    }
}

/// Places what is shown instead of the panes: a list below a heading, or above what is shown of its rows.
fn place_page(layout: &mut Layout, all: Rect, page: Page) {
    let (detail, heading) = match page {
        Page::Differences => ((all.height / 3).clamp(6, 16), 0),
        _ => (0, 1),
    };
    layout.page = Some(all);
    layout.page_list = Some(all.above(detail).inner().below(heading));
    layout.page_detail = (detail > 0).then_some(all.foot(detail));
}

/// Places what is in the suite list's pane.
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

/// The cell at the mouse.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub layout: Layout,
    pub column: u16,
    pub row: u16,
    /// Whether this is the second press of a double click.
    pub twice: bool,
}

impl Spot {
    /// Returns whether it is in an area that has room.
    pub(crate) fn is_in(&self, area: Option<Rect>) -> bool {
        area.is_some_and(|area| area.contains(self.column, self.row))
    }

    /// The row of an area at the mouse.
    pub fn row_of(&self, area: Option<Rect>) -> Option<usize> {
        let area = area.filter(|_| self.is_in(area))?;
        Some(usize::from(self.row - area.y))
    }

    /// The square of the board.
    pub fn square(&self) -> Option<Square> {
        self.layout.grid?.square_at(self.column, self.row)
    }
}
