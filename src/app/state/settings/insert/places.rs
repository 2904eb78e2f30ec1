//! Where in a settings file a value can go, and the lines that go with one that is taken out.

use std::ops::Range;

use toml::de::DeTable;

use super::super::heading;
use super::{Entry, key, span_of, spans_of};

/// Where the value can go, best place first: what it takes the place of, and the text there.
pub(super) fn places(
    text: &str,
    file: &DeTable,
    entry: &Entry,
    newline: &str,
) -> Vec<(Range<usize>, String)> {
    let headed = heading::lines_of(text, entry.table, &entry.key);
    let Some(value) = &entry.value else {
        let is_headed = headed.is_some();
        let lines = headed.or_else(|| lines_of(text, file, entry));
        let lines = lines.map(|lines| with_blank(text, lines, newline, is_headed));
        return lines
            .map(|lines| (lines, String::new()))
            .into_iter()
            .collect();
    };
    if let Some(lines) = headed {
        let old = text.get(lines.clone()).unwrap_or_default();
        let new = heading::under_heading(old, value, newline).unwrap_or_else(|| {
            let table = entry.table.unwrap_or_default();
            let key = key(&entry.key);
            format!("[{table}]{newline}{key} = {value}{newline}")
        });
        return vec![(lines, new)];
    }
    if let Some(span) = span_of(file, entry) {
        return vec![(span, value.clone())];
    }
    let key = key(&entry.key);
    let line = format!("{key} = {value}{newline}");
    let table = match entry.table {
        None => Some(file),
        Some(name) => file.get(name).and_then(|value| value.get_ref().as_table()),
    };
    let mut places = Vec::new();
    let mut add = |at: usize, line: &str| {
        let is_line = text
            .get(..at)
            .is_none_or(|before| before.is_empty() || before.ends_with('\n'));
        let line = if is_line {
            line.to_owned()
        } else {
            format!("{newline}{line}")
        };
        places.push((at..at, line));
    };
    // Below the line that shows its default behind a `#`.
    let mut start = 0;
    for shown in text.split_inclusive('\n') {
        start += shown.len();
        let shown = shown.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = shown.and_then(|shown| shown.strip_prefix(&key));
        if table.is_some() && rest.is_some_and(|rest| rest.trim_start().starts_with('=')) {
            add(start, &line);
        }
    }
    // Below the last of its neighbours.
    let mut ends: Vec<usize> = table
        .into_iter()
        .flatten()
        .map(|(_, value)| value.span().end)
        .collect();
    ends.sort_unstable();
    for end in ends.into_iter().rev() {
        let rest = text.get(end..).unwrap_or_default();
        add(end + rest.find('\n').map_or(rest.len(), |at| at + 1), &line);
    }
    match entry.table {
        None => {
            let mark = if text.starts_with('\u{feff}') {
                '\u{feff}'.len_utf8()
            } else {
                0
            };
            add(text.len(), &line);
            // Above the first table, below what is said of the file at its begin.
            let head = text.split_inclusive('\n');
            let head = head.take_while(|line| line.trim_start().starts_with('#'));
            let head: usize = head.map(str::len).sum();
            if head > 0 {
                add(head, &format!("{line}{newline}"));
            }
            places.push((mark..mark, line));
        }
        Some(name) => {
            let head = format!("[{name}]");
            let mut start = 0;
            for shown in text.split_inclusive('\n') {
                start += shown.len();
                if shown.trim() == head {
                    add(start, &line);
                }
            }
            let has_gap = text.trim().is_empty() || text.ends_with(&newline.repeat(2));
            let gap = if has_gap { "" } else { newline };
            add(text.len(), &format!("{gap}{head}{newline}{line}"));
        }
    }
    places
}

/// Lines taken out with a blank line beside them: that below a table with a heading of its own, else one of
/// two that would stand together, and the last of the file.
fn with_blank(text: &str, lines: Range<usize>, newline: &str, is_headed: bool) -> Range<usize> {
    let before = text.get(..lines.start).unwrap_or_default();
    let behind = text.get(lines.end..).unwrap_or_default();
    let is_below_blank = before.is_empty() || before.ends_with(&newline.repeat(2));
    if behind.is_empty() && is_below_blank && !before.is_empty() {
        return lines.start - newline.len()..lines.end;
    }
    match behind.starts_with(newline) && (is_headed || is_below_blank) {
        true => lines.start..lines.end + newline.len(),
        false => lines,
    }
}

/// The lines that the entry stands in, with what ends them.
fn lines_of(text: &str, file: &DeTable, entry: &Entry) -> Option<Range<usize>> {
    let (key, value) = spans_of(file, entry)?;
    let start = text.get(..key.start)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = text.get(value.end..)?;
    let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    // A mark at the begin of the file stays there.
    let mark = if text.get(start..)?.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    Some(start + mark..value.end + end)
}
