//! Nothing that commands and the editor send to a terminal acts on it or hides text, for a file with every
//! such character in each field and in its name.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::terminal::{CTRL_P, CTRL_Q, ENTER, ESC, Terminal};
use epdit::epd::visible::is_hidden;

/// Returns all control characters, C1 included, except those that a file name can't have.
fn controls() -> String {
    ('\u{1}'..='\u{9f}')
        .filter(|one| is_hidden(*one) && *one != '\n')
        .collect()
}

/// At least one character of each other range.
const OTHERS: &str = "\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\
    \u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\
    \u{fff9}\u{1d173}\u{e0001}\u{e007f}\u{e0100}\u{e0fff}";

fn records() -> String {
    let h = format!("\u{1b}]0;x\u{7}{}{OTHERS}", controls().replace('\r', ""));
    let head = "4k3/8/8/8/8/8/4P3/4K3";
    [
        format!("{head} w - - bm e4; c0 \"{h}\"; id \"{h}\"; Own \"{h}\";"),
        format!("{head} w - - bm e4; c0 \"{h}\"; id \"{h}\";"),
        format!("{head} w - - bm {h} e5; ce {h}; id \"{h}\"; ptp A{h} \"{h}\"; {h}"),
        format!("{head}{h} w{h} -{h} - bm e4;"),
        format!("{head} w - - a{h} 1; {h} 2; id \"{h}"),
        format!("# {h}"),
        format!("{head} w - - bm e9; id \"{h}\"; id {h};"),
    ]
    .join("\n")
        + "\n"
}

/// Makes a folder and a file in it with such names.
fn suite() -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = folder.path().join(format!("d{OTHERS}"));
    fs::create_dir(&inner).expect("a folder");
    let path = inner.join(format!("n{}.epd", controls()));
    fs::write(&path, records()).expect("a file");
    let name = path.to_str().expect("UTF-8").to_owned();
    (folder, path, name)
}

/// Removes the escape sequences that are ours from the output: colours, cursor, modes.
fn without_own(raw: &[u8]) -> String {
    let own = regex::Regex::new("\u{1b}(\\[[0-9;?<>=]*[A-Za-z]|\\]11;\\?\u{1b}\\\\|\\[>q|[78=>])")
        .expect("it reads");
    let text = String::from_utf8_lossy(raw).replace("♟\u{FE0E}", "♟");
    own.replace_all(&text, "").into_owned()
}

#[track_caller]
fn check(raw: &[u8], what: &str) {
    let text = without_own(raw);
    for (at, one) in text.char_indices() {
        let is_line_end = matches!(one, '\n' | '\r');
        if is_hidden(one) && !is_line_end {
            let from = text.floor_char_boundary(at.saturating_sub(60));
            let to = text.ceil_char_boundary(at + 60);
            panic!("{what}: {one:?} in {:?}", text.get(from..to));
        }
    }
}

#[test]
fn no_command_prints_characters_that_control_the_terminal_or_hide_text() {
    let (folder, _, name) = suite();
    let below = folder.path().to_str().expect("UTF-8").to_owned();
    let bad = format!("{OTHERS}{}", controls());
    let other = folder.path().join("out.epd");
    let other = other.to_str().expect("UTF-8");
    for arguments in [
        &["check", &name][..],
        &["check", "--all", &name],
        &["check", "--all", "--color", "always", &below],
        &["check", "--format", "github", &name],
        &["check", "--format", "json", "--duplicates", &name],
        &["check", "--fix", "--unsafe-fixes", &name],
        &["fmt", &name],
        &["fmt", "--diff", &name],
        &["fmt", "--check", &name],
        &["query", "bm", &name],
        &["query", "--ids", "bm", &name],
        &["query", &bad, &name],
        &["query", "--where", &bad, &name],
        &["purge", "c0", &name],
        &["purge", &bad, &name],
        &["set", "ce 1", "--diff", &name],
        &["set", &bad, &name],
        &["rename", &bad, &bad, &name],
        &["renumber", &bad, &name],
        &["sort", "--by", "id", &name],
        &["sort", "--by", &bad, &name],
        &["dedupe", "--by", "id", "--dry-run", &name],
        &["split", "--by", "id", "--into", other, &name],
        &["merge", &name, &name],
        &["sample", "2", &name],
        &["sample", &bad, &name],
        &["shuffle", &name],
        &["stats", &name],
        &["stats", "--format", "json", &name],
        &["explain", &bad],
        &["config", "--config", &bad],
        &["completions", &bad],
        &["check", &bad],
        &["check", &format!("--{bad}"), &name],
        &["check", "--format", &bad, &name],
        &[&format!("--{bad}")],
        &["--config", &bad, &name],
        &["set", "ce 1", "-o", &format!("{bad}/{bad}"), &name],
    ] {
        let (_, raw) = Terminal::start(&folder, arguments).end();
        check(&raw, &arguments.join(" ").escape_debug().to_string());
    }
}

#[test]
fn reports_and_json_in_pipes_hold_no_control_characters() {
    let (folder, path, name) = suite();
    // Enough text at the start that the file is not taken for binary data.
    let plain = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"plain\";\n".repeat(100);
    let contradicts = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1;\n";
    let text = plain + contradicts + &records();
    fs::write(&path, &text).expect("a file");
    let other = folder.path().join("other.epd");
    fs::write(&other, text.replace("e4", "e3")).expect("a file");
    let other = other.to_str().expect("UTF-8");
    let piped = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
        let output = command.args(arguments).output().expect("it runs");
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.stdout.is_empty(), "{arguments:?}: {report}");
        output.stdout
    };
    for arguments in [
        &["check", "--all", &name][..],
        &["check", "--format", "json", &name],
        &["check", "--format", "github", &name],
        &["compare", &name, other],
        &["compare", "--format", "json", &name, other],
        &["contradictions", &name, other],
        &["contradictions", "--format", "json", &name, other],
        &["convert", "--to", "json", &name],
        &[
            "query",
            "--to",
            "json",
            "--fields",
            "path,id,c0,text",
            "bm",
            &name,
        ],
        &["report", &name],
        &["stats", &name],
    ] {
        check(
            &piped(arguments),
            &arguments.join(" ").escape_debug().to_string(),
        );
    }
    let exported = folder.path().join("a.json");
    fs::write(&exported, piped(&["convert", "--to", "json", &name])).expect("a file");
    let back = piped(&["import", exported.to_str().expect("UTF-8")]);
    let kept: String = text
        .split_inclusive('\n')
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(String::from_utf8_lossy(&back), kept);
}

#[test]
fn the_editor_prints_no_characters_of_a_file_that_control_the_terminal_or_hide_text() {
    let (folder, _, name) = suite();
    let mut terminal = Terminal::start(&folder, &[&name]);
    terminal.expect("4k3");
    for keys in [
        "\t",
        "\t",
        "\t",
        "\t",
        "\x1b[1;5B",
        "\x1b[1;5B",
        "\x1b[1;5B",
        "\x1bOQ",
        "x",
        ENTER,
        ESC,
        "\x1b[18~",
        ESC,
        "\x1b[19~",
        ESC,
        CTRL_P,
        "o",
        ESC,
        "?",
        ESC,
        "\x0f",
        ESC,
        ":e \x16",
        ESC,
        "\x13",
        ESC,
        "\x03",
        ESC,
    ] {
        terminal.keys(keys);
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    terminal.keys(CTRL_Q);
    terminal.signal("TERM");
    let (_, raw) = terminal.end();
    assert!(raw.len() > 10_000, "the editor drew {} bytes", raw.len());
    check(&raw, "the editor");
}
