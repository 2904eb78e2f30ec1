//! The table of dialects: (line, canonical line, codes of its findings in order of place).

mod fields;
mod form;
mod moves;
mod operations;
mod readings;

use epdit::epd::{Dialect, LineKind, ReadOptions, Record, Rules};

/// Stands for the canonical text of a record that is left unchanged.
const KEPT: &str = "(kept)";

#[track_caller]
fn check(line: &str, canonical: &str, codes: &str) {
    check_in(&ReadOptions::of(Dialect::Epd), line, canonical, codes);
}

/// The fields of most examples.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

/// Checks the operations of a record that has these fields.
#[track_caller]
fn check_operations(operations: &str, canonical: &str, codes: &str) {
    let record = |operations| format!("{FIELDS} {operations}");
    let canonical = match canonical {
        KEPT => KEPT.to_owned(),
        operations => record(operations),
    };
    check(&record(operations), &canonical, codes);
}

/// Checks a record of a Chess960 file.
fn check_960(line: &str, canonical: &str, codes: &str) {
    let options = ReadOptions {
        rules: Rules::Chess960,
        ..ReadOptions::default()
    };
    check_in(&options, line, canonical, codes);
}

fn check_fen(line: &str, canonical: &str, codes: &str) {
    check_in(&ReadOptions::of(Dialect::Fen), line, canonical, codes);
}

#[track_caller]
fn check_in(options: &ReadOptions, line: &str, canonical: &str, codes: &str) {
    let record = Record::read(line.as_bytes(), options);
    let mut found: Vec<&str> = record.diagnostics().iter().map(|d| d.code.name()).collect();
    found.dedup();
    assert_eq!(found.join(" "), codes, "findings in {line:?}");
    let written = record.canonical(&Default::default());
    let written = written.map_or(KEPT.to_owned(), |text| String::from_utf8(text).unwrap());
    assert_eq!(written, canonical, "canonical form of {line:?}");
    if written != KEPT && record.kind() == LineKind::Record {
        let again = Record::read(written.as_bytes(), options);
        let left: Vec<_> = again
            .diagnostics()
            .iter()
            .filter(|d| d.code.is_fixed_by_writing())
            .collect();
        assert!(left.is_empty(), "{left:?} left in {written:?}");
        assert_eq!(
            again.canonical(&Default::default()).as_deref(),
            Some(written.as_bytes())
        );
    }
}
