//! Engines, as the settings have them: a command, its arguments and its options, under a name.

use toml_edit::{InlineTable, Item, Value};

use super::AUTO;
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
    /// Reads an entry of the table: a command, or a table with `command`, `args` and `options`.
    pub(super) fn read(name: &str, value: &Item) -> Result<Self, String> {
        let wrong = |what: &str| format!("engine `{name}`: {what}");
        if let Some(command) = value.as_str() {
            return Self::new(name, command, Vec::new(), Vec::new());
        }
        let table = value.as_table_like();
        let table = table.ok_or_else(|| wrong("expected a command or a table"))?;
        let (mut command, mut arguments, mut options) = (None, Vec::new(), Vec::new());
        for (key, value) in table.iter() {
            match key {
                "command" => {
                    let text = value.as_str();
                    command = Some(text.ok_or_else(|| wrong("`command`: expected text"))?);
                }
                "args" => {
                    let words = value.as_array();
                    let words = words.ok_or_else(|| wrong("`args`: expected a list of text"))?;
                    arguments = words.iter().map(word).collect::<Result<_, _>>()?;
                }
                "options" => {
                    let table = value.as_table_like();
                    let table =
                        table.ok_or_else(|| wrong("`options`: expected a table of values"))?;
                    let words = table.iter().map(|(option, value)| {
                        let value = value.as_value().ok_or(WORD)?;
                        Ok((option.to_owned(), word(value)?))
                    });
                    options = words.collect::<Result<_, String>>()?;
                }
                other => {
                    let what = format!("expected command, args or options, found `{other}`");
                    return Err(wrong(&what));
                }
            }
        }
        let command = command.ok_or_else(|| wrong("expected a command"))?;
        Self::new(name, command, arguments, options)
    }

    /// Returns the value that is typed: a command, or a table as the settings file has it.
    pub(super) fn typed(name: &str, text: &str) -> Result<Value, String> {
        if let Some(wrong) = Self::no_name(name) {
            return Err(format!("name of an engine: {wrong}, found `{name}`"));
        }
        if !text.trim_start().starts_with('{') {
            return Ok(text.into());
        }
        let table = text.trim().parse::<Value>();
        table.map_err(|error| format!("engine `{name}`: {}", error.message()))
    }

    /// Returns the command as it was written, without the arguments beside it and without options.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the engine of a command.
    ///
    /// # Errors
    ///
    /// The text is no command.
    pub(crate) fn of_command(name: &str, text: &str) -> Result<Self, String> {
        Self::new(name, text, Vec::new(), Vec::new())
    }

    /// Returns the command with all its arguments, as it could be typed.
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

    /// Returns the engine with another command and the options it has.
    ///
    /// # Errors
    ///
    /// The text is no command.
    pub(crate) fn with_command(&self, text: &str) -> Result<Self, String> {
        let options = self.command.options.clone();
        Self::new(&self.name, text, Vec::new(), options)
    }

    /// Returns the engine with an option set; `None` takes it out.
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

    /// Returns what is wrong with a name; `None` where nothing is. Lists of engines have commas and blanks between.
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

    /// Returns its value as it is typed: the command, or a table where there is more to it.
    pub(crate) fn typed_value(&self) -> String {
        match self.to_toml() {
            Value::String(command) => command.into_value(),
            table => table.to_string(),
        }
    }

    /// Returns its value as a settings file has it.
    pub(crate) fn to_toml(&self) -> Value {
        let options = &self.command.options;
        if self.arguments.is_empty() && options.is_empty() {
            return self.text.as_str().into();
        }
        let mut table = InlineTable::new();
        table.insert("command", self.text.as_str().into());
        if !self.arguments.is_empty() {
            table.insert("args", self.arguments.iter().collect());
        }
        if !options.is_empty() {
            let options = options.iter();
            let options = options.map(|(name, value)| (name.as_str(), value.as_str()));
            table.insert("options", options.collect());
        }
        table.into()
    }
}

/// The error of a word of a list, or of the value of an option, that is none.
const WORD: &str = "expected text, a number, true or false";

/// Returns a word of a list or the value of an option: text, a number, true or false.
fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.value().clone()),
        Value::Integer(number) => Ok(number.value().to_string()),
        Value::Boolean(on) => Ok(on.value().to_string()),
        _ => Err(WORD.to_owned()),
    }
}
