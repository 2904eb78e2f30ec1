//! Every promise of the reader and the writer of records, over a corpus of real files.
//!
//! The corpus needs `EPDIT_CORPUS`, a folder with `suites/`, and large files `EPDIT_CORPUS_LARGE`, a folder
//! of unpacked ones; without them the tests print that they are skipped.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::laws::law::meaning::Meaning;
use super::skipped::skipped;
use epdit::epd::{CanonicalOptions, Dialect, LineKind, ReadOptions, Record};
use rayon::prelude::*;

const SHOWN: usize = 30;

#[test]
fn every_suite_of_the_corpus_is_read_without_loss_and_written_as_a_fixed_point() {
    match std::env::var_os("EPDIT_CORPUS") {
        Some(folder) => hold_promises(&Path::new(&folder).join("suites")),
        None => skipped("EPDIT_CORPUS names no folder of real files"),
    }
}

#[test]
fn the_large_files_are_read_without_loss_and_written_as_a_fixed_point() {
    match std::env::var_os("EPDIT_CORPUS_LARGE") {
        Some(folder) => hold_promises(Path::new(&folder)),
        None => skipped("EPDIT_CORPUS_LARGE names no folder of large files"),
    }
}

#[test]
fn every_record_of_the_corpus_is_restored_by_mirroring_twice_or_left_unchanged() {
    use epdit::suite::edit::{Edit, EditTarget, Mirror};
    let Some(folder) = std::env::var_os("EPDIT_CORPUS") else {
        return skipped("EPDIT_CORPUS names no folder of real files");
    };
    let (mut mirrored, mut left, mut wrong) = (0, 0, Vec::new());
    for file in files_below(&Path::new(&folder).join("suites")) {
        let bytes = fs::read(&file).expect("a corpus file can be read");
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let options = ReadOptions::default();
            let record = Record::read(line, &options);
            let canonical = record.canonical(&CanonicalOptions::default());
            let Some(canonical) = canonical.filter(|_| record.kind() == LineKind::Record) else {
                continue;
            };
            let edit = Edit::Mirror(Mirror::Colours);
            let mirror = |line: &[u8]| edit.of(&EditTarget::of_line(&options, line, 0, 0));
            let Ok(Some(once)) = mirror(&canonical) else {
                left += 1;
                continue;
            };
            mirrored += 1;
            // The first mirroring spells moves in the comments of points as SAN; from then on mirroring
            // twice is exact.
            let again = |line: &[u8]| mirror(line).ok().flatten();
            let twice = again(&once);
            let back = twice.as_deref().and_then(again);
            let has_points = epdit::epd::points::of(&record).is_some();
            let is_same = twice.as_deref() == Some(&canonical) || has_points;
            if (back.as_ref() != Some(&once) || !is_same) && wrong.len() < SHOWN {
                wrong.push(format!(
                    "{}{}{:?}",
                    String::from_utf8_lossy(&canonical),
                    String::from_utf8_lossy(&once),
                    twice.map(|line| String::from_utf8_lossy(&line).into_owned())
                ));
            }
        }
    }
    eprintln!("{mirrored} records mirrored, {left} left");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mirrored > left);
}

#[derive(Default)]
struct Tally {
    records: usize,
    canonical: usize,
    kept: usize,
    reasons: BTreeMap<&'static str, usize>,
    broken: Vec<String>,
}

impl Tally {
    fn join(mut self, other: Self) -> Self {
        self.records += other.records;
        self.canonical += other.canonical;
        self.kept += other.kept;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.broken.extend(other.broken);
        self
    }
}

fn hold_promises(folder: &Path) {
    let files = files_below(folder);
    assert!(!files.is_empty(), "no file below {}", folder.display());
    let mut whole = Tally::default();
    for file in &files {
        let bytes = fs::read(file).expect("a corpus file can be read");
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let options = ReadOptions {
            dialect: if name.ends_with(".fen") {
                Dialect::Fen
            } else {
                Dialect::Epd
            },
            ..ReadOptions::default()
        };
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let tally = lines
            .par_iter()
            .enumerate()
            .fold(Tally::default, |mut tally, (at, line)| {
                let result =
                    catch_unwind(AssertUnwindSafe(|| check_line(line, &options, &mut tally)));
                let fault = match result {
                    Ok(Ok(())) => return tally,
                    Ok(Err(fault)) => fault,
                    Err(_) => "a panic".to_owned(),
                };
                tally.broken.push(format!(
                    "{name}:{}: {fault}\n    {:?}",
                    at + 1,
                    bstr::BStr::new(line)
                ));
                tally
            })
            .reduce(Tally::default, Tally::join);
        whole = whole.join(tally);
    }
    println!(
        "{} files, {} records: {} canonical, {} kept as they stand",
        files.len(),
        whole.records,
        whole.canonical,
        whole.kept
    );
    for (reason, count) in &whole.reasons {
        println!("  {count:>8} {reason}");
    }
    let shown: Vec<_> = whole
        .broken
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect();
    assert!(
        shown.is_empty(),
        "{} broken promises:\n{}",
        whole.broken.len(),
        shown.join("\n")
    );
}

fn check_line(line: &[u8], options: &ReadOptions, tally: &mut Tally) -> Result<(), String> {
    let record = Record::read(line, options);
    tokens_tile(&record)?;
    for finding in record.diagnostics() {
        if finding.span.end > line.len() || finding.span.start > finding.span.end {
            return Err(format!(
                "{} lies outside the line: {:?}",
                finding.code.name(),
                finding.span
            ));
        }
        if record.message(finding).is_empty() {
            return Err(format!("{} says nothing", finding.code.name()));
        }
    }
    let choices = CanonicalOptions::default();
    let canonical = record.canonical(&choices);
    if record.kind() != LineKind::Record {
        return if canonical.as_deref() == Some(line) {
            Ok(())
        } else {
            Err("a comment or blank line changed".into())
        };
    }
    tally.records += 1;
    let blocked = record.diagnostics().iter().any(|finding| finding.blocks());
    if blocked != record.is_kept() || record.is_kept() != canonical.is_none() {
        return Err("a record is kept exactly when a finding blocks".into());
    }
    let Some(canonical) = canonical else {
        tally.kept += 1;
        let mut reasons: Vec<_> = record
            .diagnostics()
            .iter()
            .filter(|finding| finding.blocks())
            .map(|finding| finding.code.name())
            .collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            *tally.reasons.entry(reason).or_default() += 1;
        }
        return Ok(());
    };
    tally.canonical += 1;
    let again = Record::read(&canonical, options);
    tokens_tile(&again)?;
    let shown = || format!("{:?}", bstr::BStr::new(&canonical));
    if again.canonical(&choices).as_deref() != Some(&canonical[..]) {
        return Err(format!("canonical text is not a fixed point: {}", shown()));
    }
    for finding in again.diagnostics() {
        if again.fix(finding).is_some_and(|fix| fix.safe) {
            return Err(format!(
                "canonical text still has {}: {}",
                finding.code.name(),
                shown()
            ));
        }
    }
    match Meaning::of(&record).difference(&Meaning::of(&again)) {
        None => Ok(()),
        Some(fault) => Err(format!("{fault}: {}", shown())),
    }
}

/// Checks that the tokens cover the line without gaps.
fn tokens_tile(record: &Record<'_>) -> Result<(), String> {
    let mut at = 0;
    for token in record.tokens() {
        if token.span.start != at || token.span.is_empty() {
            return Err(format!("the tokens leave a gap or overlap at byte {at}"));
        }
        at = token.span.end;
    }
    if at == record.line().len() {
        Ok(())
    } else {
        Err(format!("the tokens end at byte {at}"))
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return files;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_below(&path))
        } else {
            files.push(path)
        }
    }
    files.sort();
    files
}
