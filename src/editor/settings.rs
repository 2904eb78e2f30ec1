//! Changes of settings while the editor runs: they take effect at once and are written to the settings file.

use crate::editor::command::Command;
use crate::editor::doc::scan;
use crate::editor::effect::{Effect, WriteSetting};
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::state::Pieces;
use crate::editor::state::columns::Columns;
use crate::editor::state::engines::IdentityProbe;
use crate::editor::state::remembered::RememberedState;
use crate::editor::state::settings::{self, Setting, SettingError, Settings, Source, ThemeFile};
use crate::editor::widgets::SquareSize;
use crate::engine::EngineCommand;
use crate::epd::counted::{noun, thousands_of};
use std::path::PathBuf;

/// Sets a setting from typed text, `name=value`; a name alone shows the value. Fails if there is no such
/// setting, or the value is not valid for it.
pub(crate) fn assign(model: &mut Model, text: &str) -> Result<(), SettingError> {
    let (name, value) = settings::parse(text, &model.settings)?;
    if let Some(value) = value {
        return set(model, name, value);
    }
    let (setting, entry) = settings::named(name)?;
    let value = match entry {
        Some(entry) => model.settings.entry(name)?.value.ok_or_else(|| {
            let one = setting.name.trim_end_matches('s');
            SettingError::Other(format!("there is no {one} `{entry}`"))
        })?,
        None => setting.text(&model.settings),
    };
    model.done(format!("{name}={value} · {}", source(model, setting)));
    Ok(())
}

/// Sets a setting to a value or back to its default, in the editor and in the settings file. Fails, without a
/// change, if there is no such setting, or the value is not valid for it.
pub(crate) fn set(model: &mut Model, name: &str, value: &str) -> Result<(), SettingError> {
    let (setting, named) = settings::named(name)?;
    model.settings = check(model, name, value)?;
    take_effect(model, setting);
    let entry = model.settings.entry(name)?;
    let shown = match (value == settings::DEFAULT, named) {
        (true, None) => format!("{name} = {} again", setting.text(&model.settings)),
        (true, Some(_)) => format!("{name} removed"),
        (false, _) => keys_in_words(model, name).unwrap_or_else(|| {
            let value = entry.value.as_deref().unwrap_or_default();
            format!("{} = {value}", entry.key)
        }),
    };
    match model.settings_file.path.clone() {
        Some(path) => {
            model.done(shown);
            let name = name.to_owned();
            model.send(Effect::WriteSetting(WriteSetting { path, name, entry }));
        }
        None => model.done(format!(
            "{shown} for this session only: there is no settings file"
        )),
    }
    Ok(())
}

pub(crate) fn choose(model: &mut Model, name: &str, value: &str) {
    if let Err(error) = set(model, name, value) {
        model.refused(error.to_string());
    }
}

/// Returns the settings with one of them set to a value. Fails if there is no such setting, the value is not
/// valid for it, or it is a key of another command.
pub(crate) fn check(model: &Model, name: &str, value: &str) -> Result<Settings, SettingError> {
    let mut settings = model.settings.clone();
    settings.set(name, value, Source::Editor)?;
    if name.starts_with("keys.") {
        let mistakes = model.commands.clone().rebind(&settings.keys);
        // A binding of the file has a line; the typed one has none.
        if let Some(wrong) = mistakes.into_iter().find(|mistake| mistake.line == 0) {
            return Err(wrong.error);
        }
    }
    Ok(settings)
}

/// Applies the settings of the file. `remembered` is the state of the last session, and the number of its
/// lines that could not be read.
pub fn begin(
    model: &mut Model,
    settings: &Settings,
    home: Option<PathBuf>,
    remembered: Option<(RememberedState, usize)>,
) {
    model.settings.clone_from(settings);
    // Mistakes were reported when the file was read.
    model.commands.rebind(&settings.keys);
    model.mouse_released = !settings.mouse;
    for document in model.documents_mut() {
        document.columns = Columns::of(settings.columns.clone());
    }
    model.home = home;
    scan::open_tables(model);
    let Some((remembered, broken)) = remembered else {
        return;
    };
    model.recall_panes(remembered.panes);
    if broken > 0 {
        let lines = thousands_of(broken, "line", "lines");
        model.refused(format!(
            "can't read {lines} of epdit's saved state; the other lines are used"
        ));
    }
}

/// Sets what the terminal can draw; `cell` is the size of a cell in pixels, if the terminal reports it.
pub fn drawn_with(model: &mut Model, shows_images: bool, pieces: Pieces, cell: Option<(u16, u16)>) {
    (model.shows_images, model.pieces) = (shows_images, pieces);
    model.cell = cell.unwrap_or(SquareSize::USUAL_CELL);
}

pub fn found_themes(model: &mut Model, themes: Vec<ThemeFile>) {
    model.settings.know_themes(themes);
    overlay::prompt::offer_again(model);
}

fn take_effect(model: &mut Model, setting: &Setting) {
    let settings = &model.settings;
    match setting.name {
        "save" => {
            let policy = settings.save;
            for document in model.documents_mut() {
                document.policy = policy;
            }
        }
        "chess960" => scan::rules_said(model),
        "syzygy" => scan::open_tables(model),
        "mouse" => model.release_mouse(!settings.mouse),
        "columns" => model.document.columns = Columns::of(settings.columns.clone()),
        "engines" => meet_engines(model),
        // Running work continues unchanged; others are read when needed.
        "analysis-limit" | "analysis-engine" | "analysis-engines" | "analysis-lines"
        | "queue-engines" | "board" | "templates" => {}
        "keys" => {
            let keys = model.settings.keys.clone();
            model.commands.rebind(&keys);
        }
        // All others affect drawing, for which the terminal is needed.
        _ => model.send(Effect::Look),
    }
}

/// Reports that the settings file was written, or the reason why not.
pub fn written(
    model: &mut Model,
    name: &str,
    written: Result<Option<usize>, String>,
    problems: Vec<String>,
) {
    let file = model.settings_file.name();
    let Ok((setting, _)) = settings::named(name) else {
        return;
    };
    let line = match written {
        Err(reason) => {
            return model.failed(format!(
                "{name} is set for this session only: can't write it: {reason}"
            ));
        }
        Ok(line) => line,
    };
    model.settings_file.problems = problems;
    let mut said = match line {
        Some(line) => {
            model.settings.written(setting, line);
            let said = keys_in_words(model, name).unwrap_or_else(|| match setting.is_option() {
                true => format!("set {name}={}", setting.text(&model.settings)),
                false => format!("set {name}"),
            });
            format!("{said} · written to {file}:{line}")
        }
        None if setting.is_option() => {
            let usual = setting.text(&model.settings);
            format!("set {name} to its default, {usual} · removed from {file}")
        }
        None => format!("removed {name} from {file}"),
    };
    if model.settings.is_given(setting) {
        said += &format!(" · the option --{} overrides it", setting.name);
    }
    let wrong = theme_problems(model);
    match wrong.first().filter(|_| setting.name == "theme") {
        Some(wrong) => model.refused(format!("{said} · {wrong}")),
        None => model.done(said),
    }
}

pub(crate) fn theme_problems(model: &Model) -> Vec<String> {
    let settings = &model.settings;
    settings.theme_problems(|theme| format!("themes/{theme}.toml"))
}

pub(crate) fn source(model: &Model, setting: &Setting) -> String {
    match model.settings.source(setting) {
        Source::Default => "default".to_owned(),
        Source::File { line } => format!("{}:{line}", model.settings_file.name()),
        Source::CommandLine => format!("option --{}", setting.name),
        Source::Editor => "set in this session, not saved".to_owned(),
    }
}

/// Requests the identity of an engine, unless it is known or requested already.
pub(crate) fn meet(model: &mut Model, command: &EngineCommand) {
    if let Some(IdentityProbe::Waiting | IdentityProbe::Known(_)) = model.engines.of(command) {
        return;
    }
    model.engines.keep(command, IdentityProbe::Waiting);
    model.send(Effect::MeetEngine(Box::new(command.clone())));
}

pub(crate) fn meet_engines(model: &mut Model) {
    let engines = model.settings.engines.iter();
    let commands: Vec<EngineCommand> = engines.map(|engine| engine.command.clone()).collect();
    for command in &commands {
        meet(model, command);
    }
}

pub(crate) fn title(row: &Command) -> &'static str {
    row.title.trim_end_matches(" …")
}

pub(crate) fn distinct(keys: &[Key]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for key in keys {
        let name = key.short();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the keys that a command has now and those it lost: `F5 now runs "Save" · ^S no longer does`.
fn keys_in_words(model: &Model, name: &str) -> Option<String> {
    let row = model.commands.named(name.strip_prefix("keys.")?)?;
    let now = distinct(&model.commands.keymap.all_keys(row.id));
    let before = row.keys.iter().filter_map(|(_, key)| key.parse().ok());
    let mut lost = distinct(&before.collect::<Vec<_>>());
    lost.retain(|key| !now.contains(key));
    let title = title(row);
    let run = noun(now.len(), "runs", "run");
    let now = match now.join(", ") {
        none if none.is_empty() => format!("no key runs \"{title}\" now"),
        now => format!("{now} now {run} \"{title}\""),
    };
    let does = noun(lost.len(), "does", "do");
    Some(match lost.join(", ") {
        none if none.is_empty() => now,
        lost => format!("{now} · {lost} no longer {does}"),
    })
}
