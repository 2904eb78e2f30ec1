use super::*;
use crate::epd::ReadOptions;

fn check(line: &str, operations: &[(&str, Option<&str>)], expected: &str) {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let operations: Vec<_> = operations
        .iter()
        .map(|(opcode, operands)| ((*opcode).to_owned(), operands.map(str::to_owned)))
        .collect();
    let found = match set_operations(&record, &operations) {
        Ok(Some(line)) => String::from_utf8(line).expect("text"),
        Ok(None) => "unchanged".to_owned(),
        Err(refusal) => refusal.to_string(),
    };
    assert_eq!(found, expected, "{line}");
}

#[test]
fn assignments_that_can_never_apply_are_refused_early() {
    let check = |line: &str, expected: Option<&str>| {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {line}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let found = refused(&record, &["acn", "ce"]).map(|refusal| refusal.to_string());
        assert_eq!(found.as_deref(), expected, "{line}");
        let set = [("ce".to_owned(), Some("7".to_owned()))];
        assert_eq!(
            set_operations(&record, &set).is_err(),
            expected.is_some(),
            "{line}"
        );
    };
    check("id \"x\"; ce 5;", None);
    check("ce 5; ce 6;", Some("the record has two ce"));
    check(
        "bm e4; c0 \"open",
        Some(
            "the record's structure is ambiguous: a string whose quotes are not closed (broken-quote)",
        ),
    );
}

#[test]
fn operations_are_set_and_removed_in_one_change() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    check(
        &format!("{position} ce 5; pm Kd2; zz 1;\r\n"),
        &[
            ("pm", None),
            ("ce", Some("7")),
            ("pv", Some("e4")),
            ("none", None),
        ],
        &format!("{position} ce 7; pv e4; zz 1;\r\n"),
    );
    // A record that was not canonical keeps its other bytes.
    check(
        &format!("{position}  id \"x\"; ce 5"),
        &[("ce", Some("7")), ("acd", Some("1"))],
        &format!("{position}  id \"x\"; ce 7; acd 1;"),
    );
    check(
        &format!("{position} ce 5;"),
        &[("ce", Some("5")), ("pm", None)],
        "unchanged",
    );
}

#[test]
fn a_change_is_made_completely_or_not_at_all() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    check(
        &format!("{position} ce 5; ce 6;"),
        &[("acd", Some("1")), ("ce", Some("7"))],
        "the record has two ce",
    );
    check(
        &format!("{position} id \"open"),
        &[("acd", Some("1"))],
        "the record's structure is ambiguous: a string whose quotes are not closed (broken-quote)",
    );
    check(
        &format!("{position} Foo 3 pm Kd2; stray? text"),
        &[("acd", Some("1")), ("pm", None)],
        &format!("{position} Foo 3 pm Kd2; acd 1; stray? text"),
    );
    check(
        &format!("{position} Foo 3 pm Kd2; stray? text"),
        &[("acd", Some("1")), ("pm", Some("e4"))],
        "the record may already have pm, hidden in text that is not understood",
    );
    check(
        &format!("{position} pv Kd2;"),
        &[("pm", Some("e4"))],
        "the predicted move is not the first of `pv` (pm-pv)",
    );
}
