//! The real program is killed at random moments while someone types, while it saves and while it recovers.
//! No file is ever half written, and no edit that was on the screen for a second is lost.
//!
//! A few runs of each kind are made here. `EPDIT_KILLS=1000 cargo test --test program kills -- --nocapture`
//! makes that many and prints a summary; `EPDIT_PROGRAM` names another program to run.

use crate::terminal::Terminal;
use epdit::suite::journal::Journal;
use epdit::suite::{Compression, Most, OpenOptions, Suite, pack, unpack};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);
/// Text typed into a line and not accepted.
const TYPED: &str = "typed and not accepted";
/// Runs of each kind, unless `EPDIT_KILLS` is set.
const FEW: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Small,
    Packed,
    /// 60 MB.
    Large,
    /// Over the limit for files kept in memory, which is lowered.
    OnDisk,
}

/// Pseudo-random numbers from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)) % limit
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

fn records(count: usize) -> String {
    let record = |n: usize| format!("7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6; id \"base.{n}\";\n");
    (0..count).map(record).collect()
}

/// Returns the text of a kind, made once.
fn text_of(kind: Kind) -> &'static str {
    static SMALL: OnceLock<String> = OnceLock::new();
    static MIDDLE: OnceLock<String> = OnceLock::new();
    static LARGE: OnceLock<String> = OnceLock::new();
    match kind {
        Kind::Small | Kind::Packed => SMALL.get_or_init(|| records(300)),
        Kind::OnDisk => MIDDLE.get_or_init(|| records(30_000)),
        Kind::Large => LARGE.get_or_init(|| records(1_100_000)),
    }
}

#[derive(Debug, Default)]
struct Run {
    edits: usize,
    saves: usize,
    /// Edits that were lost, all younger than a second.
    young: usize,
    recovered: bool,
}

struct Case {
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl Case {
    fn new(kind: Kind) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let name = if kind == Kind::Packed {
            "a.epd.gz"
        } else {
            "a.epd"
        };
        let path = folder.path().join(name);
        let mut bytes = Vec::new();
        let packing = Compression::of_name(&path);
        let text = text_of(kind);
        pack(&mut bytes, std::path::Path::new("a"), packing, |out| {
            out.write_all(text.as_bytes())
        })
        .expect("packed");
        fs::write(&path, bytes).expect("a file");
        let settings = match kind {
            Kind::OnDisk => "memory = \"none\"\n",
            _ => "",
        };
        let config = folder.path().join("epdit");
        fs::create_dir(&config).expect("a folder");
        fs::write(config.join("config.toml"), settings).expect("settings");
        Self { folder, path }
    }

    fn start(&self) -> Terminal {
        let name = self.path.file_name().and_then(|name| name.to_str());
        Terminal::start(&self.folder, &["--save", "edited", name.expect("a name")])
    }

    fn file(&self) -> String {
        let (mut file, _) =
            unpack(fs::File::open(&self.path).expect("it is there"), Most::Any).expect("read");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("whole");
        text
    }

    fn journals(&self) -> Vec<PathBuf> {
        let place = self.folder.path().join("state/epdit/journals");
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "journal"));
        paths
    }

    /// Returns the text that the next start recovers, and the unaccepted text being typed.
    fn recovered(&self) -> (String, Vec<String>) {
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        let mut suite = Suite::open(&self.path, &options).expect("it opens");
        let mut typed = Vec::new();
        for journal in self.journals() {
            let Some(mut journal) = Journal::read(&journal).expect("whole") else {
                continue;
            };
            journal.look_at(&self.path);
            let texts = journal.typed.iter();
            typed.extend(texts.map(|typed| String::from_utf8_lossy(&typed.text).into_owned()));
            let change = suite
                .recovery(&Arc::new(journal))
                .and_then(|edits| edits.make())
                .expect("it fits");
            suite.apply(change).expect("just opened");
        }
        let snapshot = suite.snapshot();
        let runs = snapshot.runs(0..suite.line_count());
        let bytes: Vec<u8> = runs.flat_map(|run| run.bytes.into_owned()).collect();
        (String::from_utf8(bytes).expect("text"), typed)
    }
}

fn marked(nth: usize) -> String {
    format!("k{nth:04}x")
}

/// Returns the edit marks in a text. Everything else in the text must be the original records, each whole.
fn marks_in(text: &str, kind: Kind) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut before = text_of(kind).split_inclusive('\n');
    for line in text.split_inclusive('\n') {
        assert!(line.ends_with('\n'), "half a line: {line}");
        match line.strip_prefix("7k/8/5K2/8/8/8/8/6Q1 w - - id \"k") {
            Some(rest) => {
                // A mark may be in the line that has the unaccepted text.
                let rest = rest.replace(TYPED, "");
                let number = rest.trim_end().strip_suffix("x\";").expect("a whole mark");
                marks.push(number.parse().expect("a number"));
            }
            None => assert_eq!(Some(line), before.next(), "a record was changed or lost"),
        }
    }
    assert_eq!(
        before.next(),
        None,
        "records are missing at the end of the file"
    );
    let all = marks.len();
    marks.sort_unstable();
    marks.dedup();
    assert_eq!(all, marks.len(), "an edit is in the file twice");
    marks
}

fn run(kind: Kind, seed: u64) -> Run {
    let mut chance = Chance(seed);
    let case = Case::new(kind);
    let mut done = Run::default();
    let mut terminal = case.start();
    terminal.expect("base.0");
    let until = Instant::now() + Duration::from_millis(100 + chance.below(2400));
    let mut seen: Vec<(usize, Instant)> = Vec::new();
    let mut typed = None;
    while Instant::now() < until {
        if chance.one_in(4) {
            terminal.keys("\x13");
            done.saves += 1;
        }
        let nth = seen.len();
        let record = format!("7k/8/5K2/8/8/8/8/6Q1 w - - id \"{}\";", marked(nth));
        terminal.keys(&format!("\x1b[200~{record}\x1b[201~"));
        terminal.expect(&marked(nth));
        seen.push((nth, Instant::now()));
        std::thread::sleep(Duration::from_millis(chance.below(60)));
    }
    if chance.one_in(3) {
        terminal.keys("\x1bOQ");
        terminal.keys(TYPED);
        terminal.expect("not accepted");
        typed = Some(Instant::now());
        std::thread::sleep(Duration::from_millis(chance.below(1500)));
    }
    terminal.signal("KILL");
    let killed = Instant::now();
    terminal.end();
    done.edits = seen.len();
    marks_in(&case.file(), kind);
    // In some runs the program itself recovers, and is killed while it does.
    if chance.one_in(4) && !case.journals().is_empty() {
        let mut next = case.start();
        next.expect("base.0");
        std::thread::sleep(Duration::from_millis(chance.below(400)));
        next.keys("r");
        std::thread::sleep(Duration::from_millis(chance.below(400)));
        if chance.one_in(2) {
            next.keys("\r\x13");
            std::thread::sleep(Duration::from_millis(chance.below(200)));
        }
        next.signal("KILL");
        next.end();
        done.recovered = true;
        marks_in(&case.file(), kind);
    }
    let (text, was_typed) = case.recovered();
    let marks = marks_in(&text, kind);
    for (nth, at) in seen {
        if !marks.contains(&nth) {
            let age = killed - at;
            assert!(
                age <= SECOND,
                "{kind:?} {seed}: an edit {age:?} old is lost"
            );
            done.young += 1;
        }
    }
    if let Some(at) = typed
        && killed - at > SECOND
    {
        let held = was_typed.iter().any(|text| text.contains("not accepted"));
        assert!(
            held || text.contains("not accepted"),
            "{kind:?} {seed}: {was_typed:?}"
        );
    }
    done
}

fn requested_runs() -> Option<usize> {
    std::env::var("EPDIT_KILLS").ok()?.parse().ok()
}

/// Runs each kind in turn on some threads; fails with all errors.
fn runs(kinds: &[Kind], count: usize, threads: usize) {
    let next = AtomicUsize::new(0);
    let wrong: Mutex<Vec<String>> = Mutex::default();
    let all: Mutex<Vec<Run>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&kind) = kinds.get(nth % kinds.len()).filter(|_| nth < count) else {
                        return;
                    };
                    let seed = nth as u64 * 7919 + 17;
                    match std::panic::catch_unwind(|| run(kind, seed)) {
                        Ok(done) => all.lock().expect("no panic").push(done),
                        Err(panic) => {
                            let message = panic.downcast_ref::<String>().cloned();
                            let message = message.unwrap_or_else(|| "a panic".to_owned());
                            let message = format!("{kind:?} {seed}: {message}");
                            wrong.lock().expect("no panic").push(message);
                        }
                    }
                }
            });
        }
    });
    let (all, wrong) = (
        all.into_inner().expect("done"),
        wrong.into_inner().expect("done"),
    );
    let sum = |of: fn(&Run) -> usize| all.iter().map(of).sum::<usize>();
    println!(
        "{} kills · {} edits seen, {} saves begun, {} recoveries killed · lost: {} younger than a \
         second, 0 older · half files: 0 · failed: {}",
        all.len() + wrong.len(),
        sum(|run| run.edits),
        sum(|run| run.saves),
        sum(|run| usize::from(run.recovered)),
        sum(|run| run.young),
        wrong.len(),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_kill_loses_no_file_and_no_edit_older_than_a_second() {
    use Kind::{Large, OnDisk, Packed, Small};
    match requested_runs() {
        None => runs(&[Small, Packed, OnDisk], 3 * FEW, 2),
        // One of twenty runs has 60 MB.
        Some(count) => runs(
            &[
                Small, Packed, OnDisk, Small, OnDisk, Packed, Small, Large, OnDisk, Small, Packed,
                Small, OnDisk, Small, Packed, OnDisk, Small, Packed, OnDisk, Small,
            ],
            count,
            3,
        ),
    }
}

#[test]
fn a_kill_while_a_large_file_is_read_or_saved_loses_nothing() {
    if requested_runs().is_none() {
        runs(&[Kind::Large], 2, 1);
    }
}

#[test]
fn an_invalid_journal_is_reported_and_the_file_opens() {
    let case = Case::new(Kind::Small);
    let mut terminal = case.start();
    terminal.expect("base.0");
    terminal.keys("D");
    terminal.expect("duplicated");
    wait_for(|| !case.journals().is_empty());
    terminal.signal("KILL");
    terminal.end();
    let journal: &Path = &case.journals()[0];
    fs::write(journal, "no journal at all").expect("written over");
    let mut terminal = case.start();
    terminal.expect("found unsaved changes, but the recovery file is damaged");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}

fn wait_for(holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "never");
        std::thread::sleep(Duration::from_millis(10));
    }
}
