//! The options of an engine, and the values they accept.

use super::{Words, text};

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name as written by the engine; case does not matter.
    pub name: String,
    /// The default as written by the engine; empty without one.
    pub default: String,
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    Spin {
        min: Option<i64>,
        max: Option<i64>,
    },
    Combo(Vec<String>),
    /// A button: setting it triggers an action.
    Button,
    Text,
}

/// The reason why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{name}`: expected {expected}, found `{found}`")]
pub struct ValueError {
    pub name: String,
    pub expected: String,
    pub found: String,
}

impl EngineOption {
    /// Parses the words after `option`; `None` without a name or with an unknown type.
    pub(super) fn read(words: Words<'_>) -> Option<Self> {
        let mut parts: Vec<(&[u8], Vec<&[u8]>)> = Vec::new();
        for word in words {
            let is_key = match (word, parts.last()) {
                (b"name", None) => true,
                // A name may contain any word; it ends only at a word followed by a type.
                (b"type", Some((key, value))) => *key == b"name" && !value.is_empty(),
                (b"default" | b"min" | b"max" | b"var", Some((key, _))) => *key != b"name",
                _ => false,
            };
            match parts.last_mut() {
                _ if is_key => parts.push((word, Vec::new())),
                Some((_, value)) => value.push(word),
                None => {}
            }
        }
        let all = |wanted: &'static [u8]| {
            let parts = parts.iter().filter(move |(key, _)| *key == wanted);
            parts.map(|(_, value)| text(&value.join(&b' ')))
        };
        let last = |wanted| all(wanted).next_back();
        let number = |wanted| last(wanted)?.parse().ok();
        let kind = match last(b"type")?.split(' ').next()? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                min: number(b"min"),
                max: number(b"max"),
            },
            "combo" => OptionKind::Combo(all(b"var").collect()),
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            _ => return None,
        };
        let default = last(b"default").filter(|default| default != "<empty>");
        Some(Self {
            name: last(b"name").filter(|name| !name.is_empty())?,
            default: default.unwrap_or_default(),
            kind,
        })
    }

    /// Returns true if the option has this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns a value as it is sent; empty for a button.
    ///
    /// # Errors
    /// The value is not valid for the option.
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
            OptionKind::Check => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => Err(wrong("true or false".to_owned())),
            },
            OptionKind::Spin { min, max } => {
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
            OptionKind::Combo(words) => {
                let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
                found
                    .cloned()
                    .ok_or_else(|| wrong(format!("one of {}", words.join(", "))))
            }
            OptionKind::Button if value.is_empty() => Ok(String::new()),
            OptionKind::Button => Err(wrong("no value".to_owned())),
            OptionKind::Text => Ok(value.to_owned()),
        }
    }

    /// Returns the accepted values in words: `1 to 1024, default 1`.
    pub fn takes(&self) -> String {
        let takes = match &self.kind {
            OptionKind::Button => return "button".to_owned(),
            OptionKind::Check => "true or false".to_owned(),
            OptionKind::Spin {
                min: Some(min),
                max: Some(max),
            } => format!("{min} to {max}"),
            OptionKind::Spin { .. } => "number".to_owned(),
            OptionKind::Combo(words) => words.join(" | "),
            OptionKind::Text => "text".to_owned(),
        };
        match self.default.as_str() {
            "" => takes,
            default => format!("{takes}, default {default}"),
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
