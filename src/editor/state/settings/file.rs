//! Reading the settings file. A mistake costs what it stands in and nothing else: the other settings
//! hold, and the mistake is told with its place.

use super::kind::{Kind, Setting, word_to_toml};
use super::{Settings, Source, Table, find};
use crate::editor::state::columns::{Column, Columns};
use crate::editor::state::settings::{Mistake, SettingError};
use std::ops::Range;
use toml_edit::{Document, Item, Key, TomlError};

/// After so many mistakes a file is no settings file, and not read on.
const MOST: usize = 50;

impl Settings {
    /// Takes the values that a settings file holds, and returns what is wrong in it, from the first
    /// line to the last.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Mistake> {
        let (mut file, document) = File::read(bytes);
        // Engines first: other settings name them.
        let engines = |(name, _): &(&str, &Item)| *name == "engines";
        let (engines, others): (Vec<_>, Vec<_>) = document.iter().partition(engines);
        for (name, item) in engines.into_iter().chain(others) {
            let Some(key) = document.key(name) else {
                continue;
            };
            let span = span_of(key, item);
            match find(name) {
                _ if file.is_broken(&span) => {}
                None => {
                    let at = key.span().unwrap_or(span).start;
                    file.mistake(at, SettingError::unknown(name));
                }
                Some(setting) => {
                    if file.take(self, setting, key, item) {
                        let (line, _) = position(&file.text, span.start);
                        self.sources.insert(setting.name, Source::File { line });
                    }
                }
            }
        }
        file.mistakes()
    }
}

/// A settings file or a theme file that is being read; without text, a value that is typed, whose key has no
/// place.
#[derive(Default)]
pub(super) struct File {
    text: String,
    mistakes: Vec<Mistake>,
    /// The lines that are no TOML.
    broken: Vec<usize>,
}

impl File {
    /// Reads a file as far as it is UTF-8 and TOML; each line that is not is a mistake.
    pub(super) fn read(bytes: &[u8]) -> (Self, Document<String>) {
        let mut file = Self {
            text: String::from_utf8_lossy(bytes).into_owned(),
            mistakes: Vec::new(),
            broken: Vec::new(),
        };
        if let Err(error) = std::str::from_utf8(bytes) {
            file.syntax(error.valid_up_to(), "expected UTF-8");
        }
        let document = file.without_broken_lines();
        (file, document)
    }

    /// Returns what is wrong, from the first line to the last.
    pub(super) fn mistakes(mut self) -> Vec<Mistake> {
        self.mistakes
            .sort_by_key(|mistake| (mistake.line, mistake.column));
        self.mistakes
    }

    /// Parses the text with blanks for the lines that are no TOML, each of which is a mistake. A parser may
    /// take anything behind such a line for wrong: after each, the text is parsed again.
    fn without_broken_lines(&mut self) -> Document<String> {
        let mut sound = self.text.clone();
        loop {
            let error: TomlError = match sound.parse() {
                Ok(document) => return document,
                Err(error) => error,
            };
            let at = error.span().map_or(sound.len(), |span| span.start);
            self.syntax(at, error.message());
            let begin = sound.get(..at).and_then(|before| before.rfind('\n'));
            let (before, rest) = sound.split_at(begin.map_or(0, |newline| newline + 1));
            let (broken, after) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
            sound = match broken.trim().is_empty() || self.mistakes.len() >= MOST {
                true => match begin_of(before) {
                    Some(document) => return document,
                    None => String::new(),
                },
                false => format!("{before}{}{after}", " ".repeat(broken.len())),
            };
        }
    }

    /// Takes the value of a setting. Returns whether there was one.
    pub(super) fn take(
        &mut self,
        settings: &mut Settings,
        setting: &Setting,
        key: &Key,
        item: &Item,
    ) -> bool {
        let expected = match setting.kind {
            Kind::Choice(choice) => {
                if word_of(item).is_some_and(|word| (choice.set)(settings, &word)) {
                    return true;
                }
                choice.expected(settings, key.span().is_some())
            }
            Kind::Columns => match item.as_array() {
                Some(names) => {
                    let names = names.iter().cloned().map(Item::Value);
                    let columns = names.filter_map(|name| self.column(setting, key, &name));
                    settings.columns = Columns::of(columns.collect()).shown;
                    return true;
                }
                None => "a list of columns".to_owned(),
            },
            Kind::Table(table) => match item.as_table_like() {
                Some(entries) => {
                    for (name, item) in entries.iter() {
                        if let Some(key) = entries.key(name) {
                            self.take_entry(settings, (setting, table), key, item);
                        }
                    }
                    return true;
                }
                None => table.about().expected.to_owned(),
            },
        };
        self.wrong(setting, &expected, key, item);
        false
    }

    /// Takes an entry of a table.
    pub(super) fn take_entry(
        &mut self,
        settings: &mut Settings,
        (setting, table): (&Setting, Table),
        key: &Key,
        item: &Item,
    ) {
        let all = extent(key, item);
        if self.is_broken(&all) {
            return;
        }
        let at = item.span().unwrap_or(all).start;
        let place = key.span().map(|_| position(&self.text, at));
        match table.read(settings, key.get(), item, place.unwrap_or_default()) {
            Ok(()) => {}
            Err(Some(error)) => self.mistake(at, error),
            Err(None) => self.wrong(setting, table.about().expected_entry, key, item),
        }
    }

    /// Returns the column of a name that stands in a list, where it is one.
    fn column(&mut self, setting: &Setting, key: &Key, item: &Item) -> Option<Column> {
        let Some(name) = item.as_str() else {
            self.wrong(setting, "the name of a column", key, item);
            return None;
        };
        match Column::chosen(name) {
            Ok(column) => return Some(column),
            Err(what) if Column::parse(name).is_ok() => {
                let what = format!("`{}`: {what}", setting.name);
                let at = item.span().unwrap_or_default().start;
                self.mistake(at, SettingError::Other(what));
            }
            Err(_) => self.wrong(setting, &Column::expected(), key, item),
        }
        None
    }

    /// Adds that an item is no value of the setting.
    fn wrong(&mut self, setting: &Setting, expected: &str, key: &Key, item: &Item) {
        /// The most characters shown of what is found.
        const SHOWN: usize = 40;
        let span = item.span().or(key.span());
        let text = match &span {
            Some(span) => self.text.get(span.clone()).unwrap_or_default().to_owned(),
            None => (item.as_str()).map_or_else(|| item.to_string(), str::to_owned),
        };
        let line = text.lines().next().unwrap_or_default();
        let mut found: String = line.chars().take(SHOWN).collect();
        if found.len() < text.len() {
            found.push('…');
        }
        let at = span.unwrap_or_default().start;
        self.mistake(at, setting.value(expected, &found));
    }

    pub(super) fn mistake(&mut self, at: usize, error: SettingError) {
        let (line, column) = position(&self.text, at);
        self.mistakes.push(Mistake {
            line,
            column,
            error,
        });
    }

    /// Adds that a line is no TOML, once.
    fn syntax(&mut self, at: usize, what: &str) {
        let (line, _) = position(&self.text, at);
        if !self.broken.contains(&line) {
            self.broken.push(line);
            self.mistake(at, SettingError::Other(what.to_owned()));
        }
    }

    /// Returns whether some bytes take in a broken line: what was meant there is not guessed.
    fn is_broken(&self, span: &Range<usize>) -> bool {
        let line = |at| position(&self.text, at).0;
        let mut broken = self.broken.iter();
        broken.any(|broken| (line(span.start)..=line(span.end)).contains(broken))
    }
}

/// Parses a text up to the line where something opens that is not closed. Where that is far above, lines
/// before it may be lost, too: it is searched by halves.
fn begin_of(text: &str) -> Option<Document<String>> {
    let parse = |end: &usize| text.get(..*end)?.parse().ok();
    let lines = text.match_indices('\n').map(|(at, _)| at + 1);
    let ends: Vec<usize> = std::iter::once(0).chain(lines).collect();
    let near = ends.iter().rev().take(MOST).find_map(parse);
    near.or_else(|| {
        let at = ends.partition_point(|end| parse(end).is_some());
        ends.get(at.checked_sub(1)?).and_then(parse)
    })
}

/// Returns line and column of a byte of a text, from 1.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let (line, column) = match before.rsplit_once('\n') {
        Some((lines, last)) => (lines.matches('\n').count() + 2, last),
        None => (1, before),
    };
    (line, column.chars().count() + 1)
}

/// Returns the bytes of a key and its value; of a table with a heading, those of the heading.
fn span_of(key: &Key, item: &Item) -> Range<usize> {
    let key = key.span().unwrap_or_default();
    match (item, item.span()) {
        (Item::Value(_), Some(value)) => key.start..value.end,
        (_, Some(heading)) => heading,
        (_, None) => key,
    }
}

/// Returns the bytes from a key to the last of its values, wherever they stand.
pub(super) fn extent(key: &Key, item: &Item) -> Range<usize> {
    let all = span_of(key, item);
    let Some(table) = item.as_table_like() else {
        return all;
    };
    let inner = table
        .iter()
        .filter_map(|(name, item)| Some(extent(table.key(name)?, item)));
    inner.fold(all, |all, inner| {
        all.start.min(inner.start)..all.end.max(inner.end)
    })
}

/// Returns the word that a value of a file stands for; `None` where it would be written otherwise.
fn word_of(item: &Item) -> Option<String> {
    let word = match item.as_bool() {
        Some(on) => on.to_string(),
        None => item.as_str()?.to_owned(),
    };
    (word_to_toml(&word).is_bool() == item.is_bool()).then_some(word)
}
