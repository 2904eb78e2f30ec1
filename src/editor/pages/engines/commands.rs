//! Commands of engines.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::pages::engines;

rows! {
    Engines, "Engines …",
        "List the engines: choose those of live analysis and of the queue, add and remove engines, change options.",
        [Panes "@"], |model, _| engines::open(model),
        words("stockfish uci options threads hash choose settings"), keeps_page;
    AddEngine, "Add an engine …",
        "Type the command of an engine; it is started once to see whether it answers.",
        [], |model, call| engines::add(model, call.text(0).as_deref()),
        words("new stockfish uci"), takes(&[Parameter::new("command", Kind::Text)]), keeps_overlay;
    RemoveEngine, "Remove an engine …",
        "Remove an engine from the settings, with what is set for it.",
        [], |model, call| match call.text(0) {
            Some(name) => engines::ask_to_remove(model, &name),
            None => engines::choose_to_remove(model),
        },
        words("delete stockfish uci"), takes(&[Parameter::new("name", Kind::Text)]), keeps_overlay,
        disabled(|model| {
            model.when(model.settings.engines.is_empty(), "no engines in the settings")
        });
}
