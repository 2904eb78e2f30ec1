//! The settings as text of a settings file: the commented one to begin with, and what holds now.

use super::kind::{Kind, Setting, quoted};
use super::{Entry, SettingError, Settings, all};
use super::{insert, keys};
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
                let words: Vec<_> = choice.words().into_iter().chain(choice.more()).collect();
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
            Kind::Templates => {
                text += "#   operations as a record has them, behind a name; what they leave out is typed. Default: none\n";
            }
            Kind::Engines => {
                text += "#   a command, or a table with command, args (a list) and options (a table, as UCI has them). Default: none\n";
            }
            Kind::Keys => {
                text += "#   a key, a list of keys, [] for none, or keys by place. Default: the keys that `?` lists\n";
            }
        }
        for line in setting.lines(&usual) {
            text += &format!("# {line}\n");
        }
        if matches!(setting.kind, Kind::Templates) {
            text += &format!("# study = {}\n", quoted("id \"\"; bm; c0 \"\";"));
        }
        if matches!(setting.kind, Kind::Engines) {
            text += "# stockfish = \"stockfish\"\n";
            text += "# big = { command = \"/opt/lc0/lc0\", args = [\"--threads=2\"], options = { Hash = 256 } }\n";
        }
        if matches!(setting.kind, Kind::Keys) {
            text += "# save = [\"Ctrl-S\", \"F5\"]\n# suspend = []\n# flip = { board = \"F\" }\n";
        }
    }
    text
}

impl Setting {
    /// Its lines in a settings file, with the value it has.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        match self.kind {
            Kind::Choice(_) | Kind::Columns => {
                vec![format!("{} = {}", self.name, self.to_toml(settings))]
            }
            Kind::Keys => {
                let mut names: Vec<&str> = Vec::new();
                for binding in &settings.keys {
                    if !names.contains(&binding.command.as_str()) {
                        names.push(&binding.command);
                    }
                }
                let lines = names.into_iter().filter_map(|name| {
                    let value = keys::value_of(&settings.keys, name)?;
                    Some(format!("{} = {value}", insert::key(name)))
                });
                let head = format!("[{}]", self.name);
                std::iter::once(head).chain(lines).collect()
            }
            Kind::Engines => {
                let engines = settings.engines.iter();
                let engines = engines
                    .map(|engine| format!("{} = {}", insert::key(&engine.name), engine.to_toml()));
                let head = format!("[{}]", self.name);
                std::iter::once(head).chain(engines).collect()
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

    /// Its value as a settings file has it; nothing for a table.
    fn to_toml(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Choice(choice) => {
                let word = choice.word(settings).map(|word| word.to_toml());
                word.unwrap_or_default()
            }
            Kind::Columns => {
                let names: Vec<_> = settings.columns.iter().map(|name| quoted(name)).collect();
                format!("[{}]", names.join(", "))
            }
            Kind::Templates | Kind::Engines | Kind::Keys => String::new(),
        }
    }

    /// Its value as a person types it: a word, words with commas between; how many entries a table has.
    pub fn text(&self, settings: &Settings) -> String {
        match self.kind {
            Kind::Choice(choice) => {
                let word = choice.word(settings).map(|word| word.name.into_owned());
                word.unwrap_or_default()
            }
            Kind::Columns => settings.columns.join(","),
            Kind::Templates => {
                let names = settings.templates.iter();
                let names: Vec<&str> = names.map(|template| template.name.as_str()).collect();
                names.join(", ")
            }
            Kind::Engines => {
                let names = settings.engines.iter();
                let names: Vec<&str> = names.map(|engine| engine.name.as_str()).collect();
                names.join(", ")
            }
            Kind::Keys => {
                let names = settings.keys.iter();
                let names: Vec<&str> = names.map(|binding| binding.command.as_str()).collect();
                names.join(", ")
            }
        }
    }
}

impl Settings {
    /// A setting, or an entry of one, as it goes into a settings file.
    ///
    /// # Errors
    ///
    /// There is none of the name.
    pub fn entry(&self, name: &str) -> Result<Entry, SettingError> {
        let (setting, entry) = super::named(name)?;
        let Some(entry) = entry else {
            return Ok(Entry {
                table: None,
                key: setting.name.to_owned(),
                value: Some(setting.to_toml(self)),
            });
        };
        if matches!(setting.kind, Kind::Keys) {
            let value = keys::value_of(&self.keys, entry);
            return Ok(Entry {
                table: Some(setting.name),
                key: entry.to_owned(),
                value: Some(value.ok_or_else(|| SettingError::unknown(name))?),
            });
        }
        if matches!(setting.kind, Kind::Engines) {
            let engine = self.engine_and_option(entry).map(|(engine, _)| engine);
            let engine = engine
                .ok_or_else(|| SettingError::Engine(format!("there is no engine `{entry}`")))?;
            return Ok(Entry {
                table: Some(setting.name),
                key: engine.name.clone(),
                value: Some(engine.to_toml()),
            });
        }
        let template = self.templates.iter().find(|known| known.name == entry);
        let value = template.map(|template| quoted(template.text()));
        Ok(Entry {
            table: Some(setting.name),
            key: entry.to_owned(),
            value: Some(value.ok_or_else(|| SettingError::unknown(name))?),
        })
    }
}
