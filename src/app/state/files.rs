//! The files that are open and not shown, in their order.

use crate::app::state::document::{Document, DocumentId};
use crate::app::state::editing::Editing;
use crate::app::state::meant::Meant;
use crate::app::state::play::Play;
use crate::app::state::view::Dropped;
use crate::app::state::view::ListState;
use crate::app::state::view::Pane;
use shakmaty::Square;

/// The files that are open and not shown.
#[derive(Debug, Default)]
pub struct Others {
    /// In order; the one shown belongs before `kept[at]`.
    pub(crate) kept: Vec<Kept>,
    pub(crate) at: usize,
    /// The one that was shown before.
    pub(crate) last: Option<DocumentId>,
}

/// A file that is not shown.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) document: Document,
    pub(crate) view: View,
}

/// What the panes remember of a file while another is shown.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) focus: Pane,
    pub(crate) operations: ListState,
    pub(crate) problems: ListState,
    pub(crate) cursor: Square,
    pub(crate) play: Option<Play>,
    pub(crate) editing: Option<Editing>,
    pub(crate) dropped: Option<Dropped>,
    pub(crate) meant: Option<Meant>,
}

impl View {
    pub(crate) fn new() -> Self {
        Self {
            focus: Pane::Records,
            operations: ListState::default(),
            problems: ListState::default(),
            cursor: Square::E4,
            play: None,
            editing: None,
            dropped: None,
            meant: None,
        }
    }
}
