use super::*;
use crate::suite::edit::{JoinResult, RecordJoiner};

const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn differences_of_two_records_are_listed_by_operation() {
    let of = |one: &str, other: &str| {
        let options = crate::epd::ReadOptions::default();
        let (one, other) = (format!("{A} {one}"), format!("{A} {other}"));
        operation_differences(
            &Record::read(one.as_bytes(), &options),
            &Record::read(other.as_bytes(), &options),
        )
        .into_iter()
        .map(|found| (found.opcode, found.first, found.second))
        .collect::<Vec<_>>()
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        of("bm e2e4; ce 3; id \"x\";", "bm e4; id \"y\"; dm 3;"),
        [
            ("ce".into(), text("3"), None),
            ("id".into(), text("\"x\""), text("\"y\"")),
            ("dm".into(), None, text("3")),
        ]
    );
    assert_eq!(of("bm e4;", "bm e2e4;"), []);
}

#[test]
fn texts_with_different_invalid_utf_8_are_different_operations() {
    let options = crate::epd::ReadOptions::default();
    let line = |byte: u8| [A.as_bytes(), b" c0 \"J", &[byte], b"se\";"].concat();
    let (one, other) = (line(0xE1), line(0xE9));
    let found = operation_differences(
        &Record::read(&one, &options),
        &Record::read(&other, &options),
    );
    assert_eq!(found.len(), 1, "{found:?}");
    let mut joined = JoinResult::of(&one);
    RecordJoiner::of(&one, &options)
        .add(&mut joined, &other)
        .unwrap();
    assert_eq!((joined.line, joined.conflicts), (one, 1));
}
