//! The mouse: found through the same layout that is drawn, what is at it is handed what the mouse
//! does there.

use crate::editor::command::{Call, Id};
use crate::editor::key::{Button, DOUBLE_CLICK_MS, MouseEvent, MouseKind};
use crate::editor::layout::{FolderColumns, Spot, layout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::pages::folder;
use crate::editor::pages::help;
use crate::editor::panes::operations::{dragged, rows};
use crate::editor::panes::{arrangement, board, line, problems, records};
use crate::editor::state::view::{Page, Pane};
use crate::editor::update::keyboard::{accepts, hinted, run};
use crate::editor::widgets::Step;
use shakmaty::Square;

/// The mouse did something.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) {
    let mut at = Spot {
        layout: layout(model),
        column: event.column,
        row: event.row,
        twice: false,
    };
    match event.kind {
        MouseKind::Down(Button::Left) => {
            model.status = None;
            let before = model.pressed.take();
            at.twice = before.is_some_and(|(column, row, at_ms)| {
                (column, row) == (event.column, event.row)
                    && event.at_ms.saturating_sub(at_ms) <= DOUBLE_CLICK_MS
            });
            let begun = model.begun.take();
            if !at.twice {
                model.pressed = Some((event.column, event.row, event.at_ms));
            }
            press(model, &at, begun)
        }
        MouseKind::Drag(Button::Left) => {
            if !arrangement::drag(model, &at) {
                board::drag(model, &at);
            }
        }
        MouseKind::Up(Button::Left) if model.held_border.is_some() => {
            // A border that was only clicked is a part of its pane or heading.
            if arrangement::release(model) == Some(false) {
                press_pane(model, &at);
            }
        }
        MouseKind::Up(Button::Left) if model.document.view.editing.is_some() => {
            dragged::release(model, &at);
        }
        MouseKind::Up(Button::Left) => board::release(model, &at),
        MouseKind::ScrollDown => wheel(model, &at, 1),
        MouseKind::ScrollUp => wheel(model, &at, -1),
        MouseKind::Down(button) if model.overlays.is_empty() => {
            let Some(square) = at_square(model, &at) else {
                return;
            };
            model.status = None;
            model.document.view.focus = Pane::Board;
            board::other_button(model, square, button);
        }
        MouseKind::Down(_) | MouseKind::Drag(_) | MouseKind::Up(_) => {}
    }
}

/// The square at the mouse, where the board takes other buttons and the wheel.
fn at_square(model: &Model, at: &Spot) -> Option<Square> {
    let is_free = model.document.view.editing.is_none();
    at.square().filter(|_| is_free)
}

fn named(model: &mut Model, id: Id) {
    run(model, &Call::of(id))
}

fn press(model: &mut Model, at: &Spot, begun: Option<Id>) {
    // What is hinted at can be clicked wherever the keys are: also to accept a text, or to close.
    if let Some(command) = help::hint_at(model, at) {
        return hinted(model, command, begun, at.twice);
    }
    if !model.overlays.is_empty() {
        return press_overlay(model, at);
    }
    let is_heard =
        line::press_typed(model, at) || dragged::press(model, at) || arrangement::press(model, at);
    if !is_heard {
        press_pane(model, at)
    }
}

fn press_pane(model: &mut Model, at: &Spot) {
    if !line::may_leave(model) || !accepts(model) {
        return;
    }
    model.document.view.give_keys_back();
    let layout = &at.layout;
    let is_name = at.column < layout.header.right() / 3;
    let then = if at.is_in(Some(layout.header)) && is_name && model.document_count() > 1 {
        Some(Id::OpenFiles)
    } else if at.is_in(Some(layout.header)) && !is_name && model.document.queue.is_some() {
        Some(Id::AnalysisQueue)
    } else if at.is_in(layout.analysis) {
        Some(Id::UseLine)
    } else if at.is_in(layout.page) {
        press_page(model, at)
    } else if at.is_in(layout.records) {
        records::press(model, at)
    } else if at.is_in(layout.board) {
        model.document.view.focus = Pane::Board;
        board::press(model, at);
        None
    } else if at.is_in(layout.operations) {
        rows::press(model, at)
    } else if at.is_in(layout.problems) {
        problems::press(model, at)
    } else if at.is_in(layout.raw) {
        line::press(model, at)
    } else {
        None
    };
    if let Some(id) = then {
        named(model, id);
    }
    if at.is_in(layout.raw) {
        line::put_cursor(model, at);
    }
}

/// Selects a row of the page; a double click does what Enter does there. A heading of the folder view sorts by it.
fn press_page(model: &mut Model, at: &Spot) -> Option<Id> {
    let enter = match model.page {
        Page::Folder => Id::OpenSuite,
        Page::Differences => Id::GoToDifference,
        Page::Panes => return None,
    };
    if model.page == Page::Folder
        && let Some(page) = at.layout.page
        && let Some(order) = FolderColumns::of(page.inner()).heading_at(at.column, at.row)
    {
        folder::sort(model, |_| order);
        return None;
    }
    let (list, count) = records::page_list(model)?;
    list.put(at.row_of(at.layout.page_list)?, count)?;
    at.twice.then_some(enter)
}

fn press_overlay(model: &mut Model, at: &Spot) {
    let Some(place) = at.layout.overlay else {
        return press_beside_prompt(model, at);
    };
    if !at.is_in(Some(place.frame)) {
        return named(model, Id::Close);
    }
    let Some(row) = at.row_of(Some(place.list)) else {
        return;
    };
    overlay::click(model, row)
}

/// A prompt is the status line: a click there puts the cursor, one elsewhere closes it, unless that
/// would lose what was typed.
fn press_beside_prompt(model: &mut Model, at: &Spot) {
    let (accept, leave) = (model.key(Id::Choose), model.key(Id::Close));
    let here = at.is_in(Some(at.layout.status));
    match overlay::top_mut::<Prompt>(model) {
        Some(prompt) if here => {
            if let Some(place) = &at.layout.prompt {
                let byte = place.byte_at(prompt.input.text(), at.column, at.row);
                prompt.input.set_cursor(byte);
            }
        }
        Some(prompt) if prompt.is_typed_in() => {
            prompt.message = Some(format!("{accept} accepts · {leave} leaves it"));
        }
        _ => named(model, Id::Close),
    }
}

fn wheel(model: &mut Model, at: &Spot, by: isize) {
    if !model.overlays.is_empty() {
        if overlay::top::<Prompt>(model).is_none() {
            return records::step(model, Step::Rows(by));
        }
        if at.is_in(Some(at.layout.status)) {
            overlay::prompt::step(model, by);
        }
        return;
    }
    let layout = &at.layout;
    if at.is_in(layout.popup.map(|popup| popup.frame)) {
        model.assist.wheel(by);
        return;
    }
    if at.is_in(layout.page) {
        return records::step(model, Step::Rows(by));
    }
    if at.is_in(layout.records) {
        records::wheel(model, at, by);
    } else if at_square(model, at).is_some() {
        if let Some(step) = board::wheel(model, by) {
            named(model, step);
        }
    } else if at.is_in(layout.operations) && model.document.view.editing.is_none() {
        rows::wheel(model, at, by);
    } else if at.is_in(layout.problems) {
        problems::wheel(model, at, by);
    }
}
