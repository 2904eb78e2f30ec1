//! The README and the manual are true: commands and options exist, all settings and words of queries are
//! listed, examples print the results they show, links resolve.
//!
//! `BLESS=1 cargo test --test program manual` writes the blocks that come from the program instead of
//! comparing them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use epdit::epd::{CanonicalOptions, ReadOptions, Record};
use epdit::suite::query::{FORMS, WORDS};
use regex::Regex;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn pages() -> Vec<(PathBuf, String)> {
    let mut all = vec![root().join("README.md")];
    for entry in fs::read_dir(root().join("docs")).expect("the manual") {
        all.push(entry.expect("an entry").path());
    }
    all.retain(|path| path.extension().is_some_and(|end| end == "md"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        (path, text)
    };
    all.into_iter().map(read).collect()
}

fn run(arguments: &[&str]) -> (i32, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("the program runs");
    let text = String::from_utf8(run.stdout).expect("text");
    (run.status.code().expect("an exit status"), text)
}

/// Compares the block between the marks of a page with what the program prints.
fn check_block(name: &str, mark: &str, expected: &str) {
    let (begin, end) = (
        format!("<!-- {mark}:begin -->\n"),
        format!("<!-- {mark}:end -->"),
    );
    let text = page(name);
    let (before, rest) = text.split_once(&begin).expect("the begin mark");
    let (block, after) = rest.split_once(&end).expect("the end mark");
    if std::env::var_os("BLESS").is_some() {
        let new = format!("{before}{begin}{expected}{end}{after}");
        return fs::write(root().join(name), new).expect("the page is written");
    }
    assert!(
        block == expected,
        "{name} is out of date: BLESS=1 cargo test --test program manual writes it\n{expected}"
    );
}

#[test]
fn the_manual_lists_the_settings_of_the_template() {
    let (_, template) = run(&["config", "--template"]);
    check_block(
        "docs/settings.md",
        "settings",
        &format!("```toml\n{template}```\n"),
    );
}

#[test]
fn the_manual_lists_all_roles_of_themes() {
    let template =
        epdit::editor::widgets::theme::template(epdit::editor::widgets::theme::Background::Dark);
    check_block(
        "docs/settings.md",
        "themes",
        &format!("```toml\n{template}```\n"),
    );
}

#[test]
fn the_manual_lists_all_forms_of_queries() {
    let mut table = "| test | is true if | example |\n|---|---|---|\n".to_owned();
    for form in FORMS {
        table += &format!(
            "| `{}` | {} | `{}` |\n",
            form.name, form.about, form.example
        );
        let read = epdit::suite::Query::parse(form.example);
        assert!(read.is_ok(), "{}: {read:?}", form.example);
    }
    check_block("docs/query.md", "forms", &table);
}

#[test]
fn the_manual_lists_all_words_of_queries() {
    let mut table = "| word | | example |\n|---|---|---|\n".to_owned();
    for word in WORDS {
        let example = match word.example {
            "" => String::new(),
            example => format!("`{example}`"),
        };
        table += &format!("| `{}` | {} | {example} |\n", word.name, word.about);
    }
    check_block("docs/query.md", "words", &table);
    for word in WORDS.iter().filter(|word| !word.example.is_empty()) {
        let read = epdit::suite::Query::parse(word.example);
        assert!(read.is_ok(), "{}: {read:?}", word.example);
    }
}

#[test]
fn examples_of_queries_match_as_many_records_as_the_manual_says() {
    let text = page("docs/query.md");
    let (_, rest) = text
        .split_once("<!-- examples:begin -->\n")
        .expect("a mark");
    let (block, _) = rest.split_once("<!-- examples:end -->").expect("a mark");
    let row = Regex::new(r"^\| `(.+)` \| (\d+) \|$").expect("an expression");
    let (mut counted, mut examples) = (String::new(), 0);
    for line in block.lines() {
        let line = match row.captures(line) {
            Some(row) => {
                examples += 1;
                let (status, count) = run(&["query", "--count", &row[1], "assets/sample.epd"]);
                assert!(status < 2, "{line}");
                format!("| `{}` | {} |", &row[1], count.trim())
            }
            None => line.to_owned(),
        };
        counted += &line;
        counted.push('\n');
    }
    assert!(examples > 30, "only {examples} examples");
    check_block("docs/query.md", "examples", &counted);
}

/// A record, the text that a save writes (none where it is left unchanged), and the codes of its problems.
type Example = (String, Option<String>, Vec<String>);

fn examples_of_dialects() -> Vec<Example> {
    let text = page("docs/dialects.md");
    let mut examples: Vec<Example> = Vec::new();
    let names = Regex::new("`([a-z0-9-]+)`").expect("an expression");
    let codes = |line: &str| {
        let found = names.captures_iter(line);
        let mut codes: Vec<String> = found.map(|name| name[1].to_owned()).collect();
        codes.sort();
        codes
    };
    let (mut lines, mut is_result) = (text.lines(), false);
    while let Some(line) = lines.next() {
        if line == "```epd" {
            let record = lines.next().expect("a record").to_owned();
            match examples.last_mut().filter(|_| is_result) {
                Some(example) => example.1 = Some(record),
                None => examples.push((record, None, Vec::new())),
            }
            is_result = false;
        } else if line.starts_with("Saved as (") || line.starts_with("Left unchanged: ") {
            is_result = line.starts_with("Saved");
            examples.last_mut().expect("an example").2 = codes(line);
        }
    }
    examples
}

#[test]
fn examples_of_dialects_are_corrected_as_the_manual_says() {
    let examples = examples_of_dialects();
    assert!(examples.len() > 15, "only {} examples", examples.len());
    for (line, saved, codes) in examples {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let canonical = record.canonical(&CanonicalOptions::default());
        let canonical = canonical.map(|text| String::from_utf8(text).expect("text"));
        let changed = canonical.filter(|text| *text != line);
        assert_eq!(changed, saved, "{line}");
        let found = record.diagnostics().iter();
        let mut found: Vec<String> = found.map(|found| found.code.name().to_owned()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, codes, "{line}");
    }
}

pub fn commands() -> Vec<String> {
    let (_, help) = run(&["--help"]);
    let names = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 10, "{help}");
    names
}

#[test]
fn the_manual_shows_all_commands_and_no_unknown_command_or_option() {
    let commands = commands();
    let manual = page("docs/command-line.md");
    for command in &commands {
        let shown = format!("\nepdit {command} ");
        assert!(
            manual.contains(&shown),
            "the manual does not show {command}"
        );
    }
    let quoted = Regex::new("'[^']*'").expect("an expression");
    let option = Regex::new(r" (--?[a-z][a-z0-9-]*)").expect("an expression");
    for (path, text) in pages() {
        for line in text.lines().filter(|line| line.starts_with("epdit ")) {
            let typed_text = line.split('#').next().unwrap_or_default();
            let typed_text = typed_text.split(['|', '>']).next().unwrap_or_default();
            let name = typed_text.split_whitespace().nth(1).unwrap_or_default();
            let is_command = commands.iter().any(|command| command == name);
            let is_path = name.is_empty() || name.contains(['.', '/']);
            assert!(is_command || is_path, "{}: {line}", path.display());
            let (_, help) = match is_command {
                true => run(&[name, "--help"]),
                false => run(&["--help"]),
            };
            for option in option.captures_iter(&quoted.replace_all(typed_text, "")) {
                assert!(help.contains(&option[1]), "{}: {line}", path.display());
            }
        }
    }
}

/// Returns the output of a command of the manual, run by the shell in a folder: standard output first.
fn typed(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_epdit"));
    let programs = program.parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(programs).chain(std::env::split_paths(&path));
    let run = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder.join(".config"))
        .env("XDG_STATE_HOME", folder.join(".state"))
        .output()
        .expect("the shell runs");
    let text = String::from_utf8([run.stdout, run.stderr].concat());
    text.expect("text").replace('\r', "")
}

/// Returns a page whose ` ```console ` blocks show what their commands, marked by `$ `, print now.
fn with_outputs(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(root().join("docs/examples")).expect("the examples") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
    }
    let sample = root().join("assets/sample.epd");
    fs::copy(sample, folder.path().join("sample.epd")).expect("copied");
    let (mut printed, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        printed += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        for line in lines.by_ref().take_while(|line| *line != "```") {
            if let Some(command) = line.strip_prefix("$ ") {
                let output = typed(folder.path(), command);
                printed += &format!("{line}\n{output}");
                if !output.is_empty() && !output.ends_with('\n') {
                    printed.push('\n');
                }
            }
        }
        printed += "```\n";
    }
    printed
}

// The manual shows commands of a Unix shell.
#[cfg(unix)]
#[test]
fn commands_of_the_manual_print_the_output_shown_there() {
    let mut shown = 0;
    for (path, text) in pages() {
        let printed = with_outputs(&text);
        shown += text.matches("```console").count();
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, printed).expect("the page is written");
            continue;
        }
        let wrong = text.lines().zip(printed.lines()).find(|(a, b)| a != b);
        assert!(
            text == printed,
            "{} is out of date: {wrong:?}; BLESS=1 cargo test --test program manual writes it",
            path.display()
        );
    }
    assert!(shown > 30, "only {shown} examples");
}

/// An option in a command's help: its spelling and its description.
type OptionRow = (String, String);

fn options_of(command: &str) -> (String, Vec<OptionRow>) {
    let (_, help) = run(&[command, "-h"]);
    let about = help.lines().next().expect("what it does").to_owned();
    let of_options = help.lines().skip_while(|line| *line != "Options:").skip(1);
    let of_options = of_options.take_while(|line| !line.is_empty());
    let option = Regex::new(r"^ {2,6}(-\S.*?)(?:  +(\S.*))?$").expect("an expression");
    let mut options: Vec<OptionRow> = Vec::new();
    for line in of_options {
        match (option.captures(line), options.last_mut()) {
            (Some(found), _) => {
                let help = found.get(2).map_or("", |help| help.as_str());
                options.push((found[1].to_owned(), help.to_owned()));
            }
            (None, Some((_, help))) => *help = format!("{help} {}", line.trim()).trim().to_owned(),
            (None, None) => panic!("{command}: {line}"),
        }
    }
    (about, options)
}

#[test]
fn the_manual_lists_the_options_of_all_commands() {
    let all: Vec<_> = commands()
        .into_iter()
        .map(|command| {
            let (about, options) = options_of(&command);
            (command, about, options)
        })
        .collect();
    let is_common = |option: &OptionRow| {
        let mut of = all.iter().map(|(.., options)| options);
        of.by_ref()
            .filter(|options| options.contains(option))
            .count()
            > 4
    };
    let row = |(option, help): &OptionRow| {
        let (option, help) = (option.replace('|', "\\|"), help.replace('|', "\\|"));
        format!("| `{option}` | {help} |\n")
    };
    let mut text = "## Options of many commands\n\n| option | |\n|---|---|\n".to_owned();
    let mut common: Vec<&OptionRow> = Vec::new();
    for option in all.iter().flat_map(|(.., options)| options) {
        if is_common(option) && !common.contains(&option) {
            common.push(option);
            text += &row(option);
        }
    }
    for (command, about, options) in &all {
        text += &format!("\n## {command}\n\n{about}.\n");
        let (shared, own): (Vec<_>, Vec<_>) = options.iter().partition(|option| is_common(option));
        if !own.is_empty() {
            text += "\n| option | |\n|---|---|\n";
            own.into_iter().for_each(|option| text += &row(option));
        }
        let names = shared.iter().filter_map(|(option, _)| {
            let mut names = option.split([' ', ',']);
            names
                .find(|name| name.starts_with("--"))
                .map(|name| format!("`{name}`"))
        });
        let names: Vec<String> = names
            .filter(|name| name != "`--help`" && name != "`--color`")
            .collect();
        if !names.is_empty() {
            text += &format!("\nAlso {}.\n", names.join(", "));
        }
    }
    check_block("docs/commands.md", "commands", &text);
}

#[test]
fn links_and_pictures_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)#]+)[^)]*\)").expect("an expression");
    let mut pictures = 0;
    for (path, text) in pages() {
        for link in link.captures_iter(&text) {
            let to = &link[1];
            if to.contains("://") {
                continue;
            }
            let to = path.parent().expect("a folder").join(to);
            if to.is_dir() {
                continue;
            }
            let bytes = fs::read(&to);
            let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", to.display()));
            if to.extension().is_some_and(|end| end == "png") {
                assert!(bytes.starts_with(b"\x89PNG"), "{}", to.display());
                pictures += 1;
            }
        }
    }
    assert!(pictures > 0, "the manual has no picture");
}
