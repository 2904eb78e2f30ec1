//! Handles messages one at a time: each changes the model and returns effects for the outside.
//!
//! A message is dispatched to its feature: a key through the command table first, then to the text or menu
//! with the focus; the mouse through the layout, to the item at its cell. Then follows everything that depends
//! on the change, in one order.

use crate::editor::command::{self, Call, Command, Context, Id};
use crate::editor::doc::{self, draft, query, scan};
use crate::editor::effect::Effect;
use crate::editor::flows::bulk::{self, preview};
use crate::editor::flows::save::disk;
use crate::editor::flows::{recover, remember};
use crate::editor::key::{Button, DOUBLE_CLICK_MS, Key, MouseEvent, MouseKind};
use crate::editor::layout::{FolderColumns, Spot, layout};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, Prompt, report};
use crate::editor::pages::{differences, folder, header, help, queue};
use crate::editor::panes::board::{self, play};
use crate::editor::panes::operations::{self, assist, moves};
use crate::editor::panes::{analysis, arrangement, line, problems, records};
use crate::editor::state::view::{Page, Pane};
use crate::editor::state::{Status, StatusKind};
use crate::editor::widgets::{Step, glyph};
use shakmaty::Square;

/// Handles a message. Every change goes through this function; the caller runs the effects in order.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    take(model, msg);
    // A command chosen by name runs by the same rules as by its key.
    if let Some(call) = model.pending_call.take() {
        run(model, &call);
    }
    follow(model);
    std::mem::take(&mut model.out)
}

/// Updates everything that depends on the change. Each step may rely on those before it.
fn follow(model: &mut Model) {
    // A file just opened is first restored from its memory; later changes are stored.
    remember::settle(model);
    // The castling rules come before all else: every record is read by them.
    scan::settle_rules(model);
    // Results of engines are written unless the user is in the middle of something.
    queue::settle(model);
    // Filter, marks and jumps follow the lines; then the selected line is final.
    records::settle_lines(model);
    // The matches of the search, if the text or the file changed.
    query::settle_search(model);
    // The selected record including the text being typed: the panes show it.
    draft::refresh(model);
    assist::refresh(model);
    operations::refresh_registers(model);
    // Play mode and the top page end or change with the record.
    play::settle(model);
    report::settle(model);
    // The engine follows the board.
    analysis::settle(model);
    // All lists have their rows now: move cursors inside them, and onto the screen.
    records::settle(model);
    // A file is scanned as soon as it is read and shown.
    if model.document.scan.ticket == 0 && model.document.suite.loading().is_none() {
        scan::start(model);
    }
    // Start the work that waited for the end of the file.
    bulk::settle(model);
    // Pages in place of the panes, which show the new state of the files.
    differences::settle(model);
    folder::settle(model);
    // Last the state that outlives the editor: recent files, and the journal of unsaved edits.
    recover::offer_copies(model);
    disk::offer_to_unpack(model);
    recover::settle(model);
}

fn take(model: &mut Model, msg: Msg) {
    match msg {
        Msg::Key(key) => take_key(model, key),
        Msg::Call(call) => {
            model.status = None;
            run(model, &call)
        }
        Msg::Mouse(event) => take_mouse(model, event),
        Msg::Paste(text) => paste(model, &text),
        Msg::Resize { cols, rows } => (model.cols, model.rows) = (cols, rows),
        Msg::Tick => {
            for document in model.documents_mut() {
                document.suite.refresh();
            }
        }
        Msg::Seen => {
            preview::seen(model);
        }
        Msg::Worked { id, delivery } => doc::give(model, id.document, delivery),
        Msg::Told(delivery) => delivery.take(model),
    }
}

/// Pastes a text into the text being typed, else as records into the suite list.
fn paste(model: &mut Model, text: &str) {
    model.status = None;
    // Terminals send the LF of a paste as CR, as the Enter key does.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    if !model.overlays.is_empty() {
        return overlay::paste(model, text);
    }
    if model.document.view.editing.is_some() {
        return line::paste(model, text);
    }
    match model.document.view.focus {
        Pane::Board => board::position::paste(model, text),
        _ => records::paste(model, text),
    }
}

fn take_key(model: &mut Model, key: Key) {
    model.status = None;
    let begun = model.pressed_once.take();
    if overlay::hears(model, key) {
        return;
    }
    let context = Context::of(model);
    // In a menu its own letters come first: they are on screen.
    if context == Context::Menu
        && let Some(c) = key.typed()
        && c != ' '
    {
        if !overlay::press(model, c) {
            idle(model, key);
        }
        return;
    }
    // A blank may belong to other text that was typed: it doesn't answer a dialog.
    let asks = |menu: &Menu| !menu.about.is_empty();
    if key == Key::char(' ') && overlay::top::<Menu>(model).is_some_and(asks) {
        return idle(model, key);
    }
    match model.commands.of_key(context, key) {
        Some((command, _)) if overlay::undoes(model, command.id) => {}
        Some((command, _)) if begun != Some(command.id) && asks_again(model, command, key) => {}
        Some((command, _)) => {
            let key = Some(key);
            let by_key = Call {
                key,
                ..Call::of(command.id)
            };
            run(model, &by_key)
        }
        None => {
            // For the text with the focus.
            let is_heard = match model.overlays.is_empty() {
                true => line::key(model, key),
                false => overlay::key(model, key),
            };
            if !is_heard {
                idle(model, key);
            }
        }
    }
}

/// Returns true, and shows what the command does, if its key must be pressed once more.
fn asks_again(model: &mut Model, command: &Command, key: Key) -> bool {
    // A key that is not a letter is not hit by accident, but may still act on hidden lines.
    let asks = key.typed().is_some() || (command.id == Id::DeleteRecord && bulk::hidden(model) > 0);
    let asks = asks && command.refusal(model).is_none();
    let Some(what) = command.twice.filter(|_| asks) else {
        return false;
    };
    model.pressed_once = Some(command.id);
    let (key, what) = (glyph::safe(key.short().as_bytes()), what(model));
    model.status = Some(Status {
        kind: StatusKind::Asks,
        text: format!("`{key}` again {what}"),
    });
    true
}

/// Runs a command. Unless it works inside them, it accepts the text being typed and closes the overlays.
fn run(model: &mut Model, call: &Call) {
    let command = model.commands.row(call.id);
    // A command that works inside a menu does not affect the text being typed below it.
    let is_inside = command.keeps_overlay && !model.overlays.is_empty();
    if !command.keeps_typing && !is_inside {
        if !accepts(model) {
            return says_what_was_not_done(model, call.id);
        }
        match call.id {
            // From the pane of the text to the next one.
            Id::NextPane | Id::PreviousPane => model.document.view.returns_to = None,
            _ => model.document.view.give_keys_back(),
        }
    }
    if !command.keeps_overlay {
        overlay::close_all(model);
    }
    if model.page != Page::Panes && !command.keeps_page {
        if model.document.is_place_holder {
            return model
                .refused("no file is open · {open-suite} opens one, {open-file} creates one");
        }
        model.page = Page::Panes;
    }
    if !board::goes_on_setting_up(model, call.id) {
        model.document.view.setting_up = None;
    }
    let said = model.status.clone();
    command::run(model, call);
    model.status = model.status.take().or(said);
    model.last_command = Some(command.id);
}

/// Puts what was not done before the reason why the text being typed is not accepted.
fn says_what_was_not_done(model: &mut Model, id: Id) {
    let what = match id {
        Id::Save | Id::SaveAs | Id::SaveAll | Id::SaveAndQuit => "not saved",
        Id::Quit | Id::QuitWithoutSaving => "not quit",
        _ => return,
    };
    let key = model.key(Id::Cancel);
    if let Some(status) = &mut model.status {
        status.text = format!("{what}: {} · {key} drops it", status.text);
    }
}

/// Accepts the text being typed; returns false if it can't be accepted.
fn accepts(model: &mut Model) -> bool {
    if model.document.view.editing.is_none() {
        return true;
    }
    // Only Enter insists on an invalid text; a save, say, was meant for something else.
    model.assist.insisted = false;
    let is_accepted = line::accept(model);
    if is_accepted {
        draft::refresh(model);
    }
    is_accepted
}

/// Runs the command of a clicked hint. The second press of a double click is ignored.
fn hinted(model: &mut Model, id: Id, begun: Option<Id>, twice: bool) {
    let command = model.commands.row(id);
    let context = Context::of(model);
    let keys = model.commands.keymap.keys_in(id, context);
    let typed = keys.iter().find(|key| key.typed().is_some());
    match typed.filter(|_| command.twice.is_some()) {
        Some(key) if twice || begun != Some(id) => {
            asks_again(model, command, *key);
        }
        // The second press of a double click does not repeat a change.
        _ if twice && command.changes => {}
        _ => run(model, &Call::of(id)),
    }
}

/// Reports that a key does nothing here; without a message the user could not tell whether it was received.
fn idle(model: &mut Model, key: Key) {
    let context = Context::of(model);
    let place = match context {
        Context::Text | Context::Operand => "a text being typed",
        Context::Menu => "this menu",
        Context::Preview => "this preview",
        Context::Play => Pane::Board.title(),
        context => context.pane().map_or("this page", Pane::title),
    };
    let key = glyph::safe(key.short().as_bytes());
    let help = model.key_in(Id::Help, context);
    model.refused(format!("`{key}` does nothing in {place} · {help} keys"));
}

fn take_mouse(model: &mut Model, event: MouseEvent) {
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
            let begun = model.pressed_once.take();
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
            // A border that was only clicked counts as part of its pane or heading.
            if arrangement::release(model) == Some(false) {
                press_pane(model, &at);
            }
        }
        MouseKind::Up(Button::Left) if model.document.view.editing.is_some() => {
            moves::release_piece(model, &at);
        }
        MouseKind::Up(Button::Left) => board::release(model, &at),
        MouseKind::ScrollDown => wheel(model, &at, 1),
        MouseKind::ScrollUp => wheel(model, &at, -1),
        MouseKind::Down(button) if model.overlays.is_empty() => {
            if let Some(square) = at_square(model, &at) {
                model.status = None;
                model.document.view.focus = Pane::Board;
                board::other_button(model, square, button);
            }
        }
        MouseKind::Down(_) | MouseKind::Drag(_) | MouseKind::Up(_) => {}
    }
}

fn at_square(model: &Model, at: &Spot) -> Option<Square> {
    let is_free = model.document.view.editing.is_none();
    at.square().filter(|_| is_free)
}

fn press(model: &mut Model, at: &Spot, begun: Option<Id>) {
    // Hints can be clicked whatever has the focus: also to accept a text, or to close.
    if let Some(command) = help::hint_at(model, at) {
        return hinted(model, command, begun, at.twice);
    }
    // The header leads from one page about the file to another.
    let is_page = model.overlays.len() == 1 && report::top(model).is_some();
    if is_page && header::press(model, at) {
        return;
    }
    if !model.overlays.is_empty() {
        return press_overlay(model, at);
    }
    let is_heard = line::press_typed(model, at)
        || moves::press_board(model, at)
        || arrangement::press(model, at);
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
    let then = if at.is_in(Some(layout.header)) {
        header::press(model, at);
        None
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
        operations::press(model, at)
    } else if at.is_in(layout.problems) {
        problems::press(model, at)
    } else if at.is_in(layout.raw) {
        line::press(model, at)
    } else {
        None
    };
    if let Some(id) = then {
        run(model, &Call::of(id));
    }
    if at.is_in(layout.raw) {
        line::put_cursor(model, at);
    }
}

/// Selects a row of the page, on a double click as Enter does; a heading of the folder view sorts by it.
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
        return run(model, &Call::of(Id::Close));
    }
    if let Some(row) = place.tabs.filter(|row| at.is_in(Some(*row))) {
        report::press_tab(model, at, row)
    } else if let Some(row) = at.row_of(Some(place.list)) {
        overlay::click(model, row)
    }
}

/// Handles a click while a prompt is open: on the status line it moves the cursor; elsewhere it closes the
/// prompt, unless that would lose text.
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
        _ => run(model, &Call::of(Id::Close)),
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
            run(model, &Call::of(step));
        }
    } else if at.is_in(layout.operations) && model.document.view.editing.is_none() {
        operations::wheel(model, at, by);
    } else if at.is_in(layout.problems) {
        problems::wheel(model, at, by);
    }
}
