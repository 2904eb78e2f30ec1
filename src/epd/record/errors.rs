//! Comparison of the errors of two records: for changes that are tried.

use super::Record;
use crate::epd::diagnostic::{Code, Severity};

/// A longer line is not tried in several ways: each costs one more reading of it.
pub(in crate::epd) const LONGEST_TRIED: usize = 8 << 10;
/// Nor is one with more diagnostics.
const MOST_TRIED: usize = 32;

impl Record<'_> {
    /// Returns true where trying several ways to change the line would cost too much.
    pub(in crate::epd) fn is_too_long_to_try(&self) -> bool {
        self.line.len() > LONGEST_TRIED || self.diagnostics.len() > MOST_TRIED
    }

    /// Returns true where it has no error that the other has not: of each code at most as many.
    pub(in crate::epd) fn is_no_worse_than(&self, before: &Self) -> bool {
        let mut pairs = self.errors().into_iter().zip(before.errors());
        pairs.all(|(after, before)| after <= before)
    }

    /// Counts the errors of each code, by the code's place in the table.
    pub(in crate::epd) fn errors(&self) -> Vec<u32> {
        let mut counts = vec![0; Code::all().len()];
        let errors = self.diagnostics.iter();
        for error in errors.filter(|d| d.severity == Severity::Error) {
            if let Some(count) = counts.get_mut(error.code as usize) {
                *count += 1;
            }
        }
        counts
    }
}
