//! A setting put into the text of a settings file: its value's bytes change, or a line is added, and
//! nothing else. What is there after is read again before it counts.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::array;
use super::error::{Mistake, SettingError};
use super::file::position;
use super::heading;
use super::kind::quoted;

/// A value and its place in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table that it is an entry of.
    pub table: Option<&'static str>,
    pub key: String,
    /// As TOML; `None` where it is to be taken out, so that the default holds.
    pub value: Option<String>,
}

/// The text of a settings file with a value put in, and the line that it stands in; or with its lines
/// taken out.
///
/// # Errors
///
/// The text can't be read as TOML, or holds something else at the place: it is to be put right first.
pub fn put(text: &str, entry: &Entry) -> Result<(String, Option<usize>), Mistake> {
    let file = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(text.len(), |span| span.start);
        mistake(text, at, error.message().to_owned())
    })?;
    let before = Content::of(file.get_ref(), entry);
    if entry.value.is_none() && before.value.is_none() {
        return Ok((text.to_owned(), None));
    }
    // The comments inside a list stay with their elements, or nothing changes.
    let commented = value_of(file.get_ref(), entry).filter(|old| array::has_comments(text, old));
    let mut entry = Cow::Borrowed(entry);
    if let Some(old) = commented {
        let new = entry.value.as_deref();
        let Some(new) = new.and_then(|new| array::changed(text, old, new)) else {
            let what = format!(
                "a comment inside `{}` would be lost; change it by hand",
                entry.key
            );
            return Err(mistake(text, old.span().start, what));
        };
        entry.to_mut().value = Some(new);
    }
    let entry = &*entry;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let places = places(text, file.get_ref(), entry, newline);
    let table = entry.table.and_then(|name| file.get_ref().get(name));
    let wrong = span_of(file.get_ref(), entry).or_else(|| table.map(Spanned::span));
    let wrong = wrong.map_or(text.len(), |span| span.start);
    for (span, new) in places {
        let (Some(head), Some(tail)) = (text.get(..span.start), text.get(span.end..)) else {
            continue;
        };
        let changed = format!("{head}{new}{tail}");
        let Ok(file) = DeTable::parse(&changed) else {
            continue;
        };
        let after = Content::of(file.get_ref(), entry);
        if after.others == before.others && after.value == Content::value(entry) {
            let at = span_of(file.get_ref(), entry);
            let line = at.map(|at| position(&changed, at.start).0);
            return Ok((changed.clone(), line));
        }
    }
    let what = format!("`{}` can't be changed here; change it by hand", entry.key);
    Err(mistake(text, wrong, what))
}

fn mistake(text: &str, at: usize, what: String) -> Mistake {
    let (line, column) = position(text, at);
    Mistake {
        line,
        column,
        error: SettingError::Syntax(what),
    }
}

/// Where the value can go, best place first: what it takes the place of, and the text there.
fn places(text: &str, file: &DeTable, entry: &Entry, newline: &str) -> Vec<(Range<usize>, String)> {
    let headed = heading::lines_of(text, entry.table, &entry.key);
    let Some(value) = &entry.value else {
        // The blank line below it goes with it.
        let gap = |lines: Range<usize>| {
            let rest = text.get(lines.end..).unwrap_or_default();
            let blank = if rest.starts_with(newline) {
                newline.len()
            } else {
                0
            };
            lines.start..lines.end + blank
        };
        let lines = headed.map(gap).or_else(|| lines_of(text, file, entry));
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
            let gap = if text.trim().is_empty() { "" } else { newline };
            add(text.len(), &format!("{gap}{head}{newline}{line}"));
        }
    }
    places
}

/// The value that is there already.
fn value_of<'f>(file: &'f DeTable<'_>, entry: &Entry) -> Option<&'f Spanned<DeValue<'f>>> {
    let table = match entry.table {
        None => file,
        Some(name) => file.get(name)?.get_ref().as_table()?,
    };
    table.get(entry.key.as_str())
}

/// The bytes of the value that is there already.
fn span_of(file: &DeTable, entry: &Entry) -> Option<Range<usize>> {
    Some(spans_of(file, entry)?.1)
}

/// The bytes of the key and of the value that are there already.
fn spans_of(file: &DeTable, entry: &Entry) -> Option<(Range<usize>, Range<usize>)> {
    let table = match entry.table {
        None => file,
        Some(name) => file.get(name)?.get_ref().as_table()?,
    };
    let mut rows = table.iter();
    let (key, value) = rows.find(|(key, _)| **key.get_ref() == entry.key)?;
    Some((key.span(), value.span()))
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

/// A key of TOML, with quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// What a file says, wherever it stands there.
struct Content {
    /// The value of the entry.
    value: Option<String>,
    /// All else.
    others: Vec<String>,
}

impl Content {
    fn of(file: &DeTable, entry: &Entry) -> Self {
        let mut content = Self {
            value: None,
            others: Vec::new(),
        };
        for (name, value) in file {
            let name = name.get_ref();
            match (entry.table, value.get_ref()) {
                (None, value) if *name == entry.key => content.value = Some(plain(value)),
                (Some(table), DeValue::Table(entries)) if *name == table => {
                    for (key, value) in entries {
                        let key = key.get_ref();
                        if *key == entry.key {
                            content.value = Some(plain(value.get_ref()));
                        } else {
                            content
                                .others
                                .push(format!("{name}.{key} {}", plain(value.get_ref())));
                        }
                    }
                }
                (_, value) => content.others.push(format!("{name} {}", plain(value))),
            }
        }
        content.others.sort();
        content
    }

    /// What the entry says once it is there.
    fn value(entry: &Entry) -> Option<String> {
        let text = format!("x = {}", entry.value.as_ref()?);
        let file = DeTable::parse(&text).ok()?;
        file.get_ref().get("x").map(|value| plain(value.get_ref()))
    }
}

/// A value without its place.
pub(super) fn plain(value: &DeValue) -> String {
    let spanned = |value: &Spanned<DeValue>| plain(value.get_ref());
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => format!("{number:?}"),
        DeValue::Float(number) => format!("{number:?}"),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(when) => when.to_string(),
        DeValue::Array(values) => format!(
            "[{}]",
            values.iter().map(spanned).collect::<Vec<_>>().join(",")
        ),
        DeValue::Table(entries) => {
            let mut entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{:?}={}", key.get_ref(), spanned(value)))
                .collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(value: &str) -> Entry {
        Entry {
            table: None,
            key: "theme".to_owned(),
            value: Some(format!("{value:?}")),
        }
    }

    fn study(value: &str) -> Entry {
        Entry {
            table: Some("templates"),
            key: "study".to_owned(),
            value: Some(quoted(value)),
        }
    }

    fn check(text: &str, entry: &Entry, expected: &str, line: usize) {
        let (found, at) = put(text, entry).expect(text);
        assert_eq!(found, expected);
        assert_eq!(at, Some(line), "{found}");
    }

    #[test]
    fn the_value_alone_changes_and_what_stands_around_it_stays() {
        check(
            "# mine\n\ntheme   =  'dark' # at night\r\nmouse = false\n",
            &theme("light"),
            "# mine\n\ntheme   =  \"light\" # at night\r\nmouse = false\n",
            3,
        );
        check("theme = \"blue\"", &theme("dark"), "theme = \"dark\"", 1);
        check(
            "[templates] # of mine\nstudy = 'bm;' # short\n",
            &study("id \"\";"),
            "[templates] # of mine\nstudy = 'id \"\";' # short\n",
            2,
        );
    }

    #[test]
    fn a_new_value_goes_below_its_commented_default_else_below_its_neighbours() {
        check(
            "# Theme\n# theme = \"auto\"\n\n# mouse = true\nmouse = false\n",
            &theme("light"),
            "# Theme\n# theme = \"auto\"\ntheme = \"light\"\n\n# mouse = true\nmouse = false\n",
            3,
        );
        check(
            "mouse = false # it\n\n[templates]\na = 'bm;'\n",
            &theme("light"),
            "mouse = false # it\ntheme = \"light\"\n\n[templates]\na = 'bm;'\n",
            2,
        );
        check(
            "columns = [\n  \"id\",\n]",
            &theme("light"),
            "columns = [\n  \"id\",\n]\ntheme = \"light\"\n",
            4,
        );
        check("", &theme("light"), "theme = \"light\"\n", 1);
        check(
            "# only words\r\n",
            &theme("light"),
            "# only words\r\ntheme = \"light\"\r\n",
            2,
        );
    }

    #[test]
    fn a_value_never_lands_in_a_table_or_in_a_text_of_many_lines() {
        check(
            "[templates]\na = '''\n# theme = 1\n'''\n",
            &theme("light"),
            "theme = \"light\"\n[templates]\na = '''\n# theme = 1\n'''\n",
            1,
        );
        check(
            "\u{feff}[templates]\na = 'bm;'\n",
            &theme("light"),
            "\u{feff}theme = \"light\"\n[templates]\na = 'bm;'\n",
            1,
        );
    }

    #[test]
    fn an_entry_goes_into_its_table_which_is_made_where_there_is_none() {
        check(
            "mouse = true\n",
            &study("bm;"),
            "mouse = true\n\n[templates]\nstudy = \"bm;\"\n",
            4,
        );
        check(
            "[templates]\n# study = 'x'\n\n[keys]\nsave = \"F5\"\n",
            &study("bm;"),
            "[templates]\n# study = 'x'\nstudy = \"bm;\"\n\n[keys]\nsave = \"F5\"\n",
            3,
        );
        check(
            "[templates]\n[keys]\n",
            &study("bm;"),
            "[templates]\nstudy = \"bm;\"\n[keys]\n",
            2,
        );
    }

    #[test]
    fn what_is_to_be_the_default_loses_its_lines_and_nothing_else() {
        let gone = |entry: Entry| Entry {
            value: None,
            ..entry
        };
        for (text, entry, expected) in [
            (
                "# mine\ntheme = 'dark' # at night\r\nmouse = false\n",
                theme(""),
                "# mine\nmouse = false\n",
            ),
            (
                "mouse = false\ntheme = 'dark'",
                theme(""),
                "mouse = false\n",
            ),
            ("\u{feff}theme = 'dark'\n", theme(""), "\u{feff}"),
            (
                "[templates]\nstudy = '''\nbm;\n''' # x\na = 'ce;'\n",
                study(""),
                "[templates]\na = 'ce;'\n",
            ),
            ("templates.study = 'bm;'\n", study(""), ""),
            ("mouse = false\n", theme(""), "mouse = false\n"),
            ("mouse = false\n", study(""), "mouse = false\n"),
        ] {
            let found = put(text, &gone(entry));
            assert_eq!(found, Ok((expected.to_owned(), None)));
        }
        let error = put(
            "templates = { study = 'bm;', a = 'ce;' }\n",
            &gone(study("")),
        );
        let error = error.expect_err("others stand in the line");
        assert!(error.to_string().contains("by hand"), "{error}");
    }

    #[test]
    fn a_broken_file_is_left_alone_and_its_place_is_told() {
        let error = put("mouse = true\ntheme = \n", &theme("dark")).expect_err("broken");
        assert_eq!(error.line, 2);
        let error = put("[theme]\nx = 1\n", &theme("dark")).expect_err("a table");
        assert_eq!(
            error.to_string(),
            "1:1: `theme` can't be changed here; change it by hand"
        );
        let error = put("templates = 3\n", &study("bm;")).expect_err("no table");
        assert_eq!(error.line, 1, "{error}");
    }

    fn engine(value: Option<&str>) -> Entry {
        Entry {
            table: Some("engines"),
            key: "sf".to_owned(),
            value: value.map(str::to_owned),
        }
    }

    #[test]
    fn what_is_said_of_the_file_at_its_begin_stays_above() {
        check(
            "# mine\n[engines]\nsf = \"x\"\n",
            &theme("dark"),
            "# mine\ntheme = \"dark\"\n\n[engines]\nsf = \"x\"\n",
            2,
        );
    }

    #[test]
    fn an_entry_with_a_heading_of_its_own_keeps_it() {
        let text = "theme = \"dark\"\n\n[engines.sf]\ncommand = \"stockfish\"\n[engines.sf.options]\nHash = 16\n\n[engines.other]\ncommand = \"o\"\n";
        let value = r#"{ command = "stockfish", options = { Hash = "32" } }"#;
        check(
            text,
            &engine(Some(value)),
            "theme = \"dark\"\n\n[engines.sf]\ncommand = \"stockfish\"\noptions = { Hash = \"32\" }\n\n[engines.other]\ncommand = \"o\"\n",
            3,
        );
        let (found, line) = put(text, &engine(None)).expect("it is taken out");
        assert_eq!(
            found,
            "theme = \"dark\"\n\n[engines.other]\ncommand = \"o\"\n"
        );
        assert_eq!(line, None);
        check(
            "[engines.sf]\ncommand = \"stockfish\"\n",
            &engine(Some("\"sf\"")),
            "[engines]\nsf = \"sf\"\n",
            2,
        );
    }
}
