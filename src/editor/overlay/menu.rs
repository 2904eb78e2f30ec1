//! Menus: lists to choose from by key, cursor or mouse, or by typing a part of a name. A menu with text above
//! its rows is a question.

use crate::editor::command::{self, Call, Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::ranking::{RankedItem, matches};
use crate::editor::overlay::{self, BoxSize, Closed, Layer, SizeHint, note_rows};
use crate::editor::widgets::ListState;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::words::wrapped;
use crate::epd::Fix;
use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

#[derive(Clone)]
pub struct Action(Rc<dyn Fn(&mut Model)>);

impl Action {
    pub fn new(does: impl Fn(&mut Model) + 'static) -> Self {
        Self(Rc::new(does))
    }

    pub(crate) fn run(&self, model: &mut Model) {
        (self.0)(model)
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Does(..)")
    }
}

/// The minimum height of a menu with samples, in rows: a board with its label.
const SAMPLE_ROWS: usize = 14;

/// The width of a list of paths, which arrive one by one, and the maximum width of other menus, border
/// included; the maximum widths of the text above the rows, and of the details in a narrowed menu.
const WIDTH: u16 = 84;
const MOST: u16 = 108;
const ABOUT: usize = 64;
const DETAIL: usize = 60;

type MadeOf = dyn Fn(&str) -> Option<MenuItem>;

#[derive(Clone, Default)]
pub struct Menu {
    pub title: String,
    /// The lines of the question; empty for a plain menu.
    pub about: Vec<String>,
    pub items: Vec<MenuItem>,
    pub list: ListState,
    /// The typed text of a menu that is narrowed by typing.
    pub input: Option<LineEditor>,
    /// The rows of a narrowed menu that match the text, best first.
    pub shown: Vec<RankedItem>,
    /// Makes a row from the typed text, if no row has it as its value.
    own: Option<Rc<MadeOf>>,
    /// The handler of a changed text, if it does more than narrow the menu.
    typed: Option<fn(&mut Model)>,
    /// Whether its rows are paths, which are long.
    pub(crate) lists_paths: bool,
    enter: &'static str,
    /// The action when nothing was chosen.
    left: Option<fn(&mut Model, Closed)>,
}

impl fmt::Debug for Menu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Menu").field(&self.title).finish()
    }
}

/// The position of a row that is made from the typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    First,
    Last,
}

/// A sample of a row's effect, shown before the row is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The size of the text, or the reason why there is none.
    pub about: String,
    /// The first lines, safe for the terminal.
    pub lines: Vec<String>,
}

impl Sample {
    /// The maximum number of lines, and of characters of each.
    const MOST: (usize, usize) = (60, 600);

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

    pub(crate) fn words(words: &str) -> Self {
        Self {
            about: words.to_owned(),
            lines: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct MenuItem {
    pub key: Option<char>,
    pub label: String,
    /// Shown beside the label, quieter: the text that would be copied, the result of a fix.
    pub detail: String,
    /// Shown at the end of the row: keys that do the same, a sign.
    pub keys: String,
    /// The name of the row in a call, and the text that completing it inserts.
    pub value: String,
    /// Search words of the row; `aliases` are other names, which match it alone.
    pub(crate) words: &'static str,
    pub(crate) aliases: &'static [&'static str],
    /// The position of a row that is made from the typed text.
    pub(crate) own: Option<Own>,
    pub sample: Option<Sample>,
    /// For toggles: whether it is on.
    pub checked: Option<bool>,
    pub disabled: Option<String>,
    /// The fix that the panes show applied to the record while the row is selected.
    pub fix: Option<Fix>,
    /// Whether the menu stays open when the row is chosen.
    pub(crate) stays: bool,
    /// Whether the key matches only in its own case.
    pub(crate) cased: bool,
    /// The action; without one, choosing the row only leaves the menu.
    pub(crate) does: Option<Action>,
}

impl Menu {
    pub fn new(title: impl Into<String>, items: Vec<MenuItem>) -> Self {
        Self::question(title, Vec::new(), items)
    }

    pub fn question(title: impl Into<String>, about: Vec<String>, items: Vec<MenuItem>) -> Self {
        Self {
            title: title.into(),
            about,
            items,
            enter: "choose",
            ..Self::default()
        }
    }

    /// Returns a list that typing filters: by the labels of its rows, their details and their synonyms.
    pub(crate) fn narrowed(title: impl Into<String>, items: Vec<MenuItem>) -> Self {
        let mut menu = Self::new(title, items);
        menu.input = Some(LineEditor::default());
        menu.narrow();
        menu
    }

    /// Adds a row that is made from the typed text.
    pub(crate) fn making(mut self, own: impl Fn(&str) -> Option<MenuItem> + 'static) -> Self {
        self.own = Some(Rc::new(own));
        self
    }

    pub(crate) fn typing(mut self, typed: fn(&mut Model)) -> Self {
        self.typed = Some(typed);
        self
    }

    /// Makes this a menu of paths; `typed` updates its rows.
    pub(crate) fn of_paths(mut self, typed: fn(&mut Model)) -> Self {
        self.lists_paths = true;
        self.typing(typed)
    }

    pub fn at(mut self, cursor: usize) -> Self {
        self.list.cursor = cursor;
        self
    }

    pub(crate) fn hinting(mut self, enter: &'static str) -> Self {
        self.enter = enter;
        self
    }

    pub fn left(mut self, left: fn(&mut Model, Closed)) -> Self {
        self.left = Some(left);
        self
    }

    pub fn about_rows(&self, columns: usize) -> Vec<String> {
        let about = self.about.iter();
        about.flat_map(|line| wrapped(line, columns, 0)).collect()
    }

    /// Returns the columns of the labels in a menu of this width: most of it for paths, whose details are short.
    pub(crate) fn label_columns(&self, columns: u16) -> u16 {
        let most = match (&self.input, self.lists_paths) {
            (None, _) => columns,
            (Some(_), true) => columns.saturating_sub(26),
            (Some(_), false) => columns / 2,
        };
        let label = self.items.iter().map(|item| glyph::columns(&item.label));
        label.max().unwrap_or(0).min(most) + 1
    }

    /// Counts the details cut next to the labels at this width; if any, the selected row's is shown in full below.
    fn cut(&self, columns: u16) -> usize {
        let room = columns.saturating_sub(self.label_columns(columns) + 2);
        let is_cut =
            |item: &&MenuItem| glyph::columns(&item.detail) + glyph::columns(&item.keys) + 2 > room;
        match self.input.is_some() && !self.lists_paths {
            true => self.items.iter().filter(is_cut).count(),
            false => 0,
        }
    }

    /// Returns true if most details would be cut next to the labels at this width; then none is shown there.
    pub(crate) fn are_cut(&self, columns: u16) -> bool {
        self.cut(columns) * 2 > self.items.len()
    }

    pub fn text(&self) -> Cow<'_, str> {
        let input = self.input.as_ref();
        input.map_or(Cow::Borrowed(""), LineEditor::lossy)
    }

    /// Shows the rows that match the typed text, best first.
    fn narrow(&mut self) {
        let typed = self.text().trim().to_owned();
        self.items.retain(|item| item.own.is_none());
        if !typed.is_empty() && !self.items.iter().any(|item| item.value == typed) {
            let own = self.own.as_ref().and_then(|own| own(&typed));
            self.items.extend(own);
        }
        self.shown = matches(&self.items, &typed);
        self.list = ListState::default();
    }

    pub(crate) fn count(&self) -> usize {
        match self.input {
            Some(_) => self.shown.len(),
            None => self.items.len(),
        }
    }

    /// Returns a shown row, and the indices of the characters of its label that match the typed text.
    pub(crate) fn row(&self, at: usize) -> Option<(&MenuItem, &[usize])> {
        if self.input.is_none() {
            return Some((self.items.get(at)?, &[]));
        }
        let found = self.shown.get(at)?;
        Some((self.items.get(found.item)?, &found.marks))
    }

    pub fn chosen(&self) -> Option<&MenuItem> {
        self.row(self.list.cursor).map(|(item, _)| item)
    }

    /// Moves the cursor to the row of a key. Returns false if there is none.
    pub(crate) fn press(&mut self, key: char) -> bool {
        let exact = self.items.iter().position(|item| item.key == Some(key));
        let row = exact.or_else(|| {
            // The other case of a letter, if it has no row itself.
            let same = |item: &MenuItem| {
                !item.cased && item.key.is_some_and(|own| own.eq_ignore_ascii_case(&key))
            };
            self.items.iter().position(same)
        });
        self.list.cursor = row.unwrap_or(self.list.cursor);
        row.is_some()
    }
}

impl Layer for Menu {
    fn title(&self) -> &str {
        &self.title
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn choose(&self) -> fn(&mut Model) {
        choose
    }

    fn typed(&self) -> fn(&mut Model) {
        self.typed.unwrap_or(narrow)
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        if let Some(left) = self.left {
            left(model, how);
        }
    }

    fn context(&self) -> Context {
        match self.input {
            Some(_) => Context::Picker,
            None => Context::Menu,
        }
    }

    fn wants(&self, columns: u16) -> SizeHint {
        let width = |text: &str| glyph::width(text.as_bytes());
        let widest = |of: &dyn Fn(&MenuItem) -> usize| self.items.iter().map(of).max().unwrap_or(0);
        let label = widest(&|item| width(&item.label));
        let is_narrowed = self.input.is_some();
        let most = if is_narrowed { DETAIL } else { usize::MAX };
        let detail = widest(&|item| width(item.said()).min(most) + width(&item.keys));
        // Border, key, gaps; toggles have a box before their label.
        let boxes = self.items.iter().any(|item| item.checked.is_some());
        let before = label + 10 + if boxes { 4 } else { 0 };
        if self.items.iter().any(|item| item.sample.is_some()) {
            let rows = cells(self.items.len().max(SAMPLE_ROWS));
            return SizeHint::Box(BoxSize {
                columns: 112,
                rows: (rows, rows),
                list_columns: Some(cells(before.saturating_sub(4))),
                ..BoxSize::default()
            });
        }
        let about = self.about.iter().map(|line| width(line)).max().unwrap_or(0);
        let words = (about.min(ABOUT) + 4).max(width(&self.title) + 6);
        let wanted = match is_narrowed {
            true if self.lists_paths => WIDTH,
            true => cells((label + detail + 9).max(words)).min(MOST),
            false => cells((before + detail).max(words)).min(MOST),
        };
        let inside = usize::from(wanted.min(columns)).saturating_sub(4);
        let are_cut = self.cut(wanted.min(columns).saturating_sub(2)) > 0;
        let is_noted = |item: &&MenuItem| match is_narrowed {
            true => are_cut,
            false => before + width(item.said()) > inside + 4,
        };
        let noted = self.items.iter().filter(is_noted).map(MenuItem::said);
        let now = self
            .chosen()
            .into_iter()
            .filter(is_noted)
            .map(MenuItem::said);
        let note = (note_rows(noted, inside), note_rows(now, inside));
        let all = self.items.iter().filter(|item| item.own.is_none());
        SizeHint::Box(BoxSize {
            columns: wanted,
            about: cells(self.about_rows(inside).len()),
            input: u16::from(is_narrowed),
            rows: (cells(all.count()).max(1), cells(self.count()).max(1)),
            note,
            ..BoxSize::default()
        })
    }

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        self.input.as_mut()
    }

    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        let count = self.count();
        Some((&mut self.list, count))
    }
}

impl MenuItem {
    pub fn said(&self) -> &str {
        self.disabled.as_ref().unwrap_or(&self.detail)
    }

    pub fn new(
        key: Option<char>,
        label: impl Into<String>,
        detail: impl Into<String>,
        does: impl Fn(&mut Model) + 'static,
    ) -> Self {
        Self {
            does: Some(Action::new(does)),
            ..Self::back(key, label, detail)
        }
    }

    pub fn back(key: Option<char>, label: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            key,
            label: label.into(),
            detail: detail.into(),
            ..Self::default()
        }
    }

    /// Returns a row that runs a command, disabled with the reason if the command is.
    pub(crate) fn of_command(model: &Model, key: char, id: Id) -> Self {
        let command = model.commands.row(id);
        let item = Self::new(Some(key), command.title, "", does(id));
        item.disabled(command.refusal(model))
    }

    /// Returns the name of the row in a call: its value, else the first word of its label.
    fn name(&self) -> String {
        if !self.value.is_empty() {
            return self.value.clone();
        }
        let word = self.label.split([' ', ':']).next();
        word.unwrap_or_default().to_lowercase()
    }

    pub(crate) fn sampled(mut self, sample: Sample) -> Self {
        self.sample = Some(sample);
        self
    }

    pub(crate) fn called(mut self, name: impl Into<String>) -> Self {
        self.value = name.into();
        self
    }

    pub(crate) fn keyed(mut self, keys: impl Into<String>) -> Self {
        self.keys = keys.into();
        self
    }

    pub fn checked(mut self, on: bool) -> Self {
        self.checked = Some(on);
        self
    }

    pub fn disabled(mut self, reason: Option<String>) -> Self {
        self.disabled = reason;
        self
    }

    pub(crate) fn staying(mut self) -> Self {
        self.stays = true;
        self
    }
}

pub(crate) fn does(id: Id) -> impl Fn(&mut Model) {
    move |model| command::run(model, &Call::of(id))
}

/// Chooses the row with a name in the menu on top.
pub(super) fn answer(model: &mut Model, name: &str) {
    let menu = overlay::top_mut::<Menu>(model);
    let Some(menu) = menu.filter(|menu| menu.input.is_none()) else {
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

pub(crate) fn choose(model: &mut Model) {
    let Some(menu) = overlay::top::<Menu>(model) else {
        return;
    };
    let Some(item) = menu.chosen().cloned() else {
        return model.refused("no match");
    };
    if let Some(reason) = item.disabled {
        return model.refused(reason);
    }
    let Some(does) = item.does else {
        overlay::leave(model);
        return;
    };
    if !item.stays {
        model.overlays.pop();
    }
    does.run(model)
}

/// Returns the fix of the selected row in the menu on top.
pub(crate) fn looked_at(model: &Model) -> Option<&Fix> {
    overlay::top::<Menu>(model)?.chosen()?.fix.as_ref()
}

pub(crate) fn narrow(model: &mut Model) {
    if let Some(menu) = overlay::top_mut::<Menu>(model) {
        menu.narrow();
    }
}

/// Replaces the typed text by the value of the selected row, to continue from there.
pub(crate) fn complete(model: &mut Model) {
    let Some(menu) = overlay::top_mut::<Menu>(model) else {
        return;
    };
    let Some(value) = menu.chosen().map(|item| item.value.clone()) else {
        return model.refused("no match");
    };
    if let Some(input) = &mut menu.input {
        input.set_text(value);
    }
    overlay::typed(model)
}
