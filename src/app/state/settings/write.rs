//! The settings as text of a settings file: the commented one to begin with, and what holds now.

use super::kind::{Kind, Setting, quoted};
use super::{Settings, all};
use crate::app::state::columns::Column;

/// A settings file to begin with: every setting with what it decides and what it can be, its default
/// behind a `#`.
pub fn template() -> String {
    let usual = Settings::default();
    let mut text = String::from("# Settings of epdit: remove the `# ` before a line to use it.\n");
    for setting in all() {
        text += &format!("\n# {}\n", setting.help);
        match setting.kind {
            Kind::Choice(choice) => {
                let words = choice.words();
                let wide = words.iter().map(|word| word.to_toml().len()).max();
                for word in words {
                    let (name, wide) = (word.to_toml(), wide.unwrap_or_default());
                    text += &format!("#   {name:<wide$}  {}\n", word.help);
                }
            }
            Kind::Columns => {
                let plain = Column::PLAIN.map(|column| column.name());
                text += &format!("#   {}, opcodes\n", plain.join(", "));
            }
            Kind::Templates => {}
        }
        for line in setting.lines(&usual) {
            text += &format!("# {line}\n");
        }
        if matches!(setting.kind, Kind::Templates) {
            text += &format!("# study = {}\n", quoted("id \"\"; bm; c0 \"\";"));
        }
    }
    text
}

impl Setting {
    /// Its lines in a settings file, with the value it has.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        match self.kind {
            Kind::Choice(choice) => {
                let word = choice.word(settings).map(|word| word.to_toml());
                vec![format!("{} = {}", self.name, word.unwrap_or_default())]
            }
            Kind::Columns => {
                let names: Vec<_> = settings.columns.iter().map(|name| quoted(name)).collect();
                vec![format!("{} = [{}]", self.name, names.join(", "))]
            }
            Kind::Templates => {
                let templates = settings.templates.iter().map(|template| {
                    let name = quoted(&template.name);
                    format!("{name} = {}", quoted(template.text()))
                });
                let head = format!("[{}]", self.name);
                std::iter::once(head).chain(templates).collect()
            }
        }
    }
}
