//! The whole state of the editor: what `ui` draws and `update` changes.

use crate::app::command::{Commands, Id};
use crate::app::features::board::pieces::Pieces;
use crate::app::features::columns::{Column, Columns};
use crate::app::features::differences::Differences;
use crate::app::features::files::picker::FilePicker;
use crate::app::features::files::shown::Others;
use crate::app::features::folder::Folder;
use crate::app::features::inspect::perft::Perft;
use crate::app::features::inspect::{self, Assist, Holding, Loose, OperationChange, Template};
use crate::app::features::list::gallery::View;
use crate::app::features::list::lines::Taken;
use crate::app::features::play::Play;
use crate::app::features::query::{Asked, Asking};
use crate::app::features::save::SavingAll;
use crate::app::layout::SquareSize;
use crate::app::line_editor::LineEditor;
use crate::app::overlay::Overlay;
use crate::app::state::document::Document;
use crate::epd::edit::{Change, Refusal};
use crate::epd::{Diagnostic, Record, Rules, Severity, edit};
use crate::suite::Direction;
use crate::suite::{RevisionId, SavePolicy};
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

/// A text of the record being edited in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Editing {
    /// The raw line, without its end.
    Raw(LineEditor),
    Operand(OperandEditing),
}

/// The operands of one operation being edited.
#[derive(Clone, Debug, PartialEq)]
pub struct OperandEditing {
    /// Index of the operation; one past the last where it is being added.
    pub index: usize,
    /// Its opcode.
    pub opcode: String,
    /// Whether the operation is new.
    pub adding: bool,
    /// Whether the text is the inside of one quoted string.
    pub quoted: bool,
    /// Whether the opcode may stand without operands.
    pub(crate) optional: bool,
    /// Whether the text is moves with points, which other operations follow.
    pub points: bool,
    /// The text as it was.
    pub(crate) original: Vec<u8>,
    pub text: LineEditor,
}

/// A text that Esc left: redo brings it back as long as nothing else changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dropped {
    pub line: usize,
    pub revision: RevisionId,
    pub focus: Pane,
    pub editing: Editing,
}

/// How a status message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// What just happened.
    Done,
    /// Why something was not done; stays until a key.
    Refused,
    /// Something failed outside; stays until a key.
    Failed,
}

/// A short sentence in the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub kind: StatusKind,
    pub text: String,
}

impl Status {
    pub(crate) fn done(text: String) -> Self {
        Self {
            kind: StatusKind::Done,
            text,
        }
    }
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

/// The whole state.
#[derive(Debug)]
pub struct Model {
    /// The open file that is shown.
    pub document: Document,
    /// The other open files.
    pub(crate) others: Others,
    /// Which records a save of any file makes canonical, where that was said for all.
    pub(crate) policy: Option<SavePolicy>,
    /// A save of all files that is on its way.
    pub(crate) saving_all: Option<SavingAll>,
    /// The scan that was begun last: it has stopped all others.
    pub(crate) newest_scan: u64,
    /// Columns and rows of the screen.
    pub cols: u16,
    pub rows: u16,
    pub page: Page,
    /// The folder view, once it was shown.
    pub folder: Option<Folder>,
    /// The differences page, once it was shown.
    pub differences: Option<Differences>,
    /// What the picker of files has to choose from.
    pub(crate) file_picker: FilePicker,
    pub focus: Pane,
    /// What the suite list has of the screen.
    pub view: View,
    /// How large its boards are, where that was chosen.
    pub board_size: Option<SquareSize>,
    /// What the suite list shows of each record.
    pub columns: Columns,
    /// The column whose values were counted last.
    pub(crate) values_of: Option<Column>,
    pub board: BoardState,
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// Whether the terminal shows images.
    pub shows_images: bool,
    /// Moves being played on the board, which leave the record as it is.
    pub play: Option<Play>,
    /// The cursor among the operations; the row after the last is `+ add operation`.
    pub operations: ListState,
    pub problems: ListState,
    pub editing: Option<Editing>,
    /// What is offered beside the text being typed.
    pub assist: Assist,
    /// Sets of operations that can be added at once, from the settings.
    pub templates: Vec<Template>,
    /// Operations cut or copied.
    pub(crate) shelf: Vec<Loose>,
    /// What registers hold here from records before.
    pub holding: Holding,
    /// Perft counts: what is known, and what runs.
    pub perft: Perft,
    /// The last change of an operation, to be made again elsewhere.
    pub(crate) last_change: Option<OperationChange>,
    /// What is known of the text in the open prompt, and what was asked before.
    pub asking: Asking,
    pub(crate) asked: Asked,
    /// Whether a search looks for regular expressions.
    pub searches_expressions: bool,
    /// Lines copied or cut.
    pub(crate) taken: Option<Taken>,
    /// The last one is on top and has the keys.
    pub overlays: Vec<Overlay>,
    pub status: Option<Status>,
    /// The rules of castling by which all files are read, where that was said.
    pub rules: Option<Rules>,
    /// Whether nothing may be changed.
    pub read_only: bool,
    /// Whether the mouse is left to the terminal.
    pub mouse_released: bool,
    /// The selected line as it is shown: with what is being typed, while something is.
    pub(crate) shown: Vec<u8>,
    /// What the moves of the selected record meant while its position was last a legal one.
    pub(crate) meant: Option<crate::app::features::board::Meant>,
    pub(crate) finding: Option<Waiting>,
    pub(crate) dropped: Option<Dropped>,
    /// Where the search began: incremental search starts there, Esc goes back there.
    pub(crate) search_from: Option<SearchOrigin>,
    /// The last press of the left button, for double clicks: column, row, when.
    pub(crate) pressed: Option<(u16, u16, u64)>,
    /// What the scrolling of the list was last made for: selected row, rows on screen.
    pub(crate) scrolled_for: Option<(usize, usize)>,
    pub(crate) next_ticket: u64,
    /// The command done last.
    pub last_command: Option<Id>,
    /// What can be done, and by which keys.
    pub commands: Commands,
}

impl Model {
    /// The editor with these commands and a file open, on a screen of 80 by 24 until the first `Resize`.
    pub fn new(document: Document, commands: Commands) -> Self {
        let mut model = Self {
            document,
            others: Others::default(),
            policy: None,
            saving_all: None,
            newest_scan: 0,
            cols: 80,
            rows: 24,
            page: Page::default(),
            folder: None,
            differences: None,
            file_picker: FilePicker::default(),
            focus: Pane::Records,
            view: View::default(),
            board_size: None,
            columns: Columns::default(),
            values_of: None,
            board: BoardState {
                cursor: Square::E4,
                held: None,
                flipped: false,
                brush: None,
            },
            pieces: Pieces::default(),
            shows_images: false,
            play: None,
            meant: None,
            operations: ListState::default(),
            problems: ListState::default(),
            editing: None,
            assist: Assist::default(),
            templates: Vec::new(),
            shelf: Vec::new(),
            last_change: None,
            perft: Perft::default(),
            holding: Holding::default(),
            asking: Asking::default(),
            asked: Asked::default(),
            searches_expressions: false,
            taken: None,
            overlays: Vec::new(),
            status: None,
            rules: None,
            read_only: false,
            mouse_released: false,
            shown: Vec::new(),
            finding: None,
            dropped: None,
            search_from: None,
            pressed: None,
            scrolled_for: None,
            next_ticket: 1,
            last_command: None,
            commands,
        };
        model.refresh();
        model
    }

    /// The selected line as it is shown, its end included: while something is typed, with that.
    pub fn shown_line(&self) -> &[u8] {
        &self.shown
    }

    /// The selected line, read. Reading takes microseconds; call it once for a frame.
    pub fn record(&self) -> Record<'_> {
        self.read(&self.shown)
    }

    /// A line, read, with what was found out about it in the background.
    pub fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        let mut record = Record::read(line, &self.document.read_options());
        inspect::perft::note(self, &mut record);
        record
    }

    /// Rows of the operations pane: the operations, and `+ add operation` below them.
    pub fn operation_rows(&self) -> usize {
        self.record().operations().len() + 1
    }

    /// The line as it stands in the file, whatever is being typed.
    pub(crate) fn line(&self) -> Vec<u8> {
        self.document
            .suite
            .line(self.document.selected)
            .into_owned()
    }

    /// The errors and warnings of the selected line as it stands: indices of its findings.
    pub(crate) fn selected_record_problems(&self) -> Vec<usize> {
        let line = self.line();
        let record = self.read(&line);
        let findings = record.diagnostics().iter().enumerate();
        findings
            .filter(|(_, found)| is_problem(found))
            .map(|(at, _)| at)
            .collect()
    }

    /// Brings [`Self::shown_line`] up to date.
    pub(crate) fn refresh(&mut self) {
        let line = self.line();
        self.shown = match &self.editing {
            None => match inspect::fix_preview::looked_at(self) {
                Some(fix) => edit::apply_fix(&line, fix),
                None => line,
            },
            Some(editing) => self.with_typed(&line, editing),
        };
        inspect::refresh(self);
        inspect::registers::refresh(self);
    }

    /// The line with what is being typed in its place.
    pub(crate) fn with_typed(&self, line: &[u8], editing: &Editing) -> Vec<u8> {
        let record = Record::read(line, &self.document.read_options());
        match editing {
            Editing::Raw(text) => edit::set_text(&record, text.text()),
            Editing::Operand(operand) => {
                let operands = operand.operands();
                let new = edit::preview(&record, operand.change(&operands));
                self.in_step(new, operand)
            }
        }
    }

    /// The line with typed operands put in, proved; see [`edit::by_hand`].
    pub(crate) fn with_operands(
        &self,
        line: &[u8],
        operand: &OperandEditing,
    ) -> Result<Vec<u8>, Refusal> {
        let record = Record::read(line, &self.document.read_options());
        let operands = operand.operands();
        let new = edit::by_hand(&record, &[operand.change(&operands)])?;
        Ok(self.in_step(new, operand))
    }

    fn in_step(&self, line: Vec<u8>, operand: &OperandEditing) -> Vec<u8> {
        if operand.points {
            return inspect::points::in_step(line, self, operand.text.text());
        }
        line
    }

    /// Selects a line (the last one where there are fewer), its operations and problems from the
    /// top.
    pub(crate) fn select(&mut self, line: usize) {
        let line = line.min(self.document.suite.line_count().saturating_sub(1));
        if line != self.document.selected {
            self.document.selected = line;
            self.operations = ListState::default();
            self.problems = ListState::default();
            self.board.held = None;
        }
    }

    /// Selects a line of another text than before, even where its number is the same.
    pub(crate) fn reselect(&mut self, line: usize) {
        self.select(line);
        self.operations = ListState::default();
        self.problems = ListState::default();
        self.board.held = None;
    }

    /// A number for an effect that is answered.
    pub(crate) fn ticket(&mut self) -> u64 {
        self.next_ticket += 1;
        self.next_ticket
    }

    pub(crate) fn done(&mut self, text: impl Into<String>) {
        self.status = Some(Status {
            kind: StatusKind::Done,
            text: text.into(),
        });
    }

    pub(crate) fn refused(&mut self, text: impl Into<String>) {
        self.status = Some(Status {
            kind: StatusKind::Refused,
            text: text.into(),
        });
    }

    pub(crate) fn failed(&mut self, text: impl Into<String>) {
        self.status = Some(Status {
            kind: StatusKind::Failed,
            text: text.into(),
        });
    }
}

impl OperandEditing {
    /// What it asks of the record.
    fn change<'c>(&'c self, operands: &'c [u8]) -> Change<'c> {
        if self.adding {
            Change::Append(self.opcode.as_bytes(), operands)
        } else {
            Change::Operands(self.index, operands)
        }
    }

    /// The operands as they go into the line.
    pub fn operands(&self) -> Vec<u8> {
        if let Some(score) = inspect::score(self) {
            return score.to_string().into_bytes();
        }
        if !self.quoted {
            return self.text.text().trim_ascii().to_vec();
        }
        if self.optional && self.text.text().is_empty() {
            return Vec::new();
        }
        let mut out = Vec::with_capacity(self.text.text().len() + 2);
        out.push(b'"');
        out.extend_from_slice(self.text.text());
        out.push(b'"');
        out
    }
}

/// Whether a finding is a problem to stop at; hints are not.
pub fn is_problem(found: &Diagnostic) -> bool {
    found.severity >= Severity::Warning
}
