//! Benchmarks of a large suite, compared with reading the same bytes in the simplest way.
//!
//! `cargo bench --bench suite` makes a suite of five million records in a temporary folder (about
//! 900 MB) and prints figures with their goals; `cargo bench --bench suite -- 200000` uses that
//! many records. Times are the least of several rounds; rates are by processor time. Peak memory
//! is measured in a separate process.

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
use std::hint::black_box;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use epdit::suite::arrange::Arrangement;
use epdit::suite::edit::Selection;
use epdit::suite::{
    Case, Chunks, CountsSoFar, DuplicateKey, FoundSoFar, Grouping, Job, OpenOptions, Pattern,
    Query, Suite, ValidateOptions, find_duplicates, query_lines, save, search_all, statistics,
    validate,
};
use generate::generate;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [task, path] = arguments.as_slice()
        && let Some(task) = task.strip_prefix("task=")
    {
        return alone(task, Path::new(path));
    }
    let records: u64 = arguments
        .iter()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(5_000_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("suite.epd");
    let begun = Instant::now();
    let mut out = BufWriter::new(File::create(&path).expect("a file"));
    generate(records, 1, &mut out).expect("room for the suite");
    out.flush().expect("room for the suite");
    let bytes = fs::metadata(&path).expect("the file").len();
    println!(
        "{records} records, {} MB, made in {:.1} s; {} threads\n",
        bytes / 1_000_000,
        begun.elapsed().as_secs_f64(),
        rayon::current_num_threads()
    );
    // From now on, the file is in the system's cache for both sides.
    let content = fs::read(&path).expect("the file");
    let named: Vec<&String> = arguments
        .iter()
        .filter(|argument| argument.chars().all(char::is_alphabetic))
        .collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| *name == part);
    if wanted("index") {
        index(&path);
    }
    if wanted("search") {
        search(&path, &content);
    }
    drop(content);
    if wanted("scans") {
        scans(&path, records);
    }
    if wanted("edits") {
        edits(&path);
    }
    if wanted("saves") {
        saves(&path);
    }
    if wanted("memory") {
        memory(&path, records);
    }
}

/// Returns the least time of some rounds.
fn least(rounds: usize, mut work: impl FnMut()) -> Duration {
    (0..rounds)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Returns the least processor time of some rounds, over all threads, so that other programs do not
/// count. Its resolution is a hundredth of a second.
fn least_busy(rounds: usize, mut work: impl FnMut()) -> Duration {
    (0..rounds)
        .map(|_| {
            let (begun, clock) = (busy(), Instant::now());
            work();
            match (begun, busy()) {
                (Some(begun), Some(now)) => now.saturating_sub(begun),
                _ => clock.elapsed() * rayon::current_num_threads() as u32,
            }
        })
        .min()
        .unwrap_or_default()
}

/// Returns the processor time of this process; `None` if the system does not report it.
fn busy() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 10))
}

fn ratio(name: &str, ours: Duration, other: &str, theirs: Duration, goal: f64) {
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let verdict = if ratio <= goal { "" } else { "   MISSED" };
    println!(
        "{name:<34} {:>9.1} ms   {other:<22} {:>9.1} ms   ratio {ratio:.2} (goal {goal}){verdict}",
        ms(ours),
        ms(theirs)
    );
}

fn within(name: &str, time: Duration, goal: Duration) {
    let verdict = if time <= goal { "" } else { "   MISSED" };
    println!(
        "{name:<34} {:>9.3} ms   goal {} ms{verdict}",
        ms(time),
        goal.as_millis()
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns a suite that is read by position, like one above the memory limit.
fn by_position(path: &Path) -> Suite {
    let options = OpenOptions {
        background: false,
        memory_limit: 0,
        ..OpenOptions::default()
    };
    Suite::open(path, &options).expect("the suite")
}

fn in_memory(path: &Path) -> Suite {
    let options = OpenOptions {
        background: false,
        memory_limit: u64::MAX,
        ..OpenOptions::default()
    };
    Suite::open(path, &options).expect("the suite")
}

fn index(path: &Path) {
    let ours = least(5, || {
        black_box(by_position(path).line_count());
    });
    let wc = least(5, || {
        let done = Command::new("wc")
            .arg("-l")
            .arg(path)
            .stdout(Stdio::null())
            .status();
        assert!(done.is_ok_and(|done| done.success()), "wc");
    });
    let reading = least(3, || {
        let mut chunks = Chunks::new(File::open(path).expect("the file"));
        while let Ok(Some(chunk)) = chunks.next_chunk() {
            black_box(chunk);
        }
    });
    ratio("line index, by position", ours, "wc -l", wc, 2.0);
    println!(
        "  (reading alone in chunks of lines: {:.1} ms)",
        ms(reading)
    );
    let open = least(20, || {
        let suite = Suite::open(path, &OpenOptions::default()).expect("the suite");
        black_box(suite.line(0).len());
    });
    within("open to the first lines", open, Duration::from_millis(20));
}

fn search(path: &Path, content: &[u8]) {
    let suite = in_memory(path);
    let snapshot = suite.snapshot();
    for needle in ["G.00000777", "Qxf7"] {
        let pattern = Pattern::literal(needle, Case::Sensitive).expect("a pattern");
        let mut found = 0;
        let ours = least(5, || {
            let matches = search_all(&snapshot, &pattern, &Job::new(), &FoundSoFar::default());
            found = matches.expect("a search").occurrences;
        });
        let finder = memchr::memmem::Finder::new(needle);
        let mut plain = 0;
        let theirs = least(5, || plain = finder.find_iter(content).count());
        assert_eq!(found, plain);
        ratio(
            &format!("search for {needle} ({found})"),
            ours,
            "memmem, one thread",
            theirs,
            2.0,
        );
    }
}

fn scans(path: &Path, records: u64) {
    let suite = in_memory(path);
    let snapshot = suite.snapshot();
    let rate = |time: Duration| records as f64 / time.as_secs_f64();
    for question in [
        "bm",
        "side = w and not id",
        "ce > 200",
        "id ~ \"777\"",
        "material(w) - material(b) >= 300 and count(Q) = 0",
        "KRP*vKRP*",
    ] {
        let query = Query::parse(question).expect("a question");
        let mut found = 0;
        let time = least_busy(3, || {
            let lines = query_lines(&snapshot, &query, &Job::new(), &FoundSoFar::default());
            found = lines.expect("a query").len();
        });
        let verdict = if rate(time) >= 1e6 { "" } else { "   MISSED" };
        println!(
            "query {question:<50} {:>9.1} ms   {:.2} million a second and core (goal 1; {found} found){verdict}",
            ms(time),
            rate(time) / 1e6
        );
    }
    for question in ["moves < 3", "check", "bm has e4"] {
        let query = Query::parse(question).expect("a question");
        let time = least_busy(1, || {
            let lines = query_lines(&snapshot, &query, &Job::new(), &FoundSoFar::default());
            black_box(lines.expect("a query").len());
        });
        println!(
            "query {question:<50} {:>9.1} ms   {:.2} million a second and core",
            ms(time),
            rate(time) / 1e6
        );
    }
    let time = least_busy(1, || {
        let found = find_duplicates(&snapshot, &DuplicateKey::Position, &Job::new());
        println!(
            "duplicate positions: {} records in groups",
            found.expect("a scan").record_count()
        );
    });
    println!(
        "  in {:.1} s, {:.2} million a second and core",
        time.as_secs_f64(),
        rate(time) / 1e6
    );
    let time = least_busy(1, || {
        let options = ValidateOptions {
            duplicate_ids: true,
            ..ValidateOptions::default()
        };
        let found = validate(&snapshot, &options, &Job::new(), &CountsSoFar::default());
        black_box(found.expect("a scan").counts.records);
    });
    println!(
        "validation in {:.1} s, {:.2} million a second and core",
        time.as_secs_f64(),
        rate(time) / 1e6
    );
    let time = least_busy(1, || {
        let found = statistics(&snapshot, &Selection::All, &Job::new());
        black_box(found.expect("a scan").records);
    });
    println!(
        "statistics in {:.1} s, {:.2} million a second and core",
        time.as_secs_f64(),
        rate(time) / 1e6
    );
}

fn edits(path: &Path) {
    let mut suite = in_memory(path);
    let middle = suite.line_count() / 2;
    let goal = Duration::from_millis(50);
    for (name, key) in [("ce", "ce"), ("id", "id"), ("position", "position")] {
        let keys = key.parse().expect("a key");
        let begun = Instant::now();
        let sort = Arrangement::Sort {
            keys,
            reverse: true,
        };
        let change = sort.plan(&suite.snapshot(), &Selection::All, &Job::new());
        let change = change.expect("a sort");
        println!(
            "sort by {name} prepared in {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        let timed = |work: &mut dyn FnMut() -> bool| {
            let begun = Instant::now();
            assert!(work());
            begun.elapsed()
        };
        within(
            "  apply",
            timed(&mut || suite.apply(change.clone()) == Ok(true)),
            goal,
        );
        within(
            "  insert in the middle",
            timed(&mut || suite.insert_lines(middle, &[b"# a line".to_vec()], "insert")),
            goal,
        );
        within(
            "  delete in the middle",
            timed(&mut || suite.delete_lines(middle..middle + 1, "delete")),
            goal,
        );
        suite.undo();
        suite.undo();
        within(
            "  undo of the sort",
            timed(&mut || suite.undo().is_some()),
            goal,
        );
        within(
            "  redo of the sort",
            timed(&mut || suite.redo().is_some()),
            goal,
        );
        suite.undo();
    }
}

fn saves(path: &Path) {
    let mut suite = in_memory(path);
    let middle = suite.line_count() / 2;
    let copy = path.with_extension("copy");
    let mut ours = Duration::MAX;
    let mut theirs = Duration::MAX;
    for nth in 0..3 {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - id \"changed {nth}\";");
        suite.replace_line(middle, line.as_bytes(), Grouping::Step, "edit");
        let begun = Instant::now();
        let target = suite.save_target().expect("a file");
        let saved = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).expect("a save");
        suite.mark_saved(saved);
        ours = ours.min(begun.elapsed());
        let begun = Instant::now();
        let done = Command::new("cp").arg(path).arg(&copy).status();
        assert!(done.is_ok_and(|done| done.success()), "cp");
        let file = File::open(&copy).expect("the copy");
        file.sync_all().expect("a sync");
        theirs = theirs.min(begun.elapsed());
        fs::remove_file(&copy).expect("the copy");
    }
    ratio(
        "save of one changed record",
        ours,
        "cp and a sync",
        theirs,
        2.0,
    );
}

/// Prints the peak memory of tasks, each in a separate process.
fn memory(path: &Path, records: u64) {
    let this = std::env::current_exe().expect("this program");
    let peak = |task: &str, path: &Path| -> Option<u64> {
        let done = Command::new(&this)
            .arg(format!("task={task}"))
            .arg(path)
            .stderr(Stdio::inherit())
            .output()
            .ok()?;
        String::from_utf8(done.stdout).ok()?.trim().parse().ok()
    };
    // One file of 1.5 GiB or more: the suite repeated.
    let large = path.with_extension("large.epd");
    let mut out = File::create(&large).expect("a file");
    let mut bytes = 0;
    while bytes < 3 << 29 {
        bytes += std::io::copy(&mut File::open(path).expect("the suite"), &mut out).expect("room");
        if bytes < 100_000_000 && records < 500_000 {
            break;
        }
    }
    drop(out);
    if let Some(kib) = peak("position", &large) {
        let verdict = if kib <= 100 * 1024 { "" } else { "   MISSED" };
        println!(
            "peak memory, {} MB by position, open, read here and there, search: {} MiB (goal 100){verdict}",
            bytes / 1_000_000,
            kib / 1024
        );
    }
    fs::remove_file(&large).expect("the file");
    if let (Some(before), Some(after)) = (peak("index", path), peak("duplicates", path)) {
        let each = after.saturating_sub(before) as f64 * 1024.0 / records as f64;
        let verdict = if each <= 24.0 { "" } else { "   MISSED" };
        println!("duplicates: {each:.1} bytes a record above the index (goal 24){verdict}");
    }
    if let (Some(before), Some(after)) = (peak("index", path), peak("sort", path)) {
        let each = after.saturating_sub(before) as f64 * 1024.0 / records as f64;
        println!("sort by id: {each:.1} bytes a record above the index");
    }
}

/// Runs a task in this process, and prints its peak memory in KiB.
fn alone(task: &str, path: &Path) {
    let suite = by_position(path);
    let snapshot = suite.snapshot();
    match task {
        "position" => {
            let lines = suite.line_count();
            for nth in 0..1000 {
                black_box(suite.line(nth * lines / 1000).len());
            }
            let pattern =
                Pattern::literal("nowhere to be found", Case::Sensitive).expect("a pattern");
            let found = search_all(&snapshot, &pattern, &Job::new(), &FoundSoFar::default());
            assert_eq!(found.expect("a search").occurrences, 0);
        }
        "duplicates" => {
            let found = find_duplicates(&snapshot, &DuplicateKey::Position, &Job::new());
            black_box(found.expect("a scan").record_count());
        }
        "sort" => {
            let keys = "id".parse().expect("a key");
            let sort = Arrangement::Sort {
                keys,
                reverse: true,
            };
            let change = sort.plan(&snapshot, &Selection::All, &Job::new());
            black_box(change.expect("a sort").changed);
        }
        _ => {}
    }
    let mut status = String::new();
    let read =
        File::open("/proc/self/status").and_then(|mut file| file.read_to_string(&mut status));
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next());
    if let (Ok(_), Some(peak)) = (read, peak) {
        println!("{peak}");
    }
}
