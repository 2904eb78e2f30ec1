//! What a fix would write: for messages, which name the expected value whether or not the fix is
//! safe where it stands.

use super::super::diagnostic::Diagnostic;
use super::super::opcode::Shape;
use super::super::operand::Value;
use super::super::placement;
use super::super::record::{Operation, Record};
use super::super::span::Span;
use shakmaty::{Chess, Position};

impl Record<'_> {
    /// What should stand in the place of the diagnostic's bytes, where that is known.
    pub(in crate::epd) fn expected(&self, diagnostic: &Diagnostic) -> Option<Vec<u8>> {
        let fix = self.proposed_fix(diagnostic)?;
        (fix.span == diagnostic.span).then_some(fix.replacement)
    }

    /// The digit for the only run of neighbouring digits in the placement; `None` of several.
    pub(super) fn unmerged_once(&self) -> Option<u8> {
        let text = self.fields.placement?.of(self.line);
        match placement::unmerged(text)[..] {
            [(_, digit)] => Some(digit),
            _ => None,
        }
    }

    /// The operation that holds a span. Operations stand in the order of their spans.
    pub(in crate::epd) fn operation_around(&self, span: Span) -> Option<&Operation> {
        let after = self
            .operations
            .partition_point(|o| o.span.start <= span.start);
        let operation = self.operations.get(after.checked_sub(1)?)?;
        (span.end <= operation.span.end).then_some(operation)
    }

    /// The position in which the move at a span is played: the record's, or where its line has got to.
    pub(in crate::epd) fn position_before(&self, span: Span) -> Option<Chess> {
        let start = self.position.as_ref()?;
        let operation = self.operation_around(span)?;
        if operation.info.is_none_or(|info| info.shape != Shape::Line) {
            return Some(start.clone());
        }
        // Of a long line, from the last place that was noted.
        let first = operation.operands.start;
        let here = self
            .operands
            .partition_point(|operand| operand.span.start < span.start);
        let noted = self.places.partition_point(|(index, _)| *index <= here);
        let noted = self.places.get(..noted)?.last();
        let (from, mut reached) = match noted.filter(|(index, _)| *index > first) {
            Some((index, place)) => (*index, place.clone()),
            None => (first, start.clone()),
        };
        for operand in self.operands.get(from..here)? {
            if let Value::Move(played) = operand.value {
                reached.play_unchecked(played);
            }
        }
        Some(reached)
    }
}
