//! What the panes remember of a file, with the moves being played on its board.

use crate::editor::state::HeldRegisters;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::widgets::ListState;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::moves::{self, ends, san, targets};
use crate::epd::opcode::Shape;
use crate::suite::RevisionId;
use shakmaty::{Bitboard, Chess, Move, Piece, Position, Square};

/// Moves of a line that are named in a sentence.
const NAMED: usize = 4;

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

/// The page between the screen's first line and its last two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Page {
    /// The panes of the file shown.
    #[default]
    Panes,
    /// The suites below a folder.
    Folder,
    /// The differences of two files, or the unsaved changes.
    Differences,
}

/// The state of the board, whichever file is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardState {
    /// Whether Black is below.
    pub flipped: bool,
    /// The piece of the palette that the mouse puts down.
    pub brush: Option<Piece>,
    /// Whether keys and mouse set the position up, and play no moves.
    pub sets_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    pub from: Square,
    pub piece: Piece,
    /// Whether the mouse holds it; [`FileView::cursor`] is the square under the mouse.
    pub by_mouse: bool,
}

/// A text that Esc left: redo brings it back as long as nothing else changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AbandonedEdit {
    pub line: usize,
    pub revision: RevisionId,
    pub focus: Pane,
    pub returns_to: Option<Pane>,
    pub editing: Editing,
}

/// The state of the panes of a file, also while another is shown.
#[derive(Debug)]
pub struct FileView {
    pub focus: Pane,
    /// The cursor among the operations; the row after the last is `+ add operation`.
    pub operations: ListState,
    pub problems: ListState,
    pub cursor: Square,
    /// A piece picked up: it still stands on its square until it is dropped.
    pub held: Option<HeldPiece>,
    pub play: Option<Play>,
    /// The record whose board has the keys: its mode is chosen when it gets them.
    pub(crate) on_board: Option<usize>,
    /// Moves of positions that were left without their being recorded, the newest last.
    pub(crate) left_lines: Vec<Play>,
    pub editing: Option<Editing>,
    /// The pane that had the keys before the text being typed got them.
    pub(crate) returns_to: Option<Pane>,
    pub(crate) dropped: Option<AbandonedEdit>,
    /// The line whose position is being typed anew, and its revision: what is typed next is one undo with that.
    pub(crate) setting_up: Option<(usize, RevisionId)>,
    /// Whether the last square of that position was filled or skipped.
    pub(crate) filled: bool,
    /// The last legal version of the selected line, whose moves are still meaningful.
    pub(crate) meant: Option<Vec<u8>>,
    pub registers: HeldRegisters,
    /// The state that the list was last scrolled for: selected row, rows on screen.
    pub(crate) scrolled_for: Option<(usize, usize)>,
    /// Whether the selected line was jumped to: it is then shown with lines around it.
    pub(crate) shows_around: bool,
}

impl Default for FileView {
    fn default() -> Self {
        Self {
            focus: Pane::Records,
            operations: ListState::default(),
            problems: ListState::default(),
            cursor: Square::E4,
            held: None,
            play: None,
            on_board: None,
            left_lines: Vec::new(),
            editing: None,
            returns_to: None,
            dropped: None,
            setting_up: None,
            filled: false,
            meant: None,
            registers: HeldRegisters::default(),
            scrolled_for: None,
            shows_around: false,
        }
    }
}

impl FileView {
    /// Returns moves that were played and are recorded nowhere, the newest last.
    pub(crate) fn unrecorded(&self) -> impl Iterator<Item = &Play> {
        let now = self.play.iter().filter(|play| play.is_unrecorded());
        self.left_lines.iter().chain(now)
    }

    /// Returns the moves being played, where the board has the keys: undo and redo are theirs then.
    pub(crate) fn playing(&mut self) -> Option<&mut Play> {
        let has_keys = self.focus == Pane::Board;
        self.play.as_mut().filter(|_| has_keys)
    }

    /// Begins to type a text in a pane, which gets the keys until that ends.
    pub(crate) fn type_in(&mut self, pane: Pane, editing: Editing) {
        self.returns_to = self.returns_to.or(Some(self.focus));
        self.focus = pane;
        self.editing = Some(editing);
    }

    pub(crate) fn operand(&self) -> Option<&OperandEditing> {
        match self.editing.as_ref()? {
            Editing::Operand(operand) => Some(operand),
            Editing::Raw(_) => None,
        }
    }

    pub(crate) fn shape(&self) -> Option<Shape> {
        self.operand()?.shape()
    }

    pub fn text(&self) -> Option<&LineEditor> {
        match self.editing.as_ref()? {
            Editing::Raw(text) => Some(text),
            Editing::Operand(operand) => Some(&operand.text),
        }
    }

    pub(crate) fn text_mut(&mut self) -> Option<&mut LineEditor> {
        match self.editing.as_mut()? {
            Editing::Raw(text) => Some(text),
            Editing::Operand(operand) => Some(&mut operand.text),
        }
    }

    /// Returns the focus to the pane that had it before an edit.
    pub(crate) fn give_keys_back(&mut self) {
        if let Some(pane) = self.returns_to.take() {
            (self.focus, self.held) = (pane, None);
        }
    }

    /// Prepares the view of a file newly shown: drops the held piece and scrolls to the selected line.
    pub(crate) fn changes(&mut self) {
        self.held = None;
        self.scrolled_for = None;
    }
}

/// A line of moves from the record's position, and how far it is played.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The line of the suite that it belongs to.
    pub(crate) selected: usize,
    pub(crate) start: Chess,
    /// The position after the moves played.
    pub position: Chess,
    pub(crate) line: Vec<Move>,
    pub(crate) at: usize,
    /// Whose moves they are, where they come from the record: `pv`.
    pub source: Option<&'static str>,
    /// A move being typed.
    pub typed: String,
    /// The letters behind it that begin no legal move, to say them together.
    pub(crate) refused: String,
    /// Whether the line is in the file: as it is, or as much of it as was asked for.
    pub(crate) recorded: bool,
    /// The moves that were discarded last, and how far they were played: redo brings them back.
    discarded: Option<(Vec<Move>, usize)>,
}

impl Play {
    pub(crate) fn new(start: Chess) -> Self {
        Self {
            position: start.clone(),
            start,
            ..Self::default()
        }
    }

    pub fn played(&self) -> &[Move] {
        self.line.get(..self.at).unwrap_or_default()
    }

    /// Returns the squares between which the last move went: the king's way when castling.
    pub fn last(&self) -> Option<(Square, Square)> {
        ends(self.played().last()?)
    }

    pub fn targets(&self, from: Square) -> Bitboard {
        targets(&self.position, from)
    }

    /// Returns the moves played and those ahead in SAN, each with whether it is played.
    pub fn in_words(&self) -> Vec<(String, bool)> {
        let mut position = self.start.clone();
        let mut out = Vec::new();
        for (at, &played) in self.line.iter().enumerate() {
            out.push((san(&position, played), at < self.at));
            position.play_unchecked(played);
        }
        out
    }

    /// Returns the first few moves in SAN, and how many more there are.
    pub(crate) fn in_brief(&self) -> String {
        let first = self.line.get(..NAMED).unwrap_or(&self.line);
        let text = moves::line(&self.start, first, san);
        match self.line.len() - first.len() {
            0 => text,
            more => format!("{text} and {more} more"),
        }
    }

    pub(crate) fn play(&mut self, played: Move) {
        if self.line.get(self.at) != Some(&played) {
            self.line.truncate(self.at);
            self.line.push(played);
            self.source = None;
            (self.recorded, self.discarded) = (false, None);
        }
        self.at += 1;
        self.position.play_unchecked(played);
    }

    /// Returns whether there are moves of one's own, played or taken back, that are nowhere else.
    pub fn is_unrecorded(&self) -> bool {
        self.source.is_none() && !self.line.is_empty() && !self.recorded
    }

    pub(crate) fn has_discarded(&self) -> bool {
        self.discarded.is_some()
    }

    /// Returns to the record's position and forgets the moves.
    pub(crate) fn discard(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.discarded = (!line.is_empty()).then_some((line, self.at));
        self.typed.clear();
        self.refused.clear();
        self.go_to(0);
    }

    pub(crate) fn bring_back(&mut self) {
        if let Some((line, at)) = self.discarded.take() {
            self.line = line;
            self.go_to(at);
        }
    }

    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.line.len());
        self.position = self.start.clone();
        for &played in self.line.get(..self.at).unwrap_or_default() {
            self.position.play_unchecked(played);
        }
    }
}
