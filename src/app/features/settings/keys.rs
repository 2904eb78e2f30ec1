//! A key given to a command: asked for step by step, and told in words.

use super::set;
use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::key::Key;
use crate::app::model::Model;
use crate::app::overlay::{self, Asks, Picker, Prompt};
use crate::app::state::picker_item::PickerItem;
use std::fmt;

/// Asks which command gets another key, then for the key.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let rows = model.commands.all();
    let items = rows.map(|row| {
        let keys = model.commands.keymap.all_keys(row.id);
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        PickerItem {
            label: row.title.into(),
            detail: row.id.name().into(),
            keys: keys.join("  "),
            disabled: None,
            value: row.id.name().into(),
        }
    });
    let items = items.collect();
    overlay::open(model, Picker::new("Change the key of", items, ask))
}

fn ask(model: &mut Model, name: &str) -> Vec<Effect> {
    match Id::from_name(name) {
        Some(id) => overlay::open(model, Prompt::new("new key", "", NewKey(id))),
        None => Vec::new(),
    }
}

/// The key that a command is to have.
struct NewKey(Id);

impl fmt::Debug for NewKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewKey({})", self.0.name())
    }
}

impl Asks for NewKey {
    fn note(&self, model: &Model) -> Option<String> {
        let title = model.commands.row(self.0).title;
        Some(format!("for {title}: type its name as the help writes it"))
    }

    fn accept(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        let text = text.trim();
        // No key at all would take those it has; `:set` can do that.
        if text.is_empty() {
            overlay::say(
                model,
                "expected a key by its name as the help writes it".to_owned(),
            );
            return Vec::new();
        }
        match set(model, &format!("keys.{}", self.0.name()), text) {
            Ok(effects) => {
                model.overlays.pop();
                effects
            }
            Err(error) => {
                overlay::say(model, error.to_string());
                Vec::new()
            }
        }
    }
}

/// What the keys of a command are now, and which of the table no longer are: `F5 now runs "Save" · ^S no
/// longer does`.
pub(super) fn in_words(model: &Model, name: &str) -> Option<String> {
    let row = model.commands.named(name)?;
    let distinct = |keys: Vec<Key>| {
        let mut names: Vec<String> = Vec::new();
        for key in keys {
            let name = key.short();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let now = distinct(model.commands.keymap.all_keys(row.id));
    let before = row.keys.iter().filter_map(|(_, key)| key.parse().ok());
    let mut lost = distinct(before.collect());
    lost.retain(|key| !now.contains(key));
    let title = row.title.trim_end_matches(" …");
    let mut said = match now.len() {
        0 => format!("no key runs \"{title}\" now"),
        1 => format!("{} now runs \"{title}\"", now.join(", ")),
        _ => format!("{} now run \"{title}\"", now.join(", ")),
    };
    match lost.len() {
        0 => {}
        1 => said += &format!(" · {} no longer does", lost.join(", ")),
        _ => said += &format!(" · {} no longer do", lost.join(", ")),
    }
    Some(said)
}
