//! The settings as text of a settings file: the commented one to begin with, and the present values.

use toml_edit::Key;

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
        let head = (!self.is_option()).then(|| format!("[{}]", self.name));
        let lines = self.values(settings).into_iter();
        let lines =
            lines.map(|(name, value)| format!("{} = {value}", Key::new(name).display_repr()));
        head.into_iter().chain(lines).collect()
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
        let key = entry.unwrap_or(setting.name);
        let mut values = setting.values(self).into_iter();
        let value = values.find(|(name, _)| name == key && !is_usual);
        Ok(Entry {
            table: entry.map(|_| setting.name),
            key: key.to_owned(),
            value: value.map(|(_, value)| value.to_string()),
        })
    }
}
