//! The panes' shares of the screen: by the user's choice, else by the contents of the whole file, so that
//! panes don't move as the cursor goes from record to record. The focused pane is always shown.

use crate::editor::layout::{Layout, Palette};
use crate::editor::model::{Model, is_problem};
use crate::editor::state::remembered::{Border, Panes};
use crate::editor::state::view::Pane;
use crate::editor::widgets::{BoardGrid, Rect, SquareSize};

/// The minimum columns of the list, and the share of the screen, in percent, up to which it grows before other panes.
const LIST: u16 = 26;
const LIST_SHARE: u32 = 40;
/// The minimum columns of the operations, and those up to which they grow before the squares of the board.
const SIDE: (u16, u16) = (28, 34);
/// The minimum width of list and operations, in columns, with sizes that the user chose.
const LEAST: u16 = 16;
/// The width of the operations, in columns, for long sentences, if nothing else needs the room.
const ROOMY: u16 = 64;
/// The width of the problems, in columns, from which two rows are enough for most.
const DECENT: u16 = 48;
/// The minimum height of a pane, in rows.
const LEAST_ROWS: u16 = 3;
/// The height of the list among stacked panes, in rows: twelve records, the headings and the border.
const LIST_ROWS: u16 = 15;
/// The rows of the screen outside of the panes: the header, the status line, the hints.
const LINES: u16 = 3;

fn is_shown(model: &Model, pane: Pane) -> bool {
    !model.panes.is_hidden(pane) || model.document.view.focus == pane
}

/// Returns the height of the raw line's pane, 0 if it is hidden; `border` is the height of its border.
pub(super) fn raw_rows(model: &Model, screen: Rect, border: u16) -> u16 {
    if !is_shown(model, Pane::Raw) {
        return 0;
    }
    let usual = if border > 0 { 3 } else { 2 };
    let least = LINES + SquareSize::SMALLEST.pane_rows() + border;
    let most = screen.height.saturating_sub(least).max(1);
    let rows = model.panes.cells(Border::Raw, 0).unwrap_or(usual);
    rows.clamp(1, most) + border
}

/// Returns the height of live analysis, its frame included; 0 if it would leave no room for the smallest board.
pub(super) fn analysis_rows(model: &Model, rows: u16) -> u16 {
    let wanted = match model.analysis {
        Some(_) => 2 + u16::try_from(model.settings.analysis_lines).unwrap_or(1),
        None => 0,
    };
    match rows.saturating_sub(SquareSize::SMALLEST.pane_rows()) {
        0..3 => 0,
        room => wanted.min(room),
    }
}

/// The part of the screen that the panes share.
pub(super) struct Room<'m> {
    pub main: Rect,
    pub model: &'m Model,
    /// The sizes that the user chose.
    pub chosen: &'m Panes,
    /// The layout of the rest of the screen.
    pub layout: Layout,
}

impl Room<'_> {
    fn shows(&self, pane: Pane) -> bool {
        is_shown(self.model, pane)
    }

    /// Returns the width chosen for the pane of a border, limited by the screen.
    fn chosen(&self, border: Border) -> Option<u16> {
        let most = self.main.width.saturating_sub(LEAST).max(LEAST);
        let cells = self.chosen.cells(border, self.main.width);
        cells.map(|cells| cells.clamp(LEAST, most))
    }

    /// Returns the width of the list for contents of `wanted` columns, before any other pane grows.
    fn for_list(&self, wanted: u16) -> u16 {
        let most = u32::from(self.main.width) * LIST_SHARE / 100;
        wanted.min(u16::try_from(most).unwrap_or(wanted)).max(LIST)
    }

    fn is_set_up(&self) -> bool {
        let view = &self.model.document.view;
        view.focus == Pane::Board && view.play.is_none()
    }

    /// Returns the width of the palette, at most `spare`; 0 unless a position is being set up.
    fn for_pieces(&self, size: SquareSize, spare: u16) -> u16 {
        match self.is_set_up() {
            true => Palette::columns(size, spare),
            false => 0,
        }
    }

    /// Returns the largest squares, of at most `most` columns, whose pane fits and leaves `others` columns.
    fn largest(&self, others: u16, most: Option<u16>) -> Option<SquareSize> {
        let sizes = SquareSize::all(self.model.cell).into_iter();
        let fits = |size: &SquareSize| {
            most.is_none_or(|most| size.cols <= most)
                && size.pane_rows() <= self.main.height
                && size.pane_cols() + others <= self.main.width
        };
        sizes.filter(fits).max()
    }

    fn shows_side(&self) -> bool {
        self.shows(Pane::Operations) || self.shows(Pane::Problems)
    }

    /// Places list, board, and operations above problems side by side; `None` if there is no room.
    pub(super) fn wide(&self) -> Option<Layout> {
        let (main, squares) = (self.main, self.chosen.board);
        let (own_list, own_side) = (self.chosen(Border::List), self.chosen(Border::Side));
        let profile = &self.model.document.profile;
        let least = |is_there: bool, own: Option<u16>, wanted: u16| match own {
            _ if !is_there => 0,
            Some(cells) => cells,
            None if squares.is_some() => LEAST + 4,
            None => wanted,
        };
        let has_list = self.shows(Pane::Records);
        let mut list = least(has_list, own_list, self.for_list(profile.list));
        let wanted = profile.operations.clamp(SIDE.0, SIDE.1);
        let mut side = least(self.shows_side(), own_side, wanted);
        if !self.shows(Pane::Board) {
            return self.without_board(list, side);
        }
        if own_list.is_some() || own_side.is_some() {
            // Chosen widths shrink to leave room for the smallest board and, on a small screen, for each other.
            let room = main.width.saturating_sub(SquareSize::SMALLEST.pane_cols());
            let (least_list, least_side) = (list.min(LEAST), side.min(LEAST));
            if own_list.is_some() {
                list = list.min(room.saturating_sub(side)).max(least_list);
            }
            side = side.min(room.saturating_sub(list)).max(least_side);
            list = list.min(room.saturating_sub(side)).max(least_list);
        }
        let largest = |most| self.largest(list + side, most);
        let size = largest(squares).or_else(|| largest(None))?;
        // Once the squares are sized, the list grows, then the palette, then the operations: long operands can wrap.
        side = own_side.map_or(side.min(SIDE.0), |_| side);
        let mut spare = main.width - size.pane_cols() - list - side;
        let more = |own: Option<u16>, now: u16, wanted: u16| match own {
            None if now > 0 => wanted.saturating_sub(now),
            _ => 0,
        };
        let longest = profile.longest();
        let for_list = more(own_list, list, self.for_list(longest)).min(spare);
        (list, spare) = (list + for_list, spare - for_list);
        let pieces = spare.min(Palette::usual(size));
        // Texts in place of ids come last. They leave the columns of the palette free at all times, so that
        // the board does not move when setting up begins.
        let kept = Palette::columns(size, pieces) + more(own_side, side, profile.operations);
        let for_texts = more(own_list, list, self.for_list(profile.with_texts()));
        let for_texts = for_texts.min(spare.saturating_sub(kept));
        (list, spare) = (list + for_texts, spare - for_texts);
        spare -= self.for_pieces(size, pieces);
        let for_side = more(own_side, side, ROOMY.max(profile.operations)).min(spare);
        (side, spare) = (side + for_side, spare - for_side);
        list += more(own_list, list, longest).min(spare);
        Some(self.side_by_side(list, side, Some(size)))
    }

    fn without_board(&self, list: u16, side: u16) -> Option<Layout> {
        let width = self.main.width;
        if list + side > width {
            return None;
        }
        let usual = self.model.document.profile.longest();
        let wanted = match (self.chosen(Border::List), self.chosen(Border::Side)) {
            (None, Some(_)) => width - side,
            (None, None) => usual.clamp(list, list.max(width / 2)),
            _ => list,
        };
        let list = match (self.shows(Pane::Records), self.shows_side()) {
            (true, true) => wanted.min(width - side.min(SIDE.0)),
            (true, false) => width,
            _ => 0,
        };
        Some(self.side_by_side(list, width - list, None))
    }

    /// Lays out the list, the board, and the operations above the problems, side by side.
    fn side_by_side(&self, list: u16, side: u16, size: Option<SquareSize>) -> Layout {
        let (records, rest) = (self.main.left(list), self.main.after(list));
        let (pane, right) = (rest.before(side), rest.end(side));
        let mut layout = Layout {
            records: self.shows(Pane::Records).then_some(records),
            ..self.layout
        };
        if let Some(size) = size {
            // Spare columns enlarge the palette.
            let spare = pane.width.saturating_sub(size.pane_cols());
            self.place_board(&mut layout, pane, size, self.for_pieces(size, spare));
        }
        self.stack(&mut layout, right, self.rows_of_problems(right));
        layout
    }

    /// Places the squares in the middle of the board's pane, with rank names at the left, file names below,
    /// and a palette of `palette` columns at the right.
    fn place_board(&self, layout: &mut Layout, pane: Rect, size: SquareSize, palette: u16) {
        let inner = pane.before(palette).inner();
        let (cols, rows) = (8 * size.cols + 2, 8 * size.rows + 1);
        let grid = BoardGrid {
            x: inner.x + inner.width.saturating_sub(cols) / 2 + 2,
            y: inner.y + inner.height.saturating_sub(rows) / 2,
            size,
            flipped: self.model.board.flipped,
        };
        layout.board = Some(pane);
        layout.grid = Some(grid);
        layout.palette = Palette::place(size, palette, grid.bounds().right(), grid.y);
    }

    /// Returns whether the file has nothing that the pane of problems would show.
    fn is_clean(&self) -> bool {
        let document = &self.model.document;
        let (found, survey) = (&document.scan.counts, document.scan.survey.as_ref());
        let twins = survey.map_or(0, |survey| {
            survey.scanned.same_ids.lines.len() + survey.scanned.same_positions.lines.len()
        });
        let counted = found.errors + found.warnings + found.hints;
        document.profile.problems == 0 && counted == 0 && twins == 0
    }

    /// Returns the height of the problems: what the records of the file need, at most a third of the side.
    fn rows_of_problems(&self, side: Rect) -> u16 {
        if let Some(rows) = self.chosen.cells(Border::Problems, side.height) {
            return rows;
        }
        if self.is_clean() {
            return LEAST_ROWS;
        }
        // Two rows a problem, three in a narrow pane; two for the border, and one for a duplicate.
        let each = if side.width >= DECENT { 2 } else { 3 };
        let rows = self.model.document.profile.problems.saturating_mul(each);
        rows.saturating_add(3).clamp(5, (side.height / 3).max(5))
    }

    /// Places the operations above the problems, which have `below` rows.
    fn stack(&self, layout: &mut Layout, side: Rect, below: u16) {
        let shows_operations = self.shows(Pane::Operations);
        let most = side.height.saturating_sub(LEAST_ROWS + 1);
        let below = match (shows_operations, self.shows(Pane::Problems)) {
            (_, false) => 0,
            (false, true) => side.height,
            // Room for one only: the focused one, else the problems if the record has any.
            _ if most < LEAST_ROWS => match self.model.document.view.focus {
                Pane::Problems => side.height,
                Pane::Operations => 0,
                _ if self.model.record().diagnostics().iter().any(is_problem) => side.height,
                _ => 0,
            },
            (true, true) => below.clamp(LEAST_ROWS, most),
        };
        let (operations, problems) = (side.above(below), side.foot(below));
        layout.operations = (shows_operations && operations.height > 0).then_some(operations);
        layout.problems = (problems.height > 0).then_some(problems);
    }

    /// Places the board at the left, and list, operations and problems stacked at the right, the focused one largest.
    pub(super) fn narrow(&self) -> Layout {
        let (main, chosen) = (self.main, self.chosen);
        let has_side = self.shows(Pane::Records) || self.shows_side();
        let fixed = chosen.cells(Border::Side, main.width).filter(|_| has_side);
        let fixed = fixed.map(|cells| {
            let most = main.width.saturating_sub(SquareSize::SMALLEST.pane_cols());
            cells.clamp(LEAST, most.max(LEAST))
        });
        let side = match fixed {
            Some(cells) => cells,
            None if has_side => self.for_list(self.model.document.profile.list).max(SIDE.0),
            None => 0,
        };
        let mut layout = self.layout;
        if self.shows(Pane::Board) {
            let size = self.largest(side, chosen.board);
            let size = size.unwrap_or(SquareSize::SMALLEST);
            let least = side.min(SIDE.0);
            let spare = main.width.saturating_sub(size.pane_cols() + least);
            let palette = self.for_pieces(size, spare);
            let pane = match (has_side, fixed) {
                (true, None) => main.left(size.pane_cols() + palette),
                _ => main.before(side),
            };
            self.place_board(&mut layout, pane, size, palette);
        }
        if has_side {
            let side = main.after(layout.board.map_or(0, |board| board.width));
            self.place_side(&mut layout, side);
        }
        layout
    }

    fn place_side(&self, layout: &mut Layout, side: Rect) {
        let (focus, height) = (self.model.document.view.focus, side.height);
        let [list, operations, problems] =
            [Pane::Records, Pane::Operations, Pane::Problems].map(|pane| self.shows(pane));
        let below = u16::from(operations) + u16::from(problems);
        if height < 5 * (u16::from(list) + below) {
            // Room for one only: the focused one.
            *match focus {
                Pane::Records => &mut layout.records,
                Pane::Problems => &mut layout.problems,
                _ if operations => &mut layout.operations,
                _ if problems => &mut layout.problems,
                _ => &mut layout.records,
            } = Some(side);
            return;
        }
        let (few, many) = (height / 4, height / 2);
        let (of_list, of_problems) = match focus {
            Pane::Problems => (few + 1, many - 1),
            Pane::Operations => (few + 1, few + 1),
            Pane::Records | Pane::Board | Pane::Raw => {
                let most = height.saturating_sub(LEAST_ROWS + 1);
                (many.max(LIST_ROWS).min(most), few + 1)
            }
        };
        // Without problems, one row says so and the operations get the others. A chosen share is one of the
        // whole side, so that resizing the list does not change it.
        let of_problems = match self.chosen.cells(Border::Problems, height) {
            Some(rows) => rows,
            None if focus != Pane::Problems && self.is_clean() => LEAST_ROWS,
            None => of_problems,
        };
        let of_list = match (list, below) {
            (false, _) => 0,
            (true, 0) => height,
            (true, _) => {
                let most = height.saturating_sub(LEAST_ROWS);
                let chosen = self.chosen.cells(Border::Records, height);
                chosen
                    .unwrap_or(of_list)
                    .clamp(LEAST_ROWS, most.max(LEAST_ROWS))
            }
        };
        layout.records = (of_list > 0).then_some(side.top(of_list));
        self.stack(layout, side.below(of_list), of_problems);
    }
}

impl Layout {
    /// Returns the pane that a border resizes.
    pub(crate) fn part_of(&self, border: Border) -> Option<Rect> {
        match border {
            Border::List | Border::Records => self.records,
            Border::Side => self.operations.or(self.problems),
            Border::Problems => self.problems,
            // Only the rows of text count, not the pane's own border.
            Border::Raw if self.raw_bordered => self.raw.map(|raw| raw.above(2)),
            Border::Raw => self.raw,
        }
    }

    /// Returns the border between panes at a cell, and the number of cells from there to the cell that is moved.
    pub fn border_at(&self, column: u16, row: u16) -> Option<(Border, u16)> {
        let (list, right) = (self.records, self.part_of(Border::Side));
        let is_stacked = list
            .zip(right)
            .is_some_and(|(list, right)| list.x == right.x);
        Border::ALL.into_iter().find_map(|(border, _)| {
            let part = self.part_of(border)?;
            // The map is at the right border of the list: only the border of the pane beside it can be dragged.
            let (along, before) = match border {
                Border::List if !is_stacked => (self.board.or(right).and(list)?, 0..=0),
                Border::Side => (self.board?, 0..=1),
                Border::Problems => (self.operations.and(self.problems)?, 0..=1),
                Border::Records if is_stacked => (part, 0..=1),
                Border::Raw if !self.raw_bordered => (part, 1..=1),
                Border::Raw => (part, 0..=1),
                Border::List | Border::Records => return None,
            };
            let (at, is_beside) = match border.is_level() {
                true => (row, (along.x..along.right()).contains(&column)),
                false => (column, (along.y..along.bottom()).contains(&row)),
            };
            let from_it = border.place(part).checked_sub(at)?;
            (is_beside && before.contains(&from_it)).then_some((border, from_it))
        })
    }
}
