//! The state of a file's panes, and the moves being played on its board.

use crate::editor::state::HeldRegisters;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::widgets::ListState;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::moves::{self, ends, san, targets};
use crate::epd::opcode::Shape;
use crate::suite::RevisionId;
use shakmaty::{Bitboard, Chess, Move, Piece, Position, Square};

/// Most moves of a line named in a sentence.
const NAMED: usize = 4;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The list of the suite's lines.
    #[default]
    Records,
    Board,
    Operations,
    /// The diagnostics of the selected record.
    Problems,
    /// The raw text of the selected record's line.
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

/// The page between the header and the status line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Page {
    #[default]
    Panes,
    /// The suites below a folder.
    Folder,
    /// The differences of two files, or the unsaved changes.
    Differences,
}

/// The state of the board, for all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardState {
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The piece of the palette that the mouse places.
    pub brush: Option<Piece>,
    /// Whether keys and mouse set up the position instead of playing moves.
    pub sets_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    pub from: Square,
    pub piece: Piece,
    /// Whether it is dragged with the mouse; [`FileView::cursor`] is the square under the mouse.
    pub by_mouse: bool,
}

/// A text abandoned with Esc: redo restores it as long as nothing else changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AbandonedEdit {
    pub line: usize,
    pub revision: RevisionId,
    pub focus: Pane,
    pub returns_to: Option<Pane>,
    pub editing: Editing,
}

/// The state of a file's panes, also while another file is shown.
#[derive(Debug)]
pub struct FileView {
    pub focus: Pane,
    /// The cursor among the operations; the row after the last is `+ add operation`.
    pub operations: ListState,
    pub problems: ListState,
    pub cursor: Square,
    /// A piece picked up: it is drawn on its square until it is dropped.
    pub held: Option<HeldPiece>,
    pub play: Option<Play>,
    /// The record whose board has the focus: the mode is chosen when it gets the focus.
    pub(crate) on_board: Option<usize>,
    /// Unrecorded moves of positions that were left, the newest last.
    pub(crate) left_lines: Vec<Play>,
    pub editing: Option<Editing>,
    pub(crate) returns_to: Option<Pane>,
    pub(crate) dropped: Option<AbandonedEdit>,
    /// The line whose position is being typed anew, and its revision: further typing is the same undo step.
    pub(crate) setting_up: Option<(usize, RevisionId)>,
    /// Whether the last square of that position was filled or skipped.
    pub(crate) filled: bool,
    /// The last legal version of the selected line, whose moves are still meaningful.
    pub(crate) last_legal: Option<Vec<u8>>,
    pub registers: HeldRegisters,
    pub(crate) scrolled_for: Option<(usize, usize)>,
    /// Whether the selected line was jumped to, which shows it with lines around it.
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
            last_legal: None,
            registers: HeldRegisters::default(),
            scrolled_for: None,
            shows_around: false,
        }
    }
}

impl FileView {
    /// Returns moves that were played and recorded nowhere, the newest last.
    pub(crate) fn unrecorded(&self) -> impl Iterator<Item = &Play> {
        let now = self.play.iter().filter(|play| play.is_unrecorded());
        self.left_lines.iter().chain(now)
    }

    /// Returns the moves being played, if the board has the focus: undo and redo apply to them then.
    pub(crate) fn playing(&mut self) -> Option<&mut Play> {
        let has_keys = self.focus == Pane::Board;
        self.play.as_mut().filter(|_| has_keys)
    }

    /// Starts editing a text in a pane, which has the focus until that ends.
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

/// A line of moves from the record's position, and the number of moves played.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The line number of its record.
    pub(crate) selected: usize,
    pub(crate) start: Chess,
    pub position: Chess,
    pub(crate) line: Vec<Move>,
    pub(crate) at: usize,
    /// The operation that the moves are from, if any: `pv`.
    pub source: Option<&'static str>,
    pub typed: String,
    /// The letters typed after it that begin no legal move, reported together.
    pub(crate) refused: String,
    /// Whether the line is in the file, in whole or in the requested part.
    pub(crate) recorded: bool,
    /// The moves discarded last, and the number played: redo restores them.
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

    /// Returns the squares of the last move, from and to; for castling those of the king.
    pub fn last(&self) -> Option<(Square, Square)> {
        ends(self.played().last()?)
    }

    pub fn targets(&self, from: Square) -> Bitboard {
        targets(&self.position, from)
    }

    /// Returns all moves in SAN, each with whether it is played.
    pub fn in_words(&self) -> Vec<(String, bool)> {
        let mut position = self.start.clone();
        let mut out = Vec::new();
        for (at, &played) in self.line.iter().enumerate() {
            out.push((san(&position, played), at < self.at));
            position.play_unchecked(played);
        }
        out
    }

    /// Returns the first few moves in SAN, and the number of further ones.
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

    /// Returns whether there are moves by the user, played or taken back, that are recorded nowhere.
    pub fn is_unrecorded(&self) -> bool {
        self.source.is_none() && !self.line.is_empty() && !self.recorded
    }

    pub(crate) fn has_discarded(&self) -> bool {
        self.discarded.is_some()
    }

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
