//! Keys of commands, as the settings have them: names only, which the table of commands knows.

use toml::de::DeValue;

use super::kind::quoted;

/// The keys that a command is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name of the command.
    pub command: String,
    /// Where the keys hold; `None` wherever the command has keys.
    pub context: Option<String>,
    /// Their names; none at all takes its keys from the command.
    pub keys: Vec<String>,
    /// Where it stands in the settings file, from 1; 0 for what was typed.
    pub line: usize,
    pub column: usize,
}

impl Binding {
    /// The bindings of a value in the file: a key, a list of keys, or a table of places with either.
    /// `None` where it is something else.
    pub(super) fn read(
        command: &str,
        value: &DeValue,
        (line, column): (usize, usize),
    ) -> Option<Vec<Self>> {
        let binding = |context: Option<&str>, keys| Self {
            command: command.to_owned(),
            context: context.map(str::to_owned),
            keys,
            line,
            column,
        };
        match value {
            DeValue::Table(places) => places
                .iter()
                .map(|(place, keys)| {
                    let keys = keys_of(keys.get_ref())?;
                    Some(binding(Some(place.get_ref()), keys))
                })
                .collect(),
            keys => Some(vec![binding(None, keys_of(keys)?)]),
        }
    }

    /// The binding that is typed: names of keys with blanks between them.
    pub(super) fn typed(command: &str, text: &str) -> Self {
        Self {
            command: command.to_owned(),
            context: None,
            keys: text.split_whitespace().map(str::to_owned).collect(),
            line: 0,
            column: 0,
        }
    }

    /// Its keys as a settings file has them.
    fn to_toml(&self) -> String {
        match self.keys.as_slice() {
            [only] => quoted(only),
            keys => {
                let keys: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
                format!("[{}]", keys.join(", "))
            }
        }
    }
}

fn keys_of(value: &DeValue) -> Option<Vec<String>> {
    match value {
        DeValue::String(key) => Some(vec![key.clone().into_owned()]),
        DeValue::Array(keys) => keys
            .iter()
            .map(|key| key.get_ref().as_str().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

/// What a settings file has of a command: its value as TOML.
pub(super) fn value_of(bindings: &[Binding], command: &str) -> Option<String> {
    let own: Vec<&Binding> = bindings
        .iter()
        .filter(|binding| binding.command == command)
        .collect();
    match own.as_slice() {
        [] => None,
        [only] if only.context.is_none() => Some(only.to_toml()),
        several => {
            let places = several.iter().map(|binding| {
                let place = binding.context.as_deref().unwrap_or_default();
                format!("{place} = {}", binding.to_toml())
            });
            Some(format!("{{ {} }}", places.collect::<Vec<_>>().join(", ")))
        }
    }
}
