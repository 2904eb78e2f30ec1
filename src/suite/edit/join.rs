//! Joining records of the same position into one: the first record, with the operations that the others add.

mod together;

use super::operation::settled;
use crate::epd::Code;
use crate::epd::edit::{Change, Refusal};
use crate::epd::opcode::Shape;
use crate::epd::{Diagnostic, Operand, Operation, ReadOptions, Record, Severity, Value, edit};
use crate::suite::duplicates::is_same_position;
use crate::suite::line_end::text_of;
use together::{CLOCKS, Together, has_whole_points, is_same_number};

/// The result of joining records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The joined line.
    pub line: Vec<u8>,
    /// The number of operations left out because they contradict the record or would add an error.
    pub conflicts: usize,
}

impl Joined {
    /// Returns the result for a first record alone.
    pub fn of(line: &[u8]) -> Self {
        Self {
            line: line.to_vec(),
            conflicts: 0,
        }
    }
}

/// The first of several records, to which others are joined one by one. It gets the operations that it lacks; two
/// sets of moves are united. Of two different values the first stays. Of operations that belong together (a search's
/// results, a game's clocks, the points of moves) nothing is added where one differs. Only unambiguous records of the
/// same position are joined, so no value is lost unseen. Each operation of both records is read back from the new
/// line or counted as a conflict.
pub struct Joining<'a> {
    line: &'a [u8],
    options: &'a ReadOptions,
    first: Record<'a>,
    doubt: Option<String>,
}

impl<'a> Joining<'a> {
    /// Starts with this line.
    pub fn of(line: &'a [u8], options: &'a ReadOptions) -> Self {
        let first = Record::read(line, options);
        let doubt = doubt(&first).map(|refusal| format!("{FIRST_IN_DOUBT}: {refusal}"));
        Self {
            line,
            options,
            first,
            doubt,
        }
    }

    /// Joins another record to `joined`.
    ///
    /// # Errors
    /// Why it can't be joined; nothing is changed then.
    pub fn add(&self, joined: &mut Joined, other: &[u8]) -> Result<(), String> {
        if text_of(other) == text_of(self.line) {
            return Ok(());
        }
        let other = Record::read(other, self.options);
        let other_doubt = doubt(&other).map(|refusal| refusal.to_string());
        if let Some(reason) = other_doubt.or_else(|| self.doubt.clone()) {
            return Err(reason);
        }
        if !is_same_position(&self.first, &other) {
            return Err(OTHER_POSITION.to_owned());
        }
        let (new, conflicts) = with(&joined.line, &other, self.options);
        let new = settled(&self.first, new);
        if !is_of_both(&joined.line, &other, &new, conflicts, self.options) {
            return Err(READS_DIFFERENTLY.to_owned());
        }
        joined.line = new;
        joined.conflicts += conflicts;
        Ok(())
    }
}

/// Returns the diagnostic that keeps a record from being rewritten, and thus from being joined.
fn doubt(record: &Record<'_>) -> Option<Refusal> {
    let unsound = edit::checked(record, &[]).err();
    unsound.or_else(|| {
        let mut all = record.diagnostics().iter();
        let blocking = all.find(|found| found.blocks())?;
        Some(Refusal::Error(blocking.code))
    })
}

const FIRST_IN_DOUBT: &str = "the first of these records is ambiguous";
const OTHER_POSITION: &str = "the position differs";
const READS_DIFFERENTLY: &str = "the result would be read differently";

/// Returns the line with the operations that the other record adds, and the number of conflicts.
fn with(line: &[u8], other: &Record<'_>, options: &ReadOptions) -> (Vec<u8>, usize) {
    let (mut line, mut conflicts) = (line.to_vec(), 0);
    let mut taken = Vec::new();
    // The clocks of a FEN, which come last, are two operations written another way.
    for operation in other.operations().iter().map(Some).chain([None]) {
        let record = Record::read(&line, options);
        let group = match operation {
            Some(operation) => Together::of(&other.opcode(operation), other),
            None => Some(Together::Clocks),
        };
        let (new, left_out) = match (group, operation) {
            (Some(group), _) if !taken.contains(&group) => {
                taken.push(group);
                group.taken(&record, other)
            }
            (None, Some(operation)) => beyond(&record, other, operation),
            _ => continue,
        };
        conflicts += left_out;
        line = new.unwrap_or(line);
    }
    (line, conflicts)
}

/// Returns the line with one operation of another record (`None`: nothing is added), and the number of conflicts.
fn beyond(
    record: &Record<'_>,
    other: &Record<'_>,
    operation: &Operation,
) -> (Option<Vec<u8>>, usize) {
    let name = other.opcode(operation);
    let own = |own: &&Operation| record.opcode(own) == name;
    let places = record.operations().iter();
    let known: Vec<&Operation> = places.filter(own).collect();
    if known
        .iter()
        .any(|own| says_the_same(record, own, other, operation))
    {
        return (None, 0);
    }
    let operands = other.operands_span(operation).of(other.line());
    let is_set = operation
        .info
        .is_some_and(|info| info.shape == Shape::Moves);
    let line = match known.as_slice() {
        [] => with_changes(record, other, &[Change::Append(name.as_bytes(), operands)]),
        [only] if is_set => {
            let index = record.operations().iter().position(|own| own == *only);
            let operands = union(record, only, other, operation);
            index.and_then(|index| {
                with_changes(record, other, &[Change::Operands(index, &operands)])
            })
        }
        _ => None,
    };
    let conflicts = usize::from(line.is_none());
    (line, conflicts)
}

/// Returns the line with changes, unless they add an error that neither record has.
fn with_changes(
    record: &Record<'_>,
    other: &Record<'_>,
    changes: &[Change<'_>],
) -> Option<Vec<u8>> {
    let line = edit::by_hand(record, changes).ok()?;
    let new = Record::read(&line, record.options());
    let is_sound =
        has_no_new_error(&new, &[record, other]) && has_whole_points(&new, record, other);
    is_sound.then_some(line)
}

/// Returns true if a record has no more errors of any code than the others have together.
fn has_no_new_error(new: &Record<'_>, others: &[&Record<'_>]) -> bool {
    // An evaluation and a mate distance that disagree can each be right alone.
    let counts = |found: &Diagnostic| found.severity == Severity::Error || found.code == Code::CeDm;
    let errors = |record: &Record<'_>, code| {
        let all = record.diagnostics().iter();
        all.filter(|found| counts(found) && found.code == code)
            .count()
    };
    let all = new.diagnostics().iter();
    all.filter(|found| counts(found)).all(|found| {
        let known = others.iter().map(|other| errors(other, found.code));
        errors(new, found.code) <= known.sum()
    })
}

fn alike(one: &Record<'_>, own: &Operand, two: &Record<'_>, other: &Operand) -> bool {
    match (&own.value, &other.value) {
        (Value::Move(own), Value::Move(other)) => own == other,
        (Value::Integer(own), Value::Integer(other)) => own == other,
        _ => one.string(own) == two.string(other),
    }
}

/// Returns true if an operation of the same opcode covers everything that another one says.
fn says_the_same(one: &Record<'_>, own: &Operation, two: &Record<'_>, other: &Operation) -> bool {
    let (mine, others) = (one.operands_of(own), two.operands_of(other));
    if other.info.is_some_and(|info| info.shape == Shape::Moves) {
        return others
            .iter()
            .all(|other| mine.iter().any(|own| alike(one, own, two, other)));
    }
    let pairs = mine.iter().zip(others);
    one.operands_bytes(own) == two.operands_bytes(other)
        || mine.len() == others.len()
            && pairs
                .into_iter()
                .all(|(own, other)| alike(one, own, two, other))
}

/// Returns the operands of the first operation, then those of the other that it lacks.
fn union(one: &Record<'_>, own: &Operation, two: &Record<'_>, other: &Operation) -> Vec<u8> {
    let known = one.operands_of(own);
    let mut text = one.operands_span(own).of(one.line()).to_vec();
    for operand in two.operands_of(other) {
        if !known.iter().any(|known| alike(one, known, two, operand)) {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(operand.span.of(two.line()));
        }
    }
    text
}

/// Returns true if the new line, read back without [`with`], says all that both lines said except for the conflicts,
/// and nothing else.
fn is_of_both(
    line: &[u8],
    other: &Record<'_>,
    new: &[u8],
    conflicts: usize,
    options: &ReadOptions,
) -> bool {
    let (old, new) = (Record::read(line, options), Record::read(new, options));
    let says = |one: &Record<'_>, two: &Record<'_>, operation: &Operation| {
        let name = two.opcode(operation);
        let is_clock = CLOCKS.contains(&&*name) && is_same_number(one, two, &name) == Some(true);
        let mut all = one.operations().iter();
        is_clock
            || all.any(|own| one.opcode(own) == name && says_the_same(one, own, two, operation))
    };
    let missing = other
        .operations()
        .iter()
        .filter(|operation| !says(&new, other, operation))
        .count();
    let is_made_up = |operation: &Operation| {
        let name = new.opcode(operation);
        if CLOCKS.contains(&&*name) {
            return false;
        }
        let has = |record: &Record<'_>, operand| {
            let all = record.operations().iter();
            all.filter(|own| record.opcode(own) == name)
                .flat_map(|own| record.operands_of(own))
                .any(|own| alike(record, own, &new, operand))
        };
        let mut operands = new.operands_of(operation).iter();
        operands.any(|operand| !has(&old, operand) && !has(other, operand))
    };
    is_same_position(&old, &new)
        && old.operations().iter().all(|own| says(&new, &old, own))
        && missing <= conflicts
        && !new.operations().iter().any(is_made_up)
        && !new.is_kept()
        && has_no_new_error(&new, &[&old, other])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of joining several records to the first of them.
    #[derive(Debug)]
    pub(super) struct Found {
        pub line: Vec<u8>,
        pub conflicts: usize,
        /// The records that were not joined, by index among the others, with the reasons.
        pub left: Vec<(usize, String)>,
    }

    pub(super) fn join(line: &[u8], others: &[Vec<u8>], options: &ReadOptions) -> Found {
        let (joining, mut joined) = (Joining::of(line, options), Joined::of(line));
        let mut left = Vec::new();
        for (nth, other) in others.iter().enumerate() {
            if let Err(reason) = joining.add(&mut joined, other) {
                left.push((nth, reason));
            }
        }
        let Joined { line, conflicts } = joined;
        Found {
            line,
            conflicts,
            left,
        }
    }

    use crate::suite::line_end::end_of;
    use proptest::prelude::*;

    const K: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn joined(first: &str, others: &[&str]) -> (String, Found) {
        let lines: Vec<Vec<u8>> = others
            .iter()
            .map(|other| format!("{other}\n").into_bytes())
            .collect();
        let joined = join(format!("{first}\n").as_bytes(), &lines, &Default::default());
        let text = String::from_utf8(joined.line.clone()).unwrap();
        assert_eq!(end_of(text.as_bytes()), b"\n");
        (text.trim_end().to_owned(), joined)
    }

    /// Checks the joined operations of two records and the number of conflicts.
    #[track_caller]
    fn check(first: &str, other: &str, expected: &str, conflicts: usize) {
        let (text, joined) = joined(&format!("{K} {first}"), &[&format!("{K} {other}")]);
        assert_eq!(text, format!("{K} {expected}"));
        assert_eq!((joined.conflicts, joined.left), (conflicts, Vec::new()));
    }

    #[test]
    fn operations_and_moves_of_both_are_there() {
        check("bm e4;", "ce 5;", "bm e4; ce 5;", 0);
        check("bm e4;", "bm e3 e4; id \"x\";", "bm e3 e4; id \"x\";", 0);
        check("bm e4;", "bm e2e4;", "bm e4;", 0);
        check("ce 5; bm e4;", "X 1 2;", "ce 5; bm e4; X 1 2;", 0);
        check("id \"x\";", "id x;", "id \"x\";", 0);
        check("bm e4;", "bm e4", "bm e4;", 0);
    }

    #[test]
    fn of_values_that_differ_the_first_stays_and_the_conflict_is_counted() {
        check("ce 5;", "ce 6; id \"x\";", "ce 5; id \"x\";", 1);
        check(
            "id \"a\"; pv e4;",
            "id \"b\"; pv e3;",
            "id \"a\"; pv e4;",
            2,
        );
        check("X 1;", "X 1 2;", "X 1;", 1);
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 9";
        let (line, found) = joined(text, &["4k3/8/8/8/8/8/4P3/4K3 w - - 6 9 bm e4;"]);
        assert_eq!((&*line, found.conflicts), (&*format!("{text} bm e4;"), 1));
        let (line, found) = joined(&format!("{K} bm e4;"), &[text]);
        assert_eq!(
            (&*line, found.conflicts),
            (&*format!("{K} bm e4; fmvn 9; hmvc 5;"), 0)
        );
    }

    #[test]
    fn an_error_that_neither_had_does_not_come() {
        // One move both best and to be avoided, and a predicted move that is not the line's first.
        check("bm e4;", "am e4; ce 1;", "bm e4; ce 1;", 1);
        check("am e4;", "bm e3 e4;", "am e4;", 1);
        check("pv e4;", "pm e3;", "pv e4;", 1);
        check(
            "draw_offer; sm e4;",
            "draw_claim; sm e4;",
            "draw_offer; sm e4;",
            1,
        );
        check("bm #5;", "dm 4;", "bm #5;", 1);
    }

    #[test]
    fn another_position_or_a_structure_in_doubt_is_not_joined() {
        let first = format!("{K} bm e4; id \"a\";");
        let check = |first: &str, other: &str, why: &str| {
            let (text, found) = joined(first, &[other]);
            assert_eq!(text, first);
            assert!(
                matches!(found.left.as_slice(), [(0, reason)] if reason.contains(why)),
                "{other}: {found:?}"
            );
        };
        check(
            &first,
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5; id \"a\";",
            "position differs",
        );
        check(&first, &format!("{K} ce 5; v=-3;"), "stray-text");
        check(&format!("{K} id \"x"), &first, "broken-quote");
        // It is ambiguous which of two values, and which move, is meant.
        check(
            &first,
            &format!("{K} c3 \"x\"; c3 \"y\"; id \"a\";"),
            "duplicate-opcode",
        );
        check(&first, &format!("{K} bm Zz9;"), "move-unreadable");
        check(&first, &format!("{K} bm Qh8;"), "move-illegal");
        check(&first, &format!("{K} bm e4!;"), "move-annotation");
        check(
            &format!("{K} bm e4!;"),
            &first,
            "the first of these records is ambiguous",
        );
        // An identical line is the same record, even a broken one.
        let broken = format!("{K} id \"x");
        let (text, found) = joined(&broken, &[&broken]);
        assert_eq!((text, found.left.len()), (broken, 0));
    }

    proptest! {
        #[test]
        fn all_that_both_said_is_there_or_counted_and_no_error_is_new(
            records in prop::collection::vec(
                prop::collection::vec(prop::sample::select(vec![
                    "bm e4;", "bm e3;", "am e4;", "am Kd2;", "ce 1;", "ce 2;", "pv e4 Kd7;", "pm e3;", "pm e4;",
                    "sm e4;", "id \"x\";", "id x;", "dm 3;", "bm #3;", "c0 \"a\";", "X 1 2;", "draw_offer;",
                    "resign;", "bm Qh8;", "D1 6;", "hmvc 4;", "v=-3;",
                ]), 0..5),
                2..5,
            ),
        ) {
            let lines: Vec<Vec<u8>> = records.iter()
                .map(|operations| format!("{K} {}\n", operations.join(" ")).into_bytes())
                .collect();
            let options = ReadOptions::default();
            let found = join(&lines[0], &lines[1..], &options);
            let new = Record::read(&found.line, &options);
            let read: Vec<Record<'_>> = lines.iter().map(|line| Record::read(line, &options)).collect();
            let joined: Vec<&Record<'_>> = read.iter().enumerate()
                .filter(|(nth, _)| *nth == 0 || !found.left.iter().any(|(left, _)| left + 1 == *nth))
                .map(|(_, record)| record)
                .collect();
            prop_assert!(has_no_new_error(&new, &joined));
            let mut missing = 0;
            for record in &joined {
                for operation in record.operations() {
                    let is_there = new.operations().iter().any(|own| {
                        new.opcode(own) == record.opcode(operation)
                            && says_the_same(&new, own, record, operation)
                    });
                    missing += usize::from(!is_there);
                }
            }
            prop_assert!(missing <= found.conflicts, "{missing} {found:?}");
            // Ambiguous records stay unchanged, and no record becomes ambiguous.
            for (nth, record) in read.iter().enumerate().skip(1) {
                let is_left = found.left.iter().any(|(left, _)| left + 1 == nth);
                prop_assert!(is_left || !record.is_kept() || record.line() == lines[0]);
            }
            match read[0].is_kept() {
                true => prop_assert_eq!(&found.line, &lines[0]),
                false => prop_assert!(!new.is_kept()),
            }
        }
    }
}
