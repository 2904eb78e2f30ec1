use super::kind::Kind;
use super::*;
use crate::editor::state::columns::Column;
use crate::editor::state::settings::Template;
use crate::epd::Rules;
use crate::exchange::form::LINK;
use crate::suite::SavePolicy;
use proptest::prelude::*;

fn read(text: &str) -> (Settings, Vec<String>) {
    let mut settings = Settings::default();
    let mistakes = settings.read(text.as_bytes());
    let mistakes = mistakes.iter().map(Mistake::to_string).collect();
    (settings, mistakes)
}

fn right(text: &str) -> Settings {
    let (settings, mistakes) = read(text);
    assert_eq!(mistakes, [""; 0], "{text}");
    settings
}

fn columns(text: &str) -> Vec<String> {
    right(text).columns.iter().map(Column::name).collect()
}

fn values(settings: &Settings) -> Vec<Vec<String>> {
    all().iter().map(|row| row.lines(settings)).collect()
}

#[test]
fn omitted_settings_have_their_defaults() {
    assert_eq!(right(""), Settings::default());
    let settings = right("save = \"edited\"\nmouse = false\n");
    assert_eq!(
        (settings.save, settings.theme.ground, settings.mouse),
        (Some(SavePolicy::Edited), None, false)
    );
}

#[test]
fn the_castling_rules_are_set_or_left_to_the_records() {
    assert_eq!(right("").chess960, None);
    assert_eq!(right("chess960 = \"auto\"\n").chess960, None);
    assert_eq!(right("chess960 = true\n").chess960, Some(Rules::Chess960));
    assert_eq!(right("chess960 = false\n").chess960, Some(Rules::Classical));
}

#[test]
fn columns_are_shown_once_each_and_the_usual_ones_where_none_is_listed() {
    assert_eq!(columns("columns = [\"id\", \"ce\", \"id\"]"), ["id", "ce"]);
    assert_eq!(columns("columns = []"), columns(""));
}

#[test]
fn templates_are_listed_by_name() {
    let settings = right("[templates]\nz = 'bm;'\na = 'id \"\"; c0 \"\";'\n");
    let names: Vec<_> = settings
        .templates
        .iter()
        .map(|template| &template.name)
        .collect();
    assert_eq!(names, ["a", "z"]);
}

#[test]
fn a_template_may_leave_out_what_is_typed_later() {
    for text in [
        "bm;",
        "id \"\"; bm; acs;",
        "bm Nf3;",
        "acd 20; mine;",
        "id x;",
    ] {
        right(&format!("[templates]\na = '{text}'"));
    }
}

#[test]
fn a_column_may_be_an_opcode_that_looks_like_another_column() {
    assert_eq!(columns("columns = [\"opcode test\"]"), ["opcode test"]);
    assert_eq!(columns("columns = [\"rank\", \"acd\"]"), ["rank", "acd"]);
}

#[test]
fn a_mistake_is_reported_with_its_place_what_was_expected_and_what_was_found() {
    for (text, expected) in [
        (
            "save = \"all\"\nthem = \"dark\"\n",
            "2:1: unknown setting `them`; did you mean `theme`?",
        ),
        (
            "Theme = \"dark\"\n",
            "1:1: unknown setting `Theme`; did you mean `theme`?",
        ),
        ("colour = 1\n", "1:1: unknown setting `colour`"),
        (
            "theme = \"blue\"\n",
            "1:9: `theme`: expected \"auto\", \"dark\" or \"light\", found \"blue\"",
        ),
        (
            "chess960 = \"yes\"\n",
            "1:12: `chess960`: expected \"auto\", true or false, found \"yes\"",
        ),
        (
            "mouse = \"true\"\n",
            "1:9: `mouse`: expected true or false, found \"true\"",
        ),
        (
            "save = 3\n",
            "1:8: `save`: expected \"ask\", \"all\" or \"edited\", found 3",
        ),
        (
            "columns = \"id\"\n",
            "1:11: `columns`: expected a list of columns, found \"id\"",
        ),
        (
            "columns = [\n  \"id\",\n  \"é\", \"a b\"]",
            "3:3: `columns`: expected line, side, id, best, problems, pieces, material, moves, castling, ep, phase, opening, opening.eco, position, duplicates, an opcode, OPCODE.prefix or a calculation, found \"é\" \
             | 3:8: `columns`: expected line, side, id, best, problems, pieces, material, moves, castling, ep, phase, opening, opening.eco, position, duplicates, an opcode, OPCODE.prefix or a calculation, found \"a b\"",
        ),
        (
            "templates = [\"bm\"]",
            "1:13: `templates`: expected a table of operations, found [\"bm\"]",
        ),
        (
            "[templates]\na = 1",
            "2:5: `templates`: expected operations as text, found 1",
        ),
        (
            "[templates]\na = \"\"",
            "2:5: the template `a` has no operations",
        ),
        (
            "[templates]\na = \"id 3 bm\"",
            "2:5: the template `a`: string `3 bm` is not in quotes, expected `\"3 bm\"`",
        ),
        (
            "[templates]\na = \"bm 17\"",
            "2:5: the template `a`: `17` is not a move, expected SAN such as `Nf3` or `O-O`",
        ),
        (
            "columns = [\"id\", \"materail\"]",
            "1:18: `columns`: `materail` is not a column; did you mean `material`? `opcode materail` shows that opcode",
        ),
        (
            "[theme]\nlight = true",
            "1:1: `theme`: expected \"auto\", \"dark\" or \"light\", found [theme]",
        ),
    ] {
        let (_, mistakes) = read(text);
        assert_eq!(mistakes.join(" | "), expected, "{text}");
    }
}

#[test]
fn a_line_that_is_not_toml_is_skipped_and_the_others_apply() {
    for wrong in [
        "theme = light",
        "theme = \"light",
        "theme \"light\"",
        "theme = ",
        "= \"light\"",
        "theme = \"dark\" \"light\"",
        "]",
        "\u{1}",
    ] {
        let (settings, mistakes) = read(&format!("save = \"all\"\n{wrong}\nmouse = false\n"));
        assert_eq!(
            settings.save,
            Some(SavePolicy::All),
            "{wrong}: {mistakes:?}"
        );
        assert!(!settings.mouse, "{wrong}: {mistakes:?}");
        assert_eq!(settings.theme.ground, None, "{wrong}");
        assert!(
            mistakes.iter().all(|mistake| mistake.starts_with("2:")),
            "{wrong}: {mistakes:?}"
        );
        assert!(!mistakes.is_empty(), "{wrong}");
    }
}

#[test]
fn a_repeated_setting_is_an_error_at_its_second_place() {
    let (settings, mistakes) = read("theme = \"dark\"\nmouse = false\ntheme = \"light\"\n");
    assert_eq!(mistakes, ["3:1: duplicate key"]);
    assert_eq!(
        (settings.theme.ground, settings.mouse),
        (Some(Background::Dark), false)
    );
}

#[test]
fn a_link_is_a_server_or_a_template_with_a_place_for_the_position() {
    for (word, expected) in [
        ("lichess", Some(LINK)),
        (
            "chess.com",
            Some("https://www.chess.com/analysis?fen={fen:query}"),
        ),
        (
            "https://example.org/{fen}",
            Some("https://example.org/{fen}"),
        ),
        ("https://example.org/", None),
        ("elsewhere", None),
    ] {
        let mut settings = Settings {
            link: "before".into(),
            ..Settings::default()
        };
        let set = settings.set("link", word, Source::Editor);
        assert_eq!(set.is_ok(), expected.is_some(), "{word}");
        assert_eq!(settings.link, expected.unwrap_or("before"), "{word}");
    }
}

#[test]
fn invalid_utf8_costs_its_line() {
    let mut settings = Settings::default();
    let mistakes = settings.read(b"mouse = false\n# caf\xe9\ntheme = \"light\"\n");
    assert_eq!(
        mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>(),
        ["2:6: expected UTF-8"]
    );
    assert_eq!(
        (settings.mouse, settings.theme.ground),
        (false, Some(Background::Light))
    );
}

#[test]
fn the_source_of_a_value_is_recorded() {
    let mut settings = right("\ntheme = \"dark\"\nmouse = false\n");
    settings
        .set("mouse", "true", Source::CommandLine)
        .expect("right");
    let source = |name| settings.source(find(name).expect("a setting"));
    assert_eq!(source("theme"), Source::File { line: 2 });
    assert_eq!(source("mouse"), Source::CommandLine);
    assert_eq!(source("save"), Source::Default);
}

#[test]
fn a_setting_that_cannot_be_set_is_unchanged_with_a_reason() {
    for (name, text, expected) in [
        (
            "themes",
            "dark",
            "unknown setting `themes`; did you mean `theme`?",
        ),
        (
            "theme",
            "blue",
            "`theme`: expected auto, dark or light, found blue",
        ),
        (
            "mouse",
            "",
            "`mouse`: expected true or false, found nothing",
        ),
        (
            "templates",
            "bm",
            "`templates`: expected a name behind it: `templates.study`, found bm",
        ),
        (
            "columns",
            "id,,ce",
            "`columns`: expected line, side, id, best, problems, pieces, material, moves, castling, ep, phase, opening, opening.eco, position, duplicates, an opcode, OPCODE.prefix or a calculation, found nothing",
        ),
    ] {
        let mut settings = Settings::default();
        let error = settings
            .set(name, text, Source::CommandLine)
            .expect_err(text);
        assert_eq!(error.to_string(), expected);
        assert_eq!(settings, Settings::default());
    }
}

#[test]
fn every_word_of_every_setting_is_set_by_its_name_and_read_back_from_its_line() {
    for setting in all() {
        let Kind::Choice(choice) = setting.kind else {
            continue;
        };
        for (word, _) in choice.words {
            let mut settings = Settings::default();
            settings
                .set(setting.name, word, Source::CommandLine)
                .expect(word);
            assert_eq!((choice.name)(&settings), *word);
            let lines = setting.lines(&settings).join("\n");
            assert_eq!(values(&right(&lines)), values(&settings), "{lines}");
        }
    }
    let mut settings = Settings::default();
    settings
        .set("columns", "id, ce,bm", Source::CommandLine)
        .expect("columns");
    let columns = find("columns").expect("a setting");
    assert_eq!(
        self::columns(&columns.lines(&settings).join("\n")),
        ["id", "ce", "bm"]
    );
}

#[test]
fn the_names_of_settings_are_kebab_and_each_has_help_and_its_default_among_its_words() {
    for (at, setting) in all().iter().enumerate() {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(setting.name.chars().all(kebab), "{}", setting.name);
        assert!(
            !setting.help.is_empty() && !setting.help.ends_with('.'),
            "{}",
            setting.name
        );
        assert_eq!(
            find(setting.name).map(|found| found.name),
            Some(setting.name)
        );
        match setting.kind {
            Kind::Choice(choice) => {
                let usual = (choice.name)(&Settings::default());
                assert!(choice.words.iter().any(|(word, _)| *word == usual));
            }
            Kind::Columns => {}
            // A setting after a table in the file would belong to the table.
            Kind::Table(_) => {
                let after = all().iter().skip(at);
                assert!(
                    after.clone().all(|row| !row.is_option()),
                    "{}",
                    setting.name
                );
            }
        }
    }
}

#[test]
fn the_commented_file_shows_the_defaults_after_its_signs() {
    let text = template();
    assert_eq!(right(&text), Settings::default());
    let uncommented: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| line.starts_with('[') || line.contains(" = "))
        .map(|line| format!("{line}\n"))
        .collect();
    let settings = right(&uncommented);
    assert_eq!(settings.templates.len(), 1);
    for setting in all() {
        assert!(
            settings.source(setting) != Source::Default,
            "{}",
            setting.name
        );
        if setting.is_option() {
            assert_eq!(
                setting.lines(&settings),
                setting.lines(&Settings::default())
            );
        }
    }
}

proptest! {
    #[test]
    fn a_template_is_written_back_unchanged(
        name in "[a-z \"'\\\\\u{1}é.]{0,6}",
        text in "[a-z \"'\\\\\u{1}é]{0,9}",
    ) {
        let text = format!("c0 \"x\";{text}");
        if let Ok(template) = Template::read(&name, &text) {
            let settings = Settings { templates: vec![template], ..Settings::default() };
            let row = find("templates").expect("a setting");
            let lines = row.lines(&settings).join("\n");
            prop_assert_eq!(&right(&lines).templates, &settings.templates, "{}", lines);
        }
    }

    #[test]
    fn any_bytes_are_read_and_every_mistake_has_a_place(
        parts in prop::collection::vec(
            prop_oneof![
                Just(b"theme = ".to_vec()), Just(b"columns = [".to_vec()), Just(b"\"light\"".to_vec()),
                Just(b"]".to_vec()), Just(b"[templates]".to_vec()), Just(b"\n".to_vec()),
                Just(b"\r\n".to_vec()), Just(b"'''".to_vec()), Just(b"\"".to_vec()), Just(b"{".to_vec()),
                Just(b"mouse.x = 1".to_vec()), Just(b"1979-05-27T07:32:00Z".to_vec()),
                prop::collection::vec(any::<u8>(), 0..4),
            ],
            0..12,
        )
    ) {
        let bytes = parts.concat();
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        for mistake in Settings::default().read(&bytes) {
            prop_assert!((1..=lines).contains(&mistake.line) && mistake.column > 0);
        }
    }
}

#[test]
fn the_contents_of_a_broken_line_are_not_guessed() {
    for text in [
        "columns = [\"id\"\n\"ce\"\n",
        "columns = [\n\"id\" \"ce\"\n]\n",
        "columns = [\"id\",\n",
        "columns = ['''id\n",
    ] {
        let (settings, mistakes) = read(&format!("mouse = false\n{text}"));
        assert!(!settings.mouse && !mistakes.is_empty(), "{text}");
        assert_eq!(settings.columns, Settings::default().columns, "{text}");
    }
}

#[test]
fn a_broken_line_loses_one_entry_of_a_table() {
    let (settings, mistakes) = read("[keys]\nsave = [\n\"F5\" \"F6\"\n]\nundo = \"F7\"\nredo = \n");
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
    let commands: Vec<&str> = settings.keys.iter().map(|key| &*key.command).collect();
    assert_eq!(commands, ["undo"]);
}

#[test]
fn an_unclosed_value_loses_itself_and_the_rest_of_the_file() {
    let rest = "# more\n".repeat(300);
    for open in [
        "columns = [",
        "columns = [\n\"id\",",
        "link = \"\"\"",
        "save = \x27\x27\x27x",
    ] {
        let above =
            "theme = \"light\"\ncolumns = [\n\"id\",\n\"bm\",\n]\n[templates]\na = \"bm;\"\n";
        for (above, rest) in [("mouse = false\n", &*rest), (above, "\n")] {
            let (settings, mistakes) = read(&format!("{above}{open}\n{rest}"));
            let sound = right(above);
            assert_eq!(values(&settings), values(&sound), "{open}: {mistakes:?}");
            assert!(!mistakes.is_empty(), "{open}");
        }
    }
}

#[test]
fn reading_stops_in_a_file_of_nothing_but_errors() {
    let (settings, mistakes) = read(&format!("mouse = false\n{}", "]]\n".repeat(1000)));
    assert!(!settings.mouse);
    assert_eq!(mistakes.len(), 50);
}

#[test]
fn engines_are_commands_or_tables_with_arguments_and_options() {
    let settings = right(
        "[engines]\nsf = \"stockfish\"\n[engines.big]\ncommand = \"'/opt/my engines/lc0' -v\"\n\
         args = [\"--threads=2\"]\noptions = { Hash = 256, \"Use NNUE\" = true }\n",
    );
    let names: Vec<&str> = settings
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    assert_eq!(names, ["sf", "big"]);
    let big = &settings.engines[1].command;
    assert_eq!(big.program.to_str(), Some("/opt/my engines/lc0"));
    assert_eq!(big.arguments, ["-v", "--threads=2"]);
    let options = [("Hash", "256"), ("Use NNUE", "true")];
    assert_eq!(
        big.options,
        options.map(|(name, value)| (name.to_owned(), value.to_owned()))
    );
    // The written form is parsed to the same settings.
    let written = find("engines")
        .expect("a setting")
        .lines(&settings)
        .join("\n");
    assert_eq!(right(&written).engines, settings.engines);
}

#[test]
fn an_error_in_an_engine_loses_that_engine_only() {
    let mut settings = Settings::default();
    let mistakes = settings.read(
        b"[engines]\na = 3\nb = { args = [] }\nc = { command = \"'x\" }\nd = \"stockfish\"\ne = { command = \"x\", hash = 3 }\n",
    );
    let words: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "2:5: engine `a`: expected a command or a table",
            "3:5: engine `b`: expected a command",
            "4:5: engine `c`: a quote is not closed",
            "6:5: engine `e`: expected command, args or options, found `hash`",
        ]
    );
    assert_eq!(settings.engines.len(), 1);
}

#[test]
fn an_engine_is_set_by_its_command() {
    let mut settings = Settings::default();
    settings
        .set("engines.sf", "stockfish", Source::Editor)
        .expect("an engine");
    assert_eq!(
        settings
            .entry("engines.sf")
            .expect("there")
            .value
            .as_deref(),
        Some("\"stockfish\"")
    );
    assert!(settings.set("engines.sf", "'open", Source::Editor).is_err());
    let remove = |settings: &mut Settings| settings.set("engines.sf", DEFAULT, Source::Editor);
    remove(&mut settings).expect("it was there");
    assert!(settings.engines.is_empty() && remove(&mut settings).is_err());
}

/// Generates text from pieces of settings files and from arbitrary bytes.
fn pieces_of_a_file() -> impl Strategy<Value = Vec<u8>> {
    const SYNTAX: [&str; 16] = [
        "\n", "\n", " = ", "=", "[", "]", "[[", "\"", "'", "\"\"\"", ",", "#", ".", "{", "}", "\\",
    ];
    const VALUES: [&str; 12] = [
        "true",
        "false",
        "1",
        "-0x1",
        "9e99",
        "\"auto\"",
        "keys",
        "templates",
        "engines",
        "theme",
        "\u{feff}",
        "\r\n",
    ];
    let names: Vec<&str> = all().iter().map(|row| row.name).collect();
    let piece = prop_oneof![
        4 => prop::sample::select(&SYNTAX[..]).prop_map(|text| text.as_bytes().to_vec()),
        2 => prop::sample::select(&VALUES[..]).prop_map(|text| text.as_bytes().to_vec()),
        2 => prop::sample::select(names).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_read_the_same_twice_with_mistakes_at_existing_lines(
        bytes in pieces_of_a_file()
    ) {
        let lines = String::from_utf8_lossy(&bytes).split('\n').count();
        let (mut once, mut again) = (Settings::default(), Settings::default());
        let mistakes = once.read(&bytes);
        for mistake in &mistakes {
            prop_assert!((1..=lines).contains(&mistake.line), "{mistake} of {lines} lines");
        }
        prop_assert_eq!(mistakes, again.read(&bytes));
        prop_assert_eq!(values(&once), values(&again));
    }
    #[test]
    fn a_written_setting_is_read_back_and_the_rest_is_unchanged(
        bytes in pieces_of_a_file(),
        at in 0_usize..4,
    ) {
        let text = String::from_utf8_lossy(&bytes);
        let set = [("theme", "light"), ("columns", "id,bm"), ("keys.save", "F5"), ("engines.sf", "x")];
        let (name, value) = set[at];
        let mut expected = Settings::default();
        expected.read(text.as_bytes());
        expected.set(name, value, Source::Editor).expect(name);
        let entry = expected.entry(name).expect(name);
        let Ok((changed, line)) = put(&text, &entry) else {
            return Ok(());
        };
        prop_assert!(line.is_some());
        let mut found = Settings::default();
        found.read(changed.as_bytes());
        prop_assert_eq!(sorted(&found), sorted(&expected), "{}", &changed);
        // After it is removed, the default applies.
        let gone = Entry { value: None, ..entry };
        if let Ok((changed, _)) = put(&changed, &gone) {
            let mut found = Settings::default();
            found.read(changed.as_bytes());
            expected.set(name, DEFAULT, Source::Editor).expect(name);
            prop_assert_eq!(sorted(&found), sorted(&expected), "{}", &changed);
        }
    }
}

/// Returns the values with the entries of each table in order of name.
fn sorted(settings: &Settings) -> Vec<Vec<String>> {
    let mut values = values(settings);
    values.iter_mut().for_each(|lines| lines.sort());
    values
}
