//! Operations cut or copied, and changes of one that can be made again.

/// An operation without its place: opcode and operands, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loose {
    pub opcode: String,
    pub operands: Vec<u8>,
}

impl Loose {
    pub(crate) fn parts(&self) -> (&str, &[u8]) {
        (&self.opcode, &self.operands)
    }
}

/// A change of one operation that can be made in other records too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OperationChange {
    /// It has these operands, and is there.
    Set(Loose),
    /// It is not there.
    Removed(String),
    /// It has another opcode.
    Renamed { old: String, new: String },
}

impl OperationChange {
    /// In words: `set bm`.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Set(loose) => format!("set {}", loose.opcode),
            Self::Removed(opcode) => format!("removed {opcode}"),
            Self::Renamed { old, new } => format!("renamed {old} to {new}"),
        }
    }
}
