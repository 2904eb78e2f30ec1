//! Errors of settings, in words.

use std::fmt;

use crate::epd::spelling;

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
    pub(super) fn unknown(name: &str) -> Self {
        let names = super::all().iter().map(|setting| setting.name);
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
pub(super) fn one_of(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
