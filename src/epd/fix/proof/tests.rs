//! Many fixes cost few readings, and equal those found alone.

use super::super::super::reader::BYTES_READ;
use super::*;
use crate::epd::ReadOptions;

const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Texts that cause thousands of problems in a line; the first of a pair stands before them.
const BAD: [(&str, &str); 14] = [
    (" ", ";"),
    (" ", "?x;"),
    (" bm", " Ke9"),
    (" bm", " e4"),
    (" bm", " e2e4"),
    ("", " c0"),
    ("", " c0;"),
    ("", "c0;"),
    (" ptp", " Tag \"x\""),
    (" id \"a\";", " - ;"),
    ("", " ab 1;"),
    ("", " bm #5;"),
    (" pv", " g1f3 g8f6 f3g1 f6g8"),
    ("", "\tA\t1;"),
];

fn line(before: &str, unit: &str, count: usize) -> String {
    format!("{POSITION}{before}{}\n", unit.repeat(count))
}

fn counted<T>(work: impl FnOnce() -> T) -> usize {
    let before = BYTES_READ.get();
    work();
    BYTES_READ.get() - before
}

#[test]
fn a_line_with_many_fixes_is_read_only_a_few_times() {
    let options = ReadOptions::default();
    for (before, unit) in BAD {
        let line = line(before, unit, 100_000 / unit.len());
        let record = Record::read(line.as_bytes(), &options);
        let all: Vec<&Diagnostic> = record.diagnostics().iter().collect();
        let limit = ALONE + TOGETHER + (READINGS + 1) * line.len();
        let read = counted(|| record.fixes(&all));
        assert!(read <= limit, "{unit:?}: {read} bytes read for all fixes");
        let read = counted(|| edit::apply_safe_fixes(line.as_bytes(), &options));
        assert!(
            read <= 8 * limit,
            "{unit:?}: {read} bytes read to apply the safe ones"
        );
    }
}

#[test]
fn a_fix_must_remove_its_diagnostic() {
    let line = format!("{POSITION} ce +5; hmvc +3;");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let [first, second] = record.diagnostics() else {
        panic!("two plus signs: {:?}", record.diagnostics())
    };
    let is_sound = |found: &Diagnostic, replacement: &[u8]| {
        let fix = Fix::safe(found.span, replacement).expect("a fix");
        let index = 0;
        let candidate = Candidate { found, index, fix };
        record.proved(&Counts::of(&record), &[&candidate]).is_some()
    };
    assert!(is_sound(first, b"5"));
    for idle in [&b"+5"[..], b"+6"] {
        assert!(!is_sound(first, idle), "{idle:?}");
    }
    // An error replaces it.
    assert!(!is_sound(second, b"-3"));
}

#[test]
fn fixes_proved_together_are_those_proved_alone() {
    let options = ReadOptions::default();
    for (before, unit) in BAD {
        // Long enough for a joint proof, short enough to check each alone.
        let line = line(before, unit, 3000 / unit.len());
        let record = Record::read(line.as_bytes(), &options);
        let all: Vec<&Diagnostic> = record.diagnostics().iter().collect();
        let together = record.fixes(&all);
        for (found, fix) in all.iter().zip(together).step_by(7) {
            assert_eq!(fix, record.fix(found), "{unit:?}: {found:?}");
        }
    }
}

#[test]
fn safe_fixes_of_a_long_line_leave_none() {
    let options = ReadOptions::default();
    for (before, unit) in BAD {
        let line = line(before, unit, 20_000 / unit.len());
        let fixed = edit::apply_safe_fixes(line.as_bytes(), &options);
        let record = Record::read(&fixed, &options);
        let left: Vec<&Diagnostic> = record.diagnostics().iter().collect();
        let safe = record
            .fixes(&left)
            .into_iter()
            .flatten()
            .find(|fix| fix.safe);
        assert_eq!(safe, None, "{unit:?}");
    }
}
