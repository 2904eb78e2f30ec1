//! Operations without a record: cut or copied, or those of a template.

use crate::epd::Record;

/// An operation without its place: opcode and operands, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loose {
    pub opcode: String,
    pub operands: Vec<u8>,
}

impl Loose {
    pub(crate) fn new(opcode: impl Into<String>, operands: impl Into<Vec<u8>>) -> Self {
        Self {
            opcode: opcode.into(),
            operands: operands.into(),
        }
    }

    /// Returns all operations of a record.
    pub(crate) fn all_of(record: &Record<'_>) -> Vec<Self> {
        let operations = record.operations().iter();
        let loose = operations.map(|operation| {
            let operands = record.operands_span(operation).of(record.line());
            Self::new(record.opcode(operation), operands)
        });
        loose.collect()
    }

    pub(crate) fn parts(&self) -> (&str, &[u8]) {
        (&self.opcode, &self.operands)
    }
}
