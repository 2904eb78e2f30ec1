//! What a settings file says, wherever it stands there: held against itself after a change.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What a file says, wherever it stands there.
pub(super) struct Content {
    /// The value of the entry.
    pub(super) value: Option<String>,
    /// All else.
    pub(super) others: Vec<String>,
}

impl Content {
    /// Of a file and an entry of it, in this table or in none.
    pub(super) fn of(file: &DeTable, (table, entry): (Option<&str>, &str)) -> Self {
        let mut content = Self {
            value: None,
            others: Vec::new(),
        };
        for (name, value) in file {
            let name = name.get_ref();
            match (table, value.get_ref()) {
                (None, value) if *name == entry => content.value = Some(plain(value)),
                (Some(table), DeValue::Table(entries)) if *name == table => {
                    for (key, value) in entries {
                        let key = key.get_ref();
                        if *key == entry {
                            content.value = Some(plain(value.get_ref()));
                        } else {
                            content
                                .others
                                .push(format!("{name}.{key} {}", plain(value.get_ref())));
                        }
                    }
                }
                (_, value) => content.others.push(format!("{name} {}", plain(value))),
            }
        }
        content.others.sort();
        content
    }

    /// What the entry says once it is there.
    pub(super) fn value(entry: Option<&str>) -> Option<String> {
        let text = format!("x = {}", entry?);
        let file = DeTable::parse(&text).ok()?;
        file.get_ref().get("x").map(|value| plain(value.get_ref()))
    }
}

/// A value without its place.
pub(in crate::app::state::settings) fn plain(value: &DeValue) -> String {
    let spanned = |value: &Spanned<DeValue>| plain(value.get_ref());
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => format!("{number:?}"),
        DeValue::Float(number) => format!("{number:?}"),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(when) => when.to_string(),
        DeValue::Array(values) => format!(
            "[{}]",
            values.iter().map(spanned).collect::<Vec<_>>().join(",")
        ),
        DeValue::Table(entries) => {
            let mut entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{:?}={}", key.get_ref(), spanned(value)))
                .collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
    }
}
