//! An editor that tests drive by keys and inspect.

use epdit::editor::command::{Context, Id, Keymap};
use epdit::editor::effect::Effect;
use epdit::editor::flows::bulk::preview::Preview;
use epdit::editor::jobs::{JobContext, Slot};
use epdit::editor::key::{Button, Key, MouseEvent, MouseKind};
use epdit::editor::layout::{Layout, layout};
use epdit::editor::message::Msg;
use epdit::editor::model::Model;
use epdit::editor::overlay::report::Report;
use epdit::editor::overlay::{self, Layer, Menu, Pager, Prompt};
use epdit::editor::pages::help::{Hint, hints};
use epdit::editor::panes::operations::take_time;
use epdit::editor::state::Pieces;
use epdit::editor::state::Status;
use epdit::editor::state::View;
use epdit::editor::state::columns::Column;
use epdit::editor::state::columns::page::Page as Table;
use epdit::editor::state::columns::page::Spot;
use epdit::editor::state::copying::Content;
use epdit::editor::state::differences::Differences;
use epdit::editor::state::document::{Document, DocumentId};
use epdit::editor::state::editing::Editing;
use epdit::editor::state::editing::{Assist, PromptState};
use epdit::editor::state::engines::{LiveAnalysis, Running};
use epdit::editor::state::folder::Folder;
use epdit::editor::state::queue::Queue;
use epdit::editor::state::rows::Filter;
use epdit::editor::state::scan::Survey;
use epdit::editor::state::settings::Settings;
use epdit::editor::state::sorted_view::SortedView;
use epdit::editor::state::view::Play;
use epdit::editor::state::view::{Page, Pane};
use epdit::editor::update;
use epdit::editor::widgets::theme::{Background, Depth, Theme};
use epdit::epd::shakmaty::Square;
use epdit::epd::{Record, Rules};
use epdit::suite::{Counts, LineSet, Pattern, SavePolicy, Suite, WorkDone};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Five lines: two records, a comment between them, a record with an illegal move, and one with an
/// en-passant square.
pub const FIVE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";
# a comment
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; id \"A.2\";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Ra9; id \"A.3\";
4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; id \"A.4\";
";

/// The editor, and the effects that it requested.
pub struct Editor {
    pub model: Model,
    /// All effects so far, the oldest first.
    pub effects: Vec<Effect>,
    now_ms: u64,
    /// Whether `done` writes files; tests with random file names switch it off.
    writes: bool,
}

fn is_written(effect: &Effect) -> bool {
    matches!(effect, Effect::Start(task)
        if matches!(task.id.slot, Slot::Save | Slot::Split | Slot::Copy | Slot::Merge))
}

impl Editor {
    /// Opens a file with this text as `test.epd`, on a screen of 120 by 36.
    pub fn open(text: &str) -> Self {
        Self::with(Suite::from_bytes("test.epd", text.as_bytes().to_vec()))
    }

    /// Opens two files, `test.epd` and `other.epd`; the first one is shown.
    pub fn two(text: &str, other: &str) -> Self {
        let document = |name: &str, text: &str| {
            Document::new(Suite::from_bytes(name, text.as_bytes().to_vec()))
        };
        let documents = vec![document("test.epd", text), document("other.epd", other)];
        Self::of(epdit::editor::editor_of(documents, None))
    }

    /// Starts an editor without a file.
    pub fn nothing() -> Self {
        Self::over(Document::place_holder())
    }

    pub fn with(suite: Suite) -> Self {
        Self::over(Document::new(suite))
    }

    pub fn over(document: Document) -> Self {
        Self::of(epdit::editor::editor(document))
    }

    fn of(model: Model) -> Self {
        let mut editor = Self {
            model,
            effects: Vec::new(),
            now_ms: 0,
            writes: true,
        };
        editor.send(Msg::Resize {
            cols: 120,
            rows: 36,
        });
        editor.settle();
        editor.effects.clear();
        editor
    }

    /// Opens one line, with the focus on the board.
    pub fn board(line: &str) -> Self {
        Self::open(line).keys("Enter")
    }

    /// Opens one line, with the focus on the board in set-up mode.
    pub fn set_up(line: &str) -> Self {
        let editor = Self::board(line);
        match editor.play().is_some() {
            true => editor.keys("m"),
            false => editor,
        }
    }

    /// Opens one line, with the focus on the operations.
    pub fn operations(line: &str) -> Self {
        Self::open(line).keys("Tab Tab")
    }

    /// Makes `done` write no files.
    pub fn without_disk(mut self) -> Self {
        self.writes = false;
        self
    }

    pub fn read_only(mut self) -> Self {
        self.model.read_only = true;
        self
    }

    pub fn sized(mut self, cols: u16, rows: u16) -> Self {
        self.send(Msg::Resize { cols, rows });
        self
    }

    pub fn send(&mut self, msg: Msg) {
        self.effects.extend(update(&mut self.model, msg));
    }

    /// Sends the editor news from outside.
    pub fn tell(&mut self, take: impl FnOnce(&mut Model) + Send + 'static) {
        self.send(Msg::told(take));
    }

    /// Presses keys, named as in the command table and separated by blanks. The screen is drawn before each
    /// key, as for a person who looks at it.
    pub fn keys(mut self, keys: &str) -> Self {
        for name in keys.split_whitespace() {
            let is_preview = self.layer::<Preview>().is_some();
            if is_preview {
                self.send(Msg::Seen);
            }
            self = self.keys_at_once(name);
        }
        self
    }

    /// Presses keys without drawing the screen in between: typed by habit, or one too many.
    pub fn keys_at_once(mut self, keys: &str) -> Self {
        for name in keys.split_whitespace() {
            let key: Key = name.parse().expect("a key's name");
            self.send(Msg::Key(key));
        }
        self
    }

    /// Runs a command with its arguments, as typed on the command line.
    pub fn call(mut self, text: &str) -> Self {
        let call = self.model.commands.parse(text);
        self.send(Msg::Call(call.expect("a call")));
        self
    }

    pub fn typed(mut self, text: &str) -> Self {
        for c in text.chars() {
            self.send(Msg::Key(Key::char(c)));
        }
        self
    }

    pub fn pasted(mut self, text: &str) -> Self {
        self.send(Msg::Paste(text.to_owned()));
        self
    }

    /// Runs the requested effects, as `terminal` does on threads, and the effects that follow from them.
    pub fn done(mut self) -> Self {
        self.settle();
        self
    }

    fn settle(&mut self) {
        let mut at = 0;
        while let Some(effect) = self.effects.get(at).cloned() {
            at += 1;
            if !self.writes && is_written(&effect) {
                continue;
            }
            if let Some(answer) = answer(&effect) {
                self.effects.remove(at - 1);
                at -= 1;
                self.send(answer);
            }
        }
    }

    /// Returns all lines of the file.
    pub fn text(&self) -> String {
        let suite = &self.model.document.suite;
        let lines = (0..suite.line_count()).map(|at| suite.line(at).into_owned());
        String::from_utf8(lines.flatten().collect()).expect("UTF-8")
    }

    /// Returns a line (0-based) without its line end.
    pub fn line(&self, at: usize) -> String {
        let line = self.model.document.suite.line(at).into_owned();
        String::from_utf8(line)
            .expect("UTF-8")
            .trim_end_matches(['\r', '\n'])
            .to_owned()
    }

    /// Returns the line shown in all panes.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(self.model.shown_line())
            .trim_end()
            .to_owned()
    }

    pub fn selected(&self) -> usize {
        self.model.document.selected
    }

    pub fn status(&self) -> &str {
        self.model
            .status
            .as_ref()
            .map_or("", |status| status.text.as_str())
    }

    pub fn copied(&self) -> Option<&str> {
        self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Copy(copying) => match &copying.content {
                Content::Text(text) => Some(&**text),
                Content::Picture(_) => None,
            },
            _ => None,
        })
    }

    pub fn wants_to_quit(&self) -> bool {
        self.effects
            .iter()
            .any(|effect| matches!(effect, Effect::Quit))
    }

    pub fn menu(&self) -> &Menu {
        self.open_layer("menu")
    }

    pub fn prompt(&self) -> &Prompt {
        self.open_layer("prompt")
    }

    /// Returns the open menu, which must be one that typing narrows.
    pub fn picker(&self) -> &Menu {
        let menu = self.menu();
        assert_eq!(menu.context(), Context::Picker, "{}", menu.title);
        menu
    }

    pub fn pager(&self) -> &Pager {
        self.open_layer("page")
    }

    pub fn report(&self) -> &Report {
        self.open_layer("page about the file")
    }

    /// Returns the labels of the page's rows, with their counts.
    pub fn listed(&self) -> Vec<String> {
        let rows = self.report().rows.iter();
        rows.map(|row| match row.count {
            Some(count) => format!("{} {count}", row.label),
            None => row.label.clone(),
        })
        .collect()
    }

    /// Returns the labels of the palette's visible rows.
    pub fn rows(&self) -> Vec<&str> {
        let picker = self.picker();
        picker
            .shown
            .iter()
            .map(|shown| picker.items[shown.item].label.as_str())
            .collect()
    }

    pub fn layout(&self) -> Layout {
        layout(&self.model)
    }

    pub fn mouse(mut self, kind: MouseKind, (column, row): (u16, u16)) -> Self {
        self.now_ms += 1000;
        self.send(Msg::Mouse(MouseEvent {
            kind,
            column,
            row,
            at_ms: self.now_ms,
        }));
        self
    }

    pub fn click(self, at: (u16, u16)) -> Self {
        self.mouse(MouseKind::Down(Button::Left), at)
            .mouse(MouseKind::Up(Button::Left), at)
    }

    pub fn double_click(mut self, at: (u16, u16)) -> Self {
        self = self.click(at);
        self.now_ms -= 1900;
        self.click(at)
    }

    pub fn drag(self, from: (u16, u16), to: (u16, u16)) -> Self {
        self.mouse(MouseKind::Down(Button::Left), from)
            .mouse(MouseKind::Drag(Button::Left), to)
            .mouse(MouseKind::Up(Button::Left), to)
    }
}

/// The visible state. Tests read it here, so that they don't depend on how the model stores it.
impl Editor {
    pub fn has_dialog(&self) -> bool {
        self.dialog().is_some()
    }

    pub fn dialog(&self) -> Option<&dyn Layer> {
        self.model.overlays.last().map(|layer| &**layer)
    }

    /// Returns the top layer if it has this type.
    pub fn layer<L: Layer>(&self) -> Option<&L> {
        overlay::top(&self.model)
    }

    fn open_layer<L: Layer>(&self, what: &str) -> &L {
        match self.layer() {
            Some(layer) => layer,
            None => panic!("no {what} is open, but {:?}", self.dialog()),
        }
    }

    pub fn focus(&self) -> Pane {
        self.model.document.view.focus
    }

    pub fn page(&self) -> Page {
        self.model.page
    }

    pub fn view(&self) -> View {
        self.model.view
    }

    pub fn hints(&self, columns: u16) -> Vec<Hint> {
        hints(&self.model, columns)
    }

    pub fn key(&self, id: Id) -> String {
        self.model.key(id)
    }

    pub fn key_name(&self, id: Id) -> String {
        self.model.key_name(id)
    }

    pub fn status_with_kind(&self) -> Option<&Status> {
        self.model.status.as_ref()
    }

    pub fn has_released_mouse(&self) -> bool {
        self.model.mouse_released
    }
}

impl Editor {
    pub fn file_count(&self) -> usize {
        self.model.document_count()
    }

    /// Returns the index of the shown file among the open ones.
    pub fn file_number(&self) -> usize {
        self.model.document_number()
    }

    pub fn file_id(&self) -> DocumentId {
        self.model.document.id
    }

    pub fn name(&self) -> &str {
        self.model.document.suite.name()
    }

    pub fn path(&self) -> Option<&Path> {
        self.model.document.suite.path()
    }

    pub fn line_count(&self) -> usize {
        self.model.document.suite.line_count()
    }

    pub fn is_modified(&self) -> bool {
        self.model.document.suite.is_modified()
    }

    pub fn edited_count(&self) -> usize {
        self.model.document.suite.edited_count()
    }

    pub fn can_undo(&self) -> Option<&str> {
        self.model.document.suite.can_undo()
    }

    pub fn rules(&self) -> Rules {
        self.model.document.suite.rules()
    }

    pub fn why_read_only(&self) -> Option<String> {
        self.model.why_read_only()
    }

    /// Returns the chosen answer to which records a save makes canonical.
    pub fn policy(&self) -> Option<SavePolicy> {
        self.model.document.policy
    }

    pub fn is_saving(&self) -> bool {
        self.model.document.saving.is_some()
    }

    /// Returns how much of the file was read so far.
    pub fn work(&self) -> WorkDone {
        self.model.document.suite.work()
    }

    pub fn counts(&self) -> Counts {
        self.model.document.scan.counts.clone()
    }

    pub fn is_scanning(&self) -> bool {
        self.model.document.scan.running
    }

    pub fn jobs(&self) -> usize {
        self.model.document.tasks.len()
    }
}

impl Editor {
    pub fn add(&mut self, suite: Suite) {
        self.model.add_document(Document::new(suite));
    }

    pub fn files(&self) -> impl Iterator<Item = &Document> {
        self.model.documents()
    }

    /// Sets the folder that `~` stands for.
    pub fn is_home(&mut self, folder: impl Into<PathBuf>) {
        self.model.home = Some(folder.into());
    }

    pub fn settings(&mut self) -> &mut Settings {
        &mut self.model.settings
    }

    pub fn set(&self) -> &Settings {
        &self.model.settings
    }

    pub fn keymap(&mut self) -> &mut Keymap {
        &mut self.model.commands.keymap
    }

    /// Returns the columns and rows of the screen.
    pub fn size(&self) -> (u16, u16) {
        (self.model.cols, self.model.rows)
    }

    pub fn draw(&self, theme: &Theme, frame: &mut ratatui::Frame<'_>) {
        epdit::editor::draw::view(&self.model, theme, None, frame);
    }

    /// Returns the text on the screen, row by row.
    pub fn screen(&self) -> String {
        let (cols, rows) = self.size();
        let mut terminal = Terminal::new(TestBackend::new(cols, rows)).expect("a screen");
        let theme = Theme::new(Background::Dark, Depth::Full);
        let drawn = terminal.draw(|frame| self.draw(&theme, frame));
        let cells = drawn.expect("drawn").buffer.content().to_vec();
        let rows = cells.chunks(usize::from(cols.max(1)));
        rows.map(|row| row.iter().map(Cell::symbol).collect::<String>() + "\n")
            .collect()
    }

    pub fn dialogs(&self) -> &[Box<dyn Layer>] {
        &self.model.overlays
    }
}

impl Editor {
    pub fn line_at(&self, row: usize) -> Option<usize> {
        self.model.document.line_at(row)
    }

    pub fn selected_row(&self) -> usize {
        self.model.document.selected_row()
    }

    /// Returns the result of the last scan, if it is of the current lines.
    pub fn survey(&self) -> Option<&Survey> {
        self.model.document.scan.survey.as_ref()
    }

    pub fn row_count(&self) -> usize {
        self.model.document.row_count()
    }

    pub fn first_row(&self) -> usize {
        self.model.document.first
    }

    /// Returns the visible rows.
    pub fn table(&self) -> &Table {
        &self.model.document.page
    }

    pub fn columns(&self) -> &[Column] {
        &self.model.document.columns.shown
    }

    /// Returns the columns that fit.
    pub fn list_columns(&self) -> &[Column] {
        self.model.list_columns()
    }

    pub fn widths(&self) -> &[(Column, u16)] {
        &self.model.document.columns.widths
    }

    pub fn first_column(&self) -> usize {
        self.model.document.columns.first
    }

    pub fn filter(&self) -> Option<&Filter> {
        self.model.document.filter.as_ref()
    }

    pub fn sorted(&self) -> Option<&SortedView> {
        self.model.document.sorted_view.as_ref()
    }

    pub fn search(&self) -> Option<&Pattern> {
        let search = self.model.document.search.as_ref();
        search.map(|search| &search.pattern)
    }

    pub fn matches_in_words(&self) -> Option<String> {
        self.model.document.matches_in_words()
    }

    pub fn marked(&self) -> Option<&LineSet> {
        self.model.document.marked()
    }

    pub fn marked_count(&self) -> usize {
        self.model.document.marked_count()
    }

    /// Returns the marks of the scroll bar.
    pub fn spots(&self) -> &[Spot] {
        &self.model.document.map.spots
    }
}

impl Editor {
    pub fn record(&self) -> Record<'_> {
        self.model.record()
    }

    /// Returns the board's cursor.
    pub fn square(&self) -> Square {
        self.model.document.view.cursor
    }

    pub fn holds_piece(&self) -> bool {
        self.model.document.view.held.is_some()
    }

    pub fn is_flipped(&self) -> bool {
        self.model.board.flipped
    }

    pub fn pieces(&self) -> Pieces {
        self.model.pieces
    }

    pub fn play(&self) -> Option<&Play> {
        self.model.document.view.play.as_ref()
    }

    /// Returns the index of the operation with the cursor.
    pub fn operation(&self) -> usize {
        self.model.document.view.operations.cursor
    }

    /// Returns the index of the problem with the cursor.
    pub fn problem(&self) -> usize {
        self.model.document.view.problems.cursor
    }

    pub fn is_typing(&self) -> bool {
        self.model.document.view.editing.is_some()
    }

    pub fn typed_in(&self) -> Option<&Editing> {
        self.model.document.view.editing.as_ref()
    }

    /// Returns the completions of the text being typed in a pane.
    pub fn assist(&self) -> &Assist {
        &self.model.assist
    }

    /// Returns the completions of the prompt.
    pub fn asking(&self) -> &PromptState {
        &self.prompt().asking
    }
}

impl Editor {
    pub fn analysis(&self) -> Option<&LiveAnalysis> {
        self.model.analysis.as_ref()
    }

    pub fn queue(&self) -> Option<&Queue> {
        self.model.document.queue.as_deref()
    }

    pub fn perft(&self) -> Option<&Running> {
        self.model.perft.running.as_ref()
    }

    pub fn differences(&self) -> Option<&Differences> {
        self.model.differences.as_ref()
    }

    pub fn folder(&self) -> Option<&Folder> {
        self.model.folder.as_ref()
    }
}

/// Returns the answer to an effect, worked out at once and without a thread; `None` for effects without
/// one.
pub fn answer(effect: &Effect) -> Option<Msg> {
    match effect {
        Effect::Follow(loading) => {
            while loading.wait(0, Duration::from_millis(100)).is_some() {}
            Some(Msg::Tick)
        }
        Effect::Start(task) => Some(Msg::answer(task, &JobContext::default())),
        Effect::GoOn => Some(Msg::Tick),
        Effect::TellTime => Some(Msg::told(|model| take_time(model, 817_410_600))),
        _ => None,
    }
}

/// Adds the source files in a folder and its subfolders.
pub fn sources(folder: &std::path::Path, all: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}
