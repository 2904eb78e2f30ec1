//! The page of settings, each with its help, its value and the source of the value; and prompts for a value,
//! for an assignment, and for the key of a command.

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::report::{self, About, PageController, Report, Row, Sign, page, top};
use crate::editor::overlay::{self, Action, Answer, Meaning, Menu, MenuItem, PromptHandler};
use crate::editor::overlay::{Prompt, Wrong};
use crate::editor::settings::{
    assign, check, choose, distinct, set, source, theme_problems, title,
};
use crate::editor::state::settings::{self, Kind, Setting, SettingError, Table};
use crate::editor::widgets::glyph;
use crate::editor::widgets::words::wrapped;
use crate::epd::{Span, opcode};
use crate::suite::query::Completions;

/// The columns of the page that the text of a row can't use: borders, signs and indent.
const BESIDE: usize = 12;

pub(super) fn open(model: &mut Model) {
    report::show(model, Report::new(Page, "Settings"));
    find_themes(model);
}

pub(crate) fn find_themes(model: &mut Model) {
    if let Some(path) = model.settings_file.path.clone() {
        model.send(Effect::FindThemes(path));
    }
}

#[derive(Debug)]
struct Page;

impl PageController for Page {
    fn context(&self) -> Context {
        Context::Settings
    }

    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let settings = settings::all().iter();
        let rows = settings.flat_map(|setting| rows_of(model, setting));
        report.note = model.settings_file.place();
        report.put(problems(model).into_iter().chain(rows).collect());
    }

    /// Returns the action that sets the value before or after the current one, cyclically.
    fn beside(&self, model: &Model, by: isize) -> Option<Action> {
        let report = top(model)?;
        let heads = (0..report.cursor).rev();
        let mut heads = heads.filter_map(|at| match report.rows.get(at)?.about {
            Some(About::Setting(name)) => Some((at, settings::find(name)?)),
            _ => None,
        });
        let (head, setting) = heads.next()?;
        let Kind::Choice(choice) = setting.kind else {
            return None;
        };
        let words = choice.offered(&model.settings);
        let now = (choice.name)(&model.settings);
        let now = words.iter().position(|(word, _)| *word == now)?;
        let next = (now + words.len()).saturating_add_signed(by) % words.len();
        let (word, _) = words.get(next)?.clone();
        (report.cursor <= head + words.len()).then_some(Action::new(move |model| {
            if let Some(report) = overlay::top_mut::<Report>(model) {
                report.cursor = head + 1 + next;
            }
            choose(model, setting.name, &word)
        }))
    }
}

/// Goes to the next setting: to its current value, else to its first row.
pub(super) fn go_to_next(model: &mut Model) {
    let Some(report) = overlay::top_mut::<Report>(model) else {
        return;
    };
    let is_head = |at: &usize| {
        let about = report.rows.get(*at).and_then(|row| row.about.as_ref());
        matches!(about, Some(About::Setting(_)))
    };
    let mut below = (report.cursor..report.rows.len()).chain(0..report.cursor);
    let Some(head) = below.find(is_head) else {
        return;
    };
    let rows = report.rows.iter().skip(head + 1);
    let mut rows = rows.take_while(|row| !row.heading);
    let set = rows.position(|row| row.sign == Some(Sign::Checked(true)));
    report.cursor = report.landing(head + 1 + set.unwrap_or(0));
}

pub(super) fn not_open(model: &Model) -> Option<String> {
    let is_open = page::<Page>(model).is_some();
    model.when(!is_open, "the settings are closed · {settings} shows them")
}

/// Returns rows with the problems of the settings file and of the theme, in full.
fn problems(model: &Model) -> Vec<Row> {
    let of_file = &model.settings_file.problems;
    let of_theme = theme_problems(model);
    let heading = match (of_file.is_empty(), of_theme.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => "Problems in the theme file; all other settings apply",
        (false, true) => "Problems in the settings file; all other settings apply",
        (false, false) => {
            "Problems in the settings file and the theme file; all other settings apply"
        }
    };
    let columns = usize::from(model.cols).saturating_sub(BESIDE);
    let mut rows = vec![Row::heading(heading)];
    for problem in of_file.iter().chain(&of_theme) {
        let problem = glyph::safe(problem.as_bytes());
        for (at, line) in wrapped(&problem, columns, 0).into_iter().enumerate() {
            let row = Row::item(line);
            rows.push(if at == 0 { row } else { row.under() });
        }
    }
    rows
}

/// Returns the rows of a setting: its purpose, then its possible values.
fn rows_of(model: &Model, setting: &'static Setting) -> Vec<Row> {
    let head = format!("{} · {}", setting.name, source(model, setting));
    let head = Row::heading(head).about(About::Setting(setting.name));
    let mut rows = vec![head.detailed(setting.help)];
    match setting.kind {
        Kind::Choice(choice) => {
            let now = (choice.name)(&model.settings);
            for (word, help) in choice.offered(&model.settings) {
                let shown = match word.as_str() {
                    "true" => "on",
                    "false" => "off",
                    word => word,
                };
                let row = Row::item(glyph::safe(shown.as_bytes()))
                    .signed(Sign::Checked(now == word))
                    .detailed(glyph::safe(help.as_bytes()));
                rows.push(row.doing(move |model| choose(model, setting.name, &word)));
            }
            if let Some((_, help)) = choice.more.filter(|(name, _)| !name.starts_with("NAME")) {
                let row = Row::item("other …").detailed(help);
                rows.push(row.doing(move |model| type_value(model, setting.name)));
            }
        }
        Kind::Columns => {
            let row = Row::item(setting.text(&model.settings)).detailed("type other columns");
            rows.push(row.doing(move |model| type_value(model, setting.name)));
        }
        Kind::Table(table) => {
            let opens = |row: Row| match table {
                Table::Engines => row.doing(does(Id::Engines)),
                Table::Templates | Table::Keys => row,
            };
            let entries = setting.values(&model.settings).into_iter();
            rows.extend(entries.map(|(name, value)| {
                let row = Row::item(glyph::safe(name.as_bytes()));
                opens(row.detailed(glyph::safe(value.to_string().as_bytes())))
            }));
            let none = Row::item("none of your own");
            let is_empty = rows.len() == 1;
            match table {
                Table::Engines => {
                    let words = "choose, add and remove engines, change their options";
                    rows.push(opens(Row::item("engines …").detailed(words)));
                }
                Table::Keys => {
                    rows.extend(is_empty.then(|| none.detailed(":set keys.save=F5")));
                    let row = Row::item("change a key");
                    let row = row.detailed("choose a command, then press its key");
                    rows.push(row.doing(choose_command));
                }
                Table::Templates => {
                    let example = ":set templates.study=id \"\"; bm;";
                    rows.extend(is_empty.then(|| none.detailed(example)));
                }
            }
        }
    }
    rows
}

/// The prompt for an assignment, `name=value`.
#[derive(Debug)]
pub(super) struct Assignment;

impl PromptHandler for Assignment {
    fn memory(&self) -> Option<&'static str> {
        Some("setting")
    }

    fn enter(&self) -> &'static str {
        "set"
    }

    fn hint(&self, _model: &Model) -> String {
        "a setting, such as `theme=light`".to_owned()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        settings::completions(text, cursor, &model.settings)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        settings::parse(text, &model.settings).map_err(|error| {
            let mut message = error.to_string();
            // On the command line `set` sets operations.
            let word = text.split_whitespace().next().unwrap_or_default();
            let is_unknown = matches!(error, SettingError::Unknown { near: None, .. });
            if is_unknown && opcode::find(word.as_bytes()).is_some() {
                message += &format!(" · `set-op {word} …` sets an operation");
            }
            Wrong::new(Span::new(0, text.len()), message)
        })?;
        let text = text.to_owned();
        Ok(Meaning::of(move |model| {
            // A valid assignment can still be refused, such as a key that another command has.
            if let Err(error) = assign(model, &text) {
                model.refused(error.to_string());
            }
        }))
    }
}

fn type_value(model: &mut Model, name: &str) {
    type_value_then(model, name, |_| {});
}

/// Prompts for the value of a setting, and runs `then` once it is set.
pub(crate) fn type_value_then(model: &mut Model, name: &str, then: impl Fn(&mut Model) + 'static) {
    let Some(setting) = settings::find(name) else {
        return;
    };
    let now = setting.text(&model.settings);
    let asks = Answer::new("set", move |model, text| {
        set(model, setting.name, text.trim()).map_err(|error| error.to_string())?;
        then(model);
        Ok(())
    });
    let asks = asks.noting(setting.help);
    overlay::open(model, Prompt::new(setting.name, now, asks))
}

/// Opens a menu of the commands, then a prompt for the new key of the chosen one.
pub(super) fn choose_command(model: &mut Model) {
    let items = model.commands.all().map(|row| {
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
    let menu = Menu::narrowed("Change the key of", items);
    overlay::open(model, menu)
}

#[derive(Debug)]
struct NewKey(Id);

impl NewKey {
    fn setting(&self) -> String {
        format!("keys.{}", self.0.name())
    }
}

impl PromptHandler for NewKey {
    fn enter(&self) -> &'static str {
        "set"
    }

    /// Accepts any key but Enter and Esc, which end the prompt; `:set` can bind these.
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
        let message = wrong.map(|wrong| format!("{wrong} · nothing is changed: press another key"));
        overlay::say(model, message);
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
            "free · {enter} gives it to \"{title}\"{instead}, or press another key"
        ))
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        // An empty text would remove all keys of the command; only `:set` does that.
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
