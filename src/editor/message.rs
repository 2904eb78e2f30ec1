//! What can happen to the editor: keys, the mouse, and the results of effects.

use crate::editor::command::Call;
use crate::editor::jobs::{Delivery, Hand, Task, TaskId};
use crate::editor::key::{Key, MouseEvent};
use crate::editor::model::Model;
use crate::editor::state::analysis::News;
use crate::editor::state::copying::{CopyHow, Copying};
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::engines::Known;
use crate::editor::state::file_picker::{FolderEntry, ListedFile};
use crate::editor::state::folder::{FolderFile, Summary};
use crate::editor::state::journal::FoundJournal;
use crate::editor::state::pieces::Pieces;
use crate::editor::state::queue::Searched;
use crate::editor::state::settings::ThemeFile;
use crate::engine::EngineCommand;
use crate::suite::save::FileState;
use std::path::PathBuf;

/// Something that happened. Results of effects carry the `ticket` of the effect they answer;
/// the editor drops those it no longer waits for.
#[derive(Debug)]
pub enum Msg {
    /// A command is to be done.
    Call(Call),
    Key(Key),
    Mouse(MouseEvent),
    /// Text pasted into the terminal (bracketed paste).
    Paste(String),
    /// The screen has this many columns and rows now.
    Resize {
        cols: u16,
        rows: u16,
    },
    /// Time passed, or more of a file was read: what is shown may be out of date.
    Tick,
    /// All there is was drawn, and no key waits: the next one is meant for what is on the screen.
    Seen,
    /// The theme files that are there.
    Themes(Vec<ThemeFile>),
    /// The looks that the terminal is drawn with, after the settings changed.
    Looks {
        shows_images: bool,
        pieces: Pieces,
    },
    /// A setting was put into the settings file, in this line, or taken out of it, or why not; and what else is wrong with
    /// the file.
    SettingWritten {
        name: String,
        written: Result<Option<usize>, String>,
        problems: Vec<String>,
    },
    /// [`Effect::Copy`](crate::editor::effect::Effect::Copy) is done, or why it can't be.
    Copied {
        copying: Copying,
        how: Result<CopyHow, String>,
    },
    /// The result of a piece of work, or its progress.
    Worked {
        id: TaskId,
        delivery: Delivery,
    },
    /// The time: seconds since the beginning of 1970, UTC.
    Time {
        seconds: u64,
    },
    /// An open file is not what it was when it was read or saved last.
    FileChangedOnDisk {
        path: PathBuf,
        now: FileState,
    },
    /// An open file has other times or rights, and the text it had.
    FileTouched {
        path: PathBuf,
        now: FileState,
    },
    /// A file was opened.
    Opened(Box<Document>),
    /// The file to open is open already; the line (0-based) to go to.
    IsOpen {
        document: DocumentId,
        line: Option<usize>,
    },
    /// A file can't be opened.
    NotOpened {
        reason: String,
    },
    /// Files for the picker; more may come.
    FilesListed {
        ticket: u64,
        files: Vec<ListedFile>,
    },
    /// The entries of a folder, as it was typed.
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
    /// The counts of one of the suites found.
    SuiteCounted {
        ticket: u64,
        path: PathBuf,
        found: Result<Summary, String>,
    },
    /// Edits that were not saved when an editor ended, all that there are of a file; or none.
    JournalsFound {
        document: DocumentId,
        found: Vec<FoundJournal>,
    },
    /// Other editors, by the numbers of their processes, have a file open, too.
    AlsoOpen {
        document: DocumentId,
        processes: Vec<u32>,
    },
    /// News from an engine about the position on the board.
    Analysed {
        ticket: u64,
        news: News,
    },
    /// Who an engine is, or why it can't be used.
    EngineMet {
        command: Box<EngineCommand>,
        met: Result<Box<Known>, String>,
    },
    /// The engines that PATH leads to, by their names.
    EnginesFound(Vec<(String, PathBuf)>),
    /// The result of a record that was searched in the background.
    Searched(Box<Searched>),
    /// Something seen or worked out outside, whichever file is shown.
    Told(Delivery),
}

impl Msg {
    /// Something told to the editor, which it takes in by `take`.
    pub(crate) fn told(take: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self::Told(Delivery::new(take))
    }

    /// Returns the answer of a piece of work, done here and now.
    pub fn answer(task: &Task, hand: &Hand) -> Self {
        Self::Worked {
            id: task.id,
            delivery: task.run(hand),
        }
    }

    /// Returns the progress of a piece of work.
    pub fn so_far(task: &Task, hand: &Hand) -> Option<Self> {
        let delivery = task.so_far(hand)?;
        Some(Self::Worked {
            id: task.id,
            delivery,
        })
    }
}
