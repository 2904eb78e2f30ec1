//! How records are gone over, on all cores and in order.
//!
//! One driver gives parts of whole lines to workers, and what they make of them to a taker in the order of
//! the file; a fixed number of parts is under way at a time. The parts are [`Pieces`] of a stream of bytes,
//! or ranges of lines of a [`Snapshot`](super::Snapshot).

mod drive;
mod pieces;
mod ranges;
mod reader;
mod turns;

pub use drive::{Flow, threads_begin_with};
pub use pieces::{Piece, Pieces};
pub(super) use ranges::{scan, scan_lines, scan_part, scan_until};

/// Why work on a whole file came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// Its job was asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// It needs the whole file, and the snapshot was taken before all was read.
    #[error("the file is still loading; try again when it is loaded")]
    StillLoading,
    /// Lines can't be read, or may be others than they were; [`Snapshot::trouble`] says why.
    #[error("lines can no longer be read, because another program changed the file")]
    Unreadable,
    /// More than 2^31 lines, or texts made by changes.
    #[error("more than 2147483648 lines: too many for this change")]
    TooManyLines,
    /// What memory should not hold can't be put into a private file.
    #[error("no room for a temporary file")]
    NoRoom,
}

#[cfg(test)]
mod tests;
