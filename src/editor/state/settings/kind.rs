//! The kinds of settings, and settings as they are typed: `theme=light`, `columns id,ce`, or the name alone.

use super::file::File;
use super::{DEFAULT, SettingError, Settings, Source, Table, all, named, one_of};
use crate::editor::state::columns::Column;
use crate::engine::Limits;
use crate::epd::counted::{noun, thousands};
use crate::suite::query::{Completions, in_list};
use toml_edit::{Key, Value};

/// The longest search time of a record: a day, in milliseconds.
const LONGEST: u64 = 24 * 3600 * 1000;

/// A setting: a row of the table.
#[derive(Debug)]
pub struct Setting {
    /// The name in the settings file and on the command line.
    pub name: &'static str,
    pub help: &'static str,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of several words. `true` and `false` have no quotes in the file.
    Choice(&'static Choice),
    Columns,
    /// A table of named entries, which is not an option of the command line.
    Table(Table),
}

pub(super) fn word_to_toml(word: &str) -> Value {
    match word {
        "true" => true.into(),
        "false" => false.into(),
        word => word.into(),
    }
}

pub(crate) fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.value().clone(),
        Value::Array(values) => values.iter().map(typed).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

/// A setting that is one of several words.
#[derive(Debug)]
pub struct Choice {
    /// The words of the table, including the default, each with its meaning.
    pub words: &'static [(&'static str, &'static str)],
    /// Any other value, for the documentation: an example, and its meaning.
    pub more: Option<(&'static str, &'static str)>,
    /// Returns the user's own words, each with its meaning.
    pub(super) own: fn(&Settings) -> Vec<(String, String)>,
    /// Returns the present word.
    pub name: fn(&Settings) -> String,
    pub(super) set: fn(&mut Settings, &str) -> bool,
}

/// Defines the words of a field of the settings: word, value and meaning; before them, any other values.
macro_rules! words {
    ($field:ident, $($word:expr, $value:expr, $help:expr;)*) => {
        words!($field, None, |_| Vec::new(), |_, _| None, |_| String::new() =>
            $($word, $value, $help;)*)
    };
    ($field:ident, $more:expr, $own:expr, $read:expr, $text:expr =>
        $($word:expr, $value:expr, $help:expr;)*) => {
        Choice {
            words: &[$(($word, $help)),*],
            more: $more,
            own: $own,
            name: |settings| {
                $({
                    let value = $value;
                    if settings.$field == value { return $word.to_owned(); }
                })*
                let text: fn(&_) -> String = $text;
                text(&settings.$field)
            },
            set: |settings, word| {
                $(if word == $word { settings.$field = $value; return true; })*
                let read: fn(&$crate::editor::state::settings::Settings, &str) -> Option<_> = $read;
                let value = read(settings, word);
                value.map(|value| settings.$field = value).is_some()
            },
        }
    };
}

pub(super) use words;

impl Choice {
    /// Returns the words that can be chosen, including the user's own.
    pub fn offered(&self, settings: &Settings) -> Vec<(String, String)> {
        let words = self.words.iter();
        let words = words.map(|(word, help)| ((*word).to_owned(), (*help).to_owned()));
        words.chain((self.own)(settings)).collect()
    }

    /// Returns the words that can be chosen, for an error message: as in the settings file, or as typed.
    pub(super) fn expected(&self, settings: &Settings, is_toml: bool) -> String {
        let words = self.offered(settings).into_iter();
        let words = words.map(|(word, _)| match is_toml {
            true => word_to_toml(&word).to_string(),
            false => word,
        });
        // Values without a name are described by their meaning.
        let more = self.more.filter(|(name, _)| *name == "…");
        one_of(words.chain(more.map(|(_, help)| help.to_owned())))
    }
}

impl Setting {
    /// Returns whether the command line has an option of its name.
    pub fn is_option(&self) -> bool {
        !matches!(self.kind, Kind::Table(_))
    }

    /// Returns its value by name, as TOML; for a table, the values of its entries.
    pub(crate) fn values(&self, settings: &Settings) -> Vec<(String, Value)> {
        let value = match self.kind {
            Kind::Choice(choice) => word_to_toml(&(choice.name)(settings)),
            Kind::Columns => settings.columns.iter().map(Column::name).collect(),
            Kind::Table(table) => return table.entries(settings),
        };
        vec![(self.name.to_owned(), value)]
    }

    /// Returns its value as it is typed: a word, words separated by commas, or the names in a table.
    pub fn text(&self, settings: &Settings) -> String {
        let values = self.values(settings).into_iter();
        let texts: Vec<String> = match self.kind {
            Kind::Table(_) => values.map(|(name, _)| name).collect(),
            _ => values.map(|(_, value)| typed(&value)).collect(),
        };
        texts.join(", ")
    }

    /// Returns the error that `found` is not a value of it.
    pub(super) fn value(&self, expected: impl Into<String>, found: &str) -> SettingError {
        SettingError::Value {
            name: self.name,
            expected: expected.into(),
            found: found.to_owned(),
        }
    }
}

const fn limits(depth: Option<u32>, nodes: Option<u64>, movetime: Option<u64>) -> Limits {
    Limits {
        depth,
        nodes,
        movetime,
        timeout: None,
        until_score: None,
        until_mate: false,
    }
}

pub(super) const fn time(millis: u64) -> Limits {
    limits(None, None, Some(millis))
}

/// The limits offered; any other one can be typed.
pub(super) static LIMITS: Choice = words!(analysis_limit,
    Some((
        "…",
        "any other time, depth or number of nodes, as `300ms`, `10s`, `depth 20`, `nodes 50000`",
    )),
    |_| Vec::new(), |_, text| read_limit(text), limit_name =>
    "200ms", time(200), "a fifth of a second";
    "1s", time(1000), "a second";
    "5s", time(5000), "five seconds";
    "30s", time(30_000), "half a minute";
    "depth 16", limits(Some(16), None, None), "16 plies";
    "depth 24", limits(Some(24), None, None), "24 plies";
    "nodes 1000000", limits(None, Some(1_000_000), None), "a million positions";
);

fn read_limit(text: &str) -> Option<Limits> {
    let (unit, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let (digits, scale) = digits.split_at(end.unwrap_or(digits.len()));
    let number = digits.parse().ok().filter(|number| *number > 0)?;
    let limits = match (unit, scale.trim()) {
        ("depth ", "") => limits(Some(u32::try_from(number).ok()?), None, None),
        ("nodes ", "") => limits(None, Some(number), None),
        ("", "ms") => time(number),
        ("", "s") => time(number.checked_mul(1000)?),
        _ => return None,
    };
    (limits.movetime <= Some(LONGEST)).then_some(limits)
}

fn limit_name(limits: &Limits) -> String {
    match (limits.depth, limits.nodes, limits.movetime) {
        (Some(depth), ..) => format!("depth {depth}"),
        (_, Some(nodes), _) => format!("nodes {nodes}"),
        (_, _, Some(millis)) if millis % 1000 == 0 => format!("{}s", millis / 1000),
        (_, _, millis) => format!("{}ms", millis.unwrap_or_default()),
    }
}

/// Returns a limit in words: `1 s a record`.
pub(crate) fn limit_in_words(limits: &Limits) -> String {
    let what = match (limits.depth, limits.nodes, limits.movetime) {
        (Some(depth), ..) => format!("{depth} {}", noun(depth, "ply", "plies")),
        (_, Some(nodes), _) => format!("{} {}", thousands(nodes), noun(nodes, "node", "nodes")),
        (_, _, Some(millis)) if millis % 1000 == 0 => format!("{} s", millis / 1000),
        (_, _, millis) => format!("{} ms", millis.unwrap_or_default()),
    };
    format!("{what} a record")
}

impl Settings {
    /// Sets a setting by name to a value as typed: a word, words separated by commas, or [`DEFAULT`], which
    /// removes an entry from its table. An entry is named after a dot: `templates.study`.
    ///
    /// # Errors
    /// There is no such setting or entry, or the value is not valid for it; then nothing changes.
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

/// Parses the name of a setting and its new value as typed: separated by `=` or a blank, or the name alone.
/// Fails if there is no such setting, or the value is not valid for it.
pub(crate) fn parse<'t>(
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

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then_some(inner)
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Returns the completions at byte `cursor` of a setting and its value.
pub(crate) fn completions(text: &str, cursor: usize, settings: &Settings) -> Completions {
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
        // Each engine by name, after the name of the table is typed.
        if head.starts_with("engines.") {
            let mut known = settings.engines.iter();
            let example = ("stockfish", "an engine by its command");
            let example = Some(example).filter(|(name, _)| known.all(|known| known.name != *name));
            let engines = settings.engines.iter();
            let engines = engines.map(|engine| (engine.name.as_str(), engine.text.as_str()));
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
            // The default can't be combined with other words.
            choices.extend(Some(usual).filter(|_| last == typed));
            Completions::of_word(before.len(), last, choices)
        }
        Kind::Table(_) => Completions::default(),
    }
}

#[cfg(test)]
mod tests {
    use crate::editor::state::settings::Settings;
    use crate::editor::state::settings::kind::*;

    #[test]
    fn a_limit_is_a_time_a_depth_or_a_number_of_positions() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let read = read_limit(text);
            let found = read.map(|limits| (limit_name(&limits), limit_in_words(&limits)));
            let expected = expected.map(|(name, words)| (name.to_owned(), words.to_owned()));
            assert_eq!(found, expected, "{text}");
        };
        check("1s", Some(("1s", "1 s a record")));
        check("250ms", Some(("250ms", "250 ms a record")));
        check("2000ms", Some(("2s", "2 s a record")));
        check("depth 1", Some(("depth 1", "1 ply a record")));
        check("depth 20", Some(("depth 20", "20 plies a record")));
        check(
            "nodes 100000",
            Some(("nodes 100000", "100,000 nodes a record")),
        );
        for none in [
            "",
            "0s",
            "s",
            "ms",
            "-1s",
            "+1s",
            "1",
            "1 h",
            "depth",
            "depth x",
            "depth 99999999999",
            "nodes 0",
            "99999999999999999999s",
            "86401s",
            "18446744073709551615s",
        ] {
            check(none, None);
        }
        for (word, _) in LIMITS.words {
            let limits = read_limit(word).expect(word);
            let mut settings = Settings::default();
            assert!((LIMITS.set)(&mut settings, word));
            assert_eq!(
                (settings.analysis_limit, limit_name(&limits)),
                (limits, (*word).to_owned())
            );
        }
    }
}

#[cfg(test)]
mod typed_tests {
    use crate::editor::state::settings::kind::*;

    #[test]
    fn a_setting_is_typed_with_a_sign_or_a_blank_and_shown_by_its_name() {
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
    fn unknown_settings_and_invalid_values_are_reported() {
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
