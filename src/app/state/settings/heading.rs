//! An entry of a table of the settings file that has a heading of its own: `[engines.stockfish]`.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// The lines of the entry, from its heading to its last value, where it has one; no comment stands in them.
pub(super) fn lines_of(text: &str, table: Option<&str>, key: &str) -> Option<Range<usize>> {
    let table = table?;
    let (mut start, mut end) = (None, 0);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        let trimmed = line.trim();
        let is_own = match trimmed.starts_with('[') && !trimmed.starts_with("[[") {
            true => is_heading_of(trimmed, table, key),
            false => start.is_some(),
        };
        match start {
            Some(_) if !is_own => break,
            None if is_own => start = Some(here.start),
            _ => {}
        }
        if is_own && !trimmed.is_empty() && !trimmed.starts_with('#') {
            end = here.end;
        }
    }
    let lines = start?..end;
    let has_comments = text.get(lines.clone())?.contains('#');
    (!has_comments).then_some(lines)
}

/// Whether a line is the heading of the entry, or of a table inside it.
fn is_heading_of(line: &str, table: &str, key: &str) -> bool {
    let Ok(read) = DeTable::parse(line) else {
        return false;
    };
    let named = read.get_ref().get(table);
    let named = named.and_then(|table| table.get_ref().as_table());
    named.is_some_and(|table| table.contains_key(key))
}

/// A value under the heading of its entry; `None` where that is no table.
pub(super) fn under_heading(text: &str, value: &str, newline: &str) -> Option<String> {
    let head = text.lines().next()?;
    let value = format!("x = {value}");
    let read = DeTable::parse(&value).ok()?;
    let DeValue::Table(table) = read.get_ref().get("x")?.get_ref() else {
        return None;
    };
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by_key(|(key, _)| key.span().start);
    let mut lines = vec![head.to_owned()];
    for (key, part) in rows {
        let (key, part) = (value.get(key.span())?, value.get(part.span())?);
        lines.push(format!("{key} = {part}"));
    }
    Some(lines.join(newline) + newline)
}
