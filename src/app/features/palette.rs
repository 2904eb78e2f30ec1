//! All commands, as a list narrowed by typing.

pub mod commands;

use crate::app::command::{Context, Id};
use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::app::overlay::{self, Picker, PickerItem};

/// Opens the palette of all commands: those of the pane with the keys first.
pub fn open_commands(model: &mut Model) -> Vec<Effect> {
    let context = Context::of(model);
    let keymap = &model.commands.keymap;
    let mut rows: Vec<_> = model
        .commands
        .all()
        .map(|command| {
            let here = keymap.keys_in(command.id, context);
            let of_pane = !keymap.keys_of(command.id, context).is_empty();
            let keys = if here.is_empty() {
                keymap.all_keys(command.id)
            } else {
                here
            };
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let item = PickerItem {
                label: command.title.into(),
                detail: command.help.into(),
                keys: keys.join("  "),
                disabled: command.why_not(model),
                value: command.id.name().into(),
            };
            (item.disabled.is_some(), !of_pane, item)
        })
        .collect();
    rows.sort_by_key(|(disabled, elsewhere, _)| (*disabled, *elsewhere));
    let items = rows.into_iter().map(|(_, _, item)| item).collect();
    let run = |model: &mut Model, name: &str| match Id::from_name(name) {
        Some(id) => model.commands.row(id).run(model, None),
        None => Vec::new(),
    };
    overlay::open(model, Picker::new("Commands", items, run))
}
