//! The person's settings: a small TOML file that says what to do when the command line does not.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use crate::epd::Rules;

/// What can be set. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Which records a save makes canonical; asked where it matters when this says nothing.
    pub save: Option<Save>,
    /// The background of the terminal.
    pub theme: Background,
    /// How pieces are drawn.
    pub pieces: Look,
    /// How the terminal is given images of the pieces.
    pub images: super::images::Setting,
    /// The rules of castling: `true` or `false` for all files, or `"auto"`, as their records tell.
    pub chess960: Chess960,
    /// Whether the editor takes the mouse; otherwise the terminal's own selection works.
    pub mouse: Mouse,
    /// The columns of the suite list, from left to right: `line`, `side`, `id`, `best`, `material`,
    /// `problems`, `duplicates`, and opcodes. Empty for the usual ones.
    pub columns: Vec<String>,
    /// Sets of operations to add at once: a name, and the operations as a record has them.
    pub templates: BTreeMap<String, String>,
}

/// Which records a save makes canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Save {
    /// All that can be.
    All,
    /// Those that were edited.
    Edited,
}

/// The background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Background {
    /// As the environment says, else dark.
    #[default]
    Auto,
    Dark,
    Light,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Sextants where the terminal is known to draw them, else quadrants.
    #[default]
    Auto,
    Images,
    Sextants,
    Quadrants,
    Figures,
    Letters,
}

/// By which rules of castling files are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess960(pub Option<Rules>);

impl<'de> Deserialize<'de> for Chess960 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Said;

        impl Visitor<'_> for Said {
            type Value = Chess960;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or \"auto\"")
            }

            fn visit_bool<E: de::Error>(self, said: bool) -> Result<Chess960, E> {
                Ok(Chess960(Some(if said {
                    Rules::Chess960
                } else {
                    Rules::Classical
                })))
            }

            fn visit_str<E: de::Error>(self, said: &str) -> Result<Chess960, E> {
                match said {
                    "auto" => Ok(Chess960(None)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(said), &self)),
                }
            }
        }

        deserializer.deserialize_any(Said)
    }
}

/// Whether the editor takes the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Mouse(pub bool);

impl Default for Mouse {
    fn default() -> Self {
        Self(true)
    }
}

/// Why settings could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file named can't be read.
    #[error("can't read the settings in `{}`: {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// It holds what is no setting; the text names line and key.
    #[error("the settings in `{}` are not right: {what}", .path.display())]
    Wrong { path: PathBuf, what: String },
}

impl Config {
    /// The settings in the file named, which must be there; else those in the usual place, which
    /// need not: `$XDG_CONFIG_HOME/epdit/config.toml`.
    ///
    /// # Errors
    ///
    /// A file that can't be read, or is not right.
    pub fn load(named: Option<&Path>) -> Result<Self, ConfigError> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => match Self::usual_place() {
                Some(path) => path,
                None => return Ok(Self::default()),
            },
        };
        match fs::read_to_string(&path) {
            Ok(text) => Self::read(&text).map_err(|what| ConfigError::Wrong { path, what }),
            Err(source) if named.is_none() && source.kind() == io::ErrorKind::NotFound => {
                Ok(Self::default())
            }
            Err(source) => Err(ConfigError::Unreadable { path, source }),
        }
    }

    /// Where the settings usually are; `None` where nobody is at home.
    pub fn usual_place() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.config_dir().join("epdit").join("config.toml"))
    }

    fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_usual() {
        assert_eq!(Config::read(""), Ok(Config::default()));
        let config = Config::read("save = \"edited\"\nmouse = false\n").expect("right settings");
        assert_eq!(
            (config.save, config.theme, config.mouse),
            (Some(Save::Edited), Background::Auto, Mouse(false))
        );
    }

    #[test]
    fn the_rules_of_castling_are_said_or_left_to_the_records() {
        let rules = |text: &str| Config::read(text).map(|config| config.chess960.0);
        assert_eq!(rules(""), Ok(None));
        assert_eq!(rules("chess960 = \"auto\"\n"), Ok(None));
        assert_eq!(rules("chess960 = true\n"), Ok(Some(Rules::Chess960)));
        assert_eq!(rules("chess960 = false\n"), Ok(Some(Rules::Classical)));
        let error = rules("chess960 = \"yes\"\n").expect_err("no such setting");
        assert!(
            error.contains("expected true, false or \"auto\""),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = Config::read("save = \"all\"\nthem = \"dark\"\n").expect_err("no such setting");
        assert!(
            error.contains("line 2") && error.contains("them"),
            "{error}"
        );
        let error = Config::read("theme = \"blue\"\n").expect_err("no such theme");
        assert!(error.contains("blue") && error.contains("light"), "{error}");
    }

    #[test]
    fn a_file_that_was_named_must_be_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("none.toml");
        assert!(matches!(
            Config::load(Some(&path)),
            Err(ConfigError::Unreadable { .. })
        ));
        std::fs::write(&path, "theme = \"light\"\n").expect("a file");
        let config = Config::load(Some(&path)).expect("right settings");
        assert_eq!(config.theme, Background::Light);
    }
}
