//! The differences between the operations of two records.

use crate::epd::{CanonicalOptions, Record};

/// An operation that differs between two records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationDifference {
    pub opcode: String,
    /// The operands in the first record, as text; `None` if it lacks the operation.
    pub first: Option<String>,
    /// The operands in the second record.
    pub second: Option<String>,
}

/// Returns the operations that two records do not share, in the first one's order, then the second's. Different
/// spellings of one value (`e2e4` and `e4`) are no difference if both records can be written canonically.
pub fn operation_differences(first: &Record<'_>, second: &Record<'_>) -> Vec<OperationDifference> {
    let options = CanonicalOptions::default();
    match (first.canonical(&options), second.canonical(&options)) {
        (Some(one), Some(other)) => as_they_stand(
            &Record::read(&one, first.options()),
            &Record::read(&other, second.options()),
        ),
        _ => as_they_stand(first, second),
    }
}

fn as_they_stand(first: &Record<'_>, second: &Record<'_>) -> Vec<OperationDifference> {
    let of = |record: &Record<'_>| -> Vec<(String, Vec<u8>)> {
        let operations = record.operations().iter();
        operations
            .map(|operation| {
                let text = record.operands_span(operation).of(record.line());
                (record.opcode(operation).into_owned(), text.to_vec())
            })
            .collect()
    };
    let difference = |opcode, both: [Option<Vec<u8>>; 2]| {
        let shown = |operands: Vec<u8>| String::from_utf8_lossy(&operands).into_owned();
        let [first, second] = both.map(|operands| operands.map(shown));
        OperationDifference {
            opcode,
            first,
            second,
        }
    };
    let (ours, mut theirs) = (of(first), of(second));
    let mut found = Vec::new();
    for (opcode, operands) in ours {
        // An equal one first: an opcode may occur several times in a record.
        let same = theirs
            .iter()
            .position(|(name, text)| *name == opcode && *text == operands);
        let other = same.or_else(|| theirs.iter().position(|(name, _)| *name == opcode));
        let other = other.map(|at| theirs.remove(at).1);
        if other.as_ref() != Some(&operands) {
            found.push(difference(opcode, [Some(operands), other]));
        }
    }
    let theirs = theirs.into_iter();
    found.extend(theirs.map(|(opcode, operands)| difference(opcode, [None, Some(operands)])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::edit::{Joined, Joining};

    const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[test]
    fn what_is_not_the_same_in_two_records_is_told_by_operation() {
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
    fn texts_that_differ_in_a_byte_outside_utf_8_are_other_operations() {
        let options = crate::epd::ReadOptions::default();
        let line = |byte: u8| [A.as_bytes(), b" c0 \"J", &[byte], b"se\";"].concat();
        let (one, other) = (line(0xE1), line(0xE9));
        let found = operation_differences(
            &Record::read(&one, &options),
            &Record::read(&other, &options),
        );
        assert_eq!(found.len(), 1, "{found:?}");
        let mut joined = Joined::of(&one);
        Joining::of(&one, &options)
            .add(&mut joined, &other)
            .unwrap();
        assert_eq!((joined.line, joined.conflicts), (one, 1));
    }
}
