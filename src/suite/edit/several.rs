//! Setting several operations of a record at once, as a program's findings about its position.

use super::operation::{made, places, settled};
use crate::epd::Record;
use crate::epd::edit::{self, Change, Refusal};

/// Sets operations to their operands as written, and removes those without; returns the changed line, or `None` if
/// nothing changes. The change is proved as a whole, and made completely or not at all. A canonical record stays
/// canonical.
///
/// # Errors
/// The record can't be changed, for example because it has several operations of an opcode to be set.
pub fn set_operations(
    record: &Record<'_>,
    operations: &[(String, Option<String>)],
) -> Result<Option<Vec<u8>>, Refusal> {
    let mut changes = Vec::with_capacity(operations.len());
    for (opcode, operands) in operations {
        let places = places(record, |name| name == opcode);
        match (operands, places.as_slice()) {
            (None, places) => changes.extend(places.iter().copied().map(Change::Remove)),
            (Some(operands), []) => {
                changes.push(Change::Append(opcode.as_bytes(), operands.as_bytes()));
            }
            (Some(operands), [only]) => {
                let operation = record.operations().get(*only);
                let is_there = operation.is_some_and(|operation| {
                    record.operands_span(operation).of(record.line()) == operands.as_bytes()
                });
                if !is_there {
                    changes.push(Change::Operands(*only, operands.as_bytes()));
                }
            }
            (Some(_), several) => {
                return Err(Refusal::Several {
                    opcode: opcode.clone(),
                    count: several.len(),
                });
            }
        }
    }
    let changed = made(record, &changes)?.filter(|changed| changed != record.line());
    Ok(changed.map(|changed| settled(record, changed)))
}

/// Returns the reason why operations of these opcodes can't be set in a record, whatever their operands; to be
/// checked before hours are spent on finding them.
pub(crate) fn refused(record: &Record<'_>, opcodes: &[&str]) -> Option<Refusal> {
    if let Some(refusal) = edit::refused(record, opcodes) {
        return Some(refusal);
    }
    opcodes.iter().find_map(|opcode| {
        let count = places(record, |name| name == *opcode).len();
        (count > 1).then(|| Refusal::Several {
            opcode: (*opcode).to_owned(),
            count,
        })
    })
}

#[cfg(test)]
mod tests {
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
    fn what_can_never_be_set_is_known_before() {
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
    fn all_are_set_and_removed_in_one_change() {
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
    fn it_is_done_whole_or_not_at_all() {
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
}
