//! Comparing the errors of two records, for tentative changes.

use super::Record;
use crate::epd::diagnostic::{Code, Severity};

/// The length above which a line is not tried in several ways, each of which costs another reading.
pub(in crate::epd) const LONGEST_TRIED: usize = 8 << 10;
/// The number of diagnostics above which a line is not tried, either.
const MOST_TRIED: usize = 32;

impl Record<'_> {
    /// Returns true if trying several changes of the line would cost too much.
    pub(in crate::epd) fn is_too_long_to_try(&self) -> bool {
        self.line.len() > LONGEST_TRIED || self.diagnostics.len() > MOST_TRIED
    }

    /// Returns true if it has no error that the other lacks: at most as many of each code.
    pub(in crate::epd) fn is_no_worse_than(&self, before: &Self) -> bool {
        let mut pairs = self.errors().into_iter().zip(before.errors());
        pairs.all(|(after, before)| after <= before)
    }

    /// Returns the number of errors of each code, in the order of the table.
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
