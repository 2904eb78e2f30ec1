use super::*;

/// The result of joining several records to the first of them.
#[derive(Debug)]
pub(super) struct SeriesResult {
    pub line: Vec<u8>,
    pub conflicts: usize,
    /// The records that were not joined, by index among the others, with the reasons.
    pub left: Vec<(usize, String)>,
}

pub(super) fn join(line: &[u8], others: &[Vec<u8>], options: &ReadOptions) -> SeriesResult {
    let (joining, mut joined) = (RecordJoiner::of(line, options), JoinResult::of(line));
    let mut left = Vec::new();
    for (nth, other) in others.iter().enumerate() {
        if let Err(reason) = joining.add(&mut joined, other) {
            left.push((nth, reason));
        }
    }
    let JoinResult { line, conflicts } = joined;
    SeriesResult {
        line,
        conflicts,
        left,
    }
}

use crate::suite::lines::end_of;
use proptest::prelude::*;

const K: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn joined(first: &str, others: &[&str]) -> (String, SeriesResult) {
    let lines: Vec<Vec<u8>> = others
        .iter()
        .map(|other| format!("{other}\n").into_bytes())
        .collect();
    let joined = join(format!("{first}\n").as_bytes(), &lines, &Default::default());
    let text = String::from_utf8(joined.line.clone()).unwrap();
    assert_eq!(end_of(text.as_bytes()), b"\n");
    (text.trim_end().to_owned(), joined)
}

/// Checks the joined operations of two records and the number of conflicts.
#[track_caller]
fn check(first: &str, other: &str, expected: &str, conflicts: usize) {
    let (text, joined) = joined(&format!("{K} {first}"), &[&format!("{K} {other}")]);
    assert_eq!(text, format!("{K} {expected}"));
    assert_eq!((joined.conflicts, joined.left), (conflicts, Vec::new()));
}

#[test]
fn a_join_has_the_operations_and_moves_of_both_records() {
    check("bm e4;", "ce 5;", "bm e4; ce 5;", 0);
    check("bm e4;", "bm e3 e4; id \"x\";", "bm e3 e4; id \"x\";", 0);
    check("bm e4;", "bm e2e4;", "bm e4;", 0);
    check("ce 5; bm e4;", "X 1 2;", "ce 5; bm e4; X 1 2;", 0);
    check("id \"x\";", "id x;", "id \"x\";", 0);
    check("bm e4;", "bm e4", "bm e4;", 0);
}

#[test]
fn the_first_of_two_values_stays_and_the_conflict_is_counted() {
    check("ce 5;", "ce 6; id \"x\";", "ce 5; id \"x\";", 1);
    check(
        "id \"a\"; pv e4;",
        "id \"b\"; pv e3;",
        "id \"a\"; pv e4;",
        2,
    );
    check("X 1;", "X 1 2;", "X 1;", 1);
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 9";
    let (line, found) = joined(text, &["4k3/8/8/8/8/8/4P3/4K3 w - - 6 9 bm e4;"]);
    assert_eq!((&*line, found.conflicts), (&*format!("{text} bm e4;"), 1));
    let (line, found) = joined(&format!("{K} bm e4;"), &[text]);
    assert_eq!(
        (&*line, found.conflicts),
        (&*format!("{K} bm e4; fmvn 9; hmvc 5;"), 0)
    );
}

#[test]
fn a_join_adds_no_error() {
    // One move both best and to be avoided, and a predicted move that is not the line's first.
    check("bm e4;", "am e4; ce 1;", "bm e4; ce 1;", 1);
    check("am e4;", "bm e3 e4;", "am e4;", 1);
    check("pv e4;", "pm e3;", "pv e4;", 1);
    check(
        "draw_offer; sm e4;",
        "draw_claim; sm e4;",
        "draw_offer; sm e4;",
        1,
    );
    check("bm #5;", "dm 4;", "bm #5;", 1);
}

#[test]
fn records_of_another_position_and_ambiguous_ones_are_not_joined() {
    let first = format!("{K} bm e4; id \"a\";");
    let check = |first: &str, other: &str, why: &str| {
        let (text, found) = joined(first, &[other]);
        assert_eq!(text, first);
        assert!(
            matches!(found.left.as_slice(), [(0, reason)] if reason.contains(why)),
            "{other}: {found:?}"
        );
    };
    check(
        &first,
        "4k3/8/8/8/8/8/8/4K3 w - - ce 5; id \"a\";",
        "position differs",
    );
    check(&first, &format!("{K} ce 5; v=-3;"), "stray-text");
    check(&format!("{K} id \"x"), &first, "broken-quote");
    // It is ambiguous which of two values, and which move, is meant.
    check(
        &first,
        &format!("{K} c3 \"x\"; c3 \"y\"; id \"a\";"),
        "duplicate-opcode",
    );
    check(&first, &format!("{K} bm Zz9;"), "move-unreadable");
    check(&first, &format!("{K} bm Qh8;"), "move-illegal");
    check(&first, &format!("{K} bm e4!;"), "move-annotation");
    check(
        &format!("{K} bm e4!;"),
        &first,
        "the first of these records is ambiguous",
    );
    // An identical line is the same record, even a broken one.
    let broken = format!("{K} id \"x");
    let (text, found) = joined(&broken, &[&broken]);
    assert_eq!((text, found.left.len()), (broken, 0));
}

proptest! {
    #[test]
    fn a_join_keeps_or_counts_every_operation_and_adds_no_error(
        records in prop::collection::vec(
            prop::collection::vec(prop::sample::select(vec![
                "bm e4;", "bm e3;", "am e4;", "am Kd2;", "ce 1;", "ce 2;", "pv e4 Kd7;", "pm e3;", "pm e4;",
                "sm e4;", "id \"x\";", "id x;", "dm 3;", "bm #3;", "c0 \"a\";", "X 1 2;", "draw_offer;",
                "resign;", "bm Qh8;", "D1 6;", "hmvc 4;", "v=-3;",
            ]), 0..5),
            2..5,
        ),
    ) {
        let lines: Vec<Vec<u8>> = records.iter()
            .map(|operations| format!("{K} {}\n", operations.join(" ")).into_bytes())
            .collect();
        let options = ReadOptions::default();
        let found = join(&lines[0], &lines[1..], &options);
        let new = Record::read(&found.line, &options);
        let read: Vec<Record<'_>> = lines.iter().map(|line| Record::read(line, &options)).collect();
        let joined: Vec<&Record<'_>> = read.iter().enumerate()
            .filter(|(nth, _)| *nth == 0 || !found.left.iter().any(|(left, _)| left + 1 == *nth))
            .map(|(_, record)| record)
            .collect();
        prop_assert!(has_no_new_error(&new, &joined));
        let mut missing = 0;
        for record in &joined {
            for operation in record.operations() {
                let is_there = new.operations().iter().any(|own| {
                    new.opcode(own) == record.opcode(operation)
                        && covers(&new, own, record, operation)
                });
                missing += usize::from(!is_there);
            }
        }
        prop_assert!(missing <= found.conflicts, "{missing} {found:?}");
        // Ambiguous records stay unchanged, and no record becomes ambiguous.
        for (nth, record) in read.iter().enumerate().skip(1) {
            let is_left = found.left.iter().any(|(left, _)| left + 1 == nth);
            prop_assert!(is_left || !record.is_kept() || record.line() == lines[0]);
        }
        match read[0].is_kept() {
            true => prop_assert_eq!(&found.line, &lines[0]),
            false => prop_assert!(!new.is_kept()),
        }
    }
}
