//! The real program in a pseudo-terminal: keys, the screen, and the file afterwards.

use super::skipped::skipped;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The longest wait for a screen. Tests never sleep for it: they continue as soon as the screen is there.
const DEADLINE: Duration = Duration::from_secs(60);

/// Returns the terminal's modes: echo, canonical input, and so on.
fn modes_of(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().expect("the terminal's modes");
    format!(
        "{:?} {:?} {:?}",
        modes.input_flags, modes.output_flags, modes.local_flags
    )
}

fn cells(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap_or(NonZero::<u16>::MIN)
}

pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    seen: Arc<ScreenText>,
    modes_before: String,
}

#[derive(Default)]
struct ScreenText {
    screen: Mutex<Screen>,
    changed: Condvar,
}

struct Screen {
    parser: vt100::Parser,
    raw: Vec<u8>,
    ended: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            parser: vt100::Parser::new(cells(36), cells(120), 0),
            raw: Vec::new(),
            ended: false,
        }
    }
}

impl Screen {
    /// Returns true inside a synchronized update: a person would not see the screen yet.
    fn is_torn(&self) -> bool {
        let end = memchr::memmem::rfind(&self.raw, b"\x1b[?2026l");
        let begin = memchr::memmem::rfind(&self.raw, b"\x1b[?2026h");
        begin > end && !self.ended
    }
}

impl Terminal {
    /// Starts `epdit` in a terminal of 120 by 36.
    pub fn start(folder: &tempfile::TempDir, arguments: &[&str]) -> Self {
        let program = std::env::var("EPDIT_PROGRAM");
        let program = program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_epdit"));
        Self::start_program(folder, program, arguments)
    }

    pub fn start_with(
        folder: &tempfile::TempDir,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let program = env!("CARGO_BIN_EXE_epdit");
        Self::start_in(folder, program, arguments, environment)
    }

    pub fn start_program(folder: &tempfile::TempDir, program: &str, arguments: &[&str]) -> Self {
        Self::start_in(folder, program, arguments, &[])
    }

    fn start_in(
        folder: &tempfile::TempDir,
        program: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let size = PtySize {
            rows: 36,
            cols: 120,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder.path());
        command.env("TERM", "xterm-256color");
        command.env("XDG_CONFIG_HOME", folder.path());
        command.env("XDG_STATE_HOME", folder.path().join("state"));
        for name in [
            "NO_COLOR",
            "COLORTERM",
            "COLORFGBG",
            "STY",
            "TMUX",
            "DISPLAY",
            "WAYLAND_DISPLAY",
        ] {
            command.env_remove(name);
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        let modes_before = modes_of(&*pair.master);
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let seen = Arc::new(ScreenText::default());
        let sink = seen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut screen = sink.screen.lock().unwrap_or_else(PoisonError::into_inner);
                match buffer.get(..read) {
                    Some(bytes) if !bytes.is_empty() => {
                        screen.parser.process(bytes);
                        screen.raw.extend_from_slice(bytes);
                    }
                    _ => screen.ended = true,
                }
                sink.changed.notify_all();
                if screen.ended {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Self {
            child,
            writer,
            master: pair.master,
            seen,
            modes_before,
        }
    }

    /// Waits until the screen satisfies a condition; on timeout fails with the screen.
    pub fn wait(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let screen = self.wait_for(what, |screen| {
            !screen.is_torn() && holds(screen.parser.screen())
        });
        drop(screen);
    }

    fn wait_for(&self, what: &str, holds: impl Fn(&Screen) -> bool) -> MutexGuard<'_, Screen> {
        let deadline = Instant::now() + DEADLINE;
        let mut screen = self
            .seen
            .screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while !holds(&screen) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !screen.ended,
                "no {what} on the screen{}:\n{}",
                if screen.ended {
                    ", and the program ended"
                } else {
                    ""
                },
                screen.parser.screen().contents()
            );
            screen = self
                .seen
                .changed
                .wait_timeout(screen, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        screen
    }

    /// Passes the current screen to a function, once no frame is half drawn.
    pub fn look(&self, look: impl FnOnce(&vt100::Screen)) {
        let screen = self.wait_for("whole frame", |screen| !screen.is_torn());
        look(screen.parser.screen());
    }

    pub fn expect(&self, text: &str) {
        self.wait(&format!("`{text}`"), |screen| {
            screen.contents().contains(text)
        });
    }

    pub fn gone(&self, text: &str) {
        self.wait(&format!("screen without `{text}`"), |screen| {
            !screen.contents().contains(text)
        });
    }

    pub fn keys(&mut self, keys: &str) {
        self.writer
            .write_all(keys.as_bytes())
            .and_then(|()| self.writer.flush())
            .expect("the terminal takes keys");
    }

    pub fn expect_raw(&self, text: &str) {
        let written = |screen: &Screen| String::from_utf8_lossy(&screen.raw).contains(text);
        drop(self.wait_for(&format!("{text:?} written"), written));
    }

    pub fn resize(&self, rows: u16, cols: u16) {
        let mut screen = self
            .seen
            .screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        screen
            .parser
            .screen_mut()
            .set_size(cells(rows), cells(cols));
        self.master
            .resize(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("a new size");
    }

    fn modes(&self) -> String {
        modes_of(&*self.master)
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let done = std::process::Command::new("kill")
            .args(["-s", name, &id])
            .status()
            .expect("kill runs");
        assert!(done.success());
    }

    /// Waits for the program to end, and for the terminal's modes to be as they were before it.
    pub fn end_as_before(self) -> (u32, Vec<u8>) {
        let deadline = Instant::now() + DEADLINE;
        while self.modes() != self.modes_before {
            assert!(Instant::now() < deadline, "the terminal stays in raw mode");
            // Nothing signals a change of the modes: look again after the next output, or soon.
            let screen = self
                .seen
                .screen
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            drop(
                self.seen
                    .changed
                    .wait_timeout(screen, Duration::from_millis(20)),
            );
        }
        self.end()
    }

    /// Waits for the program to end; returns its exit status and all of its output.
    pub fn end(mut self) -> (u32, Vec<u8>) {
        let deadline = Instant::now() + DEADLINE;
        let mut screen = self
            .seen
            .screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while !screen.ended {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "the program goes on:\n{}",
                screen.parser.screen().contents()
            );
            screen = self
                .seen
                .changed
                .wait_timeout(screen, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        let raw = std::mem::take(&mut screen.raw);
        drop(screen);
        let status = self.child.wait().expect("the program ended");
        (status.exit_code(), raw)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub const ENTER: &str = "\r";
pub const ESC: &str = "\x1b";
const TAB: &str = "\t";
const CTRL_C: &str = "\x03";
pub const CTRL_P: &str = "\x10";
pub const CTRL_Q: &str = "\x11";
const CTRL_S: &str = "\x13";
const CTRL_U: &str = "\x15";
const CTRL_K: &str = "\x0b";
const CTRL_Y: &str = "\x19";
const CTRL_Z: &str = "\x1a";
const CTRL_DOWN: &str = "\x1b[1;5B";

pub const SUITE: &str = "# solved by hand\n\
    7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6; id \"first\";\n\
    \n\
    7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id second\n\
    7k/5K2/8/8/8/8/8/R7 w - - bm Kd1; id \"third\";\n";

pub fn folder_with(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    (folder, path)
}

fn read(path: &PathBuf) -> String {
    fs::read_to_string(path).expect("the file is there")
}

/// Checks that the output restores every mode of the terminal that it set.
pub fn assert_given_back(raw: &[u8]) {
    let raw = String::from_utf8_lossy(raw);
    for (on, off, what) in [
        ("\x1b[?1049h", "\x1b[?1049l", "the alternate screen"),
        ("\x1b[?2004h", "\x1b[?2004l", "bracketed paste"),
        ("\x1b[?1000h", "\x1b[?1000l", "the mouse"),
        ("\x1b[?25l", "\x1b[?25h", "the cursor"),
    ] {
        let taken = raw
            .rfind(on)
            .unwrap_or_else(|| panic!("{what}: the program never set this mode"));
        assert!(
            raw.rfind(off).is_some_and(|given| given > taken),
            "{what} was not given back"
        );
    }
}

#[test]
fn edits_of_a_best_move_and_the_board_are_saved_and_other_text_is_kept() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["--save", "all", "suite.epd"]);
    terminal.expect("bm Qg6");
    assert_ne!(
        terminal.modes(),
        terminal.modes_before,
        "the terminal is in raw mode"
    );
    // Board: a white pawn on the cursor's square, e4. Operations: the first one is bm.
    terminal.keys(TAB);
    terminal.keys("mP");
    terminal.expect("7k/8/5K2/8/4P3/8/8/6Q1");
    terminal.keys(TAB);
    terminal.keys(&[ENTER, CTRL_U, CTRL_K, "Qg7#", ENTER].concat());
    terminal.expect("bm Qg7#;");
    terminal.keys(CTRL_S);
    terminal.expect("saved");
    terminal.keys(CTRL_Q);
    let (status, raw) = terminal.end_as_before();
    assert_eq!(status, 0);
    assert_given_back(&raw);
    assert_eq!(
        read(&path),
        "# solved by hand\n\
         7k/8/5K2/8/4P3/8/8/6Q1 w - - bm Qg7#; id \"first\";\n\
         \n\
         7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; id \"second\";\n\
         7k/5K2/8/8/8/8/8/R7 w - - bm Kd1; id \"third\";\n"
    );
    // Data remembered between starts is in its own folder, not next to the suite.
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .filter(|name| name != "state")
        .collect();
    assert_eq!(left, ["suite.epd"], "nothing else is left");
}

#[test]
fn the_first_save_asks_before_it_changes_records_that_were_not_touched() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys(&[TAB, "mP", CTRL_S].concat());
    terminal.expect("only the edited ones");
    terminal.keys("e");
    terminal.expect("saved");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert_eq!(
        read(&path),
        SUITE.replace("7k/8/5K2/8/8/8/8/6Q1", "7k/8/5K2/8/4P3/8/8/6Q1")
    );
}

#[test]
fn quitting_asks_about_unsaved_edits_and_not_after_undo() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys(&[TAB, "mP", CTRL_Q].concat());
    terminal.expect("discard and quit");
    terminal.keys(ESC);
    terminal.gone("discard and quit");
    terminal.keys(CTRL_Z);
    terminal.expect("7k/8/5K2/8/8/8/8/6Q1");
    terminal.keys(CTRL_Y);
    terminal.expect("7k/8/5K2/8/4P3/8/8/6Q1");
    terminal.keys(CTRL_Z);
    terminal.expect("7k/8/5K2/8/8/8/8/6Q1");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert_eq!(read(&path), SUITE);
}

#[test]
fn a_signal_ends_the_editor_and_restores_the_terminal() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys(&[TAB, "mP"].concat());
    terminal.expect("7k/8/5K2/8/4P3/8/8/6Q1");
    terminal.signal("TERM");
    let (status, raw) = terminal.end_as_before();
    assert_eq!(status, 128 + 15);
    assert_given_back(&raw);
    let raw = String::from_utf8_lossy(&raw);
    let (_, after) = raw
        .rsplit_once("\x1b[?1049l")
        .expect("the alternate screen is left");
    assert!(
        after.contains("the next start offers to recover unsaved changes"),
        "{after:?}"
    );
    assert_eq!(read(&path), SUITE);
}

#[test]
fn many_resizes_end_with_a_complete_screen() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    for step in 0..60u16 {
        terminal.resize(20 + step % 17, 60 + step % 41);
    }
    terminal.resize(24, 80);
    terminal.keys(CTRL_DOWN);
    terminal.expect("bm a1h1");
    for size in [(3, 10), (1, 1), (50, 200)] {
        terminal.resize(size.0, size.1);
    }
    terminal.keys(CTRL_DOWN);
    terminal.expect("bm Kd1");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn without_a_display_a_copy_is_sent_to_the_terminal() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys(CTRL_C);
    terminal.expect("FEN");
    terminal.keys("f");
    // "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" in base64.
    terminal.expect_raw("\x1b]52;c;N2svOC81SzIvOC84LzgvOC82UTEgdyAtIC0gMCAx");
    terminal.expect("terminal");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn suspending_returns_to_the_shell_and_fg_to_the_editor() {
    if !std::path::Path::new("/bin/bash").exists() {
        skipped("no bash to be suspended under");
        return;
    }
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal =
        Terminal::start_program(&folder, "/bin/bash", &["--norc", "--noprofile", "-i"]);
    terminal.keys(&format!("'{}' suite.epd\n", env!("CARGO_BIN_EXE_epdit")));
    terminal.expect("bm Qg6");
    terminal.keys(CTRL_P);
    terminal.keys("suspend");
    terminal.keys(ENTER);
    terminal.expect("Stopped");
    terminal.keys("fg; echo left with $?\n");
    terminal.wait("editor", |screen| {
        screen.alternate_screen() && screen.contents().contains("bm Qg6")
    });
    terminal.keys(CTRL_DOWN);
    terminal.expect("bm a1h1");
    terminal.keys(CTRL_Q);
    terminal.expect("left with 0");
    terminal.keys("exit\n");
    assert_given_back(&terminal.end().1);
}

#[test]
fn without_a_file_the_built_in_suite_opens() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.expect("sample");
    terminal.expect("fool's mate");
    terminal.expect("Esc closes this page");
    terminal.keys("q");
    terminal.gone("Esc closes this page");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn the_first_start_without_a_file_shows_the_welcome_once() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    // A start with a file shows the file, and keeps the welcome for later.
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.gone("Esc closes this page");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    let mut terminal = Terminal::start(&folder, &[]);
    // The sample suite also contains "Welcome to epdit".
    terminal.expect("Esc closes this page");
    terminal.keys("q");
    terminal.gone("Esc closes this page");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    assert!(folder.path().join("state/epdit/welcomed").exists());
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.expect("fool's mate");
    terminal.gone("Esc closes this page");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_line_number_after_the_path_is_selected() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd:5"]);
    terminal.expect("bm Kd1; id \"third\";");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_toggled_theme_is_used_at_the_next_start() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    fs::create_dir(folder.path().join("epdit")).expect("a folder");
    for theme in ["light", "dark"] {
        let mut terminal = Terminal::start(&folder, &["suite.epd"]);
        terminal.expect("first");
        terminal.keys(&[":toggle-theme", ENTER].concat());
        terminal.expect(&format!("set theme={theme} · written to config.toml:"));
        terminal.keys(CTRL_Q);
        assert_eq!(terminal.end().0, 0);
        let settings = read(&folder.path().join("epdit").join("config.toml"));
        assert!(
            settings.contains(&format!("theme = \"{theme}\"")),
            "{settings}"
        );
    }
}

#[test]
fn a_mistake_in_the_settings_is_shown_in_the_editor_and_the_rest_applies() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let settings = folder.path().join("epdit");
    fs::create_dir(&settings).expect("a folder");
    let text = "theme = \"blue\"\ncolumns = [\"dm\", \"id\"]\n";
    fs::write(settings.join("config.toml"), text).expect("a file");
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.wait("the mistake with its place", |screen| {
        let screen = screen.contents();
        screen.contains("config.toml:1:9: `theme`: expected \"auto\", \"dark\" or \"light\"")
    });
    terminal.wait("the columns of the settings", |screen| {
        screen.contents().lines().any(|line| {
            let mut words = line.split_whitespace();
            words.any(|word| word == "dm") && words.any(|word| word == "id")
        })
    });
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_folder_lists_its_suites_and_several_can_be_open() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    fs::create_dir(folder.path().join("more")).expect("a folder");
    let other = folder.path().join("more/other.epd");
    fs::write(&other, "8/8/8/8/8/4k3/8/4K2R w K - id \"far away\";\n").expect("a file");
    let mut terminal = Terminal::start(&folder, &["."]);
    terminal.expect("2 suites · 4 records");
    terminal.expect("more/other.epd");
    terminal.keys(ENTER);
    terminal.expect("far away");
    const CTRL_O: &str = "\x0f";
    const CTRL_T: &str = "\x14";
    terminal.keys(CTRL_O);
    terminal.expect("Open a file");
    terminal.keys("suite");
    terminal.expect("❯ suite");
    terminal.keys(ENTER);
    terminal.expect("other.epd │ suite.epd");
    terminal.expect("bm Qg6");
    terminal.keys("dd");
    terminal.expect("deleted line");
    terminal.keys(CTRL_T);
    terminal.expect("Open files");
    terminal.keys(ENTER);
    terminal.expect("far away");
    terminal.keys(CTRL_Q);
    terminal.expect("suite.epd has unsaved changes");
    terminal.keys("d");
    terminal.expect("Discard the unsaved changes?");
    terminal.keys("y");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(read(&path), SUITE);
    let recent =
        fs::read_to_string(folder.path().join("state/epdit/remembered")).expect("recent files");
    assert!(
        recent.contains("suite.epd") && recent.contains("other.epd"),
        "{recent}"
    );
}

#[test]
fn a_suite_in_an_archive_is_opened_by_its_path() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let archive = fs::File::create(folder.path().join("three.zip")).expect("a file");
    let mut archive = zip::ZipWriter::new(archive);
    for name in ["b.epd", "c.epd"] {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).expect("a member");
        let text = format!("8/8/8/8/8/4k3/8/4K2R w K - id \"far {name}\";\n");
        archive.write_all(text.as_bytes()).expect("a file");
    }
    archive.finish().expect("a file");
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("first");
    terminal.keys(&[":e three.zip/c.epd", ENTER].concat());
    terminal.expect("far c.epd");
    terminal.keys(&[":e three.zip/d.epd", ENTER].concat());
    terminal.expect("the archive has no `d.epd`");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

fn journals(folder: &tempfile::TempDir) -> Vec<PathBuf> {
    let place = folder.path().join("state/epdit/journals");
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "journal"));
    paths
}

/// Waits until there are this many journals; nothing signals a new file.
fn wait_for_journals(folder: &tempfile::TempDir, count: usize) {
    let deadline = Instant::now() + DEADLINE;
    while journals(folder).len() != count {
        assert!(Instant::now() < deadline, "no {count} journals");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn edits_that_were_not_saved_survive_a_kill() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys("D");
    terminal.expect("duplicated line 2");
    wait_for_journals(&folder, 1);
    terminal.signal("KILL");
    terminal.end();
    assert_eq!(read(&path), SUITE);

    // Another editor on the file doesn't take the journal of a running one.
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("Found unsaved changes");
    let mut second = Terminal::start(&folder, &["suite.epd"]);
    second.expect("bm Qg6");
    second.keys("q");
    assert_eq!(second.end().0, 0);

    terminal.keys("r");
    terminal.expect("recovered: 1 line");
    terminal.expect("4 records");
    terminal.keys(CTRL_S);
    terminal.expect("only the edited ones");
    terminal.keys("e");
    terminal.expect("saved suite.epd");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    let first = SUITE.lines().nth(1).expect("a record");
    assert_eq!(read(&path).matches(first).count(), 2);
    assert!(journals(&folder).is_empty(), "{:?}", journals(&folder));
}

#[test]
fn edits_survive_a_signal_at_once_and_a_file_changed_since_is_reported() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys("D");
    terminal.expect("duplicated line 2");
    terminal.signal("TERM");
    let (status, raw) = terminal.end();
    assert_eq!(status, 128 + 15);
    let raw = String::from_utf8_lossy(&raw).into_owned();
    assert!(raw.contains("the next start offers to recover unsaved changes"));

    fs::write(&path, format!("{SUITE}\n")).expect("another program writes");
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("The file has changed since");
    terminal.keys("d");
    terminal.expect("can't be undone");
    terminal.keys("y");
    terminal.expect("discarded");
    wait_for_journals(&folder, 0);
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn leaving_without_saving_leaves_no_journal() {
    let (folder, _) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    terminal.keys("D");
    terminal.expect("duplicated line 2");
    wait_for_journals(&folder, 1);
    terminal.keys("q");
    terminal.expect("discard and quit");
    terminal.keys("d");
    terminal.expect("yes, discard");
    terminal.keys("y");
    assert_eq!(terminal.end().0, 0);
    assert!(journals(&folder).is_empty());
}

#[test]
fn a_closed_terminal_ends_the_editor_without_a_panic() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_epdit"));
    command.arg("suite.epd");
    command.cwd(folder.path());
    command.env("XDG_STATE_HOME", folder.path().join("state"));
    command.env("TERM", "xterm-256color");
    let mut child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    drop(pair.slave);
    // Read here and not on a thread, which would keep the terminal's other end open.
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let (mut raw, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&raw).contains("Qg6") {
        let read = reader.read(&mut buffer).expect("the program writes");
        assert!(read > 0, "the program ended");
        raw.extend_from_slice(&buffer[..read]);
    }
    drop((reader, pair.master));
    let deadline = Instant::now() + DEADLINE;
    let status = loop {
        if let Some(status) = child.try_wait().expect("the child") {
            break status;
        }
        assert!(
            Instant::now() < deadline,
            "the editor keeps running without a terminal"
        );
        std::thread::sleep(Duration::from_millis(10));
    };
    // By the signal or by a failed write to the screen, whichever came first.
    assert!([128 + 1, 2].contains(&status.exit_code()), "{status}");
    assert_eq!(read(&path), SUITE);
}

#[test]
fn a_long_command_shows_its_progress_and_clears_it_before_the_result() {
    let (folder, pipe) = folder_with("unused", "");
    fs::remove_file(&pipe).expect("nothing else needs it");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let terminal = Terminal::start(&folder, &["stats", "unused"]);
    // The command reads from a pipe that stays open until its progress line is seen.
    let mut slow = fs::OpenOptions::new()
        .write(true)
        .open(&pipe)
        .expect("a pipe with a reader");
    slow.write_all(SUITE.as_bytes()).expect("room");
    terminal.expect("reading");
    drop(slow);
    terminal.expect("side to move");
    terminal.gone("reading");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn records_from_a_pipe_are_edited_and_saved_under_a_new_name() {
    let (folder, _) = folder_with("a.epd", SUITE);
    let program = format!("cat a.epd | {} -", env!("CARGO_BIN_EXE_epdit"));
    let mut terminal = Terminal::start_program(&folder, "sh", &["-c", &program]);
    terminal.expect("standard input");
    terminal.expect("first");
    terminal.keys("dd");
    terminal.gone("first");
    terminal.keys(CTRL_S);
    terminal.expect("save as");
    terminal.keys(CTRL_U);
    terminal.keys("b.epd");
    terminal.keys(ENTER);
    terminal.expect("only the edited ones");
    terminal.keys("e");
    terminal.expect("saved");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    let written = read(&folder.path().join("b.epd"));
    assert!(
        written.starts_with("# solved by hand\n\n7k/5K2"),
        "{written}"
    );
}

#[test]
fn a_change_by_another_program_is_reported_and_can_be_read_again() {
    let (folder, path) = folder_with("suite.epd", SUITE);
    let mut terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("bm Qg6");
    fs::write(&path, "4k3/8/8/8/8/8/8/4K2R w K - id \"from elsewhere\";\n").expect("a file");
    terminal.expect("another program changed");
    terminal.keys(CTRL_P);
    terminal.expect("Commands");
    terminal.keys("reload");
    terminal.keys(ENTER);
    terminal.expect("from elsewhere");
    terminal.gone("changed on disk");
    // The editor's own save is not reported as another program's change.
    terminal.keys("o");
    terminal.keys(CTRL_S);
    terminal.expect("saved");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    assert_eq!(read(&path).lines().count(), 2);
}
