//! Lists of perft counts, a form of their own whose semicolons and opcodes belong to the whole list.

use super::Splicer;
use crate::epd::lex::is_blank;
use crate::epd::opcode;
use crate::epd::record::Operation;
use crate::epd::span::Span;

impl Splicer<'_, '_, '_> {
    /// Returns the start of the semicolons that open a list of counts, if `first` begins such a list and none of it
    /// is left after `end`.
    pub(super) fn opening(&self, first: usize, end: usize) -> Option<usize> {
        let from = match first.checked_sub(1) {
            Some(before) => self.operation(before)?.span.end,
            None => self.record.field_spans().en_passant?.end,
        };
        let is_count = |operation: &Operation| {
            opcode::perft_depth(operation.opcode.of(self.record.line)).is_some()
        };
        let start = self.operation(first).filter(|o| is_count(o))?.span.start;
        if self.operation(end).is_some_and(is_count) {
            return None;
        }
        let between = self.record.line.get(from..start)?;
        let semicolon = between.iter().position(|byte| *byte == b';')?;
        between
            .iter()
            .all(|byte| is_blank(*byte) || *byte == b';')
            .then_some(from + semicolon)
    }

    /// Writes the bare counts `first..end` with their opcodes.
    pub(super) fn spell_out(&mut self, first: usize, end: usize) {
        let line = self.record.line;
        let (Some(from), Some(to)) = (
            self.operation(first).map(|o| o.span.start),
            end.checked_sub(1)
                .and_then(|at| self.operation(at))
                .map(|o| o.span.end),
        ) else {
            return;
        };
        let limit = match first.checked_sub(1).and_then(|at| self.operation(at)) {
            Some(before) => before.span.end,
            None => {
                let fields = self.record.field_spans();
                let last = fields.full_move.or(fields.half_move).or(fields.en_passant);
                last.map_or(from, |span| span.end)
            }
        };
        let opening = line.get(limit..from).unwrap_or_default();
        let joint = |byte: &&u8| is_blank(**byte) || matches!(**byte, b';' | b',');
        let start = from - opening.iter().rev().take_while(joint).count();
        let behind = line.get(to..self.record.body().end).unwrap_or_default();
        let blanks = behind.iter().take_while(|byte| is_blank(**byte)).count();
        let stop = match behind.get(blanks) {
            Some(b';') => to + blanks + 1,
            _ => to,
        };
        let mut text = Vec::new();
        for at in first..end {
            let Some(operation) = self.operation(at) else {
                continue;
            };
            let fate = self.fates.get(at).copied().unwrap_or_default();
            if fate.goes {
                continue;
            }
            let own = self.record.operands_span(operation).of(line);
            let operands = fate.operands.unwrap_or(own);
            let own = self.record.opcode_bytes(operation);
            text.push(b' ');
            text.extend_from_slice(fate.opcode.unwrap_or(&own));
            if !operands.is_empty() {
                text.push(b' ');
                text.extend_from_slice(operands);
            }
            text.push(b';');
        }
        if self.is_word_at(stop) {
            text.push(b' ');
        }
        self.put(Span::new(start, stop), text);
    }
}
