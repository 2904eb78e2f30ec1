//! The page of the engines in the settings: for each, its uses in the editor and the options that are set;
//! then engines to add. An engine is started once to read its name and options.

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::report::{self, About, PageController, Report, Row, Sign, page};
use crate::editor::overlay::{self, Answer, Menu, MenuItem, Prompt, PromptHandler};
use crate::editor::settings;
use crate::editor::state::engines::{EngineInfo, IdentityProbe, plain};
use crate::editor::state::settings::{DEFAULT, NamedEngine, typed};
use crate::editor::widgets::glyph;
use crate::engine::EngineCommand;
use crate::engine::uci::{EngineOption, OptionKind};
use crate::epd::Severity;
use crate::epd::counted::thousands_of;
use std::path::PathBuf;

pub fn found_in_path(model: &mut Model, found: Vec<(String, PathBuf)>) {
    model.engines.in_path = Some(found);
}

/// Stores the identity of an engine, or the reason why it can't be used.
pub fn met(model: &mut Model, command: &EngineCommand, met: Result<Box<EngineInfo>, String>) {
    let meeting = match met {
        Ok(known) => IdentityProbe::Known(known),
        Err(reason) => IdentityProbe::Failed(glyph::safe(reason.as_bytes())),
    };
    let mut engines = model.settings.engines.iter();
    let named = engines.find(|engine| plain(&engine.command) == plain(command));
    // An open page shows the failure itself.
    if let (IdentityProbe::Failed(reason), Some(named)) = (&meeting, named)
        && model.overlays.is_empty()
    {
        let name = glyph::safe(named.name.as_bytes());
        model.refused(format!("engine {name}: {reason}"));
    }
    model.engines.keep(command, meeting);
    go_on_with_typed(model, command);
}

fn put(model: &mut Model, engine: &NamedEngine) {
    let name = format!("engines.{}", engine.name);
    settings::choose(model, &name, &typed(&engine.to_toml()))
}

/// Sets the engines that analyse in the background; without names, restores the default.
fn choose_queue(model: &mut Model, names: &[String]) {
    let value = match names {
        [] => DEFAULT.to_owned(),
        names => names.join(","),
    };
    settings::choose(model, "queue-engines", &value)
}

fn toggle_queue(model: &mut Model, name: &str) {
    let now = model.settings.background_engines().into_iter();
    let mut names: Vec<String> = now.map(|engine| engine.name.clone()).collect();
    match names.iter().position(|known| known == name) {
        Some(_) if names.len() == 1 => {
            let reason = "at least one engine must analyse records; choose another first";
            return model.refused(reason);
        }
        Some(at) => drop(names.remove(at)),
        None => names.push(name.to_owned()),
    }
    choose_queue(model, &names)
}

pub(super) fn open(model: &mut Model) {
    report::show(model, Report::new(Page, "Engines"));
    model.send(Effect::FindEngines);
    settings::meet_engines(model);
}

#[derive(Debug)]
struct Page;

impl PageController for Page {
    fn context(&self) -> Context {
        Context::EngineList
    }

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
        let key = |id| model.key_in(id, Context::EngineList);
        let (add, remove) = (key(Id::AddEngine), key(Id::RemoveEngine));
        report.note = match model.settings.engines.is_empty() {
            true => format!("{add} adds an engine · {file}"),
            false => format!("{add} adds an engine, {remove} removes it · {file}"),
        };
        report.put(rows);
    }
}

pub(super) fn selected_engine(model: &Model) -> Option<String> {
    page::<Page>(model)?;
    match &report::row(model)?.about {
        Some(About::Engine(name)) => Some(name.clone()),
        _ => None,
    }
}

fn who(model: &Model, engine: &NamedEngine) -> String {
    match model.engines.of(&engine.command) {
        None | Some(IdentityProbe::Waiting) => "asking the engine for its name …".to_owned(),
        Some(IdentityProbe::Failed(reason)) => reason.clone(),
        Some(IdentityProbe::Known(known)) => {
            let file = known.file.as_ref();
            let file = file.map(|file| format!(" · {}", file.display()));
            let words = format!("{}{}", known.identity.name, file.unwrap_or_default());
            glyph::safe(words.as_bytes())
        }
    }
}

fn rows_of(model: &Model, engine: &NamedEngine) -> Vec<Row> {
    let safe = |text: &str| glyph::safe(text.as_bytes());
    let head = Row::heading(safe(&engine.name)).detailed(who(model, engine));
    let head = match model.engines.of(&engine.command) {
        Some(IdentityProbe::Failed(_)) => head.signed(Sign::Severity(Severity::Error)),
        _ => head,
    };
    let of_row = |row: Row, does: fn(&mut Model, &str)| {
        let name = engine.name.clone();
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
    rows.extend(set.map(|(option, value)| option_row(engine, known, option, Some(value))));
    rows.extend([
        of_row(Row::item("options …").detailed(has), open_options),
        of_row(command.entering("change"), change_command),
        of_row(Row::item("remove …").entering("remove"), ask_to_remove),
    ]);
    rows
}

/// Returns the rows that add an engine: one for a typed command, then those found in PATH.
fn to_add(model: &Model) -> Vec<Row> {
    let mut rows = vec![
        Row::item("an engine …")
            .detailed("type its command")
            .entering("add")
            .doing(|model| add(model, None)),
    ];
    let is_here = |file: &str| model.settings.engines.iter().any(|own| own.text == file);
    for (name, file) in model.engines.in_path.iter().flatten() {
        let file = file.display().to_string();
        if !is_here(&file) && !is_here(name) {
            let found = format!("{} · found in PATH", glyph::safe(file.as_bytes()));
            let row = Row::item(name.clone()).detailed(found).entering("add");
            let name = name.clone();
            rows.push(row.doing(move |model| add(model, Some(&name))));
        }
    }
    rows
}

/// Prompts for the command of a new engine; a given command is tried at once.
pub(super) fn add(model: &mut Model, command: Option<&str>) {
    let prompt = Prompt::new("engine", command.unwrap_or_default(), Command(None));
    overlay::open(model, prompt);
    if let Some(command) = command {
        Command(None).accept(model, command);
    }
}

fn change_command(model: &mut Model, name: &str) {
    let Some(engine) = model.settings.engine(name) else {
        return;
    };
    let label = glyph::safe(format!("command of {name}").as_bytes());
    let asks = Command(Some(name.to_owned()));
    let now = engine.whole_command();
    overlay::open(model, Prompt::new(label, now, asks))
}

/// The prompt for the command of a new engine, or of the one with this name. The engine must start once.
#[derive(Debug)]
struct Command(Option<String>);

impl PromptHandler for Command {
    fn enter(&self) -> &'static str {
        "try it"
    }

    fn note(&self, _model: &Model) -> Option<String> {
        Some("a program of PATH or a path, then its arguments".to_owned())
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let command = match EngineCommand::parse(text) {
            Ok(command) => command,
            Err(error) => return overlay::say(model, error.to_string()),
        };
        if model.engines.known(&command).is_some() {
            return answered(model, self.0.clone(), text, &command);
        }
        overlay::say(model, "starting it …".to_owned());
        settings::meet(model, &command);
    }
}

/// Continues with an engine whose command is being typed, or reports its error.
fn go_on_with_typed(model: &mut Model, command: &EngineCommand) {
    let Some(prompt) = overlay::top_mut::<Prompt>(model) else {
        return;
    };
    let text = prompt.input.lossy().into_owned();
    let typed = EngineCommand::parse(&text).ok();
    let Some(Command(of)) = prompt.asks_as::<Command>() else {
        return;
    };
    let of = of.clone();
    let is_same = typed.is_some_and(|typed| plain(&typed) == plain(command));
    // The text was edited while the engine started.
    if !is_same || prompt.message.is_none() {
        return;
    }
    match model.engines.of(command).cloned() {
        Some(IdentityProbe::Known(_)) => answered(model, of, &text, command),
        Some(IdentityProbe::Failed(reason)) => overlay::say(model, reason),
        _ => {}
    }
}

/// Stores the command of an engine that has answered: of the engine `of`, or of a new one, whose name it asks for.
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
        open_options(model, name);
        Ok(())
    })
    .noting(about);
    overlay::open(model, Prompt::new("name of the engine", name, asks))
}

/// Returns the name and the number of options: `Stockfish 15.1 · 22 options`.
fn about(known: &EngineInfo) -> String {
    let options = thousands_of(known.identity.options.len(), "option", "options");
    let words = format!("{} · {options}", known.identity.name);
    glyph::safe(words.as_bytes())
}

/// Returns an unused engine name, derived from the name of the program.
fn free_name(model: &Model, command: &EngineCommand) -> String {
    let stem = command.program.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy().to_lowercase();
    let fits = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem.chars().filter(fits).collect();
    let is_name = NamedEngine::no_name(&stem).is_none();
    let stem = if is_name { stem } else { "engine".to_owned() };
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut names = std::iter::once(stem.clone()).chain(numbered);
    let free = names.find(|name| model.settings.engine(name).is_none());
    free.unwrap_or(stem)
}

pub(super) fn choose_to_remove(model: &mut Model) {
    let engines = model.settings.engines.iter();
    let items = engines.map(|engine| {
        let label = glyph::safe(engine.name.as_bytes());
        let detail = glyph::safe(engine.to_toml().to_string().as_bytes());
        let name = engine.name.clone();
        let asks = move |model: &mut Model| ask_to_remove(model, &name);
        MenuItem::new(None, label, detail, asks).called(&engine.name)
    });
    let items = items.collect();
    let menu = Menu::narrowed("Remove an engine", items);
    overlay::open(model, menu)
}

pub(super) fn ask_to_remove(model: &mut Model, name: &str) {
    let label = glyph::safe(name.as_bytes());
    let Some(engine) = model.settings.engine(name) else {
        return model.refused(format!("no engine `{label}` in the settings"));
    };
    let about = vec![glyph::safe(engine.to_toml().to_string().as_bytes())];
    let name = name.to_owned();
    let removes = move |model: &mut Model| remove(model, &name);
    let where_from = "from the settings file, with its options";
    let items = vec![
        MenuItem::new(Some('r'), "remove it", where_from, removes),
        MenuItem::back(Some('k'), "keep it", ""),
    ];
    let title = format!("Remove the engine {label}");
    overlay::open(model, Menu::question(title, about, items))
}

/// Removes an engine from the settings, and its name from those that refer to it.
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

fn open_options(model: &mut Model, name: &str) {
    let Some(engine) = model.settings.engine(name) else {
        return;
    };
    let command = engine.command.clone();
    let title = format!("Options of {}", glyph::safe(name.as_bytes()));
    overlay::open(model, Report::new(Options(name.to_owned()), title));
    settings::meet(model, &command);
}

/// The page of the options of the engine with this name.
#[derive(Debug)]
struct Options(String);

impl PageController for Options {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let Some(engine) = model.settings.engine(&self.0) else {
            return report.put(vec![Row::heading("no such engine")]);
        };
        let known = model.engines.known(&engine.command);
        let mut rows = Vec::new();
        let set = &engine.command.options;
        rows.extend((!set.is_empty()).then(|| Row::heading("Set")));
        let of_set =
            |(name, value): &(String, String)| option_row(engine, known, name, Some(value));
        rows.extend(set.iter().map(of_set));
        match model.engines.of(&engine.command) {
            Some(IdentityProbe::Known(known)) => {
                let offered = known.identity.options.iter();
                let others = offered.filter(|option| !engine.command.sets(&option.name));
                let row = |of: &EngineOption| option_row(engine, Some(known), &of.name, None);
                let others: Vec<Row> = others.map(row).collect();
                let heading = || Row::heading("As the engine has them");
                rows.extend((!others.is_empty()).then(heading));
                rows.extend(others);
            }
            Some(IdentityProbe::Failed(reason)) => rows.push(Row::heading(reason.clone())),
            _ => rows.push(Row::heading("asking the engine …")),
        }
        report.note = known.map_or_else(String::new, |known| {
            glyph::safe(known.identity.name.as_bytes())
        });
        report.put(rows);
    }
}

fn offered<'k>(known: Option<&'k EngineInfo>, name: &str) -> Option<&'k EngineOption> {
    let mut options = known?.identity.options.iter();
    options.find(|option| option.is_called(name))
}

/// Returns the error of an option's value; `None` if it is valid, or if the engine has not answered.
fn wrong_value(known: Option<&EngineInfo>, name: &str, value: &str) -> Option<String> {
    match offered(Some(known?), name) {
        None => Some("the engine has no such option".to_owned()),
        Some(option) => option.checked(value).err().map(|error| error.to_string()),
    }
}

fn option_row(
    engine: &NamedEngine,
    known: Option<&EngineInfo>,
    name: &str,
    value: Option<&str>,
) -> Row {
    let takes = offered(known, name).map(EngineOption::takes);
    let problem = value.and_then(|value| wrong_value(known, name, value));
    let words = match (value, &problem, takes) {
        (Some(value), Some(problem), _) => format!("{value} · {problem}"),
        (Some(value), None, Some(takes)) => format!("{value} · {takes}"),
        (Some(value), None, None) => value.to_owned(),
        (None, _, takes) => takes.unwrap_or_default(),
    };
    let mut row = Row::item(glyph::safe(name.as_bytes())).detailed(glyph::safe(words.as_bytes()));
    if problem.is_some() {
        row = row.signed(Sign::Severity(Severity::Error));
    }
    if offered(known, name).is_some_and(|option| option.kind == OptionKind::Button) {
        return row.disabled("a button has no value to keep");
    }
    let (engine, option) = (engine.name.clone(), name.to_owned());
    row.entering("change")
        .doing(move |model| ask_option(model, &engine, &option))
}

fn ask_option(model: &mut Model, engine: &str, option: &str) {
    let Some(named) = model.settings.engine(engine) else {
        return;
    };
    let mut own = named.command.options.iter();
    let now = own.find(|(name, _)| name.eq_ignore_ascii_case(option));
    let now = now.map(|(_, value)| value.clone());
    let offered = offered(model.engines.known(&named.command), option);
    let takes = offered.map(EngineOption::takes).unwrap_or_default();
    let takes = glyph::safe(takes.as_bytes());
    let words = match offered.map(|option| &option.kind) {
        Some(OptionKind::Check) => vec!["true".to_owned(), "false".to_owned()],
        Some(OptionKind::Combo(words)) => words.clone(),
        _ => Vec::new(),
    };
    let label = glyph::safe(format!("{option} of {engine}").as_bytes());
    if words.is_empty() {
        let (engine, option) = (engine.to_owned(), option.to_owned());
        let asks = Answer::new("set", move |model, text| {
            let value = Some(text.trim()).filter(|text| !matches!(*text, "" | DEFAULT));
            let named = model.settings.engine(&engine);
            let known = named.and_then(|named| model.engines.known(&named.command));
            if let Some(wrong) = value.and_then(|value| wrong_value(known, &option, value)) {
                return Err(glyph::safe(wrong.as_bytes()));
            }
            set_option(model, &engine, &option, value);
            Ok(())
        });
        let now = now.unwrap_or_default();
        return overlay::open(model, Prompt::new(label, now, asks.noting(takes)));
    }
    let mut items = Vec::new();
    let keys = ('1'..='9').map(Some).chain(std::iter::repeat(None));
    for (word, key) in words.iter().zip(keys) {
        let (engine, option, value) = (engine.to_owned(), option.to_owned(), word.clone());
        let label = glyph::safe(word.as_bytes());
        let sets = move |model: &mut Model| set_option(model, &engine, &option, Some(&value));
        let item = MenuItem::new(key, label, "", sets);
        items.push(item.checked(now.as_deref() == Some(word)));
    }
    let (engine, option) = (engine.to_owned(), option.to_owned());
    let unsets = move |model: &mut Model| set_option(model, &engine, &option, None);
    let default = MenuItem::new(Some('d'), DEFAULT, takes, unsets);
    items.push(default.checked(now.is_none()));
    let at = items.iter().position(|item| item.checked == Some(true));
    overlay::open(model, Menu::new(label, items).at(at.unwrap_or(0)))
}

/// Sets an option of an engine; `None` restores the engine's default.
fn set_option(model: &mut Model, engine: &str, option: &str, value: Option<&str>) {
    if let Some(engine) = model.settings.engine(engine) {
        let engine = engine.with_option(option, value);
        put(model, &engine)
    }
}
