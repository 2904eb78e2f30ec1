//! Reading the settings file. A mistake costs what it stands in and nothing else: the other settings
//! hold, and the mistake is told with its place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::error::{Mistake, SettingError};
use super::kind::{self, Kind, Setting, Word};
use super::{Binding, NamedEngine, Settings, Source, find, theme};
use crate::app::state::template::Template;

impl Settings {
    /// Takes the values that a settings file holds, and gives what is wrong in it, from the first
    /// line to the last.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Mistake> {
        let text = String::from_utf8_lossy(bytes);
        let (mut file, sound) = File::begin(bytes, &text);
        let (table, _) = DeTable::parse_recoverable(&sound);
        let broken: Vec<usize> = file.mistakes.iter().map(|mistake| mistake.line).collect();
        // Engines first: other settings name them.
        let names_engines =
            |name: &str| find(name).is_some_and(|setting| matches!(setting.kind, Kind::Engines));
        let table = table.get_ref();
        let (engines, others): (Vec<_>, Vec<_>) = table
            .iter()
            .partition(|(name, _)| names_engines(name.get_ref()));
        for (name, value) in engines.into_iter().chain(others) {
            let line = position(file.text, name.span().start).0;
            let last = position(file.text, value.span().end).0;
            if broken.iter().any(|broken| (line..=last).contains(broken)) {
                continue;
            }
            match find(name.get_ref()) {
                None => {
                    let error = SettingError::unknown(name.get_ref());
                    file.mistake(name.span().start, error);
                }
                Some(setting) => {
                    if file.take(self, setting, value) {
                        self.sources.insert(setting.name, Source::File { line });
                    }
                }
            }
        }
        file.mistakes()
    }
}

/// A settings file or a theme file that is being read.
pub(super) struct File<'t> {
    text: &'t str,
    mistakes: Vec<Mistake>,
}

impl<'t> File<'t> {
    /// Begins to read a file: `text` is its bytes, as far as they are UTF-8. Gives the text without its
    /// broken lines, too, each of which is a mistake already.
    pub(super) fn begin(bytes: &[u8], text: &'t str) -> (Self, String) {
        let mut file = Self {
            text,
            mistakes: Vec::new(),
        };
        if let Err(error) = std::str::from_utf8(bytes) {
            let what = SettingError::Syntax("expected UTF-8".to_owned());
            file.mistake(error.valid_up_to(), what);
        }
        let sound = file.without_broken_lines();
        (file, sound)
    }

    /// What is wrong, from the first line to the last.
    pub(super) fn mistakes(mut self) -> Vec<Mistake> {
        self.mistakes
            .sort_by_key(|mistake| (mistake.line, mistake.column));
        self.mistakes
    }

    /// The text with blanks for the lines that are no TOML, each of which is a mistake. What a parser
    /// makes of such a line, and of what follows, may be anything: after each it is asked again.
    fn without_broken_lines(&mut self) -> String {
        /// After so many a file is no settings file, and not read on.
        const MOST: usize = 50;
        let mut sound = self.text.to_owned();
        loop {
            let (_, errors) = DeTable::parse_recoverable(&sound);
            let at = |error: &toml::de::Error| error.span().map_or(sound.len(), |span| span.start);
            let Some(error) = errors.iter().min_by_key(|error| at(error)) else {
                return sound;
            };
            let at = at(error);
            let line = position(self.text, at).0;
            let is_known = self.mistakes.iter().any(|mistake| mistake.line == line);
            if !is_known {
                self.mistake(at, SettingError::Syntax(error.message().to_owned()));
            }
            let begin = sound.get(..at).and_then(|before| before.rfind('\n'));
            let begin = begin.map_or(0, |newline| newline + 1);
            let (before, rest) = sound.split_at(begin);
            let (broken, after) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
            if broken.trim().is_empty() || self.mistakes.len() >= MOST {
                return before.to_owned();
            }
            sound = format!("{before}{}{after}", " ".repeat(broken.len()));
        }
    }

    /// Takes the value of a setting. Gives whether there was something to take.
    fn take(
        &mut self,
        settings: &mut Settings,
        setting: &Setting,
        value: &Spanned<DeValue>,
    ) -> bool {
        match (setting.kind, value.get_ref()) {
            (Kind::Choice(choice), given) => {
                let taken = word_of(given).is_some_and(|word| choice.take(settings, word));
                if !taken {
                    let expected = theme::expected(choice, settings, |word: Word| word.to_toml());
                    self.wrong(setting, expected, value.span());
                }
                taken
            }
            (Kind::Columns, DeValue::Array(names)) => {
                let names = self.columns(setting, names);
                kind::take_columns(settings, &names);
                true
            }
            (Kind::Columns, _) => {
                self.wrong(setting, "a list of columns".to_owned(), value.span());
                false
            }
            (Kind::Templates, DeValue::Table(templates)) => {
                settings.templates = self.templates(setting, templates);
                true
            }
            (Kind::Engines, DeValue::Table(engines)) => {
                settings.engines = self.engines(engines);
                true
            }
            (Kind::Engines, _) => {
                self.wrong(setting, "a table of engines".to_owned(), value.span());
                false
            }
            (Kind::Keys, DeValue::Table(commands)) => {
                settings.keys = self.keys(setting, commands);
                true
            }
            (Kind::Keys, _) => {
                self.wrong(setting, "a table of keys".to_owned(), value.span());
                false
            }
            (Kind::Templates, _) => {
                self.wrong(setting, "a table of operations".to_owned(), value.span());
                false
            }
        }
    }

    /// Those of a list that are columns.
    fn columns<'v>(&mut self, setting: &Setting, names: &'v DeArray) -> Vec<&'v str> {
        let mut columns = Vec::new();
        for name in names {
            let Some(column) = name.get_ref().as_str() else {
                self.wrong(setting, "the name of a column".to_owned(), name.span());
                continue;
            };
            match kind::no_column(setting, column) {
                None => columns.push(column),
                Some(SettingError::Value { expected, .. }) => {
                    self.wrong(setting, expected, name.span());
                }
                Some(error) => self.mistake(name.span().start, error),
            }
        }
        columns
    }

    /// Those of a table that are right, in order of name.
    fn templates(&mut self, setting: &Setting, table: &DeTable) -> Vec<Template> {
        let mut templates = Vec::new();
        for (name, value) in table {
            match value
                .get_ref()
                .as_str()
                .map(|text| Template::read(name.get_ref(), text))
            {
                Some(Ok(template)) => templates.push(template),
                Some(Err(what)) => {
                    self.mistake(value.span().start, SettingError::Template(what));
                }
                None => self.wrong(setting, "operations as text".to_owned(), value.span()),
            }
        }
        templates
    }

    /// Those of a table that are right, in the order of the file: the first is the one that is asked.
    fn engines(&mut self, table: &DeTable) -> Vec<NamedEngine> {
        let mut engines = Vec::new();
        let mut rows: Vec<_> = table.iter().collect();
        rows.sort_by_key(|(name, _)| name.span().start);
        for (name, value) in rows {
            match NamedEngine::read(name.get_ref(), value.get_ref()) {
                Ok(engine) => engines.push(engine),
                Err(what) => self.mistake(value.span().start, SettingError::Engine(what)),
            }
        }
        engines
    }

    /// The keys of commands, in the order of the file.
    fn keys(&mut self, setting: &Setting, table: &DeTable) -> Vec<Binding> {
        let mut keys = Vec::new();
        for (command, value) in table {
            let place = position(self.text, value.span().start);
            match Binding::read(command.get_ref(), value.get_ref(), place) {
                Some(bindings) => keys.extend(bindings),
                None => self.wrong(setting, "a key or a list of keys".to_owned(), value.span()),
            }
        }
        keys.sort_by_key(|binding| (binding.line, binding.column));
        keys
    }

    /// That what stands in `span` is no value of the setting.
    fn wrong(&mut self, setting: &Setting, expected: String, span: Range<usize>) {
        /// What is found is shown up to here.
        const SHOWN: usize = 40;
        let text = self.text.get(span.clone()).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let mut found: String = line.chars().take(SHOWN).collect();
        if found.len() < text.len() {
            found.push('…');
        }
        self.mistake(span.start, setting.value(expected, &found));
    }

    pub(super) fn mistake(&mut self, at: usize, error: SettingError) {
        let (line, column) = position(self.text, at);
        self.mistakes.push(Mistake {
            line,
            column,
            error,
        });
    }
}

/// Line and column of a byte of a text, from 1.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let (line, column) = match before.rsplit_once('\n') {
        Some((lines, last)) => (lines.matches('\n').count() + 2, last),
        None => (1, before),
    };
    (line, column.chars().count() + 1)
}

/// The word that a value of a file stands for; `None` where it would be written otherwise.
fn word_of<'v>(value: &'v DeValue) -> Option<&'v str> {
    match value {
        DeValue::Boolean(true) => Some("true"),
        DeValue::Boolean(false) => Some("false"),
        DeValue::String(word) => Some(&**word).filter(|word| !kind::is_bare(word)),
        _ => None,
    }
}
