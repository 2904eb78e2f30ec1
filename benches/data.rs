//! Benchmarks of commands on very many records, in time and memory, compared with the usual tools.
//!
//! `cargo bench --bench data` makes a suite of ten million records in a temporary folder (about 1.8 GB,
//! and as much again for results); `-- 200000` makes one of that many records, `-- FILE` uses a file.
//! Words among the arguments choose lines of the table by name: `-- FILE sort dedupe`. It measures the
//! program of this build, or the one named by `EPDIT`.
//!
//! Each line has the command, the peer, its time, our time, their ratio and its goal. Times are the least
//! of several rounds, alternating and with the file in the system's cache. A peer's locale is C. Then
//! follow: the processor time of `check` compared with that of the bare chess work; the peak memory in
//! bytes per record above 64 MiB; for commands that read a file as a stream, elapsed time by processor
//! time; and the processor time of all shards of a run compared with that of one run. A missed goal is
//! marked.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "epd/floor.rs"]
#[allow(dead_code)] // What the bench of records needs beside.
mod floor;
#[path = "suite/generate.rs"]
mod generate;

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use floor::Job;

/// Rounds of each measurement, of which the least counts.
const ROUNDS: usize = 2;
/// The memory that a command may use for any file, in bytes.
const FIXED: u64 = 64 << 20;

/// A line of the table: our command and that of a peer.
struct Line {
    name: &'static str,
    ours: &'static str,
    peer: &'static str,
    goal: f64,
}

/// `FILE` is the suite, `OTHER` the same with more operations in half of the records, `JSON` and `CSV` its first
/// records exported, `OUT` a new folder, `EPDIT` the program.
const SPEED: &[Line] = &[
    Line {
        name: "query of a literal",
        ours: "EPDIT query 'id ~ \"BT2630-01\"' FILE",
        peer: "rg --no-config -N BT2630-01 FILE",
        goal: 2.0,
    },
    Line {
        name: "query of an opcode",
        ours: "EPDIT query acd FILE",
        peer: "rg --no-config -N ' acd ' FILE",
        goal: 2.0,
    },
    Line {
        name: "split",
        ours: "EPDIT split --every 500000 --into OUT FILE",
        peer: "mkdir OUT && split -l 500000 FILE OUT/",
        goal: 2.0,
    },
    Line {
        name: "sort by text",
        ours: "EPDIT sort --by text FILE",
        peer: "sort -s FILE",
        goal: 1.5,
    },
    Line {
        name: "dedupe by record",
        ours: "EPDIT dedupe --by record FILE",
        peer: "sort -u FILE",
        goal: 1.5,
    },
    Line {
        name: "dedupe by position",
        ours: "EPDIT dedupe --by position FILE",
        peer: "awk '!seen[$1,$2,$3,$4]++' FILE",
        goal: 1.0,
    },
    Line {
        name: "purge, fmt",
        ours: "EPDIT purge acd,c9 FILE",
        peer: "EPDIT fmt FILE",
        goal: 1.0,
    },
    Line {
        name: "purge, sed",
        ours: "EPDIT purge acd,c9 FILE",
        peer: "sed -e 's/ acd [^;]*;//' -e 's/ c9 [^;]*;//' FILE",
        goal: 3.0,
    },
    Line {
        name: "import of JSON",
        ours: "EPDIT import JSON",
        peer: "EPDIT import CSV",
        goal: 2.0,
    },
    Line {
        name: "shuffle",
        ours: "EPDIT shuffle FILE",
        peer: "shuf FILE",
        goal: 2.0,
    },
];

/// Commands whose memory is measured, with the goal in bytes per record above [`FIXED`].
const MEMORY: &[(&str, &str, f64)] = &[
    ("sample", "EPDIT sample 1000 FILE", 0.0),
    ("renumber", "EPDIT renumber 'G.{n}' FILE", 0.0),
    ("merge", "EPDIT merge FILE FILE", 0.0),
    ("purge", "EPDIT purge acd,c9 FILE", 0.0),
    ("convert", "EPDIT convert --to csv FILE", 0.0),
    ("set with values", "EPDIT set 'id \"{n}\"' FILE", 0.0),
    ("shuffle", "EPDIT shuffle FILE", 24.0),
    ("sort by text", "EPDIT sort --by text FILE", 24.0),
    ("sort by id", "EPDIT sort --by id FILE", 24.0),
    (
        "dedupe by position",
        "EPDIT dedupe --by position FILE",
        24.0,
    ),
    ("dedupe by record", "EPDIT dedupe --by record FILE", 24.0),
    ("dedupe by id", "EPDIT dedupe --by id FILE", 24.0),
    (
        "query duplicate",
        "EPDIT query --count 'duplicate(position)' FILE",
        24.0,
    ),
    ("dedupe, merged", "EPDIT dedupe --keep merge FILE", 24.0),
    ("contradictions", "EPDIT contradictions FILE", 24.0),
    ("compare", "EPDIT compare FILE OTHER", 24.0),
    ("sort --diff", "EPDIT sort --by id --diff FILE", 24.0),
    ("query kept", "EPDIT query --diff 'ce or acd' FILE", 24.0),
    ("count-by", "EPDIT query --count-by id id FILE", 24.0),
    ("stats of a field", "EPDIT query --stats ce ce FILE", 24.0),
];

/// Commands that read a file as a stream: on two cores, their elapsed time should be about half of
/// their processor time.
const STREAMS: &[(&str, &str)] = &[
    ("check", "EPDIT check FILE"),
    ("fmt", "EPDIT fmt FILE"),
    ("query of moves", "EPDIT query 'bm captures' FILE"),
    ("purge", "EPDIT purge acd,c9 FILE"),
    ("set", "EPDIT set 'acd 20' FILE"),
    (
        "query of a literal",
        "EPDIT query 'id ~ \"BT2630-01\"' FILE",
    ),
    ("merge", "EPDIT merge FILE FILE"),
    ("sample", "EPDIT sample 1000 FILE"),
    ("rename", "EPDIT rename c9 Counter FILE"),
    ("renumber", "EPDIT renumber 'G.{n}' FILE"),
    ("convert", "EPDIT convert --to json FILE"),
    ("stats", "EPDIT stats FILE"),
];

/// The number of records that are exported and imported again.
const EXPORTED: usize = 500_000;

/// Commands that are run in this number of shards: each reads the whole file and works on its records.
const SHARES: &[(&str, &str, u32)] = &[
    ("check", "EPDIT check --shard I/N FILE", 2),
    ("mates", "EPDIT mates 1 --shard I/N FILE", 4),
];

/// The goal for the processor time of all shards by that of one run.
const SHARED: f64 = 1.02;

/// The goal for the elapsed time of a stream by its processor time, on two cores.
const STREAM: f64 = 0.55;

/// The goals for the processor time of a check by that of the bare chess work: for generated records,
/// which have no problems, and for those of a file.
const CHESS: [f64; 2] = [1.5, 3.0];

/// The cost of running a command.
#[derive(Clone, Copy, Debug)]
struct Cost {
    clock: Duration,
    busy: Duration,
    /// The peak memory of its first process, in bytes.
    peak: u64,
}

struct Bench {
    file: PathBuf,
    folder: PathBuf,
    program: PathBuf,
    records: u64,
    is_made: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = arguments.iter().map(Path::new).find(|path| path.is_file());
    let count = arguments.iter().find_map(|argument| argument.parse().ok());
    let file = file.map_or_else(
        || {
            make(
                &folder.path().join("suite.epd"),
                count.unwrap_or(10_000_000),
            )
        },
        Path::to_owned,
    );
    let program = std::env::var_os("EPDIT").unwrap_or(env!("CARGO_BIN_EXE_epdit").into());
    let bench = Bench {
        records: lines(&file),
        is_made: file.starts_with(folder.path()),
        file,
        folder: folder.path().to_owned(),
        program: program.into(),
    };
    let named: Vec<&String> = arguments
        .iter()
        .filter(|argument| argument.chars().all(char::is_alphabetic))
        .collect();
    let wanted =
        |name: &str| named.is_empty() || named.iter().any(|word| name.contains(word.as_str()));
    println!(
        "{} lines, {} MB\n",
        bench.records,
        fs::metadata(&bench.file).expect("the file").len() / 1_000_000
    );
    bench.speed(&wanted);
    bench.chess(&wanted);
    bench.memory(&wanted);
    bench.streams(&wanted);
    bench.shares(&wanted);
}

fn make(path: &Path, records: u64) -> PathBuf {
    let mut out = BufWriter::new(File::create(path).expect("a file"));
    generate::generate(records, 1, &mut out).expect("room for the suite");
    out.flush().expect("room for the suite");
    path.to_owned()
}

/// Returns the number of lines of a file, which is in the system's cache afterwards.
fn lines(path: &Path) -> u64 {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).expect("the file"));
    let mut all = 0;
    loop {
        let bytes = reader.fill_buf().expect("the file");
        if bytes.is_empty() {
            return all;
        }
        all += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let length = bytes.len();
        reader.consume(length);
    }
}

impl Bench {
    fn speed(&self, wanted: &dyn Fn(&str) -> bool) {
        println!(
            "{:<22} {:<46} {:>8} {:>8} {:>7} {:>6}",
            "what", "peer", "peer s", "ours s", "ratio", "goal"
        );
        for line in SPEED.iter().filter(|line| wanted(line.name)) {
            let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
            for _ in 0..ROUNDS {
                ours = ours.min(self.run(line.ours).clock);
                theirs = theirs.min(self.run(line.peer).clock);
            }
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
            println!(
                "{:<22} {:<46} {:>8.2} {:>8.2} {ratio:>7.2} {:>6}{}",
                line.name,
                line.peer.replace("EPDIT", "epdit"),
                theirs.as_secs_f64(),
                ours.as_secs_f64(),
                line.goal,
                verdict(ratio <= line.goal)
            );
        }
    }

    fn chess(&self, wanted: &dyn Fn(&str) -> bool) {
        if !wanted("check") {
            return;
        }
        let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            ours = ours.min(self.run("EPDIT check FILE").busy);
            theirs = theirs.min(chess_of(&self.file));
        }
        let [made, of_a_file] = CHESS;
        let goal = if self.is_made { made } else { of_a_file };
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        println!(
            "\n{:<22} {:<46} {:>8} {:>8} {:>7} {:>6}",
            "processor", "peer", "peer s", "ours s", "ratio", "goal"
        );
        println!(
            "{:<22} {:<46} {:>8.2} {:>8.2} {ratio:>7.2} {goal:>6}{}",
            "check",
            "shakmaty: fields, legality, moves",
            theirs.as_secs_f64(),
            ours.as_secs_f64(),
            verdict(ratio <= goal)
        );
    }

    fn memory(&self, wanted: &dyn Fn(&str) -> bool) {
        println!(
            "\n{:<22} {:>8} {:>14} {:>10} {:>6}",
            "memory", "time s", "peak MiB", "B/record", "goal"
        );
        for (name, command, goal) in MEMORY.iter().filter(|(name, ..)| wanted(name)) {
            let took = self.run(command);
            let each = took.peak.saturating_sub(FIXED) as f64 / self.records as f64;
            println!(
                "{name:<22} {:>8.2} {:>14} {each:>10.1} {goal:>6}{}",
                took.clock.as_secs_f64(),
                took.peak >> 20,
                verdict(each <= *goal)
            );
        }
    }

    fn streams(&self, wanted: &dyn Fn(&str) -> bool) {
        println!(
            "\n{:<22} {:>8} {:>12} {:>14} {:>6}",
            "streams", "clock s", "processor s", "clock of it", "goal"
        );
        for (name, command) in STREAMS.iter().filter(|(name, _)| wanted(name)) {
            let took = self.run(command);
            let part = took.clock.as_secs_f64() / took.busy.as_secs_f64();
            println!(
                "{name:<22} {:>8.2} {:>12.2} {part:>14.2} {STREAM:>6}{}",
                took.clock.as_secs_f64(),
                took.busy.as_secs_f64(),
                verdict(part <= STREAM)
            );
        }
    }

    fn shares(&self, wanted: &dyn Fn(&str) -> bool) {
        println!(
            "\n{:<22} {:>8} {:>14} {:>14} {:>7} {:>6}",
            "shares", "of them", "one run, s", "all shares, s", "ratio", "goal"
        );
        let busy = |command: &str| {
            let rounds = (0..ROUNDS).map(|_| self.run(command).busy);
            rounds.min().unwrap_or_default().as_secs_f64()
        };
        let wanted = |name: &str| wanted("shares") || wanted(name);
        for (name, command, of) in SHARES.iter().filter(|(name, ..)| wanted(name)) {
            let whole = busy(&command.replace("--shard I/N ", ""));
            let share = |nth: u32| busy(&command.replace("I/N", &format!("{nth}/{of}")));
            let all: f64 = (1..=*of).map(share).sum();
            let ratio = all / whole;
            println!(
                "{name:<22} {of:>8} {whole:>14.2} {all:>14.2} {ratio:>7.3} {SHARED:>6}{}",
                verdict(ratio <= SHARED)
            );
        }
    }

    /// Runs a shell command, whose results are discarded.
    fn run(&self, command: &str) -> Cost {
        let out = self.folder.join("out");
        let _ = fs::remove_dir_all(&out);
        let quoted = |path: &Path| format!("'{}'", path.display());
        let other = self.folder.join("other.epd");
        if command.contains("OTHER") && !other.exists() {
            change_half(&self.file, &other);
        }
        let (json, csv) = (self.folder.join("a.json"), self.folder.join("a.csv"));
        for (word, format, exported) in [("JSON", "json", &json), ("CSV", "csv", &csv)] {
            if command.contains(word) && !exported.exists() {
                let to = format!("EPDIT convert --to {format} - > {}", quoted(exported));
                self.run(&format!("head -n {EXPORTED} FILE | {to}"));
            }
        }
        let command = command
            .replace("OTHER", &quoted(&other))
            .replace("JSON", &quoted(&json))
            .replace("CSV", &quoted(&csv))
            .replace("EPDIT", &quoted(&self.program))
            .replace("FILE", &quoted(&self.file))
            .replace("OUT", &quoted(&out));
        // The shell is replaced by the last command, so that this command is measured.
        let command = match command.rsplit_once("&& ") {
            Some((before, last)) => format!("{before}&& exec {last}"),
            None => format!("exec {command}"),
        };
        let (begun, before) = (Instant::now(), busy_children());
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        // The system's value for the peak only grows: it is read until the process ends.
        let ended = loop {
            peak = peak.max(peak_of(&status));
            match child.try_wait().expect("a process") {
                Some(ended) => break ended,
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let clock = begun.elapsed();
        assert!(
            ended.code().is_some_and(|code| code < 2),
            "{command}: {ended}"
        );
        let _ = fs::remove_dir_all(&out);
        Cost {
            clock,
            busy: busy_children().saturating_sub(before),
            peak,
        }
    }
}

/// Returns the processor time of the bare chess work on a file's records, without reading and splitting.
fn chess_of(file: &Path) -> Duration {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(file).expect("the file"));
    let mut all = Duration::ZERO;
    loop {
        let mut bytes = Vec::new();
        let most = reader.by_ref().take(1 << 20).read_to_end(&mut bytes);
        if most.expect("the file") == 0 {
            return all;
        }
        reader.read_until(b'\n', &mut bytes).expect("the file");
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let jobs: Vec<Job<'_>> = lines.filter_map(Job::cut).collect();
        let before = busy_self();
        for job in &jobs {
            black_box(floor::floor(black_box(job)));
        }
        all += busy_self().saturating_sub(before);
    }
}

/// Returns the processor time of this thread.
fn busy_self() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split_whitespace().next();
    Duration::from_nanos(nanoseconds.map_or(0, |number| number.parse().unwrap_or_default()))
}

/// Writes a copy of a file with more operations in every second record.
fn change_half(file: &Path, other: &Path) {
    let mut out = BufWriter::new(File::create(other).expect("a file"));
    let lines = BufReader::new(File::open(file).expect("the file")).split(b'\n');
    for (nth, line) in lines.enumerate() {
        let more: &[u8] = match nth % 2 {
            0 => b"",
            _ => b" c8 \"other\";",
        };
        let text = [&line.expect("a line")[..], more, b"\n"].concat();
        out.write_all(&text).expect("room for the other suite");
    }
    out.flush().expect("room for the other suite");
}

fn verdict(holds: bool) -> &'static str {
    if holds { "" } else { "   MISSED" }
}

/// Returns the peak memory of a process in bytes; 0 if the system does not report it.
fn peak_of(status: &str) -> u64 {
    let text = fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or_default() * 1024
}

/// Returns the processor time of all child processes that have ended.
fn busy_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let Some((_, rest)) = stat.rsplit_once(')') else {
        return Duration::ZERO;
    };
    let mut fields = rest.split_whitespace().skip(13);
    let mut next = || fields.next().and_then(|field| field.parse::<u64>().ok());
    let (user, system) = (next().unwrap_or_default(), next().unwrap_or_default());
    Duration::from_millis((user + system) * 10)
}
