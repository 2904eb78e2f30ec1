//! The whole state of the editor: [`draw`](crate::editor::draw) draws it, `update` changes it.

use crate::editor::command::{Call, Commands, Id};
use crate::editor::effect::Effect;
use crate::editor::jobs::Slot;
use crate::editor::overlay::Layer;
use crate::editor::state::columns::Column;
use crate::editor::state::differences::Differences;
use crate::editor::state::document::{Document, DocumentId, LONGEST_SHOWN};
use crate::editor::state::editing::{Assist, PromptHistory};
use crate::editor::state::engines::{Engines, LiveAnalysis, Perft};
use crate::editor::state::folder::Folder;
use crate::editor::state::remembered::{HeldBorder, Panes};
use crate::editor::state::settings::{Settings, SettingsFile};
use crate::editor::state::view::{BoardState, Page, Pane, Play};
use crate::editor::state::{
    FilePicker, LineClipboard, OperationText, Pieces, Status, StatusKind, View,
};
use crate::editor::widgets::{SquareSize, glyph};
use crate::epd::counted::noun;
use crate::epd::tablebase::Tables;
use crate::epd::{Diagnostic, Record, Severity};
use crate::exchange::form::Form;
use crate::suite::Order;
use crate::suite::edit::Edit;
use crate::suite::field::Fields;
use shakmaty::Chess;
use std::borrow::Cow;
use std::cell::RefCell;
use std::path::PathBuf;

/// The whole state of the editor.
#[derive(Debug, Default)]
pub struct Model {
    pub document: Document,
    pub(crate) others: Vec<Document>,
    /// The number of other files before the one shown.
    pub(crate) before: usize,
    pub(crate) last_shown: Option<DocumentId>,
    pub cols: u16,
    pub rows: u16,
    /// The width and height of a cell of the screen, in the same unit.
    pub cell: (u16, u16),
    pub page: Page,
    pub folder: Option<Folder>,
    pub differences: Option<Differences>,
    pub(crate) file_picker: FilePicker,
    /// The chosen sizes of the panes.
    pub panes: Panes,
    /// The border being dragged with the mouse: between panes or after a heading.
    pub(crate) held_border: Option<HeldBorder>,
    /// The form of the suite list: a pane, full-width, or small boards.
    pub view: View,
    /// The chosen size of the small boards, if any.
    pub board_size: Option<SquareSize>,
    /// The home folder (`~`), if it is known.
    pub home: Option<PathBuf>,
    /// The fields whose values were counted last, and the order of that list.
    pub(crate) values_of: Option<(Fields, Order)>,
    pub board: BoardState,
    pub pieces: Pieces,
    pub shows_images: bool,
    pub assist: Assist,
    pub(crate) operation_clipboard: Vec<OperationText>,
    pub perft: Perft,
    pub engines: Engines,
    pub analysis: Option<LiveAnalysis>,
    /// The last change of an operation, to repeat elsewhere, or the reason why it can't be repeated.
    pub(crate) last_change: Option<Result<Edit, String>>,
    pub(crate) prompt_history: PromptHistory,
    /// Whether a search text is a regular expression.
    pub searches_expressions: bool,
    pub(crate) last_form: Option<Form>,
    pub(crate) line_clipboard: Option<LineClipboard>,
    /// The last one is on top and has the focus.
    pub overlays: Vec<Box<dyn Layer>>,
    pub status: Option<Status>,
    pub settings: Settings,
    pub settings_file: SettingsFile,
    pub read_only: bool,
    /// Whether the mouse is left to the terminal.
    pub mouse_released: bool,
    /// The tablebases of the settings, once they are opened.
    pub tables: Option<Tables>,
    pub(crate) looked_up: Option<(Chess, String)>,
    /// The selected line, including the text being typed.
    pub(crate) shown: Vec<u8>,
    /// The record read last: one key and its frame read the same line many times.
    cached: RefCell<Option<CachedRecord>>,
    /// The last press of the left button, for double clicks: column, row, time.
    pub(crate) pressed: Option<(u16, u16, u64)>,
    /// The commands chosen in the palette lately, the latest first.
    pub(crate) chosen_commands: Vec<Id>,
    pub(crate) next_ticket: u64,
    pub(crate) out: Vec<Effect>,
    /// The number of unrecorded moves that the warning on quitting reported.
    pub(crate) unrecorded_moves_warned: usize,
    /// A command whose key was pressed once and must be pressed twice.
    pub(crate) pressed_once: Option<Id>,
    /// A command chosen by name, to run next as if its key had been pressed.
    pub(crate) pending_call: Option<Call>,
    pub last_command: Option<Id>,
    pub commands: Commands,
}

#[derive(Debug)]
struct CachedRecord {
    line: Vec<u8>,
    record: Record<'static>,
}

impl Model {
    /// Returns an editor with these commands and one open file; its screen is 80 by 24 until the first `Resize`.
    pub fn new(document: Document, commands: Commands) -> Self {
        Self {
            shown: document.suite.line(document.selected).into_owned(),
            document,
            cols: 80,
            rows: 24,
            cell: SquareSize::USUAL_CELL,
            next_ticket: 1,
            commands,
            ..Self::default()
        }
    }

    pub(crate) fn release_mouse(&mut self, release: bool) {
        self.mouse_released = release;
        self.send(Effect::ReleaseMouse(release));
    }

    /// Returns the selected line with its line end, as edited so far.
    pub fn shown_line(&self) -> &[u8] {
        &self.shown
    }

    /// Parses the selected line as shown.
    pub fn record(&self) -> Record<'_> {
        self.read(&self.shown)
    }

    /// Parses a line, and adds the findings of background work. The line parsed last is cached.
    pub fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        let options = self.document.read_options();
        let mut cached = self.cached.borrow_mut();
        let is_same =
            |cached: &&CachedRecord| cached.line == line && *cached.record.options() == options;
        let mut record: Record<'l> = match cached.as_ref().filter(is_same) {
            Some(cached) => cached.record.clone().with_line(line),
            None => {
                let record = Record::read(line, &options);
                if line.len() <= LONGEST_SHOWN + 2 {
                    *cached = Some(CachedRecord {
                        line: line.to_vec(),
                        record: record.clone().without_line(),
                    });
                }
                record
            }
        };
        self.perft.note(&mut record);
        record
    }

    pub fn play(&self) -> Option<&Play> {
        self.document.view.play.as_ref()
    }

    /// Returns the columns of the list: the chosen ones, and on a wide list as many others as fit.
    pub fn list_columns(&self) -> &[Column] {
        match self.document.profile.columns.as_slice() {
            [] => &self.document.columns.shown,
            made => made,
        }
    }

    /// Returns the number of rows of the operations pane: the operations, and `+ add operation` below them.
    pub fn operation_rows(&self) -> usize {
        self.record().operations().len() + 1
    }

    pub fn is_read_only(&self) -> bool {
        self.read_only || self.document.not_epd.is_some()
    }

    /// Returns true if an overlay or a text is open, so that an unrequested dialog would be in the way.
    pub(crate) fn is_busy(&self) -> bool {
        !self.overlays.is_empty() || self.document.view.editing.is_some()
    }

    /// Returns the message shown when the filter hides every record.
    pub(crate) fn hides_all(&self) -> Option<String> {
        let hides = self.document.shows_nothing();
        self.when(hides, "no record matches · {close} clears the filter")
    }

    /// Returns the message that a bulk edit of the file shown is being applied or prepared.
    pub(crate) fn change_on_its_way(&self) -> Option<String> {
        self.on_its_way_in(&self.document)
    }

    /// Refuses a command if a bulk edit of the file is running. Returns false if none is.
    pub(crate) fn is_changing(&mut self) -> bool {
        let reason = self.change_on_its_way();
        reason.map(|reason| self.refused(reason)).is_some()
    }

    pub(crate) fn any_change_on_its_way(&self) -> Option<String> {
        self.documents()
            .find_map(|document| self.on_its_way_in(document))
    }

    fn on_its_way_in(&self, document: &Document) -> Option<String> {
        let waiting = document.recall.waits.change.as_ref();
        let waits = waiting.is_some_and(|change| !change.is_previewed);
        let is_made = document.tasks.iter().any(|task| task.slot == Slot::Reshape);
        let reason = "a bulk edit is being applied · {close} stops it";
        self.when(is_made || waits, reason)
    }

    /// Returns the reason why the file shown can't be changed.
    pub fn why_read_only(&self) -> Option<String> {
        match self.document.not_epd {
            Some(what) => Some(format!("the file is open read-only: {what}")),
            None => self.when(self.read_only, "the file is open read-only"),
        }
    }

    /// Reports that the file shown is not an EPD file, if it isn't.
    pub(crate) fn say_not_epd(&mut self) {
        if let Some(what) = self.document.not_epd {
            let name = self.document.name();
            self.refused(format!(
                "{name} is not an EPD file: {what} · opened read-only"
            ));
        }
    }

    /// Returns the selected line of the file, without unfinished edits.
    pub(crate) fn line(&self) -> Vec<u8> {
        let document = &self.document;
        document.suite.line(document.selected).into_owned()
    }

    /// Resets the shown line to the selected line of the file.
    pub(crate) fn show_as_it_stands(&mut self) {
        self.shown = match self.document.shows_nothing() {
            true => Vec::new(),
            false => self.line(),
        };
    }

    /// Selects a line (the last one if there are fewer), with the cursors of its operations and problems at
    /// the top; in the operations pane the cursor moves to the same opcode, if the record has it.
    pub(crate) fn select(&mut self, line: usize) {
        let line = line.min(self.document.suite.line_count().saturating_sub(1));
        if line == self.document.selected {
            return;
        }
        let cursor = self.document.view.operations.cursor;
        let in_operations = self.document.view.focus == Pane::Operations;
        let before = in_operations.then(|| self.line());
        self.reselect(line);
        if let Some(before) = before {
            let (after, options) = (self.line(), self.document.read_options());
            let before = Record::read(&before, &options);
            let operation = before.operations().get(cursor);
            let opcode = operation.map(|operation| before.opcode(operation));
            let after = Record::read(&after, &options);
            if let Some(at) = opcode.and_then(|opcode| after.index_of(&opcode)) {
                self.document.view.operations.cursor = at;
            }
        }
    }

    /// Selects a line after the text changed, even if its number is the same.
    pub(crate) fn reselect(&mut self, line: usize) {
        let last = self.document.suite.line_count().saturating_sub(1);
        self.document.selected = line.min(last);
        let view = &mut self.document.view;
        (view.operations, view.problems) = Default::default();
        (view.held, view.last_legal) = (None, None);
    }

    /// Restores the remembered panes, and reports which are hidden, since nothing on the screen shows it.
    pub fn recall_panes(&mut self, panes: Panes) {
        self.panes = panes;
        let hidden = Pane::ALL.into_iter();
        let hidden = hidden.filter(|pane| self.panes.is_hidden(*pane));
        let hidden: Vec<&str> = hidden.map(Pane::title).collect();
        if hidden.is_empty() || self.status.is_some() {
            return;
        }
        let are = noun(hidden.len(), "is", "are");
        let them = noun(hidden.len(), "it", "them");
        let (names, key) = (hidden.join(", "), self.key(Id::Panes));
        self.done(format!("{names} {are} hidden · `{key}` shows {them} again"));
    }

    pub(crate) fn ticket(&mut self) -> u64 {
        self.next_ticket += 1;
        self.next_ticket
    }

    pub(crate) fn send(&mut self, effect: Effect) {
        self.out.push(effect);
    }

    pub(crate) fn done(&mut self, text: impl Into<Cow<'static, str>>) {
        self.say(StatusKind::Done, text);
    }

    pub(crate) fn warned(&mut self, text: impl Into<Cow<'static, str>>) {
        self.say(StatusKind::Warned, text);
    }

    pub(crate) fn told(&mut self, text: impl Into<Cow<'static, str>>) {
        self.say(StatusKind::Told, text);
    }

    pub(crate) fn refused(&mut self, text: impl Into<Cow<'static, str>>) {
        self.say(StatusKind::Refused, text);
    }

    pub(crate) fn failed(&mut self, text: impl Into<Cow<'static, str>>) {
        self.say(StatusKind::Failed, text);
    }

    /// Shows a text in the status line, made safe for a terminal. In a text from the source, commands in
    /// braces become their keys ([`Commands::sentence`]).
    pub(crate) fn say(&mut self, kind: StatusKind, text: impl Into<Cow<'static, str>>) {
        let text = match text.into() {
            Cow::Borrowed(text) => self.commands.sentence(text),
            Cow::Owned(text) => text,
        };
        let text = glyph::safe(text.as_bytes());
        self.status = Some(Status { kind, text });
    }

    /// Returns a reason if `holds`; commands in braces become their keys ([`Commands::sentence`]).
    pub(crate) fn when(&self, holds: bool, reason: &'static str) -> Option<String> {
        holds.then(|| self.commands.sentence(reason))
    }
}

/// Returns true if a diagnostic is a problem to stop at: a warning or an error, not a hint.
pub(crate) fn is_problem(found: &Diagnostic) -> bool {
    found.severity >= Severity::Warning
}
