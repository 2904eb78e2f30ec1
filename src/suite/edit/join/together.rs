//! Operations that belong together: the results of one search, the clocks of a game, the points of a record's moves.
//! Where two records disagree, the joined record takes all of one group from one of them.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{says_the_same, with_changes};
use crate::epd::Code;
use crate::epd::edit::Change;
use crate::epd::points::{self, Named, Points};
use crate::epd::{Operation, Record};

/// The opcodes of a search: its results, its effort and its author.
const SEARCH: [&str; 11] = [
    "pv",
    "ce",
    "pm",
    "acd",
    "acn",
    "acs",
    "SolvedDepth",
    "SolvedNodes",
    "SolvedMs",
    "Engine",
    "Limit",
];
/// The opcodes of a game's clocks.
pub(super) const CLOCKS: [&str; 2] = ["fmvn", "hmvc"];

/// A group of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    Search,
    Clocks,
    Points,
}

impl Together {
    /// Returns the group of an operation of this record.
    pub(super) fn of(opcode: &str, record: &Record<'_>) -> Option<Self> {
        match opcode {
            _ if SEARCH.contains(&opcode) => Some(Self::Search),
            _ if CLOCKS.contains(&opcode) => Some(Self::Clocks),
            _ if points::OPCODES.contains(&opcode) => {
                points::of(record)?.list(opcode).map(|_| Self::Points)
            }
            _ => None,
        }
    }

    /// Returns the line with the operations of this group that the other record adds, all or none of them (`None`:
    /// nothing is added), and the number of operations left out.
    pub(super) fn taken(self, record: &Record<'_>, other: &Record<'_>) -> (Option<Vec<u8>>, usize) {
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
                    Some(own) if says_the_same(record, own, other, operation) => {}
                    Some(_) => conflicts += 1,
                }
            }
        }
        if missing.is_empty() {
            return (None, conflicts);
        }
        let changes: Vec<Change<'_>> = missing
            .iter()
            .map(|(opcode, operands)| Change::Append(opcode.as_bytes(), operands))
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

    /// Returns true if two records disagree about this group.
    pub(super) fn differs(self, record: &Record<'_>, other: &Record<'_>) -> bool {
        let differ = |opcode: &&str| match is_same_number(record, other, opcode) {
            Some(is_same) => !is_same,
            None => match (record.operation(opcode), other.operation(opcode)) {
                (Some(own), Some(operation)) => !says_the_same(record, own, other, operation),
                _ => false,
            },
        };
        match self {
            Self::Search => SEARCH.iter().any(differ),
            Self::Clocks => CLOCKS.iter().any(differ),
            Self::Points => match (points::of(record), points::of(other)) {
                (Some(own), Some(other)) => points_differ(&own, &other),
                _ => false,
            },
        }
    }
}

/// Returns true if the numbers of an opcode are equal in two records, however they are written; `None` if one has none.
pub(super) fn is_same_number(one: &Record<'_>, other: &Record<'_>, opcode: &str) -> Option<bool> {
    let compared = one.number(opcode)?.compare(other.number(opcode)?);
    Some(compared == Some(Ordering::Equal))
}

/// Returns true if the points of the joined record come whole from one record, not half from each.
pub(super) fn has_whole_points(new: &Record<'_>, record: &Record<'_>, other: &Record<'_>) -> bool {
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

/// Returns true if a line has points and all lists that are new in it come from the other record.
fn is_of_one(line: &[u8], record: &Record<'_>, other: &Record<'_>) -> bool {
    let new = Record::read(line, record.options());
    let Some(points) = points::of(&new) else {
        return false;
    };
    let says = |opcode: &&str, operation: &Operation| {
        let theirs = other.operation(opcode);
        theirs.is_some_and(|theirs| says_the_same(&new, operation, other, theirs))
    };
    points::of(record).is_some()
        || points::OPCODES
            .iter()
            .filter(|opcode| points.list(opcode).is_some())
            .all(|opcode| new.operation(opcode).is_some_and(|own| says(opcode, own)))
}

/// Returns true if a list that both have differs in content, however it is written.
fn points_differ(own: &Points, other: &Points) -> bool {
    let said = |named: &Named| (named.played, named.points);
    points::OPCODES
        .into_iter()
        .any(|opcode| match (own.list(opcode), other.list(opcode)) {
            (Some(own), Some(other)) => !own.iter().map(said).eq(other.iter().map(said)),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::super::tests::join;
    use crate::epd::Record;

    const K: &str = "4k3/8/8/8/8/8/3PP3/4K3 w - -";

    /// Checks the joined operations of two records, in any order, and the number of conflicts.
    #[track_caller]
    fn check(first: &str, other: &str, expected: &str, conflicts: usize) {
        let [first, other, expected] =
            [first, other, expected].map(|text| format!("{K} {text}").into_bytes());
        let joined = join(&first, &[other], &Default::default());
        assert_eq!(operations(&joined.line), operations(&expected));
        assert_eq!((joined.conflicts, joined.left), (conflicts, Vec::new()));
    }

    fn operations(line: &[u8]) -> Vec<String> {
        let record = Record::read(line, &Default::default());
        let all = record.operations().iter();
        let mut all: Vec<String> = all
            .map(|operation| operation.span.of(line).escape_ascii().to_string())
            .collect();
        all.sort();
        all
    }

    #[test]
    fn who_searched_is_not_said_of_what_another_found() {
        let of = |ce: u32, name: &str| format!("acd 9; ce {ce}; Engine \"{name}\"; pv d4;");
        check(&of(30, "A 1"), &of(40, "B 2"), &of(30, "A 1"), 2);
        check("ce 30;", &of(40, "B 2"), "ce 30;", 4);
        check("ce 40;", &of(40, "B 2"), &of(40, "B 2"), 0);
    }

    #[test]
    fn points_are_those_of_one_record() {
        let whole = "c0 \"d4=10, e4=4\"; c7 \"d4 e4\"; c8 \"10 4\"; c9 \"d2d4 e2e4\";";
        check("bm e4;", whole, &format!("bm e4; {whole}"), 0);
        check(whole, whole, whole, 0);
        // Different points: none of them is taken.
        let other = "c0 \"e4=10, e3=6\";";
        check(other, whole, other, 4);
        check(whole, other, whole, 1);
        let other = "c7 \"e4 d4\"; c8 \"10 4\";";
        check(other, whole, other, 3);
        let other = "c7 \"e4 d4\";";
        check(other, "c7 \"d4 e4\"; c8 \"10 5\";", other, 2);
        // Equal points in other lists, or written another way.
        check("c0 \"d4=10, e4=4\";", whole, whole, 0);
        let rest = &whole[whole.find("c7").expect("a list")..];
        let first = "c0 \"d4=10,e4=4\";";
        check(first, whole, &format!("{first} {rest}"), 1);
        // A comment is not a list.
        let first = "c0 \"pawns\";";
        check(first, whole, &format!("{first} {rest}"), 1);
        check(whole, first, whole, 1);
        check(
            "c9 \"1-0\";",
            whole,
            "c9 \"1-0\"; c0 \"d4=10, e4=4\"; c7 \"d4 e4\"; c8 \"10 4\";",
            1,
        );
        // Two halves are no points alone.
        check("c7 \"d4 e4\";", "c8 \"10 4\";", "c7 \"d4 e4\";", 1);
        check(
            "c7 \"d4 e4\";",
            "c9 \"d2d4 e2e4\";",
            "c7 \"d4 e4\"; c9 \"d2d4 e2e4\";",
            0,
        );
        // Points that already disagree stay as one record has them.
        let wrong = "c0 \"d4=10\"; c8 \"11\"; c7 \"d4\";";
        check("bm e4;", wrong, &format!("bm e4; {wrong}"), 0);
    }

    #[test]
    fn what_a_search_found_is_of_one_search_where_two_disagree() {
        let deep = "ce 45; acd 20; acn 999; pv e4 Kd7; pm e4;";
        check("bm e4;", deep, &format!("bm e4; {deep}"), 0);
        check("ce 30; acd 12;", deep, "ce 30; acd 12;", 5);
        check("ce 30;", deep, "ce 30;", 5);
        check("pm d4; bm d4;", deep, "pm d4; bm d4;", 5);
        check("pv d4;", "pm e4; acn 7; id \"x\";", "pv d4; id \"x\";", 2);
        // Where they agree, each adds to the other.
        check(
            "ce 45; pm e4;",
            deep,
            "ce 45; pm e4; acd 20; acn 999; pv e4 Kd7;",
            0,
        );
        check("ce +45;", "ce 45; acd 20;", "ce +45; acd 20;", 0);
        check("acd 12;", "ce 5;", "acd 12; ce 5;", 0);
        check(
            "acd 12; SolvedMs 5;",
            "acd 13; SolvedMs 5; acs 3;",
            "acd 12; SolvedMs 5;",
            2,
        );
        // An evaluation that the mate distance contradicts.
        check("dm 3;", "ce 5; pv e4;", "dm 3;", 2);
    }

    #[test]
    fn the_clocks_are_those_of_one_game() {
        check("hmvc 4;", "hmvc 0; fmvn 35;", "hmvc 4;", 2);
        check("hmvc 4;", "hmvc 4; fmvn 35;", "hmvc 4; fmvn 35;", 0);
        check("hmvc 4;", "0 35 bm e4;", "hmvc 4; bm e4;", 2);
        check("hmvc 4;", "4 35 bm e4;", "hmvc 4; bm e4; fmvn 35;", 0);
    }
}
