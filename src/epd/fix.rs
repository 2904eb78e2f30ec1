//! Fixes, proved: what would correct a diagnostic, as a change of the line's bytes. What to write is in
//! the catalogue; here it is tried. Made on demand, since most diagnostics are only counted.

mod all;
mod choices;
mod count;
mod proof;
mod title;

pub use all::{Applied, apply_all_fixes};

use super::diagnostic::{Diagnostic, Fix};
use super::record::Record;

impl Record<'_> {
    /// The fix of a diagnostic of this record. A safe one keeps the meaning for certain: it is what
    /// canonical writing does, or removes an identical copy of an operation. For those of many
    /// diagnostics, ask [`Record::fixes`].
    pub fn fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        self.proposed_fix(diagnostic)
            .filter(|fix| !fix.safe || self.is_sound(diagnostic, fix))
    }

    /// Returns true where [`Record::fix`] has something to try for a diagnostic; it may still turn out to be none.
    /// Costs next to nothing, where a safe fix costs one more reading of the line.
    pub fn may_have_fix(&self, diagnostic: &Diagnostic) -> bool {
        self.proposed_fix(diagnostic).is_some()
    }
}
