//! The settings as text of a settings file: the commented one to begin with, and the present values.

use toml_edit::{Key, Value};

use super::kind::{Kind, Setting, word_to_toml};
use super::{Entry, SettingError, Settings, Source, Table, all, named};
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
                let words = choice.words.iter().copied().chain(choice.more);
                let words = words.map(|(word, help)| (word_to_toml(word).to_string(), help));
                let words: Vec<_> = words.collect();
                let wide = words.iter().map(|(word, _)| word.len()).max();
                let wide = wide.unwrap_or_default();
                for (word, help) in words {
                    text += &format!("#   {word:<wide$}  {help}\n");
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
        text.extend(lines.map(|line| format!("# {line}\n")));
        text.extend(examples.iter().map(|line| format!("{line}\n")));
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
        let entries = table.entries(settings).into_iter().map(|(name, value)| {
            let key = match Key::new(&*name).display_repr() {
                // The name of a template is text, in quotes even where it is one word.
                key if table == Table::Templates && key == name => format!("\"{name}\""),
                key => key.into_owned(),
            };
            line(&key, value)
        });
        let head = format!("[{}]", self.name);
        std::iter::once(head).chain(entries).collect()
    }
}

impl Settings {
    /// Returns a setting, or an entry of one, as it goes into a settings file; an option of an engine is
    /// written with its engine.
    ///
    /// # Errors
    ///
    /// There is no setting of the name.
    pub fn entry(&self, name: &str) -> Result<Entry, SettingError> {
        let (setting, entry) = named(name)?;
        let engine = entry.and_then(|entry| self.engine_and_option(entry));
        let entry = match (setting.kind, engine) {
            (Kind::Table(Table::Engines), Some((engine, _))) => Some(engine.name.as_str()),
            _ => entry,
        };
        let is_usual = setting.is_option() && self.source(setting) == Source::Default;
        let value = setting.to_toml(self, entry).filter(|_| !is_usual);
        Ok(Entry {
            table: entry.map(|_| setting.name),
            key: entry.unwrap_or(setting.name).to_owned(),
            value: value.map(|value| value.to_string()),
        })
    }
}
