//! Benchmarks of the editor's edits and sorts of very many records, in time and memory, compared with the
//! command that does the same work.
//!
//! `cargo bench --bench editor` makes a suite of ten million records in a temporary folder (about 1 GB);
//! `-- 200000` makes one of that many records, `-- FILE` uses a file, which is never saved. It measures the
//! program of this build, or the one named by `EPDIT`.
//!
//! The program runs in a pseudo-terminal, and a time ends when its screen shows the result. Each line has the
//! action, its time, the floor (the time of the command on the same file, in the same run), their ratio and its
//! goal, and the peak of anonymous memory in MiB. A missed goal is marked.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "suite/generate.rs"]
mod generate;

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

const COLS: u16 = 140;
const ROWS: u16 = 40;
/// The goal for anonymous memory, in MiB.
const MOST: u64 = 600;
/// The time limit for each action.
const PATIENCE: Duration = Duration::from_secs(1800);

/// The sorts and their commands: `FILE` is the suite, `EPDIT` the program.
const SORTS: [(&str, &str); 4] = [
    ("id", "EPDIT sort --by id FILE"),
    ("pieces", "EPDIT sort --by pieces FILE"),
    ("ce", "EPDIT sort --by ce FILE"),
    ("position", "EPDIT sort --by position FILE"),
];
/// Goals of a bulk edit and of a sort: their ratios to the commands, and a sort of ten million in seconds.
const EDIT: f64 = 1.5;
const SORT: f64 = 1.0;
const SORT_SECONDS: f64 = 20.0;
/// Goals of the ratios of a filter to the query, and of a save to `fmt` into a file that is synced, too.
const FILTER: f64 = 2.0;
const SAVE: f64 = 1.5;
/// Goals of immediate actions, in seconds.
const PREVIEW: f64 = 1.0;
const AT_ONCE: f64 = 0.2;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = arguments
        .iter()
        .map(PathBuf::from)
        .find(|path| path.is_file());
    let count = arguments.iter().find_map(|argument| argument.parse().ok());
    let file = file.unwrap_or_else(|| {
        let path = folder.path().join("suite.epd");
        let mut out = BufWriter::new(File::create(&path).expect("a file"));
        generate::generate(count.unwrap_or(10_000_000), 1, &mut out).expect("room for the suite");
        out.flush().expect("room for the suite");
        path
    });
    let program = std::env::var_os("EPDIT").unwrap_or(env!("CARGO_BIN_EXE_epdit").into());
    let bench = Bench {
        file,
        folder: folder.path().to_owned(),
        program: program.into(),
    };
    println!(
        "{:<40} {:>8} {:>8} {:>6} {:>5} {:>9} {:>6}",
        "what", "ours s", "floor s", "ratio", "goal", "held MiB", "goal"
    );
    bench.edit();
    bench.sorts();
}

struct Bench {
    file: PathBuf,
    folder: PathBuf,
    program: PathBuf,
}

impl Bench {
    fn edit(&self) {
        let floor = self.floor("EPDIT set 'acd 20' FILE");
        let mut editor = self.open();
        editor.keys(":set-op acd 20");
        let first = editor.until("\r", |screen| {
            screen.contains("+ ") && screen.contains("acd 20;")
        });
        line("preview of a bulk edit", first, None, PREVIEW);
        let whole = editor.until("", |screen| screen.contains("applies"));
        line("all of it", whole, Some((floor, EDIT)), f64::MAX);
        let made = editor.until("\r", |screen| screen.contains("undo ^Z"));
        line("the bulk edit", made, None, PREVIEW);
        let undone = editor.until("u", |screen| screen.contains("undone"));
        line("undo", undone, None, AT_ONCE);
        let redone = editor.until("\x19", |screen| screen.contains("redone"));
        line("redo", redone, None, AT_ONCE);
        self.after(&mut editor);
    }

    /// Measures actions in a file in which all records were edited.
    fn after(&self, editor: &mut RunningEditor) {
        let floor = self.floor("EPDIT query 'id ~ 77' FILE");
        editor.keys(":filter id ~ 77");
        let shown = editor.until("\r", |screen| screen.contains("Esc shows all"));
        line("filter by a text", shown, Some((floor, FILTER)), f64::MAX);
        editor.until("\x1b", |screen| !screen.contains("Esc shows all"));
        let listed = editor.until("\x1b[19~", |screen| screen.contains("unsaved changes"));
        line("list of the changes", listed, None, PREVIEW);
        editor.until("\x1b[19~", |screen| !screen.contains("unsaved changes"));
        let floor = self.floor("EPDIT fmt FILE > OUT && sync OUT");
        let path = self.folder.join("saved.epd");
        editor.keys(&format!(":save-as {}", path.display()));
        editor.until("\r", |screen| screen.contains("only the edited ones"));
        let saved = editor.until("e", |screen| screen.contains("saved saved.epd"));
        line("save of all", saved, Some((floor, SAVE)), f64::MAX);
    }

    fn sorts(&self) {
        let mut editor = self.open();
        for (key, command) in SORTS {
            let floor = self.floor(command);
            editor.keys(&format!(":sort {key}"));
            let sorted = editor.until("\r", |screen| screen.contains("sorted by"));
            line(
                &format!("sort by {key}"),
                sorted,
                Some((floor, SORT)),
                SORT_SECONDS,
            );
            editor.until("\x1b", |screen| screen.contains("back in"));
        }
    }

    /// Returns the time of a command whose results are discarded.
    fn floor(&self, command: &str) -> Duration {
        let quoted = |path: &Path| format!("'{}'", path.display());
        let command = command
            .replace("EPDIT", &quoted(&self.program))
            .replace("FILE", &quoted(&self.file))
            .replace("OUT", &quoted(&self.folder.join("copy.epd")));
        let begun = Instant::now();
        Command::new("sh")
            .args(["-c", &command])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("a shell");
        begun.elapsed()
    }

    /// Starts the editor on the file; returns when it is read to its end.
    fn open(&self) -> RunningEditor {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows: ROWS,
                cols: COLS,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(&self.program);
        command.arg(&self.file);
        command.env("TERM", "xterm-256color");
        command.env("XDG_CONFIG_HOME", &self.folder);
        // A new folder, so that no changes of an earlier session are offered for recovery.
        let state = tempfile::tempdir_in(&self.folder).expect("a folder");
        command.env("XDG_STATE_HOME", state.path());
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if tell
                    .send(buffer.get(..read).unwrap_or_default().to_vec())
                    .is_err()
                {
                    break;
                }
            }
        });
        let held = Arc::new(MemoryUse::default());
        let (watched, process) = (held.clone(), child.process_id().unwrap_or_default());
        std::thread::spawn(move || {
            while !watched.ended.load(Ordering::Relaxed) {
                watched.most.fetch_max(held_by(process), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let mut driven = RunningEditor {
            writer: pair.master.take_writer().expect("a writer"),
            _master: pair.master,
            child,
            told,
            screen: Mutex::new(vt100::Parser::new(
                ROWS.try_into().expect("rows"),
                COLS.try_into().expect("columns"),
                0,
            )),
            held,
            _state: state,
        };
        driven.until("", |screen| {
            screen.contains("? help") && !screen.contains("· reading")
        });
        driven
    }
}

/// The peak memory of a process.
#[derive(Default)]
struct MemoryUse {
    most: AtomicU64,
    ended: AtomicBool,
}

/// Returns the anonymous memory of a process in MiB; 0 if the system does not report it.
fn held_by(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

/// The running editor.
struct RunningEditor {
    writer: Box<dyn Write + Send>,
    _master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    told: Receiver<Vec<u8>>,
    screen: Mutex<vt100::Parser>,
    held: Arc<MemoryUse>,
    _state: TempDir,
}

/// The time of an action, and the peak of memory in it.
#[derive(Clone, Copy)]
struct Cost {
    clock: Duration,
    held: u64,
}

impl RunningEditor {
    fn keys(&mut self, keys: &str) {
        self.writer
            .write_all(keys.as_bytes())
            .expect("the terminal");
        self.writer.flush().expect("the terminal");
        let _ = self.shows(Duration::from_millis(300), &|_| false);
    }

    /// Presses keys, and waits until `is_so` is true of the screen.
    fn until(&mut self, keys: &str, is_so: impl Fn(&str) -> bool) -> Cost {
        self.held.most.store(0, Ordering::Relaxed);
        let begun = Instant::now();
        self.writer
            .write_all(keys.as_bytes())
            .expect("the terminal");
        self.writer.flush().expect("the terminal");
        let shows = self.shows(PATIENCE, &is_so);
        let clock = begun.elapsed();
        assert!(shows, "{}", self.text());
        std::thread::sleep(Duration::from_millis(20));
        Cost {
            clock,
            held: self.held.most.load(Ordering::Relaxed),
        }
    }

    fn shows(&self, longest: Duration, is_so: &dyn Fn(&str) -> bool) -> bool {
        let until = Instant::now() + longest;
        loop {
            if is_so(&self.text()) {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.told.recv_timeout(left) {
                Ok(bytes) => self.screen.lock().expect("the screen").process(&bytes),
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => panic!("the program ended"),
            }
        }
    }

    fn text(&self) -> String {
        self.screen.lock().expect("the screen").screen().contents()
    }
}

impl Drop for RunningEditor {
    fn drop(&mut self) {
        self.held.ended.store(true, Ordering::Relaxed);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Prints a line of the table, with a floor and the goal of the ratio, or a goal in seconds.
fn line(what: &str, took: Cost, floor: Option<(Duration, f64)>, seconds: f64) {
    let ours = took.clock.as_secs_f64();
    let (beside, holds) = match floor {
        Some((floor, goal)) => {
            let floor = floor.as_secs_f64();
            let ratio = ours / floor;
            let text = format!("{floor:>8.2} {ratio:>6.2} {goal:>5}");
            (text, ratio <= goal || ours <= seconds)
        }
        None => (format!("{:>8} {:>6} {seconds:>5}", "", ""), ours <= seconds),
    };
    println!(
        "{what:<40} {ours:>8.2} {beside} {:>9} {MOST:>6}{}",
        took.held,
        if holds && took.held <= MOST {
            ""
        } else {
            "   MISSED"
        }
    );
}
