//! The mouse: clicks select, drags move pieces, the wheel scrolls, double clicks edit. Everything
//! is found through the same layout that is drawn.

use crate::app::command::{Call, Command, Id};
use crate::app::effect::Effect;
use crate::app::features::board;
use crate::app::features::board::piece_palette;
use crate::app::features::columns;
use crate::app::features::hints::hints;
use crate::app::features::inspect;
use crate::app::features::inspect::shown_line;
use crate::app::features::list::{self, Step, scroll_records};
use crate::app::features::play;
use crate::app::features::problems;
use crate::app::features::typing;
use crate::app::glyph;
use crate::app::key::{Button, DOUBLE_CLICK_MS, MouseEvent, MouseKind};
use crate::app::layout::{Layout, OperationColumns, Rect, layout};
use crate::app::model::Model;
use crate::app::overlay::{self, Overlay};
use crate::app::state::columns::Column;
use crate::app::state::columns::GUTTER;
use crate::app::state::columns::map;
use crate::app::state::columns::place;
use crate::app::state::editing::Editing;
use crate::app::state::view::Held;
use crate::app::state::view::Page;
use crate::app::state::view::Pane;
use crate::app::update::keyboard::run;
use shakmaty::Piece;

/// Lines that one step of the wheel scrolls.
const WHEEL: isize = 3;

/// The mouse did something.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let layout = layout(model);
    match event.kind {
        MouseKind::Down(Button::Left) => {
            model.status = None;
            let twice = model.pressed.take().is_some_and(|(column, row, at_ms)| {
                (column, row) == (event.column, event.row)
                    && event.at_ms.saturating_sub(at_ms) <= DOUBLE_CLICK_MS
            });
            if !twice {
                model.pressed = Some((event.column, event.row, event.at_ms));
            }
            press(model, &layout, event, twice)
        }
        MouseKind::Drag(Button::Left) => {
            drag(model, &layout, event);
            Vec::new()
        }
        MouseKind::Up(Button::Left) => release(model, &layout, event),
        MouseKind::ScrollDown => wheel(model, &layout, event, 1),
        MouseKind::ScrollUp => wheel(model, &layout, event, -1),
        MouseKind::Down(button) => press_other(model, &layout, event, button),
        MouseKind::Drag(_) | MouseKind::Up(_) => Vec::new(),
    }
}

/// The right and the middle button, which act on squares.
fn press_other(
    model: &mut Model,
    layout: &Layout,
    event: MouseEvent,
    button: Button,
) -> Vec<Effect> {
    let square = layout
        .grid
        .and_then(|grid| grid.square_at(event.column, event.row));
    let Some(square) =
        square.filter(|_| model.overlays.is_empty() && model.document.view.editing.is_none())
    else {
        return Vec::new();
    };
    model.status = None;
    model.document.view.focus = Pane::Board;
    if model.document.view.play.is_some() {
        model.refused(format!(
            "only legal moves while playing · {} ends it",
            model.key(Id::StopPlaying)
        ));
        return Vec::new();
    }
    match button {
        Button::Right => piece_palette::right_button(model, square),
        _ => piece_palette::middle_button(model, square),
    }
}

fn press(model: &mut Model, layout: &Layout, event: MouseEvent, twice: bool) -> Vec<Effect> {
    // What is hinted at can be clicked wherever the keys are: also to accept a text, or to close.
    if let Some(command) = hint_at(model, layout, event) {
        return run(model, &Call::of(command.id));
    }
    if !model.overlays.is_empty() {
        return press_overlay(model, layout, event);
    }
    let at = |rect: Option<Rect>| rect.is_some_and(|rect| rect.contains(event.column, event.row));
    if let Some(popup) = layout.popup
        && popup.frame.contains(event.column, event.row)
    {
        if !popup.list.contains(event.column, event.row) {
            return Vec::new();
        }
        let row = usize::from(event.row - popup.list.y);
        return inspect::click(model, model.assist.first + row);
    }
    if let Some(Editing::Raw(text)) = model.document.view.editing.as_mut()
        && at(layout.raw)
    {
        if let Some(byte) = raw_byte_at(text.text(), layout, event) {
            text.set_cursor(byte);
        }
        return Vec::new();
    }
    if put_cursor(model, layout, event) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    if model.document.view.editing.is_some() {
        inspect::object_again(model);
        let (accepted, changed) = typing::accept(model);
        effects.extend(changed);
        if !accepted {
            return effects;
        }
        shown_line::refresh(model);
    }
    let is_name = event.column < layout.header.right() / 3;
    if at(Some(layout.header)) && is_name && model.document_count() > 1 {
        effects.extend(named(model, Id::OpenFiles));
    } else if at(layout.page) {
        effects.extend(press_page(model, layout, event, twice));
    } else if at(layout.records) {
        model.document.view.focus = Pane::Records;
        if let Some(boards) = layout.boards {
            let at = boards.board_at(event.column, event.row);
            let line = at.and_then(|at| model.document.line_at(model.document.first + at));
            if let Some(line) = line {
                model.select(line);
                if twice {
                    effects.extend(named(model, Id::OpenRecord));
                }
            }
        } else if let Some(column) = title_at(model, layout, event) {
            effects.extend(columns::menu::open(model, column));
        } else if map_row(layout, event).is_some() {
            go_to_map(model, layout, event);
        } else if let Some(row) = rows_at(layout.list, event)
            && let Some(line) = model.document.line_at(model.document.first + row)
        {
            model.select(line);
            if twice {
                effects.extend(named(model, Id::EditLine));
            }
        }
    } else if at(layout.board) {
        model.document.view.focus = Pane::Board;
        effects.extend(press_board(model, layout, event));
    } else if at(layout.operations) {
        model.document.view.focus = Pane::Operations;
        if let Some(row) = row_in(layout.operations, event) {
            let row = model.document.view.operations.first + row;
            if row < model.operation_rows() {
                let again = row + 1 == model.operation_rows();
                model.document.view.operations.cursor = row;
                if twice || again {
                    effects.extend(named(model, Id::EditOperation));
                }
            }
        }
    } else if at(layout.problems) {
        model.document.view.focus = Pane::Problems;
        let row = row_in(layout.problems, event);
        let area = layout.problems.map(Rect::inner);
        let found = row.zip(area);
        if let Some(found) = found.and_then(|(row, area)| problems::at_row(model, area, row)) {
            model.document.view.problems.cursor = found;
            if twice {
                effects.extend(named(model, Id::Fix));
            }
        }
    } else if at(layout.raw) {
        model.document.view.focus = Pane::Raw;
        if twice {
            effects.extend(named(model, Id::EditLine));
            if let Some(Editing::Raw(text)) = model.document.view.editing.as_mut()
                && let Some(byte) = raw_byte_at(text.text(), layout, event)
            {
                text.set_cursor(byte);
            }
        }
    }
    effects
}

/// In the operands being typed, puts the cursor at the mouse; `false` where the mouse is elsewhere.
fn put_cursor(model: &mut Model, layout: &Layout, event: MouseEvent) -> bool {
    let (Some(pane), Some(row)) = (layout.operations, row_in(layout.operations, event)) else {
        return false;
    };
    let row = model.document.view.operations.first + row;
    let byte = match &model.document.view.editing {
        Some(Editing::Operand(operand)) if operand.index == row => {
            let columns = OperationColumns::of(pane.inner(), &model.record());
            columns.byte_at(operand, event.column)
        }
        _ => return false,
    };
    if let Some(text) = typing::text_mut(model) {
        text.set_cursor(byte);
    }
    true
}

/// The command whose hint is at the mouse.
fn hint_at(model: &Model, layout: &Layout, event: MouseEvent) -> Option<&'static Command> {
    if !layout.hints.contains(event.column, event.row) {
        return None;
    }
    let hints = hints(model, layout.hints.width);
    let hint = hints
        .iter()
        .find(|hint| event.column >= hint.x && event.column < hint.x.saturating_add(hint.width));
    hint.map(|hint| hint.command)
}

fn press_page(model: &mut Model, layout: &Layout, event: MouseEvent, twice: bool) -> Vec<Effect> {
    let at_list = |list: &Rect| list.contains(event.column, event.row);
    let area = layout.page_list.filter(at_list);
    let (Some(area), Some((list, count))) = (area, list::page_list(model)) else {
        return Vec::new();
    };
    let row = list.first + usize::from(event.row - area.y);
    if row >= count {
        return Vec::new();
    }
    list.cursor = row;
    match model.page {
        Page::Folder if twice => named(model, Id::OpenSuite),
        Page::Differences if twice => named(model, Id::GoToDifference),
        _ => Vec::new(),
    }
}

fn named(model: &mut Model, id: Id) -> Vec<Effect> {
    run(model, &Call::of(id))
}

/// The row of a list at the mouse.
fn rows_at(list: Option<Rect>, event: MouseEvent) -> Option<usize> {
    let list = list?;
    list.contains(event.column, event.row)
        .then(|| usize::from(event.row - list.y))
}

/// The column whose heading is at the mouse.
fn title_at(model: &Model, layout: &Layout, event: MouseEvent) -> Option<Column> {
    let titles = layout.titles?;
    if !titles.contains(event.column, event.row) {
        return None;
    }
    let at = (event.column - titles.x).checked_sub(GUTTER)?;
    let room = titles.width.saturating_sub(GUTTER);
    let places = place::place(model.document.page.wants(), model.columns.first, room);
    let place = places
        .iter()
        .find(|place| at >= place.x && at <= place.x + place.width)?;
    model.columns.shown().get(place.column).cloned()
}

/// The row of the map of the whole file at the mouse: the map, or the border beside it.
fn map_row(layout: &Layout, event: MouseEvent) -> Option<usize> {
    let map = layout.map?;
    let lanes = Rect { width: 2, ..map };
    rows_at(Some(lanes), event)
}

/// Goes to the first problem, match or edit of what a row of the map stands for, else to its first
/// line.
fn go_to_map(model: &mut Model, layout: &Layout, event: MouseEvent) {
    let (Some(at), Some(map)) = (map_row(layout, event), layout.map) else {
        return;
    };
    let rows = map::rows_of(at, usize::from(map.height), model.document.row_count());
    let line = map::first_of_note(&model.document, rows);
    if let Some(line) = line {
        model.select(line);
    }
}

/// The row of a pane's list at the mouse.
fn row_in(pane: Option<Rect>, event: MouseEvent) -> Option<usize> {
    let inner = pane?.inner();
    inner
        .contains(event.column, event.row)
        .then(|| usize::from(event.row - inner.y))
}

/// The byte of the raw line at the mouse: the line is wrapped between glyphs, and shown from its
/// first row.
fn raw_byte_at(text: &[u8], layout: &Layout, event: MouseEvent) -> Option<usize> {
    let area = layout.raw_text()?;
    let row = usize::from(event.row.checked_sub(area.y)?) + layout.raw_first;
    let rows = glyph::wrap(text, usize::from(area.width));
    let span = rows.get(row.min(rows.len().saturating_sub(1)))?;
    let column = usize::from(event.column.saturating_sub(area.x));
    Some(span.start + glyph::byte_at(span.of(text), column))
}

fn press_board(model: &mut Model, layout: &Layout, event: MouseEvent) -> Vec<Effect> {
    if let Some(piece) = layout
        .palette
        .filter(|_| model.document.view.play.is_none())
        .and_then(|palette| palette.piece_at(event.column, event.row))
    {
        return piece_palette::take(model, piece);
    }
    let Some(square) = layout
        .grid
        .and_then(|grid| grid.square_at(event.column, event.row))
    else {
        return Vec::new();
    };
    if model.document.view.play.is_some() {
        let held = model.document.view.held.filter(|held| held.from != square);
        model.document.view.cursor = square;
        return match held {
            Some(held) => play::play_to(model, held.from, square),
            None => play::pick_up(model, square, true),
        };
    }
    model.document.view.cursor = square;
    if let Some(piece) = model.board.brush {
        return piece_palette::put(model, square, piece);
    }
    let piece = model
        .record()
        .board()
        .and_then(|board| board.piece_at(square));
    model.document.view.held = piece.filter(|_| !model.read_only).map(|piece| Held {
        from: square,
        piece,
        by_mouse: true,
    });
    Vec::new()
}

fn drag(model: &mut Model, layout: &Layout, event: MouseEvent) {
    let from_palette = model.board.brush.is_some() && pressed_palette(model, layout).is_some();
    if (from_palette || model.document.view.held.is_some_and(|held| held.by_mouse))
        && let Some(square) = layout
            .grid
            .and_then(|grid| grid.square_at(event.column, event.row))
    {
        model.document.view.cursor = square;
    }
}

/// The piece of the palette on which the button was pressed.
fn pressed_palette(model: &Model, layout: &Layout) -> Option<Piece> {
    let (column, row, _) = model.pressed?;
    model.board.brush?;
    layout.palette?.piece_at(column, row)
}

fn release(model: &mut Model, layout: &Layout, event: MouseEvent) -> Vec<Effect> {
    // Dragged from the palette onto a square: placed there once, and not taken into the hand.
    if let Some(piece) = pressed_palette(model, layout)
        && let Some(square) = layout
            .grid
            .and_then(|grid| grid.square_at(event.column, event.row))
    {
        model.pressed = None;
        model.board.brush = None;
        return piece_palette::put(model, square, piece);
    }
    let Some(held) = model.document.view.held.filter(|held| held.by_mouse) else {
        return Vec::new();
    };
    match layout
        .grid
        .and_then(|grid| grid.square_at(event.column, event.row))
    {
        // A piece clicked in play mode stays in the hand: the next click plays it.
        Some(square) if square == held.from && model.document.view.play.is_some() => {
            if let Some(held) = &mut model.document.view.held {
                held.by_mouse = false;
            }
            Vec::new()
        }
        Some(square) if model.document.view.play.is_some() => {
            play::play_to(model, held.from, square)
        }
        None if model.document.view.play.is_some() => {
            model.document.view.held = None;
            Vec::new()
        }
        Some(square) if square == held.from => {
            model.document.view.held = None;
            Vec::new()
        }
        Some(square) => {
            model.document.view.cursor = square;
            board::drop_at(model, square)
        }
        None => board::remove_from(model, held.from),
    }
}

fn press_overlay(model: &mut Model, layout: &Layout, event: MouseEvent) -> Vec<Effect> {
    let Some(place) = layout.overlay else {
        // A prompt is the status line: a click there takes what it says, elsewhere closes it.
        let here = layout.status.contains(event.column, event.row);
        return named(model, if here { Id::Choose } else { Id::Close });
    };
    if !place.frame.contains(event.column, event.row) {
        return named(model, Id::Close);
    }
    if !place.list.contains(event.column, event.row) {
        return Vec::new();
    }
    let row = usize::from(event.row - place.list.y);
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) if picker.first + row < picker.shown.len() => {
            picker.cursor = picker.first + row;
            overlay::choose(model)
        }
        Some(Overlay::Report(report)) if report.first + row < report.rows.len() => {
            let at = report.first + row;
            let again = report.cursor == at;
            report.cursor = report.landing(at);
            if again {
                return overlay::choose(model);
            }
            Vec::new()
        }
        Some(Overlay::Menu(menu)) if menu.first + row < menu.items.len() => {
            menu.cursor = menu.first + row;
            overlay::choose(model)
        }
        _ => Vec::new(),
    }
}

fn wheel(model: &mut Model, layout: &Layout, event: MouseEvent, by: isize) -> Vec<Effect> {
    if !model.overlays.is_empty() {
        if !overlay::step_number(model, -by) {
            return list::step(model, Step::Rows(by));
        }
        return Vec::new();
    }
    let at = |rect: Option<Rect>| rect.is_some_and(|rect| rect.contains(event.column, event.row));
    if at(layout.popup.map(|popup| popup.frame)) {
        return inspect::choose(model, by);
    }
    if at(layout.page) {
        return list::step(model, Step::Rows(by));
    }
    if at(layout.records) {
        let step = match layout.boards {
            Some(boards) => isize::from(u8::try_from(boards.across).unwrap_or(u8::MAX)),
            None => WHEEL,
        };
        scroll_records(model, by * step);
    } else if let Some(square) = layout
        .grid
        .and_then(|grid| grid.square_at(event.column, event.row))
        .filter(|_| model.document.view.editing.is_none())
    {
        model.status = None;
        model.document.view.focus = Pane::Board;
        if model.document.view.play.is_some() {
            return named(
                model,
                if by > 0 {
                    Id::StepForward
                } else {
                    Id::TakeBack
                },
            );
        }
        return piece_palette::wheel(model, square, by > 0);
    } else if at(layout.operations) && model.document.view.editing.is_none() {
        let rows = model.operation_rows();
        let list = &mut model.document.view.operations;
        list.cursor = list
            .cursor
            .saturating_add_signed(by)
            .min(rows.saturating_sub(1));
    } else if at(layout.problems) {
        let rows = model.record().diagnostics().len();
        let list = &mut model.document.view.problems;
        list.cursor = list
            .cursor
            .saturating_add_signed(by)
            .min(rows.saturating_sub(1));
    }
    Vec::new()
}
