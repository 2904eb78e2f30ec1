//! The scan over records, one for the command line and the editor.
//!
//! ```text
//! source ─▶ parts of whole lines ─▶ read, skim, decide, do ─▶ results in order ─▶ taker
//!                                   └── on all cores ──┘
//! ```
//!
//! - *Source*: a stream of bytes, which gives [`Pieces`]; or a [`Snapshot`](super::Snapshot), which gives ranges of
//!   lines. A line of a stream that is too long for memory comes in parts ([`Piece::is_part`]).
//! - *Driver* (`drive`): workers fetch parts, and the taker gets their results in file order. A fixed number of parts
//!   is in progress, so memory is bounded. It ends early if the taker stops it ([`Flow::Stop`]), reading fails, or
//!   the job is cancelled; the panic of a worker is resumed in the caller.
//! - *Read, skim, decide*: the lines of a part with their numbers; the kind of each
//!   ([`Skim::kind_of`](crate::epd::Skim::kind_of)); and the choice among them: the matches of a query, where lines
//!   that can't match are skipped unread ([`Query::candidates`](super::Query::candidates)), or in the editor the
//!   lines chosen before.
//! - *Do*: a function of one record adds to the result of its part.
//! - *Taker*: joins the results of the parts: a sum, a list, a text that is written at once.
//!
//! The editor calls `scan_lines`, or `scan` for whole ranges. Commands use `cli/flow`: a function of each record
//! (`Text::records`), edits of records (`change_each`), or records with the comments above them in another order or
//! number (`Whole::pass`).
//!
//! There are exceptions: the visible lines, blocks around one line, and saves go from line to line of a snapshot; and
//! engine runs get their records one by one, as a search takes far longer than reading.

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
