//! The settings, their file, and the source of each value.
//!
//! [`all`] is the one table. The settings file, the options of the command line, `epdit config`, the
//! commented file it offers and the README come from it. A new setting is a field of [`Settings`]
//! with its default, and a row of the table.

mod assign;
mod choose_engine;
mod engines;
mod entries;
mod error;
mod file;
mod keys;
mod kind;
mod limit;
mod links;
mod put;
mod table;
mod theme;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::pieces::Pieces;
use super::template::Template;
use crate::engine::Limits;
use crate::epd::Rules;
use crate::exchange::diagram::Theme as BoardColours;
use crate::exchange::form::LINK;
use crate::suite::SavePolicy;

pub use assign::{completions, parse};
pub use engines::NamedEngine;
pub use entries::Table;
pub use error::{Mistake, SettingError};
pub use keys::Binding;
pub use kind::{Kind, Setting, Word, Words};
pub(crate) use limit::in_words as limit_in_words;
pub use put::{Entry, put};
pub use table::{BOARD, PIECES, all, find};
pub use theme::{Colour, NAMES, Painted, RoleName, ThemeFile, Themes};
pub use write::template;

/// The word typed for a setting to have its default again; no value is called that.
pub const DEFAULT: &str = "default";

/// The engine, or the engines, that work where nobody chose; none is called that.
const AUTO: &str = "auto";

/// Every setting with its value, and where that came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The records that a save makes canonical; `None` where the first save asks.
    pub save: Option<SavePolicy>,
    /// Whether what a file held when it was opened is kept beside it.
    pub backup: bool,
    /// The background of the terminal, or that of the theme file chosen; `None` as the terminal says.
    pub theme: Option<Background>,
    /// The theme files, and which one is chosen.
    pub themes: Themes,
    /// The style of the pieces; `None` as the terminal can.
    pub pieces: Option<Pieces>,
    /// The colours of the board's squares.
    pub board: BoardColours,
    /// The template of links to a board on the net.
    pub link: String,
    /// The protocol by which the terminal is given images of the pieces.
    pub images: Images,
    /// The rules of castling for all files; `None` as their records tell.
    pub chess960: Option<Rules>,
    /// Whether the editor takes the mouse; otherwise the terminal's own selection works.
    pub mouse: bool,
    /// The columns of the suite list, from left to right; never empty.
    pub columns: Vec<String>,
    /// Whether sort, columns, place, save answer and last query of each file are remembered.
    pub remember: bool,
    /// Bytes of a file that are held in memory; a larger one is read from the disk as it is shown.
    pub memory: u64,
    /// Sets of operations to add at once, in order of name.
    pub templates: Vec<Template>,
    /// Engines that analyse, in the order of the file.
    pub engines: Vec<NamedEngine>,
    /// The name of the engine of live analysis; `None` for the first one.
    pub analysis_engine: Option<String>,
    /// The names of the engines that work in the background; none for the one of live analysis.
    pub queue_engines: Vec<String>,
    /// Lines of live analysis.
    pub analysis_lines: u32,
    /// The limit of the search of a record in the background.
    pub analysis_limit: Limits,
    /// Engines that work in the background at once.
    pub analysis_engines: usize,
    /// Keys of commands in the place of those they have.
    pub keys: Vec<Binding>,
    /// The sources of the values that are not the default.
    sources: BTreeMap<&'static str, Source>,
    /// The settings that an option of the command line names.
    given: BTreeSet<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            save: None,
            backup: false,
            theme: None,
            themes: Themes::default(),
            pieces: None,
            board: BoardColours::default(),
            link: LINK.to_owned(),
            images: Images::Auto,
            chess960: None,
            mouse: true,
            columns: kind::usual_columns(),
            remember: true,
            memory: 512 << 20,
            templates: Vec::new(),
            engines: Vec::new(),
            analysis_engine: None,
            queue_engines: Vec::new(),
            analysis_lines: 3,
            analysis_limit: limit::USUAL,
            analysis_engines: 1,
            keys: Vec::new(),
            sources: BTreeMap::new(),
            given: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// Sets one by its name to a value as a person types it: a word, or words with commas between.
    /// An entry of a table is named behind a dot: `templates.study`.
    ///
    /// # Errors
    ///
    /// There is no such setting, or the value is none it takes: then nothing changes.
    pub fn set(&mut self, name: &str, text: &str, source: Source) -> Result<(), SettingError> {
        let (setting, entry) = named(name)?;
        setting.take_text(self, entry, text)?;
        self.sources.insert(setting.name, source);
        if source == Source::CommandLine {
            self.given.insert(setting.name);
        }
        Ok(())
    }

    /// Gives one its default again; an entry of a table is taken out.
    ///
    /// # Errors
    ///
    /// There is no such setting or entry, or a whole table is named.
    pub fn reset(&mut self, name: &str) -> Result<(), SettingError> {
        let (setting, entry) = named(name)?;
        if let (Kind::Table(table), Some(entry)) = (setting.kind, entry) {
            return match table.remove(self, entry)? {
                true => Ok(()),
                false => Err(SettingError::Other(format!("there is no `{name}`"))),
            };
        }
        let usual = match setting.is_option() {
            true => setting.text(&Self::default()),
            false => DEFAULT.to_owned(),
        };
        setting.take_text(self, None, &usual)?;
        self.sources.remove(setting.name);
        Ok(())
    }

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

/// Returns the names, each once, where it stands first.
fn once(names: Vec<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut names = names;
    names.retain(|name| known.insert(name.clone()));
    names
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

/// The settings file, as it was read or written last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is; `None` where there is no place for one.
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
    /// It was set in the editor, and is not in the file (yet).
    Editor,
}

/// The background of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
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
