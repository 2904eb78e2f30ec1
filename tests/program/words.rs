//! No string of the sources, no help of the program and no page of the manual has a phrase that no native
//! speaker would write.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Private idioms of this project.
const NEVER: &[&str] = &[
    "mend",
    "mends",
    "mended",
    "mending",
    "as it stands",
    "as they stand",
    "reshape",
    "is wanted",
    "are wanted",
    "shall be",
    "graver",
    "put away",
    "what is certain",
    "narrow to",
    "narrows to",
    "takes what",
    "gives the keys",
    "question",
    "by chance",
    "at home",
    "of its own accord",
    "a mistake of its own",
    "went on from the top",
    "look of the pieces",
    "to sleep",
    "is no EPD",
    "is no number",
    "asks for a",
];

/// Returns the expression for these phrases: whole words, in any case and across line ends.
fn never() -> Regex {
    let phrases: Vec<String> = NEVER
        .iter()
        .map(|phrase| phrase.replace(' ', r"\s+"))
        .collect();
    Regex::new(&format!(r"(?i)\b(?:{})\b", phrases.join("|"))).expect("an expression")
}

/// Returns the phrases found in a text. "Question mark" is allowed.
fn phrases(never: &Regex, text: &str) -> Vec<String> {
    let text = text.replace("question mark", "");
    let found = never.find_iter(&text);
    found.map(|found| found.as_str().to_owned()).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, all);
        } else if path.extension().is_some_and(|end| end == ending) {
            all.push(path);
        }
    }
}

/// Returns true for a source file that has only tests.
fn is_test(path: &Path) -> bool {
    let name = super::slashes(&path.to_string_lossy());
    name.contains("/tests/") || name.ends_with("tests.rs") || name.ends_with("laws.rs")
}

/// Returns the string literals of a source before its tests, each with its line.
fn literals(source: &str) -> Vec<(usize, String)> {
    let inline = Regex::new(r"#\[cfg\((?:all\()?test[^\]]*\]\s*mod \w+ \{").expect("an expression");
    let source = inline
        .find(source)
        .map_or(source, |tests| &source[..tests.start()]);
    let token = Regex::new(
        r##"(?s)//[^\n]*|/\*.*?\*/|b?r#"(?<hashed>.*?)"#|b?r"(?<raw>[^"]*)"|"(?<plain>(?:[^"\\]|\\.)*)"|'(?:\\.[^']*|[^'\\])'"##,
    )
    .expect("an expression");
    let continued = Regex::new(r"\\\n\s*").expect("an expression");
    let mut found = Vec::new();
    for token in token.captures_iter(source) {
        let text = ["hashed", "raw", "plain"]
            .iter()
            .find_map(|name| token.name(name));
        if let Some(text) = text {
            let line = source[..text.start()].matches('\n').count() + 1;
            let text = continued.replace_all(text.as_str(), "");
            found.push((line, text.replace("\\n", "\n")));
        }
    }
    found
}

#[test]
fn string_literals_of_a_source_are_found() {
    let check = |source: &str, expected: &[(usize, &str)]| {
        let found = literals(source);
        let found: Vec<_> = found
            .iter()
            .map(|(line, text)| (*line, text.as_str()))
            .collect();
        assert_eq!(found, expected, "{source}");
    };
    check(
        "let a = \"one\"; // \"no\"\n\"two\"",
        &[(1, "one"), (2, "two")],
    );
    check("'\"' \"a \\\" b\"", &[(1, "a \\\" b")]);
    check("\"one \\\n    line\"", &[(1, "one line")]);
    check("r#\"a \"b\" c\"# b\"d\"", &[(1, "a \"b\" c"), (1, "d")]);
    check("&'a str \"x\"", &[(1, "x")]);
    check("\"x\"\n#[cfg(test)]\nmod tests { \"y\" }", &[(1, "x")]);
}

#[test]
fn phrases_are_whole_words_in_any_case_and_across_lines() {
    let never = never();
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(phrases(&never, text), expected, "{text}");
    };
    check("I recommend an amendment", &[]);
    check("Mends it as it\n  stands", &["Mends", "as it\n  stands"]);
    check("a question mark", &[]);
    check("a question", &["question"]);
    check("asks for assistance", &[]);
}

#[test]
fn no_string_of_the_sources_has_a_phrase_that_nobody_would_say() {
    let never = never();
    let mut sources = Vec::new();
    files(&root().join("src"), "rs", &mut sources);
    let (mut count, mut found) = (0, Vec::new());
    for path in sources.iter().filter(|path| !is_test(path)) {
        let source = fs::read_to_string(path).expect("a source");
        for (line, text) in literals(&source) {
            count += 1;
            for phrase in phrases(&never, &text) {
                found.push(format!("{}:{line}: `{phrase}` in {text:?}", path.display()));
            }
        }
    }
    assert!(count > 3000, "only {count} strings were read");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_documentation_of_the_library_has_such_a_phrase() {
    let never = never();
    let mut sources = vec![
        root().join("src/lib.rs"),
        root().join("src/epd.rs"),
        root().join("src/suite.rs"),
        root().join("src/exchange.rs"),
        root().join("src/engine.rs"),
    ];
    for room in ["epd", "suite", "exchange", "engine"] {
        files(&root().join("src").join(room), "rs", &mut sources);
    }
    let mut found = Vec::new();
    for path in sources.iter().filter(|path| !is_test(path)) {
        let source = fs::read_to_string(path).expect("a source");
        let mut text = String::new();
        for line in source.lines().map(str::trim_start) {
            let message = line
                .strip_prefix("//!")
                .or_else(|| line.strip_prefix("///"));
            text.push_str(message.unwrap_or("."));
            text.push('\n');
        }
        for phrase in phrases(&never, &text) {
            found.push(format!("{}: `{phrase}`", path.display()));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_page_of_the_manual_has_such_a_phrase() {
    let never = never();
    let mut pages = vec![root().join("README.md")];
    if root().join("docs").is_dir() {
        files(&root().join("docs"), "md", &mut pages);
    }
    let mut found = Vec::new();
    for path in &pages {
        let text = fs::read_to_string(path).expect("a page");
        for phrase in phrases(&never, &text) {
            found.push(format!("{}: `{phrase}`", path.display()));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

fn run(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .output()
        .expect("the program runs");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn no_help_has_such_a_phrase_or_exceeds_80_columns() {
    let never = never();
    let mut pages = vec![
        ("epdit".to_owned(), run(&["--help"])),
        ("epdit".to_owned(), run(&["-h"])),
    ];
    for name in crate::manual::commands() {
        for help in ["--help", "-h"] {
            pages.push((name.clone(), run(&[&name, help])));
        }
    }
    for (name, page) in &pages {
        assert_eq!(phrases(&never, page), Vec::<String>::new(), "{name}");
        for line in page.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
        // A wrapped example would continue in a line that isn't a command.
        let examples = page.lines().skip_while(|line| *line != "Examples:").skip(1);
        for line in examples.take_while(|line| !line.is_empty()) {
            assert!(line.starts_with("  epdit "), "{name}: {line}");
        }
    }
}

#[test]
fn no_explanation_has_such_a_phrase() {
    let never = never();
    let list = run(&["explain"]);
    assert_eq!(phrases(&never, &list), Vec::<String>::new());
    for line in list.lines().filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().unwrap_or_default();
        let page = run(&["explain", name]);
        assert!(!page.is_empty(), "{name}");
        assert_eq!(phrases(&never, &page), Vec::<String>::new(), "{name}");
    }
}

/// Strings that may be longer or have more marks, by file and a part of the string: they are not sentences.
const LISTS: &[(&str, &str)] = &[
    // Figures next to each other.
    ("cli/command/compare.rs", "{same} {} the same"),
    ("editor/panes/analysis.rs", "{engine}{stopped} · depth"),
    // Records, and settings that contain some.
    ("engine/report.rs", "pm {played};"),
    ("exchange/anywhere.rs", " fmvn {}; hmvc {half};"),
    ("editor/state/settings/tables.rs", "# study = "),
    ("editor/pages/settings.rs", ":set templates.study="),
    // Tables of words.
    ("engine/command.rs", "stockfish lc0"),
    ("exchange/pgn/game.rs", "‼ 3"),
    // Colours of an image in sixel.
    ("editor/widgets/board/protocols.rs", "#{index};2;"),
];

/// Returns true for text that has room: a page of `explain`, help; and for markup and escape codes.
fn is_page(path: &str, line: &str, text: &str) -> bool {
    // The explanation of a catalog entry is a line by itself.
    let is_explanation = path.contains("src/epd/catalog/") && line.trim().starts_with('"');
    let is_help = text.contains('\n') || path.ends_with("commands.rs");
    is_explanation
        || is_help
        || path.ends_with("src/epd/opcode.rs")
        || text.contains("\\x1b")
        || text.starts_with('<')
}

#[test]
fn messages_are_short_and_have_at_most_one_semicolon_and_one_dot_between() {
    let placeholder = Regex::new(r"\{[^{}]*\}").expect("an expression");
    let mut sources = Vec::new();
    files(&root().join("src"), "rs", &mut sources);
    let (mut found, mut allowed) = (Vec::new(), Vec::new());
    for path in sources.iter().filter(|path| !is_test(path)) {
        let (source, path) = (
            fs::read_to_string(path).expect("a source"),
            path.to_string_lossy(),
        );
        let path = super::slashes(&path);
        let lines: Vec<&str> = source.lines().collect();
        for (line, text) in literals(&source) {
            let length = placeholder.replace_all(&text, "x").chars().count();
            let marks = |mark| text.matches(mark).count();
            if length <= 100 && marks(';') <= 1 && marks('·') <= 1
                || is_page(&path, lines[line - 1], &text)
            {
                continue;
            }
            match LISTS
                .iter()
                .find(|(file, part)| path.ends_with(file) && text.contains(part))
            {
                Some(list) => allowed.push(*list),
                None => found.push(format!("{path}:{line}: {length} characters: {text:?}")),
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    let unused: Vec<_> = LISTS
        .iter()
        .filter(|list| !allowed.contains(list))
        .collect();
    assert!(unused.is_empty(), "no such strings: {unused:?}");
}
