//! The scan over records, one for the command line and the editor.
//!
//! ```text
//! source ─▶ parts of whole lines ─▶ read, skim, decide, do ─▶ results in order ─▶ taker
//!                                   └── on all cores ──┘
//! ```
//!
//! - *Source*: a stream of bytes, which gives [`Pieces`]; or a [`Snapshot`](super::Snapshot), which gives
//!   ranges of lines. A line of a stream that is too long to be held comes in parts ([`Piece::is_part`]).
//! - *Driver* (`drive`): workers fetch parts, and the taker gets what they make of them in the order of the
//!   file. A fixed number of parts is under way, so what is held does not grow with the file. It ends early
//!   where the taker has enough ([`Flow::Stop`]), where reading fails, and where a job is cancelled; the panic
//!   of a worker becomes that of whoever called.
//! - *Read, skim, decide*: the lines of a part with their numbers; what kind each is
//!   ([`Skim::kind_of`](crate::epd::Skim::kind_of)); and which are asked for: those of a query, of which the
//!   lines that can't match are passed over unread ([`Query::candidates`](super::Query::candidates)), or in
//!   the editor those that were chosen before.
//! - *Do*: a function of one record adds to what is made of its part.
//! - *Taker*: puts the parts' results together: a sum, a list, a text that is written at once.
//!
//! The editor's work calls `scan_lines`, or `scan` where a line is not looked at by itself. Commands call
//! what `cli/flow` has for them: a function of each record (`Text::records`), records that become others
//! (`change_each`), or records with the comments above them in another order or number (`Whole::pass`).
//!
//! What is not done so: the lines that a person sees, blocks around one line, and saves go from line to line
//! of a snapshot; and runs of engines get their records one by one, as each takes far longer than reading it.

mod drive;
mod pieces;
mod ranges;
mod reader;
mod turns;

pub use drive::{Flow, threads_begin_with};
pub use pieces::{Piece, Pieces};
pub(super) use ranges::{scan, scan_lines, scan_lines_on, scan_part, scan_until};

/// The reason why work on a whole file failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The job was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The work needs the whole file, and the snapshot was taken before all was read.
    #[error("the file is still loading; try again when it is loaded")]
    StillLoading,
    /// Lines can't be read, or may have changed; [`Snapshot::trouble`](super::Snapshot::trouble) has the reason.
    #[error("lines can no longer be read, because another program changed the file")]
    Unreadable,
    /// There are more than 2^31 lines, or texts made by changes.
    #[error("more than 2147483648 lines: too many for this change")]
    TooManyLines,
    /// Data that would not fit memory can't be put into a private file.
    #[error("no room for a temporary file")]
    NoRoom,
}

#[cfg(test)]
mod tests;
