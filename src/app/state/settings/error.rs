//! What can be wrong with a setting, in words.

use std::fmt;

use super::table;
use crate::epd::spelling;

/// Why a setting could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is none of the name; `near` is the one that was probably meant.
    #[error("unknown setting `{name}`{}", .near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Unknown {
        name: String,
        near: Option<&'static str>,
    },
    /// The value is none it takes.
    #[error("`{name}`: expected {expected}, found {}", if .found.is_empty() { "nothing" } else { .found.as_str() })]
    Value {
        name: &'static str,
        expected: String,
        found: String,
    },
    /// A column is none, or probably another was meant.
    #[error("`{name}`: {what}")]
    Column { name: &'static str, what: String },
    /// The operations of a template are not right.
    #[error("{0}")]
    Template(String),
    /// An engine is not right.
    #[error("{0}")]
    Engine(String),
    /// A command can't have these keys.
    #[error("{0}")]
    Keys(String),
    /// A theme file has something else here.
    #[error("{0}")]
    Theme(String),
    /// The file can't be read as TOML here.
    #[error("{0}")]
    Syntax(String),
}

impl SettingError {
    /// That there is no such setting.
    pub(super) fn unknown(name: &str) -> Self {
        let names = table::all().iter().map(|setting| setting.name);
        let lower = name.to_lowercase();
        Self::Unknown {
            name: name.to_owned(),
            near: spelling::nearest(lower.as_bytes(), names, spelling::slips(lower.as_bytes()))
                .first()
                .copied(),
        }
    }
}

/// Something wrong in the settings file, and where.
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

/// Words as a sentence lists them: `a, b or c`.
pub(super) fn one_of(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
