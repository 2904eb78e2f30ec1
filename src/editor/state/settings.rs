//! The settings, their file, and the source of each value.
//!
//! [`all`] is the one table. [`Settings`] and its defaults, the settings file, the options of the command
//! line, `epdit config`, the commented file it offers and the README come from it.

mod engines;
mod entries;
mod error;
mod file;
mod keys;
mod kind;
mod limit;
mod put;
mod table;
mod theme;
mod typed;
mod write;

use std::collections::HashSet;
use std::hash::Hash;
use std::path::{Path, PathBuf};

use crate::editor::widgets::glyph;

pub use engines::NamedEngine;
pub use entries::Table;
pub use error::{Mistake, SettingError};
pub use keys::Binding;
pub(crate) use kind::typed;
pub use kind::{Choice, Kind, Setting};
pub(crate) use limit::in_words as limit_in_words;
pub use put::{Entry, put};
pub use table::{BOARD, Settings, all, piece_styles};
pub use theme::{ChosenTheme, Colour, Colours, RoleName, ThemeFile};
pub use typed::{completions, parse};
pub use write::template;

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
