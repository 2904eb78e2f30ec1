//! An editor to drive by keys and to look at.

use epdit::app::effect::Effect;
use epdit::app::key::{Button, Key, MouseEvent, MouseKind};
use epdit::app::layout::{Layout, layout};
use epdit::app::message::Msg;
use epdit::app::model::Model;
use epdit::app::overlay::report::Report;
use epdit::app::overlay::{Menu, Overlay, Pager, Picker, Prompt};
use epdit::app::state::copying::Content;
use epdit::app::state::document::Document;
use epdit::app::state::jobs::{Hand, Work};
use epdit::app::update;
use epdit::suite::Suite;

/// Five lines: two records, a comment between them, one with an illegal move, one with an
/// en-passant square.
pub const FIVE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";
# a comment
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; id \"A.2\";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Ra9; id \"A.3\";
4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; id \"A.4\";
";

/// The editor, and what it wanted done outside.
pub struct Editor {
    pub model: Model,
    /// All effects so far.
    pub effects: Vec<Effect>,
    now_ms: u64,
    /// Whether files are written: not where their names come by chance.
    writes: bool,
}

/// Whether an effect writes files.
fn is_written(effect: &Effect) -> bool {
    matches!(effect, Effect::Start(task)
        if matches!(task.work, Work::Save(_) | Work::SaveWhole(_) | Work::Split(_) | Work::Write(_) | Work::Reconcile { .. }))
}

impl Editor {
    /// A file of this text, on a screen of 120 by 36.
    pub fn open(text: &str) -> Self {
        Self::with(Suite::from_bytes("test.epd", text.as_bytes().to_vec()))
    }

    /// Two files, `test.epd` and `other.epd`, the first one shown.
    pub fn two(text: &str, other: &str) -> Self {
        let document = |name: &str, text: &str| {
            Document::new(Suite::from_bytes(name, text.as_bytes().to_vec()))
        };
        let documents = vec![document("test.epd", text), document("other.epd", other)];
        Self::of(epdit::app::editor_of(documents, None))
    }

    /// No file at all.
    pub fn nothing() -> Self {
        Self::over(Document::place_holder())
    }

    /// An open suite.
    pub fn with(suite: Suite) -> Self {
        Self::over(Document::new(suite))
    }

    pub fn over(document: Document) -> Self {
        Self::of(epdit::app::editor(document))
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

    /// One line, on the board's pane.
    pub fn board(line: &str) -> Self {
        Self::open(line).keys("Enter")
    }

    /// One line, on the operations' pane.
    pub fn operations(line: &str) -> Self {
        Self::open(line).keys("Tab Tab")
    }

    /// Writes no file, whatever is done.
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

    /// Presses keys, named as in the command table, with blanks between them, by somebody who looks at
    /// the screen before each.
    pub fn keys(mut self, keys: &str) -> Self {
        for name in keys.split_whitespace() {
            let is_preview = matches!(self.model.overlays.last(), Some(Overlay::Preview(_)));
            if is_preview || self.model.is_to_be_seen() {
                self.send(Msg::Seen);
            }
            self = self.keys_at_once(name);
        }
        self
    }

    /// Presses keys without a look at the screen: by habit, or one too many.
    pub fn keys_at_once(mut self, keys: &str) -> Self {
        for name in keys.split_whitespace() {
            let key: Key = name.parse().expect("a key's name");
            self.send(Msg::Key(key));
        }
        self
    }

    /// Does what a call says, as it is written.
    pub fn call(mut self, text: &str) -> Self {
        let call = self.model.commands.parse(text);
        self.send(Msg::Call(call.expect("a call")));
        self
    }

    /// Types a text, character by character.
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

    /// Runs the effects that are answered, as `sys` does on threads, and those that follow.
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

    /// All lines.
    pub fn text(&self) -> String {
        let suite = &self.model.document.suite;
        let lines = (0..suite.line_count()).map(|at| suite.line(at).into_owned());
        String::from_utf8(lines.flatten().collect()).expect("UTF-8")
    }

    /// A line (0-based) without its end.
    pub fn line(&self, at: usize) -> String {
        let line = self.model.document.suite.line(at).into_owned();
        String::from_utf8(line)
            .expect("UTF-8")
            .trim_end_matches(['\r', '\n'])
            .to_owned()
    }

    /// The line shown in all panes.
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

    /// What was copied last.
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
        match self.model.overlays.last() {
            Some(Overlay::Menu(menu)) => menu,
            other => panic!("no menu is open, but {other:?}"),
        }
    }

    pub fn prompt(&self) -> &Prompt {
        match self.model.overlays.last() {
            Some(Overlay::Prompt(prompt)) => prompt,
            other => panic!("no prompt is open, but {other:?}"),
        }
    }

    pub fn picker(&self) -> &Picker {
        match self.model.overlays.last() {
            Some(Overlay::Picker(picker)) => picker,
            other => panic!("no palette is open, but {other:?}"),
        }
    }

    pub fn pager(&self) -> &Pager {
        match self.model.overlays.last() {
            Some(Overlay::Pager(pager)) => pager,
            other => panic!("no page is open, but {other:?}"),
        }
    }

    pub fn report(&self) -> &Report {
        match self.model.overlays.last() {
            Some(Overlay::Report(report)) => report,
            other => panic!("no page about the file is open, but {other:?}"),
        }
    }

    /// The labels of the page's rows, with their counts.
    pub fn listed(&self) -> Vec<String> {
        let rows = self.report().rows.iter();
        rows.map(|row| match row.count {
            Some(count) => format!("{} {count}", row.label),
            None => row.label.clone(),
        })
        .collect()
    }

    /// The labels of the palette's rows, as narrowed.
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

/// What the outside answers to an effect, done at once: the work that is done without it.
fn answer(effect: &Effect) -> Option<Msg> {
    match effect {
        Effect::Start(task) => Some(Msg::answer(task, &Hand::default())),
        Effect::GoOn => Some(Msg::Tick),
        Effect::TellTime => Some(Msg::Time {
            seconds: 817_410_600,
        }),
        _ => None,
    }
}

/// The sources in a folder and in those inside it.
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
