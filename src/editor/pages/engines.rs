//! The engines of the settings, changed while the editor runs: which there are and whether they can be used,
//! which analyses live and which work in the background, and their options. What an engine is and has it
//! says itself: it is started and asked.

mod add;
pub mod commands;
mod options;
mod page;
mod remove;

use crate::editor::model::Model;
use crate::editor::settings;
use crate::editor::state::engines::{Known, Meeting, plain};
use crate::editor::state::settings::{DEFAULT, NamedEngine, typed};
use crate::editor::widgets::glyph;
use crate::engine::EngineCommand;
use std::path::PathBuf;

/// PATH leads to these engines.
pub fn found_in_path(model: &mut Model, found: Vec<(String, PathBuf)>) {
    model.engines.in_path = Some(found);
}

/// An engine has said who it is, or can't be used.
pub fn met(model: &mut Model, command: &EngineCommand, met: Result<Box<Known>, String>) {
    let meeting = match met {
        Ok(known) => Meeting::Known(known),
        Err(reason) => {
            let reason = glyph::safe(reason.as_bytes());
            tell(model, command, &reason);
            Meeting::Failed(reason)
        }
    };
    model.engines.keep(command, meeting);
    add::met(model, command);
}

/// Says that an engine of the settings can't be used, where no page says so.
fn tell(model: &mut Model, command: &EngineCommand, reason: &str) {
    if !model.overlays.is_empty() {
        return;
    }
    let mut engines = model.settings.engines.iter();
    let named = engines.find(|engine| plain(&engine.command) == plain(command));
    if let Some(name) = named.map(|engine| glyph::safe(engine.name.as_bytes())) {
        model.refused(format!("engine {name}: {reason}"));
    }
}

/// Puts an engine into the settings, in the place of the one of its name.
fn put(model: &mut Model, engine: &NamedEngine) {
    settings::choose(
        model,
        &format!("engines.{}", engine.name),
        &typed(&engine.to_toml()),
    )
}

/// Has these engines work in the background; where there is none, the first.
fn choose_queue(model: &mut Model, names: &[String]) {
    let value = match names {
        [] => DEFAULT.to_owned(),
        names => names.join(","),
    };
    settings::choose(model, "queue-engines", &value)
}

/// Has an engine work in the background, or not any more.
fn toggle_queue(model: &mut Model, name: &str) {
    let now = model.settings.background_engines().into_iter();
    let mut names: Vec<String> = now.map(|engine| engine.name.clone()).collect();
    match names.iter().position(|known| known == name) {
        Some(_) if names.len() == 1 => {
            model.refused("one engine at least analyses records: choose another first");
            return;
        }
        Some(at) => drop(names.remove(at)),
        None => names.push(name.to_owned()),
    }
    choose_queue(model, &names)
}
