//! A row of the table of settings, and the kinds of values.

use toml_edit::Value;

use super::error::{SettingError, one_of};
use super::{Settings, Table};
use crate::editor::state::columns::Column;

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

/// Returns a word as the settings file has it.
pub(super) fn word_to_toml(word: &str) -> Value {
    match word {
        "true" => true.into(),
        "false" => false.into(),
        word => word.into(),
    }
}

/// A setting that is one of some words.
pub trait Choice: std::fmt::Debug + Sync {
    /// Returns the words of the table, the default among them, each with its meaning.
    fn words(&self) -> Vec<(&'static str, &'static str)>;
    /// Returns what else can be chosen, as its documentation has it.
    fn more(&self) -> Option<(&'static str, &'static str)>;
    /// Returns the words that can be chosen, with those the person has made.
    fn offered(&self, settings: &Settings) -> Vec<(String, String)>;
    /// Returns the word that is set.
    fn name(&self, settings: &Settings) -> String;
    /// Sets another word. Returns whether there is such a word.
    fn take(&self, settings: &mut Settings, word: &str) -> bool;
    /// Returns the words that can be chosen, as a sentence lists them: as the settings file has them, or as they
    /// are typed.
    fn expected(&self, settings: &Settings, is_toml: bool) -> String {
        let words = self
            .offered(settings)
            .into_iter()
            .map(|(word, _)| match is_toml {
                true => word_to_toml(&word).to_string(),
                false => word,
            });
        // What has no name of its own is said in words.
        let more = self.more().filter(|(name, _)| *name == "…");
        one_of(words.chain(more.map(|(_, help)| help.to_owned())))
    }
}

/// The words of a setting.
#[derive(Debug)]
pub struct Words<T: 'static> {
    /// Word, value, meaning.
    pub all: &'static [(&'static str, T, &'static str)],
    pub(super) more: Option<More<T>>,
    pub(super) get: fn(&Settings) -> &T,
    pub(super) set: fn(&mut Settings, T),
}

/// The values of a setting that are not words of the table.
#[derive(Debug)]
pub(super) struct More<T> {
    /// An example of them, and their meaning.
    pub(super) words: (&'static str, &'static str),
    /// Returns those that the person has made.
    pub(super) own: fn(&Settings) -> Vec<(String, String)>,
    pub(super) read: fn(&Settings, &str) -> Option<T>,
    pub(super) text: fn(&T) -> String,
}

/// Makes the words of a field of the settings: word, value and meaning; before them, what else it can be.
macro_rules! words {
    ($field:ident, $($word:expr, $value:expr, $help:expr;)*) => {
        words!($field, None => $($word, $value, $help;)*)
    };
    ($field:ident, $more:expr => $($word:expr, $value:expr, $help:expr;)*) => {
        Words {
            all: &[$(($word, $value, $help)),*],
            more: $more,
            get: |settings| &settings.$field,
            set: |settings, value| settings.$field = value,
        }
    };
}
pub(super) use words;

impl<T: Clone + PartialEq + std::fmt::Debug + Sync> Choice for Words<T> {
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        self.all
            .iter()
            .map(|(word, _, help)| (*word, *help))
            .collect()
    }

    fn more(&self) -> Option<(&'static str, &'static str)> {
        self.more.as_ref().map(|more| more.words)
    }

    fn offered(&self, settings: &Settings) -> Vec<(String, String)> {
        let words = self.all.iter();
        let words = words.map(|(word, _, help)| ((*word).to_owned(), (*help).to_owned()));
        let own = self.more.iter().flat_map(|more| (more.own)(settings));
        words.chain(own).collect()
    }

    fn name(&self, settings: &Settings) -> String {
        let value = (self.get)(settings);
        match (self.all.iter().find(|word| word.1 == *value), &self.more) {
            (Some(word), _) => word.0.to_owned(),
            (None, more) => more
                .as_ref()
                .map_or_else(String::new, |more| (more.text)(value)),
        }
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let value = match self.all.iter().find(|known| known.0 == word) {
            Some(known) => Some(known.1.clone()),
            None => self
                .more
                .as_ref()
                .and_then(|more| (more.read)(settings, word)),
        };
        value.map(|value| (self.set)(settings, value)).is_some()
    }
}

impl Setting {
    /// Returns whether the command line has an option of its name.
    pub fn is_option(&self) -> bool {
        !matches!(self.kind, Kind::Table(_))
    }

    /// Returns its value as a settings file has it; of a table, that of an entry.
    pub(super) fn to_toml(&self, settings: &Settings, entry: Option<&str>) -> Option<Value> {
        match self.kind {
            Kind::Choice(choice) => Some(word_to_toml(&choice.name(settings))),
            Kind::Columns => Some(settings.columns.iter().map(Column::name).collect()),
            Kind::Table(table) => {
                let mut entries = table.entries(settings).into_iter();
                entries
                    .find(|(name, _)| Some(name.as_str()) == entry)
                    .map(|(_, value)| value)
            }
        }
    }

    /// Returns its value as a person types it: a word, words with commas between; the names in a table.
    pub fn text(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Choice(choice) => choice.name(settings),
            Kind::Columns => {
                let names: Vec<String> = settings.columns.iter().map(Column::name).collect();
                names.join(",")
            }
            Kind::Table(table) => {
                let entries = table.entries(settings).into_iter();
                let names: Vec<String> = entries.map(|(name, _)| name).collect();
                names.join(", ")
            }
        }
    }

    /// Returns the error that `found` is no value of it.
    pub(super) fn value(&self, expected: impl Into<String>, found: &str) -> SettingError {
        SettingError::Value {
            name: self.name,
            expected: expected.into(),
            found: found.to_owned(),
        }
    }
}
