//! The clipboard of the real program. Under a virtual X server another program reads back the copied text
//! and image; without a display the text is sent to the terminal, plain or wrapped for tmux and screen.

use super::skipped::skipped;
use crate::terminal::Terminal;
use epdit::exchange::diagram::pixels;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";\n";
const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
/// The OSC 52 sequence for [`FEN`].
const PLAIN: &str = "\x1b]52;c;NGszLzgvOC84LzgvOC80UDMvNEszIHcgLSAtIDAgMQ==\x07";

/// A virtual X server, and the name of its display.
struct Server {
    child: Child,
    display: String,
}

impl Server {
    /// Starts a server; `None` where one of the programs is missing.
    fn start() -> Option<Self> {
        let _there = Command::new("xclip").arg("-version").output().ok()?;
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "640x480x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out)
            .read_line(&mut number)
            .expect("a display");
        let display = format!(":{}", number.trim());
        Some(Self { child, display })
    }

    /// Returns the clipboard's content in this format, as another program reads it.
    fn read(&self, target: &str) -> Vec<u8> {
        let output = Command::new("xclip")
            .args(["-o", "-selection", "clipboard", "-t", target])
            .env("DISPLAY", &self.display)
            .output();
        output.expect("xclip runs").stdout
    }

    fn terminal(&self, folder: &tempfile::TempDir) -> Terminal {
        fs::write(folder.path().join("a.epd"), RECORD).expect("a file");
        let environment = [
            ("DISPLAY", self.display.as_str()),
            ("SSH_CONNECTION", ""),
            ("SSH_TTY", ""),
        ];
        let terminal = Terminal::start_with(folder, &["a.epd"], &environment);
        terminal.expect("4P3");
        terminal
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn server() -> Option<Server> {
    let server = Server::start();
    if server.is_none() {
        skipped("there is no Xvfb with xclip here");
    }
    server
}

#[test]
fn another_program_reads_the_text_and_the_image_that_were_copied() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = server.terminal(&folder);
    terminal.keys("\x03f");
    terminal.expect("copied the FEN of a to the clipboard (31 characters)");
    assert_eq!(server.read("UTF8_STRING"), FEN.as_bytes());

    terminal.keys("\x03g");
    terminal.expect("copied the board image of a to the clipboard (PNG, ");
    let targets = String::from_utf8(server.read("TARGETS")).expect("names");
    assert!(
        targets.lines().any(|target| target == "image/png"),
        "{targets}"
    );
    let png = server.read("image/png");
    let drawn = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["diagram", "--format", "png", "a.epd"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    // The clipboard encodes the image again, so pixels are compared.
    let picture = pixels(&png).expect("a picture");
    assert!(
        pixels(&drawn.stdout) == Some(picture),
        "the image on the clipboard differs"
    );

    // A text replaces the image.
    terminal.keys("\x03i");
    terminal.expect("copied the id of a to the clipboard (1 character)");
    assert_eq!(server.read("UTF8_STRING"), b"a");
    terminal.keys("\x11");
    terminal.end_as_before();
}

#[test]
fn text_copied_by_another_program_is_pasted() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copied.txt");
    fs::write(&file, "position startpos moves e2e4 e7e5").expect("a file");
    let copied = Command::new("xclip")
        .args(["-i", "-selection", "clipboard"])
        .arg(&file)
        .env("DISPLAY", &server.display)
        .status();
    assert!(copied.expect("xclip runs").success());
    let mut terminal = server.terminal(&folder);
    terminal.keys("\x16");
    terminal.expect("pasted 1 UCI position");
    terminal.expect("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6");
}

#[test]
fn a_server_that_does_not_answer_is_waited_for_no_longer_than_a_second() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = server.terminal(&folder);
    let id = server.child.id().to_string();
    let stopped = Command::new("kill").args(["-STOP", &id]).status();
    assert!(stopped.expect("kill runs").success());
    let since = Instant::now();
    terminal.keys("\x03f");
    terminal.expect("sent the FEN of a to the terminal's clipboard");
    assert!(since.elapsed() < Duration::from_secs(20));
    terminal.keys("\x03g");
    terminal.expect("the clipboard does not answer");
}

/// Checks the sequence sent to the terminal in this environment, and the status.
#[track_caller]
fn check(environment: &[(&str, &str)], expected: &str, said: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), RECORD).expect("a file");
    let mut terminal = Terminal::start_with(&folder, &["a.epd"], environment);
    terminal.expect("4P3");
    terminal.keys("\x03f");
    terminal.expect(said);
    terminal.expect_raw(expected);
}

#[test]
fn without_a_display_the_terminal_receives_the_copied_text() {
    let said = "sent the FEN of a to the terminal's clipboard (31 characters)";
    check(&[], PLAIN, said);
    check(
        &[("DISPLAY", ":99"), ("SSH_TTY", "/dev/pts/1")],
        PLAIN,
        said,
    );
}

#[test]
fn tmux_and_screen_pass_the_clipboard_on() {
    let wrapped = PLAIN.replace('\x1b', "\x1b\x1b");
    check(
        &[
            ("TMUX", "/run/tmux/default,1,0"),
            ("TERM", "screen-256color"),
        ],
        &format!("{PLAIN}\x1bPtmux;{wrapped}\x1b\\"),
        "sent the FEN of a through tmux to the terminal's clipboard",
    );
    check(
        &[("STY", "1.pts-0.host"), ("TERM", "screen")],
        &format!("\x1bP{PLAIN}\x1b\\"),
        "sent the FEN of a through screen to the terminal's clipboard",
    );
}

/// Copies in an editor that runs in tmux with these settings, checks that the terminal receives the text,
/// and returns tmux's own buffer.
#[track_caller]
fn in_tmux(settings: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), RECORD).expect("a file");
    fs::write(folder.path().join("tmux.conf"), settings).expect("a file");
    let editor = format!("'{}' a.epd", env!("CARGO_BIN_EXE_epdit"));
    let server = ["-S", "socket", "-f", "tmux.conf"];
    let arguments = [&server[..], &["new-session", &editor]].concat();
    let mut terminal = Terminal::start_program(&folder, "tmux", &arguments);
    terminal.expect("4P3");
    terminal.keys("\x03f");
    terminal.expect("sent the FEN of a through tmux to the terminal's clipboard");
    let text = PLAIN.split(';').next_back().expect("its text");
    terminal.expect_raw(text);
    let ask = |what: &str| {
        let mut command = Command::new("tmux");
        command.current_dir(folder.path()).args(server).arg(what);
        let output = command.stderr(Stdio::null()).output();
        String::from_utf8_lossy(&output.expect("tmux runs").stdout).into_owned()
    };
    let buffer = ask("show-buffer");
    ask("kill-server");
    buffer
}

#[test]
fn a_real_tmux_passes_copied_text_on() {
    if Command::new("tmux").arg("-V").output().is_err() {
        skipped("there is no tmux here");
        return;
    }
    // tmux stores the text in its buffer, and sends it to the terminal.
    assert_eq!(in_tmux("set -g set-clipboard on\n"), FEN);
    // tmux passes the wrapped sequence through, and its buffer stays empty.
    let lets_through = "set -g set-clipboard off\nset -g allow-passthrough on\n";
    assert_eq!(in_tmux(lets_through), "");
}

#[test]
fn text_too_large_for_the_terminal_is_written_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), RECORD.repeat(3000)).expect("a file");
    let mut terminal = Terminal::start_with(&folder, &["a.epd"], &[]);
    terminal.expect("4P3");
    terminal.keys("\x01");
    terminal.expect("3000 ");
    terminal.keys("\x03f");
    terminal.expect("too large for the terminal's clipboard, which takes 74,994 bytes");
    terminal.keys("\r");
    terminal.expect("exported 3,000 marked records as FEN to ");
    let text = fs::read_to_string(folder.path().join("a-export.fen")).expect("the file");
    assert_eq!(text, format!("{FEN}\n").repeat(3000));
}
