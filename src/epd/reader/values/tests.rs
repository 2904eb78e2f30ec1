use super::mate_score;
use crate::epd::{ReadOptions, Record, edit};

const FIELDS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

fn codes(record: &Record<'_>) -> String {
    let codes = record.diagnostics().iter();
    let mut codes: Vec<_> = codes.map(|found| found.code.name()).collect();
    codes.dedup();
    codes.join(" ")
}

/// Checks the canonical operations and the codes.
#[track_caller]
fn check(operations: &str, expected: &str, found: &str) {
    let line = format!("{FIELDS} {operations}");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let written = record.canonical(&Default::default());
    let written = written.map(|line| String::from_utf8(line).expect("text"));
    assert_eq!(
        written,
        Some(format!("{FIELDS} {expected}")),
        "{operations}"
    );
    assert_eq!(codes(&record), found, "{operations}");
}

/// Checks that everything safe leaves a record unchanged and reports it, and the result of the unsafe fixes.
#[track_caller]
fn left(operations: &str, found: &str, fixed: &str) {
    let line = format!("{FIELDS} {operations}");
    let options = ReadOptions::default();
    let record = Record::read(line.as_bytes(), &options);
    assert_eq!(codes(&record), found, "{operations}");
    assert_eq!(record.canonical(&Default::default()), None);
    let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
    assert_eq!(String::from_utf8_lossy(&safe), line);
    let all = edit::apply_all_fixes(line.as_bytes(), &options).line;
    assert_eq!(String::from_utf8_lossy(&all), format!("{FIELDS} {fixed}"));
}

#[test]
fn a_missing_semicolon_is_inserted_after_a_complete_operand() {
    let missing = "missing-semicolon";
    check("acd 20 bm Bb5;", "acd 20; bm Bb5;", missing);
    check("D1 27 bm Bb5;", "D1 27; bm Bb5;", missing);
    check("D1 27 D2 20;", "D1 27; D2 20;", missing);
    check("Ae \"SF\" bm Bb5;", "Ae \"SF\"; bm Bb5;", missing);
    check("Ubm f1b5 acd 3;", "Ubm f1b5; acd 3;", missing);
    check("eval 0.63 id \"x\";", "eval 0.63; id \"x\";", missing);
    check("bm Bb5 sd 9;", "bm Bb5; sd 9;", missing);
    check(
        "acn 5 Var \"x\";",
        "Var \"x\"; acn 5;",
        "missing-semicolon unsorted-operations",
    );
    check(
        "sd 20 bm Bb5; ce 30;",
        "bm Bb5; ce 30; sd 20;",
        "missing-semicolon unsorted-operations",
    );
}

#[test]
fn unusual_operands_hide_no_operation() {
    for operations in [
        "eval = draw;",
        "eval mate in 35;",
        "diff 3 of 10;",
        "wdl 120 800 80;",
        "acd 20 of 30;",
    ] {
        check(operations, operations, "");
    }
    check(
        "id De Lange - Huebner;",
        "id \"De Lange - Huebner\";",
        "unquoted-string",
    );
    check("c0 I am sure;", "c0 \"I am sure\";", "unquoted-string");
    check(
        "c0 see pv of Fritz;",
        "c0 \"see pv of Fritz\";",
        "unquoted-string",
    );
    check("Foo resign;", "Foo resign;", "");
    check("noop bm Bb5;", "noop bm Bb5;", "");
}

#[test]
fn text_that_may_be_an_operation_or_an_operand_is_left_and_reported() {
    let (hidden, text) = ("swallowed-operation", "unquoted-string swallowed-operation");
    left("Foo 3 bm Bb5;", hidden, "Foo 3; bm Bb5;");
    left("acd 20 id foo;", hidden, "acd 20; id \"foo\";");
    left("Bc8bm id \"a\";", hidden, "Bc8bm; id \"a\";");
    left("D1 27D2 20;", hidden, "D1 27; D2 20;");
    left("id \"a\" eco B33;", hidden, "eco \"B33\"; id \"a\";");
    left(
        "bm Bb5; id A.09 acd 30;",
        text,
        "acd 30; bm Bb5; id \"A.09\";",
    );
    left("c0 Boissel eco B33;", text, "c0 \"Boissel\"; eco \"B33\";");
    left(
        "id LCTII.POS.09 c0 Boissel - Del Gobbo, corr. 1994;",
        text,
        "c0 \"Boissel - Del Gobbo, corr. 1994\"; id \"LCTII.POS.09\";",
    );
    left(
        "c0 eval = draw, c1 diff=9;",
        text,
        "c0 \"eval = draw,\"; c1 \"diff=9\";",
    );
    // A wrong check sign is a matter of spelling.
    left(
        "x bm Bb5+;",
        "short-opcode unknown-opcode swallowed-operation",
        "bm Bb5; x;",
    );
    // Moves in place of opcodes, and prose, are weaker evidence.
    let played = "Nc3 id \"a\";";
    left(played, hidden, played);
    let prose = "white has id \"a\" and more words;";
    left(prose, "unknown-opcode swallowed-operation", prose);
}

#[test]
fn no_fix_makes_a_second_operation_or_one_without_its_operand() {
    for (operations, found) in [
        ("Foo 3 id \"a\"; id \"b\";", "swallowed-operation"),
        ("id ce +M5;", "swallowed-operation unquoted-string"),
    ] {
        left(operations, found, operations);
    }
}

#[test]
fn mate_scores_count_plies() {
    assert_eq!(mate_score(b"+M5"), Some(32758));
    assert_eq!(mate_score(b"+M1"), Some(32766));
    assert_eq!(mate_score(b"-M3"), Some(-32761));
    assert_eq!(mate_score(b"M"), None);
    assert_eq!(mate_score(b"+M0"), None);
    assert_eq!(mate_score(b"+M9999"), None);
    assert_eq!(mate_score(b"+M-3"), None);
}
