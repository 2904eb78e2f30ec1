//! What the editor wants done outside: plain values, so that tests can look at them.

use crate::app::features::files::picker::{ListJob, OpenJob};
use crate::app::features::folder::FolderJob;
use crate::app::features::inspect::perft::PerftJob;
use crate::app::state::document::DocumentId;
use crate::app::state::find::FindJob;
use crate::app::state::scan::ScanJob;
use crate::app::state::task::{Slot, Task};
use crate::suite::Snapshot;
use crate::suite::journal::{Recovery, Unsaved};
use crate::suite::save::{SavePolicy, SaveTarget};
use std::path::PathBuf;

/// Something to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put a text on the clipboard; `what` names it. Answered by `Copied` or `CopyFailed`.
    Copy { what: String, text: String },
    /// Read the clipboard's text. Answered by `Paste` or `PasteFailed`.
    ReadClipboard,
    /// Look for a line, on a thread; a newer one replaces it. Answered by `Found`.
    Find(FindJob),
    /// Nobody waits for the running find any more.
    StopFinding,
    /// Count problems of the whole file, on a thread; a newer one replaces it. Answered by
    /// `ScanProgress` and `ScanDone`.
    Scan(ScanJob),
    /// Nobody waits for the running scan any more.
    StopScan,
    /// Work out the change that makes records canonical, on a thread. Answered by `MadeCanonical` or `JobFailed`.
    MakeCanonical(CanonicalJob),
    /// Work out what making canonical would change, on a thread. Answered by `Differences` or
    /// `JobFailed`.
    Compare(CanonicalJob),
    /// Work out something about the whole file, on a thread; a newer one for the same replaces it.
    /// Answered by `TaskProgress` and `TaskDone`.
    Task(Task),
    /// Nobody waits for what runs for this any more.
    StopTask { document: DocumentId, slot: Slot },
    /// Write a snapshot, on a thread. Answered by `Saved` or `SaveFailed`.
    Save(SaveJob),
    /// Stop the running save: it is answered by `SaveFailed` or `JobFailed`, or is done already.
    StopSaving,
    /// Read the open file again. Answered by `Reloaded` or `ReloadFailed`.
    Reload(PathBuf),
    /// Say what time it is. Answered by `Time`.
    TellTime,
    /// Count leaf nodes, on a thread; a newer one replaces it. Answered by `PerftProgress`,
    /// `PerftCounted` and `PerftDone`.
    Perft(PerftJob),
    /// Nobody waits for the running count any more.
    StopPerft,
    /// Stop (or begin again) to take the mouse, so that the terminal's own selection works.
    ReleaseMouse(bool),
    /// Draw on the other ground: dark for light, light for dark.
    SwitchGround,
    /// Suspend the process, as Ctrl-Z does elsewhere.
    Suspend,
    /// Open a file, on a thread. Answered by `Opened`, `IsOpen`, `OpenedFolder` or `NotOpened`.
    Open(OpenJob),
    /// List recent files and suites below a folder; a newer one replaces it. Answered by
    /// `FilesListed`, several times.
    ListFiles(ListJob),
    /// Read a folder, as it was typed. Answered by `FolderRead`.
    ReadFolder { ticket: u64, folder: String },
    /// Look for the suites below folders and count what is in them; a newer one replaces it.
    /// Answered by `SuitesFound`, `AllSuitesFound` and `SuiteCounted`.
    Folder(FolderJob),
    /// Put a file first among the recent ones.
    Remember(PathBuf),
    /// Look whether a journal of unsaved edits was left behind. Answered by `JournalFound`, if at all.
    FindJournal {
        document: DocumentId,
        /// What the journal goes by; see `suite::journal`.
        file: PathBuf,
    },
    /// Write the journal after a short pause; a newer one of the same file replaces it.
    WriteJournal {
        document: DocumentId,
        unsaved: Unsaved,
    },
    /// Remove the journal: there is nothing in it that is not saved, or wanted.
    DropJournal(DocumentId),
    /// Leave the journal that was found where it is.
    LeaveJournal(DocumentId),
    /// The edits of the journal that was found are made again: it is this editor's own from now on.
    AdoptJournal(DocumentId),
    /// Work the edits of a journal out, on a thread. Answered by `Recovered`.
    Recover {
        document: DocumentId,
        recovery: Recovery,
    },
    /// A file is open no more: what was kept for it can go.
    Closed(DocumentId),
    /// Leave the editor.
    Quit,
}

/// Records to make canonical.
#[derive(Clone, Debug)]
pub struct CanonicalJob {
    pub ticket: u64,
    pub snapshot: Snapshot,
    pub policy: SavePolicy,
    /// For a comparison: stop after this many differing lines.
    pub at_most: usize,
}

/// A snapshot to write.
#[derive(Clone, Debug)]
pub struct SaveJob {
    pub ticket: u64,
    pub snapshot: Snapshot,
    pub target: SaveTarget,
}
