//! Settings of the real program: a change in the editor is written to the settings file.

use std::fs;
use std::path::PathBuf;

use crate::terminal::{CTRL_P, CTRL_Q, ENTER, SUITE, Terminal, folder_with};

fn with_settings(text: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, _) = folder_with("a.epd", SUITE);
    let path = folder.path().join("epdit").join("config.toml");
    fs::create_dir(folder.path().join("epdit")).expect("a folder");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

/// Types `set` and this text in the editor's palette.
fn set(terminal: &mut Terminal, text: &str) {
    terminal.keys(CTRL_P);
    terminal.expect("Commands");
    terminal.keys("Set a setting");
    terminal.keys(ENTER);
    terminal.expect("as `theme=light`");
    terminal.keys(text);
    terminal.keys(ENTER);
}

#[test]
fn a_setting_is_written_keeping_all_comments_and_applies_at_the_next_start() {
    let text = "# my settings\nmouse = false # the terminal's selection\n\n[templates]\n# short\na = 'bm;'\n";
    let (folder, path) = with_settings(text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("first");
    set(&mut terminal, "columns=line,id,side");
    terminal.expect("set columns=line,id,side · written to config.toml:3");
    // On the page, in its row: the second value of the first setting.
    terminal.keys(",");
    terminal.expect("Settings");
    terminal.keys("j");
    terminal.keys(ENTER);
    terminal.expect("set save=all · written to config.toml:4");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    let expected = text.replace(
        "\n\n[templates]",
        "\ncolumns = [\"line\", \"id\", \"side\"]\nsave = \"all\"\n\n[templates]",
    );
    assert_eq!(fs::read_to_string(&path).expect("the file"), expected);

    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("first");
    set(&mut terminal, "save");
    terminal.expect("save=all · config.toml:4");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_broken_settings_file_is_left_alone_and_all_its_errors_are_shown() {
    let text = "# mine\ntheme = \n";
    let (folder, path) = with_settings(text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("config.toml:2");
    set(&mut terminal, "mouse=false");
    terminal.expect("can't write it");
    terminal.keys(",");
    terminal.expect("Problems in the settings file");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_settings_stays_a_link_and_its_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, path) = with_settings("");
    let real = folder.path().join("dotfiles.toml");
    fs::rename(&path, &real).expect("moved");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink(&real, &path).expect("a link");
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("first");
    set(&mut terminal, "mouse=false");
    terminal.expect("written to config.toml:1");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert!(path.is_symlink());
    assert_eq!(
        fs::read_to_string(&real).expect("the file"),
        "mouse = false\n"
    );
    let mode = fs::metadata(&real).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Returns true when most of the screen has a white background.
fn is_white(screen: &vt100::Screen) -> bool {
    let cells = (0..36).flat_map(|row| (0..120).filter_map(move |column| screen.cell(row, column)));
    let white = cells.filter(|cell| cell.bgcolor() == vt100::Color::Idx(231));
    white.count() > 36 * 120 / 2
}

fn with_theme(folder: &tempfile::TempDir, name: &str, text: &str) {
    let themes = folder.path().join("epdit").join("themes");
    fs::create_dir_all(&themes).expect("a folder");
    fs::write(themes.join(name), text).expect("a file");
}

#[test]
fn a_custom_theme_is_listed_chosen_and_written() {
    let (folder, path) = with_settings("mouse = false\n");
    with_theme(&folder, "paper.toml", "screen = '#000000 on #ffffff'\n");
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("first");
    terminal.keys(":set theme=");
    terminal.expect("the colours of themes/paper.toml");
    terminal.look(|screen| assert!(!is_white(screen)));
    terminal.keys("p\t");
    terminal.expect("theme=paper");
    terminal.keys(ENTER);
    terminal.expect("set theme=paper · written to config.toml:2");
    terminal.wait("white ground", is_white);
    // The page finds a file that was made while the editor runs.
    with_theme(&folder, "night.toml", "screen = '#ffffff on #000000'\n");
    terminal.keys(",");
    terminal.expect("the colours of themes/night.toml");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    let text = fs::read_to_string(&path).expect("the file");
    assert_eq!(text, "mouse = false\ntheme = \"paper\"\n");

    let terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.wait("white ground", is_white);
    drop(terminal);
    let terminal = Terminal::start(&folder, &["--theme", "night", "a.epd"]);
    terminal.expect("first");
    terminal.look(|screen| assert!(!is_white(screen)));
}

#[test]
fn a_mistake_in_a_theme_is_reported_with_its_line_and_other_entries_apply() {
    let (folder, _) = with_settings("theme = 'paper'\n");
    let text = "base = 'light'\nscren = 'red'\nscreen = '#000000 on #ffffff'\n";
    with_theme(&folder, "paper.toml", text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("themes/paper.toml:2:1: unknown role `scren`; did you mean `screen`?");
    terminal.wait("white ground", is_white);
    terminal.keys(":set theme=paper\r");
    terminal
        .expect("set theme=paper · written to config.toml:1 · themes/paper.toml:2:1: unknown role");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);

    let config = std::process::Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["config"])
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(config.status.code(), Some(1));
    let message = String::from_utf8_lossy(&config.stderr);
    assert!(
        message.contains("paper.toml:2:1: unknown role"),
        "{message}"
    );
    let shown = String::from_utf8_lossy(&config.stdout);
    assert!(shown.contains("theme = \"paper\""), "{shown}");
}

#[test]
fn an_unknown_theme_is_reported() {
    let (folder, _) = with_settings("theme = 'none'\n");
    let terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("config.toml:1:9: `theme`: expected \"auto\", \"dark\" or \"light\"");
    drop(terminal);
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["--theme", "none", "config"])
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(run.status.code(), Some(2));
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(
        message.contains("expected auto, dark or light, found none"),
        "{message}"
    );
}

#[test]
fn resetting_a_setting_removes_it_from_the_file_and_errors_at_the_start_name_the_settings_page() {
    let text = "# mine\ntheme = 'drak'\nmose = 1\nmouse = false # the terminal's\n[keys]\nsettings = 'F5'\n";
    let (folder, path) = with_settings(text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("`F5` shows 1 more problem in the settings");
    terminal.keys(":set mouse=default\r");
    terminal.expect("set mouse to its default, true · removed from config.toml");
    terminal.keys(":set keys.settings=default\r");
    terminal.expect("removed keys.settings from config.toml");
    terminal.keys(",");
    terminal.expect("did you mean `mouse`?");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert_eq!(
        fs::read_to_string(&path).expect("the file"),
        "# mine\ntheme = 'drak'\nmose = 1\n[keys]\n"
    );
}
