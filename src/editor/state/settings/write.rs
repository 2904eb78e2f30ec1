//! The settings as text of a settings file: the commented one to begin with, and the present values.

use toml_edit::{Key, Value};

use super::kind::{Kind, Setting, word_to_toml};
use super::{Entry, SettingError, Settings, Table, all, named};
use crate::editor::state::columns::Column;

/// Returns a settings file to begin with: every setting with its help and its values, the default behind a
/// `#`.
pub fn template() -> String {
    let usual = Settings::default();
    let mut text = String::from("# Settings of epdit: remove the `# ` before a line to use it.\n");
    for setting in all() {
        text += &format!("\n# {}\n", setting.help);
        let mut examples: &[&str] = &[];
        match setting.kind {
            Kind::Choice(choice) => {
                let words = choice.words().into_iter().chain(choice.more());
                let words = words.map(|word| (word_to_toml(&word.name).to_string(), word.help));
                let words: Vec<_> = words.collect();
                let wide = words
                    .iter()
                    .map(|word| word.0.len())
                    .max()
                    .unwrap_or_default();
                for (name, help) in words {
                    text += &format!("#   {name:<wide$}  {help}\n");
                }
            }
            Kind::Columns => {
                let plain = Column::PLAIN.map(|column| column.name());
                text += &format!("#   {}, opcodes\n", plain.join(", "));
            }
            Kind::Table(table) => {
                let about = table.about();
                text += &format!("#   {}\n", about.help);
                examples = about.examples;
            }
        }
        let lines = setting.lines(&usual).into_iter();
        let lines = lines.map(|line| format!("# {line}\n"));
        text.extend(lines.chain(examples.iter().map(|line| format!("{line}\n"))));
    }
    text
}

impl Setting {
    /// Returns its lines in a settings file, with the value it has.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let line = |key: &str, value: Value| format!("{key} = {value}");
        let Kind::Table(table) = self.kind else {
            let value = self.to_toml(settings, None).into_iter();
            return value.map(|value| line(self.name, value)).collect();
        };
        let entries = table.names(settings).into_iter().filter_map(|name| {
            let key = match Key::new(&*name).display_repr() {
                // The name of a template is text, in quotes even where it is one word.
                key if table == Table::Templates && key == name => format!("\"{name}\""),
                key => key.into_owned(),
            };
            Some(line(&key, table.value(settings, &name)?))
        });
        let head = format!("[{}]", self.name);
        std::iter::once(head).chain(entries).collect()
    }
}

impl Settings {
    /// Returns a setting, or an entry of one, as it goes into a settings file.
    ///
    /// # Errors
    ///
    /// There is none of the name.
    pub fn entry(&self, name: &str) -> Result<Entry, SettingError> {
        let (setting, mut entry) = named(name)?;
        if let (Kind::Table(Table::Engines), Some(named)) = (setting.kind, entry) {
            let engine = self.engine_and_option(named).map(|(engine, _)| engine);
            let none = || SettingError::Engine(format!("there is no engine `{named}`"));
            // An option is written with its engine.
            entry = Some(engine.ok_or_else(none)?.name.as_str());
        }
        let value = setting.to_toml(self, entry);
        let value = value.ok_or_else(|| SettingError::unknown(name))?;
        Ok(Entry {
            table: entry.map(|_| setting.name),
            key: entry.unwrap_or(setting.name).to_owned(),
            value: Some(value.to_string()),
        })
    }
}
