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

    /// Returns the names of its entries, each once.
    pub(super) fn names(self, settings: &Settings) -> Vec<String> {
        super::once(match self {
            Self::Templates => settings
                .templates
                .iter()
                .map(|known| known.name.clone())
                .collect(),
            Self::Engines => settings
                .engines
                .iter()
                .map(|known| known.name.clone())
                .collect(),
            Self::Keys => settings
                .keys
                .iter()
                .map(|known| known.command.clone())
                .collect(),
        })
    }

    /// Returns the value of an entry as the settings file has it.
    pub(super) fn value(self, settings: &Settings, name: &str) -> Option<Value> {
        match self {
            Self::Templates => {
                let template = settings.templates.iter().find(|known| known.name == name);
                template.map(|template| template.text().into())
            }
            Self::Engines => settings.engine(name).map(NamedEngine::to_toml),
            Self::Keys => keys::value_of(&settings.keys, name),
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

    /// Takes an entry as a person types it.
    ///
    /// # Errors
    ///
    /// The text is no value of an entry.
    pub(super) fn take(
        self,
        settings: &mut Settings,
        name: &str,
        text: &str,
    ) -> Result<(), SettingError> {
        let value = match (self, settings.engine_and_option(name)) {
            (Self::Engines, Some((engine, Some(option)))) => {
                settings.put_engine(engine.with_option(option, Some(text)));
                return Ok(());
            }
            (Self::Engines, _) => NamedEngine::typed(name, text).map_err(SettingError::Engine)?,
            (Self::Keys, _) => text.split_whitespace().collect::<Array>().into(),
            (Self::Templates, _) => text.into(),
        };
        let read = self.read(settings, name, &Item::Value(value), (0, 0));
        read.map_err(|error| error.unwrap_or_else(|| SettingError::unknown(name)))
    }

    /// Takes an entry out, or an option of an engine. Returns whether it was there.
    ///
    /// # Errors
    ///
    /// The engine has no such option.
    pub(super) fn remove(self, settings: &mut Settings, name: &str) -> Result<bool, SettingError> {
        if let (Self::Engines, Some((engine, Some(option)))) =
            (self, settings.engine_and_option(name))
        {
            if !engine.command.sets(option) {
                let what = format!("`{option}` is not set for `{}`", engine.name);
                return Err(SettingError::Engine(what));
            }
            settings.put_engine(engine.with_option(option, None));
            return Ok(true);
        }
        let is_there = self.value(settings, name).is_some();
        match self {
            Self::Templates => settings.templates.retain(|known| known.name != name),
            Self::Engines => settings.engines.retain(|known| known.name != name),
            Self::Keys => settings.keys.retain(|known| known.command != name),
        }
        Ok(is_there)
    }

    /// Takes all entries out.
    pub(super) fn clear(self, settings: &mut Settings) {
        match self {
            Self::Templates => settings.templates.clear(),
            Self::Engines => settings.engines.clear(),
            Self::Keys => settings.keys.clear(),
        }
    }
}
