//! The settings, their file, and the source of each value.
//!
//! [`all`] is the one table. [`Settings`] and its defaults, the settings file, the options of the command
//! line, `epdit config`, the commented file it offers and the README come from it.
//!
//! Errors of settings, in words.
//!
//! The settings as text of a settings file: the commented one to begin with, and the present values.

mod engines;
mod entries;
mod file;
mod keys;
mod kind;
mod limit;
mod put;
mod table;
mod theme;
mod typed;

use crate::editor::state::columns::Column;
use crate::editor::state::settings::kind::word_to_toml;
use crate::editor::widgets::glyph;
use crate::epd::spelling;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use toml_edit::Key;

pub use engines::NamedEngine;
pub use entries::Table;
pub use keys::Binding;
pub(crate) use kind::typed;
pub use kind::{Choice, Kind, Setting};
pub(crate) use limit::in_words as limit_in_words;
pub use put::{Entry, put};
pub use table::{BOARD, Settings, all, piece_styles};
pub use theme::{ChosenTheme, Colour, Colours, RoleName, ThemeFile};
pub use typed::{completions, parse};

/// The word typed for a setting to have its default again; no value is called that.
pub const DEFAULT: &str = "default";

impl Settings {
    /// Returns whether an option of the command line names a setting: the next start with it goes by that again.
    pub fn is_given(&self, setting: &Setting) -> bool {
        self.given.contains(setting.name)
    }

    /// Notes that a setting was written to the settings file, in this line.
    pub fn written(&mut self, setting: &Setting, line: usize) {
        self.sources.insert(setting.name, Source::File { line });
    }

    /// Returns the source of the value of a setting.
    pub fn source(&self, setting: &Setting) -> Source {
        self.sources.get(setting.name).copied().unwrap_or_default()
    }
}

/// Returns the setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    all().iter().find(|setting| setting.name == name)
}

/// Returns the setting of a name, and the entry of its table where one is named behind a dot.
///
/// # Errors
///
/// There is none.
pub fn named(name: &str) -> Result<(&'static Setting, Option<&str>), SettingError> {
    let (head, entry) = match name.split_once('.') {
        Some((head, entry)) => (head, Some(entry)),
        None => (name, None),
    };
    let setting = find(head).ok_or_else(|| SettingError::unknown(head))?;
    match entry {
        Some(_) if setting.is_option() => Err(SettingError::unknown(name)),
        _ => Ok((setting, entry)),
    }
}

/// Returns the values, each once, where it stands first.
fn once<T: Clone + Eq + Hash>(mut values: Vec<T>) -> Vec<T> {
    let mut known = HashSet::new();
    values.retain(|value| known.insert(value.clone()));
    values
}

/// The settings file, as it was read or written last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Its path; `None` where there is no place for one.
    pub path: Option<PathBuf>,
    /// Its problems: a sentence each, with its place.
    pub problems: Vec<String>,
}

impl SettingsFile {
    /// Returns the name of the file.
    pub fn name(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "config.toml".to_owned())
    }

    /// Returns its path, as a page of settings shows it.
    pub(crate) fn place(&self) -> String {
        match &self.path {
            Some(path) => glyph::safe(path.display().to_string().as_bytes()),
            None => "no settings file: nothing is kept".to_owned(),
        }
    }
}

/// The source of a value. Later ones count more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Nobody said anything.
    #[default]
    Default,
    /// This line of the settings file.
    File { line: usize },
    /// An option of the command line.
    CommandLine,
    /// Set in the editor, and not in the file (yet).
    Editor,
}

/// The background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Dark,
    Light,
}

/// A protocol by which the terminal is given images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// As the environment says.
    Auto,
    Kitty,
    Iterm2,
    Sixel,
    None,
}

#[cfg(test)]
mod tests;

/// The reason that a setting could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is none of the name; `near` is the one that was probably meant.
    #[error("unknown {what} `{name}`{}", .near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Unknown {
        what: &'static str,
        name: String,
        near: Option<String>,
    },
    /// The value is none it takes.
    #[error("`{name}`: expected {expected}, found {}", if .found.is_empty() { "nothing" } else { .found.as_str() })]
    Value {
        name: &'static str,
        expected: String,
        found: String,
    },
    /// An engine is not right.
    #[error("{0}")]
    Engine(String),
    /// Something else is wrong, in a sentence.
    #[error("{0}")]
    Other(String),
}

impl SettingError {
    /// Returns the error that there is no such setting.
    fn unknown(name: &str) -> Self {
        let names = all().iter().map(|setting| setting.name);
        Self::unknown_of("setting", name, names)
    }

    /// Returns the error that something has none of these names.
    pub(crate) fn unknown_of<'n>(
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Self {
        let lower = name.to_lowercase();
        let slips = spelling::slips(lower.as_bytes());
        let near = spelling::nearest(lower.as_bytes(), names, slips);
        Self::Unknown {
            what,
            name: name.to_owned(),
            near: near.first().map(|near| (*near).to_owned()),
        }
    }
}

/// A mistake in the settings file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub error: SettingError,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.error)
    }
}

/// Returns words as a sentence lists them: `a, b or c`.
fn one_of(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns a settings file to begin with: every setting with its help and its values, the default behind a
/// `#`.
pub fn template() -> String {
    let usual = Settings::default();
    let mut text = String::from("# Settings of epdit: remove the `# ` before a line to use it.\n");
    for setting in all() {
        text += &format!("\n# {}\n", setting.help);
        let mut examples: &[&str] = &[];
        match setting.kind {
            Kind::Choice(choice) => {
                let words = choice.words.iter().copied().chain(choice.more);
                let words = words.map(|(word, help)| (word_to_toml(word).to_string(), help));
                let words: Vec<_> = words.collect();
                let wide = words.iter().map(|(word, _)| word.len()).max();
                let wide = wide.unwrap_or_default();
                for (word, help) in words {
                    text += &format!("#   {word:<wide$}  {help}\n");
                }
            }
            Kind::Columns => {
                let plain = Column::PLAIN.map(|column| column.name());
                text += &format!("#   {}, opcodes\n", plain.join(", "));
            }
            Kind::Table(table) => {
                let about = table.about();
                text += &format!("#   {}\n", about.help);
                examples = about.examples;
            }
        }
        let lines = setting.lines(&usual).into_iter();
        text.extend(lines.map(|line| format!("# {line}\n")));
        text.extend(examples.iter().map(|line| format!("{line}\n")));
    }
    text
}

impl Setting {
    /// Returns its lines in a settings file, with the value it has.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let head = (!self.is_option()).then(|| format!("[{}]", self.name));
        let lines = self.values(settings).into_iter();
        let lines =
            lines.map(|(name, value)| format!("{} = {value}", Key::new(name).display_repr()));
        head.into_iter().chain(lines).collect()
    }
}

impl Settings {
    /// Returns a setting, or an entry of one, as it goes into a settings file; an option of an engine is
    /// written with its engine.
    ///
    /// # Errors
    ///
    /// There is no setting of the name.
    pub fn entry(&self, name: &str) -> Result<Entry, SettingError> {
        let (setting, entry) = named(name)?;
        let engine = entry.and_then(|entry| self.engine_and_option(entry));
        let entry = match (setting.kind, engine) {
            (Kind::Table(Table::Engines), Some((engine, _))) => Some(engine.name.as_str()),
            _ => entry,
        };
        let is_usual = setting.is_option() && self.source(setting) == Source::Default;
        let key = entry.unwrap_or(setting.name);
        let mut values = setting.values(self).into_iter();
        let value = values.find(|(name, _)| name == key && !is_usual);
        Ok(Entry {
            table: entry.map(|_| setting.name),
            key: key.to_owned(),
            value: value.map(|(_, value)| value.to_string()),
        })
    }
}
