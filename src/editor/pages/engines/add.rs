//! An engine added, or given another command: what is typed is started once before it counts.

use super::{options, put};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Asks, Prompt};
use crate::editor::settings;
use crate::editor::state::engines::{Known, Meeting};
use crate::editor::state::settings::NamedEngine;
use crate::editor::widgets::glyph;
use crate::engine::EngineCommand;
use crate::epd::counted::thousands_of;

/// Asks for the command of an engine; one that is given is tried at once.
pub(super) fn open(model: &mut Model, command: Option<&str>) {
    let prompt = Prompt::new("engine", command.unwrap_or_default(), Command(None));
    overlay::open(model, prompt);
    if let Some(command) = command {
        Command(None).accept(model, command);
    }
}

/// Asks for another command of an engine.
pub(super) fn change(model: &mut Model, name: &str) {
    let Some(engine) = model.settings.engine(name) else {
        return;
    };
    let label = glyph::safe(format!("command of {name}").as_bytes());
    let asks = Command(Some(name.to_owned()));
    let now = engine.whole_command();
    overlay::open(model, Prompt::new(label, now, asks))
}

/// A command, of a new engine or of one of the settings.
#[derive(Debug)]
struct Command(Option<String>);

impl Asks for Command {
    fn enter(&self) -> &'static str {
        "try it"
    }

    fn note(&self, _model: &Model) -> Option<String> {
        Some("a program of PATH or a path, then its arguments".to_owned())
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let command = match EngineCommand::parse(text) {
            Ok(command) => command,
            Err(error) => {
                overlay::say(model, error.to_string());
                return;
            }
        };
        if model.engines.known(&command).is_some() {
            return answered(model, self.0.clone(), text, &command);
        }
        overlay::say(model, "starting it …".to_owned());
        settings::meet(model, &command);
    }
}

/// An engine was met: where its command is being typed, that goes on or says what is wrong.
pub(super) fn met(model: &mut Model, command: &EngineCommand) {
    let Some(prompt) = overlay::top_mut::<Prompt>(model) else {
        return;
    };
    let text = prompt.input.lossy().into_owned();
    let typed = EngineCommand::parse(&text).ok();
    let Some(Command(of)) = prompt.asks_as::<Command>() else {
        return;
    };
    let of = of.clone();
    let is_it = typed.is_some_and(|typed| {
        (typed.program, typed.arguments) == (command.program.clone(), command.arguments.clone())
    });
    // Somebody types on.
    if !is_it || prompt.message.is_none() {
        return;
    }
    match model.engines.of(command).cloned() {
        Some(Meeting::Known(_)) => answered(model, of, &text, command),
        Some(Meeting::Failed(reason)) => {
            overlay::say(model, reason);
        }
        _ => {}
    }
}

/// The engine of the command typed answers: a new one is given a name.
fn answered(model: &mut Model, of: Option<String>, text: &str, command: &EngineCommand) {
    model.overlays.pop();
    let engine = of.and_then(|name| model.settings.engine(&name).cloned());
    if let Some(engine) = engine {
        return match engine.with_command(text.trim()) {
            Ok(engine) => put(model, &engine),
            Err(reason) => model.refused(reason),
        };
    }
    let known = model.engines.known(command);
    let about = known.map(about).unwrap_or_default();
    let name = free_name(model, command);
    let command = text.trim().to_owned();
    let asks = Answer::new("add", move |model, name| {
        let name = name.trim();
        if let Some(wrong) = NamedEngine::no_name(name) {
            return Err(wrong.to_owned());
        }
        if model.settings.engine(name).is_some() {
            return Err(format!("there is an engine `{name}` already"));
        }
        let set = settings::set(model, &format!("engines.{name}"), &command);
        set.map_err(|error| glyph::safe(error.to_string().as_bytes()))?;
        options::open(model, name);
        Ok(())
    })
    .noting(about);
    overlay::open(model, Prompt::new("name of the engine", name, asks))
}

/// Returns `Stockfish 15.1 · 22 options`.
fn about(known: &Known) -> String {
    let options = thousands_of(known.identity.options.len(), "option", "options");
    let words = format!("{} · {options}", known.identity.name);
    glyph::safe(words.as_bytes())
}

/// Returns a name that no engine has: that of the program.
fn free_name(model: &Model, command: &EngineCommand) -> String {
    let stem = command.program.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy().to_lowercase();
    let fits = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem.chars().filter(fits).collect();
    let stem = match NamedEngine::no_name(&stem) {
        Some(_) => "engine".to_owned(),
        None => stem,
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut names = std::iter::once(stem.clone()).chain(numbered);
    let free = names.find(|name| model.settings.engine(name).is_none());
    free.unwrap_or(stem)
}
