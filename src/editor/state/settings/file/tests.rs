use crate::editor::state::settings::file::*;

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
fn only_the_value_changes_and_the_text_around_it_stays() {
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
fn an_entry_goes_into_its_table_which_is_created_if_missing() {
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
fn resetting_a_setting_removes_its_lines_only() {
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
fn a_broken_file_is_left_alone_and_its_place_is_reported() {
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
fn removing_an_entry_leaves_no_double_blank_line() {
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
fn comments_at_the_head_of_the_file_stay_there() {
    check(
        "# mine\n[engines]\nsf = \"x\"\n",
        &theme("dark"),
        "# mine\ntheme = \"dark\"\n\n[engines]\nsf = \"x\"\n",
        2,
    );
}

#[test]
fn an_entry_with_its_own_heading_keeps_it() {
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
fn settings_in_other_toml_forms_are_changed_in_place_or_refused() {
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
