//! The engines of the settings, changed while the editor runs: which there are and whether they can be used,
//! which analyses live and which work in the background, and their options. What an engine is and has it
//! says itself: it is started and asked.
//!
//! The page of engines: each with what it does here and the options that are set, then what can be added.

mod add;
pub mod commands;
mod options;
mod remove;

use crate::editor::command::{Argument, Call, Id};
use crate::editor::effect::Effect;
use crate::editor::key::{Key, KeyCode};
use crate::editor::model::Model;
use crate::editor::overlay::report::{self, About, Report, Reports, Row, Sign};
use crate::editor::settings;
use crate::editor::state::engines::{Known, Meeting, plain};
use crate::editor::state::settings::{DEFAULT, NamedEngine, typed};
use crate::editor::widgets::glyph;
use crate::engine::EngineCommand;
use crate::epd::Severity;
use crate::epd::counted::thousands_of;
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

/// Keys of this page alone.
const ADD: char = 'a';
const REMOVE: char = 'd';

fn open(model: &mut Model) {
    report::show(model, Report::new(Page, "Engines"));
    model.send(Effect::FindEngines);
    settings::meet_engines(model);
}

/// See the module.
#[derive(Debug)]
struct Page;

impl Reports for Page {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let mut rows = Vec::new();
        if model.settings.engines.is_empty() {
            rows.push(Row::heading("No engine in the settings").detailed(
                match model.engines.in_path.as_deref() {
                    Some([(name, _), ..]) => format!("{name} from PATH analyses"),
                    Some([]) => "and none in PATH".to_owned(),
                    None => String::new(),
                },
            ));
        }
        for engine in &model.settings.engines {
            let of_engine = |row: Row| row.about(About::Engine(engine.name.clone()));
            rows.extend(rows_of(model, engine).into_iter().map(of_engine));
        }
        rows.push(Row::heading("Add"));
        rows.extend(to_add(model));
        let file = model.settings_file.place();
        report.note = match model.settings.engines.is_empty() {
            true => format!("{ADD} adds an engine · {file}"),
            false => format!("{ADD} adds an engine, {REMOVE} removes it · {file}"),
        };
        report.put(rows);
    }

    /// Adds an engine by a key; Delete removes that of the row.
    fn key(&mut self, report: &mut Report, model: &mut Model, key: Key) -> bool {
        if key.typed() == Some(ADD) {
            model.called = Some(Call::of(Id::AddEngine));
            return true;
        }
        let removes = key.code == KeyCode::Delete || key.typed() == Some(REMOVE);
        let about = report.row().and_then(|row| row.about.clone());
        if let Some(About::Engine(engine)) = about.filter(|_| removes) {
            model.called = Some(Call {
                arguments: vec![Argument::Text(engine)],
                ..Call::of(Id::RemoveEngine)
            });
        }
        removes
    }
}

/// Returns what an engine is, in a few words.
fn who(model: &Model, engine: &NamedEngine) -> String {
    match model.engines.of(&engine.command) {
        None | Some(Meeting::Waiting) => "asking who it is …".to_owned(),
        Some(Meeting::Failed(reason)) => reason.clone(),
        Some(Meeting::Known(known)) => {
            let file = known.file.as_ref();
            let file = file.map(|file| format!(" · {}", file.display()));
            let words = format!("{}{}", known.identity.name, file.unwrap_or_default());
            glyph::safe(words.as_bytes())
        }
    }
}

/// Returns an engine: who it is, what it does here, and what can be changed.
fn rows_of(model: &Model, engine: &NamedEngine) -> Vec<Row> {
    let name = || engine.name.clone();
    let safe = |text: &str| glyph::safe(text.as_bytes());
    let head = Row::heading(safe(&engine.name)).detailed(who(model, engine));
    let head = match model.engines.of(&engine.command) {
        Some(Meeting::Failed(_)) => head.signed(Sign::Severity(Severity::Error)),
        _ => head,
    };
    let of_row = |row: Row, does: fn(&mut Model, &str)| {
        let name = name();
        row.doing(move |model| does(model, &name))
    };
    let is_live = (model.settings.live_engine()).is_some_and(|live| live.name == engine.name);
    let live = Row::item("live analysis")
        .signed(Sign::Chosen(is_live))
        .detailed("analyses the position on the board");
    let mut queue = model.settings.background_engines().into_iter();
    let in_queue = Row::item("queue")
        .signed(Sign::Checked(queue.any(|other| other.name == engine.name)))
        .detailed("analyses records in the background");
    let known = model.engines.known(&engine.command);
    let has = known.map_or_else(String::new, |known| {
        thousands_of(known.identity.options.len(), "option", "options")
    });
    let command = Row::item("command …").detailed(safe(&engine.whole_command()));
    let mut rows = vec![
        head,
        of_row(live, |model, name| {
            settings::choose(model, "analysis-engine", name)
        }),
        of_row(in_queue, toggle_queue),
    ];
    let set = engine.command.options.iter();
    rows.extend(set.map(|(option, value)| options::row(engine, known, option, Some(value))));
    rows.extend([
        of_row(Row::item("options …").detailed(has), options::open),
        of_row(command.entering("change"), add::change),
        of_row(Row::item("remove …").entering("remove"), remove::open),
    ]);
    rows
}

/// Returns what can be added: an engine by its command, and those that PATH leads to.
fn to_add(model: &Model) -> Vec<Row> {
    let mut rows = vec![
        Row::item("an engine …")
            .detailed("type its command")
            .entering("add")
            .doing(|model| add::open(model, None)),
    ];
    let is_here = |file: &str| model.settings.engines.iter().any(|own| own.text == file);
    for (name, file) in model.engines.in_path.iter().flatten() {
        let file = file.display().to_string();
        if is_here(&file) || is_here(name) {
            continue;
        }
        rows.push(
            Row::item(name.clone())
                .detailed(format!("{} · found in PATH", glyph::safe(file.as_bytes())))
                .entering("add")
                .doing({
                    let name = name.clone();
                    move |model| add::open(model, Some(&name))
                }),
        );
    }
    rows
}
