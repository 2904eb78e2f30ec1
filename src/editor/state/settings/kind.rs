//! A row of the table of settings, and the kinds of values.

use std::borrow::Cow;

use toml_edit::Value;

use super::error::{SettingError, one_of};
use super::{Settings, Table, once};
use crate::editor::state::columns::{Column, Columns};
use crate::suite::query::in_list;

/// A setting: a row of the table.
#[derive(Debug)]
pub struct Setting {
    /// As the settings file and the command line have it.
    pub name: &'static str,
    /// Its meaning, in a few words.
    pub help: &'static str,
    /// The values it takes.
    pub kind: Kind,
}

/// The values of a setting.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of some words. `true` and `false` have no quotes in the file.
    Choice(&'static dyn Choice),
    /// Columns of the suite list.
    Columns,
    /// Entries by their names: no option.
    Table(Table),
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
}

/// Returns a word as the settings file has it.
pub(super) fn word_to_toml(word: &str) -> Value {
    match is_bare(word) {
        true => (word == "true").into(),
        false => word.into(),
    }
}

/// Returns whether a word is one of TOML's own.
pub(super) fn is_bare(word: &str) -> bool {
    matches!(word, "true" | "false")
}

/// A setting that is one of some words.
pub trait Choice: std::fmt::Debug + Sync {
    /// Returns all words, the default among them.
    fn words(&self) -> Vec<Word>;
    /// Returns all that can be chosen, with what the person has made.
    fn offered(&self, _: &Settings) -> Vec<Word> {
        self.words()
    }
    /// Returns what else can be chosen, as its documentation has it.
    fn more(&self) -> Option<Word> {
        None
    }
    /// Returns the name of the word that is set.
    fn name(&self, settings: &Settings) -> String;
    /// Sets another word. Returns whether there is such a word.
    fn take(&self, settings: &mut Settings, word: &str) -> bool;
    /// Returns the words that can be chosen, as a sentence lists them.
    fn expected(&self, settings: &Settings, shown: fn(Word) -> String) -> String {
        let words = self.offered(settings).into_iter().map(shown);
        // What has no name of its own is said in words.
        let more = self.more().filter(|more| more.name == "…");
        one_of(words.chain(more.map(|more| more.help.into_owned())))
    }
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

    fn name(&self, settings: &Settings) -> String {
        let value = (self.of)(settings);
        let word = self.all.iter().find(|word| word.1 == value);
        word.map_or("", |word| word.0).to_owned()
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let known = self.all.iter().find(|known| known.0 == word);
        known.map(|known| (self.to)(settings, known.1)).is_some()
    }
}

impl Setting {
    /// Returns whether the command line has an option of its name.
    pub fn is_option(&self) -> bool {
        !matches!(self.kind, Kind::Table(_))
    }

    /// Takes a value as a person types it, or an entry of its table.
    pub(super) fn take_text(
        &self,
        settings: &mut Settings,
        entry: Option<&str>,
        text: &str,
    ) -> Result<(), SettingError> {
        match (self.kind, entry) {
            (Kind::Choice(choice), _) => {
                if choice.take(settings, text) {
                    return Ok(());
                }
                let expected = choice.expected(settings, |word| word.name.into_owned());
                Err(self.value(expected, text))
            }
            (Kind::Columns, _) => {
                let names: Vec<&str> = in_list(text).map(str::trim).collect();
                if let Some(error) = names.iter().find_map(|name| self.no_column(name)) {
                    return Err(error);
                }
                settings.show_columns(names.into_iter());
                Ok(())
            }
            (Kind::Table(table), Some(entry)) => table.take(settings, entry, text),
            (Kind::Table(table), None) => {
                Err(self.value(table.about().expected_name.to_owned(), text))
            }
        }
    }

    /// Returns its value as a settings file has it; of a table, that of an entry.
    pub(super) fn to_toml(&self, settings: &Settings, entry: Option<&str>) -> Option<Value> {
        match self.kind {
            Kind::Choice(choice) => Some(word_to_toml(&choice.name(settings))),
            Kind::Columns => Some(settings.columns.iter().collect()),
            Kind::Table(table) => table.value(settings, entry?),
        }
    }

    /// Returns its value as a person types it: a word, words with commas between; the names in a table.
    pub fn text(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Choice(choice) => choice.name(settings),
            Kind::Columns => settings.columns.join(","),
            Kind::Table(table) => table.names(settings).join(", "),
        }
    }

    /// Returns the error that `found` is no value of it.
    pub(super) fn value(&self, expected: String, found: &str) -> SettingError {
        SettingError::Value {
            name: self.name,
            expected,
            found: found.to_owned(),
        }
    }

    /// Returns the error that no column has the name; `None` where one has.
    pub(super) fn no_column(&self, name: &str) -> Option<SettingError> {
        let what = Column::chosen(name).err()?;
        if Column::parse(name).is_err() {
            let names = Column::PLAIN.map(|column| column.name());
            let others = ["an opcode", "OPCODE.prefix", "a calculation"].map(str::to_owned);
            let expected = one_of(names.into_iter().chain(others));
            return Some(self.value(expected, name));
        }
        Some(SettingError::Other(format!("`{}`: {what}", self.name)))
    }
}

/// Returns the columns that are shown where nobody chose.
pub(super) fn usual_columns() -> Vec<String> {
    let columns = Columns::default();
    columns.shown().iter().map(Column::name).collect()
}

impl Settings {
    /// Shows these columns, each once; the usual ones where there is none.
    pub(super) fn show_columns<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let columns = once(names.map(str::to_owned).collect());
        self.columns = match columns.is_empty() {
            true => usual_columns(),
            false => columns,
        };
    }
}
