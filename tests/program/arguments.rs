//! The command line itself: options before the command, misspelt commands, shell completions and the man
//! page.

use std::fs;
use std::process::{Command, Output, Stdio};

fn epdit(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), "not a position\n").expect("a file");
    folder
}

fn commands(folder: &tempfile::TempDir) -> Vec<String> {
    let help = text(&epdit(folder, &["--help"]).stdout);
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands"));
    let listed = listed.skip(1).take_while(|line| !line.is_empty());
    let listed = listed.filter(|line| !line.starts_with("    "));
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_option_for_all_commands_may_stand_before_the_command() {
    let folder = folder();
    let plain = epdit(&folder, &["check", "a.epd", "--color", "always"]);
    assert!(text(&plain.stdout).contains("\x1b["));
    for arguments in [
        ["--color", "always", "check", "a.epd"].as_slice(),
        &["--color=always", "check", "a.epd"],
    ] {
        let run = epdit(&folder, arguments);
        assert_eq!(run, plain, "{arguments:?}");
    }
    let run = epdit(&folder, &["--theme", "light", "config"]);
    assert!(text(&run.stdout).contains("theme = \"light\""));
}

#[test]
fn a_misspelt_command_is_reported_and_creates_no_file() {
    let folder = folder();
    let run = epdit(&folder, &["chekc", "a.epd"]);
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(
        text(&run.stderr),
        "epdit: `chekc` is neither a file nor a command; did you mean `check`? `./chekc` begins a new file\n"
    );
    let run = epdit(&folder, &["neww.edp", "nofile", "check"]);
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(
        text(&run.stderr),
        "epdit: `check` is a command, and a command must come first: `epdit check neww.edp nofile`; `./check` begins a new file\n"
    );
    let with_options = |name: &str| {
        let run = epdit(&folder, &[name, "--threads", "2", "a.epd"]);
        assert_eq!(run.status.code(), Some(2));
        text(&run.stderr)
    };
    let slip = with_options("anlyse");
    assert!(
        slip.contains("did you mean the command `analyse`?"),
        "{slip}"
    );
    let option = with_options("analyze");
    assert!(option.contains("tip: `--option Threads=VALUE`"), "{option}");
    // These are files: one exists, the others are clearly paths. The editor then requires a terminal.
    fs::write(folder.path().join("chekc"), "").expect("a file");
    for name in ["chekc", "./check", "./chek", "chekc.epd"] {
        let run = epdit(&folder, &[name]);
        assert!(
            text(&run.stderr).contains("terminal"),
            "{name}: {}",
            text(&run.stderr)
        );
    }
}

#[test]
fn the_manual_page_has_every_command_with_its_options() {
    let folder = folder();
    let page = text(&epdit(&folder, &["man"]).stdout);
    assert!(page.contains(".TH epdit 1"));
    let commands = commands(&folder);
    assert!(commands.len() > 15, "{commands:?}");
    for command in &commands {
        let head = format!(".SH \"EPDIT {}\"", command.to_uppercase());
        assert!(page.contains(&head), "{command} is not in the manual");
    }
    for setting in epdit::editor::state::settings::all() {
        let option = setting.name.replace('-', "\\-");
        assert!(
            !setting.is_option() || page.contains(&format!("\\-\\-{option}")),
            "{}",
            setting.name
        );
    }
}

#[test]
fn completions_know_every_command_and_are_right_for_the_shell() {
    let folder = folder();
    let commands = commands(&folder);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = epdit(&folder, &["completions", shell]);
        assert_eq!(run.status.code(), Some(0), "{shell}");
        let script = text(&run.stdout);
        for word in commands
            .iter()
            .map(String::as_str)
            .chain(["theme", "read-only"])
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
        fs::write(folder.path().join(shell), script).expect("a file");
    }
    // The shell itself parses its script, where it is installed.
    for shell in ["bash", "zsh"] {
        let checked = Command::new(shell)
            .args(["-n", shell])
            .current_dir(folder.path())
            .output();
        if let Ok(checked) = checked {
            assert!(checked.status.success(), "{}", text(&checked.stderr));
        }
    }
    let unknown = epdit(&folder, &["completions", "tcsh"]);
    assert_eq!(unknown.status.code(), Some(2));
}
