//! Benchmarks of the overhead of engine runs.
//!
//! `cargo bench --bench engines` needs Stockfish and prints figures with their goals.
//! `cargo bench --bench engines -- SUITE.epd MATES.epd` runs over other files: one with best moves, one with mates in
//! at most four. Our part is measured in processor time, which other programs don't affect; the gain of two engines is
//! measured in elapsed time and needs two idle cores.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "suite/generate.rs"]
#[allow(dead_code)]
mod generate;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use epdit::engine::EngineCommand;
use epdit::epd::mate::{Answer, Search};
use epdit::epd::{ReadOptions, Record};

/// The number of positions searched for each record.
const NODES: &str = "10000";
/// The number of records generated if no suite is given.
const RECORDS: u64 = 300;
/// Runs of each kind.
const ROUNDS: usize = 3;
/// The time for Stockfish to search for a mate, in milliseconds.
const MATE_TIME: u64 = 5_000;

/// The mates if no file is given.
const MATES: &str = "\
5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - dm 2;
4k3/8/8/8/8/8/R7/1R4K1 w - - dm 2;
k7/8/2K5/8/8/8/8/1R6 w - - dm 3;
6k1/8/6K1/8/8/8/8/Q7 w - - dm 1;
7k/8/5K2/8/8/8/8/R7 w - - dm 3;
";

fn main() {
    let stockfish = EngineCommand::of("stockfish", &[]).found();
    let Some(stockfish) = stockfish else {
        println!("skipped: stockfish is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let given: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    let suite = given.first().cloned().unwrap_or_else(|| {
        let path = folder.path().join("suite.epd");
        let mut text = Vec::new();
        generate::generate(RECORDS, 1, &mut text).expect("records");
        fs::write(&path, text).expect("a file");
        path
    });
    runs(&suite, &stockfish);
    let mates = given
        .get(1)
        .map(|path| fs::read_to_string(path).expect("mates"));
    mates_beside(mates.as_deref().unwrap_or(MATES), &stockfish);
}

/// Returns the processor time of a process with all its threads, in hundredths of a second; 0 if it is unknown.
fn processor(process: u32) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{process}/stat")) else {
        return 0;
    };
    let behind = text.rsplit(") ").next().unwrap_or_default();
    let fields: Vec<&str> = behind.split(' ').collect();
    let field = |at: usize| {
        fields
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    };
    field(11) + field(12)
}

/// Runs the program over a suite; returns its own processor time and the elapsed time.
fn run(suite: &Path, engine: &Path, jobs: &str) -> (u64, Duration) {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["analyse", "--nodes", NODES, "--jobs", jobs, "--engine"])
        .arg(engine)
        .arg(suite)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut own = 0;
    while child.try_wait().expect("it ends").is_none() {
        own = own.max(processor(child.id()));
        thread::sleep(Duration::from_millis(5));
    }
    (own, begun.elapsed())
}

/// An engine driven by the simplest loop.
struct BareEngine {
    child: Child,
    say: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl BareEngine {
    fn start(engine: &Path) -> Self {
        let mut child = Command::new(engine)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let say = child.stdin.take().expect("a pipe");
        let hear = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut bare = Self { child, say, hear };
        bare.ask("uci", "uciok");
        bare
    }

    /// Sends a line; returns the lines up to the one that begins with `until`.
    fn ask(&mut self, say: &str, until: &str) -> Vec<String> {
        writeln!(self.say, "{say}").expect("it listens");
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.hear.read_line(&mut line).expect("it answers");
            assert!(read > 0, "the engine ended");
            let is_it = line.starts_with(until);
            lines.push(line);
            if is_it {
                return lines;
            }
        }
    }

    fn search(&mut self, fields: &str, go: &str) -> Vec<String> {
        self.ask("ucinewgame\nisready", "readyok");
        self.ask(&format!("position fen {fields} 0 1\n{go}"), "bestmove")
    }
}

impl Drop for BareEngine {
    fn drop(&mut self) {
        let _ = writeln!(self.say, "quit");
        let _ = self.child.wait();
    }
}

/// Returns the four fields of each record that has a position.
fn positions(text: &str) -> Vec<String> {
    let options = ReadOptions::default();
    let legal = |line: &&str| {
        let record = Record::read(line.as_bytes(), &options);
        record.position().is_some()
    };
    let fields = |line: &str| {
        line.split_whitespace()
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
    };
    text.lines().filter(legal).map(fields).collect()
}

/// Searches the positions with this number of engines at once, each driven by a simple loop; returns the processor
/// time of the engines and the elapsed time, from their start to their end.
fn bare_loops(positions: &[String], engine: &Path, engines: usize) -> (u64, Duration) {
    let (begun, next) = (Instant::now(), AtomicUsize::new(0));
    let feed = || {
        let mut bare = BareEngine::start(engine);
        while let Some(fields) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            bare.search(fields, &format!("go nodes {NODES}"));
        }
        processor(bare.child.id())
    };
    let used = thread::scope(|scope| {
        let all: Vec<_> = (0..engines).map(|_| scope.spawn(feed)).collect();
        let used = all.into_iter().map(|one| one.join().expect("it runs"));
        used.sum()
    });
    (used, begun.elapsed())
}

/// Returns the median of a few runs' times, in seconds.
fn middle(mut took: Vec<Duration>) -> f64 {
    took.sort();
    took[took.len() / 2].as_secs_f64()
}

/// Compares our processor time with that of an engine driven by a simple loop, and both in elapsed time; then two
/// engines with one, and with two simple loops, which show what the machine allows: two cores share caches and memory.
/// Runs alternate, so that other work of the machine affects all of them.
fn runs(suite: &Path, engine: &Path) {
    let text = fs::read_to_string(suite).expect("a suite");
    let positions = positions(&text);
    let (mut own, mut alone) = (0, 0);
    let mut took: [Vec<Duration>; 4] = Default::default();
    for _ in 0..ROUNDS {
        for (at, took) in took.iter_mut().enumerate() {
            let engines = at / 2 + 1;
            let (used, time) = match at % 2 {
                0 => bare_loops(&positions, engine, engines),
                _ => run(suite, engine, &engines.to_string()),
            };
            match at {
                0 => alone += used,
                1 => own += used,
                _ => {}
            }
            took.push(time);
        }
    }
    println!(
        "our part of {} records at {NODES} nodes: {:.2} s beside the engine's {:.2} s: {:.2} % (goal: at most 2 %)",
        positions.len(),
        own as f64 / 100.0,
        alone as f64 / 100.0,
        own as f64 * 100.0 / alone.max(1) as f64
    );
    let [bare, ours, two_bare, two] = took.map(middle);
    println!(
        "  by the clock: {ours:.2} s, a bare loop {bare:.2} s: {:+.1} %",
        (ours / bare - 1.0) * 100.0
    );
    println!(
        "two engines: {:.2} times one by the clock (goal: at least 1.8 on two free cores)",
        ours / two
    );
    println!(
        "  two bare loops: {:.2} times one; ours {two:.2} s, theirs {two_bare:.2} s: {:+.1} %",
        bare / two_bare,
        (two / two_bare - 1.0) * 100.0
    );
}

/// Compares our mate search with `go mate`.
fn mates_beside(text: &str, engine: &Path) {
    let options = ReadOptions::default();
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let (mut same, mut all, mut not_found) = (0, 0, 0);
    let mut bare = BareEngine::start(engine);
    let mut search = Search::with_memory(64 << 20);
    for line in text.lines() {
        let record = Record::read(line.as_bytes(), &options);
        let (Some(position), Some(dm)) = (record.position(), record.operation("dm")) else {
            continue;
        };
        let Ok(moves @ 1..=4) = record.operands_text(dm).trim().parse::<u8>() else {
            continue;
        };
        all += 1;
        let begun = Instant::now();
        let found = match search.shortest(position, moves, &mut |_| true) {
            Answer::Mate(mate) => Some(i64::from(mate.moves())),
            _ => None,
        };
        ours += begun.elapsed();
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let begun = Instant::now();
        let go = format!("go mate {moves} movetime {MATE_TIME}");
        let said = bare.search(&fields.join(" "), &go);
        theirs += begun.elapsed();
        let score = |line: &String| -> Option<i64> {
            let words: Vec<&str> = line.split_whitespace().collect();
            let at = words.iter().position(|word| *word == "mate")?;
            words.get(at + 1)?.parse().ok()
        };
        let mate = said
            .iter()
            .rev()
            .find_map(score)
            .filter(|mate| (1..=4).contains(mate));
        not_found += usize::from(mate.is_none());
        same += usize::from(mate == found);
        if mate != found {
            println!("  {}: ours {found:?}, Stockfish {mate:?}", fields.join(" "));
        }
    }
    println!(
        "mates in at most four: {same} of {all} as Stockfish says, which found none in {not_found}; {:.2} s, Stockfish {:.2} s: {:.2} times as long",
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        ours.as_secs_f64() / theirs.as_secs_f64().max(0.001)
    );
}
