//! What registers hold at a record from those before it.

use crate::suite::RevisionId;

/// What a register holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The opcode that sets it.
    pub opcode: String,
    /// The string without its quotes, byte for byte.
    pub text: Vec<u8>,
    /// The line (0-based) of the record that set it.
    pub from: usize,
}

/// What holds at a record, from records before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldRegisters {
    /// What this was worked out for.
    pub(crate) at: Option<(usize, RevisionId)>,
    /// What the registers hold that the record itself does not set.
    pub held: Vec<Held>,
}
