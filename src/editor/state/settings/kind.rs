//! A row of the table of settings, and the kinds of values.

use super::{Settings, Table};
use crate::editor::state::columns::Column;
use crate::editor::state::settings::{SettingError, one_of};
use toml_edit::Value;

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
    Choice(&'static Choice),
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

/// Returns a value as a person types it.
pub(crate) fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.value().clone(),
        Value::Array(values) => values.iter().map(typed).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

/// A setting that is one of some words.
#[derive(Debug)]
pub struct Choice {
    /// The words of the table, the default among them, each with its meaning.
    pub words: &'static [(&'static str, &'static str)],
    /// Another choice, as its documentation has it: an example, and its meaning.
    pub more: Option<(&'static str, &'static str)>,
    /// Returns those of them that the person has made, each with its meaning.
    pub(super) own: fn(&Settings) -> Vec<(String, String)>,
    pub(super) text: fn(&Settings) -> String,
    pub(super) set: fn(&mut Settings, &str) -> bool,
}

/// Makes the words of a field of the settings: word, value and meaning; before them, what else it can be.
macro_rules! words {
    ($field:ident, $($word:expr, $value:expr, $help:expr;)*) => {
        words!($field, None, |_| Vec::new(), |_, _| None, |_| String::new() =>
            $($word, $value, $help;)*)
    };
    ($field:ident, $more:expr, $own:expr, $read:expr, $text:expr =>
        $($word:expr, $value:expr, $help:expr;)*) => {
        Choice {
            words: &[$(($word, $help)),*],
            more: $more,
            own: $own,
            text: |settings| {
                $({
                    let value = $value;
                    if settings.$field == value { return $word.to_owned(); }
                })*
                let text: fn(&_) -> String = $text;
                text(&settings.$field)
            },
            set: |settings, word| {
                $(if word == $word { settings.$field = $value; return true; })*
                let read: fn(&$crate::editor::state::settings::Settings, &str) -> Option<_> = $read;
                let value = read(settings, word);
                value.map(|value| settings.$field = value).is_some()
            },
        }
    };
}
pub(super) use words;

impl Choice {
    /// Returns the words that can be chosen, with those the person has made.
    pub fn offered(&self, settings: &Settings) -> Vec<(String, String)> {
        let words = self.words.iter();
        let words = words.map(|(word, help)| ((*word).to_owned(), (*help).to_owned()));
        words.chain((self.own)(settings)).collect()
    }

    /// Returns the word that is set.
    pub fn name(&self, settings: &Settings) -> String {
        (self.text)(settings)
    }

    /// Returns the words that can be chosen, as a sentence lists them: as the settings file has them, or as they
    /// are typed.
    pub(super) fn expected(&self, settings: &Settings, is_toml: bool) -> String {
        let words = self.offered(settings).into_iter();
        let words = words.map(|(word, _)| match is_toml {
            true => word_to_toml(&word).to_string(),
            false => word,
        });
        // What has no name of its own is said in words.
        let more = self.more.filter(|(name, _)| *name == "…");
        one_of(words.chain(more.map(|(_, help)| help.to_owned())))
    }
}

impl Setting {
    /// Returns whether the command line has an option of its name.
    pub fn is_option(&self) -> bool {
        !matches!(self.kind, Kind::Table(_))
    }

    /// Returns its value by its name as a settings file has it; of a table, those of its entries.
    pub(crate) fn values(&self, settings: &Settings) -> Vec<(String, Value)> {
        let value = match self.kind {
            Kind::Choice(choice) => word_to_toml(&choice.name(settings)),
            Kind::Columns => settings.columns.iter().map(Column::name).collect(),
            Kind::Table(table) => return table.entries(settings),
        };
        vec![(self.name.to_owned(), value)]
    }

    /// Returns its value as a person types it: a word, words with commas between; the names in a table.
    pub fn text(&self, settings: &Settings) -> String {
        let values = self.values(settings).into_iter();
        let texts: Vec<String> = match self.kind {
            Kind::Table(_) => values.map(|(name, _)| name).collect(),
            _ => values.map(|(_, value)| typed(&value)).collect(),
        };
        texts.join(", ")
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
