//! The settings file. An error affects only its own setting and is reported with its place. A change edits one
//! place of the text, and the result is parsed again before it is written.

use super::kind::{Kind, Setting, word_to_toml};
use super::{Mistake, SettingError, Settings, Source, Table, find};
use crate::editor::state::columns::{Column, Columns};
use std::ops::Range;
use toml_edit::{Document, DocumentMut, Item, Key, TableLike, TomlError, Value};

/// The number of mistakes after which reading stops: such a file is not a settings file.
const MOST: usize = 50;

impl Settings {
    /// Applies the values of a settings file, and returns its mistakes in the order of their lines.
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

/// A settings or theme file being read; without text, a typed value, whose key has no place.
#[derive(Default)]
pub(super) struct File {
    text: String,
    mistakes: Vec<Mistake>,
    broken: Vec<usize>,
}

impl File {
    /// Parses a file as far as it is UTF-8 and TOML; each other line is a mistake.
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

    /// Returns the mistakes, from the first line to the last.
    pub(super) fn mistakes(mut self) -> Vec<Mistake> {
        self.mistakes
            .sort_by_key(|mistake| (mistake.line, mistake.column));
        self.mistakes
    }

    /// Parses the text with the lines that are not TOML blanked. A parser may report wrong errors after such a
    /// line, so the text is parsed again after each.
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

    /// Applies the value of a setting. Returns whether there was one.
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

    /// Adds the mistake that an item is not a value of the setting.
    fn wrong(&mut self, setting: &Setting, expected: &str, key: &Key, item: &Item) {
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

    /// Adds the mistake that a line is not TOML, once.
    fn syntax(&mut self, at: usize, what: &str) {
        let (line, _) = position(&self.text, at);
        if !self.broken.contains(&line) {
            self.broken.push(line);
            self.mistake(at, SettingError::Other(what.to_owned()));
        }
    }

    fn is_broken(&self, span: &Range<usize>) -> bool {
        let line = |at| position(&self.text, at).0;
        let mut broken = self.broken.iter();
        broken.any(|broken| (line(span.start)..=line(span.end)).contains(broken))
    }
}

/// Parses a text up to the line with an unclosed bracket or quote. If that is far above the end, a binary
/// search finds it, and lines before it may be lost too.
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

/// Returns the byte range of a key and its value; for a table with a heading, that of the heading.
fn span_of(key: &Key, item: &Item) -> Range<usize> {
    let key = key.span().unwrap_or_default();
    match (item, item.span()) {
        (Item::Value(_), Some(value)) => key.start..value.end,
        (_, Some(heading)) => heading,
        (_, None) => key,
    }
}

/// Returns the byte range from a key to the last of its values, including those of subtables.
pub(super) fn extent(key: &Key, item: &Item) -> Range<usize> {
    let all = span_of(key, item);
    let Some(table) = item.as_table_like() else {
        return all;
    };
    let rows = table.iter();
    let inner = rows.filter_map(|(name, item)| Some(extent(table.key(name)?, item)));
    inner.fold(all, |all, inner| {
        all.start.min(inner.start)..all.end.max(inner.end)
    })
}

/// Returns the word for a value of a file; `None` if it is not in the form that is written.
fn word_of(item: &Item) -> Option<String> {
    let word = match item.as_bool() {
        Some(on) => on.to_string(),
        None => item.as_str()?.to_owned(),
    };
    (word_to_toml(&word).is_bool() == item.is_bool()).then_some(word)
}

/// An entry of a settings file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub table: Option<&'static str>,
    pub key: String,
    /// In TOML; `None` to remove the entry, so that the default applies.
    pub value: Option<String>,
}

/// Inserts, replaces or removes an entry in the text of a settings file. Returns the text, and the line of the
/// value. Fails if the text is not TOML, has something else at the place, or a comment would be lost.
pub(crate) fn put(text: &str, entry: &Entry) -> Result<(String, Option<usize>), Mistake> {
    if let Some(text) = text.strip_prefix('\u{feff}') {
        let (changed, line) = put(text, entry)?;
        return Ok((format!("\u{feff}{changed}"), line));
    }
    let document = Document::parse(text).map_err(|error| {
        let at = error.span().map_or(text.len(), |span| span.start);
        mistake(text, at, error.message().to_owned())
    })?;
    let key = entry.key.as_str();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let place = entry.place(&document);
    let edits = match (&entry.value, &place) {
        (None, None) => return Ok((text.to_owned(), None)),
        (Some(value), None) => with_line(text, &document, entry, value, newline),
        (value, Some((item, all))) => {
            let own = item.as_value().and_then(Value::span);
            let here = own.clone().unwrap_or_else(|| all.clone());
            let signs = |text: &str| text.matches('#').count();
            let here_now = text.get(here.clone()).unwrap_or_default();
            if signs(here_now) > signs(&plain(item)) {
                let what = format!("a comment inside `{key}` would be lost; change it by hand");
                return Err(mistake(text, here.start, what));
            }
            match (value, own) {
                (None, _) => vec![without_lines(text, all, newline)],
                (Some(value), Some(own)) => vec![replaced(text, &own, value)],
                (Some(value), None) if entry.table.is_some() => {
                    match (value.parse(), item.span()) {
                        (Ok(Value::InlineTable(table)), Some(heading)) => {
                            let rows = table.into_table().to_string();
                            let heading = text.get(heading).unwrap_or_default();
                            let lines = format!("{heading}\n{}", rows.trim_end());
                            vec![replaced(text, all, &lines.replace('\n', newline))]
                        }
                        _ => {
                            let gone = Entry {
                                value: None,
                                ..entry.clone()
                            };
                            return put(&put(text, &gone)?.0, entry);
                        }
                    }
                }
                (Some(_), None) => Vec::new(),
            }
        }
    };
    let expected = entry.values_after(text, |table| {
        match &entry.value {
            None => table.remove(key),
            Some(value) => table.insert(key, Item::Value(value.parse().ok()?)),
        };
        Some(())
    });
    let proven = edits.into_iter().find_map(|changed| {
        let document = Document::parse(changed.as_str()).ok()?;
        let place = entry.place(&document);
        let line = place.map(|(_, all)| position(&changed, all.start).0);
        let found = entry.values_after(&changed, |_| Some(()));
        (found.is_some() && found == expected).then(|| (changed.clone(), line))
    });
    proven.ok_or_else(|| {
        let table = entry.table.and_then(|name| document.get(name));
        let item = place.map_or(table, |(item, _)| Some(item));
        let span = item.and_then(Item::span);
        let at = span.map_or(text.len(), |span| span.start);
        let what = format!("`{key}` can't be changed here; change it by hand");
        mistake(text, at, what)
    })
}

impl Entry {
    /// Returns its item in a file, and the byte range from its key to the last of its values.
    fn place<'d>(&self, document: &'d Document<&str>) -> Option<(&'d Item, Range<usize>)> {
        let table = match self.table {
            None => document.as_item(),
            Some(name) => document.get(name)?,
        };
        let (key, item) = table.as_table_like()?.get_key_value(&self.key)?;
        Some((item, extent(key, item)))
    }

    /// Returns the values of a text by key, after a change to the entry's table, which is created if missing.
    fn values_after(
        &self,
        text: &str,
        change: impl FnOnce(&mut dyn TableLike) -> Option<()>,
    ) -> Option<String> {
        let mut document: DocumentMut = text.parse().ok()?;
        let table = match self.table {
            None => document.as_item_mut(),
            Some(name) => document.entry(name).or_insert(toml_edit::table()),
        };
        change(table.as_table_like_mut()?)?;
        Some(plain(document.as_item()))
    }
}

/// Returns the values of an item in a form in which blanks, comments and the order of keys make no difference.
fn plain(item: &Item) -> String {
    if let Some(table) = item.as_table_like() {
        let rows = table.iter().map(|(name, item)| (name, plain(item)));
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        let rows = rows.into_iter();
        let rows = rows.map(|(name, value)| format!("{name:?}={value};"));
        let rows: String = rows.collect();
        return format!("{{{rows}}}");
    }
    let items: Vec<String> = match item {
        Item::Value(Value::Array(values)) => {
            let values = values.iter().cloned().map(Item::Value);
            values.map(|value| plain(&value)).collect()
        }
        Item::ArrayOfTables(tables) => {
            let tables = tables.iter().cloned().map(Item::Table);
            tables.map(|table| plain(&table)).collect()
        }
        item => {
            let value = item.as_value().cloned();
            return value.map_or_else(String::new, |value| value.decorated("", "").to_string());
        }
    };
    format!("[{}]", items.join(","))
}

/// Returns the text without the lines of a byte range, and without one of two blank lines that would meet.
fn without_lines(text: &str, span: &Range<usize>, newline: &str) -> String {
    let start = text.get(..span.start).and_then(|before| before.rfind('\n'));
    let (mut before, rest) = text.split_at(start.map_or(0, |at| at + 1));
    let (_, mut behind) = rest.split_at(line_end(rest, span.end - before.len()));
    if before.is_empty() || before.ends_with(&newline.repeat(2)) {
        if behind.is_empty() {
            before = before.strip_suffix(newline).unwrap_or_default();
        }
        behind = behind.strip_prefix(newline).unwrap_or(behind);
    }
    [before, behind].concat()
}

/// Returns the text with a line for a new value, at each possible place, the best first.
fn with_line(
    text: &str,
    document: &Document<&str>,
    entry: &Entry,
    value: &str,
    newline: &str,
) -> Vec<String> {
    let key = Key::new(&entry.key);
    let key = key.display_repr();
    let line = format!("{key} = {value}{newline}");
    let mut places = Vec::new();
    // Below the line that shows its default after a `#`.
    let mut end = 0;
    for shown in text.split_inclusive('\n') {
        end += shown.len();
        let shown = shown.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = shown.and_then(|shown| shown.strip_prefix(&*key));
        if rest.is_some_and(|rest| rest.trim_start().starts_with('=')) {
            places.push((end, line.clone()));
        }
    }
    // Below the last of its neighbours, else below its heading.
    let all = Some(document.as_item());
    let table = entry.table.map_or(all, |name| document.get(name));
    let rows = table.and_then(Item::as_table_like);
    let rows = rows.into_iter().flat_map(|table| {
        let rows = table.iter().filter(|(_, item)| match item {
            Item::Table(table) => table.is_dotted(),
            item => !item.is_array_of_tables(),
        });
        rows.filter_map(|(name, item)| Some(extent(table.key(name)?, item).end))
    });
    let heading = table.and_then(Item::span).map(|span| span.end);
    let above = rows.max().or(heading.filter(|_| entry.table.is_some()));
    places.extend(above.map(|at| (line_end(text, at), line.clone())));
    match entry.table {
        None => {
            places.push((text.len(), line.clone()));
            // Above the first table, below the comment at the start of the file.
            let head = text.split_inclusive('\n');
            let head = head.take_while(|line| line.trim_start().starts_with('#'));
            match head.map(str::len).sum() {
                0 => places.push((0, line)),
                head => places.push((head, line + newline)),
            }
        }
        Some(name) => {
            let has_gap = text.trim().is_empty() || text.ends_with(&newline.repeat(2));
            let gap = if has_gap { "" } else { newline };
            places.push((text.len(), format!("{gap}[{name}]{newline}{line}")));
        }
    }
    let texts = places.into_iter().map(|(at, line)| {
        let before = text.get(..at).unwrap_or_default();
        let is_line = before.is_empty() || before.ends_with('\n');
        let gap = if is_line { "" } else { newline };
        replaced(text, &(at..at), &format!("{gap}{line}"))
    });
    texts.collect()
}

fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find('\n').map_or(rest.len(), |end| end + 1)
}

fn replaced(text: &str, span: &Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let behind = text.get(span.end..).unwrap_or_default();
    [before, with, behind].concat()
}

fn mistake(text: &str, at: usize, what: String) -> Mistake {
    let (line, column) = position(text, at);
    Mistake {
        line,
        column,
        error: SettingError::Other(what),
    }
}

#[cfg(test)]
mod tests;
