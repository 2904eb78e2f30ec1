//! The parts of saving a file: the [`steps`] that can fail, [`temporary`] files that leave nothing behind, and the
//! [`lock`] for one writer at a time.

pub(super) mod lock;
pub(crate) mod steps;
pub(super) mod temporary;

pub use lock::{FileLock, LockError};
pub use temporary::end_of_process;
