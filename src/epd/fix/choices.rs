//! All fixes for a diagnostic that has several.

use crate::epd::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::epd::record::{LONGEST_TRIED, Operation, Record};
use crate::epd::span::Span;

/// The number of fixes whose result is tried.
const RANKED: usize = 16;

impl Record<'_> {
    /// Returns all fixes for a diagnostic, in the order for a user to choose from; a safe one is the only one,
    /// otherwise all are unsafe. None of them causes a new error, and no two lead to the same line.
    pub fn fix_choices(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        self.fix_choices_from(diagnostic, self.fix(diagnostic))
    }

    /// Does the work of [`Record::fix_choices`], given the result of [`Record::fix`].
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
            let gone = around.map(|operation| self.taken_out(operation.span));
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
            // Its choices are not searched for.
            return None;
        }
        let mut choices = self.fix_choices_from(diagnostic, Some(fix));
        choices.pop().filter(|_| choices.is_empty())
    }

    /// Returns the number of errors left after a fix.
    fn errors_with(&self, fix: &Fix) -> usize {
        let line = fix.apply(self.line);
        let after = Record::read(&line, &self.options);
        let errors = after.diagnostics().iter();
        errors
            .filter(|found| found.severity == Severity::Error)
            .count()
    }

    /// Returns true if a fix causes no new error.
    pub(super) fn is_no_worse_with(&self, fix: &Fix) -> bool {
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
mod tests;
