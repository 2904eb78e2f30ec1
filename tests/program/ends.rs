//! However the editor ends, the terminal is restored, and nothing that hangs keeps it from ending.

use super::skipped::skipped;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::terminal::{CTRL_Q, ENTER, SUITE, Terminal, assert_given_back, folder_with};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Longer than the second that the editor allows itself, for a busy machine.
const SOON: Duration = Duration::from_secs(8);

#[test]
fn every_catchable_signal_restores_the_terminal() {
    for (name, number) in [
        ("QUIT", 3),
        ("ABRT", 6),
        ("USR1", 10),
        ("USR2", 12),
        ("ALRM", 14),
        ("XCPU", 24),
        ("HUP", 1),
    ] {
        let (folder, _) = folder_with("suite.epd", SUITE);
        let terminal = Terminal::start(&folder, &["suite.epd"]);
        terminal.expect("bm Qg6");
        terminal.signal(name);
        let (status, raw) = terminal.end_as_before();
        assert_eq!(status, 128 + number, "{name}");
        assert_given_back(&raw);
    }
}

#[test]
fn the_file_size_signal_does_not_end_the_editor() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.signal("XFSZ");
    terminal.keys("?");
    terminal.expect("Suite list");
    terminal.keys(CTRL_Q);
    assert_given_back(&terminal.end_as_before().1);
}

#[test]
fn stopped_and_continued_from_outside_the_editor_takes_the_terminal_again() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.signal("STOP");
    std::thread::sleep(Duration::from_millis(100));
    terminal.signal("CONT");
    // The editor leaves, enters and redraws the screen: another program may have written on it.
    terminal.expect_raw("\x1b[?1049l");
    terminal.keys("?");
    terminal.expect("Suite list");
    terminal.keys(CTRL_Q);
    let (status, raw) = terminal.end_as_before();
    assert_eq!(status, 0);
    assert_eq!(
        String::from_utf8_lossy(&raw).matches("\x1b[?1049h").count(),
        2
    );
    assert_given_back(&raw);
}

#[test]
fn a_signal_is_handled_before_waiting_keys() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys(&"?\x1b[B\x1b[Aq".repeat(500));
    let begun = Instant::now();
    terminal.signal("TERM");
    let (status, raw) = terminal.end_as_before();
    assert!(matches!(status, 143 | 0), "{status}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_given_back(&raw);
}

#[test]
fn a_clipboard_that_does_not_answer_does_not_block_quitting() {
    // Accepts data as an X server would, and never answers.
    let server = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = server.local_addr().expect("an address").port();
    if port < 6000 {
        skipped("no port of a display");
        return;
    }
    let (folder, _) = folder_with("suite.epd", SUITE);
    let program = format!(
        "DISPLAY=127.0.0.1:{} exec {} suite.epd",
        port - 6000,
        env!("CARGO_BIN_EXE_epdit")
    );
    let mut terminal = Terminal::start_program(&folder, "sh", &["-c", &program]);
    terminal.expect("bm Qg6");
    terminal.keys("\x03");
    terminal.expect("Copy");
    terminal.keys(ENTER);
    let (_connected, _) = server.accept().expect("the clipboard is asked");
    let begun = Instant::now();
    terminal.keys(CTRL_Q);
    let (status, raw) = terminal.end_as_before();
    assert_eq!(status, 0);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_given_back(&raw);
}

#[test]
fn signals_end_the_editor_even_if_the_terminal_accepts_no_output() {
    let (folder, _) = folder_with("suite.epd", &SUITE.repeat(50));
    let size = PtySize {
        rows: 100,
        cols: 300,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system()
        .openpty(size)
        .expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_epdit"));
    command.arg("suite.epd");
    command.cwd(folder.path());
    command.env("TERM", "xterm-256color");
    command.env("XDG_CONFIG_HOME", folder.path());
    command.env("XDG_STATE_HOME", folder.path().join("state"));
    command.env("COLORFGBG", "15;0");
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    // Nobody reads the output: each pair of keys draws a screen, and the terminal buffers only a few.
    let mut keys = pair.master.take_writer().expect("a writer");
    for _ in 0..60 {
        let _ = keys.write_all(b"?\x1b").and_then(|()| keys.flush());
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.process_id().expect("it runs").to_string();
    let begun = Instant::now();
    let sent = std::process::Command::new("kill")
        .args(["-s", "TERM", &id])
        .status();
    assert!(sent.expect("kill runs").success());
    while child.try_wait().expect("it can be asked").is_none() {
        if begun.elapsed() > SOON {
            let _ = child.kill();
            panic!("the editor keeps running");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

// The editor never blocks on a pipe that replaces one of its own files: not at the start, not while a file
// is edited and saved, not at the end.
#[test]
fn pipes_in_place_of_the_editors_files_do_not_block_it() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    // The editor itself creates the files, under their real names.
    let mut terminal = Terminal::start(&folder, &["--save", "edited", "suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys("D");
    terminal.expect("duplicated");
    let state = folder.path().join("state");
    let mut own = Vec::new();
    let deadline = Instant::now() + 5 * SOON;
    while !own
        .iter()
        .any(|path: &PathBuf| path.to_string_lossy().ends_with(".journal"))
    {
        assert!(Instant::now() < deadline, "no journal: {own:?}");
        std::thread::sleep(Duration::from_millis(20));
        own = files_below(&state);
    }
    terminal.signal("KILL");
    terminal.end();
    for path in &own {
        // A temporary file no longer exists, but its name is replaced all the same.
        let _ = std::fs::remove_file(path);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    }
    let begun = Instant::now();
    let mut terminal = Terminal::start(&folder, &["--save", "edited", "suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys("D");
    terminal.expect("duplicated");
    terminal.keys("\x13");
    terminal.expect("saved");
    let ending = Instant::now();
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert!(ending.elapsed() < SOON / 2 && begun.elapsed() < 5 * SOON);
    let text = std::fs::read_to_string(path).expect("the file");
    assert_eq!(text.lines().count(), SUITE.lines().count() + 1);
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => all.extend(files_below(&entry.path())),
            false => all.push(entry.path()),
        }
    }
    all
}

#[test]
fn the_file_behind_standard_output_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    std::fs::write(&path, text).expect("a file");
    for command in ["fmt", "query", "check", "mates"] {
        let append = std::fs::OpenOptions::new().append(true).open(&path);
        let arguments: &[&str] = match command {
            "query" => &["query", "bm"],
            "mates" => &["mates", "2"],
            other => &[other],
        };
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_epdit"))
            .args(arguments)
            .arg(&path)
            .stdout(append.expect("a file"))
            .output()
            .expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            message.contains("standard output goes to this file"),
            "{message}"
        );
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert_eq!(std::fs::read_to_string(&path).expect("text"), text);
    }
    // The output is inside the folder that is read: the other files are read.
    let result = std::fs::File::create(folder.path().join("all.epd")).expect("a file");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["query", "bm"])
        .arg(folder.path())
        .stdout(result)
        .status()
        .expect("the program runs");
    assert_eq!(status.code(), Some(0));
    let all = std::fs::read_to_string(folder.path().join("all.epd"));
    assert_eq!(all.expect("text"), text);
}
