//! Benchmarks of the time until the first screen, and from a key to its frame.
//!
//! `cargo bench --bench screen` makes suites of ten, a million and ten million lines in a temporary
//! folder (about 2 GB), and starts the program on each in a pseudo-terminal; then it sends keys to
//! `update` and `view` on ten million lines while the whole file is being validated on all cores.
//! `cargo bench --bench screen -- 200000` uses that many lines at most.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "suite/generate.rs"]
mod generate;

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use epdit::editor::key::Key;
use epdit::editor::message::Msg;
use epdit::editor::state::document::Document;
use epdit::editor::update;
use epdit::editor::widgets::theme::{Background, Depth, Theme};
use epdit::suite::{CountsSoFar, Job, OpenOptions, Suite, ValidateOptions, validate};
use generate::generate;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The number of starts on each file, in turn.
const ROUNDS: usize = 15;
const COLS: u16 = 120;
const ROWS: u16 = 36;
/// The goal for the delay of the longest file's first screen after that of the shortest.
const LATER: Duration = Duration::from_millis(20);
/// The goal for 99 of 100 keys, drawing included.
const KEY: Duration = Duration::from_millis(8);

fn main() -> ExitCode {
    // As the editor does.
    epdit::terminal::threads::start(true).expect("threads");
    let most = std::env::args().find_map(|argument| argument.parse().ok());
    let most: u64 = most.unwrap_or(10_000_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sizes = [10, most / 10, most];
    let files = sizes.map(|lines| {
        let path = folder.path().join(format!("{lines}.epd"));
        let mut out = BufWriter::new(File::create(&path).expect("a file"));
        generate(lines, 1, &mut out).expect("room for the suite");
        out.flush().expect("room for the suite");
        path
    });
    first_screens(&sizes, &files);
    if let Some(longest) = files.last() {
        keys(longest);
    }
    ExitCode::SUCCESS
}

/// Prints the time from the start of the program to its first whole screen, for each file in turn.
fn first_screens(sizes: &[u64], files: &[PathBuf]) {
    let mut times = vec![Vec::new(); files.len()];
    for _ in 0..ROUNDS {
        for (path, times) in files.iter().zip(&mut times) {
            times.push(first_screen(path));
        }
    }
    for times in &mut times {
        times.sort();
    }
    let median = |times: &Vec<Duration>| times.get(times.len() / 2).copied().unwrap_or_default();
    let least = |times: &Vec<Duration>| times.first().copied().unwrap_or_default();
    for (lines, times) in sizes.iter().zip(&times) {
        println!(
            "first screen of {lines:>9} lines        median {:>6.1} ms, least {:>6.1} ms",
            ms(median(times)),
            ms(least(times))
        );
    }
    if let [first, .., last] = times.as_slice() {
        let later = median(last).saturating_sub(median(first));
        let verdict = if later <= LATER { "" } else { "   MISSED" };
        println!(
            "  the longest is {:.1} ms later than the shortest (goal {} ms){verdict}",
            ms(later),
            LATER.as_millis()
        );
    }
}

fn first_screen(path: &Path) -> Duration {
    let pair = native_pty_system()
        .openpty(PtySize {
            rows: ROWS,
            cols: COLS,
            pixel_width: 0,
            pixel_height: 0,
        })
        .expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_epdit"));
    command.arg(path);
    command.env("TERM", "xterm-256color");
    command.env("XDG_CONFIG_HOME", path.parent().expect("a folder"));
    command.env("XDG_STATE_HOME", path.parent().expect("a folder"));
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let begun = Instant::now();
    let mut child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    drop(pair.slave);
    let mut screen = vt100::Parser::new(
        ROWS.try_into().expect("rows"),
        COLS.try_into().expect("columns"),
        0,
    );
    let mut buffer = [0; 1 << 16];
    let time = loop {
        let read = reader.read(&mut buffer).expect("the screen");
        assert!(read > 0, "the program ended");
        screen.process(buffer.get(..read).unwrap_or_default());
        let shown = screen.screen().contents();
        // The last line of the screen is drawn last, after the list and the record.
        if shown.contains("G.00000001") && shown.contains("? help") {
            break begun.elapsed();
        }
    };
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    time
}

/// Prints the time from a key to its frame, while the file is validated on all cores.
fn keys(path: &Path) {
    let options = OpenOptions {
        background: false,
        ..OpenOptions::default()
    };
    let suite = Suite::open(path, &options).expect("the suite");
    let lines = suite.line_count();
    let snapshot = suite.snapshot();
    let mut model = epdit::editor::editor(Document::new(suite));
    update(
        &mut model,
        Msg::Resize {
            cols: COLS,
            rows: ROWS,
        },
    );
    let theme = Theme::new(Background::Dark, Depth::Full);
    let mut terminal = Terminal::new(TestBackend::new(COLS, ROWS)).expect("a screen");
    let job = Job::new();
    let checked = Arc::new(AtomicUsize::new(0));
    let scan = std::thread::spawn({
        let (job, checked) = (job.clone(), checked.clone());
        move || {
            while !job.is_cancelled() {
                let options = ValidateOptions::default();
                let found = validate(&snapshot, &options, &job, &CountsSoFar::default());
                checked.fetch_add(usize::from(found.is_ok()), Ordering::Relaxed);
            }
        }
    });
    let mut times = Vec::new();
    for (round, keys) in SESSION.iter().cycle().take(60).enumerate() {
        for key in keys.split_whitespace() {
            let key = match key {
                "space" => Key::char(' '),
                key => key.parse().unwrap_or_else(|error| panic!("{key}: {error}")),
            };
            let begun = Instant::now();
            update(&mut model, Msg::Key(key));
            terminal
                .draw(|frame| epdit::editor::draw::view(&model, &theme, None, frame))
                .expect("a frame");
            times.push((begun.elapsed(), round, key));
        }
    }
    let progress = job.progress();
    job.cancel();
    scan.join().expect("the scan ended");
    times.sort_by_key(|(time, ..)| *time);
    let at = |percent: usize| {
        let place = (times.len() * percent / 100).min(times.len() - 1);
        times.get(place).map_or(Duration::ZERO, |(time, ..)| *time)
    };
    let verdict = if at(99) <= KEY { "" } else { "   MISSED" };
    println!(
        "key to frame, {lines} lines, a scan at {} %: median {:.2} ms, 99 of 100 within {:.2} ms (goal {} ms){verdict}, worst {:.2} ms ({:?})",
        progress.percent().unwrap_or_default(),
        ms(at(50)),
        ms(at(99)),
        KEY.as_millis(),
        ms(at(100)),
        times.last().map(|(_, _, key)| key.to_string()),
    );
}

/// The keys of a session: moves, edits, undo.
const SESSION: &[&str] = &[
    "Down Down Down PageDown PageDown j k j",
    "Ctrl-G 9 9 9 9 9 9 Enter D d Ctrl-Z Ctrl-Y Ctrl-Z",
    "G K J o d Ctrl-Z Ctrl-Z",
    "g PageDown Tab e 4 Shift-Tab",
    "F2 End space x y Backspace Esc",
    "G PageUp PageUp D Ctrl-Z",
];

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
