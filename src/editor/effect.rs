//! Effects, things to be done outside the editor: plain values, so that tests can look at them.

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

/// Something to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put something on the clipboard.
    Copy(Copying),
    /// Read the clipboard's text. Answered by `Paste`, or by why it can't be read.
    ReadClipboard,
    /// Work something out on a thread; what runs for the same stops. Answered by `Worked`, several times.
    Start(Task),
    /// Nobody waits for what runs for this any more. A save answers all the same.
    Stop { document: DocumentId, slot: Slot },
    /// Tell now and then that more of a file was read, until all is. Answered by `Tick`.
    Follow(LoadHandle),
    /// Say what time it is.
    TellTime,
    /// Stop (or begin again) to take the mouse, so that the terminal's own selection works.
    ReleaseMouse(bool),
    /// Draw as the settings say.
    Look,
    /// Read the theme files beside this settings file.
    FindThemes(PathBuf),
    /// Open the endgame tablebases of a folder.
    OpenTables(PathBuf),
    /// Put a setting into the settings file.
    WriteSetting(WriteSetting),
    /// Set the theme of the other ground: dark for light, light for dark.
    SwitchGround,
    /// Suspend the process, as Ctrl-Z does elsewhere.
    Suspend,
    /// Open a file, on a thread; a folder is shown.
    Open {
        /// As it was typed: with `~`, and a line behind it.
        path: PathBuf,
        /// The files that are open already.
        open: Vec<(DocumentId, PathBuf)>,
        /// Whether a file that does not exist is opened as a new one; else that is asked first.
        creates: bool,
    },
    /// List recent files and suites below a folder; a newer one replaces it.
    ListFiles(ListJob),
    /// Read a folder, as it was typed.
    ReadFolder { ticket: u64, folder: String },
    /// Look for the suites below folders and count what is in them; a newer one replaces it.
    Folder(FolderJob),
    /// Count again what is in a suite of the folder view.
    CountSuite { ticket: u64, path: PathBuf },
    /// Remember something from one start to the next.
    Keep(News),
    /// Tell other editors that a file is open here. Answered where one has it, too, or a save was interrupted.
    TellOpen { document: DocumentId, path: PathBuf },
    /// Look whether journals of unsaved edits were left behind.
    FindJournal {
        document: DocumentId,
        /// The edits that the journal keeps; see `suite::journal`.
        file: PathBuf,
    },
    /// Write the journal soon; a newer one of the same file replaces it.
    WriteJournal {
        document: DocumentId,
        unsaved: Box<UnsavedChanges>,
    },
    /// Remove the journal: there is nothing in it that is not saved, or wanted.
    DropJournal(DocumentId),
    /// Remove one of the journals that were found: there is nothing in it that is not saved, or wanted.
    DropFoundJournal { document: DocumentId, place: usize },
    /// Leave the journals that were found where they are.
    LeaveJournals(DocumentId),
    /// Take one of the journals that were found as this editor's own: its edits are made again.
    AdoptJournal { document: DocumentId, place: usize },
    /// A file is open no more: what was kept for it can go.
    Closed(DocumentId),
    /// Analyse a position until another comes; it takes the place of the one before.
    Analyse(Box<AnalyseJob>),
    /// Start an engine and ask who it is and which options it has.
    MeetEngine(Box<EngineCommand>),
    /// Look which engines PATH leads to.
    FindEngines,
    /// Analyse nothing; the engine waits.
    PauseAnalysis,
    /// End the engine.
    StopAnalysis,
    /// Search a record, as soon as one of the engines that work in the background has time. Answered, unless it is stopped.
    Search(Box<SearchJob>),
    /// Nobody waits for the searches of this number any more.
    StopSearches(u64),
    /// Send `Tick` at once: there is more to do than should be done between two keys.
    GoOn,
    /// Leave the editor.
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteSetting {
    pub path: PathBuf,
    /// The setting, as it is set by name.
    pub name: String,
    pub entry: Entry,
}

/// Files to list: the recent ones, and the suites below a folder.
#[derive(Clone, Debug)]
pub struct ListJob {
    pub ticket: u64,
    pub root: PathBuf,
    /// The file that is shown: it is left out.
    pub shown: Option<PathBuf>,
}

#[derive(Clone, Debug)]
pub struct FolderJob {
    pub ticket: u64,
    pub roots: Vec<PathBuf>,
}
