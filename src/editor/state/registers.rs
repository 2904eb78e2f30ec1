//! What registers hold at a record from those before it.

use crate::epd::registers::RegisterValue;
use crate::suite::RevisionId;

/// What holds at a record, from records before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldRegisters {
    /// What this was worked out for.
    pub(crate) at: Option<(usize, RevisionId)>,
    /// What the registers hold that the record itself does not set, by the opcodes that set them.
    pub held: Vec<(String, RegisterValue)>,
}
