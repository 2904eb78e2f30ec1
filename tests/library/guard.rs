//! The guard against wrong rewrites. However the reader reads a line: after `fmt` and after safe fixes,
//! each word of an operation is in the same operation, as the same move or text, and the fields are the
//! same; or the record was left unchanged.
//!
//! The guard splits lines and reads moves by itself, in the plainest way, and shares no code with the
//! reader. It runs over lines of every dialect and thousands of mutants of them; with `EPDIT_CORPUS`, a
//! folder with `suites/`, over a corpus of real files; and with `EPDIT_CORPUS_LARGE` over large files and
//! their mutants.

mod chess;
mod law;
mod lines;
mod mutant;
mod plain;
mod said;

use super::skipped::skipped;
use epdit::epd::{Dialect, ReadOptions};
use law::{Fate, shown};
use mutant::{Chance, KINDS};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

type LawResult = Result<Fate, String>;

const SHOWN: usize = 4;

/// Counts of lines by sort and fate, and the violations found.
#[derive(Default)]
struct Tally {
    fates: BTreeMap<&'static str, [usize; 3]>,
    /// By the first words of a violation: its count, and some examples.
    broken: BTreeMap<String, (usize, Vec<String>)>,
}

impl Tally {
    fn join(mut self, other: Self) -> Self {
        for (sort, counts) in other.fates {
            let all = self.fates.entry(sort).or_default();
            for (all, count) in all.iter_mut().zip(counts) {
                *all += count;
            }
        }
        for (kind, (count, few)) in other.broken {
            let all = self.broken.entry(kind).or_default();
            all.0 += count;
            all.1.extend(few);
            all.1.truncate(SHOWN);
        }
        self
    }

    fn hold(&mut self, sort: &'static str, line: &[u8], options: &ReadOptions) {
        self.hold_that(sort, line, || law::hold(line, options));
    }

    /// Checks a line, and each of its fixes alone.
    fn hold_with_fixes(&mut self, sort: &'static str, line: &[u8], options: &ReadOptions) {
        self.hold_that(sort, line, || {
            let fate = law::hold(line, options)?;
            law::hold_fixes(line, options).map(|()| fate)
        });
    }

    fn hold_that(&mut self, sort: &'static str, line: &[u8], law: impl Fn() -> LawResult) {
        let held = catch_unwind(AssertUnwindSafe(law));
        let held = held.unwrap_or_else(|_| Err("panicked:".to_owned()));
        match held {
            Ok(fate) => {
                let counts = self.fates.entry(sort).or_default();
                counts[match fate {
                    Fate::NoRecord => 0,
                    Fate::Kept => 1,
                    Fate::Written => 2,
                }] += 1;
            }
            Err(broken) => {
                let kind = broken.split(':').next().unwrap_or_default();
                let all = self.broken.entry(kind.to_owned()).or_default();
                all.0 += 1;
                if all.1.len() < SHOWN {
                    all.1.push(format!("{sort}: {}\n    {broken}", shown(line)));
                }
            }
        }
    }

    fn report(&self) {
        for (sort, [none, kept, written]) in &self.fates {
            println!("{sort}: {written} written, {kept} kept, {none} no records");
        }
        let mut text = String::new();
        for (kind, (count, few)) in &self.broken {
            text.push_str(&format!("{count} times {kind}\n"));
            for one in few {
                text.push_str(&format!("  {one}\n"));
            }
        }
        assert!(text.is_empty(), "\n{text}");
    }
}

/// Checks the mutants of a line: `each` of every kind.
fn hold_mutants(tally: &mut Tally, line: &[u8], options: &ReadOptions, seed: u64, each: u64) {
    let mut seen = BTreeSet::from([line.to_vec()]);
    for (kind, (name, change)) in KINDS.iter().enumerate() {
        for turn in 0..each {
            let kind = u64::try_from(kind).unwrap_or_default();
            let mut chance = Chance::of(seed << 16 | kind << 8 | turn);
            let mutant = change(line, &mut chance);
            if let Some(mutant) = mutant.filter(|mutant| seen.insert(mutant.clone())) {
                tally.hold_with_fixes(name, &mutant, options);
            }
        }
    }
}

/// Checks one mutant of a line, of another kind than for the line before.
fn hold_one_mutant(tally: &mut Tally, line: &[u8], options: &ReadOptions, at: usize) {
    let (name, change) = KINDS[at % KINDS.len()];
    let mut chance = Chance::of(u64::try_from(at).unwrap_or_default());
    if let Some(mutant) = change(line, &mut chance).filter(|mutant| mutant != line) {
        tally.hold(name, &mutant, options);
    }
}

fn kinds_of_file() -> [ReadOptions; 2] {
    [Dialect::Epd, Dialect::Fen].map(ReadOptions::of)
}

#[test]
fn no_line_of_any_dialect_is_rewritten_wrongly() {
    let mut tally = Tally::default();
    for options in &kinds_of_file() {
        for line in lines::LINES {
            tally.hold_with_fixes("lines", line.as_bytes(), options);
        }
    }
    tally.report();
}

#[test]
fn no_mutant_is_rewritten_wrongly() {
    let mut tally = Tally::default();
    for options in &kinds_of_file() {
        for (at, line) in lines::LINES.iter().enumerate() {
            let seed = u64::try_from(at).unwrap_or_default();
            hold_mutants(&mut tally, line.as_bytes(), options, seed, 6);
        }
    }
    tally.report();
}

#[test]
fn no_record_of_the_corpus_and_no_mutant_is_rewritten_wrongly() {
    match std::env::var_os("EPDIT_CORPUS") {
        Some(folder) => guard_files(&Path::new(&folder).join("suites"), true),
        None => skipped("EPDIT_CORPUS names no folder of real files"),
    }
}

#[test]
fn no_record_of_the_large_files_and_no_mutant_is_rewritten_wrongly() {
    match std::env::var_os("EPDIT_CORPUS_LARGE") {
        Some(folder) => guard_files(Path::new(&folder), false),
        None => skipped("EPDIT_CORPUS_LARGE names no folder of large files"),
    }
}

fn guard_files(folder: &Path, below: bool) {
    let files = files_in(folder, below);
    assert!(!files.is_empty(), "no file in {}", folder.display());
    let mut whole = Tally::default();
    for file in &files {
        let bytes = std::fs::read(file).expect("a corpus file can be read");
        let is_fen = file.extension().is_some_and(|end| end == "fen");
        let options = ReadOptions::of(if is_fen { Dialect::Fen } else { Dialect::Epd });
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let tally = lines.par_iter().enumerate();
        let tally = tally.fold(Tally::default, |mut tally, (at, line)| {
            tally.hold("records", line, &options);
            hold_one_mutant(&mut tally, line, &options, at);
            tally
        });
        whole = whole.join(tally.reduce(Tally::default, Tally::join));
    }
    whole.report();
}

pub(super) fn files_in(folder: &Path, below: bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        match path.is_dir() {
            true if below => files.extend(files_in(&path, below)),
            true => {}
            false => files.push(path),
        }
    }
    files.sort();
    files
}
