//! The settings that are tables of the settings file, with named entries: engines, keys and templates.

use super::kind::{Choice, words};
use super::{SettingError, Settings, once};
use crate::editor::state::OperationText;
use crate::engine::EngineCommand;
use crate::epd::{Code, Diagnostic, ReadOptions, Record, Severity};
use toml_edit::{Array, InlineTable, Item, Value};

/// The word for the default engines; no engine has this name.
const AUTO: &str = "auto";
const FIRST: &str = "the first engine of the settings, else one in PATH";
const WORD: &str = "expected text, a number, true or false";
/// A position that accepts every operation; moves are not checked.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - - ";

/// The engine of live analysis; empty for the first one.
pub(super) static LIVE_ENGINE: Choice = words!(analysis_engine,
    Some(("NAME", "an engine of the settings")),
    |settings| offered(settings, &settings.analysis_engine),
    |settings, name| settings.engine(name).map(|engine| vec![engine.name.clone()]),
    |names: &Vec<String>| names.join(",") =>
    AUTO, Vec::<String>::new(), FIRST;
);

/// The engines of the queue; empty for the first one.
pub(super) static QUEUE_ENGINES: Choice = words!(queue_engines,
    Some(("NAME,…", "engines of the settings, with commas between")),
    |settings| offered(settings, &settings.queue_engines),
    |settings, names| {
        let names: Vec<_> = names.split(',').map(|name| name.trim().to_owned()).collect();
        let are_known = names.iter().all(|name| settings.engine(name).is_some());
        are_known.then(|| once(names))
    },
    |names: &Vec<String>| names.join(",") =>
    AUTO, Vec::<String>::new(), FIRST;
);

/// Returns the engines of the settings, and the present choice if that is several.
fn offered(settings: &Settings, chosen: &[String]) -> Vec<(String, String)> {
    let engines = settings.engines.iter();
    let engines = engines.map(|engine| (engine.name.clone(), engine.text.clone()));
    let several =
        (chosen.len() > 1).then(|| (chosen.join(","), "several, with commas between".to_owned()));
    engines.chain(several).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEngine {
    pub name: String,
    /// The command as written, without options and separate arguments.
    pub text: String,
    arguments: Vec<String>,
    /// The program with all arguments and options.
    pub command: EngineCommand,
}

impl NamedEngine {
    /// Parses an entry of the table: a command, or a table with `command`, `args` and `options`.
    pub(super) fn read(name: &str, value: &Item) -> Result<Self, String> {
        let wrong = |what: &str| format!("engine `{name}`: {what}");
        if let Some(command) = value.as_str() {
            return Self::new(name, command, Vec::new(), Vec::new());
        }
        let table = value.as_table_like();
        let table = table.ok_or_else(|| wrong("expected a command or a table"))?;
        let (mut command, mut arguments, mut options) = (None, Vec::new(), Vec::new());
        for (key, value) in table.iter() {
            match key {
                "command" => {
                    let text = value.as_str();
                    command = Some(text.ok_or_else(|| wrong("`command`: expected text"))?);
                }
                "args" => {
                    let words = value.as_array();
                    let words = words.ok_or_else(|| wrong("`args`: expected a list of text"))?;
                    arguments = words.iter().map(word).collect::<Result<_, _>>()?;
                }
                "options" => {
                    let table = value.as_table_like();
                    let table =
                        table.ok_or_else(|| wrong("`options`: expected a table of values"))?;
                    let words = table.iter().map(|(option, value)| {
                        let value = value.as_value().ok_or(WORD)?;
                        Ok((option.to_owned(), word(value)?))
                    });
                    options = words.collect::<Result<_, String>>()?;
                }
                other => {
                    let what = format!("expected command, args or options, found `{other}`");
                    return Err(wrong(&what));
                }
            }
        }
        let command = command.ok_or_else(|| wrong("expected a command"))?;
        Self::new(name, command, arguments, options)
    }

    /// Parses a typed value: a command, or a table in TOML.
    pub(super) fn typed(name: &str, text: &str) -> Result<Value, String> {
        if let Some(wrong) = Self::no_name(name) {
            return Err(format!("name of an engine: {wrong}, found `{name}`"));
        }
        if !text.trim_start().starts_with('{') {
            return Ok(text.into());
        }
        let table = text.trim().parse::<Value>();
        table.map_err(|error| format!("engine `{name}`: {}", error.message()))
    }

    /// Returns the command with all its arguments, as it could be typed.
    pub(crate) fn whole_command(&self) -> String {
        let quoted = |word: &String| match word.contains(char::is_whitespace) || word.is_empty() {
            true if word.contains('\'') => format!("\"{word}\""),
            true => format!("'{word}'"),
            false => word.clone(),
        };
        let arguments = self.arguments.iter().map(quoted);
        let words = std::iter::once(self.text.clone()).chain(arguments);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the engine with another command and its present options; fails if the text is not a command.
    pub(crate) fn with_command(&self, text: &str) -> Result<Self, String> {
        let options = self.command.options.clone();
        Self::new(&self.name, text, Vec::new(), options)
    }

    /// Returns the engine with an option set; `None` removes it.
    pub(crate) fn with_option(&self, option: &str, value: Option<&str>) -> Self {
        let mut engine = self.clone();
        let options = &mut engine.command.options;
        let known = (options.iter_mut()).find(|(name, _)| name.eq_ignore_ascii_case(option));
        match (known, value) {
            (Some(known), Some(value)) => known.1 = value.to_owned(),
            (None, Some(value)) => options.push((option.to_owned(), value.to_owned())),
            (_, None) => options.retain(|(name, _)| !name.eq_ignore_ascii_case(option)),
        }
        engine
    }

    /// Returns the reason why a name is invalid, if it is. Lists of engines are separated by commas and blanks.
    pub(crate) fn no_name(name: &str) -> Option<&'static str> {
        if name.is_empty() {
            return Some("expected a name");
        }
        let is_taken = matches!(name, super::DEFAULT | AUTO);
        if is_taken {
            return Some("expected another name: this one is reserved");
        }
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let first = name.chars().next();
        let is_right = name.chars().all(fits) && first.is_some_and(char::is_alphanumeric);
        (!is_right).then_some("expected letters, digits, `-`, `_` and `.`")
    }

    fn new(
        name: &str,
        text: &str,
        arguments: Vec<String>,
        options: Vec<(String, String)>,
    ) -> Result<Self, String> {
        let parsed = EngineCommand::parse(text);
        let mut command = parsed.map_err(|error| format!("engine `{name}`: {error}"))?;
        let more = arguments.iter().map(std::ffi::OsString::from);
        command.arguments.extend(more);
        for (option, value) in &options {
            command.set(option, value);
        }
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            arguments,
            command,
        })
    }

    pub(crate) fn to_toml(&self) -> Value {
        let options = &self.command.options;
        if self.arguments.is_empty() && options.is_empty() {
            return self.text.as_str().into();
        }
        let mut table = InlineTable::new();
        table.insert("command", self.text.as_str().into());
        if !self.arguments.is_empty() {
            table.insert("args", self.arguments.iter().collect());
        }
        if !options.is_empty() {
            let options = options.iter();
            let options = options.map(|(name, value)| (name.as_str(), value.as_str()));
            table.insert("options", options.collect());
        }
        table.into()
    }
}

/// Returns a word of a list or the value of an option: text, a number, true or false.
fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.value().clone()),
        Value::Integer(number) => Ok(number.value().to_string()),
        Value::Boolean(on) => Ok(on.value().to_string()),
        _ => Err(WORD.to_owned()),
    }
}

impl Settings {
    pub fn engine(&self, name: &str) -> Option<&NamedEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// Replaces the engine of the same name, or appends a new one: the first engine is the default.
    pub(super) fn put_engine(&mut self, engine: NamedEngine) {
        let mut known = self.engines.iter_mut();
        match known.find(|known| known.name == engine.name) {
            Some(known) => *known = engine,
            None => self.engines.push(engine),
        }
    }

    /// Returns the engine that an entry of the table names, and its option, if one is named after another dot.
    pub(crate) fn engine_and_option<'e>(
        &self,
        entry: &'e str,
    ) -> Option<(&NamedEngine, Option<&'e str>)> {
        if let Some(engine) = self.engine(entry) {
            return Some((engine, None));
        }
        let mut dots = entry.match_indices('.');
        let (engine, option) =
            dots.find_map(|(at, _)| Some((self.engine(entry.get(..at)?)?, entry.get(at + 1..)?)))?;
        let option = option.strip_prefix("options.").unwrap_or(option);
        Some((engine, Some(option).filter(|option| !option.is_empty())))
    }

    /// Returns the engine of live analysis: the chosen one, else the first; `None` if the settings have none.
    pub fn live_engine(&self) -> Option<&NamedEngine> {
        let chosen = self.analysis_engine.first();
        let chosen = chosen.and_then(|name| self.engine(name));
        chosen.or_else(|| self.engines.first())
    }

    /// Returns the engines of the queue: the chosen ones, else the first.
    pub fn background_engines(&self) -> Vec<&NamedEngine> {
        let chosen = self.queue_engines.iter();
        let chosen: Vec<_> = chosen.filter_map(|name| self.engine(name)).collect();
        match chosen.is_empty() {
            true => self.engines.first().into_iter().collect(),
            false => chosen,
        }
    }

    /// Returns the number of records analysed at once: at least one for each chosen engine.
    pub fn background_jobs(&self) -> usize {
        self.analysis_engines.max(self.background_engines().len())
    }
}

/// A setting that is a table of the settings file, and no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Operations by the name of a template.
    Templates,
    /// Engines by their names.
    Engines,
    /// Keys by the name of a command.
    Keys,
}

pub(super) struct TableWords {
    /// The expected value of the table, in words.
    pub(super) expected: &'static str,
    /// The expected value of an entry, in words.
    pub(super) expected_entry: &'static str,
    /// The expected name, for an error when the table alone was named.
    pub(super) expected_name: &'static str,
    pub(super) help: &'static str,
    pub(super) examples: &'static [&'static str],
}

impl Table {
    pub(super) const fn about(self) -> TableWords {
        match self {
            Self::Templates => TableWords {
                expected: "a table of operations",
                expected_entry: "operations as text",
                expected_name: "a name behind it: `templates.study`",
                help: "operations as a record has them, behind a name; what they leave out is typed. Default: none",
                examples: &["# study = 'id \"\"; bm; c0 \"\";'"],
            },
            Self::Engines => TableWords {
                expected: "a table of engines",
                expected_entry: "a command or a table",
                expected_name: "a name behind it: `engines.stockfish`",
                help: "a command, or a table with command, args (a list) and options (a table). Default: none",
                examples: &[
                    "# stockfish = \"stockfish\"",
                    "# big = { command = \"/opt/lc0/lc0\", args = [\"--threads=2\"], options = { Hash = 256 } }",
                ],
            },
            Self::Keys => TableWords {
                expected: "a table of keys",
                expected_entry: "a key or a list of keys",
                expected_name: "a command behind it: `keys.save`",
                help: "a key, a list of keys, [] for none, or keys by place. Default: the keys that `?` lists",
                examples: &[
                    "# save = [\"Ctrl-S\", \"F5\"]",
                    "# suspend = []",
                    "# flip = { board = \"F\" }",
                ],
            },
        }
    }

    pub(super) fn entries(self, settings: &Settings) -> Vec<(String, Value)> {
        match self {
            Self::Templates => {
                let entry = |known: &Template| (known.name.clone(), known.text.as_str().into());
                settings.templates.iter().map(entry).collect()
            }
            Self::Engines => {
                let entry = |known: &NamedEngine| (known.name.clone(), known.to_toml());
                settings.engines.iter().map(entry).collect()
            }
            Self::Keys => key_entries(&settings.keys),
        }
    }

    /// Applies an entry at `place` of the settings file. Fails if the value is invalid: without an error if it
    /// has the wrong type for the table.
    pub(super) fn read(
        self,
        settings: &mut Settings,
        name: &str,
        value: &Item,
        place: (usize, usize),
    ) -> Result<(), Option<SettingError>> {
        match self {
            Self::Templates => {
                let text = value.as_str().ok_or(None)?;
                let template = Template::read(name, text).map_err(SettingError::Other)?;
                let templates = &mut settings.templates;
                templates.retain(|known| known.name != name);
                let at = templates.partition_point(|known| *known.name < *name);
                templates.insert(at, template);
            }
            Self::Engines => {
                let engine = NamedEngine::read(name, value).map_err(SettingError::Engine)?;
                settings.put_engine(engine);
            }
            Self::Keys => {
                let bindings = Binding::read(name, value, place).ok_or(None)?;
                settings.keys.retain(|known| known.command != name);
                settings.keys.extend(bindings);
            }
        }
        Ok(())
    }

    /// Returns the entry, and its value, that the user typed for `name`, which may be one option of an engine.
    /// Fails if the text is not a value of an entry.
    pub(super) fn typed<'n>(
        self,
        settings: &'n Settings,
        name: &'n str,
        text: &str,
    ) -> Result<(&'n str, Value), SettingError> {
        let value = match (self, settings.engine_and_option(name)) {
            (Self::Engines, Some((engine, Some(option)))) => {
                let changed = engine.with_option(option, Some(text));
                return Ok((&engine.name, changed.to_toml()));
            }
            (Self::Engines, _) => NamedEngine::typed(name, text).map_err(SettingError::Engine)?,
            (Self::Keys, _) => text.split_whitespace().collect::<Array>().into(),
            (Self::Templates, _) => text.into(),
        };
        Ok((name, value))
    }

    /// Removes an entry, or an option of an engine; returns false if there is none. Fails for an unset option.
    pub(super) fn remove(self, settings: &mut Settings, name: &str) -> Result<bool, SettingError> {
        let mut entries = self.entries(settings).into_iter();
        let is_there = entries.any(|(known, _)| known == name);
        match (self, settings.engine_and_option(name)) {
            (Self::Engines, Some((engine, Some(option)))) if engine.command.sets(option) => {
                let changed = engine.with_option(option, None);
                settings.put_engine(changed);
                return Ok(true);
            }
            (Self::Engines, Some((engine, Some(option)))) => {
                let what = format!("`{option}` is not set for `{}`", engine.name);
                return Err(SettingError::Engine(what));
            }
            (Self::Engines, _) => settings.engines.retain(|known| known.name != name),
            (Self::Templates, _) => settings.templates.retain(|known| known.name != name),
            (Self::Keys, _) => settings.keys.retain(|known| known.command != name),
        }
        Ok(is_there)
    }
}

/// The keys of a command in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub command: String,
    /// The context of the keys; `None` for all contexts in which the command has keys.
    pub context: Option<String>,
    /// The names of the keys; empty to remove its keys.
    pub keys: Vec<String>,
    /// The place in the settings file, from 1; line 0 if it was typed.
    pub line: usize,
    pub column: usize,
}

impl Binding {
    /// Returns the bindings of a value: a key, a list of keys, or a table of contexts with either; else `None`.
    fn read(command: &str, value: &Item, (line, column): (usize, usize)) -> Option<Vec<Self>> {
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

/// Returns the commands with bindings, and their keys as TOML.
fn key_entries(bindings: &[Binding]) -> Vec<(String, Value)> {
    let commands = once(bindings.iter().map(|binding| &binding.command).collect());
    let entries = commands.into_iter().map(|command| {
        let own = || bindings.iter().filter(|own| own.command == *command);
        let by_place = || {
            let places = own().filter_map(|own| Some((own.context.as_deref()?, own.value())));
            places.collect()
        };
        let everywhere = own().find(|own| own.context.is_none());
        (
            command.clone(),
            everywhere.map_or_else(by_place, Binding::value),
        )
    });
    entries.collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    pub(crate) operations: Vec<OperationText>,
    text: String,
}

impl Template {
    /// Parses the operations of a template, written as in a record: `id ""; bm; c0 "";`.
    ///
    /// # Errors
    /// The mistake, in a sentence: text that is not an operation, a repeated opcode, an empty template.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        let line = format!("{FIELDS}{text}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let operations = OperationText::all_of(&record);
        // Errors in the template itself, independent of the position that it is used for.
        let is_nonsense = |found: &&Diagnostic| {
            let text = found.span.of(record.line());
            let is_left =
                |one: &OperationText| one.operands.is_empty() && one.opcode.as_bytes() == text;
            match found.code {
                // Omitted operands are typed later.
                Code::OperandCount => !operations.iter().any(is_left),
                // Several words could mean several operands.
                Code::UnquotedString => text.contains(&b' '),
                Code::MoveIllegal | Code::MoveAmbiguous => false,
                _ => found.severity == Severity::Error,
            }
        };
        if let Some(found) = record.diagnostics().iter().find(is_nonsense) {
            return Err(format!("the template `{name}`: {}", record.message(found)));
        }
        if operations.is_empty() {
            return Err(format!("the template `{name}` has no operations"));
        }
        Ok(Self {
            name: name.to_owned(),
            operations,
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::Source;

    fn names(engines: &[&NamedEngine]) -> String {
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        names.join(" ")
    }

    /// Checks the engine of live analysis, those in the background, and the number of records at once.
    fn check(assigned: &[(&str, &str)], expected: &str) {
        let mut settings = Settings::default();
        for (name, value) in assigned {
            settings.set(name, value, Source::Editor).expect(value);
        }
        let live: Vec<_> = settings.live_engine().into_iter().collect();
        let queue = settings.background_engines();
        let jobs = settings.background_jobs();
        let found = format!("{} | {} | {jobs}", names(&live), names(&queue));
        assert_eq!(found, expected, "{assigned:?}");
    }

    #[test]
    fn an_engine_is_chosen_by_name_else_the_first_one_is_used() {
        let two = [("engines.a", "ay"), ("engines.b", "bee")];
        let with = |more: &[(&'static str, &'static str)]| [two.as_slice(), more].concat();
        check(&[], " |  | 1");
        check(&two, "a | a | 1");
        // The first engine of the file, not of the alphabet.
        check(&[two[1], two[0]], "b | b | 1");
        check(&with(&[("analysis-engine", "b")]), "b | a | 1");
        check(&with(&[("queue-engines", "b, a")]), "a | b a | 2");
        check(
            &with(&[("queue-engines", "b"), ("analysis-engines", "4")]),
            "a | b | 4",
        );
        check(
            &with(&[("queue-engines", "b"), ("queue-engines", "auto")]),
            "a | a | 1",
        );
        // An engine that was removed is no longer chosen.
        check(
            &with(&[("analysis-engine", "b"), ("engines.b", "default")]),
            "a | a | 1",
        );
    }

    #[test]
    fn an_unknown_engine_is_refused_with_the_known_ones() {
        let mut settings = Settings::default();
        let text = b"analysis-engine = \"b\"\nqueue-engines = \"a,c\"\n[engines]\nb = \"bee\"\na = \"ay\"\n";
        let mistakes = settings.read(text);
        let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(
            mistakes,
            ["2:17: `queue-engines`: expected \"auto\", \"b\" or \"a\", found \"a,c\""]
        );
        assert_eq!(settings.analysis_engine, ["b"]);
        let first = settings.engines.first().map(|engine| engine.name.as_str());
        assert_eq!(first, Some("b"), "in the order of the file");
        let error = settings.set("analysis-engine", "c", Source::Editor);
        assert_eq!(
            error.expect_err("there is none").to_string(),
            "`analysis-engine`: expected auto, b or a, found c"
        );
    }
}
