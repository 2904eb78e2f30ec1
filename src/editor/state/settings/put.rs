//! A setting put into the text of a settings file: one place of the text changes, and the file is read
//! back before that counts.

use super::file::{extent, position};
use crate::editor::state::settings::{Mistake, SettingError};
use std::ops::Range;
use toml_edit::{Document, DocumentMut, Item, Key, Table, TableLike, Value};

/// A value and its place in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table that it is an entry of.
    pub table: Option<&'static str>,
    pub key: String,
    /// As TOML; `None` where it is to be taken out, so that the default holds.
    pub value: Option<String>,
}

/// Puts a value into the text of a settings file, or takes it out with its lines. Returns the text, and the
/// line that the value stands in.
///
/// # Errors
///
/// The text can't be read as TOML, holds something else at the place, or a comment would be lost.
pub fn put(text: &str, entry: &Entry) -> Result<(String, Option<usize>), Mistake> {
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
    let expected = entry.said(text, |table| {
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
        let found = entry.said(&changed, |_| Some(()));
        (found.is_some() && found == expected).then(|| (changed.clone(), line))
    });
    proven.ok_or_else(|| {
        let table = entry.table.and_then(|name| document.get(name));
        let item = place.map_or(table, |(item, _)| Some(item));
        let at = item
            .and_then(Item::span)
            .map_or(text.len(), |span| span.start);
        let what = format!("`{key}` can't be changed here; change it by hand");
        mistake(text, at, what)
    })
}

impl Entry {
    /// Returns the item that a file has of it, and the bytes from its key to the last of its values.
    fn place<'d>(&self, document: &'d Document<&str>) -> Option<(&'d Item, Range<usize>)> {
        let table = match self.table {
            None => document.as_item(),
            Some(name) => document.get(name)?,
        };
        let (key, item) = table.as_table_like()?.get_key_value(&self.key)?;
        Some((item, extent(key, item)))
    }

    /// Returns the values of a text by their keys, each as it is written, after a change to the table of the
    /// entry, which counts as there in any case.
    fn said(
        &self,
        text: &str,
        change: impl FnOnce(&mut dyn TableLike) -> Option<()>,
    ) -> Option<String> {
        let mut document: DocumentMut = text.parse().ok()?;
        let table = match self.table {
            None => document.as_item_mut(),
            Some(name) => document.entry(name).or_insert(Table::new().into()),
        };
        change(table.as_table_like_mut()?)?;
        Some(plain(document.as_item()))
    }
}

/// Returns the values of an item. Blanks, comments and the order of keys make no difference.
fn plain(item: &Item) -> String {
    if let Some(table) = item.as_table_like() {
        let rows = table.iter().map(|(name, item)| (name, plain(item)));
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        let rows = rows.into_iter();
        let rows: String = rows
            .map(|(name, value)| format!("{name:?}={value};"))
            .collect();
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

/// Returns the text without the lines of some bytes, and without one of two blank lines that would meet.
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

/// Returns the text with a line for a new value, at each place that it may go to, the best first.
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
    // Below the line that shows its default behind a `#`.
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
    let table = entry
        .table
        .map_or(Some(document.as_item()), |name| document.get(name));
    let rows = table.and_then(Item::as_table_like);
    let rows = rows.into_iter().flat_map(|table| {
        let rows = table.iter().filter(|(_, item)| !has_heading(item));
        rows.filter_map(|(name, item)| Some(extent(table.key(name)?, item).end))
    });
    let heading = table.and_then(Item::span).map(|span| span.end);
    let above = rows.max().or(heading.filter(|_| entry.table.is_some()));
    places.extend(above.map(|at| (line_end(text, at), line.clone())));
    match entry.table {
        None => {
            places.push((text.len(), line.clone()));
            // Above the first table, below the comment that the file begins with.
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

fn has_heading(item: &Item) -> bool {
    match item {
        Item::Table(table) => !table.is_dotted(),
        item => item.is_array_of_tables(),
    }
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
