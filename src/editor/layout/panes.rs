//! Panes and overlays on a screen of any size.
//!
//! Three shapes. *Wide*: suite list, board, and operations above problems, side by side. *Narrow*:
//! the board left, and right of it list, operations and problems one above the other, where the
//! one with the keys gets the most room. *Too small*: nothing but a word that says so. In each the
//! board gets the largest squares that leave the others usable.

use crate::editor::glyph;
use crate::editor::layout::arrange::{self, Arranged, BoardPlace};
use crate::editor::layout::choices::{self, ChoicesLayout};
use crate::editor::layout::gallery::Gallery;
use crate::editor::layout::geometry::{BoardGrid, Rect, SquareSize};
use crate::editor::layout::overlays::{self, OverlayLayout};
use crate::editor::layout::piece_palette::Palette;
use crate::editor::layout::popup::{self, PopupLayout};
use crate::editor::layout::status::{self, PromptLayout};
use crate::editor::model::Model;
use crate::editor::state::editing::Editing;
use crate::editor::state::gallery::View;
use crate::editor::state::panes::Border;
use crate::editor::state::pieces::Pieces;
use crate::editor::state::view::{Page, Pane};

/// Which shape a screen has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Wide,
    Narrow,
    /// Below 50 columns or 16 rows.
    TooSmall,
}

/// Where everything stands. Panes that have no room are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Which row of the wrapped raw line is the first on screen: 0, but while a long one is typed
    /// in, so that the cursor is seen.
    pub raw_first: usize,
    /// What is shown instead of the panes, border included.
    pub page: Option<Rect>,
    /// The rows of its list.
    pub page_list: Option<Rect>,
    /// What is shown of the row under the cursor, border included.
    pub page_detail: Option<Rect>,
    /// The squares of the board.
    pub grid: Option<BoardGrid>,
    /// The pieces for the mouse, right of the squares, where there is room.
    pub palette: Option<Palette>,
    /// What just happened, or the prompt: one row, or as many as it takes.
    pub status: Rect,
    /// The parts of the prompt.
    pub prompt: Option<PromptLayout>,
    /// One row: keys that matter now.
    pub hints: Rect,
    /// The top overlay, where it is no prompt.
    pub overlay: Option<OverlayLayout>,
    /// What can be typed next in a prompt.
    pub choices: Option<ChoicesLayout>,
    /// What is offered beside the text being typed.
    pub popup: Option<PopupLayout>,
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

/// Where everything of `model` stands on its screen.
pub fn layout(model: &Model) -> Layout {
    let screen = Rect::new(0, 0, model.cols, model.rows);
    let mut layout = Layout {
        shape: Shape::TooSmall,
        screen,
        header: Rect::new(0, 0, screen.width, screen.height.min(1)),
        records: None,
        titles: None,
        list: None,
        boards: None,
        map: None,
        board: None,
        operations: None,
        problems: None,
        raw: None,
        analysis: None,
        raw_bordered: false,
        raw_below: 0,
        raw_first: 0,
        page: None,
        page_list: None,
        page_detail: None,
        grid: None,
        palette: None,
        status: Rect::new(0, screen.height.saturating_sub(2), screen.width, 1),
        prompt: None,
        hints: Rect::new(0, screen.height.saturating_sub(1), screen.width, 1),
        overlay: None,
        choices: None,
        popup: None,
    };
    if screen.width < COLS_LEAST || screen.height < ROWS_LEAST {
        return layout;
    }
    if model.page != Page::Panes {
        layout.shape = Shape::Wide;
        place_page(&mut layout, model.page);
        place_over(&mut layout, model);
        return layout;
    }
    layout.raw_bordered = screen.height >= BORDERED_ROWS;
    let border = if layout.raw_bordered { 2 } else { 0 };
    let raw_rows = arrange::raw_rows(model, screen, border);
    let rows = screen.height - 3 - raw_rows;
    let lines = arrange::analysis_rows(model, rows);
    let main = Rect::new(0, 1, screen.width, rows - lines);
    let below = Rect::new(0, main.bottom(), screen.width, lines);
    layout.analysis = (lines > 0).then_some(below);
    layout.raw = (raw_rows > 0).then_some(Rect::new(0, below.bottom(), screen.width, raw_rows));

    let in_list = model.document.view.focus == Pane::Records;
    if in_list && model.view != View::Panes {
        layout.shape = Shape::Wide;
        layout.records = Some(main);
        match model.view {
            View::Boards => {
                let area = boards_area(main);
                let boards = Gallery::place(area, model.board_size, model.board.flipped);
                layout.boards = Some(boards);
            }
            _ => place_list(&mut layout),
        }
    } else {
        place_panes(&mut layout, main, model);
    }
    go_on_below(&mut layout, model);
    layout.raw_first = raw_first(model, layout.raw_text());
    place_over(&mut layout, model);
    layout.popup = popup::place(model, &layout);
    layout
}

/// What lies over the panes or the page: a box, the status line, a prompt with what can be typed.
fn place_over(layout: &mut Layout, model: &Model) {
    let screen = layout.screen;
    let line = layout.status;
    let top = model.overlays.last();
    // Images of squares that are half covered look broken.
    let images = model.shows_images && model.pieces == Pieces::Images;
    let grid = layout.grid.filter(|_| images && model.page == Page::Panes);
    let whole = |frame: Rect| grid.map_or(frame, |grid| grid.round_whole_squares(frame));
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
    layout.overlay = top.and_then(|overlay| overlays::place(screen, said, overlay, whole));
    layout.choices = choices::place(model, layout);
}

/// Where small boards stand in their pane: on a low screen it has no border, so that more of them
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
    let size = |arranged: &Arranged| arranged.board.map(|board| board.size.min(SquareSize::S5x2));
    let narrow = size(&arrange::narrow(main, model, &usual));
    let is_wide = arrange::wide(main, model, &usual).is_some_and(|wide| size(&wide) >= narrow);
    let wide = arrange::wide(main, model, &model.panes).filter(|_| is_wide);
    let arranged = match wide {
        Some(wide) => {
            layout.shape = Shape::Wide;
            wide
        }
        None => {
            layout.shape = Shape::Narrow;
            arrange::narrow(main, model, &model.panes)
        }
    };
    layout.records = arranged.records;
    layout.operations = arranged.operations;
    layout.problems = arranged.problems;
    if let Some(board) = arranged.board {
        let BoardPlace {
            pane,
            size,
            palette,
        } = board;
        place_board(layout, pane, size, palette, model.board.flipped);
    }
    place_list(layout);
}

impl Layout {
    /// The border between panes at a cell, and how many cells before it that cell is.
    pub fn border_at(&self, column: u16, row: u16) -> Option<(Border, u16)> {
        arrange::border_at(self, column, row)
    }

    /// Whether there is a border round the small boards.
    pub fn has_bordered_boards(&self) -> bool {
        self.records.is_some_and(|pane| boards_area(pane) != pane)
    }

    /// Where the text of the raw line stands: its pane without the border, or without what is
    /// written left of it where there is no border.
    pub fn raw_text(&self) -> Option<Rect> {
        self.raw.map(|raw| match self.raw_bordered {
            true => raw.inner(),
            false => Rect {
                x: raw.x + RAW_LABEL,
                width: raw.width.saturating_sub(RAW_LABEL),
                height: raw.height + self.raw_below,
                ..raw
            },
        })
    }
}

/// A long line without a border goes on in the row of the status, while nothing is said there.
fn go_on_below(layout: &mut Layout, model: &Model) {
    let is_said = model.status.is_some() || !model.overlays.is_empty();
    let Some(area) = layout
        .raw_text()
        .filter(|_| !is_said && !layout.raw_bordered)
    else {
        return;
    };
    let cursor = match &model.document.view.editing {
        Some(Editing::Raw(text)) => Some(text.cursor()),
        _ => None,
    };
    let line = model.shown_line().trim_ascii_end();
    let part = glyph::part(line, cursor);
    let rows = glyph::wrap(part.of(line), usize::from(area.width));
    layout.raw_below = u16::from(rows.len() > usize::from(area.height));
}

fn raw_first(model: &Model, area: Option<Rect>) -> usize {
    let (Some(Editing::Raw(text)), Some(area)) = (&model.document.view.editing, area) else {
        return 0;
    };
    let part = glyph::part(text.text(), Some(text.cursor()));
    let shown = part.of(text.text());
    let rows = glyph::wrap(shown, usize::from(area.width));
    let (row, _) = glyph::place_of(shown, &rows, text.cursor() - part.start);
    (row + 1).saturating_sub(usize::from(area.height))
}

/// What is shown instead of the panes: a list below a heading, or above what is shown of its rows.
fn place_page(layout: &mut Layout, page: Page) {
    let screen = layout.screen;
    let all = Rect::new(0, 1, screen.width, screen.height - 3);
    let (frame, heading) = match page {
        Page::Differences => {
            let below = (all.height / 3).clamp(6, 16);
            layout.page_detail = Some(Rect {
                y: all.bottom() - below,
                height: below,
                ..all
            });
            let above = Rect {
                height: all.height - below,
                ..all
            };
            (above, 0)
        }
        _ => (all, 1),
    };
    let inner = frame.inner();
    layout.page = Some(all);
    layout.page_list = Some(Rect {
        y: inner.y + heading.min(inner.height),
        height: inner.height.saturating_sub(heading),
        ..inner
    });
}

/// What is in the suite list's pane.
fn place_list(layout: &mut Layout) {
    let Some(inner) = layout.records.map(Rect::inner) else {
        return;
    };
    let titles = u16::from(inner.height >= TITLED_ROWS);
    let map = u16::from(inner.width >= MAPPED_COLS);
    let list = Rect::new(
        inner.x,
        inner.y + titles,
        inner.width - map,
        inner.height - titles,
    );
    layout.titles = (titles > 0).then_some(Rect {
        y: inner.y,
        height: 1,
        ..list
    });
    layout.map = (map > 0).then_some(Rect {
        x: list.right(),
        width: 1,
        ..list
    });
    layout.list = Some(list);
}

/// The squares in the board's pane, and right of them the palette in so many columns.
fn place_board(layout: &mut Layout, board: Rect, size: SquareSize, palette: u16, flipped: bool) {
    let squares = Rect {
        width: board.width - palette,
        ..board
    };
    let grid = grid(squares, size, flipped);
    layout.board = Some(board);
    layout.grid = Some(grid);
    layout.palette = Palette::place(size, palette, grid.bounds().right(), grid.y);
}

/// The squares in the middle of the board's pane, rank names left of them, file names below.
fn grid(board: Rect, size: SquareSize, flipped: bool) -> BoardGrid {
    let inner = board.inner();
    let (cols, rows) = (8 * size.cols() + 2, 8 * size.rows() + 1);
    BoardGrid {
        x: inner.x + inner.width.saturating_sub(cols) / 2 + 2,
        y: inner.y + inner.height.saturating_sub(rows) / 2,
        size,
        flipped,
    }
}
