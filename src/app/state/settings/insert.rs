//! A setting put into the text of a settings file: its value's bytes change, or a line is added, and
//! nothing else. What is there after is read again before it counts.

use std::borrow::Cow;
use std::ops::Range;

mod content;
mod places;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::array;
use super::error::{Mistake, SettingError};
use super::file::position;
use super::kind::quoted;
use content::Content;
pub(super) use content::plain;
use places::places;

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
    let before = Content::of(file.get_ref(), (entry.table, &entry.key));
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
        let after = Content::of(file.get_ref(), (entry.table, &entry.key));
        if after.others == before.others && after.value == Content::value(entry.value.as_deref()) {
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

/// A key of TOML, with quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        quoted(name)
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

    #[test]
    fn no_blank_line_is_left_where_one_stood_beside_what_goes() {
        let gone = |table, key: &str| Entry {
            table,
            key: key.to_owned(),
            value: None,
        };
        let check = |text: &str, entry: &Entry, expected: &str| {
            assert_eq!(put(text, entry), Ok((expected.to_owned(), None)), "{text}");
        };
        let theme = gone(None, "theme");
        check(
            "# mine\n\ntheme = 'x'\n\nmouse = true\n",
            &theme,
            "# mine\n\nmouse = true\n",
        );
        check("mouse = true\n\ntheme = 'x'\n", &theme, "mouse = true\n");
        check("theme = 'x'\n\nmouse = true\n", &theme, "mouse = true\n");
        let text = "mouse = true\n\n[engines.sf]\ncommand = \"sf\"\n";
        let engine = gone(Some("engines"), "sf");
        check(text, &engine, "mouse = true\n");
        let back = Entry {
            value: Some("\"sf\"".to_owned()),
            ..engine
        };
        for before in ["mouse = true\n", "mouse = true\n\n"] {
            let expected = "mouse = true\n\n[engines]\nsf = \"sf\"\n";
            assert_eq!(put(before, &back), Ok((expected.to_owned(), Some(4))));
        }
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
