//! The settings: what they are, how they are read and written, and where each value came from.
//!
//! [`all`] is the one table. The settings file, the options of the command line, `epdit config`, the
//! commented file it offers and the README come from it. A new setting is a field of [`Settings`]
//! with its default, and a row of the table.

mod error;
mod file;
mod kind;
mod table;
mod write;

use std::collections::BTreeMap;

use super::pieces::Pieces;
use super::template::Template;
use crate::epd::Rules;
use crate::suite::SavePolicy;

pub use error::{Mistake, SettingError};
pub use kind::{Kind, Setting, Word, Words};
pub use table::{PIECES, all, find};
pub use write::template;

/// Every setting with its value, and where that came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which records a save makes canonical; `None` where the first save asks.
    pub save: Option<SavePolicy>,
    /// The background of the terminal; `None` as the environment says.
    pub theme: Option<Background>,
    /// How pieces are drawn; `None` as the terminal can.
    pub pieces: Option<Pieces>,
    /// How the terminal is given images of the pieces.
    pub images: Images,
    /// The rules of castling for all files; `None` as their records tell.
    pub chess960: Option<Rules>,
    /// Whether the editor takes the mouse; otherwise the terminal's own selection works.
    pub mouse: bool,
    /// The columns of the suite list, from left to right; never empty.
    pub columns: Vec<String>,
    /// Whether sort, columns, place, save answer and last query of each file are remembered.
    pub remember: bool,
    /// Sets of operations to add at once, in order of name.
    pub templates: Vec<Template>,
    /// Where the values came from that are not the default.
    sources: BTreeMap<&'static str, Source>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            save: None,
            theme: None,
            pieces: None,
            images: Images::Auto,
            chess960: None,
            mouse: true,
            columns: kind::usual_columns(),
            remember: true,
            templates: Vec::new(),
            sources: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Sets one by its name to a value as a person types it: a word, or words with commas between.
    ///
    /// # Errors
    ///
    /// There is no such setting, or the value is none it takes: then nothing changes.
    pub fn set(&mut self, name: &str, text: &str, source: Source) -> Result<(), SettingError> {
        let setting = find(name).ok_or_else(|| SettingError::unknown(name))?;
        setting.take_text(self, text)?;
        self.sources.insert(setting.name, source);
        Ok(())
    }

    /// Where the value of a setting came from.
    pub fn source(&self, setting: &Setting) -> Source {
        self.sources.get(setting.name).copied().unwrap_or_default()
    }
}

/// Where a value came from. Later ones count more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Nobody said anything.
    #[default]
    Default,
    /// This line of the settings file.
    File { line: usize },
    /// An option of the command line.
    CommandLine,
}

/// The background of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    Dark,
    Light,
}

/// How the terminal is given images.
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
