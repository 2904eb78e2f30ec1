//! Applying all fixes of a line, including unsafe ones.

use super::super::diagnostic::{Code, Fix};
use super::super::edit;
use super::super::record::{ReadOptions, Record};

/// The number of bytes of a line to read while its unsafe fixes are tried.
const PATIENCE: usize = 8 << 20;

/// A line with its fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    pub line: Vec<u8>,
    /// The deed of each unsafe fix, in order, with the code of its problem.
    pub done: Vec<(Code, String)>,
}

/// Applies the safe fixes of a line, then the unsafe ones one after the other, reading the line again after each. If
/// a problem has several fixes, the user chooses and none is applied; nor is one that would cause a new error, or
/// does not help.
pub fn apply_all_fixes(line: &[u8], options: &ReadOptions) -> Applied {
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
        // All of one kind together, or after a failure only the first of them.
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
    Applied { line, done }
}

/// Returns the only unsafe fix of the first problem that has one, and those of its kind after it, except for those
/// that failed.
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

/// Returns true if a line has fewer problems of a kind, and no new error.
fn is_better(record: &Record<'_>, line: &[u8], code: Code) -> bool {
    let after = Record::read(line, record.options());
    let count = |record: &Record<'_>| {
        let of_code = record.diagnostics().iter().filter(|d| d.code == code);
        of_code.count()
    };
    count(&after) < count(record) && after.is_no_worse_than(record)
}

#[cfg(test)]
mod tests {
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
    fn an_illegal_move_that_may_be_another_or_the_other_sides_is_left() {
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
    fn the_only_fix_of_a_problem_is_applied_and_said() {
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
    fn what_would_bring_a_new_error_is_not_applied() {
        // Only the other side could play it, but then this king would be in check with the wrong side to move.
        let line = "4k3/8/8/8/8/8/8/4K2R w K - fmn 3; fmvn 2;";
        check(line, line);
    }

    #[test]
    fn what_needs_a_choice_is_left() {
        let line = "4k3/8/8/8/8/8/R7/4K2R w K - bm Rh2;";
        check(line, line);
        let line = "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;";
        check(line, line);
    }

    #[test]
    fn an_annotation_is_one_problem_of_its_move_and_its_fix_spells_it() {
        let line = "6k1/6b1/8/8/8/8/8/4K1R1 w - - bm Rxg7!!;";
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let codes: Vec<_> = record.diagnostics().iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::MoveAnnotation]);
        check(line, "6k1/6b1/8/8/8/8/8/4K1R1 w - - bm Rxg7+;");
    }

    #[test]
    fn a_long_line_of_illegal_moves_is_left_and_soon() {
        let moves = " Qd2".repeat(20_000);
        let line = format!("{FIELDS} bm Kd2{moves};");
        let fixed = apply_all_fixes(line.as_bytes(), &ReadOptions::default());
        assert_eq!(fixed.line, line.as_bytes());
    }
}
