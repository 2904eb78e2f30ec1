//! Keys of commands, as the settings have them: names only, which the table of commands knows.

use toml_edit::{Item, Value};

/// The keys that a command is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name of the command.
    pub command: String,
    /// The place where the keys hold; `None` wherever the command has keys.
    pub context: Option<String>,
    /// Their names; none at all takes its keys from the command.
    pub keys: Vec<String>,
    /// Its place in the settings file, from 1; 0 where it was typed.
    pub line: usize,
    pub column: usize,
}

impl Binding {
    /// Returns the bindings of a value: a key, a list of keys, or a table of places with either.
    /// `None` where it is something else.
    pub(super) fn read(
        command: &str,
        value: &Item,
        (line, column): (usize, usize),
    ) -> Option<Vec<Self>> {
        let binding = |context: Option<&str>, value: &Item| {
            let keys = match (value.as_str(), value.as_array()) {
                (Some(key), _) => vec![key.to_owned()],
                (_, keys) => {
                    let keys = keys?.iter().map(|key| key.as_str().map(str::to_owned));
                    keys.collect::<Option<_>>()?
                }
            };
            Some(Self {
                command: command.to_owned(),
                context: context.map(str::to_owned),
                keys,
                line,
                column,
            })
        };
        match value.as_table_like() {
            Some(places) => {
                let all = places.iter();
                all.map(|(place, keys)| binding(Some(place), keys))
                    .collect()
            }
            None => Some(vec![binding(None, value)?]),
        }
    }

    fn value(&self) -> Value {
        match self.keys.as_slice() {
            [only] => only.into(),
            keys => keys.iter().collect(),
        }
    }
}

/// Returns the commands with keys of a person's own, and those keys as a settings file has them.
pub(super) fn entries(bindings: &[Binding]) -> Vec<(String, Value)> {
    let commands = super::once(bindings.iter().map(|binding| &binding.command).collect());
    let entries = commands.into_iter().map(|command| {
        let own = || {
            bindings
                .iter()
                .filter(|binding| binding.command == *command)
        };
        let value = match own().find(|binding| binding.context.is_none()) {
            Some(everywhere) => everywhere.value(),
            None => {
                let places = own().map(|binding| (binding.context.as_deref(), binding.value()));
                places
                    .filter_map(|(place, keys)| Some((place?, keys)))
                    .collect()
            }
        };
        (command.clone(), value)
    });
    entries.collect()
}
