//! A menu narrowed by typing: what is typed is looked for in the names of its rows, in what is said of them, and in
//! other words for them.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::widgets::ListState;
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;
use std::fmt;
use std::rc::Rc;

/// Makes a row of what is typed, where no row has that as its value.
type MakeRow = dyn Fn(&str) -> Option<MenuItem>;

#[derive(Clone)]
pub(crate) struct Narrowing {
    made: Rc<MakeRow>,
    /// Where its rows are paths, brings them up to date with another text, and has those looked for that are not
    /// known.
    pub(super) of_paths: Option<fn(&mut Model)>,
}

impl fmt::Debug for Narrowing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Narrowing(..)")
    }
}

impl Default for Narrowing {
    fn default() -> Self {
        Self::making(|_| None)
    }
}

impl Narrowing {
    /// Narrows a list that can also have a row made of what is typed.
    pub(crate) fn making(made: impl Fn(&str) -> Option<MenuItem> + 'static) -> Self {
        Self {
            made: Rc::new(made),
            of_paths: None,
        }
    }

    /// Returns the narrowing of a list of paths; `typed` brings its rows up to date.
    pub(crate) fn of_paths(self, typed: fn(&mut Model)) -> Self {
        let of_paths = Some(typed);
        Self { of_paths, ..self }
    }
}

/// The place of a row that is made of the typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    First,
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Index into [`Menu::items`].
    pub item: usize,
    /// The characters of the label that matched (indices of `char`s, ascending).
    pub marks: Vec<usize>,
}

impl Menu {
    /// Makes the rows shown those that match what is typed, best first.
    pub(super) fn narrow(&mut self) {
        let Some(narrowing) = &self.narrowing else {
            return;
        };
        let typed = self.input.lossy().trim().to_owned();
        self.items.retain(|item| item.own.is_none());
        if !typed.is_empty() && !self.items.iter().any(|item| item.value == typed) {
            self.items.extend((narrowing.made)(&typed));
        }
        self.shown = matches(&self.items, &typed);
        self.list = ListState::default();
    }
}

/// Brings the menu on top up to date with what is typed.
pub(crate) fn narrow(model: &mut Model) {
    if let Some(menu) = overlay::top_mut::<Menu>(model) {
        menu.narrow();
    }
}

/// Puts the row with the cursor into the text, to go on from there.
pub(crate) fn complete(model: &mut Model) {
    let Some(menu) = overlay::top_mut::<Menu>(model) else {
        return;
    };
    let Some(value) = menu.chosen().map(|item| item.value.clone()) else {
        return model.refused("no match");
    };
    menu.input.set_text(value);
    overlay::typed(model)
}

fn matches(items: &[MenuItem], typed: &str) -> Vec<Found> {
    if typed.is_empty() {
        let marks = Vec::new;
        let all = (0..items.len()).map(|item| Found {
            item,
            marks: marks(),
        });
        return all.collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = |kind| Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
    let (fuzzy, literal) = (pattern(AtomKind::Fuzzy), pattern(AtomKind::Substring));
    let mut buffer = Vec::new();
    let mut found: Vec<(Rank, Found)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let mut marks = Vec::new();
        let label = Utf32Str::new(&item.label, &mut buffer);
        let label = fuzzy.indices(label, &mut matcher, &mut marks);
        // Another word for what a row does finds it as well as its name does.
        let word = literal.score(Utf32Str::new(item.words, &mut buffer), &mut matcher);
        if word > label {
            marks.clear();
        }
        let label = label.max(word);
        let rank = if item.own == Some(Own::Last) {
            Rank::Own
        } else if item.own.is_some() || item.value == typed || item.aliases.contains(&typed) {
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
            .filter_map(|mark| usize::try_from(mark).ok());
        let marks = marks.collect();
        found.push((rank, Found { item: at, marks }));
    }
    found.sort_by_key(|(rank, found)| {
        // What is typed by its name is meant, and says why it can't be chosen.
        let is_named = |item: &MenuItem| {
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
