//! How many problems of a record its fixes would correct: for summaries, which count and show none.

use super::super::diagnostic::{Code, Diagnostic};
use super::super::edit;
use super::super::record::{LONGEST_TRIED, Record};

/// How many problems can be fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixable {
    /// By safe fixes.
    pub safe: usize,
    /// Further ones by unsafe fixes; none that needs a choice.
    pub unsafe_: usize,
}

impl Record<'_> {
    /// How many problems safe fixes correct, and how many others unsafe ones.
    pub fn fixable(&self) -> Fixable {
        if self.diagnostics.is_empty() {
            return Fixable::default();
        }
        let all = self.diagnostics.len();
        let by_writing = |d: &Diagnostic| d.code.is_fixed_by_writing() && !d.blocks();
        let safe = if !self.is_kept() {
            // It becomes canonical, and canonical text has none of these.
            self.diagnostics.iter().filter(|d| by_writing(d)).count()
        } else if !self.is_structure_sound() {
            // No fix is safe there, and each that would be is an unsafe one.
            0
        } else {
            let may_be = |d: &Diagnostic| by_writing(d) || d.code == Code::DuplicateOpcode;
            if self.diagnostics.iter().any(may_be) {
                let line = edit::apply_safe_fixes(self.line, &self.options);
                let left = Record::read(&line, &self.options);
                all.saturating_sub(left.diagnostics.len())
            } else {
                0
            }
        };
        let unsafe_ = self.unsafe_ones(safe);
        Fixable { safe, unsafe_ }
    }

    /// Problems that unsafe fixes correct beyond the safe ones: counted by applying them, where one may
    /// have any.
    fn unsafe_ones(&self, safe: usize) -> usize {
        let is_sound = self.is_structure_sound();
        let by_writing = |d: &Diagnostic| !is_sound && d.code.is_fixed_by_writing() && !d.blocks();
        let may_have = self
            .diagnostics
            .iter()
            .filter(|d| self.may_have_unsafe_fix(d) || by_writing(d));
        if self.line.len() > LONGEST_TRIED {
            return may_have.filter(|d| d.code != Code::MoveIllegal).count();
        }
        if may_have.take(1).count() == 0 {
            return 0;
        }
        let applied = edit::apply_all_fixes(self.line, &self.options);
        if applied.done.is_empty() {
            return 0;
        }
        let left = Record::read(&applied.line, &self.options);
        let fixed = self.diagnostics.len() - safe;
        fixed.saturating_sub(left.diagnostics.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    /// Counts, and what applying the safe fixes really leaves.
    #[track_caller]
    fn check(line: &str, safe: usize, unsafe_: usize) {
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        assert_eq!(record.fixable(), Fixable { safe, unsafe_ }, "{line}");
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
}
