//! What the panes remember of a file.

use crate::app::state::editing::Editing;
use crate::suite::Direction;
use crate::suite::RevisionId;
use shakmaty::{Piece, Square};

/// A part of the screen that can have the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The list of the suite's lines.
    #[default]
    Records,
    Board,
    Operations,
    /// The findings of the selected record.
    Problems,
    /// The selected record's line as text.
    Raw,
}

impl Pane {
    /// In the order of Tab.
    pub const ALL: [Self; 5] = [
        Self::Records,
        Self::Board,
        Self::Operations,
        Self::Problems,
        Self::Raw,
    ];

    /// The title of its box.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Records => "Suite",
            Self::Board => "Board",
            Self::Operations => "Operations",
            Self::Problems => "Problems",
            Self::Raw => "Record",
        }
    }
}

/// What the screen shows between its first line and its last two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Page {
    /// The panes of the file shown.
    #[default]
    Panes,
    /// The suites below a folder.
    Folder,
    /// What is not the same in two files, or is not saved.
    Differences,
}

/// A place in a list: the row with the cursor, and the first row on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListState {
    pub cursor: usize,
    pub first: usize,
}

/// The board's own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardState {
    pub cursor: Square,
    /// A piece picked up: it still stands on its square until it is dropped.
    pub held: Option<Held>,
    /// Whether Black is below.
    pub flipped: bool,
    /// The piece of the palette that the mouse puts down.
    pub brush: Option<Piece>,
}

/// A piece picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub from: Square,
    pub piece: Piece,
    /// Whether the mouse holds it; [`BoardState::cursor`] is the square under the mouse.
    pub by_mouse: bool,
}

/// A text that Esc left: redo brings it back as long as nothing else changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dropped {
    pub line: usize,
    pub revision: RevisionId,
    pub focus: Pane,
    pub editing: Editing,
}

/// Where an incremental search began.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SearchOrigin {
    pub line: usize,
    pub search: Option<crate::suite::Pattern>,
}

/// A find that runs in the background and is waited for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waiting {
    pub ticket: u64,
    pub what: WaitingFor,
    pub direction: Direction,
    /// A row before this one (looking backward: from this one on) is past an end of the list.
    pub origin: usize,
}

/// What a find or a save is part of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WaitingFor {
    Problem,
    Text,
    /// The jump to an id typed in the prompt.
    Id(String),
}
