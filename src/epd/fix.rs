//! Fixes, proved: what would correct a diagnostic, as a change of the line's bytes. What to write is in
//! the catalogue; here it is tried. Made on demand, since most diagnostics are only counted.

mod all;
mod choices;
mod count;
mod proof;
mod removal;
mod title;

pub use all::{Applied, apply_all_fixes};
pub use removal::REMOVES;

use super::diagnostic::Diagnostic;
use super::record::Record;

impl Record<'_> {
    /// Returns true where [`Record::fix`] has something to try for a diagnostic; it may still turn out to be none.
    /// Costs next to nothing, where a safe fix costs one more reading of the line.
    pub fn may_have_fix(&self, diagnostic: &Diagnostic) -> bool {
        self.proposed_fix(diagnostic).is_some()
    }
}
