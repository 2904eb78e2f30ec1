//! The sentence in the status line.

/// The kind of a status message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// Something that just happened.
    Done,
    /// A state, neither a success nor a refusal.
    Told,
    /// Something that happened, with something to look after.
    Warned,
    /// A key is to be pressed once more.
    Asks,
    /// The reason why something was not done; it stays until a key.
    Refused,
    /// Something failed outside; stays until a key.
    Failed,
}

/// A short sentence in the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub kind: StatusKind,
    pub text: String,
}
