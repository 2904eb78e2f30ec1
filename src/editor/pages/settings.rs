//! The page of settings, and prompts for their values.
//!
//! A key given to a command: asked for step by step, and told in words.

mod ask;
pub mod commands;
pub mod page;

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Menu, MenuItem, Narrowing, Prompt};
use crate::editor::settings::{check, distinct, set, title};
use crate::editor::state::settings;

/// Asks for the value of a setting by its name.
pub(crate) fn type_value(model: &mut Model, name: &str) {
    if let Some(setting) = settings::find(name) {
        ask::value(model, setting);
    }
}

/// Asks which theme files there are now.
pub(crate) fn find_themes(model: &mut Model) {
    if let Some(path) = model.settings_file.path.clone() {
        model.send(Effect::FindThemes(path));
    }
}

/// Asks which command gets another key, then for the key.
fn open(model: &mut Model) {
    let rows = model.commands.all();
    let items = rows.map(|row| {
        let keys = model.commands.keymap.all_keys(row.id);
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        let (id, name) = (row.id, row.id.name());
        let asks = move |model: &mut Model| {
            overlay::open(model, Prompt::new("new key", "", NewKey(id)));
        };
        let item = MenuItem::new(None, row.title, name, asks).called(name);
        item.keyed(keys.join("  "))
    });
    let items = items.collect();
    let menu = Menu::narrowed("Change the key of", items, Narrowing::default());
    overlay::open(model, menu)
}

/// The key that a command is to have.
#[derive(Debug)]
struct NewKey(Id);

impl NewKey {
    fn setting(&self) -> String {
        format!("keys.{}", self.0.name())
    }
}

impl Asks for NewKey {
    fn enter(&self) -> &'static str {
        "set"
    }

    /// Every key is the one that is meant, but for those that end this, Enter and Esc.
    /// These can be bound by `:set`.
    fn hears(&self, model: &mut Model, key: Key) -> bool {
        let command = model.commands.of_key(Context::Prompt, key);
        if command.is_some_and(|(command, _)| matches!(command.id, Id::Choose | Id::Close)) {
            return false;
        }
        let name = key.to_string();
        let wrong = check(model, &self.setting(), &name).err();
        if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
            prompt.input.set_text(name);
        }
        let said = wrong.map(|wrong| format!("{wrong} · nothing is changed: press another key"));
        overlay::say(model, said);
        true
    }

    fn note(&self, model: &Model) -> Option<String> {
        let title = title(model.commands.row(self.0));
        let pressed = overlay::top::<Prompt>(model)?.input.lossy();
        if pressed.is_empty() {
            let close = model.key_in(Id::Close, Context::Prompt);
            return Some(format!("press the key for \"{title}\" · {close} cancels"));
        }
        let now = distinct(&model.commands.keymap.all_keys(self.0));
        let instead = match now.as_slice() {
            [] => String::new(),
            now => format!(" in place of {}", now.join(", ")),
        };
        let enter = model.key_in(Id::Choose, Context::Prompt);
        Some(format!(
            "free · {enter} gives it to \"{title}\"{instead} · or press another key"
        ))
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        // No key at all would take those it has; `:set` can do that.
        if text.is_empty() {
            let close = model.key_in(Id::Close, Context::Prompt);
            overlay::say(model, format!("press a key first · {close} cancels"));
            return;
        }
        match set(model, &self.setting(), text) {
            Ok(()) => drop(model.overlays.pop()),
            Err(error) => overlay::say(model, error.to_string()),
        }
    }
}
