//! One message at a time: what it changes, and what it wants done outside.
//!
//! A message goes to the feature it is for: keys and calls through the command table first, then to the text
//! or menu that has them, the mouse by [`mouse`]. Then comes what follows from any change, in one order.

mod mouse;

use crate::editor::command::{Call, Command, Context, Id};
use crate::editor::doc::{self, files, scan, search};
use crate::editor::effect::Effect;
use crate::editor::flows::bulk::{self, preview};
use crate::editor::flows::open::interrupted;
use crate::editor::flows::save::unpack;
use crate::editor::flows::{recover, remember};
use crate::editor::key::Key;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, report};
use crate::editor::pages::{differences, folder, queue};
use crate::editor::panes::board::{self, play};
use crate::editor::panes::operations::{self, registers};
use crate::editor::panes::records::{self, rows};
use crate::editor::panes::{analysis, line};
use crate::editor::state::view::{Page, Pane};
use crate::editor::state::{Status, StatusKind};
use crate::editor::widgets::glyph;

/// Takes a message in. Everything the editor does goes through here; what is to be done outside
/// comes back as effects, to be run in their order.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    take(model, msg);
    // What was chosen by its name is done by the same rules as by its key.
    if let Some(call) = model.called.take() {
        run(model, &call);
    }
    follow(model);
    std::mem::take(&mut model.out)
}

/// Brings everything up to date after a message. Each step may rely on those before it.
fn follow(model: &mut Model) {
    // A file just opened is first as it was left; what is new since then is told.
    remember::settle(model);
    // The rules of castling before all else: by them every record is read.
    doc::settle(model);
    // What engines found in the background is written where nobody is in the middle of something.
    queue::settle(model);
    // Lines shown, marks and places in the file go with the lines; then the selected line is sure.
    rows::settle(model);
    // The lines with the text searched for, where the text or the file is another.
    search::settle(model);
    // The selected record as it is typed: the panes are made of it.
    doc::refresh(model);
    operations::refresh(model);
    registers::refresh(model);
    // Play mode and the page on top end or change with the record.
    play::settle(model);
    report::settle(model);
    // The engine follows the board.
    analysis::settle(model);
    // All lists know their rows now: cursors inside them, and on the screen.
    records::settle(model);
    // A file is counted as soon as it is read and shown.
    if model.document.scan.ticket == 0 && model.document.suite.loading().is_none() {
        scan::start(model);
    }
    // What waited for the end of the file begins.
    bulk::settle(model);
    // Pages in the place of the panes, which show what has just become of the files.
    differences::settle(model);
    folder::settle(model);
    // Last what outlives the editor: recent files, and the journal of what is not saved.
    interrupted::offer(model);
    unpack::ask(model);
    recover::settle(model);
}

/// Gives a message to its feature.
fn take(model: &mut Model, msg: Msg) {
    match msg {
        Msg::Key(key) => self::key(model, key),
        Msg::Call(call) => {
            model.status = None;
            run(model, &call)
        }
        Msg::Mouse(event) => mouse::mouse(model, event),
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
        Msg::Worked { id, delivery } => files::give(model, id.document, delivery),
        Msg::Told(delivery) => delivery.take(model),
    }
}

/// A text pasted: into what is being typed, else as records into the suite list.
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
        Pane::Board => board::paste::paste(model, text),
        _ => records::paste::paste(model, text),
    }
}

/// A key was pressed.
fn key(model: &mut Model, key: Key) {
    model.status = None;
    let begun = model.begun.take();
    if overlay::hears(model, key) {
        return;
    }
    let context = Context::of(model);
    if context == Context::Report && report::key(model, key) {
        return;
    }
    // In a menu its own letters come first: they are what is on screen.
    if context == Context::Menu
        && let Some(c) = key.typed()
        && c != ' '
    {
        if !overlay::press(model, c) {
            idle(model, key);
        }
        return;
    }
    // A blank comes with other text that was typed elsewhere: to a question it is no answer.
    let asks = |menu: &Menu| !menu.about.is_empty();
    if key == Key::char(' ') && overlay::top::<Menu>(model).is_some_and(asks) {
        return idle(model, key);
    }
    match model.commands.of_key(context, key) {
        Some((command, _)) if begun != Some(command.id) && asks_again(model, command, key) => {}
        Some((command, _)) => run(model, &Call::by_key(command.id, key)),
        None => text(model, key),
    }
}

/// Returns true, and says what the command does, if its key is to be pressed once more.
fn asks_again(model: &mut Model, command: &Command, key: Key) -> bool {
    // A key that is no letter is not hit by accident, but it acts on what nobody sees, too.
    let asks = key.typed().is_some() || (command.id == Id::DeleteRecord && bulk::hidden(model) > 0);
    let asks = asks && command.why_not(model).is_none();
    let Some(what) = command.twice.filter(|_| asks) else {
        return false;
    };
    model.begun = Some(command.id);
    let (key, what) = (glyph::safe(key.short().as_bytes()), what(model));
    model.status = Some(Status {
        kind: StatusKind::Asks,
        text: format!("`{key}` again {what}"),
    });
    true
}

/// Does a command; what is being typed is accepted, and overlays are closed, unless it works
/// inside them.
fn run(model: &mut Model, call: &Call) {
    let command = model.commands.row(call.id);
    // What works inside a menu has nothing to do with the text being typed below it.
    let is_inside = command.keeps_overlay && !model.overlays.is_empty();
    if !command.keeps_typing && !is_inside {
        if !accepts(model) {
            return says_what_was_not_done(model, call.id);
        }
        match call.id {
            // From the pane that was typed in to the one beside it.
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
    command.run(model, call);
    model.status = model.status.take().or(said);
    model.last_command = Some(command.id);
}

/// Puts what was not done before the reason why the text being typed can't be accepted: the reason
/// alone stands there already where the text was refused before.
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

/// Accepts what is being typed; `false` where it can't be.
fn accepts(model: &mut Model) -> bool {
    if model.document.view.editing.is_some() {
        // Only Enter insists on what is wrong; a save, say, was meant for something else.
        model.assist.insisted = false;
        if !line::accept(model) {
            return false;
        }
        doc::refresh(model);
    }
    true
}

/// A key that no command has: for the text that has the keys.
fn text(model: &mut Model, key: Key) {
    let is_heard = match model.overlays.is_empty() {
        true => line::key(model, key),
        false => overlay::key(model, key),
    };
    if !is_heard {
        idle(model, key);
    }
}

/// Does what a hint stands for, as its key does: what asks once more asks here too, and the second
/// press of a double click is no answer to that.
fn hinted(model: &mut Model, id: Id, begun: Option<Id>, twice: bool) {
    let command = model.commands.row(id);
    let context = Context::of(model);
    let keys = model.commands.keymap.keys_in(id, context);
    let typed = keys.iter().find(|key| key.typed().is_some());
    match typed.filter(|_| command.twice.is_some()) {
        Some(key) if twice || begun != Some(id) => {
            asks_again(model, command, *key);
        }
        // What the first press of a double click changed is not changed once more.
        _ if twice && command.changes => {}
        _ => run(model, &Call::of(id)),
    }
}

/// Says that a key means nothing here: silence would leave it open whether it was heard.
fn idle(model: &mut Model, key: Key) {
    let context = Context::of(model);
    let place = match context {
        Context::Play => "play mode",
        Context::Text | Context::Operand => "a text being typed",
        Context::Menu => "this menu",
        Context::Preview => "this preview",
        context => context.pane().map_or("this page", Pane::title),
    };
    let (key, help) = (
        glyph::safe(key.short().as_bytes()),
        model.key_in(Id::Help, context),
    );
    model.refused(format!("`{key}` does nothing in {place} · {help} keys"));
}
