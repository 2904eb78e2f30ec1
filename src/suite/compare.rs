//! The comparison of two files record by record: positions that both have with different operations, and records of
//! only one.
//!
//! The differences between the operations of two records.

use super::duplicates::{Sameness, fingerprint};
use super::edit::Chosen;
use super::external::{Order, RowSorter, Sorter};
use super::line_end::text_of;
use super::line_set::{LineSet, Part};
use super::progress::Job;
use super::records::{ChosenRecords, Records};
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, Record};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{io, iter};

/// The comparison of two open files, without comments and blank lines. Lines are 0-based.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The records of equal position but different operations: the line in the first file and in the second, in order
    /// of the first.
    pub changed: Vec<(usize, usize)>,
    /// The lines of records that only one file has: of the first, of the second.
    pub only: [LineSet; 2],
    /// The number of identical records.
    pub same: usize,
    /// The lines of identical records, in the first file and in the second, in order of the first. The numbers are
    /// small, as most records of two versions of a large file are identical.
    pub identical: Vec<(u32, u32)>,
}

/// The matched records of two files.
struct Matched {
    /// The number of identical records.
    same: usize,
    /// The lines of records that both have with different operations: of the first file, of the second.
    changed: [Part; 2],
    /// The lines of records that only one file has.
    only: [Part; 2],
    /// The pairs of lines with different operations: of the second file, of the first.
    pairs: RowSorter<2>,
}

/// The hashes of a record: of its position (of its text if that can't be read), its file, all of it; and its line.
type Print = [u64; 4];

/// Matches the records of both files: first by text, then the others by position and operations. Calls `same` with
/// the lines of identical records. A position that occurs several times in a file is matched with equal records
/// first, then in order.
fn matched<R: Records>(
    both: [&R; 2],
    mut same: impl FnMut(usize, usize),
) -> Result<Matched, R::Error> {
    let mut texts = RowSorter::<3>::default();
    let mut ends = [0; 2];
    for ((on, end), file) in both.into_iter().zip(&mut ends).zip(0..) {
        let text = |line: usize, text: &[u8]| Some((line, hash_of(text)));
        on.records(None, text, |(line, hash)| {
            *end = line + 1;
            Ok(texts.push([hash, file, line as u64])?)
        })?;
    }
    let parts = || ends.map(|end| Part::of(&(0..end)));
    let mut unlike = parts();
    let mut found = Matched {
        same: 0,
        changed: parts(),
        only: parts(),
        pairs: RowSorter::default(),
    };
    let mut same = |found: &mut Matched, one, other| {
        found.same += 1;
        same(one, other);
    };
    each_group(texts, |[ours, theirs]| {
        let of = |[_, _, line]: &[u64; 3]| index(*line);
        let common = ours.len().min(theirs.len());
        for (lines, texts) in unlike.iter_mut().zip([ours, theirs]) {
            texts
                .iter()
                .skip(common)
                .for_each(|text| lines.insert(of(text)));
        }
        let pairs = ours.iter().zip(theirs);
        pairs.for_each(|(one, other)| same(&mut found, of(one), of(other)));
        Ok(())
    })?;
    let mut prints = RowSorter::<4>::default();
    for ((on, unlike), file) in both.into_iter().zip(unlike).zip(0..) {
        let unlike: LineSet = iter::once(unlike).collect();
        let print = |line: usize, text: &[u8]| {
            let record = on.read(text);
            let of_text = || hash_of(record.line());
            let print = |by| fingerprint(&record, by).unwrap_or_else(of_text);
            Some([
                print(Sameness::Position),
                file,
                print(Sameness::Record),
                line as u64,
            ])
        };
        on.records(Some(&unlike), print, |print| Ok(prints.push(print)?))?;
    }
    each_group(prints, |[ours, theirs]| {
        match_position(ours, theirs, &mut found, &mut same)
    })?;
    Ok(found)
}

fn hash_of(line: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text_of(line).hash(&mut hasher);
    hasher.finish()
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Calls `take` with the rows of both files that begin with the same number; their second number is that of the file.
fn each_group<const N: usize>(
    rows: RowSorter<N>,
    mut take: impl FnMut([&[[u64; N]]; 2]) -> io::Result<()>,
) -> io::Result<()> {
    let mut sorted = rows.sorted()?;
    let mut group: Vec<[u64; N]> = Vec::new();
    loop {
        let row = sorted.next_row()?;
        let first = |row: Option<&[u64; N]>| row.and_then(|row| row.first().copied());
        if first(group.last()) != first(row.as_ref()) {
            let at = group.partition_point(|row| row.get(1) == Some(&0));
            let (ours, theirs) = group.split_at(at);
            take([ours, theirs])?;
            group.clear();
        }
        match row {
            Some(row) => group.push(row),
            None => return Ok(()),
        }
    }
}

/// Matches the records of one position: equal ones first, then in order.
fn match_position(
    mut ours: &[Print],
    mut theirs: &[Print],
    found: &mut Matched,
    mut same: impl FnMut(&mut Matched, usize, usize),
) -> io::Result<()> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    loop {
        let order = match (ours.first(), theirs.first()) {
            (Some([.., one, _]), Some([.., other, _])) => one.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let next = |from: &mut &[Print], is_next: bool| {
            let (print, rest) = from.split_first().filter(|_| is_next)?;
            *from = rest;
            let [.., line] = print;
            Some(index(*line))
        };
        match (
            next(&mut ours, order.is_le()),
            next(&mut theirs, order.is_ge()),
        ) {
            (Some(one), Some(other)) => same(found, one, other),
            (one, other) => {
                left.extend(one);
                right.extend(other);
            }
        }
    }
    left.sort_unstable();
    right.sort_unstable();
    let both = left.len().min(right.len());
    let [only, only_too] = &mut found.only;
    left.drain(both..).for_each(|line| only.insert(line));
    right.drain(both..).for_each(|line| only_too.insert(line));
    let [changed, changed_too] = &mut found.changed;
    for (one, other) in left.into_iter().zip(right) {
        changed.insert(one);
        changed_too.insert(other);
        found.pairs.push([other as u64, one as u64])?;
    }
    Ok(())
}

fn set(lines: Part) -> LineSet {
    iter::once(lines).collect()
}

/// Compares two open files. Lines that are equal byte for byte are not read as records. Progress is in lines of both,
/// each of which counts twice.
///
/// # Errors
/// Cancelled, lines can no longer be read, or no temporary file can be made for sorting.
pub fn compare(first: &Snapshot, second: &Snapshot, job: &Job) -> Result<Comparison, JobError> {
    job.begin((first.line_count() + second.line_count()) as u64 * 2);
    let both = [first, second].map(|file| ChosenRecords::of(file, &Chosen::All, job));
    let mut identical = Vec::new();
    let found = matched(both.each_ref(), |one, other| {
        if let (Ok(one), Ok(other)) = (u32::try_from(one), u32::try_from(other)) {
            identical.push((one, other));
        }
    })?;
    let mut changed = Vec::new();
    let mut pairs = found.pairs.sorted()?;
    while let Some([other, one]) = pairs.next_row()? {
        changed.push((index(one), index(other)));
    }
    changed.sort_unstable();
    identical.sort_unstable();
    Ok(Comparison {
        changed,
        only: found.only.map(set),
        same: found.same,
        identical,
    })
}

/// The comparison of two streamed suites, in memory bounded to two bits a record.
pub struct Compared {
    /// The number of identical records.
    pub same: usize,
    /// The number of records with equal position but different operations.
    pub changed: usize,
    /// The lines of records that only one suite has: of the first, of the second.
    pub only: [LineSet; 2],
    /// The pairs of records with different operations.
    pub pairs: Pairs,
}

/// The pairs of records with different operations: their texts, each with its line.
pub struct Pairs(Sorter);

impl Compared {
    /// Compares two suites.
    ///
    /// # Errors
    /// A suite can't be read, or a private file can't be written.
    pub fn of<R: Records>(first: &R, second: &R) -> Result<Self, R::Error> {
        let found = matched([first, second], |_, _| {})?;
        let [ours, theirs] = found.changed.map(set);
        let of = |line: usize, text: &[u8]| Some((line as u64, text.to_vec()));
        let mut texts = Sorter::new(Order::Rising);
        let mut put = |one: u64, file: u8, line: u64, text: &[u8]| {
            let key = [&one.to_be_bytes()[..], &[file]].concat();
            texts.push(&key, &[&line.to_be_bytes(), text])
        };
        first.records(Some(&ours), of, |(line, text)| {
            Ok(put(line, 0, line, &text)?)
        })?;
        let mut partners = found.pairs.sorted()?;
        second.records(Some(&theirs), of, |(line, text)| {
            match partners.next_row()? {
                Some([other, one]) if other == line => Ok(put(one, 1, line, &text)?),
                _ => Err(io::Error::other("the file changed while it was read").into()),
            }
        })?;
        Ok(Self {
            same: found.same,
            changed: ours.len(),
            only: found.only.map(set),
            pairs: Pairs(texts),
        })
    }
}

impl Pairs {
    /// Calls `take` with all pairs, with their lines in both suites, in order of the first.
    ///
    /// # Errors
    /// A private file can't be read, or `take` fails.
    pub fn each<E: From<io::Error>>(
        self,
        mut take: impl FnMut((usize, &[u8]), (usize, &[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut first: Option<(usize, Vec<u8>)> = None;
        let mut sorted = self.0.sorted()?;
        while let Some(text) = sorted.next_text()? {
            let (line, text) = text.split_first_chunk().unwrap_or((&[u8::MAX; 8], &[]));
            let line = index(u64::from_be_bytes(*line));
            match first.take() {
                None => first = Some((line, text.to_vec())),
                Some((one, before)) => take((one, &before), (line, text))?,
            }
        }
        Ok(())
    }
}

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
    use crate::suite::Suite;
    use proptest::prelude::*;

    fn compared(first: &str, second: &str) -> Comparison {
        let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec()).snapshot();
        compare(&open(first), &open(second), &Job::new()).unwrap()
    }

    fn only(found: &Comparison) -> [Vec<usize>; 2] {
        found.only.each_ref().map(|lines| lines.iter().collect())
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
        assert_eq!(only(&found), [vec![], vec![3]]);
        assert_eq!((found.same, &found.identical[..]), (1, &[(2, 0)][..]));
    }

    #[test]
    fn equal_records_are_matched_before_others_of_the_same_position() {
        let found = compared(
            &format!("{A} bm e3;\n{A} bm e4;\n{A} bm Kd1;\n"),
            &format!("{A} bm e2e4;\n{A} am e4;\n"),
        );
        assert_eq!((found.same, &found.changed[..]), (1, &[(0, 1)][..]));
        assert_eq!(only(&found), [vec![2], vec![]]);
    }

    #[test]
    fn records_without_a_position_are_matched_by_their_text() {
        let found = compared("no position\nother words\n", "other words\r\n");
        assert_eq!((found.same, only(&found)), (1, [vec![0], vec![]]));
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

    /// Returns the comparison of two streamed suites.
    fn gone_by(first: &Snapshot, second: &Snapshot) -> Comparison {
        let (all, job) = (Chosen::All, Job::new());
        let on = [first, second].map(|file| ChosenRecords::of(file, &all, &job));
        let [one, other] = on.each_ref();
        let found = Compared::of(one, other).unwrap();
        let mut changed = Vec::new();
        let taken = found.pairs.each(|(one, before), (other, after)| {
            assert_eq!(before, &*first.line(one));
            assert_eq!(after, &*second.line(other));
            changed.push((one, other));
            Ok::<(), io::Error>(())
        });
        taken.unwrap();
        assert_eq!(found.changed, changed.len());
        Comparison {
            changed,
            only: found.only,
            same: found.same,
            identical: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn suites_that_go_by_are_compared_as_those_that_are_open(
            first in prop::collection::vec(0u8..12, 0..30),
            second in prop::collection::vec(0u8..12, 0..30),
        ) {
            let text = |records: &[u8]| -> String {
                let spelt = |n: &u8| match n % 3 {
                    0 => format!("bm Kd1; ce {};", n / 6),
                    1 => format!("ce {}; bm Ke1d1;", n / 6),
                    _ => format!("ce {};", n / 6),
                };
                let line = |n: &u8| format!("{} {}\n", if n.is_multiple_of(2) { A } else { B }, spelt(n));
                records.iter().map(line).collect()
            };
            let open = |records: &[u8]| Suite::from_bytes("a.epd", text(records).into_bytes()).snapshot();
            let (first, second) = (open(&first), open(&second));
            let held = compare(&first, &second, &Job::new()).unwrap();
            let held = Comparison { identical: Vec::new(), ..held };
            prop_assert_eq!(gone_by(&first, &second), held);
        }

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
            prop_assert_eq!(both + found.only[0].len(), first.len());
            prop_assert_eq!(both + found.only[1].len(), second.len());
            let back = compared(&text(&second), &text(&first));
            prop_assert_eq!(back.same, found.same);
            prop_assert_eq!(back.changed.len(), found.changed.len());
        }
    }
}

#[cfg(test)]
mod operations_tests {
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
