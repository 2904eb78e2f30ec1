//! What saving a file is made of: the [`steps`] that can fail, [`temporary`] files that leave nothing
//! behind, the [`lock`] of one writer at a time.

pub(super) mod lock;
pub(crate) mod steps;
pub(super) mod temporary;

pub use lock::{FileLock, LockError};
pub use temporary::end_of_process;
