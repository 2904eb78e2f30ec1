//! Benchmark of the time from a key to its frame while engines work: the program runs in a pseudo-terminal,
//! with live analysis of the board's position, and with the records of the file analysed in the background by
//! as many engines as there are processors.
//!
//! `cargo bench --bench live` measures without engines, with engines that report as fast as they can (this
//! program is the engine, too), and with Stockfish if it is installed. The time is from writing the key to
//! having parsed the frame, including the terminal's part. `cargo bench --bench live -- PROGRAM` measures
//! another build; with `EPDIT_LIVE=FILE` the keys move through that file instead, while its lines are being
//! counted, and the live engine has as many threads as there are processors.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use epdit::engine::EngineCommand;
use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

const COLS: u16 = 120;
const ROWS: u16 = 36;
/// The number of records in the file.
const RECORDS: usize = 400;
/// The number of keys measured.
const KEYS: usize = 200;
/// The time between two keys, as when one is held down.
const PAUSE: Duration = Duration::from_millis(30);
/// The goal for 99 of 100 keys.
const GOAL: Duration = Duration::from_millis(8);
const PATIENCE: Duration = Duration::from_secs(20);

/// The argument that makes this program an engine.
const FLOOD: &str = "--flood";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == FLOOD) {
        return flood();
    }
    let given = arguments.iter().find(|argument| !argument.starts_with('-'));
    let program = given.map_or_else(|| env!("CARGO_BIN_EXE_epdit").into(), PathBuf::from);
    let own = std::env::current_exe().expect("a path");
    let flood = EngineCommand::of(own, &[FLOOD.to_owned()]);
    let stockfish = EngineCommand::of("stockfish", &[]).found();
    measure(&program, "no engine", None);
    // The engine's only move is legal only in our own records.
    if std::env::var_os("EPDIT_LIVE").is_none() {
        measure(&program, "engines that tell all they can", Some(&flood));
    }
    match stockfish {
        Some(path) => measure(&program, "Stockfish", Some(&EngineCommand::of(path, &[]))),
        None => println!("stockfish is not installed"),
    }
}

/// Runs an engine that reports its search as fast as the reports are read.
fn flood() {
    let stop = std::sync::Arc::new(AtomicBool::new(false));
    let mut searching = None;
    let end = |stop: &AtomicBool, searching: &mut Option<thread::JoinHandle<()>>| {
        stop.store(true, Ordering::SeqCst);
        if let Some(search) = searching.take() {
            search.join().expect("it ends");
        }
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"uci") => {
                println!(
                    "id name flood\noption name MultiPV type spin default 1 min 1 max 500\nuciok"
                );
            }
            Some(&"isready") => println!("readyok"),
            Some(&"go") => {
                end(&stop, &mut searching);
                stop.store(false, Ordering::SeqCst);
                let time = words.windows(2).find(|pair| pair[0] == "movetime");
                let time = time.and_then(|pair| pair[1].parse().ok());
                let time = time.map_or(Duration::MAX, Duration::from_millis);
                let stop = stop.clone();
                searching = Some(thread::spawn(move || search(time, &stop)));
            }
            Some(&"stop") => end(&stop, &mut searching),
            Some(&"quit") => break,
            _ => {}
        }
    }
    end(&stop, &mut searching);
}

/// Reports a search; the king's move to d1 is legal in each record.
fn search(time: Duration, stop: &AtomicBool) {
    let begun = Instant::now();
    let mut out = std::io::stdout();
    for round in 1_u64.. {
        let mut text = String::new();
        for line in 0..100 {
            let nodes = round * 100 + line;
            let _ = writeln!(
                text,
                "info depth {} seldepth 9 multipv 1 score cp {} nodes {nodes} nps 1000000 time {} pv e1d1",
                round % 60 + 1,
                nodes % 90,
                begun.elapsed().as_millis(),
            );
        }
        if out.write_all(text.as_bytes()).is_err() {
            return;
        }
        if stop.load(Ordering::SeqCst) || begun.elapsed() > time {
            println!("bestmove e1d1");
            return;
        }
    }
}

/// The program in a pseudo-terminal.
struct Screen {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    came: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Screen {
    fn start(program: &Path, folder: &Path, file: &Path) -> Self {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows: ROWS,
                cols: COLS,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.arg(file);
        command.env("TERM", "xterm-256color");
        command.env("XDG_CONFIG_HOME", folder);
        command.env("XDG_STATE_HOME", folder);
        let child = pair.slave.spawn_command(command).expect("it starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (tell, came) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if tell.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            keys,
            came,
            screen: vt100::Parser::new(
                ROWS.try_into().expect("rows"),
                COLS.try_into().expect("columns"),
                0,
            ),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a key");
        self.keys.flush().expect("a key");
    }

    /// Waits until the screen shows a text.
    fn expect(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.screen.screen().contents().contains(text) {
            let left = end.saturating_duration_since(Instant::now());
            let came = self.came.recv_timeout(left);
            let came = came
                .unwrap_or_else(|_| panic!("no {text} in\n{}", self.screen.screen().contents()));
            self.screen.process(&came);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the quoted id, which only the record below the list shows.
fn id(n: usize) -> String {
    format!("id \"r.{n}\"")
}

fn measure(program: &Path, what: &str, engine: Option<&EngineCommand>) {
    let folder = tempfile::tempdir().expect("a folder");
    let records = (0..RECORDS).map(|n| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {};\n", id(n)));
    fs::write(folder.path().join("a.epd"), records.collect::<String>()).expect("a file");
    let engines = thread::available_parallelism().map_or(1, usize::from);
    let given = std::env::var_os("EPDIT_LIVE").map(PathBuf::from);
    if let Some(engine) = engine {
        let mut settings = format!(
            "analysis-limit = \"60s\"\nanalysis-engines = {engines}\n[engines.bench]\ncommand = {:?}\nargs = {:?}\n",
            engine.program.display().to_string(),
            engine.arguments
        );
        if given.is_some() {
            settings += &format!("options = {{ Threads = {engines} }}\n");
        }
        fs::create_dir(folder.path().join("epdit")).expect("a folder");
        fs::write(folder.path().join("epdit/config.toml"), settings).expect("a file");
    }
    let own = folder.path().join("a.epd");
    let mut screen = Screen::start(program, folder.path(), given.as_deref().unwrap_or(&own));
    // A text that only the record below the list shows: its id, or in a given file its line.
    let at = |n: usize| match given {
        Some(_) => format!("Record · line {} ", n + 1),
        None => id(n),
    };
    screen.expect(&at(0));
    if engine.is_some() && given.is_none() {
        screen.press("W");
        screen.expect("a record");
        screen.press("p");
        screen.expect("analysed 0/");
    }
    if engine.is_some() {
        screen.press("A");
        screen.expect("depth");
    }
    let mut times: Vec<Duration> = (1..=KEYS)
        .map(|n| {
            thread::sleep(PAUSE);
            // A frame from before the key is not its answer.
            while let Ok(came) = screen.came.try_recv() {
                screen.screen.process(&came);
            }
            let begun = Instant::now();
            screen.press("j");
            screen.expect(&at(n));
            begun.elapsed()
        })
        .collect();
    times.sort();
    let within = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let verdict = if within(99) <= GOAL { "" } else { "   MISSED" };
    println!(
        "key to frame, {what}: median {:.2} ms, 99 of 100 within {:.2} ms (goal {} ms){verdict}, worst {:.2} ms",
        ms(within(50)),
        ms(within(99)),
        GOAL.as_millis(),
        ms(within(100)),
    );
}
