//! A setting typed in a prompt.

use super::find_themes;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Asks, Meaning, Prompt, Wrong};
use crate::editor::settings::{assign, set};
use crate::editor::state::settings::{self, Setting};
use crate::epd::{Span, opcode};
use crate::suite::query::Completions;

/// Asks for a setting and its value.
pub(super) fn open(model: &mut Model) {
    overlay::ask(model, "set", "", Assignment);
    find_themes(model);
}

/// `name=value`.
#[derive(Debug)]
pub(super) struct Assignment;

fn wrong(text: &str, error: &settings::SettingError) -> Wrong {
    let mut message = error.to_string();
    // On the command line `set` is another command.
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_unknown = matches!(error, settings::SettingError::Unknown { near: None, .. });
    if is_unknown && opcode::find(word.as_bytes()).is_some() {
        message.push_str(&format!(" · `set-op {word} …` sets an operation"));
    }
    Wrong::new(Span::new(0, text.len()), message)
}

impl Asks for Assignment {
    fn memory(&self) -> Option<&'static str> {
        Some("setting")
    }

    fn enter(&self) -> &'static str {
        "set"
    }

    fn hint(&self, _model: &Model) -> String {
        "as `theme=light`".to_owned()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        settings::completions(text, cursor, &model.settings)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        settings::parse(text, &model.settings).map_err(|error| wrong(text, &error))?;
        let text = text.to_owned();
        Ok(Meaning::of(move |model| {
            // It could be read, and yet not be done: a key that is another's.
            if let Err(error) = assign(model, &text) {
                model.refused(error.to_string());
            }
        }))
    }
}

/// Asks for the value of one setting, which is typed.
pub(crate) fn value(model: &mut Model, setting: &'static Setting) {
    let now = setting.text(&model.settings);
    let asks = Answer::new("set", |model, text| {
        let set = set(model, setting.name, text.trim());
        set.map_err(|error| error.to_string())
    });
    let asks = asks.noting(setting.help);
    overlay::open(model, Prompt::new(setting.name, now, asks))
}
