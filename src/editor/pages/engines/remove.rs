//! An engine taken out of the settings, with what is set for it.

use super::choose_queue;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Narrowing};
use crate::editor::settings;
use crate::editor::state::settings::DEFAULT;
use crate::editor::widgets::glyph;

/// Returns why none can be removed.
pub(super) fn none(model: &Model) -> Option<String> {
    let is_empty = model.settings.engines.is_empty();
    is_empty.then(|| "no engines in the settings".into())
}

/// Asks which engine is to go.
pub(super) fn choose(model: &mut Model) {
    let engines = model.settings.engines.iter();
    let items = engines.map(|engine| {
        let label = glyph::safe(engine.name.as_bytes());
        let detail = glyph::safe(engine.to_toml().to_string().as_bytes());
        let name = engine.name.clone();
        MenuItem::new(None, label, detail, move |model| open(model, &name)).called(&engine.name)
    });
    let items = items.collect();
    let menu = Menu::narrowed("Remove an engine", items, Narrowing::default());
    overlay::open(model, menu)
}

/// Asks whether an engine is to go.
pub(super) fn open(model: &mut Model, name: &str) {
    let label = glyph::safe(name.as_bytes());
    let Some(engine) = model.settings.engine(name) else {
        model.refused(format!("no engine `{label}` in the settings"));
        return;
    };
    let said = engine.to_toml().to_string();
    let name = name.to_owned();
    let items = vec![
        MenuItem::new(
            Some('r'),
            "remove it",
            "from the settings file, with its options",
            move |model| remove(model, &name),
        ),
        MenuItem::back(Some('k'), "keep it", ""),
    ];
    let about = vec![glyph::safe(said.as_bytes())];
    let title = format!("Remove the engine {label}");
    overlay::open(model, Menu::question(title, about, items))
}

/// Takes an engine out of the settings, and out of those that name it.
fn remove(model: &mut Model, name: &str) {
    if model.settings.analysis_engine == [name] {
        settings::choose(model, "analysis-engine", DEFAULT);
    }
    let others = model.settings.queue_engines.iter();
    let others: Vec<String> = others.filter(|other| *other != name).cloned().collect();
    if others.len() < model.settings.queue_engines.len() {
        choose_queue(model, &others);
    }
    settings::choose(model, &format!("engines.{name}"), DEFAULT);
}
