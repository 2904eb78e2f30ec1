//! What a setting can be: a row of the table, and the kinds of values.

use std::borrow::Cow;

use super::error::{SettingError, one_of};
use super::theme;
use super::{Binding, NamedEngine, Settings};
use crate::app::state::columns::{Column, Columns};
use crate::app::state::template::Template;

/// A setting: a row of the table.
#[derive(Debug)]
pub struct Setting {
    /// As the settings file and the command line have it.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub help: &'static str,
    /// What values it takes, and where they are kept.
    pub kind: Kind,
}

/// The values of a setting.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of some words. `true` and `false` have no quotes in the file.
    Choice(&'static dyn Choice),
    /// Columns of the suite list.
    Columns,
    /// Operations by the name of a template: a table of the file, and no option.
    Templates,
    /// Engines by their names: a table of the file, and no option.
    Engines,
    /// Keys by the name of a command: a table of the file, and no option.
    Keys,
}

/// A word that a setting can be, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub name: Cow<'static, str>,
    pub help: Cow<'static, str>,
}

impl Word {
    pub(super) fn new(name: &'static str, help: &'static str) -> Self {
        Self {
            name: name.into(),
            help: help.into(),
        }
    }

    /// As the settings file has it.
    pub(crate) fn to_toml(&self) -> String {
        if is_bare(&self.name) {
            self.name.to_string()
        } else {
            quoted(&self.name)
        }
    }
}

/// Whether a word is one of TOML's own.
pub(super) fn is_bare(word: &str) -> bool {
    matches!(word, "true" | "false")
}

/// A string of TOML, as easy to read as it can be.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) && !text.contains(|c: char| c == '\'' || c.is_control()) {
        return format!("'{text}'");
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A setting that is one of some words.
pub trait Choice: std::fmt::Debug + Sync {
    /// All of them, the default among them.
    fn words(&self) -> Vec<Word>;
    /// All that can be chosen, with what the person has made.
    fn offered(&self, _: &Settings) -> Vec<Word> {
        self.words()
    }
    /// What else can be chosen, as its documentation has it.
    fn more(&self) -> Option<Word> {
        None
    }
    /// The one that is set.
    fn word(&self, settings: &Settings) -> Option<Word>;
    /// Sets another. Gives whether there is such a word.
    fn take(&self, settings: &mut Settings, word: &str) -> bool;
}

/// The words of a setting, each with its value and what it means.
#[derive(Debug)]
pub struct Words<T: 'static> {
    /// Word, value, meaning.
    pub all: &'static [(&'static str, T, &'static str)],
    pub(super) of: fn(&Settings) -> T,
    pub(super) to: fn(&mut Settings, T),
}

impl<T: Copy + PartialEq + std::fmt::Debug + Sync> Choice for Words<T> {
    fn words(&self) -> Vec<Word> {
        let all = self.all.iter();
        all.map(|&(name, _, help)| Word::new(name, help)).collect()
    }

    fn word(&self, settings: &Settings) -> Option<Word> {
        let value = (self.of)(settings);
        let mut all = self.all.iter();
        all.find(|word| word.1 == value)
            .map(|&(name, _, help)| Word::new(name, help))
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        match self.all.iter().find(|known| known.0 == word) {
            Some(&(_, value, _)) => {
                (self.to)(settings, value);
                true
            }
            None => false,
        }
    }
}

impl Setting {
    /// Whether the command line has an option of its name.
    pub fn is_option(&self) -> bool {
        !matches!(self.kind, Kind::Templates | Kind::Engines | Kind::Keys)
    }

    /// Takes a value as a person types it.
    pub(super) fn take_text(
        &self,
        settings: &mut Settings,
        text: &str,
    ) -> Result<(), SettingError> {
        match self.kind {
            Kind::Choice(choice) => {
                if choice.take(settings, text) {
                    return Ok(());
                }
                let expected = theme::expected(choice, settings, |word| word.name.into_owned());
                Err(self.value(expected, text))
            }
            Kind::Columns => {
                let names: Vec<&str> = text.split(',').map(str::trim).collect();
                match names.iter().find_map(|name| no_column(self, name)) {
                    Some(error) => Err(error),
                    None => {
                        take_columns(settings, &names);
                        Ok(())
                    }
                }
            }
            Kind::Keys => {
                let expected = format!("a command behind it: `{}.save`", self.name);
                Err(self.value(expected, text))
            }
            Kind::Engines => {
                let expected = format!("a name behind it: `{}.stockfish`", self.name);
                Err(self.value(expected, text))
            }
            Kind::Templates => {
                let expected = format!("a name behind it: `{}.study`", self.name);
                Err(self.value(expected, text))
            }
        }
    }

    /// Takes an entry of its table as a person types it.
    pub(super) fn take_entry(
        &self,
        settings: &mut Settings,
        entry: &str,
        text: &str,
    ) -> Result<(), SettingError> {
        if matches!(self.kind, Kind::Keys) {
            settings.keys.retain(|binding| binding.command != entry);
            settings.keys.push(Binding::typed(entry, text));
            return Ok(());
        }
        if matches!(self.kind, Kind::Engines) {
            let engine = match settings.engine_and_option(entry) {
                Some((engine, Some(option))) => engine.with_option(option, Some(text)),
                _ => NamedEngine::typed(entry, text).map_err(SettingError::Engine)?,
            };
            // One that is there keeps its place: the first is the one that is asked.
            let mut known = settings.engines.iter_mut();
            match known.find(|known| known.name == engine.name) {
                Some(known) => *known = engine,
                None => settings.engines.push(engine),
            }
            return Ok(());
        }
        let template = Template::read(entry, text).map_err(SettingError::Template)?;
        let templates = &mut settings.templates;
        match templates.binary_search_by(|known| known.name.as_str().cmp(entry)) {
            Ok(at) => {
                if let Some(known) = templates.get_mut(at) {
                    *known = template;
                }
            }
            Err(at) => templates.insert(at, template),
        }
        Ok(())
    }

    /// That `found` is no value of it.
    pub(super) fn value(&self, expected: String, found: &str) -> SettingError {
        SettingError::Value {
            name: self.name,
            expected,
            found: found.to_owned(),
        }
    }
}

/// Why no column of the list has the name; `None` where one has.
pub(super) fn no_column(setting: &Setting, name: &str) -> Option<SettingError> {
    if Column::parse(name).is_err() && Column::chosen(name).is_err() {
        return Some(setting.value(columns_expected(), name));
    }
    let what = Column::chosen(name).err()?;
    Some(SettingError::Column {
        name: setting.name,
        what,
    })
}

/// What a column can be.
fn columns_expected() -> String {
    let names = Column::PLAIN.map(|column| column.name());
    one_of(names.into_iter().chain(["an opcode".to_owned()]))
}

/// The columns that are shown where nobody chose.
pub(super) fn usual_columns() -> Vec<String> {
    Columns::default()
        .shown()
        .iter()
        .map(Column::name)
        .collect()
}

/// Shows these columns, each once; the usual ones where there is none.
pub(super) fn take_columns(settings: &mut Settings, names: &[&str]) {
    let mut columns: Vec<String> = Vec::new();
    for name in names {
        if !columns.iter().any(|known| known == name) {
            columns.push((*name).to_owned());
        }
    }
    settings.columns = if columns.is_empty() {
        usual_columns()
    } else {
        columns
    };
}
