//! Taking out the operation that a diagnostic is about, and what kind of a change a fix is.

use crate::epd::{Code, Diagnostic, Fix, Record};

/// The kind of a fix that takes an operation out.
pub const REMOVES: &str = "removes the operation";

impl Record<'_> {
    /// Returns the fix that takes out the operation that a problem is about.
    pub fn removal(&self, found: &Diagnostic) -> Option<Fix> {
        let mut operations = self.operations().iter();
        let around = operations.find(|operation| operation.span.holds(found.span))?;
        Fix::not_safe(self.taken_out(around.span), b"").filter(|fix| self.is_no_worse_with(fix))
    }

    /// Returns the kind of change that a fix is, for a person.
    pub fn fix_kind(&self, found: &Diagnostic, fix: &Fix) -> &'static str {
        match found.code {
            _ if fix.safe => "safe",
            Code::WrongPerft => "counted",
            _ if self.removes_operation(fix) => REMOVES,
            _ if Some(fix.span) == self.field_spans().side => "makes all moves legal",
            Code::MoveIllegal if Some(fix.span) == self.field_spans().castling => "makes it legal",
            Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable
                if !fix.replacement.is_empty() =>
            {
                "another move"
            }
            _ => "may change the meaning",
        }
    }

    /// Returns true if a fix takes a whole operation out, and nothing else.
    fn removes_operation(&self, fix: &Fix) -> bool {
        let gone = fix.span;
        fix.replacement.is_empty()
            && self.operations().iter().any(|operation| {
                gone.start <= operation.span.start
                    && operation.span.end == gone.end
                    && fix.span.of(self.line()).trim_ascii_start().len() == operation.span.len()
            })
    }
}
