//! The number of problems that fixes would correct, for summaries that show no fixes.

use super::super::diagnostic::{Diagnostic, Fix};
use super::super::edit;
use super::super::record::{LONGEST_TRIED, Record};

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

    /// Returns true if a fix is the only one proposed: of several the user chooses.
    fn is_only_one(&self, diagnostic: &Diagnostic, fix: &Fix) -> bool {
        let line = fix.apply(self.line);
        let others = self.other_fixes(diagnostic);
        others.iter().all(|other| other.apply(self.line) == line)
    }
}

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
    fn what_safe_fixes_correct_is_counted_as_they_do() {
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
    fn a_long_line_without_semicolons_is_counted_soon() {
        let options = ReadOptions::default();
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K -{}", " Ae \"x\"".repeat(60_000));
        let record = Record::read(line.as_bytes(), &options);
        assert_eq!(record.unsafe_fix_count(), 0);
        assert!(record.is_kept() && record.safe_fix_count() < record.diagnostics.len());
    }
}
