//! The sentence in the status line.

/// How a status message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// What just happened.
    Done,
    /// How something is, which is neither a success nor a refusal.
    Told,
    /// What happened, with something to look after.
    Warned,
    /// A key is to be pressed once more.
    Asks,
    /// Why something was not done; stays until a key.
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
