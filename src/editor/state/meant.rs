//! What the moves of a record meant while its position was last a legal one.

/// A line whose position was legal: what its moves mean while the board passes through positions
/// that are none.
#[derive(Clone, Debug)]
pub(crate) struct Meant {
    pub(crate) selected: usize,
    pub(crate) line: Vec<u8>,
}
