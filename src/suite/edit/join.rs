//! Joining records of the same position into one: the first record, with the operations that the others add.
//!
//! Some operations form a group: the results of one search, the clocks of a game, the points of moves. If two
//! records disagree about a group, the joined record has it from one of them only.

use crate::epd::edit::{self, Change, Refusal};
use crate::epd::moves::MOST_LINES;
use crate::epd::opcode::Shape;
use crate::epd::points::{self, Points, PointsEntry};
use crate::epd::{Code, Diagnostic, Operand, Operation, ReadOptions, Record, Severity, Value};
use crate::suite::duplicates::is_same_position;
use crate::suite::edit::settled;
use crate::suite::lines::text_of;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The result of joining records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinResult {
    pub line: Vec<u8>,
    /// The number of operations left out because they contradict the record or would add an error.
    pub conflicts: usize,
}

impl JoinResult {
    /// Returns the result for the first record alone.
    pub fn of(line: &[u8]) -> Self {
        Self {
            line: line.to_vec(),
            conflicts: 0,
        }
    }
}

/// The first of several records, to which others are joined one by one. It gets the operations that it lacks,
/// and two sets of moves are united. If two values differ, the first stays; nothing is added to a group of
/// operations (a search's results, a game's clocks, the points of moves) of which one differs. Only
/// unambiguous records of the same position are joined. Each operation of both records is found in the new
/// line or counted as a conflict, so no value is lost silently.
pub struct RecordJoiner<'a> {
    line: &'a [u8],
    options: &'a ReadOptions,
    first: Record<'a>,
    doubt: Option<String>,
}

impl<'a> RecordJoiner<'a> {
    /// Begins with the first record.
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
    /// The reason why the record can't be joined; `joined` is unchanged then.
    pub fn add(&self, joined: &mut JoinResult, other: &[u8]) -> Result<(), String> {
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

/// Returns the reason why a record can't be rewritten, and so can't be joined.
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
    // The clocks as FEN fields, which come last, are another notation for two operations.
    for operation in other.operations().iter().map(Some).chain([None]) {
        let record = Record::read(&line, options);
        let group = match operation {
            Some(operation) => OperationGroup::of(&other.opcode(operation), other),
            None => Some(OperationGroup::Clocks),
        };
        let (new, left_out) = match (group, operation) {
            (Some(group), _) if !taken.contains(&group) => {
                taken.push(group);
                group.taken(&record, other)
            }
            (None, Some(operation)) => with_operation(&record, other, operation),
            _ => continue,
        };
        conflicts += left_out;
        line = new.unwrap_or(line);
    }
    (line, conflicts)
}

/// Returns the line with one operation of another record (`None` if nothing is added), and the number of conflicts.
fn with_operation(
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
        .any(|own| covers(record, own, other, operation))
    {
        return (None, 0);
    }
    let operands = other.operands_span(operation).of(other.line());
    let is_set = operation
        .info
        .is_some_and(|info| info.shape == Shape::Moves);
    let line = match known.as_slice() {
        [] => with_changes(record, other, &[Change::Add(name.as_bytes(), operands)]),
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

/// Returns true if a record has, for each code, no more errors than the other records together.
fn has_no_new_error(new: &Record<'_>, others: &[&Record<'_>]) -> bool {
    // An evaluation and a mate distance that contradict each other can each be right alone.
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

fn is_same_operand(one: &Record<'_>, own: &Operand, two: &Record<'_>, other: &Operand) -> bool {
    match (&own.value, &other.value) {
        (Value::Move(own), Value::Move(other)) => own == other,
        (Value::Integer(own), Value::Integer(other)) => own == other,
        _ => one.string(own) == two.string(other),
    }
}

/// Returns true if an operation includes all values of another one with the same opcode.
fn covers(one: &Record<'_>, own: &Operation, two: &Record<'_>, other: &Operation) -> bool {
    let (mine, others) = (one.operands_of(own), two.operands_of(other));
    if other.info.is_some_and(|info| info.shape == Shape::Moves) {
        return others
            .iter()
            .all(|other| mine.iter().any(|own| is_same_operand(one, own, two, other)));
    }
    let pairs = mine.iter().zip(others);
    one.operands_bytes(own) == two.operands_bytes(other)
        || mine.len() == others.len()
            && pairs
                .into_iter()
                .all(|(own, other)| is_same_operand(one, own, two, other))
}

/// Returns the operands of the first operation, then those that only the second has.
fn union(one: &Record<'_>, own: &Operation, two: &Record<'_>, other: &Operation) -> Vec<u8> {
    let known = one.operands_of(own);
    let mut text = one.operands_span(own).of(one.line()).to_vec();
    for operand in two.operands_of(other) {
        if !known
            .iter()
            .any(|known| is_same_operand(one, known, two, operand))
        {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(operand.span.of(two.line()));
        }
    }
    text
}

/// Returns true if the new line has all operations of both lines, except for the conflicts, and no other
/// values. This check is independent of [`with`].
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
        is_clock || all.any(|own| one.opcode(own) == name && covers(one, own, two, operation))
    };
    let missing = other
        .operations()
        .iter()
        .filter(|operation| !says(&new, other, operation))
        .count();
    let is_invented = |operation: &Operation| {
        let name = new.opcode(operation);
        if CLOCKS.contains(&&*name) {
            return false;
        }
        let has = |record: &Record<'_>, operand| {
            let all = record.operations().iter();
            all.filter(|own| record.opcode(own) == name)
                .flat_map(|own| record.operands_of(own))
                .any(|own| is_same_operand(record, own, &new, operand))
        };
        let mut operands = new.operands_of(operation).iter();
        operands.any(|operand| !has(&old, operand) && !has(other, operand))
    };
    is_same_position(&old, &new)
        && old.operations().iter().all(|own| says(&new, &old, own))
        && missing <= conflicts
        && !new.operations().iter().any(is_invented)
        && !new.is_kept()
        && has_no_new_error(&new, &[&old, other])
}

/// The opcodes that every search writes: its result and its effort.
pub const RESULT: [&str; 6] = ["pv", "ce", "pm", "acd", "acn", "acs"];
/// The private operations for when the solution was found: depth, nodes, milliseconds.
pub const SOLVED: [&str; 3] = ["SolvedDepth", "SolvedNodes", "SolvedMs"];
/// The private operation for a mate that an engine found: full moves, negative if the side to move is mated,
/// 0 if none was found; or a string with the reason why the engine's line is not the mate that it claims.
pub const FOUND_MATE: &str = "FoundMate";
/// The operations that record how a search was made: the engine (`Ae`), the limit and the engine's options
/// (`Run`); and those of older results, `Engine` (with the options) and `Limit`.
pub const MADE: [&str; 4] = ["Ae", "Run", "Engine", "Limit"];

/// Returns the numbers of the lines after the first, each with the opcodes of its score and of its moves.
pub fn further_lines() -> impl Iterator<Item = (usize, [String; 2])> {
    (2..=usize::from(MOST_LINES))
        .map(|number| (number, ["Ce", "Pv"].map(|of| format!("{of}{number}"))))
}

/// Returns all opcodes that a search may write.
pub fn opcodes_of_search() -> impl Iterator<Item = String> {
    let own = RESULT
        .into_iter()
        .chain(SOLVED)
        .chain([FOUND_MATE])
        .chain(MADE);
    let further = further_lines().flat_map(|(_, opcodes)| opcodes);
    own.map(str::to_owned).chain(further)
}

const CLOCKS: [&str; 2] = ["fmvn", "hmvc"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OperationGroup {
    Search,
    Clocks,
    Points,
}

impl OperationGroup {
    fn of(opcode: &str, record: &Record<'_>) -> Option<Self> {
        match opcode {
            _ if opcodes_of_search().any(|of_search| of_search == opcode) => Some(Self::Search),
            _ if CLOCKS.contains(&opcode) => Some(Self::Clocks),
            _ if points::OPCODES.contains(&opcode) => {
                points::of(record)?.list(opcode).map(|_| Self::Points)
            }
            _ => None,
        }
    }

    /// Returns the line with the missing operations of this group added from the other record, all or none of
    /// them (`None` if nothing is added), and the number of operations left out.
    fn taken(self, record: &Record<'_>, other: &Record<'_>) -> (Option<Vec<u8>>, usize) {
        let mut conflicts = 0;
        let mut missing: Vec<(Cow<'_, str>, Cow<'_, [u8]>)> = Vec::new();
        if self == Self::Clocks {
            for opcode in CLOCKS {
                match (is_same_number(record, other, opcode), other.number(opcode)) {
                    (Some(is_same), _) => conflicts += usize::from(!is_same),
                    (None, Some(number)) if record.number(opcode).is_none() => {
                        missing.push((opcode.into(), number.to_string().into_bytes().into()));
                    }
                    (None, _) => {}
                }
            }
        } else {
            for operation in other.operations() {
                let opcode = other.opcode(operation);
                if Self::of(&opcode, other) != Some(self) {
                    continue;
                }
                match record.operation(&opcode) {
                    None => {
                        let operands = other.operands_span(operation).of(other.line());
                        missing.push((opcode, operands.into()));
                    }
                    Some(own) if covers(record, own, other, operation) => {}
                    Some(_) => conflicts += 1,
                }
            }
        }
        if missing.is_empty() {
            return (None, conflicts);
        }
        let changes: Vec<Change<'_>> = missing
            .iter()
            .map(|(opcode, operands)| Change::Add(opcode.as_bytes(), operands))
            .collect();
        let line = (!self.differs(record, other))
            .then(|| with_changes(record, other, &changes))
            .flatten()
            .filter(|line| self != Self::Points || is_of_one(line, record, other));
        match line {
            Some(line) => (Some(line), conflicts),
            None => (None, conflicts + missing.len()),
        }
    }

    fn differs(self, record: &Record<'_>, other: &Record<'_>) -> bool {
        let differ = |opcode: &str| match is_same_number(record, other, opcode) {
            Some(is_same) => !is_same,
            None => match (record.operation(opcode), other.operation(opcode)) {
                (Some(own), Some(operation)) => !covers(record, own, other, operation),
                _ => false,
            },
        };
        match self {
            Self::Search => opcodes_of_search().any(|opcode| differ(&opcode)),
            Self::Clocks => CLOCKS.into_iter().any(differ),
            Self::Points => match (points::of(record), points::of(other)) {
                (Some(own), Some(other)) => points_differ(&own, &other),
                _ => false,
            },
        }
    }
}

/// Returns true if the numbers of an opcode are equal in two records, in any notation; `None` if one record
/// has none.
fn is_same_number(one: &Record<'_>, other: &Record<'_>, opcode: &str) -> Option<bool> {
    let compared = one.number(opcode)?.compare(other.number(opcode)?);
    Some(compared == Some(Ordering::Equal))
}

/// Returns true if the points of the joined record come from one record, not half from each.
fn has_whole_points(new: &Record<'_>, record: &Record<'_>, other: &Record<'_>) -> bool {
    if points::of(new).is_none() {
        return true;
    }
    let disagreements = |record: &Record<'_>| {
        let all = record.diagnostics().iter();
        all.filter(|found| found.code == Code::PointsDisagree)
            .count()
    };
    match (points::of(record), points::of(other)) {
        (None, None) => false,
        (None, Some(_)) => disagreements(new) <= disagreements(other),
        (Some(_), _) => disagreements(new) <= disagreements(record),
    }
}

/// Returns true if a line has points and all its new lists come from the other record.
fn is_of_one(line: &[u8], record: &Record<'_>, other: &Record<'_>) -> bool {
    let new = Record::read(line, record.options());
    let Some(points) = points::of(&new) else {
        return false;
    };
    let says = |opcode: &&str, operation: &Operation| {
        let theirs = other.operation(opcode);
        theirs.is_some_and(|theirs| covers(&new, operation, other, theirs))
    };
    points::of(record).is_some()
        || points::OPCODES
            .iter()
            .filter(|opcode| points.list(opcode).is_some())
            .all(|opcode| new.operation(opcode).is_some_and(|own| says(opcode, own)))
}

/// Returns true if a list that both have differs in its moves or points.
fn points_differ(own: &Points, other: &Points) -> bool {
    let content = |named: &PointsEntry| (named.played, named.points);
    points::OPCODES
        .into_iter()
        .any(|opcode| match (own.list(opcode), other.list(opcode)) {
            (Some(own), Some(other)) => !own.iter().map(content).eq(other.iter().map(content)),
            _ => false,
        })
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;
