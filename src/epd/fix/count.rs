//! How many problems of a record its fixes would correct: for summaries, which count and show none.

use super::super::diagnostic::{Code, Detail, Diagnostic};
use super::super::edit;
use super::super::operand;
use super::super::record::Record;

/// How many problems can be fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixable {
    /// By safe fixes.
    pub safe: usize,
    /// Further ones for which there is an unsafe fix, tried or not.
    pub unsafe_: usize,
}

impl Record<'_> {
    /// How many problems safe fixes correct, and for how many others there is an unsafe fix.
    pub fn fixable(&self) -> Fixable {
        if self.diagnostics.is_empty() {
            return Fixable::default();
        }
        let all = self.diagnostics.len();
        let by_writing = |d: &Diagnostic| d.code.is_mended() && !d.blocks();
        if !self.is_kept() {
            // It becomes canonical, and canonical text has none of these.
            let safe = self.diagnostics.iter().filter(|d| by_writing(d)).count();
            return Fixable {
                safe,
                unsafe_: unsafe_ones(self),
            };
        }
        if !self.is_structure_sound() {
            // No fix is safe there, and each that would be is an unsafe one.
            let all = self.diagnostics.iter();
            let others = all.filter(|d| by_writing(d)).count();
            return Fixable {
                safe: 0,
                unsafe_: others + unsafe_ones(self),
            };
        }
        let may_be = |d: &Diagnostic| by_writing(d) || d.code == Code::DuplicateOpcode;
        if !self.diagnostics.iter().any(may_be) {
            return Fixable {
                safe: 0,
                unsafe_: unsafe_ones(self),
            };
        }
        let line = edit::apply_safe_fixes(self.line, &self.options);
        let left = Record::read(&line, &self.options);
        Fixable {
            safe: all.saturating_sub(left.diagnostics.len()),
            unsafe_: unsafe_ones(&left),
        }
    }
}

/// Problems with an unsafe fix. Told from the code and what is at hand: a fix is made only where it is
/// shown or applied.
fn unsafe_ones(record: &Record<'_>) -> usize {
    let has_fix = |d: &&Diagnostic| match d.code {
        Code::MissingCastling => d.blocks() && record.fields.side.is_some(),
        Code::CastlingImpossible
        | Code::EpImpossible
        | Code::StrayText
        | Code::MoveIllegal
        | Code::MoveAnnotation
        | Code::MoveAsOpcode
        | Code::EmptyMoves
        | Code::CeDm => true,
        Code::WrongPerft => matches!(d.detail, Detail::Number(_)),
        Code::UnknownOpcode => matches!(d.detail, Detail::Static(_)),
        Code::OperandRange => {
            let number = operand::read_integer(d.span.of(record.line));
            matches!(number, Some(-383..=-1)) && record.operation("ce").is_none()
        }
        _ => false,
    };
    record.diagnostics.iter().filter(has_fix).count()
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
    }

    #[test]
    fn what_safe_fixes_correct_is_counted_as_they_do() {
        let fields = "4k3/8/8/8/8/8/8/4K2R w K -";
        check(&format!("{fields} bm Kd2;"), 0, 0);
        check(&format!("{fields} id \"x\"; bm e1d2"), 3, 0);
        check(&format!("{fields} bm Qd2; id x;"), 1, 1);
        check(&format!("{fields} dm -3; id \"x\"; id \"x\";"), 1, 1);
        check(&format!("{fields} bm;"), 0, 1);
        check("4k3/8/8/8/8/8/8/4K2R x K - bm Kd2", 0, 1);
        check(&format!("{fields} pm Kd2; pv Ke2;"), 0, 0);
        check("# a comment", 0, 0);
    }
}
