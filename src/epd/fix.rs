//! Fixes are proposed by the catalogue and tried only on demand, since most diagnostics are only counted. Also their
//! titles, kinds and number, and the application of all fixes of a line.

mod proof;

use crate::epd::diagnostic::{Diagnostic, Severity};
use crate::epd::record::{LONGEST_TRIED, Operation, ReadOptions, Record};
use crate::epd::span::Span;
use crate::epd::{Code, Fix, edit};
use shakmaty::Color;

impl Record<'_> {
    /// Returns true if [`Record::fix`] has a fix to try for a diagnostic, though it may fail. This is cheap, whereas a
    /// safe fix requires another reading of the line.
    pub fn may_have_fix(&self, diagnostic: &Diagnostic) -> bool {
        self.proposed_fix(diagnostic).is_some()
    }
}

/// The [kind](Record::fix_kind) of a fix that removes a whole operation.
pub const REMOVES: &str = "removes the operation";

impl Record<'_> {
    /// Returns the unsafe fix that removes the operation around a diagnostic; `None` if there is none, or its removal
    /// would cause a new error.
    pub fn removal(&self, found: &Diagnostic) -> Option<Fix> {
        let mut operations = self.operations().iter();
        let around = operations.find(|operation| operation.span.holds(found.span))?;
        Fix::not_safe(self.removal_span(around.span), b"").filter(|fix| self.is_no_worse_with(fix))
    }

    /// Returns the kind of a fix for display: `safe`, `counted`, `another move` or the like.
    pub fn fix_kind(&self, found: &Diagnostic, fix: &Fix) -> &'static str {
        match found.code {
            _ if fix.safe => "safe",
            Code::WrongPerft => "counted",
            _ if self.removes_operation(fix) => REMOVES,
            _ if Some(fix.span) == self.field_spans().side => "makes all moves legal",
            Code::MoveIllegal if Some(fix.span) == self.field_spans().castling => "makes it legal",
            Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable
                if !fix.replacement.is_empty() =>
            {
                "another move"
            }
            _ => "may change the meaning",
        }
    }

    fn removes_operation(&self, fix: &Fix) -> bool {
        let gone = fix.span;
        fix.replacement.is_empty()
            && self.operations().iter().any(|operation| {
                gone.start <= operation.span.start
                    && operation.span.end == gone.end
                    && fix.span.of(self.line()).trim_ascii_start().len() == operation.span.len()
            })
    }
}

impl Record<'_> {
    /// Returns the number of problems with a safe fix, judging by the diagnostics without trying any fix.
    pub fn safe_fix_count(&self) -> usize {
        let of = |found: &&Diagnostic| match self.is_kept() {
            // The record becomes canonical, and canonical text has none of these.
            false => found.code.is_fixed_by_writing(),
            true => self.proposed_fix(found).is_some_and(|fix| fix.safe),
        };
        match self.may_have_safe_fixes() {
            true => self.diagnostics.iter().filter(of).count(),
            false => 0,
        }
    }

    /// Returns the number of problems that unsafe fixes correct beyond the safe ones, without those that need a
    /// choice. If one is proposed, all fixes are tried, which takes several readings of the line; a line of more than
    /// 8 KiB is not tried.
    pub fn unsafe_fix_count(&self) -> usize {
        let is_one = |found: &Diagnostic| {
            let fix = self.proposed_fix(found).filter(|fix| !fix.safe);
            fix.is_some_and(|fix| self.is_only_one(found, &fix))
        };
        if self.line.len() > LONGEST_TRIED || !self.diagnostics.iter().any(is_one) {
            return 0;
        }
        let left = |line: &[u8]| Record::read(line, &self.options).diagnostics.len();
        let applied = edit::apply_all_fixes(self.line, &self.options);
        match applied.done.is_empty() {
            true => 0,
            false => left(&edit::apply_safe_fixes(self.line, &self.options))
                .saturating_sub(left(&applied.line)),
        }
    }

    /// Returns true if a fix is the only one proposed: of several, the user chooses one.
    fn is_only_one(&self, diagnostic: &Diagnostic, fix: &Fix) -> bool {
        let line = fix.apply(self.line);
        let others = self.other_fixes(diagnostic);
        others.iter().all(|other| other.apply(self.line) == line)
    }
}

impl Record<'_> {
    /// Returns the title of a fix of this record: "write `Kd2` for `e1d2`".
    pub fn fix_title(&self, fix: &Fix) -> String {
        if Some(fix.span) == self.fields.side
            && let [letter @ (b'w' | b'b')] = *fix.replacement
            && self.side != Some(Color::from_white(letter == b'w'))
        {
            let side = if letter == b'w' { "White" } else { "Black" };
            return format!("make {side} the side to move");
        }
        if let Some(title) = self.castling_right_title(fix) {
            return title;
        }
        if self.sorts_operations(fix) {
            return "put the operations in order".to_owned();
        }
        fix.title(self.line)
    }

    /// Returns the title of an applied fix, for a report: "removed `x`", "wrote `Kd2` for `e1d2`".
    fn fix_done(&self, fix: &Fix) -> String {
        let title = self.fix_title(fix);
        let (verb, rest) = title.split_once(' ').unwrap_or((&title, ""));
        let done = match verb {
            "remove" => "removed",
            "insert" => "inserted",
            "write" => "wrote",
            "make" => "made",
            "give" => "gave",
            other => other,
        };
        format!("{done} {rest}")
    }

    fn sorts_operations(&self, fix: &Fix) -> bool {
        let (Some(first), Some(last)) = (self.operations.first(), self.operations.last()) else {
            return false;
        };
        fix.safe
            && fix.span == first.span.cover(last.span)
            && self.operations.len() > 1
            && self.has(Code::UnsortedOperations)
            && !self.has(Code::PerftList)
    }

    fn castling_right_title(&self, fix: &Fix) -> Option<String> {
        if Some(fix.span) != self.fields.castling {
            return None;
        }
        let old = fix.span.of(self.line);
        let mut new = fix.replacement.iter().filter(|b| !old.contains(*b));
        let letter = char::from(*new.next()?);
        if new.next().is_some() || !"KQkq".contains(letter) {
            return None;
        }
        let side = if letter.is_ascii_uppercase() {
            "White"
        } else {
            "Black"
        };
        Some(format!("add the castling right {letter} for {side}"))
    }
}

/// The number of bytes of a line to read while its unsafe fixes are tried.
const PATIENCE: usize = 8 << 20;

/// A line with its fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedLine {
    /// The new line.
    pub line: Vec<u8>,
    /// The unsafe fixes applied, in order: the code of the problem, and a short report ("removed `x`").
    pub done: Vec<(Code, String)>,
}

/// Applies the safe fixes of a line, then the unsafe ones one after the other, reading the line again after each. If
/// a problem has several fixes, none is applied, since the user chooses; nor is a fix that causes a new error or does
/// not help.
pub fn apply_all_fixes(line: &[u8], options: &ReadOptions) -> FixedLine {
    let mut line = edit::apply_safe_fixes(line, options);
    let mut done = Vec::new();
    let mut tried: Vec<(Code, Fix)> = Vec::new();
    let mut left = (PATIENCE / line.len().max(1)).clamp(8, 1000);
    while left > 0 {
        left -= 1;
        let record = Record::read(&line, options);
        let Some((code, mut fixes)) = next(&record, &tried) else {
            break;
        };
        // All fixes of one code together, or after a failure only the first.
        let mut applied = edit::apply_fixes(&line, fixes.iter());
        if fixes.len() > 1 && !is_better(&record, &applied, code) {
            fixes.truncate(1);
            applied = edit::apply_fixes(&line, fixes.iter());
        }
        if is_better(&record, &applied, code) {
            done.extend(fixes.iter().map(|fix| (code, record.fix_done(fix))));
            line = edit::apply_safe_fixes(&applied, options);
            tried.clear();
        } else {
            tried.extend(fixes.into_iter().take(1).map(|fix| (code, fix)));
        }
    }
    FixedLine { line, done }
}

/// Returns the only unsafe fix of the first problem that has one, and those of its code after it, except failed ones.
fn next(record: &Record<'_>, tried: &[(Code, Fix)]) -> Option<(Code, Vec<Fix>)> {
    let mut found: Option<(Code, Vec<Fix>)> = None;
    for diagnostic in record.diagnostics() {
        let code = diagnostic.code;
        if found.as_ref().is_some_and(|(kind, _)| *kind != code) {
            continue;
        }
        let Some(fix) = record.only_unsafe_fix(diagnostic) else {
            continue;
        };
        let is_new = !tried
            .iter()
            .any(|(kind, known)| *kind == code && *known == fix);
        let (_, fixes) = found.get_or_insert_with(|| (code, Vec::new()));
        let apart = fixes
            .last()
            .is_none_or(|last: &Fix| last.span.end < fix.span.start);
        if is_new && apart {
            fixes.push(fix);
        }
        if fixes.is_empty() {
            found = None;
        }
    }
    found
}

fn is_better(record: &Record<'_>, line: &[u8], code: Code) -> bool {
    let after = Record::read(line, record.options());
    let count = |record: &Record<'_>| {
        let of_code = record.diagnostics().iter().filter(|d| d.code == code);
        of_code.count()
    };
    count(&after) < count(record) && after.is_no_worse_than(record)
}

/// The largest number of choices that are ranked by trying each.
const RANKED: usize = 16;

impl Record<'_> {
    /// Returns all fixes for a diagnostic, in the order for a user to choose from; a safe one is the only one,
    /// otherwise all are unsafe. None of them causes a new error, and no two lead to the same line.
    pub fn fix_choices(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        self.fix_choices_from(diagnostic, self.fix(diagnostic))
    }

    /// Returns all fixes as [`Record::fix_choices`] does, given the result of [`Record::fix`].
    pub fn fix_choices_from(&self, diagnostic: &Diagnostic, first: Option<Fix>) -> Vec<Fix> {
        let has_first = first.is_some();
        let mut choices: Vec<Fix> = first.into_iter().collect();
        if self.line.len() > LONGEST_TRIED || choices.iter().any(|fix| fix.safe) {
            return choices;
        }
        let mut results: Vec<Vec<u8>> = choices.iter().map(|fix| fix.apply(self.line)).collect();
        let mut add = |fix: Fix| {
            let line = fix.apply(self.line);
            if !results.contains(&line) && self.is_no_worse_with(&fix) {
                results.push(line);
                choices.push(fix);
            }
        };
        self.other_fixes(diagnostic).into_iter().for_each(&mut add);
        if !has_first && diagnostic.severity == Severity::Error {
            // Without a certain fix, the operation can be removed.
            let around = self.operation_around(diagnostic.span);
            let gone = around.map(|operation| self.removal_span(operation.span));
            if let Some(fix) = gone.and_then(|span| Fix::not_safe(span, b"")) {
                add(fix);
            }
        }
        let are_few = choices.len() <= RANKED;
        choices.sort_by_cached_key(|fix| {
            // Replacements come before removals, and those that leave the fewest errors first.
            let is_removal = fix.replacement.is_empty();
            let errors = match are_few && !is_removal {
                true => self.errors_with(fix),
                false => 0,
            };
            (is_removal, errors, self.fix_rank(diagnostic, fix))
        });
        choices
    }

    /// Returns the unsafe fix of a diagnostic that has exactly one. Of several the user chooses, and only the user
    /// may remove a whole operation.
    pub fn only_unsafe_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let fix = self.proposed_fix(diagnostic).filter(|fix| !fix.safe)?;
        if self.is_too_long_to_try() && diagnostic.code == Code::MoveIllegal {
            // Other moves to choose from are not searched for in so long a line.
            return None;
        }
        let mut choices = self.fix_choices_from(diagnostic, Some(fix));
        choices.pop().filter(|_| choices.is_empty())
    }

    fn errors_with(&self, fix: &Fix) -> usize {
        let line = fix.apply(self.line);
        let after = Record::read(&line, &self.options);
        let errors = after.diagnostics().iter();
        errors
            .filter(|found| found.severity == Severity::Error)
            .count()
    }

    fn is_no_worse_with(&self, fix: &Fix) -> bool {
        let line = fix.apply(self.line);
        let after = Record::read(&line, &self.options);
        after.is_no_worse_than(self) && keeps_operations(self, &after, fix)
    }
}

/// Returns true if every operation outside a fix keeps its place: none is read as part of another.
fn keeps_operations(before: &Record<'_>, after: &Record<'_>, fix: &Fix) -> bool {
    let moved = |span: Span| {
        if span.start >= fix.span.end {
            span.start - fix.span.len() + fix.replacement.len()
        } else {
            span.start
        }
    };
    let outside = |operation: &&Operation| {
        operation.span.end <= fix.span.start || operation.span.start >= fix.span.end
    };
    let starts: Vec<usize> = after.operations.iter().map(|o| o.span.start).collect();
    before
        .operations
        .iter()
        .filter(outside)
        .all(|operation| starts.binary_search(&moved(operation.span)).is_ok())
}

#[cfg(test)]
mod choices_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    /// Checks the counts against the effect of applying the safe fixes.
    #[track_caller]
    fn check(line: &str, safe: usize, unsafe_: usize) {
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let counts = (record.safe_fix_count(), record.unsafe_fix_count());
        assert_eq!(counts, (safe, unsafe_), "{line}");
        let fixed = edit::apply_safe_fixes(line.as_bytes(), &options);
        let left = Record::read(&fixed, &options).diagnostics.len();
        assert_eq!(record.diagnostics.len() - left, safe, "{line}");
        let fixed = edit::apply_all_fixes(line.as_bytes(), &options).line;
        let left = Record::read(&fixed, &options).diagnostics.len();
        assert_eq!(record.diagnostics.len() - left, safe + unsafe_, "{line}");
    }

    #[test]
    fn the_count_of_fixable_problems_matches_the_safe_fixes() {
        let fields = "4k3/8/8/8/8/8/8/4K2R w K -";
        check(&format!("{fields} bm Kd2;"), 0, 0);
        check(&format!("{fields} id \"x\"; bm e1d2"), 3, 0);
        check(&format!("{fields} bm Qb7; id x;"), 1, 1);
        check(&format!("{fields} bm Qd2; id x;"), 1, 0);
        check(&format!("{fields} dm 0;"), 0, 0);
        check(&format!("{fields} dm -3; id \"x\"; id \"x\";"), 1, 1);
        check(&format!("{fields} bm;"), 0, 1);
        check("4k3/8/8/8/8/8/8/4K2R x K - bm Kd2", 0, 1);
        check(&format!("{fields} pm Kd2; pv Ke2;"), 0, 0);
        check("# a comment", 0, 0);
    }

    #[test]
    fn fixes_of_a_long_line_without_semicolons_are_counted_fast() {
        let options = ReadOptions::default();
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K -{}", " Ae \"x\"".repeat(60_000));
        let record = Record::read(line.as_bytes(), &options);
        assert_eq!(record.unsafe_fix_count(), 0);
        assert!(record.is_kept() && record.safe_fix_count() < record.diagnostics.len());
    }
}

#[cfg(test)]
mod all_tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let options = ReadOptions::default();
        let fixed = apply_all_fixes(line.as_bytes(), &options);
        assert_eq!(String::from_utf8_lossy(&fixed.line), expected);
        let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
        assert_eq!(
            fixed.done.is_empty(),
            fixed.line == safe,
            "{:?}",
            fixed.done
        );
        let again = apply_all_fixes(&fixed.line, &options);
        let nothing = Vec::new();
        assert_eq!(
            (again.line, again.done),
            (fixed.line, nothing),
            "a second run"
        );
    }

    const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    #[test]
    fn safe_fixes_come_first_and_unsafe_ones_follow() {
        check(
            &format!("{FIELDS} dm -3; bm e1d2!"),
            &format!("{FIELDS} bm Kd2; ce -32761;"),
        );
        check(
            "4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        );
    }

    #[test]
    fn an_illegal_move_with_several_fixes_is_left() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for line in [
            format!("{start} b KQkq - bm d4 e4;"),
            format!("{FIELDS} bm Qd2; id \"x\";"),
            "r3k2r/8/8/8/8/8/8/R3K2R w kq - bm O-O;".to_owned(),
        ] {
            check(&line, &line);
        }
    }

    #[test]
    fn the_only_fix_of_a_problem_is_applied_and_reported() {
        let line = format!("{FIELDS} bm Kd2 Qb7; id \"x\"; study by Van Breukelen \"1978\";");
        let fixed = apply_all_fixes(line.as_bytes(), &ReadOptions::default());
        assert_eq!(
            String::from_utf8_lossy(&fixed.line),
            format!("{FIELDS} bm Kd2; id \"x\";")
        );
        let stray = "removed `study by Van Breukelen \"1978\";`".to_owned();
        let expected = [
            (Code::MoveIllegal, "removed `Qb7`".to_owned()),
            (Code::StrayText, stray),
        ];
        assert_eq!(fixed.done, expected);
    }

    #[test]
    fn a_fix_that_adds_an_error_is_not_applied() {
        // Only the other side could play it, but then this king would be in check with the wrong side to move.
        let line = "4k3/8/8/8/8/8/8/4K2R w K - fmn 3; fmvn 2;";
        check(line, line);
    }

    #[test]
    fn problems_with_several_fixes_are_left() {
        let line = "4k3/8/8/8/8/8/R7/4K2R w K - bm Rh2;";
        check(line, line);
        let line = "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;";
        check(line, line);
    }

    #[test]
    fn an_annotated_move_is_one_problem_and_its_fix_writes_san() {
        let line = "6k1/6b1/8/8/8/8/8/4K1R1 w - - bm Rxg7!!;";
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let codes: Vec<_> = record.diagnostics().iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::MoveAnnotation]);
        check(line, "6k1/6b1/8/8/8/8/8/4K1R1 w - - bm Rxg7+;");
    }

    #[test]
    fn a_long_line_of_illegal_moves_is_left_unchanged_fast() {
        let moves = " Qd2".repeat(20_000);
        let line = format!("{FIELDS} bm Kd2{moves};");
        let fixed = apply_all_fixes(line.as_bytes(), &ReadOptions::default());
        assert_eq!(fixed.line, line.as_bytes());
    }
}
