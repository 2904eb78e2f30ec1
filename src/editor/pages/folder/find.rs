//! Suites of the folder view by their names: a search that goes to them, a filter that shows only them.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, Prompt};
use crate::editor::pages::folder;
use crate::editor::widgets::glyph;
use crate::epd::counted::noun;

const NONE: &str = "no suite with that name";

/// A part of a name to go to, or of the names to show; with the filter and the row before.
#[derive(Debug)]
struct ByName {
    filters: bool,
    filter: String,
    row: usize,
}

/// Asks for a part of a name, and goes to it while it is typed.
pub(crate) fn search(model: &mut Model) {
    ask(model, false)
}

/// Asks for a part of the names of the suites to show; nothing typed shows all.
pub(crate) fn filter(model: &mut Model) {
    ask(model, true)
}

fn ask(model: &mut Model, filters: bool) {
    let Some(folder) = &model.folder else {
        return;
    };
    let asks = ByName {
        filters,
        filter: folder.filter.clone(),
        row: folder.list.cursor,
    };
    let prompt = match filters {
        true => Prompt::new("show suites with", folder.filter.clone(), asks),
        false => Prompt::new("search suites", "", asks),
    };
    overlay::open(model, prompt)
}

/// Goes to the next suite with the name searched for.
pub(crate) fn next(model: &mut Model) {
    let Some(folder) = &mut model.folder else {
        return;
    };
    let at = folder.next_with(&folder.search, folder.list.cursor, 1);
    match at {
        Some(at) => folder.list.cursor = at,
        None => model.refused(NONE),
    }
}

/// Returns why there is nothing to go to.
pub(crate) fn nothing_searched(model: &Model) -> Option<String> {
    let folder = model.folder.as_ref();
    let is_empty = folder.is_none_or(|folder| folder.search.is_empty());
    let none = is_empty.then(|| "no search yet among the suites".into());
    folder::not_shown(model).or(none)
}

impl Asks for ByName {
    fn enter(&self) -> &'static str {
        if self.filters { "filter" } else { "open" }
    }

    fn note(&self, model: &Model) -> Option<String> {
        let folder = model.folder.as_ref().filter(|_| self.filters)?;
        let count = folder.files.len();
        Some(format!("{count} {}", noun(count, "suite", "suites")))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let Some(folder) = &mut model.folder else {
            return;
        };
        if self.filters {
            text.clone_into(&mut folder.filter);
            return folder.arrange();
        }
        let at = folder.next_with(text, self.row, 0);
        folder.list.cursor = at.unwrap_or(self.row);
        text.clone_into(&mut folder.search);
        if at.is_none() && !text.is_empty() {
            overlay::say(model, NONE.to_owned());
        }
    }

    fn steps(&self) -> bool {
        true
    }

    /// Goes to the next suite with the text, or the one before.
    fn step(&self, model: &mut Model, by: isize) {
        let prompt = overlay::top::<Prompt>(model);
        let text = prompt.map_or_else(String::new, |prompt| prompt.input.lossy().into_owned());
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

    fn accept(&self, model: &mut Model, text: &str) {
        let Some(folder) = &model.folder else {
            return;
        };
        if !self.filters {
            if !folder.is_named(folder.list.cursor, text) {
                return overlay::say(model, NONE.to_owned());
            }
            model.overlays.pop();
            return folder::open_chosen(model);
        }
        let (count, all) = (folder.files.len(), folder.files.len() + folder.rest.len());
        let suites = noun(all, "suite", "suites");
        model.overlays.pop();
        model.done(match text {
            "" => format!("all {count} {suites}"),
            text => {
                let text = glyph::safe(text.as_bytes());
                format!("{count} of {all} {suites} with `{text}`")
            }
        });
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        if let Some(folder) = model.folder.as_mut().filter(|_| how == Closed::Left) {
            folder.filter.clone_from(&self.filter);
            folder.arrange();
            folder.list.cursor = self.row;
        }
    }
}
