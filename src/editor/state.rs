//! What the editor knows, as types with methods of their own. Nothing here takes the whole model.

pub mod columns;
pub mod copying;
pub mod differences;
pub mod document;
pub mod editing;
pub mod engines;
pub mod folder;
pub mod jobs;
pub mod profile;
pub mod queue;
pub mod remembered;
pub mod rows;
pub mod scan;
pub mod settings;
pub mod sorted_view;
pub mod view;

use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::state::remembered::FileMemory;
use crate::epd::Record;
use crate::epd::moves::ends;
use crate::epd::registers::RegisterValue;
use crate::suite::field::Key;
use crate::suite::save::SaveTarget;
use crate::suite::{LineSet, Matches, Pattern, RevisionId, Snapshot};
use shakmaty::{Board, Square};
use std::ops::Range;

/// Lines copied or cut: a state of a file, and which of its lines.
#[derive(Clone, Debug)]
pub(crate) struct LineClipboard {
    pub(crate) from: Snapshot,
    pub(crate) lines: LineSet,
}

/// The registers that hold at a record, from records before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldRegisters {
    /// The line and revision that they were worked out for.
    pub(crate) at: Option<(usize, RevisionId)>,
    /// The registers that the record itself does not set, by the opcodes that set them.
    pub held: Vec<(String, RegisterValue)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Images, in a terminal that shows them; sextants where it does not, or under a menu.
    Images,
    /// Block art of six pixels a cell (Unicode 13's sextants) where squares are large enough; newer terminals draw it.
    Sextants,
    /// Block art of four pixels a cell, which nearly every font has.
    #[default]
    Quadrants,
    /// Chess figures, one a square, at every size.
    Figures,
    /// Letters, `P` white and `p` black, at every size.
    Letters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// Something that just happened.
    Done,
    /// A state, neither a success nor a refusal.
    Told,
    /// Something that happened, with something to look after.
    Warned,
    /// A key is to be pressed once more.
    Asks,
    /// The reason why something was not done; it stays until a key.
    Refused,
    /// Something failed outside; stays until a key.
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub kind: StatusKind,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// To open it by; made of what the person would type.
    pub path: String,
    /// To show it by: below the folder.
    pub name: String,
    /// Whether it was open lately: then it stands above the others.
    pub is_recent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    pub name: String,
    pub is_folder: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FilePicker {
    pub(crate) ticket: u64,
    /// Recent files, and those below the folder.
    pub(crate) listed: Vec<ListedFile>,
    /// The folder being completed in, as it is typed, and what is in it, by whole paths.
    pub(crate) folder: Option<String>,
    pub(crate) entries: Vec<FolderEntry>,
}

/// An operation without its place: opcode and operands, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OperationText {
    pub opcode: String,
    pub operands: Vec<u8>,
}

impl OperationText {
    pub(crate) fn new(opcode: impl Into<String>, operands: impl Into<Vec<u8>>) -> Self {
        Self {
            opcode: opcode.into(),
            operands: operands.into(),
        }
    }

    pub(crate) fn all_of(record: &Record<'_>) -> Vec<Self> {
        let operations = record.operations().iter();
        let loose = operations.map(|operation| {
            let operands = record.operands_span(operation).of(record.line());
            Self::new(record.opcode(operation), operands)
        });
        loose.collect()
    }
}

/// The memory of an open file, on its way from and to the store.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// The memory of the file when it was opened, until it is made so again.
    pub memory: Option<FileMemory>,
    /// The memory that was sent to the store last.
    pub(crate) kept: FileMemory,
    /// The last query that the list was filtered by.
    pub(crate) query: Option<String>,
    pub(crate) waits: DeferredWork,
}

/// The work that waits for more of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeferredWork {
    /// The line to go to, and the line selected until then.
    pub(crate) line: Option<(usize, usize)>,
    pub(crate) sort: Option<Key>,
    pub(crate) change: Option<WaitingChange>,
}

/// A change of many records, asked for while the file is still being read.
#[derive(Clone, Debug)]
pub(crate) struct WaitingChange {
    pub(crate) plan: Plan,
    /// Its preview is on screen; else it is made as soon as it is worked out.
    pub(crate) is_previewed: bool,
}

/// A text that is looked for in the whole file.
#[derive(Clone, Debug)]
pub struct Search {
    pub pattern: Pattern,
    /// The state that it is looked for in; `None` before that began.
    pub(crate) at: Option<RevisionId>,
    /// The matches in that state; `None` while it is looked for.
    pub(crate) found: Option<Matches>,
}

impl Search {
    pub(crate) fn of(pattern: Pattern) -> Self {
        Self {
            pattern,
            at: None,
            found: None,
        }
    }

    /// Returns the matches in a state, where they are known.
    pub(crate) fn found_in(&self, state: RevisionId) -> Option<&Matches> {
        self.found.as_ref().filter(|_| self.at == Some(state))
    }
}

impl Document {
    /// Returns the lines with the text searched for, where they are known.
    pub fn matches(&self) -> Option<&LineSet> {
        let found = self.search.as_ref()?.found_in(self.suite.revision())?;
        Some(&found.lines)
    }
}

/// A save on its way.
#[derive(Clone, Debug)]
pub struct Saving {
    /// The step on another thread that is waited for; `None` while a question about it is open.
    pub(crate) ticket: Option<u64>,
    pub(crate) target: SaveTarget,
    /// The open file that another one is saved over.
    pub(crate) over: Option<DocumentId>,
    pub(crate) then: AfterSave,
    /// Records that were made canonical, and those that could not be.
    pub(crate) changed: usize,
    pub(crate) kept: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterSave {
    #[default]
    Stay,
    Close,
    /// The other files with changes are saved, too.
    All(SavingAll),
    Quit,
    /// The editor closes, and what is lost of engines' work was told.
    QuitTold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavingAll {
    /// The file that was shown when it began.
    pub(crate) home: DocumentId,
    pub(crate) quit: bool,
    pub(crate) saved: usize,
}

/// The form of the suite list, while it has the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Its place among all panes.
    #[default]
    Panes,
    /// All of it, for more columns.
    List,
    /// All of it, as small boards.
    Boards,
}

/// A record as a small board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The pieces; `None` where the placement can't be read.
    pub board: Option<Board>,
    /// Best moves and moves to avoid, from and to.
    pub best: Vec<(Square, Square)>,
    pub avoid: Vec<(Square, Square)>,
    /// The id, not made safe yet.
    pub name: String,
}

impl Picture {
    pub(crate) fn of(record: &Record<'_>) -> Self {
        let id = record.operation("id").map(|id| record.operands_text(id));
        Self {
            board: record.board().cloned(),
            best: ways(record, "bm"),
            avoid: ways(record, "am"),
            name: id.unwrap_or_default(),
        }
    }
}

/// Returns the moves of an operation, from and to.
pub(crate) fn ways(record: &Record<'_>, opcode: &str) -> Vec<(Square, Square)> {
    let moves = record.moves(opcode);
    moves.filter_map(|played| ends(&played)).collect()
}

/// Lines that are remembered.
pub(crate) const MOST: usize = 100;

/// The lines to go back to, and forward again.
#[derive(Clone, Debug, Default)]
pub struct JumpList {
    pub(crate) back: Vec<usize>,
    pub(crate) forward: Vec<usize>,
    /// Whether the movement of this message is no jump: a step, or one along the places themselves.
    pub(crate) is_step: bool,
}

impl JumpList {
    /// Takes note of a jump from line `before` to line `now`. `changed`: lines that an edit turned into others.
    pub(crate) fn settle(
        &mut self,
        before: usize,
        now: usize,
        changed: Option<(Range<usize>, Range<usize>)>,
    ) {
        let is_step = std::mem::take(&mut self.is_step);
        match changed {
            Some((old, new)) => self.follow(&old, &new),
            None if now != before && !is_step => {
                self.forward.clear();
                self.back.retain(|known| *known != before);
                self.back.push(before);
                let over = self.back.len().saturating_sub(MOST);
                self.back.drain(..over);
            }
            None => {}
        }
    }

    /// Lines `old` became lines `new`.
    fn follow(&mut self, old: &Range<usize>, new: &Range<usize>) {
        for line in self.back.iter_mut().chain(&mut self.forward) {
            if *line >= old.end {
                *line = *line - old.end + new.end;
            } else if *line >= old.start {
                *line = (*line).min(new.end.saturating_sub(1)).max(new.start);
            }
        }
    }
}
