//! The options of an engine as a page: what each takes, and what it is set to here.

use super::put;
use crate::editor::model::Model;
use crate::editor::overlay::report::{Report, Reports, Row, Sign};
use crate::editor::overlay::{self, Answer, Menu, MenuItem, Prompt};
use crate::editor::settings;
use crate::editor::state::engines::{Known, Meeting};
use crate::editor::state::settings::{DEFAULT, NamedEngine};
use crate::editor::widgets::glyph;
use crate::engine::uci::{EngineOption, OptionKind};
use crate::epd::Severity;

/// Opens the page of an engine, over that of all.
pub(super) fn open(model: &mut Model, name: &str) {
    let Some(engine) = model.settings.engine(name) else {
        return;
    };
    let command = engine.command.clone();
    let title = format!("Options of {}", glyph::safe(name.as_bytes()));
    let page = Page {
        engine: name.to_owned(),
    };
    let report = Report::new(page, title);
    overlay::open(model, report);
    settings::meet(model, &command);
}

/// See the module.
#[derive(Debug)]
struct Page {
    engine: String,
}

impl Reports for Page {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let Some(engine) = model.settings.engine(&self.engine) else {
            report.put(vec![Row::heading("no such engine")]);
            return;
        };
        let known = model.engines.known(&engine.command);
        let mut rows = Vec::new();
        let set = &engine.command.options;
        rows.extend((!set.is_empty()).then(|| Row::heading("Set")));
        let of_set = |(name, value): &(String, String)| row(engine, known, name, Some(value));
        rows.extend(set.iter().map(of_set));
        match model.engines.of(&engine.command) {
            Some(Meeting::Known(known)) => {
                let offered = known.identity.options.iter();
                let others = offered.filter(|option| !engine.command.sets(&option.name));
                let others: Vec<Row> = others
                    .map(|option| row(engine, Some(known), &option.name, None))
                    .collect();
                if !others.is_empty() {
                    rows.push(Row::heading("As the engine has them"));
                    rows.extend(others);
                }
            }
            Some(Meeting::Failed(reason)) => rows.push(Row::heading(reason.clone())),
            _ => rows.push(Row::heading("asking the engine …")),
        }
        report.note = known.map_or_else(String::new, |known| {
            glyph::safe(known.identity.name.as_bytes())
        });
        report.put(rows);
    }
}

/// Returns the option of a name, where the engine is known and has it.
fn offered<'k>(known: Option<&'k Known>, name: &str) -> Option<&'k EngineOption> {
    let mut options = known?.identity.options.iter();
    options.find(|option| option.is_called(name))
}

/// Returns what is wrong with a value; `None` where nothing is, or the engine is not known.
fn wrong(known: Option<&Known>, name: &str, value: &str) -> Option<String> {
    let known = known?;
    match offered(Some(known), name) {
        None => Some("the engine has no such option".to_owned()),
        Some(option) => option.checked(value).err().map(|error| error.to_string()),
    }
}

/// Returns the row of an option.
pub(super) fn row(
    engine: &NamedEngine,
    known: Option<&Known>,
    name: &str,
    value: Option<&str>,
) -> Row {
    let takes = offered(known, name).map(EngineOption::takes);
    let problem = value.and_then(|value| wrong(known, name, value));
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
        .doing(move |model| ask(model, &engine, &option))
}

/// Asks what an option is to be: one of its words, or a text.
fn ask(model: &mut Model, engine: &str, option: &str) {
    let Some(named) = model.settings.engine(engine) else {
        return;
    };
    let now = named.command.options.iter();
    let now = now.filter(|(name, _)| name.eq_ignore_ascii_case(option));
    let now = now.map(|(_, value)| value.clone()).next();
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
            if let Some(wrong) = value.and_then(|value| wrong(known, &option, value)) {
                return Err(glyph::safe(wrong.as_bytes()));
            }
            set(model, &engine, &option, value);
            Ok(())
        });
        let now = now.unwrap_or_default();
        return overlay::open(model, Prompt::new(label, now, asks.noting(takes)));
    }
    let mut items: Vec<MenuItem> = Vec::new();
    // The first nine have a key each.
    let keys = ('1'..='9').map(Some).chain(std::iter::repeat(None));
    for (word, key) in words.iter().zip(keys) {
        let (engine, option, value) = (engine.to_owned(), option.to_owned(), word.clone());
        let label = glyph::safe(word.as_bytes());
        let item = MenuItem::new(key, label, "", move |model| {
            set(model, &engine, &option, Some(&value))
        });
        items.push(item.checked(now.as_deref() == Some(word)));
    }
    let (engine, option) = (engine.to_owned(), option.to_owned());
    let default = MenuItem::new(Some('d'), DEFAULT, takes, move |model| {
        set(model, &engine, &option, None)
    });
    items.push(default.checked(now.is_none()));
    let at = items.iter().position(|item| item.checked == Some(true));
    overlay::open(model, Menu::new(label, items).at(at.unwrap_or(0)))
}

/// Sets an option of an engine; `None` leaves it as the engine has it.
fn set(model: &mut Model, engine: &str, option: &str, value: Option<&str>) {
    if let Some(engine) = model.settings.engine(engine) {
        let engine = engine.with_option(option, value);
        put(model, &engine)
    }
}
