//! The house rules of `lib.rs`, checked in the sources: which room may name what.

mod imports;

use imports::{Imports, Module, circles, imports};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from left to right: each may use those after it in this list and none before it.
const ROOMS: [&str; 7] = [
    "cli", "terminal", "editor", "engine", "exchange", "suite", "epd",
];

/// The drawing parts of the editor: `draw`, the `draw.rs` of a pane or page, and the widgets.
const DRAWING: &str = "editor that draws";

/// Paths (words joined by `::`) that a room must never name, in addition to the rooms to its left.
const NEVER: &[(&str, &[&str])] = &[
    (
        "epd",
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::process",
            "std::thread",
            "std::env",
            "rayon",
            "crossbeam_channel",
            "crossterm",
            "ratatui",
            "arboard",
            "clap",
            "tempfile",
        ],
    ),
    (
        "suite",
        &[
            "crossterm",
            "ratatui",
            "arboard",
            "clap",
            "KeyCode",
            "KeyEvent",
        ],
    ),
    ("exchange", &["crossterm", "ratatui", "arboard", "clap"]),
    (
        "engine",
        &["crossterm", "ratatui", "arboard", "clap", "rayon"],
    ),
    (
        "editor",
        &[
            "crossterm",
            "arboard",
            "clap",
            "std::fs",
            "std::net",
            "std::process",
            "std::thread",
            "rayon",
        ],
    ),
    (DRAWING, &["crossbeam_channel"]),
    ("terminal", &["shakmaty", "clap"]),
    ("cli", &["shakmaty", "ratatui", "crossterm", "arboard"]),
];

#[test]
fn a_room_names_no_room_to_its_left() {
    let mut broken = Vec::new();
    for (at, room) in ROOMS.iter().enumerate() {
        for file in files_of(room) {
            let source = code_of(&file);
            for used in rooms_used(&source) {
                if ROOMS[..at].contains(&used.as_str()) {
                    broken.push(format!("{}: `{room}` uses `{used}`", file.display()));
                }
            }
        }
    }
    assert!(
        broken.is_empty(),
        "rooms use only what is to their right:\n{}",
        broken.join("\n")
    );
}

#[test]
fn a_room_names_nothing_it_must_never_name() {
    let mut broken = Vec::new();
    for (room, never) in NEVER {
        for file in files_of(room) {
            let source = code_of(&file);
            for name in *never {
                if names(&source, name) {
                    broken.push(format!("{}: `{room}` names `{name}`", file.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn of_the_editor_only_drawing_names_ratatui() {
    let drawing = files_of(DRAWING);
    for file in files_of("editor") {
        let names = names(&code_of(&file), "ratatui");
        assert!(!names || drawing.contains(&file), "{}", file.display());
    }
}

#[test]
fn drawing_does_not_change_the_model() {
    for file in files_of(DRAWING) {
        let source = code_of(&file);
        assert!(
            !source.contains("&mut Model"),
            "{}: drawing changes no state",
            file.display()
        );
    }
}

/// The file that sets the model up before its first message.
const SET_UP: &str = "cli/edit.rs";

#[test]
fn nothing_outside_update_writes_to_the_model() {
    let mut broken = Vec::new();
    for room in ["cli", "terminal", DRAWING] {
        for file in files_of(room) {
            if file.ends_with(SET_UP) {
                continue;
            }
            let source = code_of(&file);
            // Tests may put the model into any state.
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for line in source.lines().filter(|line| writes_to_the_model(line)) {
                broken.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    let broken: Vec<_> = broken.iter().filter(|at| !is_test_file(at)).collect();
    assert!(broken.is_empty(), "only `update` does: {broken:#?}");
}

fn is_test_file(at: &str) -> bool {
    at.split(':')
        .next()
        .is_some_and(|file| file.contains("tests"))
}

/// Returns true for a line that assigns a field of a model, or borrows one mutably.
fn writes_to_the_model(line: &str) -> bool {
    line.contains("&mut model.")
        || line.contains("&mut self.model.")
        || line.match_indices("model.").any(|(at, start)| {
            let place = line[at + start.len()..]
                .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            let rest = place.trim_start();
            let assigns = ["=", "+=", "-=", "|=", "&="]
                .iter()
                .any(|sign| rest.starts_with(sign));
            starts_word(line, at) && assigns && !rest.starts_with("==") && !rest.starts_with("=>")
        })
}

#[test]
fn the_source_reader_finds_writes_to_a_model() {
    for line in [
        "model.read_only = true;",
        "self.model.board.flipped |= on;",
        "change(&mut model.document);",
    ] {
        assert!(writes_to_the_model(line), "{line}");
    }
    for line in [
        "if model.cols == 80 {",
        "let effects = update(self.model, message);",
        "match model.page { _ => draw(model.cols) }",
        "my_model.cols = 3;",
    ] {
        assert!(!writes_to_the_model(line), "{line}");
    }
}

/// The folders whose modules may differ between operating systems.
const PLATFORM: [&str; 3] = ["src/suite", "src/terminal", "src/engine"];

#[test]
fn only_platform_modules_name_operating_systems() {
    let mut broken = Vec::new();
    for file in rust_files(&root().join("src")) {
        let is_platform = file
            .iter()
            .any(|part| part.to_string_lossy().starts_with("platform"));
        if is_platform || is_tests(&file) {
            continue;
        }
        let code = code_of(&file);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for name in [
            "std::os::unix",
            "std::os::windows",
            "winapi_util",
            "win32job",
            "ctrlc",
            "rustix",
            "signal_hook",
            "libc",
            "target_os",
            "unix",
        ] {
            if names(code, name) {
                broken.push(format!("{} names `{name}`", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    for room in PLATFORM {
        for system in ["unix", "windows"] {
            let file = root()
                .join(room)
                .join("platform")
                .join(system)
                .with_extension("rs");
            assert!(file.is_file(), "{}", file.display());
        }
    }
}

/// Returns true for a file of a module's tests.
fn is_tests(file: &Path) -> bool {
    file.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

/// The largest number of files that may import each other in a circle.
const LARGEST_CIRCLE: usize = 12;

#[test]
fn no_circle_of_imports_exceeds_the_limit() {
    let circles = circles(&imports(&sources()));
    let too_large: Vec<String> = circles
        .iter()
        .filter(|circle| circle.len() > LARGEST_CIRCLE)
        .map(|circle| {
            let files: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            format!("{} files: {}", files.len(), files.join(", "))
        })
        .collect();
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

/// The floors of `editor`, lowest first, each with the floors that it may use.
const FLOORS: &[(&[&str], &[&[&str]])] = &[
    (GROUND, &[GROUND]),
    (STATE, &[GROUND, STATE]),
    (MIDDLE, &[GROUND, STATE, MIDDLE]),
    (SHARED, &[GROUND, STATE, MIDDLE, SHARED]),
    (FEATURES, &[GROUND, STATE, MIDDLE, SHARED, FEATURES]),
];
const GROUND: &[&str] = &["key"];
/// Types with their own methods, and widgets: nothing here accepts the whole model.
const STATE: &[&str] = &["state", "widgets"];
/// The model, and the types of commands, messages and overlays.
const MIDDLE: &[&str] = &[
    "command", "effect", "jobs", "layout", "message", "model", "overlay",
];
/// Edits of the file, and the settings: shared by several features.
const SHARED: &[&str] = &["doc", "settings"];
const FEATURES: &[&str] = &["flows", "pages", "panes"];

#[test]
fn no_feature_imports_itself_through_others() {
    let feature = |module: &Module| -> Option<Module> {
        is_on(module, FEATURES).then(|| module.iter().take(3).cloned().collect())
    };
    let mut uses = Imports::new();
    for (from, to) in imports(&sources()) {
        if let Some(from) = feature(&from).filter(|from| from.len() == 3) {
            let others = to.iter().filter_map(feature).filter(|to| *to != from);
            let others: Vec<Module> = others.collect();
            uses.entry(from).or_default().extend(others);
        }
    }
    let circles: Vec<String> = circles(&uses)
        .iter()
        .map(|circle| {
            let features: Vec<String> = circle.iter().map(|feature| feature.join("/")).collect();
            features.join(", ")
        })
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_floor_of_the_editor_imports_only_floors_below_it() {
    let mut broken = Vec::new();
    for (from, to) in imports(&sources()) {
        let Some((_, below)) = FLOORS.iter().find(|(floor, _)| is_on(&from, floor)) else {
            continue;
        };
        for to in to
            .iter()
            .filter(|to| to.first().is_some_and(|room| room == "editor"))
        {
            if !below.iter().any(|floor| is_on(to, floor)) {
                broken.push(format!("{} uses {}", from.join("/"), to.join("/")));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn is_on(module: &Module, floor: &[&str]) -> bool {
    let [room, part, ..] = module.as_slice() else {
        return false;
    };
    room == "editor" && floor.contains(&part.as_str())
}

#[test]
fn every_module_of_the_editor_is_on_a_floor_or_at_the_top() {
    let top = ["commands", "draw", "update"];
    for module in sources().keys() {
        if let [room, part, ..] = module.as_slice()
            && room == "editor"
        {
            let on_floor = FLOORS.iter().any(|(floor, _)| is_on(module, floor));
            assert!(
                on_floor || top.contains(&part.as_str()),
                "{part} is on no floor"
            );
        }
    }
}

/// Returns all modules of the program with their code, without comments and tests.
fn sources() -> BTreeMap<Module, String> {
    let below = root().join("src");
    let mut sources = BTreeMap::new();
    for file in rust_files(&below) {
        let path = file
            .strip_prefix(&below)
            .unwrap_or(&file)
            .with_extension("");
        let module: Module = path
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let is_test = |part: &String| part == "tests" || part.ends_with("_tests");
        if module.iter().any(is_test) || matches!(module[0].as_str(), "lib" | "main") {
            continue;
        }
        let code = code_of(&file);
        let code = code
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or(&code);
        sources.insert(module, code.to_owned());
    }
    sources
}

#[test]
fn there_is_one_version_of_crossterm() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is committed");
    let copies = lock
        .lines()
        .filter(|line| *line == "name = \"crossterm\"")
        .count();
    assert_eq!(
        copies, 1,
        "a second copy of crossterm has its own raw-mode state and event queue"
    );
}

#[test]
fn no_file_has_a_name_that_says_nothing() {
    let vague = [
        "util", "utils", "helper", "helpers", "common", "misc", "mod",
    ];
    for file in rust_files(&root().join("src")) {
        for part in file.strip_prefix(root()).unwrap_or(&file).iter() {
            let name = part.to_string_lossy();
            let stem = name.strip_suffix(".rs").unwrap_or(&name);
            assert!(
                !vague.contains(&stem),
                "{}: `{stem}` says nothing of what it holds",
                file.display()
            );
        }
    }
}

#[test]
fn every_room_is_on_the_map_and_has_files() {
    let map = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    for room in ROOMS {
        assert!(
            map.contains(&format!("[`{room}`]")),
            "lib.rs does not describe `{room}`"
        );
        assert!(!files_of(room).is_empty(), "room `{room}` has no file");
    }
}

#[test]
fn the_source_reader_finds_grouped_and_relative_paths() {
    let source = "use crate::{editor::Model, suite}; fn f() { super::super::terminal::run(); epdit::cli::main() }";
    let mut used = rooms_used(source);
    used.sort();
    assert_eq!(used, ["cli", "editor", "suite", "terminal"]);
    assert!(names("use std::{fs, io};", "std::fs"));
    assert!(names("let f = std::fs::read(p);", "std::fs"));
    assert!(!names("let fs = my_std::fs_kind;", "std::fs"));
    assert!(!names("let crossterm_like = 1;", "crossterm"));
}

#[test]
fn every_public_module_of_the_library_opens_with_an_example() {
    let mut without = Vec::new();
    for room in ["epd", "suite", "exchange", "engine"] {
        for file in files_of(room) {
            let source = fs::read_to_string(&file).expect("a source file is UTF-8");
            let modules = source.lines().filter_map(|line| {
                let name = line.strip_prefix("pub mod ")?.strip_suffix(';')?;
                Some(file.with_extension("").join(name).with_extension("rs"))
            });
            without.extend(modules.filter(|module| {
                let text = fs::read_to_string(module).expect("the module is a file");
                !text.lines().any(|line| line == "//! ```")
            }));
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns `src/ROOM.rs` and all files below `src/ROOM/`.
fn files_of(room: &str) -> Vec<PathBuf> {
    if room == DRAWING {
        let mut files = files_of("editor");
        let draws = |file: &PathBuf| {
            let mut parts = file.iter().map(|part| part.to_string_lossy());
            parts.any(|part| matches!(&*part, "draw" | "draw.rs" | "widgets" | "widgets.rs"))
        };
        files.retain(draws);
        return files;
    }
    let mut files = rust_files(&root().join("src").join(room));
    let head = root().join("src").join(format!("{room}.rs"));
    if head.exists() {
        files.push(head);
    }
    files
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return files;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns a source without its line comments, which may name anything.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file is UTF-8");
    let mut code = String::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") {
            continue;
        }
        code.push_str(line.split(" // ").next().unwrap_or(line));
        code.push('\n');
    }
    code
}

/// Returns the first word of each path that starts at the crate or leads up out of a module.
fn rooms_used(source: &str) -> Vec<String> {
    let mut used = Vec::new();
    for start in ["crate::", "epdit::", "super::super::"] {
        for (at, _) in source.match_indices(start) {
            if !starts_word(source, at) {
                continue;
            }
            used.extend(heads(&source[at + start.len()..]));
        }
    }
    used
}

/// Returns the first word of each path after a prefix: one, or those of a brace group.
fn heads(tail: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start()
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let Some(group) = tail.trim_start().strip_prefix('{') else {
        return vec![word(tail)];
    };
    let (mut depth, mut found, mut item) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(word(&item));
                item.clear();
                continue;
            }
            _ => {}
        }
        item.push(c);
    }
    found.push(word(&item));
    found.retain(|name| !name.is_empty());
    found
}

/// Returns true when the code names a path such as `std::fs`, whole or in a group.
fn names(source: &str, path: &str) -> bool {
    let whole = source.match_indices(path).any(|(at, _)| {
        let end = source[at + path.len()..].chars().next();
        starts_word(source, at) && !end.is_some_and(|c| c.is_alphanumeric() || c == '_')
    });
    let grouped = path.split_once("::").is_some_and(|(first, second)| {
        let start = format!("{first}::");
        source.match_indices(&start).any(|(at, _)| {
            heads(&source[at + start.len()..])
                .iter()
                .any(|head| head == second)
        })
    });
    whole || grouped
}

fn starts_word(source: &str, at: usize) -> bool {
    !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}
