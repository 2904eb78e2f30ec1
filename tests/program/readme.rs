//! The README says what is so: its commands exist, its picture is there.

use std::fs;
use std::path::Path;
use std::process::Command;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("README.md")
}

#[test]
fn the_list_of_keys_has_its_place() {
    // What stands there is compared with the command table by the tests of the editor.
    let text = readme();
    let (_, rest) = text
        .split_once("<!-- keys:begin -->")
        .expect("the list's begin mark");
    let (listed, _) = rest
        .split_once("<!-- keys:end -->")
        .expect("the list's end mark");
    assert!(listed.contains("`Ctrl-S`"), "the list is empty");
}

#[test]
fn the_commands_it_shows_exist_and_all_commands_are_shown() {
    let help = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .arg("--help")
        .output()
        .expect("the program runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        // Words that go on below the others stand further in.
        .filter(|line| !line.starts_with("    "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 3, "{help}");
    let text = readme();
    for command in &commands {
        assert!(
            text.contains(&format!("epdit {command} ")),
            "README does not show `epdit {command}`"
        );
    }
    for line in text.lines().filter(|line| line.starts_with("epdit ")) {
        let word = line.split_whitespace().nth(1).unwrap_or_default();
        assert!(
            word.starts_with('[') || commands.contains(&word),
            "no such command: {line}"
        );
    }
}

#[test]
fn the_settings_are_shown_as_the_file_to_begin_with_has_them() {
    let run = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["config", "--template"])
        .output()
        .expect("the program runs");
    let settings = String::from_utf8(run.stdout).expect("settings are text");
    assert!(
        readme().contains(&format!("```toml\n{settings}```\n")),
        "README shows other settings than `epdit config --template`:\n{settings}"
    );
}

#[test]
fn the_picture_is_there() {
    let text = readme();
    let (_, rest) = text.split_once("](assets/").expect("a picture");
    let (name, _) = rest.split_once(')').expect("its name");
    let bytes = fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("assets")
            .join(name),
    )
    .expect("the picture");
    assert!(bytes.starts_with(b"\x89PNG"), "a PNG");
}
