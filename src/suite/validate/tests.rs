//! Validation of a small file with one of everything.

use super::*;
use crate::suite::{Grouping, Suite};

const TEXT: &str = "\
# a comment with \"anything\"

4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+; id \"one\";
4k3/8/8/8/8/8/8/4K2R w - - id \"one\"; bm Rh8+;
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8;
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+
";

fn validated(suite: &Suite) -> Validation {
    let options = ValidateOptions {
        canonical: Some(CanonicalOptions::default()),
        duplicate_ids: true,
        opcodes: true,
    };
    let so_far = CountsSoFar::default();
    let found = validate(&suite.snapshot(), &options, &Job::new(), &so_far).unwrap();
    assert_eq!(so_far.get(), found.counts);
    found
}

fn lines(set: &LineSet) -> Vec<usize> {
    set.iter().collect()
}

#[test]
fn every_kind_of_problem_is_counted_with_its_lines() {
    let suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
    let found = validated(&suite);
    assert_eq!(
        (
            found.counts.lines,
            found.counts.records,
            found.counts.comments
        ),
        (6, 4, 1)
    );
    assert_eq!(lines(&found.hints), [3]);
    assert_eq!(lines(&found.errors), [4]);
    assert_eq!(lines(&found.warnings), [5]);
    assert_eq!(lines(&found.problems), [4, 5]);
    assert_eq!(lines(&found.kept), [4]);
    assert_eq!(lines(&found.not_canonical), [3, 5]);
    assert_eq!(lines(&found.duplicate_ids.lines()), [2, 3]);
    let code = |name| {
        found
            .counts
            .by_code
            .get(&Code::from_name(name).unwrap())
            .copied()
    };
    assert_eq!(code("move-illegal"), Some(1));
    assert_eq!(code("missing-last-semicolon"), Some(1));
    assert_eq!(code("unsorted-operations"), Some(1));
    assert_eq!(code("bad-placement"), None);
    let opcodes: Vec<(&str, usize)> = found
        .counts
        .by_opcode
        .iter()
        .map(|(name, count)| (name.as_str(), *count))
        .collect();
    assert_eq!(opcodes, [("bm", 4), ("id", 2)]);
}

#[test]
fn counts_can_be_kept_up_to_date_line_by_line() {
    let mut suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
    let canonical = CanonicalOptions::default();
    let count = |suite: &Suite, line| {
        let (line, options) = (suite.line(line), suite.read_options());
        let mut counts = Counts::of_line(&line, options, Some(&canonical));
        counts.count_opcodes(&Record::read(&line, options));
        counts
    };
    let mut counts = validated(&suite).counts;
    counts.subtract(&count(&suite, 4));
    assert!(suite.replace_line(
        4,
        b"4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+;",
        Grouping::Step,
        "edit"
    ));
    counts.add(&count(&suite, 4));
    assert_eq!(counts, validated(&suite).counts);
}

#[test]
fn a_validation_reads_each_line_once() {
    let suite = Suite::from_bytes("test.epd", TEXT.as_bytes().repeat(1000));
    let options = ValidateOptions::default();
    validate(
        &suite.snapshot(),
        &options,
        &Job::new(),
        &CountsSoFar::default(),
    )
    .unwrap();
    assert_eq!(suite.work().lines_parsed, 6000);
    assert_eq!(suite.work().lines_read, 6000);
}
