//! The settings that are tables of the settings file: entries by their names.

use toml_edit::{Array, Item, Value};

use super::{Binding, NamedEngine, SettingError, Settings, keys};
use crate::editor::state::template::Template;

/// A setting that is a table of the settings file, and no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Operations by the name of a template.
    Templates,
    /// Engines by their names.
    Engines,
    /// Keys by the name of a command.
    Keys,
}

/// The words about a table.
pub(super) struct TableWords {
    /// A value of the file that is right.
    pub(super) expected: &'static str,
    /// A value of an entry that is right.
    pub(super) expected_entry: &'static str,
    /// The name of an entry, where the table alone was named.
    pub(super) expected_name: &'static str,
    pub(super) help: &'static str,
    /// Lines that the commented file shows.
    pub(super) examples: &'static [&'static str],
}

impl Table {
    /// Returns the words about it.
    pub(super) const fn about(self) -> TableWords {
        match self {
            Self::Templates => TableWords {
                expected: "a table of operations",
                expected_entry: "operations as text",
                expected_name: "a name behind it: `templates.study`",
                help: "operations as a record has them, behind a name; what they leave out is typed. Default: none",
                examples: &["# study = 'id \"\"; bm; c0 \"\";'"],
            },
            Self::Engines => TableWords {
                expected: "a table of engines",
                expected_entry: "a command or a table",
                expected_name: "a name behind it: `engines.stockfish`",
                help: "a command, or a table with command, args (a list) and options (a table, as UCI has them). Default: none",
                examples: &[
                    "# stockfish = \"stockfish\"",
                    "# big = { command = \"/opt/lc0/lc0\", args = [\"--threads=2\"], options = { Hash = 256 } }",
                ],
            },
            Self::Keys => TableWords {
                expected: "a table of keys",
                expected_entry: "a key or a list of keys",
                expected_name: "a command behind it: `keys.save`",
                help: "a key, a list of keys, [] for none, or keys by place. Default: the keys that `?` lists",
                examples: &[
                    "# save = [\"Ctrl-S\", \"F5\"]",
                    "# suspend = []",
                    "# flip = { board = \"F\" }",
                ],
            },
        }
    }

    /// Returns its entries: names, and values as the settings file has them.
    pub(super) fn entries(self, settings: &Settings) -> Vec<(String, Value)> {
        match self {
            Self::Templates => {
                let templates = settings.templates.iter();
                let entry = |known: &Template| (known.name.clone(), known.text().into());
                templates.map(entry).collect()
            }
            Self::Engines => {
                let engines = settings.engines.iter();
                engines
                    .map(|known| (known.name.clone(), known.to_toml()))
                    .collect()
            }
            Self::Keys => keys::entries(&settings.keys),
        }
    }

    /// Takes an entry that stands at `place` of the settings file.
    ///
    /// # Errors
    ///
    /// The value is not right; none is told where it is of another kind than the table's.
    pub(super) fn read(
        self,
        settings: &mut Settings,
        name: &str,
        value: &Item,
        place: (usize, usize),
    ) -> Result<(), Option<SettingError>> {
        match self {
            Self::Templates => {
                let text = value.as_str().ok_or(None)?;
                let template = Template::read(name, text).map_err(SettingError::Other)?;
                let templates = &mut settings.templates;
                templates.retain(|known| known.name != name);
                let at = templates.partition_point(|known| *known.name < *name);
                templates.insert(at, template);
            }
            Self::Engines => {
                let engine = NamedEngine::read(name, value).map_err(SettingError::Engine)?;
                settings.put_engine(engine);
            }
            Self::Keys => {
                let bindings = Binding::read(name, value, place).ok_or(None)?;
                settings.keys.retain(|known| known.command != name);
                settings.keys.extend(bindings);
            }
        }
        Ok(())
    }

    /// Returns the entry, and its value, that a person types for `name`: of an engine also one option.
    ///
    /// # Errors
    ///
    /// The text is no value of an entry.
    pub(super) fn typed<'n>(
        self,
        settings: &'n Settings,
        name: &'n str,
        text: &str,
    ) -> Result<(&'n str, Value), SettingError> {
        let value = match (self, settings.engine_and_option(name)) {
            (Self::Engines, Some((engine, Some(option)))) => {
                let changed = engine.with_option(option, Some(text));
                return Ok((&engine.name, changed.to_toml()));
            }
            (Self::Engines, _) => NamedEngine::typed(name, text).map_err(SettingError::Engine)?,
            (Self::Keys, _) => text.split_whitespace().collect::<Array>().into(),
            (Self::Templates, _) => text.into(),
        };
        Ok((name, value))
    }

    /// Takes an entry out, or an option of an engine. Returns whether it was there.
    ///
    /// # Errors
    ///
    /// The engine has no such option.
    pub(super) fn remove(self, settings: &mut Settings, name: &str) -> Result<bool, SettingError> {
        let is_there = self
            .entries(settings)
            .iter()
            .any(|(known, _)| known == name);
        match (self, settings.engine_and_option(name)) {
            (Self::Engines, Some((engine, Some(option)))) if engine.command.sets(option) => {
                let changed = engine.with_option(option, None);
                settings.put_engine(changed);
                return Ok(true);
            }
            (Self::Engines, Some((engine, Some(option)))) => {
                let what = format!("`{option}` is not set for `{}`", engine.name);
                return Err(SettingError::Engine(what));
            }
            (Self::Engines, _) => settings.engines.retain(|known| known.name != name),
            (Self::Templates, _) => settings.templates.retain(|known| known.name != name),
            (Self::Keys, _) => settings.keys.retain(|known| known.command != name),
        }
        Ok(is_there)
    }
}
