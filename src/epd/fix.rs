//! Proved fixes: changes of the line's bytes that correct a diagnostic. The catalogue proposes the text; here it is
//! tried, on demand, since most diagnostics are only counted.

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
    /// Returns true if [`Record::fix`] has something to try for a diagnostic, though it may fail. This is cheap,
    /// whereas a safe fix takes another reading of the line.
    pub fn may_have_fix(&self, diagnostic: &Diagnostic) -> bool {
        self.proposed_fix(diagnostic).is_some()
    }
}
