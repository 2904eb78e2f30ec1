//! What lies over the panes: pickers (palette, opcodes), menus (which are also the questions),
//! one-line prompts, and pages of text (help, differences). One stack in the model; the top one
//! gets the keys, Esc closes it.

mod pager;

use crate::app::command::Id;
use crate::app::features::board::clocks::Clock;
use crate::app::features::board::pieces::Pieces;
use crate::app::features::bulk::ask::Ask;
use crate::app::features::bulk::preview::Preview;
use crate::app::features::columns::Column;
use crate::app::features::play::Destination;
use crate::app::features::report::Report;
use crate::app::line_editor::LineEditor;
use crate::app::state::document::Then;
use crate::epd::Fix;
use crate::suite::Sameness;
use crate::suite::bulk::Keep;
pub use pager::{Pager, PagerLine};
use shakmaty::{Move, Square};

/// Something over the panes.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    Picker(Picker),
    Menu(Menu),
    Prompt(Prompt),
    Pager(Pager),
    Report(Box<Report>),
    /// A change of many records, looked at before it is made.
    Preview(Preview),
}

/// A list narrowed by typing: the command palette, the opcode palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Picker {
    pub kind: PickerKind,
    pub title: String,
    /// What is typed to narrow the list.
    pub input: LineEditor,
    /// All rows.
    pub items: Vec<PickerItem>,
    /// The rows that match, best first.
    pub shown: Vec<PickerMatch>,
    /// Index into `shown`.
    pub cursor: usize,
    /// First row of `shown` on screen.
    pub first: usize,
}

/// What a picker picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerKind {
    Commands,
    /// One of the open files.
    OpenFiles,
    /// A file to open.
    Files,
    /// An open file to compare the one shown with.
    CompareWith,
    /// An open file to copy or move records to.
    SendTo {
        moves: bool,
    },
    /// An opcode for a new operation.
    Opcodes,
    /// An opcode for a new column of the list.
    Column,
    /// An opcode whose values are counted.
    Values,
    /// A new opcode for operation `operation`.
    Rename {
        operation: usize,
    },
}

/// A row of a picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerItem {
    /// The name: a command's title, an opcode.
    pub label: String,
    /// What it is, in a sentence.
    pub detail: String,
    /// Keys that do the same, or nothing.
    pub keys: String,
    /// Why it can't be chosen now.
    pub disabled: Option<String>,
    /// What is chosen: a command's name, an opcode.
    pub value: String,
}

/// A row of a picker that matches what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerMatch {
    /// Index into [`Picker::items`].
    pub item: usize,
    /// Which characters of the label matched (indices of `char`s, ascending).
    pub marks: Vec<usize>,
}

/// A short list to choose from by key, cursor or mouse; with `about`, a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    pub title: String,
    /// What is asked, one line each; empty for a plain menu.
    pub about: Vec<String>,
    pub items: Vec<MenuItem>,
    pub cursor: usize,
    /// First item on screen.
    pub first: usize,
    /// Whether choosing an item leaves the menu open (toggles).
    pub stays: bool,
}

/// A row of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuItem {
    /// The key that chooses it.
    pub key: Option<char>,
    pub label: String,
    /// Shown beside the label, quieter: the text that would be copied, the result of a fix.
    pub detail: String,
    /// For toggles: whether it is on.
    pub checked: Option<bool>,
    /// Why it can't be chosen now.
    pub disabled: Option<String>,
    pub choice: Choice,
}

/// What choosing a menu row does.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Copies `text`; `what` names it (`FEN`).
    Copy {
        what: String,
        text: String,
    },
    /// Sets the castling field to this text.
    Castling(String),
    EnPassant(Option<Square>),
    ApplyFix(Fix),
    SaveAll,
    SaveEdited,
    SeeDifference,
    /// Writes over what another program wrote meanwhile.
    SaveOver,
    SaveUnderNewName,
    /// Takes what is on disk instead of what is here.
    Reload,
    SaveAndQuit,
    DiscardAndQuit,
    /// Saves all files with changes, then leaves.
    SaveAllAndQuit,
    SaveAndClose,
    DiscardAndClose,
    /// Makes the unsaved edits that were found again.
    RecoverJournal,
    LookAtJournal,
    /// Opens the lines of what was found as a suite.
    OpenJournal,
    DiscardJournal,
    /// Draws pieces so.
    Pieces(Pieces),
    /// Sorts the records by a column; the last first where `true`.
    Sort(Column, bool),
    /// Counts the values of a column.
    Values(Column),
    /// Hides a column.
    HideColumn(Column),
    /// Moves a column by so many places.
    ShiftColumn(Column, isize),
    /// Plays a move in play mode.
    PlayMove(Move),
    /// Steps through a line of the record.
    StepThrough(&'static str),
    /// Puts the moves played there.
    RecordPlayed(Destination),
    /// Removes duplicates.
    Dedupe(Sameness, Keep),
    /// Does the command.
    Command(Id),
    /// Closes the menu, nothing else.
    Back,
}

/// A line to type in at the bottom of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub kind: PromptKind,
    /// Shown before the text: `search`, `go to line or id`.
    pub label: &'static str,
    pub input: LineEditor,
    /// What is wrong with what is typed, or how many match.
    pub message: Option<String>,
}

/// What a prompt asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    Search,
    /// A question that the list is narrowed by.
    Filter,
    /// A question whose answers are marked.
    Mark,
    /// What a change of many records needs to know.
    Reshape(Ask),
    GoTo,
    /// A number of the 960 starting positions, or nothing for one by chance.
    Chess960,
    /// The half-move clock or the move number.
    Clock(Clock),
    /// How deep leaf nodes are counted.
    PerftDepth,
    /// A path to save under, and what comes after that.
    SaveAs {
        then: Then,
    },
}

impl Menu {
    /// A plain menu, the cursor on its first row.
    pub fn new(title: impl Into<String>, items: Vec<MenuItem>) -> Self {
        Self::question(title, Vec::new(), items)
    }

    /// A menu that asks something.
    pub fn question(title: impl Into<String>, about: Vec<String>, items: Vec<MenuItem>) -> Self {
        Self {
            title: title.into(),
            about,
            items,
            cursor: 0,
            first: 0,
            stays: false,
        }
    }
}

impl MenuItem {
    /// A row that can be chosen.
    pub fn new(
        key: Option<char>,
        label: impl Into<String>,
        detail: impl Into<String>,
        choice: Choice,
    ) -> Self {
        Self {
            key,
            label: label.into(),
            detail: detail.into(),
            checked: None,
            disabled: None,
            choice,
        }
    }

    /// The same row as a toggle.
    #[must_use]
    pub fn checked(mut self, on: bool) -> Self {
        self.checked = Some(on);
        self
    }

    /// The same row, with the reason why it can't be chosen, if there is one.
    #[must_use]
    pub fn disabled(mut self, reason: Option<String>) -> Self {
        self.disabled = reason;
        self
    }
}

impl Overlay {
    /// Whether keys type text here.
    pub fn takes_text(&self) -> bool {
        matches!(self, Self::Picker(_) | Self::Prompt(_))
    }
}
