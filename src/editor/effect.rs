//! Effects, work to do outside the editor: plain values, so that tests can inspect them.

use crate::editor::jobs::{Slot, Task};
use crate::editor::state::copying::Copying;
use crate::editor::state::document::DocumentId;
use crate::editor::state::engines::AnalyseJob;
use crate::editor::state::queue::SearchJob;
use crate::editor::state::remembered::News;
use crate::editor::state::settings::Entry;
use crate::engine::EngineCommand;
use crate::suite::LoadHandle;
use crate::suite::journal::UnsavedChanges;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub enum Effect {
    Copy(Copying),
    /// Read the clipboard's text. Answered by `Paste`, or by the reason why it can't be read.
    ReadClipboard,
    /// Run a task on a thread, in place of the one in the same slot. Answered by `Worked`, several times.
    Start(Task),
    /// Stop the task of a slot, whose result is no longer needed. A save still answers.
    Stop {
        document: DocumentId,
        slot: Slot,
    },
    /// Report progress while a file is being read, until it is complete. Answered by `Tick`.
    Follow(LoadHandle),
    TellTime,
    /// Release the mouse, so that the terminal's own selection works, or capture it again.
    ReleaseMouse(bool),
    /// Apply the settings of drawing.
    Look,
    /// Read the theme files beside this settings file.
    FindThemes(PathBuf),
    /// Open the endgame tablebases in a folder.
    OpenTables(PathBuf),
    WriteSetting(WriteSetting),
    /// Switch to the theme of the other background: dark for light, light for dark.
    SwitchGround,
    /// Suspend the process, as Ctrl-Z does elsewhere.
    Suspend,
    /// Open a file, on a thread; a folder is shown.
    Open {
        /// As typed: with `~`, and a line number after it.
        path: PathBuf,
        open: Vec<(DocumentId, PathBuf)>,
        /// Whether to create a file that does not exist; if not, the user is asked first.
        creates: bool,
    },
    /// List recent files and the suites below a folder; a newer request replaces it.
    ListFiles(ListJob),
    /// Read a folder; its path is as typed.
    ReadFolder {
        ticket: u64,
        folder: String,
    },
    /// Find the suites below folders and count their records; a newer request replaces it.
    Folder(FolderJob),
    /// Recount a suite of the folder view.
    CountSuite {
        ticket: u64,
        path: PathBuf,
    },
    /// Store something for the next start.
    Keep(News),
    /// Register the file as open. Answered if another editor has it open too, or if a save was interrupted.
    TellOpen {
        document: DocumentId,
        path: PathBuf,
    },
    /// Look for journals of unsaved edits that an earlier session left.
    FindJournal {
        document: DocumentId,
        /// The file whose edits are in the journal; see `suite::journal`.
        file: PathBuf,
    },
    /// Write the journal soon; a newer one of the same file replaces it.
    WriteJournal {
        document: DocumentId,
        unsaved: Box<UnsavedChanges>,
    },
    /// Remove the journal: its edits are saved or discarded.
    DropJournal(DocumentId),
    /// Remove one of the journals found: its edits are saved or discarded.
    DropFoundJournal {
        document: DocumentId,
        place: usize,
    },
    /// Leave the journals found where they are.
    LeaveJournals(DocumentId),
    /// Adopt one of the journals found, whose edits are applied again.
    AdoptJournal {
        document: DocumentId,
        place: usize,
    },
    /// Release what belongs to a file that was closed.
    Closed(DocumentId),
    /// Analyse a position until the next one, in place of the one before.
    Analyse(Box<AnalyseJob>),
    /// Start an engine and request its identity and options.
    MeetEngine(Box<EngineCommand>),
    FindEngines,
    /// Pause the analysis; the engine waits.
    PauseAnalysis,
    StopAnalysis,
    /// Search a record as soon as one of the background engines is free. Answered, unless it is stopped.
    Search(Box<SearchJob>),
    /// Stop the searches of this number, whose results are no longer needed.
    StopSearches(u64),
    /// Send `Tick` at once: more work remains than should be done between two keys.
    GoOn,
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteSetting {
    pub path: PathBuf,
    /// The name of the setting.
    pub name: String,
    pub entry: Entry,
}

/// Request for a list of files: the recent ones, and the suites below a folder.
#[derive(Clone, Debug)]
pub struct ListJob {
    pub ticket: u64,
    pub root: PathBuf,
    /// The file shown, which the list omits.
    pub shown: Option<PathBuf>,
}

#[derive(Clone, Debug)]
pub struct FolderJob {
    pub ticket: u64,
    pub roots: Vec<PathBuf>,
}
