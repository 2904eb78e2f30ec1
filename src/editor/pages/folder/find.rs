//! Suites of the folder view by their names: a search that goes to them, a filter that shows only them.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, Prompt};
use crate::editor::pages::folder;
use crate::editor::widgets::glyph;
use crate::epd::counted::noun;

/// A part of a name to go to.
#[derive(Debug)]
struct Searched {
    /// The row that the search began at.
    from: usize,
}

/// A part of the names to show.
#[derive(Debug)]
struct Filtered {
    /// The filter before.
    before: String,
}

/// Asks for a part of a name, and goes to it while it is typed.
pub(crate) fn search(model: &mut Model) {
    let from = model.folder.as_ref().map_or(0, |folder| folder.list.cursor);
    overlay::open(model, Prompt::new("search suites", "", Searched { from }))
}

/// Goes to the next suite with the name searched for.
pub(crate) fn next(model: &mut Model) {
    let Some(folder) = &mut model.folder else {
        return;
    };
    let at = folder.next_with(&folder.search, folder.list.cursor, 1);
    match at {
        Some(at) => folder.list.cursor = at,
        None => model.refused("no suite with that name"),
    }
}

/// Returns why there is nothing to go to.
pub(crate) fn nothing_searched(model: &Model) -> Option<String> {
    let folder = model.folder.as_ref();
    let is_empty = folder.is_none_or(|folder| folder.search.is_empty());
    is_empty.then(|| "no search yet among the suites".into())
}

/// Asks for a part of the names of the suites to show; nothing typed shows all.
pub(crate) fn filter(model: &mut Model) {
    let folder = model.folder.as_ref();
    let before = folder.map_or_else(String::new, |folder| folder.filter.clone());
    let asks = Filtered {
        before: before.clone(),
    };
    overlay::open(model, Prompt::new("show suites with", before, asks))
}

/// Goes to the next suite, or the one before: with the name searched for, where one is.
fn step(model: &mut Model, by: isize) {
    let searched = overlay::top::<Prompt>(model).filter(|prompt| prompt.is::<Searched>());
    let text = searched.map_or_else(String::new, |prompt| prompt.input.lossy().into_owned());
    let Some(folder) = &mut model.folder else {
        return;
    };
    let at = folder.list.cursor;
    let named = |row: &usize| folder.is_named(*row, &text);
    let next = match by < 0 {
        true => (0..at).rev().find(named),
        false => (at + 1..folder.files.len()).find(named),
    };
    folder.list.cursor = next.unwrap_or(at);
}

impl Asks for Searched {
    fn enter(&self) -> &'static str {
        "open"
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let Some(folder) = &mut model.folder else {
            return;
        };
        let at = folder.next_with(text, self.from, 0);
        folder.list.cursor = at.unwrap_or(self.from);
        text.clone_into(&mut folder.search);
        if at.is_none() && !text.is_empty() {
            overlay::say(model, "no suite with that name".to_owned());
        }
    }

    fn steps(&self) -> bool {
        true
    }

    fn step(&self, model: &mut Model, by: isize) {
        step(model, by)
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let folder = model.folder.as_ref();
        if !folder.is_some_and(|folder| folder.is_named(folder.list.cursor, text)) {
            overlay::say(model, "no suite with that name".to_owned());
            return;
        }
        model.overlays.pop();
        folder::open_chosen(model)
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        if let Some(folder) = model.folder.as_mut().filter(|_| how == Closed::Left) {
            folder.list.cursor = self.from;
        }
    }
}

impl Asks for Filtered {
    fn enter(&self) -> &'static str {
        "filter"
    }

    fn steps(&self) -> bool {
        true
    }

    fn step(&self, model: &mut Model, by: isize) {
        step(model, by)
    }

    fn note(&self, model: &Model) -> Option<String> {
        let count = model.folder.as_ref()?.files.len();
        Some(format!("{count} {}", noun(count, "suite", "suites")))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        if let Some(folder) = &mut model.folder {
            folder.show_only(text);
        }
    }

    fn accept(&self, model: &mut Model, text: &str) {
        model.overlays.pop();
        let Some(folder) = &mut model.folder else {
            return;
        };
        folder.show_only(text);
        let (count, hidden) = (folder.files.len(), folder.hidden());
        let suites = noun(count + hidden, "suite", "suites");
        model.done(match text {
            "" => format!("all {count} {suites}"),
            text => {
                let text = glyph::safe(text.as_bytes());
                format!("{count} of {} {suites} with `{text}`", count + hidden)
            }
        });
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        if let Some(folder) = model.folder.as_mut().filter(|_| how == Closed::Left) {
            folder.show_only(&self.before);
        }
    }
}
