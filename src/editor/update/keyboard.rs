//! Keys: through the command table first, then to the text or menu that has them.

use crate::editor::command::{Call, Command, Context, Id};
use crate::editor::doc::draft;
use crate::editor::flows::bulk;
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, report};
use crate::editor::panes::{board, line};
use crate::editor::state::view::{Page, Pane};
use crate::editor::state::{Status, StatusKind};
use crate::editor::widgets::glyph;

/// A key was pressed.
pub(super) fn key(model: &mut Model, key: Key) {
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
pub(super) fn run(model: &mut Model, call: &Call) {
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
pub(super) fn accepts(model: &mut Model) -> bool {
    if model.document.view.editing.is_some() {
        // Only Enter insists on what is wrong; a save, say, was meant for something else.
        model.assist.insisted = false;
        if !line::accept(model) {
            return false;
        }
        draft::refresh(model);
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
pub(super) fn hinted(model: &mut Model, id: Id, begun: Option<Id>, twice: bool) {
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
