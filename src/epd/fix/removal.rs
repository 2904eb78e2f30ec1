//! Taking out the operation that a diagnostic is about, and what kind of a change a fix is.

use crate::epd::edit::{self, Change};
use crate::epd::{Code, Diagnostic, Fix, Record, Span};

/// The kind of a fix that takes an operation out.
pub const REMOVES: &str = "removes the operation";

impl Record<'_> {
    /// Returns the fix that takes out the operation that a problem is about.
    pub fn removal(&self, found: &Diagnostic) -> Option<Fix> {
        let mut operations = self.operations().iter();
        let at = operations.position(|operation| operation.span.holds(found.span))?;
        let line = edit::by_hand(self, &[Change::Remove(at)]).ok()?;
        let (span, left) = difference(self.line(), &line, self.operations().get(at)?.span.end);
        Some(Fix {
            safe: false,
            span,
            replacement: left.to_vec(),
        })
    }

    /// Returns what kind of a change a fix is, for a person.
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

    /// Returns whether a fix takes a whole operation out, and nothing else.
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

/// Returns what was taken out of a line, as one change of bytes: that which ends at `end`, where it is one.
fn difference<'n>(old: &[u8], new: &'n [u8], end: usize) -> (Span, &'n [u8]) {
    let gone = old.len().saturating_sub(new.len());
    let span = Span::new(end.saturating_sub(gone), end);
    let removal = Fix {
        safe: false,
        span,
        replacement: Vec::new(),
    };
    if removal.apply(old) == new {
        return (span, b"");
    }
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let front = old.iter().zip(new).take_while(same).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev());
    let back = back.take(most).take_while(same).count();
    let left = new.get(front..new.len() - back).unwrap_or_default();
    (Span::new(front, old.len() - back), left)
}
