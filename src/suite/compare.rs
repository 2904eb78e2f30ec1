//! The comparison of two files record by record: positions that both have with different operations, and
//! records of only one; also the differences between the operations of two records.
//!
//! Records of one position within a file contradict each other if they disagree about its moves.

use crate::epd::{CanonicalOptions, ReadOptions, Record, Value};
use crate::suite::arrange::{Group, each_group};
use crate::suite::duplicates::{DuplicateKey, Duplicates, HashedRecords, Members, fingerprint};
use crate::suite::edit::Selection;
use crate::suite::external::{Order, RowSorter, Sorter};
use crate::suite::line_set::{LineSet, Part};
use crate::suite::lines::text_of;
use crate::suite::progress::Job;
use crate::suite::records::{Block, ChosenRecords, Records};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use shakmaty::Move;
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{io, iter};

/// The comparison of two open files, ignoring comments and blank lines. Lines are 0-based.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The records of equal key that are not identical, in order of the first file: the line in the first
    /// file and in the second.
    pub changed: Vec<(usize, usize)>,
    /// The lines of records that only one file has: in the first file, and in the second.
    pub only: [LineSet; 2],
    /// The number of identical records.
    pub same: usize,
    /// The lines of identical records in the first file and in the second, in order of the first. `u32` saves
    /// memory: most records of two versions of a large file are identical.
    pub identical: Vec<(u32, u32)>,
}

struct MatchTotals {
    same: usize,
    /// The lines of records that both have with different operations: in the first file, and in the second.
    changed: [Part; 2],
    only: [Part; 2],
    /// The pairs of lines with different operations: first that of the second file, then that of the first.
    pairs: RowSorter<2>,
}

/// Numbers of a record: the hash of its key (of its text if it has none), its file (0 or 1), the hash of its
/// canonical text, and its line.
type Print = [u64; 4];

/// Matches the records of both files: first by text, then the others by key and operations. Calls `same` with
/// the lines of identical records. If a file has a key several times, equal records are matched first, then
/// the others in order.
fn matched<R: Records>(
    both: [&R; 2],
    by: &DuplicateKey,
    mut same: impl FnMut(usize, usize),
) -> Result<MatchTotals, R::Error> {
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
    let mut unmatched = parts();
    let mut found = MatchTotals {
        same: 0,
        changed: parts(),
        only: parts(),
        pairs: RowSorter::default(),
    };
    let mut same = |found: &mut MatchTotals, one, other| {
        found.same += 1;
        same(one, other);
    };
    each_common_group(texts, |[ours, theirs]| {
        let of = |[_, _, line]: &[u64; 3]| index(*line);
        let common = ours.len().min(theirs.len());
        for (lines, texts) in unmatched.iter_mut().zip([ours, theirs]) {
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
    for ((on, unmatched), file) in both.into_iter().zip(unmatched).zip(0..) {
        let unmatched: LineSet = iter::once(unmatched).collect();
        let print = |line: usize, text: &[u8]| {
            let record = on.read(text);
            let of_text = || hash_of(record.line());
            let print = |by: &DuplicateKey| fingerprint(&record, by).unwrap_or_else(of_text);
            Some([print(by), file, print(&DuplicateKey::Record), line as u64])
        };
        on.records(Some(&unmatched), print, |print| Ok(prints.push(print)?))?;
    }
    each_common_group(prints, |[ours, theirs]| {
        match_key(ours, theirs, &mut found, &mut same)
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

/// Calls `take` for each first number with the rows of both files that begin with it; their second number is
/// the file.
fn each_common_group<const N: usize>(
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

/// Matches the records of one key: equal ones first, then the others in order.
fn match_key(
    mut ours: &[Print],
    mut theirs: &[Print],
    found: &mut MatchTotals,
    mut same: impl FnMut(&mut MatchTotals, usize, usize),
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

/// Compares two open files by a key. Lines that are equal byte for byte are not parsed. Progress is in lines
/// of both files, each counted twice.
///
/// # Errors
/// Cancelled, lines can no longer be read, or no temporary file can be made for sorting.
pub fn compare(
    first: &Snapshot,
    second: &Snapshot,
    by: &DuplicateKey,
    job: &Job,
) -> Result<Comparison, JobError> {
    job.begin((first.line_count() + second.line_count()) as u64 * 2);
    let both = [first, second].map(|file| ChosenRecords::of(file, &Selection::All, job));
    let mut identical = Vec::new();
    let found = matched(both.each_ref(), by, |one, other| {
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

/// The comparison of two streamed suites; its memory is two bits a record.
pub struct SuiteComparison {
    /// The number of identical records.
    pub same: usize,
    /// The number of records with an equal key that are not identical.
    pub changed: usize,
    /// The lines of records that only one suite has: in the first suite, and in the second.
    pub only: [LineSet; 2],
    pub pairs: Pairs,
}

/// The pairs of records with different operations: their texts and lines.
pub struct Pairs(Sorter);

impl SuiteComparison {
    /// Compares two suites; records of an equal key are the same record, with other operations or another position.
    ///
    /// # Errors
    /// A suite can't be read, or a private file can't be written.
    pub fn of<R: Records>(first: &R, second: &R, by: &DuplicateKey) -> Result<Self, R::Error> {
        let found = matched([first, second], by, |_, _| {})?;
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
    /// Calls `take` with each pair, as lines and texts in both suites, in order of the first.
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
    pub second: Option<String>,
}

/// Returns the operations that two records do not share, in the first one's order, then in the second's.
/// Different spellings of one value (`e2e4` and `e4`) are equal if both records have a canonical text.
pub fn operation_differences(first: &Record<'_>, second: &Record<'_>) -> Vec<OperationDifference> {
    let options = CanonicalOptions::default();
    match (first.canonical(&options), second.canonical(&options)) {
        (Some(one), Some(other)) => text_differences(
            &Record::read(&one, first.options()),
            &Record::read(&other, second.options()),
        ),
        _ => text_differences(first, second),
    }
}

fn text_differences(first: &Record<'_>, second: &Record<'_>) -> Vec<OperationDifference> {
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
        // Equal operations are matched first: an opcode may occur several times in a record.
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

/// Returns the groups of records with equal positions that contradict each other: their best moves differ, or
/// one avoids a best move of another. A group has all records of its position that name moves. Operands that
/// are not moves (`bm #7`) are ignored. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can no longer be read, there are more than 2^32, or no temporary file can be made for sorting.
pub fn contradictions(
    snapshot: &Snapshot,
    positions: &Duplicates,
    job: &Job,
) -> Result<Duplicates, JobError> {
    let on = ChosenRecords::of(snapshot, &Selection::All, job);
    on.begin(1);
    let mut found = Duplicates::default();
    each_among(&on, Members::of(positions)?, |contradiction| {
        let mut records = contradiction.records.iter().enumerate();
        records.try_for_each(|(nth, (line, _))| found.push(*line, nth == 0))
    })?;
    Ok(found)
}

/// Calls `take` with each contradiction among streamed records, in the order of their first records.
///
/// # Errors
/// The records can't be read, or `take` fails.
pub fn each_contradiction<R: Records>(
    on: &R,
    take: impl FnMut(Contradiction) -> Result<(), R::Error>,
) -> Result<(), R::Error> {
    let members = HashedRecords::of(on, &DuplicateKey::Position, false)?.members()?;
    each_among(on, members, take)
}

fn each_among<R: Records>(
    on: &R,
    members: Members,
    mut take: impl FnMut(Contradiction) -> Result<(), R::Error>,
) -> Result<(), R::Error> {
    each_group(
        on,
        members,
        |contradiction: Contradiction| match contradiction.opinions.contradict() {
            true => take(contradiction),
            false => Ok(()),
        },
    )
}

/// The records of one position that name moves and contradict each other.
#[derive(Default)]
pub struct Contradiction {
    opinions: Opinions,
    /// The line and the moves of each record.
    pub records: Vec<(usize, NamedMoves)>,
}

/// The moves that a record names as written, each with its opcode, `am` before `bm`.
pub type NamedMoves = Vec<(&'static str, String)>;

impl Group for Contradiction {
    fn begin(first: Block<'_>, options: &ReadOptions) -> Self {
        let mut contradiction = Self::default();
        contradiction.add(&[first], options);
        contradiction
    }

    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions) {
        for other in others {
            let record = Record::read(other.record(), options);
            if self.opinions.take(&record) {
                let named = ["am", "bm"].into_iter().filter_map(|opcode| {
                    let operation = record.operation(opcode)?;
                    Some((opcode, record.operands_text(operation)))
                });
                self.records.push((other.line, named.collect()));
            }
        }
    }
}

/// The moves named so far by the records of one position.
#[derive(Debug, Default)]
struct Opinions {
    count: usize,
    /// The best moves of the first record that names some.
    best: Vec<Move>,
    /// The index of that record, and whether another names best moves.
    best_by: (usize, bool),
    /// All moves to avoid, each with the index of the first record that names it and whether another does.
    avoid: Vec<(Move, usize, bool)>,
    /// Whether another record names different best moves.
    differ: bool,
}

impl Opinions {
    /// Adds the moves of a record; returns false if it names none.
    fn take(&mut self, record: &Record<'_>) -> bool {
        let [best, avoid] = ["bm", "am"].map(|opcode| moves(record, opcode));
        if best.is_empty() && avoid.is_empty() {
            return false;
        }
        let place = self.count;
        self.count += 1;
        for played in avoid {
            match self.avoid.iter_mut().find(|(known, ..)| *known == played) {
                Some((.., is_by_others)) => *is_by_others = true,
                None => self.avoid.push((played, place, false)),
            }
        }
        if self.best.is_empty() {
            (self.best, self.best_by) = (best, (place, false));
        } else if !best.is_empty() {
            self.differ |= best != self.best;
            self.best_by.1 = true;
        }
        true
    }

    /// Returns true if two records can't both be right. A record that contradicts itself is a different problem.
    fn contradict(&self) -> bool {
        // If all best moves are equal, one record may still avoid a best move of another.
        let (first, is_best_of_others) = self.best_by;
        let is_of_two = |(played, by, is_by_others): &(Move, usize, bool)| {
            self.best.contains(played) && (is_best_of_others || *is_by_others || *by != first)
        };
        self.differ || self.avoid.iter().any(is_of_two)
    }
}

/// Returns the moves that a record names, sorted.
fn moves(record: &Record<'_>, opcode: &str) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let operation = record.operation(opcode);
    for operand in operation.map_or(&[][..], |operation| record.operands_of(operation)) {
        if let Value::Move(played) = operand.value
            && !moves.contains(&played)
        {
            moves.push(played);
        }
    }
    moves.sort_by_cached_key(|played| format!("{played:?}"));
    moves
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod operations_tests;

#[cfg(test)]
mod contradictions_tests;
