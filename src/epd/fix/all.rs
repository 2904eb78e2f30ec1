//! All fixes of a line, the unsafe ones too.

use super::super::diagnostic::{Code, Fix};
use super::super::edit;
use super::super::record::{ReadOptions, Record};
use super::choices::is_no_worse;

/// Bytes that are read of a line at most while its unsafe fixes are tried.
const PATIENCE: usize = 8 << 20;

/// Applies every fix: the safe ones, then the unsafe ones one after the other, the line read again
/// after each. One that would bring a new error, or does not help, is not applied.
pub fn apply_all_fixes(line: &[u8], options: &ReadOptions) -> Vec<u8> {
    let mut line = edit::apply_safe_fixes(line, options);
    let mut tried: Vec<(Code, Fix)> = Vec::new();
    let mut left = (PATIENCE / line.len().max(1)).clamp(8, 1000);
    while left > 0 {
        left -= 1;
        let record = Record::read(&line, options);
        let Some((code, fixes)) = next(&record, &tried) else {
            break;
        };
        // Those of one kind together, and only where that fails the first of them alone.
        let mut applied = edit::apply_fixes(&line, fixes.iter());
        if fixes.len() > 1 && !is_better(&record, &applied, code) {
            applied = edit::apply_fixes(&line, fixes.iter().take(1));
        }
        if is_better(&record, &applied, code) {
            line = edit::apply_safe_fixes(&applied, options);
            tried.clear();
        } else {
            tried.extend(fixes.into_iter().take(1).map(|fix| (code, fix)));
        }
    }
    line
}

/// The unsafe fixes of the first problem that has one, and of its kind behind it, apart from those
/// tried in vain.
fn next(record: &Record<'_>, tried: &[(Code, Fix)]) -> Option<(Code, Vec<Fix>)> {
    let mut found: Option<(Code, Vec<Fix>)> = None;
    for diagnostic in record.diagnostics() {
        let code = diagnostic.code;
        if found.as_ref().is_some_and(|(kind, _)| *kind != code) {
            continue;
        }
        let Some(fix) = record.proposed_fix(diagnostic).filter(|fix| !fix.safe) else {
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

/// Whether a line has fewer problems of a kind, and no new error.
fn is_better(record: &Record<'_>, line: &[u8], code: Code) -> bool {
    let after = Record::read(line, record.options());
    let count = |record: &Record<'_>| {
        let of_code = record.diagnostics().iter().filter(|d| d.code == code);
        of_code.count()
    };
    count(&after) < count(record) && is_no_worse(record, &after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let fixed = apply_all_fixes(line.as_bytes(), &ReadOptions::default());
        assert_eq!(String::from_utf8_lossy(&fixed), expected);
        let again = apply_all_fixes(&fixed, &ReadOptions::default());
        assert_eq!(fixed, again, "a second run changes nothing");
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
    fn moves_that_are_the_other_sides_turn_the_side_and_no_more() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        check(
            &format!("{start} b KQkq - bm d4 e4;"),
            &format!("{start} w KQkq - bm d4 e4;"),
        );
    }

    #[test]
    fn illegal_moves_go_and_the_others_stay() {
        check(
            &format!("{FIELDS} bm Qd2 Kd2 Qe2; id \"x\";"),
            &format!("{FIELDS} bm Kd2; id \"x\";"),
        );
    }

    #[test]
    fn what_would_bring_a_new_error_is_not_applied() {
        // Only the other side could play it, but then this king would be in check and not to move.
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
    fn a_long_line_of_illegal_moves_ends_soon() {
        let moves = " Qd2".repeat(20_000);
        let fixed = apply_all_fixes(
            format!("{FIELDS} bm Kd2{moves};").as_bytes(),
            &ReadOptions::default(),
        );
        assert_eq!(String::from_utf8_lossy(&fixed), format!("{FIELDS} bm Kd2;"));
    }
}
