//! Engines, as the settings have them: a command, its arguments and its options, under a name.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::AUTO;
use super::insert::key;
use super::kind::quoted;
use crate::engine::EngineCommand;

/// An engine of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEngine {
    pub name: String,
    /// As it was written.
    text: String,
    arguments: Vec<String>,
    /// The program with all of it.
    pub command: EngineCommand,
}

impl NamedEngine {
    /// An entry of the table: a command, or a table with `command`, `args` and `options`.
    pub(super) fn read(name: &str, value: &DeValue) -> Result<Self, String> {
        match value {
            DeValue::String(command) => Self::new(name, command, Vec::new(), Vec::new()),
            DeValue::Table(table) => {
                let (mut command, mut arguments, mut options) = (None, Vec::new(), Vec::new());
                for (key, value) in table {
                    match (&**key.get_ref(), value.get_ref()) {
                        ("command", DeValue::String(text)) => command = Some(text.clone()),
                        ("args", DeValue::Array(words)) => {
                            arguments = words.iter().map(word).collect::<Result<_, _>>()?;
                        }
                        ("options", DeValue::Table(table)) => {
                            for (name, value) in table {
                                options.push((name.get_ref().to_string(), word(value)?));
                            }
                        }
                        (key @ ("command" | "args" | "options"), _) => {
                            let expected = match key {
                                "command" => "text",
                                "args" => "a list of text",
                                _ => "a table of values",
                            };
                            return Err(format!("engine `{name}`: `{key}`: expected {expected}"));
                        }
                        (other, _) => {
                            return Err(format!(
                                "engine `{name}`: expected command, args or options, found `{other}`"
                            ));
                        }
                    }
                }
                let command =
                    command.ok_or_else(|| format!("engine `{name}`: expected a command"))?;
                Self::new(name, &command, arguments, options)
            }
            _ => Err(format!("engine `{name}`: expected a command or a table")),
        }
    }

    /// The engine that is typed: its command, or a table as the settings file has it.
    pub(super) fn typed(name: &str, text: &str) -> Result<Self, String> {
        if let Some(wrong) = Self::no_name(name) {
            return Err(format!("name of an engine: {wrong}, found `{name}`"));
        }
        if !text.trim_start().starts_with('{') {
            return Self::new(name, text, Vec::new(), Vec::new());
        }
        let table = format!("engine = {text}");
        let read = DeTable::parse(&table);
        let read = read.map_err(|error| format!("engine `{name}`: {}", error.message()))?;
        match read.get_ref().get("engine") {
            Some(value) => Self::read(name, value.get_ref()),
            None => Err(format!("engine `{name}`: expected a command or a table")),
        }
    }

    /// The command as it was written, without the arguments beside it and without options.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The engine of a command.
    ///
    /// # Errors
    ///
    /// The text is no command.
    pub(crate) fn of_command(name: &str, text: &str) -> Result<Self, String> {
        Self::new(name, text, Vec::new(), Vec::new())
    }

    /// The command with all its arguments, as it could be typed.
    pub(crate) fn whole_command(&self) -> String {
        let quoted = |word: &String| match word.contains(char::is_whitespace) || word.is_empty() {
            true if word.contains('\'') => format!("\"{word}\""),
            true => format!("'{word}'"),
            false => word.clone(),
        };
        let arguments = self.arguments.iter().map(quoted);
        let words = std::iter::once(self.text.clone()).chain(arguments);
        words.collect::<Vec<_>>().join(" ")
    }

    /// The same engine with another command and the options it has.
    ///
    /// # Errors
    ///
    /// The text is no command.
    pub(crate) fn with_command(&self, text: &str) -> Result<Self, String> {
        let options = self.command.options.clone();
        Self::new(&self.name, text, Vec::new(), options)
    }

    /// The same engine with an option set; `None` takes it out.
    pub(crate) fn with_option(&self, option: &str, value: Option<&str>) -> Self {
        let mut engine = self.clone();
        let options = &mut engine.command.options;
        let known = (options.iter_mut()).find(|(name, _)| name.eq_ignore_ascii_case(option));
        match (known, value) {
            (Some(known), Some(value)) => known.1 = value.to_owned(),
            (None, Some(value)) => options.push((option.to_owned(), value.to_owned())),
            (_, None) => options.retain(|(name, _)| !name.eq_ignore_ascii_case(option)),
        }
        engine
    }

    /// Why it can't be called this; `None` where it can. Lists of engines have commas and blanks between.
    pub(crate) fn no_name(name: &str) -> Option<&'static str> {
        if name.is_empty() {
            return Some("expected a name");
        }
        let is_taken = matches!(name, super::DEFAULT | AUTO);
        if is_taken {
            return Some("expected another name: this one has a meaning of its own");
        }
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let first = name.chars().next();
        let is_right = name.chars().all(fits) && first.is_some_and(char::is_alphanumeric);
        (!is_right).then_some("expected letters, digits, `-`, `_` and `.`")
    }

    fn new(
        name: &str,
        text: &str,
        arguments: Vec<String>,
        options: Vec<(String, String)>,
    ) -> Result<Self, String> {
        let parsed = EngineCommand::parse(text);
        let mut command = parsed.map_err(|error| format!("engine `{name}`: {error}"))?;
        let more = arguments.iter().map(std::ffi::OsString::from);
        command.arguments.extend(more);
        for (option, value) in &options {
            command.set(option, value);
        }
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            arguments,
            command,
        })
    }

    /// Its value as it is typed: the command, or a table where there is more to it.
    pub(crate) fn typed_value(&self) -> String {
        match self.arguments.is_empty() && self.command.options.is_empty() {
            true => self.text.clone(),
            false => self.to_toml(),
        }
    }

    /// Its value as a settings file has it.
    pub(crate) fn to_toml(&self) -> String {
        let options = &self.command.options;
        if self.arguments.is_empty() && options.is_empty() {
            return quoted(&self.text);
        }
        let mut parts = vec![format!("command = {}", quoted(&self.text))];
        if !self.arguments.is_empty() {
            let words: Vec<_> = self.arguments.iter().map(|word| quoted(word)).collect();
            parts.push(format!("args = [{}]", words.join(", ")));
        }
        if !options.is_empty() {
            let options = options.iter();
            let options = options.map(|(name, value)| format!("{} = {}", key(name), quoted(value)));
            let options: Vec<_> = options.collect();
            parts.push(format!("options = {{ {} }}", options.join(", ")));
        }
        format!("{{ {} }}", parts.join(", "))
    }
}

/// A word of a list or the value of an option: text, a number, true or false.
fn word(value: &Spanned<DeValue>) -> Result<String, String> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Boolean(on) => Ok(on.to_string()),
        _ => Err("expected text, a number, true or false".to_owned()),
    }
}
