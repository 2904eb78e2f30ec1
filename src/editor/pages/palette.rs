//! All commands, as a list narrowed by typing.

pub mod commands;

use crate::editor::command::{Call, Command, Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Own, Picker, Picks};
use crate::editor::state::picker_item::PickerItem;

/// The commands that the palette begins with: what is worth an Enter, and changes nothing yet.
const FIRST: [Id; 6] = [
    Id::Search,
    Id::Filter,
    Id::GoTo,
    Id::Save,
    Id::AddOperation,
    Id::OpenFile,
];

/// How many of the commands chosen here last come first.
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
            let item = PickerItem {
                label: command.title.into(),
                detail: model.commands.help(command.id),
                keys: keys.join("  "),
                disabled: command.why_not(model),
                value: command.id.name().into(),
            };
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
    let all = model.commands.all().collect();
    overlay::open(model, Picker::new("Commands", items, AllCommands(all)))
}

/// All commands, to do one of them.
struct AllCommands(Vec<&'static Command>);

impl AllCommands {
    fn named(&self, name: &str) -> Option<&'static Command> {
        let id = Id::from_name(name)?;
        self.0.iter().copied().find(|command| command.id == id)
    }
}

impl Picks for AllCommands {
    fn enter(&self) -> &'static str {
        "run"
    }

    fn picked(&self, model: &mut Model, name: &str) {
        let id = Id::from_name(name);
        if let Some(id) = id {
            remember(model, id);
        }
        model.called = id.map(Call::of);
    }

    /// A short name is that of one command, whatever else fits.
    fn own(&self, item: &PickerItem, typed: &str) -> Option<Own> {
        let command = self.named(&item.value)?;
        command.aliases.contains(&typed).then_some(Own::First)
    }

    fn words(&self, item: &PickerItem) -> &'static str {
        self.named(&item.value).map_or("", |command| command.words)
    }
}
