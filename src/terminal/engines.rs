//! Engines asked who they are, and looked for in PATH: each time a process is started and ended again.

use std::time::Duration;

use crate::editor::message::Msg;
use crate::editor::pages::engines;
use crate::editor::state::engines::Known;
use crate::engine::{Engine, EngineCommand, found_in_path, launcher};

/// The time an engine has to say who it is, as on the command line.
const ANSWER: Duration = Duration::from_secs(10);

/// Starts an engine, without its options, and asks who it is.
pub fn meet(command: EngineCommand) -> Msg {
    let starting = EngineCommand {
        options: Vec::new(),
        launcher: launcher(),
        is_aside: true,
        ..command.clone()
    };
    let met = Engine::start(&starting, ANSWER, &|| false).map(|engine| {
        Box::new(Known {
            file: command.found(),
            identity: engine.identity().clone(),
        })
    });
    let met = met.map_err(|failure| failure.to_string());
    Msg::told(move |model| engines::met(model, &command, met))
}

/// Looks for engines whose names are known.
pub fn in_path() -> Msg {
    let found = found_in_path().into_iter();
    let found = found.map(|(name, file)| (name.to_owned(), file)).collect();
    Msg::told(move |model| engines::found_in_path(model, found))
}
