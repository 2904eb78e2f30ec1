//! The proof of fixes, by reading the line that each makes.
//!
//! The fixes of a record with few problems are proved one by one. With thousands, those that do not overlap are proved
//! together by one reading, so that the work grows with the line and not with its square. An unproved fix is dropped.

use crate::epd::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::epd::edit;
use crate::epd::record::Record;

/// The limit of bytes read to prove each fix of a record alone.
const ALONE: usize = 256 << 10;
/// The bytes that may be read to find the good fixes among many.
const TOGETHER: usize = 1 << 20;
/// The readings of a long line that are allowed in addition.
const READINGS: usize = 4;
/// The number of layers of overlapping fixes; deeper ones wait until others are applied.
const LAYERS: usize = 8;

/// The number of diagnostics of each code, and the worst severity among them.
struct Counts {
    of: Vec<(u32, Option<Severity>)>,
}

impl Counts {
    fn of(record: &Record<'_>) -> Self {
        let mut of = vec![(0, None); Code::all().len()];
        for found in &record.diagnostics {
            if let Some((count, worst)) = of.get_mut(found.code as usize) {
                *count += 1;
                *worst = (*worst).max(Some(found.severity));
            }
        }
        Self { of }
    }

    fn count(&self, code: Code) -> u32 {
        self.of.get(code as usize).map_or(0, |of| of.0)
    }

    /// Returns true if nothing increased except diagnostics no worse than `severity`.
    fn no_worse_than(&self, before: &Self, severity: Severity) -> bool {
        let mut pairs = self.of.iter().zip(&before.of);
        pairs.all(|(after, before)| after.0 <= before.0 || after.1 <= Some(severity))
    }
}

struct Candidate<'d> {
    found: &'d Diagnostic,
    /// The index of its diagnostic among those given.
    index: usize,
    fix: Fix,
}

/// Candidates to apply or prove together.
type Layer<'c, 'd> = Vec<&'c Candidate<'d>>;

/// The bytes that may still be read.
struct Budget {
    bytes: usize,
}

impl Budget {
    fn of(line: &[u8]) -> Self {
        Self {
            bytes: TOGETHER + READINGS * line.len(),
        }
    }

    fn spend(&mut self, line: &[u8]) -> bool {
        let left = self.bytes.checked_sub(line.len().max(1));
        self.bytes = left.unwrap_or(0);
        left.is_some()
    }
}

impl Record<'_> {
    /// Returns the fix of a diagnostic of this record; `None` if there is none, or a safe one fails its proof. A safe
    /// fix certainly keeps the meaning: it does what canonical writing does, or removes an identical copy of an
    /// operation. For many diagnostics, use [`Record::fixes`].
    pub fn fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        self.fixes(&[diagnostic]).pop()?
    }

    /// Returns the fixes of these diagnostics, in order, as [`Record::fix`] does. Of very many, the fixes that would
    /// each need a reading of their own are left out.
    pub fn fixes(&self, diagnostics: &[&Diagnostic]) -> Vec<Option<Fix>> {
        let mut unproved = Vec::new();
        let blanks_are_safe = self.blanks_need_no_proof();
        let mut fixes: Vec<Option<Fix>> = Vec::with_capacity(diagnostics.len());
        for (index, found) in diagnostics.iter().enumerate() {
            let fix = self.proposed_fix(found);
            if let Some(fix) = &fix
                && fix.safe
                && !(blanks_are_safe && is_of_blanks(found))
                && !self.is_a_move_for_itself(found, fix)
            {
                let fix = fix.clone();
                unproved.push(Candidate { found, index, fix });
            }
            fixes.push(fix);
        }
        for index in self.unsound(&unproved) {
            if let Some(fix) = fixes.get_mut(index) {
                *fix = None;
            }
        }
        fixes
    }

    /// Returns true if fixes of blanks need no proof: they change nothing around them, unless a byte-order mark would
    /// become the first bytes. Scans the whole line, so it is called once for all of them.
    fn blanks_need_no_proof(&self) -> bool {
        self.line.is_ascii()
    }

    /// Returns true if a fix replaces one word, a legal move, by its SAN, in a record that is otherwise sound. The
    /// word stays one word, and the same move from the same position. Most fixes in most files are of this kind, and a
    /// reading for each would cost more than everything else.
    fn is_a_move_for_itself(&self, found: &Diagnostic, fix: &Fix) -> bool {
        let is_of_moves = matches!(
            found.code,
            Code::MoveNotSan | Code::MoveSpelling | Code::FalseMateSign
        );
        is_of_moves
            && !self.is_kept()
            && fix.span == found.span
            && !fix.replacement.is_empty()
            && fix.replacement.iter().all(u8::is_ascii_graphic)
            && self
                .lexemes
                .binary_search_by_key(&fix.span.start, |lexeme| lexeme.span.start)
                .ok()
                .and_then(|index| self.lexemes.get(index))
                .is_some_and(|lexeme| {
                    lexeme.shape == crate::epd::lex::Shape::Word && lexeme.span == fix.span
                })
    }

    /// Returns the indices of the diagnostics whose fixes fail.
    fn unsound(&self, candidates: &[Candidate<'_>]) -> Vec<usize> {
        if candidates.is_empty() {
            return Vec::new();
        }
        let before = Counts::of(self);
        if self.may_read_each(candidates) {
            let refuted = candidates
                .iter()
                .filter(|candidate| self.proved(&before, &[candidate]).is_none());
            return refuted.map(|candidate| candidate.index).collect();
        }
        let mut budget = Budget::of(self.line);
        let mut refuted = Vec::new();
        let mut rest: Vec<&Candidate<'_>> = candidates.iter().collect();
        for _ in 0..LAYERS {
            let (group, later) = apart(rest);
            self.sift(&before, &group, &mut budget, &mut refuted);
            rest = later;
        }
        refuted.extend(rest.iter().map(|candidate| candidate.index));
        refuted
    }

    fn may_read_each(&self, candidates: &[Candidate<'_>]) -> bool {
        candidates.len().saturating_mul(self.line.len()) <= ALONE
    }

    /// Appends the fixes of a group that can't be proved, by bisection.
    fn sift(
        &self,
        before: &Counts,
        group: &[&Candidate<'_>],
        budget: &mut Budget,
        refuted: &mut Vec<usize>,
    ) {
        if group.is_empty() || (budget.spend(self.line) && self.proved(before, group).is_some()) {
            return;
        }
        if group.len() == 1 || budget.bytes < self.line.len() {
            refuted.extend(group.iter().map(|candidate| candidate.index));
            return;
        }
        let (one, other) = group.split_at(group.len() / 2);
        self.sift(before, one, budget, refuted);
        self.sift(before, other, budget, refuted);
    }

    /// Returns the line with a group of fixes applied, if their diagnostics are gone and there is no new one that is
    /// worse. Text around a change may read differently after it (a stray semicolon may separate `0+30` from the
    /// fields), so this is tried.
    fn proved(&self, before: &Counts, group: &[&Candidate<'_>]) -> Option<Vec<u8>> {
        let fixed = edit::apply_fixes(self.line, group.iter().map(|candidate| &candidate.fix));
        if group.iter().all(|fixed| is_of_blanks(fixed.found)) && self.blanks_need_no_proof() {
            return Some(fixed);
        }
        let after = Counts::of(&Record::read(&fixed, &self.options));
        let mut gone = vec![0; before.of.len()];
        let mut mildest = Severity::Error;
        for candidate in group {
            *gone.get_mut(candidate.found.code as usize)? += 1;
            mildest = mildest.min(candidate.found.severity);
        }
        let lost = Code::all()
            .iter()
            .zip(gone)
            .all(|(code, gone)| gone == 0 || after.count(*code) + gone <= before.count(*code));
        (lost && after.no_worse_than(before, mildest)).then_some(fixed)
    }

    /// Returns the line with as many safe fixes applied as one proof covers; `None` if there are none.
    pub(in super::super) fn with_safe_fixes(
        &self,
        accepts: impl Fn(&Diagnostic) -> bool,
    ) -> Option<Vec<u8>> {
        if !self.may_have_safe_fixes() {
            return None;
        }
        let proposed = |(index, found)| {
            let fix = self.proposed_fix(found)?;
            fix.safe.then_some(Candidate { found, index, fix })
        };
        let candidates: Vec<Candidate<'_>> = self
            .diagnostics
            .iter()
            .enumerate()
            .filter(|(_, found)| accepts(found))
            .filter_map(proposed)
            .collect();
        let before = Counts::of(self);
        let mut budget = Budget::of(self.line);
        if self.may_read_each(&candidates) {
            budget.bytes = usize::MAX;
        }
        let mut rest: Vec<&Candidate<'_>> = candidates.iter().collect();
        for _ in 0..LAYERS {
            let (group, later) = apart(rest);
            if let Some(fixed) = self.first_proved(&before, &group, &mut budget) {
                return Some(fixed);
            }
            rest = later;
        }
        None
    }

    /// Returns the line with the whole group applied, or the first part of it that can be proved.
    fn first_proved(
        &self,
        before: &Counts,
        group: &[&Candidate<'_>],
        budget: &mut Budget,
    ) -> Option<Vec<u8>> {
        if group.is_empty() || !budget.spend(self.line) {
            return None;
        }
        let fixed = self.proved(before, group).filter(|new| new != self.line);
        if fixed.is_some() || group.len() == 1 {
            return fixed;
        }
        let (one, other) = group.split_at(group.len() / 2);
        self.first_proved(before, one, budget)
            .or_else(|| self.first_proved(before, other, budget))
    }
}

fn is_of_blanks(found: &Diagnostic) -> bool {
    matches!(found.code, Code::ExtraSpace | Code::Tab)
}

/// Splits candidates into those that do not overlap, in line order, and the others.
fn apart<'c, 'd>(mut candidates: Layer<'c, 'd>) -> (Layer<'c, 'd>, Layer<'c, 'd>) {
    candidates.sort_by_key(|candidate| (candidate.fix.span.end, candidate.fix.span.start));
    let (mut group, mut later): (Layer<'c, 'd>, Layer<'c, 'd>) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let span = candidate.fix.span;
        let fits = group.last().is_none_or(|last| {
            let before = last.fix.span;
            before.end < span.start || (before.end == span.start && !before.is_empty())
        });
        if fits {
            group.push(candidate);
        } else {
            later.push(candidate);
        }
    }
    (group, later)
}

#[cfg(test)]
mod tests;
