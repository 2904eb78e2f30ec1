//! The suites that the benchmarks generate.

#[path = "../../benches/suite/generate.rs"]
mod generate;

use epdit::epd::{Record, Severity};
use generate::generate;

fn made(records: u64, seed: u64) -> Vec<u8> {
    let mut text = Vec::new();
    generate(records, seed, &mut text).unwrap();
    text
}

#[test]
fn the_same_seed_generates_the_same_records_and_a_longer_suite_extends_them() {
    assert_eq!(made(300, 1), made(300, 1));
    assert_ne!(made(300, 1), made(300, 2));
    assert!(made(300, 1).starts_with(&made(100, 1)));
}

#[test]
fn generated_records_have_no_errors_and_are_nearly_all_canonical() {
    let text = made(2000, 1);
    let (mut records, mut canonical) = (0, 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let record = Record::read(line, &Default::default());
        let worst = record
            .diagnostics()
            .iter()
            .map(|diagnostic| diagnostic.severity)
            .max();
        assert!(
            worst < Some(Severity::Error),
            "{} {:?}",
            String::from_utf8_lossy(line),
            record.diagnostics()
        );
        records += 1;
        let same = record.canonical(&Default::default()).unwrap() == line;
        canonical += usize::from(same);
    }
    assert_eq!(records, 2000);
    assert!((1900..2000).contains(&canonical), "{canonical}");
}
