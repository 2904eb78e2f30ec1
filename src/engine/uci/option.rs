//! The options of an engine, and which values they take.

use super::{Words, text};

/// An option that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// As the engine writes it; names are the same in either case.
    pub name: String,
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check { default: Option<bool> },
    /// A whole number.
    Spin {
        default: Option<i64>,
        min: Option<i64>,
        max: Option<i64>,
    },
    /// One of some words.
    Combo {
        default: Option<String>,
        words: Vec<String>,
    },
    /// Nothing: setting it does something.
    Button,
    /// Any text.
    Text { default: Option<String> },
}

/// Why an option does not take a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{name}`: expected {expected}, found `{found}`")]
pub struct ValueError {
    pub name: String,
    pub expected: String,
    pub found: String,
}

impl EngineOption {
    /// The words behind `option`; `None` where it has no name or a type that is not known.
    pub(super) fn read(words: Words<'_>) -> Option<Self> {
        let mut name: Vec<&[u8]> = Vec::new();
        let (mut kind, mut default) = (None, None);
        let (mut min, mut max) = (None, None);
        let mut choices: Vec<String> = Vec::new();
        let mut key: &[u8] = b"";
        let mut value: Vec<&[u8]> = Vec::new();
        let mut parts: Vec<(&[u8], Vec<&[u8]>)> = Vec::new();
        for word in words {
            let is_key = match word {
                b"name" => key.is_empty(),
                // A name may hold any word; only one that a type follows ends it.
                b"type" => key == b"name" && !value.is_empty(),
                b"default" | b"min" | b"max" | b"var" => !key.is_empty() && key != b"name",
                _ => false,
            };
            if is_key {
                parts.push((key, std::mem::take(&mut value)));
                key = word;
            } else {
                value.push(word);
            }
        }
        parts.push((key, value));
        for (key, value) in parts {
            let joined = || text(&value.join(&b' '));
            match key {
                b"name" => name = value,
                b"type" => kind = value.first().copied(),
                b"default" => default = Some(joined()),
                b"min" => min = joined().parse().ok(),
                b"max" => max = joined().parse().ok(),
                b"var" => choices.push(joined()),
                _ => {}
            }
        }
        if name.is_empty() {
            return None;
        }
        let default = default.filter(|default| default != "<empty>");
        let kind = match kind? {
            b"check" => OptionKind::Check {
                default: default.and_then(|default| default.parse().ok()),
            },
            b"spin" => OptionKind::Spin {
                default: default.and_then(|default| default.parse().ok()),
                min,
                max,
            },
            b"combo" => OptionKind::Combo {
                default,
                words: choices,
            },
            b"button" => OptionKind::Button,
            b"string" => OptionKind::Text { default },
            _ => return None,
        };
        Some(Self {
            name: text(&name.join(&b' ')),
            kind,
        })
    }

    /// Whether it goes by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// A value as it is sent; nothing for a button.
    ///
    /// # Errors
    ///
    /// It is none that the option takes.
    pub fn checked(&self, value: &str) -> Result<String, ValueError> {
        let wrong = |expected: String| ValueError {
            name: self.name.clone(),
            expected,
            found: value.to_owned(),
        };
        if value.contains(['\n', '\r']) {
            return Err(wrong("one line".to_owned()));
        }
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => Err(wrong("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => {
                let expected = || match (min, max) {
                    (Some(min), Some(max)) => format!("a number from {min} to {max}"),
                    (Some(min), None) => format!("a number from {min} on"),
                    (None, Some(max)) => format!("a number up to {max}"),
                    (None, None) => "a number".to_owned(),
                };
                let number: i64 = value.parse().map_err(|_| wrong(expected()))?;
                let fits =
                    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max);
                if fits {
                    Ok(number.to_string())
                } else {
                    Err(wrong(expected()))
                }
            }
            OptionKind::Combo { words, .. } => {
                let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
                found
                    .cloned()
                    .ok_or_else(|| wrong(format!("one of {}", words.join(", "))))
            }
            OptionKind::Button if value.is_empty() => Ok(String::new()),
            OptionKind::Button => Err(wrong("no value".to_owned())),
            OptionKind::Text { .. } => Ok(value.to_owned()),
        }
    }

    /// What it takes, for a person: `1 to 1024, default 1`.
    pub fn takes(&self) -> String {
        let with = |what: String, default: Option<String>| match default {
            Some(default) if !default.is_empty() => format!("{what}, default {default}"),
            _ => what,
        };
        match &self.kind {
            OptionKind::Check { default } => {
                with("true or false".to_owned(), default.map(|on| on.to_string()))
            }
            OptionKind::Spin { default, min, max } => {
                let range = match (min, max) {
                    (Some(min), Some(max)) => format!("{min} to {max}"),
                    _ => "number".to_owned(),
                };
                with(range, default.map(|number| number.to_string()))
            }
            OptionKind::Combo { default, words } => with(words.join(" | "), default.clone()),
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text { default } => with("text".to_owned(), default.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::uci::{Said, read};

    fn option(line: &str) -> EngineOption {
        match read(line.as_bytes()) {
            Said::Option(option) => option,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn each_type_is_read_with_what_it_takes() {
        let check = |line: &str, name: &str, takes: &str| {
            let option = option(line);
            assert_eq!(
                (option.name.as_str(), option.takes().as_str()),
                (name, takes)
            );
        };
        check(
            "option name Threads type spin default 1 min 1 max 1024",
            "Threads",
            "1 to 1024, default 1",
        );
        check(
            "option name Use NNUE type check default true",
            "Use NNUE",
            "true or false, default true",
        );
        check("option name Clear Hash type button", "Clear Hash", "button");
        check(
            "option name Style type combo default Normal Play var Solid var Normal Play var Risky",
            "Style",
            "Solid | Normal Play | Risky, default Normal Play",
        );
        check(
            "option name SyzygyPath type string default <empty>",
            "SyzygyPath",
            "text",
        );
        check(
            "option name Debug Log File type string default ",
            "Debug Log File",
            "text",
        );
        check(
            "option name min depth type spin default 3 min -2 max 9",
            "min depth",
            "-2 to 9, default 3",
        );
    }

    #[test]
    fn values_are_held_against_what_the_engine_offers() {
        let check = |line: &str, value: &str, expected: Result<&str, &str>| {
            let found = option(line).checked(value);
            let found = found.map_err(|error| error.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected);
        };
        let threads = "option name Threads type spin default 1 min 1 max 8";
        check(threads, "08", Ok("8"));
        check(
            threads,
            "9",
            Err("option `Threads`: expected a number from 1 to 8, found `9`"),
        );
        check(
            threads,
            "many",
            Err("option `Threads`: expected a number from 1 to 8, found `many`"),
        );
        let ponder = "option name Ponder type check default false";
        check(ponder, "True", Ok("true"));
        check(
            ponder,
            "maybe",
            Err("option `Ponder`: expected true or false, found `maybe`"),
        );
        let style = "option name Style type combo default Solid var Solid var Risky";
        check(style, "risky", Ok("Risky"));
        check(
            style,
            "wild",
            Err("option `Style`: expected one of Solid, Risky, found `wild`"),
        );
        check("option name Clear Hash type button", "", Ok(""));
        check("option name Path type string", "/a b", Ok("/a b"));
        check(
            "option name Path type string",
            "a\nquit",
            Err("option `Path`: expected one line, found `a\nquit`"),
        );
    }
}
