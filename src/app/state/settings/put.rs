//! A setting put into the text of a settings file: one place of the text changes, and the file is read
//! back before that counts.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::{Document, Item, Key, Value};

use super::error::{Mistake, SettingError};
use super::file::{extent, position};

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
    let place = entry.place(&document);
    let here = place.as_ref().map(|(item, all)| match item {
        Item::Value(value) => value.span().unwrap_or_else(|| all.clone()),
        _ => all.clone(),
    });
    let now = entry.contents(&document, text);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let edits = match (&entry.value, &place, &here) {
        (None, None, _) | (None, _, None) => return Ok((text.to_owned(), None)),
        (_, _, Some(here)) if has_comment(text, here, entry, &now) => {
            let what = format!("a comment inside `{key}` would be lost; change it by hand");
            return Err(mistake(text, here.start, what));
        }
        (None, Some((_, all)), _) => vec![without_lines(text, all, newline)],
        (Some(value), Some((Item::Value(_), _)), Some(here)) => vec![replaced(text, here, value)],
        (Some(value), Some((item, all)), _) if entry.table.is_some() => {
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
        (Some(value), None, _) => with_line(text, &document, entry, value, newline),
        (Some(_), Some(_), _) => Vec::new(),
    };
    let expected = entry.expected(now);
    let proven = edits.into_iter().find_map(|changed| {
        let document = Document::parse(changed.as_str()).ok()?;
        let place = entry.place(&document);
        let line = place.map(|(_, all)| position(&changed, all.start).0);
        (entry.contents(&document, &changed) == expected).then_some((changed.clone(), line))
    });
    proven.ok_or_else(|| {
        let table = entry.table.and_then(|name| document.get(name));
        let item = place.map_or(table, |(item, _)| Some(item));
        let at = item
            .and_then(Item::span)
            .map_or(text.len(), |span| span.start);
        mistake(
            text,
            at,
            format!("`{key}` can't be changed here; change it by hand"),
        )
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

    /// Returns the keys that lead to it.
    fn path(&self) -> Vec<String> {
        let table = self.table.into_iter();
        table.chain([&*self.key]).map(str::to_owned).collect()
    }

    /// Returns the values of a file by their keys, each as it is written. The tables that lead to the entry
    /// count as nothing: they come with it.
    fn contents(&self, document: &Document<&str>, text: &str) -> Contents {
        let mut contents = Contents::new();
        collect(document.as_item(), text, Vec::new(), &mut contents);
        self.without_tables(contents)
    }

    fn without_tables(&self, mut contents: Contents) -> Contents {
        let path = self.path();
        contents.retain(|known, value| value != TABLE || !path.starts_with(known));
        contents
    }

    /// Returns what a file holds after the change of one that holds `contents`.
    fn expected(&self, mut contents: Contents) -> Contents {
        let path = self.path();
        contents.retain(|known, _| !known.starts_with(&path));
        let text = self.value.as_ref().map(|value| format!("x = {value}"));
        let text = text.unwrap_or_default();
        if let Ok(document) = Document::parse(text.as_str())
            && let Some(item) = document.get("x")
        {
            collect(item, &text, path, &mut contents);
        }
        self.without_tables(contents)
    }
}

/// The values of a file by their keys.
type Contents = BTreeMap<Vec<String>, String>;

/// The value of a table among them; no other is written so.
const TABLE: &str = "{}";

/// Adds the values of an item. Blanks and comments make no difference.
fn collect(item: &Item, text: &str, path: Vec<String>, contents: &mut Contents) {
    let inner = |name: &str| [path.as_slice(), &[name.to_owned()]].concat();
    if let Some(table) = item.as_table_like() {
        for (name, item) in table.iter() {
            collect(item, text, inner(name), contents);
        }
        if item.span().is_some() {
            contents.insert(path, TABLE.to_owned());
        }
        return;
    }
    let items: Vec<Item> = match item {
        Item::Value(Value::Array(values)) => values.iter().cloned().map(Item::Value).collect(),
        Item::ArrayOfTables(tables) => tables.iter().cloned().map(Item::Table).collect(),
        item => {
            let value = item.span().and_then(|span| text.get(span));
            contents.insert(path, value.unwrap_or_default().to_owned());
            return;
        }
    };
    for (at, item) in items.iter().enumerate() {
        collect(item, text, inner(&at.to_string()), contents);
    }
    contents.insert(path, "[]".to_owned());
}

/// Returns whether a comment stands in some bytes: without it the file says the same.
fn has_comment(text: &str, span: &Range<usize>, entry: &Entry, now: &Contents) -> bool {
    let inside = text.get(span.clone()).unwrap_or_default();
    inside.match_indices('#').any(|(at, _)| {
        let rest = inside.get(at..).unwrap_or_default();
        let line = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let at = span.start + at;
        let without = replaced(text, &(at..at + line), "");
        Document::parse(without.as_str())
            .is_ok_and(|document| entry.contents(&document, &without) == *now)
    })
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
            value: Some(Value::from(value).to_string()),
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

    const COLUMNS: &str = "columns = [ # mine\n  \"line\", # number\n  # of the position\n  \"id\",\n  \"bm\",\n  # the end\n]\n";

    #[test]
    fn a_comment_inside_a_list_is_not_deleted_unasked() {
        let refused = |text: &str, table: Option<&'static str>, key: &str, value: Option<&str>| {
            let entry = Entry {
                table,
                key: key.to_owned(),
                value: value.map(str::to_owned),
            };
            let error = put(text, &entry).expect_err(text).to_string();
            let expected = format!("a comment inside `{key}` would be lost; change it by hand");
            assert!(error.ends_with(&expected), "{error}");
        };
        for value in [
            r#"["line", "ce", "id"]"#,
            r#"["side", "line", "id", "dm", "acd"]"#,
            r#"["id", "bm"]"#,
            r#"["line", "bm"]"#,
            r#"["id", "line"]"#,
        ] {
            refused(COLUMNS, None, "columns", Some(value));
        }
        refused(COLUMNS, None, "columns", None);
        refused("columns = [ # none\n]\n", None, "columns", Some("[\"id\"]"));
        let keys = Some("keys");
        let list = "[keys]\nsave = [ # mine\n  'Ctrl-S', 'F2']\n";
        refused(list, keys, "save", Some("\"F5\""));
        let places = "[keys]\nsave = { board = [ # mine\n  'F5' ] }\n";
        refused(places, keys, "save", Some("\"F6\""));
        let heading = "[engines.sf] # mine\ncommand = \"x\" # of it\n";
        refused(heading, Some("engines"), "sf", Some("\"y\""));
        let columns = Entry {
            table: None,
            key: "columns".to_owned(),
            value: Some("[\"id\"]".to_owned()),
        };
        check(
            "columns = [\"#\", 'id'] # a sign\n",
            &columns,
            "columns = [\"id\"] # a sign\n",
            1,
        );
    }

    #[test]
    fn what_stands_in_other_forms_is_put_into_them_or_refused() {
        let entry = |table, key: &str, value: Option<&str>| Entry {
            table,
            key: key.to_owned(),
            value: value.map(str::to_owned),
        };
        let (keys, engines, templates) = (Some("keys"), Some("engines"), Some("templates"));
        let table = Some("{ command = 'y', args = ['z'] }");
        for (text, entry, expected) in [
            (
                "\u{feff}# c\r\n[engines.sf]\r\ncommand = 'x' # t\r\n\r\n[keys]\r\n",
                entry(engines, "sf", table),
                "\u{feff}# c\r\n[engines.sf]\r\ncommand = 'y'\r\nargs = ['z'] # t\r\n\r\n[keys]\r\n",
            ),
            (
                "keys.save.board = 'F5'\nmouse = true\n",
                entry(keys, "save", Some("'F6'")),
                "mouse = true\n\n[keys]\nsave = 'F6'\n",
            ),
            (
                "keys.save.board = 'F5'\nkeys.x = 'y'\n",
                entry(keys, "save", Some("'F6'")),
                "1:1: `save` can't be changed here; change it by hand",
            ),
            (
                "[engines.a]\ncommand = 'x'\n[keys]\n[engines.a.options]\nHash = 1\n",
                entry(engines, "a", None),
                "1:1: `a` can't be changed here; change it by hand",
            ),
            (
                "templates = { study = 'bm;', a = 'ce;' }\n",
                entry(templates, "study", Some("'ce;'")),
                "templates = { study = 'ce;', a = 'ce;' }\n",
            ),
            (
                "templates = { study = 'bm;', a = 'ce;' }\n",
                entry(templates, "b", Some("'ce;'")),
                "1:13: `b` can't be changed here; change it by hand",
            ),
            (
                "# save = 'ask'\n\n[keys]\n# save = 'F5'",
                entry(keys, "save", Some("'F6'")),
                "# save = 'ask'\n\n[keys]\n# save = 'F5'\nsave = 'F6'\n",
            ),
        ] {
            let found = put(text, &entry);
            let found = found.map_or_else(|mistake| mistake.to_string(), |(text, _)| text);
            assert_eq!(found, expected, "{text}");
        }
    }
}
