//! The operations of a record, their operands and their moves.

use super::{Operand, Operation, OperationForm, Record, unquoted};
use crate::epd::diagnostic::{Code, Detail};
use crate::epd::operand::Value;
use crate::epd::span::Span;
use std::borrow::Cow;

impl<'a> Record<'a> {
    /// Returns the operations, as written.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns all operands; see [`Operation::operands`].
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the opcodes of operations that may be hidden among the operands of others because a semicolon is
    /// missing. [`Self::operations`] lacks them, and [`Code::SwallowedOperation`] has their places.
    pub fn hidden_opcodes(&self) -> impl Iterator<Item = &str> {
        let all = self.diagnostics.iter();
        all.filter(|found| found.code == Code::SwallowedOperation)
            .filter_map(|found| match &found.detail {
                Detail::Words(opcode) => Some(&**opcode),
                _ => None,
            })
    }

    /// Returns the operands of one operation of this record.
    pub fn operands_of(&self, operation: &Operation) -> &[Operand] {
        self.operands
            .get(operation.operands.clone())
            .unwrap_or_default()
    }

    /// Returns the first operation with this opcode.
    #[inline]
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        if self.opcodes_met & mark(opcode.as_bytes()) == 0 {
            return None;
        }
        self.find(opcode.as_bytes())
    }

    /// Returns the index of the first operation with this opcode in [`Self::operations`].
    pub fn index_of(&self, opcode: &str) -> Option<usize> {
        let mut all = self.operations.iter();
        all.position(|operation| self.has_opcode(operation, opcode.as_bytes()))
    }

    #[inline(never)]
    fn find(&self, opcode: &[u8]) -> Option<&Operation> {
        let mut all = self.operations.iter();
        all.find(|operation| self.has_opcode(operation, opcode))
    }

    #[inline]
    fn has_opcode(&self, operation: &Operation, opcode: &[u8]) -> bool {
        match operation.form {
            OperationForm::Perft(_) | OperationForm::PvLabel => {
                *self.opcode_bytes(operation) == *opcode
            }
            _ => {
                let written = operation.opcode;
                written.len() == opcode.len() && written.of(self.line) == opcode
            }
        }
    }

    /// Returns the number that is the sole operand of the first operation with this opcode.
    pub(in crate::epd) fn integer(&self, opcode: &str) -> Option<i64> {
        match self.operands_of(self.operation(opcode)?) {
            [only] => match only.value {
                Value::Integer(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the moves of the operations with this opcode, in order, each playable in its position: for `bm` and
    /// `am` the record's, for a line like `pv` the one after the moves before. Other words are left out;
    /// [`Self::diagnostics`] reports them.
    pub fn moves(&self, opcode: &str) -> impl Iterator<Item = shakmaty::Move> {
        self.operations
            .iter()
            .filter(move |operation| self.has_opcode(operation, opcode.as_bytes()))
            .flat_map(|operation| self.operands_of(operation))
            .filter_map(|operand| match operand.value {
                Value::Move(played) => Some(played),
                _ => None,
            })
    }

    /// Adds an operation after the others.
    pub(in crate::epd) fn push_operation(&mut self, operation: Operation) {
        self.opcodes_met |= mark(&self.opcode_bytes(&operation));
        self.operations.push(operation);
    }

    /// Returns an operation's opcode; `D1` and so on for a bare perft count, `pv` for a label `PV:`.
    pub fn opcode(&self, operation: &Operation) -> Cow<'a, str> {
        match self.opcode_bytes(operation) {
            Cow::Borrowed(opcode) => String::from_utf8_lossy(opcode),
            Cow::Owned(opcode) => String::from_utf8_lossy(&opcode).into_owned().into(),
        }
    }

    pub(in crate::epd) fn opcode_bytes(&self, operation: &Operation) -> Cow<'a, [u8]> {
        match operation.form {
            OperationForm::Perft(depth) => Cow::Owned(format!("D{depth}").into_bytes()),
            OperationForm::PvLabel => Cow::Borrowed(b"pv"),
            _ => Cow::Borrowed(operation.opcode.of(self.line)),
        }
    }

    /// Returns the bytes from an operation's first operand to its last; empty if it has none.
    pub fn operands_span(&self, operation: &Operation) -> Span {
        match self.operands_of(operation) {
            [] => Span::at(operation.opcode.end),
            [first, .., last] => first.span.cover(last.span),
            [only] => only.span,
        }
    }

    /// Returns an operation's operands as written, for display: with bytes that are not UTF-8 replaced, and a single
    /// quoted string without its quotes. The text is not made safe for a terminal.
    pub fn operands_text(&self, operation: &Operation) -> String {
        String::from_utf8_lossy(self.operands_bytes(operation)).into_owned()
    }

    /// Returns the operands byte for byte, for comparisons: replacing invalid UTF-8 would make different texts equal.
    pub fn operands_bytes(&self, operation: &Operation) -> &'a [u8] {
        let text = self.operands_span(operation).of(self.line);
        match self.operands_of(operation) {
            [_] => unquoted(text),
            _ => text,
        }
    }

    /// Returns the text of a string operand without its quotes.
    pub fn string(&self, operand: &Operand) -> &'a [u8] {
        unquoted(operand.span.of(self.line))
    }
}

/// Returns one bit for an opcode, shared by few others, which answers most searches for missing opcodes.
pub(in crate::epd) const fn mark(opcode: &[u8]) -> u64 {
    match opcode {
        [first, .., last] => 1 << ((*first as usize * 49 + *last as usize + opcode.len() * 7) % 64),
        _ => u64::MAX,
    }
}
