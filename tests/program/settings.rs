//! Settings of the real program: what is changed in the editor is in the file after.

use std::fs;
use std::path::PathBuf;

use crate::terminal::{CTRL_P, CTRL_Q, ENTER, SUITE, Terminal, folder_with};

/// A folder with a suite and a settings file.
fn with_settings(text: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, _) = folder_with("a.epd", SUITE);
    let path = folder.path().join("epdit").join("config.toml");
    fs::create_dir(folder.path().join("epdit")).expect("a folder");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

/// Types `set` and what follows in the editor.
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
fn a_setting_is_written_with_all_comments_kept_and_holds_at_the_next_start() {
    let text = "# my settings\nmouse = false # the terminal's selection\n\n[templates]\n# short\na = 'bm;'\n";
    let (folder, path) = with_settings(text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("first");
    set(&mut terminal, "columns=line,id,side");
    terminal.expect("Set columns · written to config.toml:3");
    // On the page, by its row: the second word of the first setting.
    terminal.keys(",");
    terminal.expect("Settings");
    terminal.keys("j");
    terminal.keys(ENTER);
    terminal.expect("Set save · written to config.toml:4");
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
fn a_broken_file_is_left_alone_and_told_in_full() {
    let text = "# mine\ntheme = \n";
    let (folder, path) = with_settings(text);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("config.toml:2");
    set(&mut terminal, "mouse=false");
    terminal.expect("but not written");
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
