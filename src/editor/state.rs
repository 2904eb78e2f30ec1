//! The state of the editor, as types with methods. Nothing here takes the whole model.

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

/// Lines copied or cut: a snapshot of a file, and the set of lines.
#[derive(Clone, Debug)]
pub(crate) struct LineClipboard {
    pub(crate) from: Snapshot,
    pub(crate) lines: LineSet,
}

/// The register values at a record, set by records before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldRegisters {
    pub(crate) at: Option<(usize, RevisionId)>,
    /// The registers that the record itself does not set, with the opcodes that set them.
    pub held: Vec<(String, RegisterValue)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Images, in a terminal that supports them; else, or under a menu, sextants.
    Images,
    /// Block art of six pixels a cell (Unicode 13's sextants) on large enough squares; for newer terminals.
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
    Done,
    /// A state, neither a success nor a refusal.
    Told,
    /// A completed action that needs attention.
    Warned,
    /// A key must be pressed once more.
    Asks,
    /// The reason why something was not done; stays until a key.
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
    /// The path to open, in the form that the user would type.
    pub path: String,
    /// The name to show, relative to the folder.
    pub name: String,
    /// Whether it was opened lately, which puts it above the others.
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
    /// The folder of the path being completed, as typed.
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

/// The stored memory of an open file, and the work that waits for the file.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// The memory of the file when it was opened, until it is applied.
    pub memory: Option<FileMemory>,
    pub(crate) kept: FileMemory,
    /// The last query of the filter.
    pub(crate) query: Option<String>,
    pub(crate) waits: DeferredWork,
}

/// The work that waits until more of a file is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeferredWork {
    /// The line to go to, and the line selected until then.
    pub(crate) line: Option<(usize, usize)>,
    pub(crate) sort: Option<Key>,
    pub(crate) change: Option<WaitingChange>,
}

/// A bulk edit, requested while the file is still being read.
#[derive(Clone, Debug)]
pub(crate) struct WaitingChange {
    pub(crate) plan: Plan,
    /// Whether its preview is on screen; if not, it is applied as soon as it is computed.
    pub(crate) is_previewed: bool,
}

/// A search of the whole file.
#[derive(Clone, Debug)]
pub struct Search {
    pub pattern: Pattern,
    /// The revision that is searched; `None` before the search began.
    pub(crate) at: Option<RevisionId>,
    /// The matches in that revision; `None` while the search runs.
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

    pub(crate) fn found_in(&self, state: RevisionId) -> Option<&Matches> {
        self.found.as_ref().filter(|_| self.at == Some(state))
    }
}

impl Document {
    /// Returns the lines with matches of the search, if they are known.
    pub fn matches(&self) -> Option<&LineSet> {
        let found = self.search.as_ref()?.found_in(self.suite.revision())?;
        Some(&found.lines)
    }
}

/// A save in progress.
#[derive(Clone, Debug)]
pub struct Saving {
    pub(crate) ticket: Option<u64>,
    pub(crate) target: SaveTarget,
    /// The open file whose file on disk this save overwrites.
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
    /// Save the other files with changes too.
    All(SavingAll),
    Quit,
    /// Quit; the user was warned of the results of engines that would be lost.
    QuitTold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavingAll {
    pub(crate) home: DocumentId,
    pub(crate) quit: bool,
    pub(crate) saved: usize,
}

/// The form of the suite list, while it has the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A pane beside the others.
    #[default]
    Panes,
    /// The whole width, for more columns.
    List,
    /// The whole width, as small boards.
    Boards,
}

/// The data of a small board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The pieces; `None` if the placement can't be parsed.
    pub board: Option<Board>,
    /// Best moves and moves to avoid: from, to.
    pub best: Vec<(Square, Square)>,
    pub avoid: Vec<(Square, Square)>,
    /// The id, not yet made safe for the terminal.
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

/// Returns the moves of an operation as pairs of squares: from, to.
pub(crate) fn ways(record: &Record<'_>, opcode: &str) -> Vec<(Square, Square)> {
    let moves = record.moves(opcode);
    moves.filter_map(|played| ends(&played)).collect()
}

/// Most lines in a jump list.
pub(crate) const MOST: usize = 100;

/// The lines to go back to, and forward to.
#[derive(Clone, Debug, Default)]
pub struct JumpList {
    pub(crate) back: Vec<usize>,
    pub(crate) forward: Vec<usize>,
    /// Whether this message moves the cursor by a step, or through the list itself, and so makes no jump.
    pub(crate) is_step: bool,
}

impl JumpList {
    /// Records a jump from line `before` to line `now`. `changed` are the old and the new lines of an edit.
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

    /// Moves the lines after an edit that replaced lines `old` by lines `new`.
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
