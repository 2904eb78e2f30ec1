//! All commands, as a list narrowed by typing.

pub mod commands;

use crate::editor::command::{Call, Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Narrowing};

/// The commands that the palette begins with: what is worth an Enter, and changes nothing yet.
const FIRST: [Id; 6] = [
    Id::Search,
    Id::Filter,
    Id::GoTo,
    Id::Save,
    Id::AddOperation,
    Id::OpenFile,
];

/// The number of commands chosen here last that come first.
const KEPT: usize = 5;

/// Puts a command first among those chosen last.
fn remember(model: &mut Model, id: Id) {
    model.chosen_commands.retain(|other| *other != id);
    model.chosen_commands.insert(0, id);
    model.chosen_commands.truncate(KEPT);
}

/// The place of a command in the palette before anything is typed: those that leave come last.
fn place(id: Id) -> usize {
    match id {
        Id::Quit | Id::SaveAndQuit | Id::QuitWithoutSaving | Id::CloseFile | Id::Suspend => {
            FIRST.len() + 1
        }
        id => FIRST
            .iter()
            .position(|&first| first == id)
            .unwrap_or(FIRST.len()),
    }
}

/// Opens the palette of all commands: those chosen last, what is used most, then those of the pane with
/// the keys.
pub(crate) fn open_commands(model: &mut Model) {
    let context = Context::of(model);
    let keymap = &model.commands.keymap;
    let recent = &model.chosen_commands;
    let mut rows: Vec<_> = model
        .commands
        .all()
        .map(|command| {
            let here = keymap.keys_in(command.id, context);
            let of_pane = !keymap.keys_of(command.id, context).is_empty();
            let keys = match here.is_empty() {
                true => keymap.all_keys(command.id),
                false => here,
            };
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let id = command.id;
            let does = move |model: &mut Model| {
                remember(model, id);
                model.called = Some(Call::of(id));
            };
            let item = MenuItem::new(None, command.title, model.commands.help(id), does);
            let item = MenuItem {
                words: command.words,
                aliases: command.aliases,
                ..item.called(id.name()).keyed(keys.join("  "))
            };
            let item = item.disabled(command.why_not(model));
            let again = recent.iter().position(|id| *id == command.id);
            let place = place(command.id);
            let leaves = again.is_none() && place > FIRST.len();
            let elsewhere = again.is_none() && !of_pane && place >= FIRST.len();
            let again = again.unwrap_or(recent.len());
            let order = (item.disabled.is_some(), leaves, elsewhere, again, place);
            (order, item)
        })
        .collect();
    rows.sort_by_key(|(order, _)| *order);
    let items = rows.into_iter().map(|(_, item)| item).collect();
    let menu = Menu::narrowed("Commands", items, Narrowing::default());
    overlay::open(model, menu.hinting("run"))
}
