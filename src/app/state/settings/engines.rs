//! Engines, as the settings have them: a command, its arguments and its options, under a name.

use toml::Spanned;
use toml::de::DeValue;

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

    /// The engine that is typed: its command.
    pub(super) fn typed(name: &str, text: &str) -> Result<Self, String> {
        Self::new(name, text, Vec::new(), Vec::new())
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

    /// Its value as a settings file has it.
    pub(super) fn to_toml(&self) -> String {
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
