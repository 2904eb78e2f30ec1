//! What registers hold at a record from those before it.

use crate::epd::registers::RegisterValue;
use crate::suite::RevisionId;

/// The registers that hold at a record, from records before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldRegisters {
    /// The line and revision that they were worked out for.
    pub(crate) at: Option<(usize, RevisionId)>,
    /// The registers that the record itself does not set, by the opcodes that set them.
    pub held: Vec<(String, RegisterValue)>,
}
