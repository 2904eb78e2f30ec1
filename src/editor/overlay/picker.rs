//! A list narrowed by typing, and what a feature says of what is picked there.

use crate::editor::command::context::Context;
use crate::editor::model::Model;
use crate::editor::overlay::layer::{Inside, Layer, Wanted, note_rows};
use crate::editor::state::picker_item::PickerItem;
use crate::editor::widgets::glyph;
use crate::editor::widgets::glyph::cells;
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::list::ListState;
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::any::Any;
use std::cmp::Reverse;
use std::fmt;
use std::rc::Rc;

/// A list narrowed by typing: the command palette, the opcode palette.
#[derive(Clone, Debug)]
pub struct Picker {
    pub title: String,
    /// The text typed to narrow the list.
    pub input: LineEditor,
    /// All rows.
    pub items: Vec<PickerItem>,
    /// The rows that match, best first.
    pub shown: Vec<PickerMatch>,
    /// The place in `shown`.
    pub list: ListState,
    picks: Rc<dyn Picks>,
}

/// The handler of a picker. A function of the chosen value is one.
pub trait Picks: Any {
    /// A row was chosen, and the picker closed.
    fn picked(&self, model: &mut Model, value: &str);

    /// Returns the hint for Enter.
    fn enter(&self) -> &'static str {
        "choose"
    }

    /// Returns true if a row is only a step on the way: it is put into the text, and the picker stays.
    fn goes_on(&self, _model: &Model, _value: &str) -> bool {
        false
    }

    /// The text changed: brings the rows up to date, and has those looked for that are not known.
    fn typed(&self, model: &mut Model) {
        narrow(model);
    }

    /// Puts in rows that are made of what is typed.
    fn offer(&self, _items: &mut Vec<PickerItem>, _typed: &str) {}

    /// Returns the place of a row that is made of the typed text; `None` for all others.
    fn own(&self, _item: &PickerItem, _typed: &str) -> Option<Own> {
        None
    }

    /// Other words by which a row is found, as well as by its name.
    fn words(&self, _item: &PickerItem) -> &'static str {
        ""
    }

    /// Returns true if its rows are paths, which are long.
    fn lists_paths(&self) -> bool {
        false
    }
}

impl<F: Fn(&mut Model, &str) + 'static> Picks for F {
    fn picked(&self, model: &mut Model, value: &str) {
        self(model, value)
    }
}

impl fmt::Debug for dyn Picks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Picks")
    }
}

/// The place of a row that is made of the typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    First,
    Last,
}

/// A row of a picker that matches what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerMatch {
    /// Index into [`Picker::items`].
    pub item: usize,
    /// The characters of the label that matched (indices of `char`s, ascending).
    pub marks: Vec<usize>,
}

impl Picker {
    /// A picker of these rows, all of them shown.
    pub fn new(title: impl Into<String>, mut items: Vec<PickerItem>, picks: impl Picks) -> Self {
        picks.offer(&mut items, "");
        Self {
            title: title.into(),
            input: LineEditor::default(),
            shown: matches(&items, "", &picks),
            items,
            list: ListState::default(),
            picks: Rc::new(picks),
        }
    }

    /// Returns the picker with the cursor on another row.
    #[must_use]
    pub fn at(mut self, cursor: usize) -> Self {
        self.list.cursor = cursor;
        self
    }

    /// Returns true if its handler is of this type.
    pub fn is<P: Picks>(&self) -> bool {
        let picks: &dyn Any = &*self.picks;
        picks.is::<P>()
    }

    /// Returns true if its rows are paths, which are long.
    pub fn lists_paths(&self) -> bool {
        self.picks.lists_paths()
    }

    /// Columns in which all rows are whole, border and gaps included.
    fn whole(&self) -> u16 {
        let width = |text: &str| glyph::width(text.as_bytes());
        let label = self.items.iter().map(|item| width(&item.label)).max();
        let beside = self
            .items
            .iter()
            .map(|item| width(item.said()) + width(&item.keys))
            .max();
        cells(label.unwrap_or(0) + beside.unwrap_or(0) + 9)
    }

    /// The row with the cursor.
    pub fn chosen(&self) -> Option<&PickerItem> {
        self.items.get(self.shown.get(self.list.cursor)?.item)
    }

    /// Makes the rows shown those that match what is typed, best first.
    fn narrow(&mut self) {
        let typed = self.input.lossy().trim().to_owned();
        self.picks.offer(&mut self.items, &typed);
        self.shown = matches(&self.items, &typed, &*self.picks);
        self.list = ListState::default();
    }
}

/// Columns of a picker, border included, where its sentences are short; where they are not, and the
/// screen has room.
const WIDTH: u16 = 84;
const WIDE: u16 = 108;
/// Columns on a wide screen, so that no sentence is cut.
const WIDEST: u16 = 150;
/// Columns that a sentence has beside the widest names and keys in the narrower one.
const SHORT: usize = 34;

impl Layer for Picker {
    fn title(&self) -> &str {
        &self.title
    }

    fn enter(&self) -> &'static str {
        self.picks.enter()
    }

    fn choose(&self) -> fn(&mut Model) {
        choose
    }

    fn typed(&self) -> fn(&mut Model) {
        typed
    }

    fn context(&self) -> Context {
        Context::Picker
    }

    fn wants(&self, columns: u16) -> Wanted {
        let is_long = |item: &PickerItem| item.said().chars().count() > SHORT;
        let wide = match self.items.iter().any(is_long) && !self.lists_paths() {
            true => self.whole().clamp(WIDE, WIDEST),
            false => WIDTH,
        };
        let width = wide.min(columns);
        let sentences = self.items.iter().map(|item| item.said());
        Wanted::Box(Inside {
            columns: wide,
            input: 1,
            rows: cells(self.items.len()).max(1),
            // Paths are shown in whole, and little is said of them.
            note: match self.lists_paths() {
                true => 0,
                false => note_rows(sentences, usize::from(width.saturating_sub(4))),
            },
            ..Inside::default()
        })
    }

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        Some(&mut self.input)
    }

    fn list(&mut self) -> Option<(&mut ListState, usize)> {
        Some((&mut self.list, self.shown.len()))
    }
}

/// Brings the picker on top up to date with what is typed.
pub(crate) fn narrow(model: &mut Model) {
    if let Some(picker) = super::top_mut::<Picker>(model) {
        picker.narrow();
    }
}

/// The text of the picker on top changed.
pub(super) fn typed(model: &mut Model) {
    if let Some(picks) = super::top_mut::<Picker>(model).map(|picker| Rc::clone(&picker.picks)) {
        picks.typed(model)
    }
}

/// Puts the row with the cursor into the text, to go on from there.
pub(crate) fn complete(model: &mut Model) {
    let Some(picker) = super::top_mut::<Picker>(model) else {
        return;
    };
    let Some(value) = picker.chosen().map(|item| item.value.clone()) else {
        model.refused("no match");
        return;
    };
    picker.input.set_text(value);
    typed(model)
}

/// Takes the row with the cursor of the picker on top.
pub(super) fn choose(model: &mut Model) {
    let Some(picker) = super::top_mut::<Picker>(model) else {
        return;
    };
    let picks = Rc::clone(&picker.picks);
    let Some(item) = picker.chosen().cloned() else {
        model.refused("no match");
        return;
    };
    if let Some(reason) = item.disabled {
        model.refused(reason);
        return;
    }
    if picks.goes_on(model, &item.value) {
        return complete(model);
    }
    model.overlays.pop();
    picks.picked(model, &item.value)
}

fn matches(items: &[PickerItem], typed: &str, picks: &dyn Picks) -> Vec<PickerMatch> {
    if typed.is_empty() {
        return (0..items.len())
            .map(|item| PickerMatch {
                item,
                marks: Vec::new(),
            })
            .collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = |kind| Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
    let (fuzzy, literal) = (pattern(AtomKind::Fuzzy), pattern(AtomKind::Substring));
    let mut buffer = Vec::new();
    let mut found: Vec<(Rank, PickerMatch)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let mut marks = Vec::new();
        let label = fuzzy.indices(
            Utf32Str::new(&item.label, &mut buffer),
            &mut matcher,
            &mut marks,
        );
        // Another word for what a row does finds it as well as its name does.
        let words = picks.words(item);
        let word = literal.score(Utf32Str::new(words, &mut buffer), &mut matcher);
        if word > label {
            marks.clear();
        }
        let label = label.max(word);
        let rank = if let Some(own) = picks.own(item, typed) {
            match own {
                Own::First => Rank::Exact,
                Own::Last => Rank::Own,
            }
        } else if item.value == typed {
            Rank::Exact
        } else if let Some(score) = label {
            Rank::Label(score)
        } else {
            marks.clear();
            let mut score = |text| literal.score(Utf32Str::new(text, &mut buffer), &mut matcher);
            match score(&item.value).or_else(|| score(&item.detail)) {
                Some(score) => Rank::Detail(score),
                None => continue,
            }
        };
        marks.sort_unstable();
        marks.dedup();
        let marks = marks
            .into_iter()
            .filter_map(|mark| usize::try_from(mark).ok())
            .collect();
        found.push((rank, PickerMatch { item: at, marks }));
    }
    found.sort_by_key(|(rank, found)| {
        // What is typed by its name is meant, and says why it can't be chosen.
        let is_named = |item: &PickerItem| {
            let start = item.label.get(..typed.len());
            typed.len() > 3 && start.is_some_and(|start| start.eq_ignore_ascii_case(typed))
        };
        let item = items.get(found.item);
        let disabled = item.is_some_and(|item| item.disabled.is_some() && !is_named(item));
        // What can't be chosen comes behind all that can.
        (disabled, Reverse(*rank), found.item)
    });
    found.into_iter().map(|(_, found)| found).collect()
}

/// The quality of a match, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Own,
    Detail(u32),
    Label(u32),
    Exact,
}
