//! A short list to choose from by key, cursor or mouse; with something said above it, a question.

use crate::editor::command::{self, Call, Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::overlay::layer::{Closed, Inside, Layer, Wanted, note_rows};
use crate::editor::widgets::glyph;
use crate::editor::widgets::glyph::cells;
use crate::editor::widgets::list::ListState;
use crate::editor::widgets::words::wrapped;
use crate::epd::Fix;
use std::fmt;
use std::rc::Rc;

pub(crate) type Run = dyn Fn(&mut Model);

/// The action of a row.
#[derive(Clone)]
pub struct Does(Rc<Run>);

impl Does {
    /// Does what `does` does.
    pub fn new(does: impl Fn(&mut Model) + 'static) -> Self {
        Self(Rc::new(does))
    }

    pub(crate) fn run(&self, model: &mut Model) {
        (self.0)(model)
    }
}

impl fmt::Debug for Does {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Does(..)")
    }
}

/// Rows of a menu with samples: a board with its label.
const SAMPLE_ROWS: usize = 14;

/// See the module.
#[derive(Clone, Debug)]
pub struct Menu {
    pub title: String,
    /// The lines of the question; empty for a plain menu.
    pub about: Vec<String>,
    pub items: Vec<MenuItem>,
    pub list: ListState,
    /// Whether choosing an item leaves the menu open (toggles).
    pub stays: bool,
    /// Whether only Enter and its keys choose: a blank comes with other text that was typed elsewhere.
    pub(crate) careful: bool,
    /// The action when nothing was chosen.
    pub(crate) left: fn(&mut Model, Closed),
}

/// A sample of what a row would do, to be looked at before it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The size of it, or the reason why it can't be.
    pub about: String,
    /// The first lines, safe to be shown.
    pub lines: Vec<String>,
}

impl Sample {
    /// The most lines, and the most characters of each.
    const MOST: (usize, usize) = (60, 600);

    /// Of a text.
    pub(crate) fn of(text: &str, about: String) -> Self {
        let (lines, long) = Self::MOST;
        let safe = |line: &str| {
            let part: String = line.chars().take(long).collect();
            glyph::safe(part.as_bytes())
        };
        Self {
            about,
            lines: text.lines().take(lines).map(safe).collect(),
        }
    }

    /// A sentence alone.
    pub(crate) fn words(words: &str) -> Self {
        Self {
            about: words.to_owned(),
            lines: Vec::new(),
        }
    }
}

/// A row of a menu.
#[derive(Clone, Debug)]
pub struct MenuItem {
    /// The key that chooses it.
    pub key: Option<char>,
    pub label: String,
    /// Shown beside the label, quieter: the text that would be copied, the result of a fix.
    pub detail: String,
    /// The sample shown beside the rows while the cursor is on it.
    pub sample: Option<Sample>,
    /// The name of it in a call; without one, the first word of its label.
    pub(crate) called: Option<String>,
    /// For toggles: whether it is on.
    pub checked: Option<bool>,
    /// The reason why it can't be chosen now.
    pub disabled: Option<String>,
    /// The fix that the panes show applied to the record while the cursor is on it.
    pub fix: Option<Fix>,
    /// Whether the question stays open below the page that this shows.
    pub(crate) stays: bool,
    /// Whether the other case of its key never stands for it.
    pub(crate) cased: bool,
    /// The action; without one the menu is left, nothing else.
    pub(crate) does: Option<Does>,
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
            list: ListState::default(),
            stays: false,
            careful: false,
            left: |_, _| {},
        }
    }

    /// Returns the menu with the cursor on another row.
    #[must_use]
    pub fn at(mut self, cursor: usize) -> Self {
        self.list.cursor = cursor;
        self
    }

    /// Returns the menu in which a blank chooses nothing.
    #[must_use]
    pub(crate) fn carefully(mut self) -> Self {
        self.careful = true;
        self
    }

    /// Returns the menu with an action for when nothing is chosen.
    #[must_use]
    pub fn left(mut self, left: fn(&mut Model, Closed)) -> Self {
        self.left = left;
        self
    }

    /// Returns the rows of the question on a menu of so many columns.
    pub fn about_rows(&self, columns: usize) -> Vec<String> {
        let about = self.about.iter();
        about.flat_map(|line| wrapped(line, columns, 0)).collect()
    }

    /// The row that a key chooses.
    pub(crate) fn row_of(&self, key: char) -> Option<usize> {
        let exact = self.items.iter().position(|item| item.key == Some(key));
        exact.or_else(|| {
            // The other case of a letter, where it means nothing else.
            let same = |item: &MenuItem| {
                !item.cased && item.key.is_some_and(|own| own.eq_ignore_ascii_case(&key))
            };
            self.items.iter().position(same)
        })
    }

    /// Puts the cursor on the row of a key; whether there is one.
    pub(crate) fn press(&mut self, key: char) -> bool {
        let row = self.row_of(key);
        self.list.cursor = row.unwrap_or(self.list.cursor);
        row.is_some()
    }
}

impl Layer for Menu {
    fn title(&self) -> &str {
        &self.title
    }

    fn choose(&self) -> fn(&mut Model) {
        choose
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        (self.left)(model, how);
    }

    fn context(&self) -> Context {
        Context::Menu
    }

    fn wants(&self, columns: u16) -> Wanted {
        let widest = |text: fn(&MenuItem) -> &str| {
            let columns = self
                .items
                .iter()
                .map(|item| glyph::width(text(item).as_bytes()));
            columns.max().unwrap_or(0)
        };
        // Border, key, gaps; toggles have a box before their label.
        let boxes = self.items.iter().any(|item| item.checked.is_some());
        let label = widest(|item| &item.label) + 10 + if boxes { 4 } else { 0 };
        if self.items.iter().any(|item| item.sample.is_some()) {
            return Wanted::Box(Inside {
                columns: 112,
                rows: cells(self.items.len().max(SAMPLE_ROWS)),
                list_columns: Some(cells(label.saturating_sub(4))),
                ..Inside::default()
            });
        }
        let words = label + widest(MenuItem::said);
        let wanted = cells(words).clamp(68, 100);
        let width = usize::from(wanted.min(columns));
        let inside = width.saturating_sub(4);
        let is_cut = |text: &&str| label + glyph::width(text.as_bytes()) > width;
        let cut = self.items.iter().map(MenuItem::said).filter(is_cut);
        Wanted::Box(Inside {
            columns: wanted,
            about: cells(self.about_rows(inside).len()),
            rows: cells(self.items.len()),
            note: note_rows(cut, inside),
            ..Inside::default()
        })
    }

    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        Some((&mut self.list, self.items.len()))
    }
}

impl MenuItem {
    /// Returns the words beside its label.
    pub fn said(&self) -> &str {
        self.disabled.as_ref().unwrap_or(&self.detail)
    }

    /// A row that can be chosen.
    pub fn new(
        key: Option<char>,
        label: impl Into<String>,
        detail: impl Into<String>,
        does: impl Fn(&mut Model) + 'static,
    ) -> Self {
        Self {
            does: Some(Does::new(does)),
            ..Self::back(key, label, detail)
        }
    }

    /// A row that leaves the menu, as Esc does.
    pub fn back(key: Option<char>, label: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            key,
            label: label.into(),
            detail: detail.into(),
            sample: None,
            called: None,
            checked: None,
            disabled: None,
            fix: None,
            stays: false,
            cased: false,
            does: None,
        }
    }

    /// A row that does a command, with the reason why it can't be done now.
    pub(crate) fn of_command(model: &Model, key: char, id: Id) -> Self {
        let command = model.commands.row(id);
        let item = Self::new(Some(key), command.title, "", does(id));
        item.disabled(command.why_not(model))
    }

    /// Returns the name of it in a call: the first word of its label.
    fn name(&self) -> String {
        if let Some(called) = &self.called {
            return called.clone();
        }
        let word = self.label.split([' ', ':']).next();
        word.unwrap_or_default().to_lowercase()
    }

    /// Returns the row with a sample.
    #[must_use]
    pub(crate) fn sampled(mut self, sample: Sample) -> Self {
        self.sample = Some(sample);
        self
    }

    /// Returns the row with another name in calls.
    #[must_use]
    pub(crate) fn called(mut self, name: impl Into<String>) -> Self {
        self.called = Some(name.into());
        self
    }

    /// Returns the row as a toggle.
    #[must_use]
    pub fn checked(mut self, on: bool) -> Self {
        self.checked = Some(on);
        self
    }

    /// Returns the row with the reason why it can't be chosen, if there is one.
    #[must_use]
    pub fn disabled(mut self, reason: Option<String>) -> Self {
        self.disabled = reason;
        self
    }

    /// Returns the row that leaves the question open.
    #[must_use]
    pub(crate) fn staying(mut self) -> Self {
        self.stays = true;
        self
    }
}

/// Does a command.
pub(crate) fn does(id: Id) -> impl Fn(&mut Model) {
    move |model| command::run(model, &Call::of(id))
}

/// Takes the row of a name in the menu on top.
pub(super) fn answer(model: &mut Model, name: &str) {
    let Some(menu) = overlay::top_mut::<Menu>(model) else {
        return;
    };
    let named = |item: &MenuItem| item.name().eq_ignore_ascii_case(name);
    if let Some(row) = menu.items.iter().position(named) {
        menu.list.cursor = row;
        return choose(model);
    }
    let names: Vec<String> = menu.items.iter().map(MenuItem::name).collect();
    let (names, name) = (names.join(", "), glyph::safe(name.as_bytes()));
    model.refused(format!("expected one of {names}, found `{name}`"));
}

/// Takes the row with the cursor of the menu on top.
pub(super) fn choose(model: &mut Model) {
    let Some(menu) = overlay::top::<Menu>(model) else {
        return;
    };
    let Some(item) = menu.items.get(menu.list.cursor).cloned() else {
        return;
    };
    if let Some(reason) = item.disabled {
        model.refused(reason);
        return;
    }
    let Some(does) = item.does else {
        super::leave(model);
        return;
    };
    if !menu.stays && !item.stays {
        model.overlays.pop();
    }
    does.run(model)
}

/// The fix that the menu on top has the cursor on.
pub(crate) fn looked_at(model: &Model) -> Option<&Fix> {
    let menu = overlay::top::<Menu>(model)?;
    menu.items.get(menu.list.cursor)?.fix.as_ref()
}
