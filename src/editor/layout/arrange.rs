//! How the panes share the screen: by what a person chose, else by what is in the file, so that they
//! stay where they are while one goes from record to record. A pane with the keys is always there.

use crate::editor::layout::geometry::{Rect, SquareSize};
use crate::editor::layout::piece_palette::Palette;
use crate::editor::model::Model;
use crate::editor::state::panes::{Border, Panes, Share};
use crate::editor::state::view::Pane;

/// Columns of the list and of the operations that leave both usable, and those that they get for what
/// is in them before the board has larger squares.
const LIST: (u16, u16) = (26, 32);
const SIDE: (u16, u16) = (30, 34);
/// Columns that the list keeps of what is in it when the pieces for the mouse get theirs.
const LIST_BESIDE_PIECES: u16 = 28;
/// Columns of those that the pieces for the mouse may take, where the board stands beside one column: the
/// list's problems stay in sight.
const SIDE_FOR_PIECES: u16 = 4;
/// Columns that they keep where a person chose the sizes.
const LEAST: u16 = 16;
/// Columns that the operations have for long sentences, where nothing else needs them.
const ROOMY: u16 = 64;
/// Columns that the operations have before the longest texts of the list are whole.
const DECENT: u16 = 48;
/// Rows of a pane with something in it.
const LEAST_ROWS: u16 = 3;
/// Rows of the board's pane at its smallest.
const BOARD_ROWS: u16 = SquareSize::S2x1.pane_rows();
/// Rows of the screen besides the panes and the raw line: the header, the status line, the hints.
const LINES: u16 = 3;

/// The panes beside one another and above one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arranged {
    pub records: Option<Rect>,
    pub board: Option<BoardPlace>,
    pub operations: Option<Rect>,
    pub problems: Option<Rect>,
}

/// The board's pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardPlace {
    pub pane: Rect,
    pub size: SquareSize,
    /// Columns of the palette, right of the squares.
    pub palette: u16,
}

/// Which panes are there.
#[derive(Clone, Copy)]
struct Shown {
    list: bool,
    board: bool,
    operations: bool,
    problems: bool,
}

fn is_shown(model: &Model, pane: Pane) -> bool {
    !model.panes.is_hidden(pane) || model.document.view.focus == pane
}

impl Shown {
    fn of(model: &Model) -> Self {
        Self {
            list: is_shown(model, Pane::Records),
            board: is_shown(model, Pane::Board),
            operations: is_shown(model, Pane::Operations),
            problems: is_shown(model, Pane::Problems),
        }
    }

    fn side(self) -> bool {
        self.operations || self.problems
    }
}

/// Rows of the raw line's pane, none where it is hidden; `border` is what its border takes.
pub(super) fn raw_rows(model: &Model, screen: Rect, border: u16) -> u16 {
    if !is_shown(model, Pane::Raw) {
        return 0;
    }
    let usual = if border > 0 { 3 } else { 2 };
    let most = screen.height.saturating_sub(LINES + BOARD_ROWS + border);
    model.panes.raw.unwrap_or(usual).clamp(1, most.max(1)) + border
}

/// Rows of the lines of live analysis, the rule above them included; none where the smallest board would
/// not have room.
pub(super) fn analysis_rows(model: &Model, rows: u16) -> u16 {
    let wanted = match model.analysis {
        Some(_) => 1 + u16::try_from(model.settings.analysis_lines).unwrap_or(1),
        None => 0,
    };
    match rows.saturating_sub(BOARD_ROWS) {
        0 | 1 => 0,
        room => wanted.min(room),
    }
}

/// List, board, and operations above problems, side by side; `None` where there is no room for that.
pub(super) fn wide(main: Rect, model: &Model, chosen: &Panes) -> Option<Arranged> {
    let shown = Shown::of(model);
    let profile = &model.document.profile;
    let tight = chosen.board.is_some();
    let least =
        |there: bool, share: Option<Share>, wanted: u16, (least, decent): (u16, u16)| match share
            .map(|share| share.cells(main.width))
        {
            _ if !there => 0,
            Some(cells) => cells.clamp(LEAST, main.width.saturating_sub(LEAST).max(LEAST)),
            None if tight => LEAST + 4,
            None => wanted.clamp(least, decent.max(least)),
        };
    let mut list = least(shown.list, chosen.list, profile.list, LIST);
    let mut side = least(shown.side(), chosen.side, profile.operations, SIDE);
    if !shown.board {
        return without_board(main, model, chosen, list, side);
    }
    if chosen.list.is_some() || chosen.side.is_some() {
        // What was chosen gives way to the smallest board, and on a smaller screen to the others.
        let room = main.width.saturating_sub(SquareSize::S2x1.pane_cols());
        let (least_list, least_side) = (list.min(LEAST), side.min(LEAST));
        if chosen.list.is_some() {
            list = list.min(room.saturating_sub(side)).max(least_list);
        }
        side = side.min(room.saturating_sub(list)).max(least_side);
        list = list.min(room.saturating_sub(side)).max(least_list);
    }
    let size =
        largest(main, list + side, chosen.board).or_else(|| largest(main, list + side, None))?;
    // With the size of the squares sure, the palette comes before what the others have beyond the
    // least they need.
    if chosen.list.is_none() {
        list = list.min(LIST_BESIDE_PIECES);
    }
    if chosen.side.is_none() {
        side = side.min(SIDE.0);
    }
    let mut spare = main.width - size.pane_cols() - list - side;
    spare -= Palette::columns(size, spare.min(Palette::usual(size)));
    let wants = |share: Option<Share>, now: u16, wanted: u16| match share {
        None if now > 0 => wanted.saturating_sub(now),
        _ => 0,
    };
    let operations = profile.operations.min(ROOMY + 16);
    let decent = operations.min(DECENT);
    // What most records need, then what the longest need, then room for long lines and sentences:
    // those of the operations go on in rows below, those of the list are cut.
    for (for_list, for_side) in [
        (profile.list, decent.min(SIDE.1)),
        (profile.list, decent),
        (profile.longest, decent),
        (profile.longest, operations),
        (profile.longest, ROOMY.max(operations)),
    ] {
        let more_list = wants(chosen.list, list, for_list);
        let more_side = wants(chosen.side, side, for_side);
        let (more_list, more_side) = shared(spare, more_list, more_side);
        list += more_list;
        side += more_side;
        spare -= more_list + more_side;
    }
    let board = Rect::new(main.x + list, main.y, main.width - list - side, main.height);
    let records = Rect {
        x: main.x,
        width: list,
        ..main
    };
    let right = Rect {
        x: board.right(),
        width: side,
        ..main
    };
    let below = rows_of_problems(model, right, chosen);
    let (operations, problems) = stacked(right, shown, below);
    Some(Arranged {
        records: shown.list.then_some(records),
        board: Some(BoardPlace {
            pane: board,
            size,
            // What nobody else needs makes the pieces for the mouse larger.
            palette: Palette::columns(size, board.width.saturating_sub(size.pane_cols())),
        }),
        operations,
        problems,
    })
}

/// What two get of the spare columns: all they want, or parts in that proportion.
fn shared(spare: u16, one: u16, other: u16) -> (u16, u16) {
    let both = u32::from(one) + u32::from(other);
    if both <= u32::from(spare) {
        return (one, other);
    }
    let part = u32::from(spare) * u32::from(one) / both;
    let part = u16::try_from(part).unwrap_or(0).min(spare);
    (part, spare - part)
}

/// The list and the operations beside one another.
fn without_board(
    main: Rect,
    model: &Model,
    chosen: &Panes,
    list: u16,
    side: u16,
) -> Option<Arranged> {
    let shown = Shown::of(model);
    if list + side > main.width {
        return None;
    }
    let wanted = match (chosen.list, chosen.side) {
        (None, Some(_)) => main.width - side,
        (None, None) => model
            .document
            .profile
            .list
            .clamp(list, list.max(main.width / 2)),
        _ => list,
    };
    let list = match (shown.list, shown.side()) {
        (true, true) => wanted.min(main.width - side.min(SIDE.0)),
        (true, false) => main.width,
        _ => 0,
    };
    let records = Rect {
        width: list,
        ..main
    };
    let right = Rect {
        x: records.right(),
        width: main.width - list,
        ..main
    };
    let below = rows_of_problems(model, right, chosen);
    let (operations, problems) = stacked(right, shown, below);
    Some(Arranged {
        records: shown.list.then_some(records),
        board: None,
        operations,
        problems,
    })
}

/// Whether nothing was found in the file that the problems' pane would show.
fn is_clean(model: &Model) -> bool {
    let scan = &model.document.scan;
    let found = &scan.counts;
    let is_twin = scan.survey.as_ref().is_some_and(|survey| {
        survey.duplicate_id_groups() + survey.duplicate_position_groups() > 0
    });
    model.document.profile.problems == 0
        && found.errors + found.warnings + found.hints == 0
        && !is_twin
}

/// Rows of the problems' pane below the operations: as many as the records of the file need, at most a
/// third, so that the rest is the operations'.
fn rows_of_problems(model: &Model, side: Rect, chosen: &Panes) -> u16 {
    if let Some(share) = chosen.problems {
        return share.cells(side.height);
    }
    if is_clean(model) {
        return LEAST_ROWS;
    }
    // Two rows for one problem, three in a narrow pane; one more for a record that is there twice.
    let each = if side.width >= DECENT { 2 } else { 3 };
    let rows = model.document.profile.problems.saturating_mul(each);
    rows.saturating_add(3).clamp(5, (side.height / 3).max(5))
}

/// The operations above the problems, which have `below` rows.
fn stacked(side: Rect, shown: Shown, below: u16) -> (Option<Rect>, Option<Rect>) {
    let below = match (shown.operations, shown.problems) {
        (false, false) => return (None, None),
        (true, false) => 0,
        (false, true) => side.height,
        (true, true) => below.clamp(
            LEAST_ROWS,
            side.height.saturating_sub(LEAST_ROWS + 1).max(LEAST_ROWS),
        ),
    };
    let operations = Rect {
        height: side.height - below,
        ..side
    };
    let problems = Rect {
        y: operations.bottom(),
        height: below,
        ..side
    };
    (
        (operations.height > 0).then_some(operations),
        (below > 0).then_some(problems),
    )
}

/// The board left, and right of it list, operations and problems one above the other, where the one
/// with the keys gets the most room.
pub(super) fn narrow(main: Rect, model: &Model, chosen: &Panes) -> Arranged {
    let shown = Shown::of(model);
    let has_side = shown.list || shown.side();
    let fixed = chosen.side.map(|share| share.cells(main.width));
    let side = match fixed.filter(|_| has_side) {
        Some(cells) => {
            let most = main.width.saturating_sub(SquareSize::S2x1.pane_cols());
            cells.clamp(LEAST, most.max(LEAST))
        }
        None if has_side => SIDE.0,
        None => 0,
    };
    let board = shown.board.then(|| {
        let size = largest(main, side, chosen.board).unwrap_or(SquareSize::S2x1);
        let spare = main.width.saturating_sub(size.pane_cols() + side);
        // The pieces for the mouse are worth some columns of the others.
        let more = match fixed {
            None if has_side => SIDE_FOR_PIECES,
            _ => 0,
        };
        let palette = Palette::columns(size, spare + more);
        let width = match (has_side, fixed) {
            (false, _) => main.width,
            (true, Some(_)) => main.width - side,
            (true, None) => size.pane_cols() + palette,
        };
        BoardPlace {
            pane: Rect { width, ..main },
            size,
            palette,
        }
    });
    let x = board.map_or(main.x, |board| board.pane.right());
    let side = Rect {
        x,
        width: main.right() - x,
        ..main
    };
    let mut arranged = Arranged {
        board,
        ..Arranged::default()
    };
    if has_side {
        place_side(&mut arranged, side, model, chosen, shown);
    }
    arranged
}

fn place_side(arranged: &mut Arranged, side: Rect, model: &Model, chosen: &Panes, shown: Shown) {
    let focus = model.document.view.focus;
    let height = side.height;
    let count = [shown.list, shown.operations, shown.problems].map(u16::from);
    if height < 5 * count.iter().sum::<u16>() {
        // Room for one only: the one with the keys.
        match focus {
            Pane::Records => arranged.records = Some(side),
            Pane::Problems => arranged.problems = Some(side),
            _ if shown.operations => arranged.operations = Some(side),
            _ if shown.problems => arranged.problems = Some(side),
            _ => arranged.records = Some(side),
        }
        return;
    }
    // A file without problems has one line to say so: as long as none is found, the operations have
    // the rows.
    let is_clean = is_clean(model);
    let (few, some, many) = (height / 4, height / 3, height / 2);
    let (list, below) = match focus {
        Pane::Records => (many, few + 1),
        Pane::Problems => (few + 1, many - 1),
        Pane::Operations => (few + 1, few + 1),
        Pane::Board | Pane::Raw => (some, few + 1),
    };
    let below = match focus {
        Pane::Problems => below,
        _ if is_clean => LEAST_ROWS,
        _ => below,
    };
    let list = match (shown.list, shown.side()) {
        (false, _) => 0,
        (true, false) => height,
        (true, true) => {
            let rest = LEAST_ROWS * (count[1] + count[2]) + 1;
            let list = chosen.records.map_or(list, |share| share.cells(height));
            list.clamp(LEAST_ROWS, height.saturating_sub(rest).max(LEAST_ROWS))
        }
    };
    arranged.records = (list > 0).then_some(Rect {
        height: list,
        ..side
    });
    let rest = Rect {
        y: side.y + list,
        height: height - list,
        ..side
    };
    // The share is one of the whole side: problems stay as they are while the list is resized.
    let below = chosen.problems.map_or(below, |share| share.cells(height));
    (arranged.operations, arranged.problems) = stacked(rest, shown, below);
}

/// The largest squares, of at most so many columns, whose pane fits and leaves `others` columns.
pub(super) fn largest(main: Rect, others: u16, most: Option<u16>) -> Option<SquareSize> {
    SquareSize::ALL.into_iter().rev().find(|size| {
        most.is_none_or(|most| size.cols() <= most)
            && size.pane_rows() <= main.height
            && size.pane_cols() + others <= main.width
    })
}

/// The border between panes at a cell, and how many cells before the one that is moved.
pub(super) fn border_at(layout: &super::Layout, column: u16, row: u16) -> Option<(Border, u16)> {
    let beside = |pane: Option<Rect>| pane.is_some_and(|pane| pane.y <= row && row < pane.bottom());
    let above =
        |pane: Option<Rect>| pane.is_some_and(|pane| pane.x <= column && column < pane.right());
    let at_x = |pane: Option<Rect>| pane.is_some_and(|pane| pane.x == column);
    let (list, board) = (layout.records, layout.board);
    let right = layout.operations.or(layout.problems);
    let is_stacked = match (list, right) {
        (Some(list), Some(right)) => list.x == right.x,
        _ => false,
    };
    // Right of the list is its map: only the border of the pane beside it can be held.
    if !is_stacked && list.is_some() && beside(list) && at_x(board.or(right)) {
        return Some((Border::List, 0));
    }
    let left = if is_stacked { list } else { right };
    if board.is_some() && beside(board) {
        if at_x(left) {
            return Some((Border::Side, 0));
        }
        if left.is_some_and(|left| left.x == column + 1) {
            return Some((Border::Side, 1));
        }
    }
    let below = |upper: Option<Rect>, lower: Option<Rect>| match (upper, lower) {
        (Some(upper), Some(lower)) if above(Some(lower)) && upper.bottom() == lower.y => {
            lower.y.checked_sub(row).filter(|before| *before <= 1)
        }
        _ => None,
    };
    if let Some(before) = below(layout.operations, layout.problems) {
        return Some((Border::Problems, before));
    }
    if let Some(before) = below(list, right).filter(|_| is_stacked) {
        return Some((Border::Records, before));
    }
    let raw = layout.raw?;
    let top = if layout.raw_bordered { 0 } else { 1 };
    let before = raw.y.checked_sub(row)?;
    (before <= 1 && before >= top).then_some((Border::Raw, before))
}
