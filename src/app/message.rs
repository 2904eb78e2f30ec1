//! What can happen to the editor: keys, the mouse, and the results of effects.

use crate::app::features::files::picker::{FolderEntry, ListedFile};
use crate::app::features::folder::{FolderFile, Summary};
use crate::app::features::journal::FoundJournal;
use crate::app::key::{Key, MouseEvent};
use crate::app::state::document::{Document, DocumentId};
use crate::app::state::find::Found;
use crate::app::state::scan::{Counts, Scanned};
use crate::app::state::task::Outcome;
use crate::suite::save::{Difference, FileState, MadeCanonical, SaveError, Saved};
use crate::suite::{BulkChange, Progress, Suite};
use std::path::PathBuf;
use std::sync::Arc;

/// Something that happened. Results of effects carry the `ticket` of the effect they answer;
/// the editor drops those it no longer waits for.
#[derive(Debug)]
pub enum Msg {
    Key(Key),
    Mouse(MouseEvent),
    /// Text pasted into the terminal (bracketed paste).
    Paste(String),
    /// The clipboard can't be read.
    PasteFailed {
        reason: String,
    },
    /// The screen has this many columns and rows now.
    Resize {
        cols: u16,
        rows: u16,
    },
    /// Time passed, or more of a file was read: what is shown may be out of date.
    Tick,
    /// The process was suspended and is back.
    Resumed,
    /// [`Effect::Copy`](crate::app::effect::Effect::Copy) is done.
    Copied {
        what: String,
        how: CopyHow,
    },
    CopyFailed {
        what: String,
        reason: String,
    },
    /// A find is over.
    Found {
        ticket: u64,
        found: Found,
    },
    /// Counts so far.
    ScanProgress {
        ticket: u64,
        counts: Counts,
    },
    /// The scan is over; `counts` are of the whole file, unless it could not be read to its end:
    /// then there is nothing else.
    ScanDone {
        ticket: u64,
        counts: Counts,
        scanned: Option<Arc<Scanned>>,
    },
    /// The change that makes records canonical, for the snapshot of the job.
    MadeCanonical {
        ticket: u64,
        made: MadeCanonical,
    },
    /// What a save would change.
    Differences {
        ticket: u64,
        differences: Vec<Difference>,
    },
    /// A job was stopped or can't be done.
    JobFailed {
        ticket: u64,
        reason: String,
    },
    /// How far a task is, and lines found by now.
    TaskProgress {
        ticket: u64,
        found: usize,
        progress: Progress,
    },
    /// A task is over.
    TaskDone {
        ticket: u64,
        outcome: Outcome,
    },
    /// What time it is: seconds since the beginning of 1970, UTC.
    Time {
        seconds: u64,
    },
    /// Leaf nodes counted so far at a depth.
    PerftProgress {
        ticket: u64,
        depth: u8,
        nodes: u64,
    },
    /// The count of a depth is whole; deeper ones still run.
    PerftCounted {
        ticket: u64,
        depth: u8,
        nodes: u64,
    },
    /// The count is over: depths and their leaf nodes.
    PerftDone {
        ticket: u64,
        counts: Vec<(u8, u64)>,
    },
    Saved {
        ticket: u64,
        saved: Saved,
    },
    SaveFailed {
        ticket: u64,
        error: SaveError,
    },
    /// An open file is not what it was when it was read or saved last.
    FileChangedOnDisk {
        path: PathBuf,
        now: FileState,
    },
    /// The file was read again.
    Reloaded(Box<Suite>),
    ReloadFailed {
        reason: String,
    },
    /// A file was opened.
    Opened(Box<Document>),
    /// The file to open is open already; the line (0-based) to go to.
    IsOpen {
        document: DocumentId,
        line: Option<usize>,
    },
    /// What was to be opened is a folder.
    OpenedFolder(PathBuf),
    /// A file can't be opened.
    NotOpened {
        reason: String,
    },
    /// Files for the picker; more may come.
    FilesListed {
        ticket: u64,
        files: Vec<ListedFile>,
    },
    /// What is in a folder, as it was typed.
    FolderRead {
        ticket: u64,
        folder: String,
        entries: Vec<FolderEntry>,
    },
    /// Suites below a folder; more may come.
    SuitesFound {
        ticket: u64,
        files: Vec<FolderFile>,
    },
    /// No more will come; what could not be looked into.
    AllSuitesFound {
        ticket: u64,
        trouble: Option<String>,
    },
    /// What is in one of them.
    SuiteCounted {
        ticket: u64,
        path: PathBuf,
        found: Result<Summary, String>,
    },
    /// Edits that were not saved when an editor ended.
    JournalFound {
        document: DocumentId,
        found: FoundJournal,
    },
    /// Something is wrong with a journal, in a sentence.
    JournalTrouble {
        reason: String,
    },
    /// The edits of a journal as one change, or why not.
    Recovered {
        document: DocumentId,
        change: Result<BulkChange, String>,
    },
}

impl Msg {
    /// The number of the effect that it answers.
    pub(crate) fn ticket(&self) -> Option<u64> {
        match self {
            Self::Found { ticket, .. }
            | Self::ScanProgress { ticket, .. }
            | Self::ScanDone { ticket, .. }
            | Self::MadeCanonical { ticket, .. }
            | Self::Differences { ticket, .. }
            | Self::JobFailed { ticket, .. }
            | Self::PerftProgress { ticket, .. }
            | Self::PerftDone { ticket, .. }
            | Self::TaskProgress { ticket, .. }
            | Self::TaskDone { ticket, .. }
            | Self::Saved { ticket, .. }
            | Self::SaveFailed { ticket, .. } => Some(*ticket),
            _ => None,
        }
    }
}

/// Which way a text went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyHow {
    /// To the system's clipboard.
    Clipboard,
    /// By an escape sequence (OSC 52): the terminal may or may not take it.
    Terminal,
}
