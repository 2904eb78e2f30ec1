//! Two files record by record: which positions are in both with other operations, which records are
//! only in one of them.

pub(super) mod streamed;

use super::duplicates::{Sameness, fingerprint};
use super::line_end::text_of;
use super::line_set::LineSet;
use super::progress::Job;
use super::scan::{JobError, scan_part};
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, LineKind, Record, Skim};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// What two files have in common, and what not. Lines are 0-based. Comments and blank lines are not
/// compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Records of the same position with other operations: the line in the first file and in the
    /// second. In the first file's order.
    pub changed: Vec<(usize, usize)>,
    /// Lines of records that only the first file has.
    pub only_first: Vec<usize>,
    /// Lines of records that only the second file has.
    pub only_second: Vec<usize>,
    /// Records that both have, as they are.
    pub same: usize,
    /// Their lines, in the first file and in the second, in the first file's order; small, as they are
    /// most of what two versions of a large file have.
    pub identical: Vec<(u32, u32)>,
}

/// An operation that is not the same in two records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationDifference {
    /// Its opcode.
    pub opcode: String,
    /// Its operands in the first record, as text; `None` where that has no such operation.
    pub first: Option<String>,
    /// The same in the second.
    pub second: Option<String>,
}

/// A record by what it is about and what it says. The order is that in which records are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Print {
    /// Of its position; of its text where that can't be read.
    position: u64,
    /// Of all of it.
    record: u64,
    line: usize,
}

/// Compares two files. A position that is in a file several times is matched with equal records
/// first, then in order. Lines that are the same byte for byte are not read as records. Progress is in
/// lines of both, each of which counts twice.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn compare(first: &Snapshot, second: &Snapshot, job: &Job) -> Result<Comparison, JobError> {
    job.begin((first.line_count() + second.line_count()) as u64 * 2);
    let (left, right, identical) = without_common(texts(first, job)?, texts(second, job)?);
    let (mut here, mut there) = (prints(first, &left, job)?, prints(second, &right, job)?);
    here.sort_unstable();
    there.sort_unstable();
    let mut found = Comparison {
        same: identical.len(),
        ..Comparison::default()
    };
    for (one, other) in identical {
        found.take_identical(one, other);
    }
    let (mut here, mut there) = (&here[..], &there[..]);
    while let (Some(one), Some(other)) = (here.first(), there.first()) {
        let position = one.position.min(other.position);
        let group = |prints: &[Print]| prints.partition_point(|print| print.position <= position);
        let (ours, after) = here.split_at(group(here));
        let (theirs, behind) = there.split_at(group(there));
        (here, there) = (after, behind);
        found.take_group(ours, theirs);
    }
    found.only_first.extend(here.iter().map(|print| print.line));
    found
        .only_second
        .extend(there.iter().map(|print| print.line));
    found.changed.sort_unstable();
    found.only_first.sort_unstable();
    found.only_second.sort_unstable();
    found.identical.sort_unstable();
    Ok(found)
}

/// A record's text by its hash, and its line.
type Text = (u64, usize);

/// The texts of all records, in the order of their hashes.
fn texts(snapshot: &Snapshot, job: &Job) -> Result<Vec<Text>, JobError> {
    let mut texts: Vec<Text> = Vec::new();
    let task = |range| {
        let mut texts = Vec::new();
        snapshot.each_line(range, |line, bytes| {
            if Skim::kind_of(bytes) == LineKind::Record {
                texts.push((hash_of(bytes), line));
            }
            true
        });
        texts
    };
    scan_part(snapshot, 0..snapshot.line_count(), job, task, |part| {
        texts.extend(part);
        Ok(())
    })?;
    texts.sort_unstable();
    Ok(texts)
}

fn hash_of(line: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text_of(line).hash(&mut hasher);
    hasher.finish()
}

/// What becomes of a line of either file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    /// The record of this line in the first file is that of the second.
    Same(usize, usize),
    /// The same with other operations.
    Changed(usize, usize),
    OnlyFirst(usize),
    OnlySecond(usize),
}

/// Matches records of both files, in order, that are equal by `key`; gives the others.
fn match_equal<T: Copy, K: Ord>(
    (mut ours, mut theirs): (&[T], &[T]),
    key: impl Fn(&T) -> K,
    line: impl Fn(&T) -> usize,
    take: &mut impl FnMut(Match),
) {
    while let ([one, rest @ ..], [other, others @ ..]) = (ours, theirs) {
        match key(one).cmp(&key(other)) {
            Ordering::Equal => {
                take(Match::Same(line(one), line(other)));
                (ours, theirs) = (rest, others);
            }
            Ordering::Less => {
                take(Match::OnlyFirst(line(one)));
                ours = rest;
            }
            Ordering::Greater => {
                take(Match::OnlySecond(line(other)));
                theirs = others;
            }
        }
    }
    ours.iter()
        .for_each(|one| take(Match::OnlyFirst(line(one))));
    let left = theirs.iter();
    left.for_each(|other| take(Match::OnlySecond(line(other))));
}

/// Matches texts that both files have equally often.
fn match_texts(ours: &[Text], theirs: &[Text], mut take: impl FnMut(Match)) {
    match_equal((ours, theirs), |text| text.0, |text| text.1, &mut take);
}

/// Matches the records of one position: equal ones first, then in order.
fn match_group(ours: &[Print], theirs: &[Print], mut take: impl FnMut(Match)) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let both = (ours, theirs);
    match_equal(
        both,
        |print| print.record,
        |print| print.line,
        &mut |found| match found {
            Match::OnlyFirst(line) => left.push(line),
            Match::OnlySecond(line) => right.push(line),
            same => take(same),
        },
    );
    left.sort_unstable();
    right.sort_unstable();
    let both = left.len().min(right.len());
    left.drain(both..)
        .for_each(|line| take(Match::OnlyFirst(line)));
    right
        .drain(both..)
        .for_each(|line| take(Match::OnlySecond(line)));
    let changed = left.into_iter().zip(right);
    changed.for_each(|(one, other)| take(Match::Changed(one, other)));
}

/// The lines whose texts the other file does not have as often, and those that are in both.
fn without_common(ours: Vec<Text>, theirs: Vec<Text>) -> (LineSet, LineSet, Vec<(usize, usize)>) {
    let (mut left, mut right, mut same) = (Vec::new(), Vec::new(), Vec::new());
    match_texts(&ours, &theirs, |found| match found {
        Match::Same(one, other) | Match::Changed(one, other) => same.push((one, other)),
        Match::OnlyFirst(line) => left.push(line),
        Match::OnlySecond(line) => right.push(line),
    });
    (
        left.into_iter().collect(),
        right.into_iter().collect(),
        same,
    )
}

impl Comparison {
    /// Keeps the lines of a record that both files have.
    fn take_identical(&mut self, one: usize, other: usize) {
        if let (Ok(one), Ok(other)) = (u32::try_from(one), u32::try_from(other)) {
            self.identical.push((one, other));
        }
    }

    /// Takes the records of one position.
    fn take_group(&mut self, ours: &[Print], theirs: &[Print]) {
        match_group(ours, theirs, |found| match found {
            Match::Same(one, other) => {
                self.same += 1;
                self.take_identical(one, other);
            }
            Match::Changed(one, other) => self.changed.push((one, other)),
            Match::OnlyFirst(line) => self.only_first.push(line),
            Match::OnlySecond(line) => self.only_second.push(line),
        });
    }
}

fn prints(snapshot: &Snapshot, lines: &LineSet, job: &Job) -> Result<Vec<Print>, JobError> {
    let mut all = Vec::new();
    let task = |range: Range<usize>| {
        let mut prints = Vec::new();
        // Where nothing is to be read, nothing is.
        if lines
            .at_or_after(range.start)
            .is_none_or(|line| line >= range.end)
        {
            return prints;
        }
        snapshot.each_line(range, |line, bytes| {
            if lines.contains(line) {
                snapshot.work.parsed_lines(1);
                let record = Record::read(bytes, snapshot.read_options());
                prints.push(print(&record, line));
            }
            true
        });
        prints
    };
    scan_part(snapshot, 0..snapshot.line_count(), job, task, |part| {
        all.extend(part);
        Ok(())
    })?;
    Ok(all)
}

fn print(record: &Record<'_>, line: usize) -> Print {
    let of_text = || hash_of(record.line());
    Print {
        position: fingerprint(record, Sameness::Position).unwrap_or_else(of_text),
        record: fingerprint(record, Sameness::Record).unwrap_or_else(of_text),
        line,
    }
}

/// The operations that two records do not have in common, in the first one's order, then the
/// second's. Spellings of the same (`e2e4` and `e4`) are no difference where both records can be
/// written canonically.
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
    let shown = |operands: Vec<u8>| String::from_utf8_lossy(&operands).into_owned();
    let (ours, mut theirs) = (of(first), of(second));
    let mut found = Vec::new();
    for (opcode, operands) in ours {
        // The same one first: an opcode may stand in a record several times.
        let same = theirs
            .iter()
            .position(|(name, text)| *name == opcode && *text == operands);
        let other = same.or_else(|| theirs.iter().position(|(name, _)| *name == opcode));
        let other = other.map(|at| theirs.remove(at).1);
        if other.as_ref() != Some(&operands) {
            found.push(OperationDifference {
                opcode,
                first: Some(shown(operands)),
                second: other.map(shown),
            });
        }
    }
    found.extend(
        theirs
            .into_iter()
            .map(|(opcode, operands)| OperationDifference {
                opcode,
                first: None,
                second: Some(shown(operands)),
            }),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;
    use proptest::prelude::*;

    fn compared(first: &str, second: &str) -> Comparison {
        let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec()).snapshot();
        compare(&open(first), &open(second), &Job::new()).unwrap()
    }

    const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    const B: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ -";

    #[test]
    fn records_are_matched_by_their_positions_wherever_they_stand() {
        let found = compared(
            &format!("# head\n{A} bm e4;\n{B} id \"b\";\n"),
            &format!("{B} id \"b\";\n\n{A} bm e3;\n8/8/8/8/8/4k3/8/4K3 w - -\n"),
        );
        assert_eq!(found.changed, [(1, 2)]);
        assert_eq!(found.only_second, [3]);
        assert!(found.only_first.is_empty());
        assert_eq!((found.same, &found.identical[..]), (1, &[(2, 0)][..]));
    }

    #[test]
    fn equal_records_are_matched_before_others_of_the_same_position() {
        let found = compared(
            &format!("{A} bm e3;\n{A} bm e4;\n{A} bm Kd1;\n"),
            &format!("{A} bm e2e4;\n{A} am e4;\n"),
        );
        assert_eq!((found.same, &found.changed[..]), (1, &[(0, 1)][..]));
        assert_eq!(found.only_first, [2]);
    }

    #[test]
    fn records_without_a_position_are_matched_by_their_text() {
        let found = compared("no position\nother words\n", "other words\r\n");
        assert_eq!((found.same, &found.only_first[..]), (1, &[0][..]));
    }

    #[test]
    fn only_lines_that_differ_are_read_as_records() {
        let text: String = (0..9000).map(|n| format!("{A} ce {n};\n")).collect();
        let other = text.replace("ce 7777;", "ce 99999;");
        let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec());
        let (one, two) = (open(&text), open(&other));
        let found = compare(&one.snapshot(), &two.snapshot(), &Job::new()).unwrap();
        assert_eq!(
            (found.same, &found.changed[..]),
            (8999, &[(7777, 7777)][..])
        );
        assert!(one.work().lines_parsed <= 1 && two.work().lines_parsed <= 1);
    }

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
        let joined = crate::suite::bulk::join(&one, &[other], &options);
        assert_eq!((joined.line, joined.conflicts), (one, 1));
    }

    proptest! {
        #[test]
        fn every_record_is_in_just_one_place(
            first in prop::collection::vec(0u8..6, 0..12),
            second in prop::collection::vec(0u8..6, 0..12),
        ) {
            let text = |records: &[u8]| -> String {
                records
                    .iter()
                    .map(|n| format!("{} ce {};\n", if n % 2 == 0 { A } else { B }, n / 2))
                    .collect()
            };
            let found = compared(&text(&first), &text(&second));
            let both = found.same + found.changed.len();
            prop_assert_eq!(found.identical.len(), found.same);
            prop_assert!(found.identical.is_sorted_by_key(|(line, _)| *line));
            prop_assert_eq!(both + found.only_first.len(), first.len());
            prop_assert_eq!(both + found.only_second.len(), second.len());
            let back = compared(&text(&second), &text(&first));
            prop_assert_eq!(back.same, found.same);
            prop_assert_eq!(back.changed.len(), found.changed.len());
        }
    }
}
