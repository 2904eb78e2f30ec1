//! A setting as it is typed: `theme=light`, `columns id,ce`, or its name alone.

use toml_edit::{Key, Value};

use super::file::File;
use super::kind::{Kind, word_to_toml};
use super::{DEFAULT, SettingError, Settings, Source, all, named};
use crate::editor::state::columns::Column;
use crate::suite::query::{Completions, in_list};

impl Settings {
    /// Sets one by its name to a value as a person types it: a word, words with commas between, or
    /// [`DEFAULT`], which takes an entry out of its table. An entry is named behind a dot: `templates.study`.
    ///
    /// # Errors
    ///
    /// There is no such setting or entry, or the value is none it takes: then nothing changes.
    pub fn set(&mut self, name: &str, text: &str, source: Source) -> Result<(), SettingError> {
        let (setting, entry) = named(name)?;
        let usual =
            (text == DEFAULT && setting.is_option()).then(|| setting.text(&Self::default()));
        let value = usual.as_deref().unwrap_or(text);
        let (mut changed, mut file, key) = (self.clone(), File::default(), Key::new(name));
        match (setting.kind, entry) {
            (Kind::Choice(_), _) => {
                file.take(&mut changed, setting, &key, &word_to_toml(value).into());
            }
            (Kind::Columns, _) => {
                let names: Value = in_list(value).map(str::trim).collect();
                file.take(&mut changed, setting, &key, &names.into());
            }
            (Kind::Table(table), Some(entry)) if text == DEFAULT => {
                if !table.remove(&mut changed, entry)? {
                    return Err(SettingError::Other(format!("there is no `{name}`")));
                }
            }
            (Kind::Table(table), Some(entry)) => {
                let (entry, value) = table.typed(self, entry, text)?;
                let (key, item) = (Key::new(entry), value.into());
                file.take_entry(&mut changed, (setting, table), &key, &item);
            }
            (Kind::Table(table), None) => {
                return Err(setting.value(table.about().expected_name, text));
            }
        }
        if let Some(mistake) = file.mistakes().into_iter().next() {
            return Err(mistake.error);
        }
        *self = changed;
        match usual {
            Some(_) => self.sources.remove(setting.name),
            None => self.sources.insert(setting.name, source),
        };
        if source == Source::CommandLine {
            self.given.insert(setting.name);
        }
        Ok(())
    }
}

/// Parses the name of a setting and its new value as they are typed: with `=` or a blank between. The name
/// alone asks for the present value.
///
/// # Errors
///
/// There is no such setting, or it can't be that.
pub fn parse<'t>(
    text: &'t str,
    settings: &Settings,
) -> Result<(&'t str, Option<&'t str>), SettingError> {
    let text = text.trim();
    let end = text.find(|c: char| c == '=' || c.is_whitespace());
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.trim_start();
    if rest.is_empty() {
        return named(name).map(|_| (name, None));
    }
    let value = unquoted(rest.strip_prefix('=').unwrap_or(rest).trim());
    settings.clone().set(name, value, Source::Editor)?;
    Ok((name, Some(value)))
}

/// Returns a value without the quotes that the settings file has around it.
fn unquoted(text: &str) -> &str {
    let inside = |quote: char| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then_some(inner)
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Returns the choices at byte `cursor` of a setting and its value.
pub fn completions(text: &str, cursor: usize, settings: &Settings) -> Completions {
    let before = text.get(..cursor.min(text.len())).unwrap_or(text);
    let head = before.trim_start();
    let Some(end) = head.find(|c: char| c == '=' || c.is_whitespace()) else {
        let mut choices: Vec<(String, String)> = all()
            .iter()
            .map(|setting| {
                let sign = if setting.is_option() { "=" } else { "." };
                (format!("{}{sign}", setting.name), setting.help.to_owned())
            })
            .collect();
        // Each by its name, once the table is.
        if head.starts_with("engines.") {
            let mut known = settings.engines.iter();
            let example = ("stockfish", "an engine by its command");
            let example = Some(example).filter(|(name, _)| known.all(|known| known.name != *name));
            let engines = settings.engines.iter();
            let engines = engines.map(|engine| (engine.name.as_str(), engine.text()));
            let named = |(name, help): (&str, &str)| (format!("engines.{name}="), help.to_owned());
            choices.extend(engines.chain(example).map(named));
        }
        return Completions::of_word(before.len(), head, choices);
    };
    let (name, rest) = head.split_at(end);
    let Ok((setting, None)) = named(name) else {
        return Completions::default();
    };
    let typed = rest.trim_start_matches(|c: char| c == '=' || c.is_whitespace());
    let usual = setting.text(&Settings::default());
    let usual = format!("as without a line in the file: {usual}");
    let usual = (DEFAULT.to_owned(), usual);
    match setting.kind {
        Kind::Choice(choice) => {
            let mut choices = choice.offered(settings);
            choices.push(usual);
            Completions::of_word(before.len(), typed, choices)
        }
        Kind::Columns => {
            let last = typed.rsplit(',').next().unwrap_or(typed).trim_start();
            let plain = Column::PLAIN.iter();
            let plain = plain.map(|column| (column.name(), column.about().to_owned()));
            let mut choices: Vec<_> = plain.collect();
            // It stands alone.
            choices.extend(Some(usual).filter(|_| last == typed));
            Completions::of_word(before.len(), last, choices)
        }
        Kind::Table(_) => Completions::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_typed_with_a_sign_or_a_blank_and_asked_for_by_its_name() {
        for (text, expected) in [
            ("theme=light", ("theme", Some("light"))),
            ("  theme = \"light\" ", ("theme", Some("light"))),
            ("mouse false", ("mouse", Some("false"))),
            ("columns=id, ce", ("columns", Some("id, ce"))),
            ("theme", ("theme", None)),
            ("theme = default", ("theme", Some("default"))),
            ("columns default", ("columns", Some("default"))),
            (
                "templates.a='id \"\"; bm;'",
                ("templates.a", Some("id \"\"; bm;")),
            ),
        ] {
            assert_eq!(parse(text, &Settings::default()), Ok(expected));
        }
    }

    #[test]
    fn what_is_no_setting_or_no_value_is_said() {
        for (text, expected) in [
            (
                "thme=light",
                "unknown setting `thme`; did you mean `theme`?",
            ),
            (
                "theme=blue",
                "`theme`: expected auto, dark or light, found blue",
            ),
            (
                "theme=",
                "`theme`: expected auto, dark or light, found nothing",
            ),
            ("templates.x=default", "there is no `templates.x`"),
            (
                "keys=default",
                "`keys`: expected a command behind it: `keys.save`, found default",
            ),
            (
                "theme.x=1",
                "unknown setting `theme.x`; did you mean `theme`?",
            ),
        ] {
            assert_eq!(
                parse(text, &Settings::default())
                    .expect_err(text)
                    .to_string(),
                expected
            );
        }
    }

    #[test]
    fn names_and_then_their_words_are_offered() {
        let names = |text: &str| -> Vec<String> {
            let found = completions(text, text.len(), &Settings::default());
            found.choices.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("t"), ["theme=", "templates."]);
        assert_eq!(names("theme="), ["auto", "dark", "light", "default"]);
        assert_eq!(names("theme = l"), ["light"]);
        assert_eq!(names("engines."), ["engines.stockfish="]);
        assert_eq!(names("columns=id,li"), ["line"]);
        assert_eq!(names("nothing="), [""; 0]);
        let found = completions("theme=li", 8, &Settings::default());
        assert_eq!((found.span.start, found.span.end), (6, 8));
    }
}
