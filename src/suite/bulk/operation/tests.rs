use super::*;
use proptest::prelude::*;

fn changed(change: &RecordChange, line: &str) -> Option<String> {
    let line = change
        .apply(line.as_bytes(), &ReadOptions::default())
        .expect("nothing is refused")?;
    Some(String::from_utf8(line).unwrap())
}

fn set(text: &str) -> RecordChange {
    RecordChange::Set(Assignment::parse(text).unwrap())
}

const CANONICAL: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n";
const LOOSE: &str = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"x\"; bm e4; c0 \"a;b\"\r\n";

#[test]
fn setting_changes_one_operation_and_keeps_a_canonical_record_canonical() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 5; id \"x\";\n";
    assert_eq!(changed(&set("ce 5"), CANONICAL).as_deref(), Some(text));
    assert_eq!(changed(&set("id x"), CANONICAL), None);
    let text = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"new one\"; bm e4; c0 \"a;b\"\r\n";
    assert_eq!(changed(&set("id new one"), LOOSE).as_deref(), Some(text));
    let text = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"x\"; bm e4; c0 \"a;b\"; ce 5;\r\n";
    assert_eq!(changed(&set("ce 5;"), LOOSE).as_deref(), Some(text));
}

#[test]
fn removing_and_renaming_reach_every_operation_with_the_opcode() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; bm e4; ce 2; D1 3;\n";
    let remove = RecordChange::Remove(vec!["ce".to_owned(), "D1".to_owned()]);
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    assert_eq!(changed(&remove, line).as_deref(), Some(text));
    assert_eq!(changed(&remove, text), None);
    let rename = RecordChange::Rename("ce".to_owned(), "Ce".to_owned());
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - Ce 1; bm e4; Ce 2; D1 3;\n";
    assert_eq!(changed(&rename, line).as_deref(), Some(text));
}

#[test]
fn comments_and_blank_lines_are_left_alone() {
    for change in [
        set("ce 5"),
        RecordChange::Remove(vec!["bm".to_owned()]),
        RecordChange::Fix,
    ] {
        assert_eq!(changed(&change, "# bm e4;\n"), None);
        assert_eq!(changed(&change, "\n"), None);
    }
}

#[test]
fn what_would_break_a_record_is_refused() {
    for text in [
        "",
        "5 x",
        "ce 1; bm e4",
        "c0 \"open",
        "c0 a\"b",
        "bm e4\nd4",
        "c0 \"a\"b",
    ] {
        assert!(Assignment::parse(text).is_err(), "{text}");
    }
    assert_eq!(Assignment::parse("c0 \"a;b\"").unwrap().operands, "\"a;b\"");
    assert_eq!(Assignment::parse("c0 a;b;").unwrap().operands, "\"a;b\"");
}

#[test]
fn what_is_wrong_in_any_record_is_no_assignment() {
    for (text, code) in [
        ("ce abc", Code::OperandType),
        ("ce", Code::OperandCount),
        ("dm -1", Code::OperandRange),
        ("bm xyz", Code::MoveUnreadable),
        ("bm e4!", Code::MoveAnnotation),
        ("refcom bogus", Code::OperandRange),
    ] {
        match Assignment::parse(text) {
            Err(AssignmentError::Wrong { code: found, .. }) => {
                assert_eq!(found, code, "{text}")
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // These depend on the record.
    for text in ["bm Qh8", "bm #3", "draw_offer", "bm f8 = Q", "foo bar"] {
        assert!(Assignment::parse(text).is_ok(), "{text}");
    }
}

fn refused(change: &RecordChange, line: &str) -> String {
    let result = change.apply(line.as_bytes(), &ReadOptions::default());
    result.expect_err("it is refused").to_string()
}

#[test]
fn a_record_that_the_change_does_not_fit_is_left_with_the_reason() {
    let two = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; ce 2;\n";
    assert_eq!(refused(&set("ce 5"), two), "the record has two ce");
    let stray = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ??? what\n";
    assert!(refused(&set("id x"), stray).contains("(stray-text)"));
    assert!(refused(&set("bm Qh8"), CANONICAL).contains("(move-illegal)"));
    let rename = |old: &str, new: &str| RecordChange::Rename(old.into(), new.into());
    assert!(refused(&rename("id", "am"), CANONICAL).contains("(move-unreadable)"));
    assert_eq!(
        refused(&rename("bm", "id"), CANONICAL),
        "the record already has id"
    );
    assert_eq!(changed(&rename("pv", "bm"), CANONICAL), None);
}

proptest! {
    #[test]
    fn an_operation_that_was_set_is_read_back(operands in "[ -~]{0,20}") {
        if let Ok(assignment) = Assignment::new("Private", operands.trim()) {
            for line in [CANONICAL, LOOSE] {
                let line = changed(&RecordChange::Set(assignment.clone()), line).unwrap();
                let record = Record::read(line.as_bytes(), &ReadOptions::default());
                let found = record.operation("Private").unwrap();
                prop_assert_eq!(
                    record.operands_span(found).of(line.as_bytes()),
                    assignment.operands.as_bytes()
                );
            }
        }
    }
}
