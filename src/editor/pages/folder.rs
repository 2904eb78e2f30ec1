//! The folder view: the suites below a folder with their counts of records and problems. A search goes to a
//! suite by a part of its name; a filter hides the others.

pub(crate) mod draw;

use crate::editor::effect::{Effect, FolderJob};
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Prompt, PromptHandler};
use crate::editor::state::folder::{Folder, FolderFile, Order, Summary};
use crate::editor::state::view::Page;
use crate::editor::widgets::glyph;
use crate::epd::Code;
use crate::epd::counted::noun;
use crate::suite::is_suite_name;
use std::path::{Path, PathBuf};

pub fn open(model: &mut Model, roots: Vec<PathBuf>) {
    prepare(model, roots);
    model.page = Page::Folder;
}

/// Sets the folders of the view, and shows it if no file is open.
pub fn prepare(model: &mut Model, roots: Vec<PathBuf>) {
    if model.document.is_place_holder {
        model.page = Page::Folder;
    }
    model.folder = Some(Folder {
        roots,
        ..Folder::default()
    });
}

/// Runs after every message: starts the search for suites in folders that are shown for the first time.
pub(crate) fn settle(model: &mut Model) {
    let is_new = |folder: &Folder| folder.ticket == 0;
    if model.page != Page::Folder || !model.folder.as_ref().is_some_and(is_new) {
        return;
    }
    let ticket = model.ticket();
    if let Some(folder) = &mut model.folder {
        (folder.ticket, folder.looking) = (ticket, true);
        let roots = folder.roots.clone();
        model.send(Effect::Folder(FolderJob { ticket, roots }));
    }
}

/// Switches between the panes and the folder view.
pub(super) fn switch(model: &mut Model) {
    if model.page == Page::Folder {
        return leave(model);
    }
    if model.folder.is_some() {
        model.page = Page::Folder;
        return;
    }
    let path = model.document.suite.path();
    let folder = path.and_then(|path| path.parent()).map(PathBuf::from);
    let root = folder.filter(|folder| !folder.as_os_str().is_empty());
    open(model, vec![root.unwrap_or_else(|| PathBuf::from("."))])
}

/// Returns to the panes, or reports why that is impossible.
pub fn leave(model: &mut Model) {
    match can_not_leave(model) {
        Some(reason) => model.refused(reason),
        None => model.page = Page::Panes,
    }
}

pub(super) fn not_shown(model: &Model) -> Option<String> {
    model.when(
        model.page != Page::Folder,
        "the folder view is closed · {folder} opens it",
    )
}

pub(super) fn can_not_leave(model: &Model) -> Option<String> {
    not_shown(model).or_else(|| {
        model.when(
            model.document.is_place_holder,
            "no file is open · {open-suite} opens the selected suite, {quit} quits",
        )
    })
}

/// Sorts the list by a column; sorting by the current column reverses the order.
pub(crate) fn sort(model: &mut Model, by: impl FnOnce(Order) -> Order) {
    let Some(folder) = &mut model.folder else {
        return;
    };
    let order = by(folder.order);
    folder.reverse = order == folder.order && !folder.reverse;
    folder.order = order;
    folder.arrange();
    let way = if folder.reverse { ", reversed" } else { "" };
    model.done(format!("sorted by {}{way}", order.word()));
}

/// Counts a saved suite again, or adds it to the list.
pub(crate) fn saved(model: &mut Model, path: &Path) {
    let Some(folder) = &mut model.folder else {
        return;
    };
    let ticket = folder.ticket;
    let path = path.to_path_buf();
    if let Some(file) = folder.file_mut(&path) {
        file.found = None;
    } else if let Some(name) = folder.name_of(&path).filter(|_| is_suite_name(&path)) {
        folder.add(vec![FolderFile {
            path: path.clone(),
            name,
            size: 0,
            found: None,
        }]);
    } else {
        return;
    }
    model.send(Effect::CountSuite { ticket, path });
}

pub(super) fn open_chosen(model: &mut Model) {
    let folder = model.folder.as_ref();
    let file = folder.and_then(|folder| folder.files.get(folder.list.cursor));
    match file.map(|file| file.path.clone()) {
        Some(path) => open::open(model, path),
        None => model.refused("no suite to open"),
    }
}

pub fn found(model: &mut Model, ticket: u64, files: Vec<FolderFile>) {
    if let Some(folder) = of(model, ticket) {
        folder.add(files);
    }
}

/// Completes the list of suites; `trouble` names the folders that can't be read.
pub fn all_found(model: &mut Model, ticket: u64, trouble: Option<String>) {
    if let Some(folder) = of(model, ticket) {
        folder.looking = false;
        folder.trouble = trouble.map(|text| glyph::safe(text.as_bytes()));
    }
}

pub fn counted(model: &mut Model, ticket: u64, path: &Path, found: Result<Summary, String>) {
    let Some(folder) = of(model, ticket) else {
        return;
    };
    if let Some(file) = folder.file_mut(path) {
        file.found = Some(found.map_err(|reason| glyph::safe(reason.as_bytes())));
    }
    // Sorted only once all are counted: rows that move meanwhile would be hard to read.
    if folder.order != Order::Name && folder.counted() == folder.files.len() {
        folder.arrange();
    }
}

fn of(model: &mut Model, ticket: u64) -> Option<&mut Folder> {
    let folder = model.folder.as_mut();
    folder.filter(|folder| folder.ticket == ticket)
}

/// Returns the dialect of a suite in a few words: the deviations from the standard in more than half of its records.
pub fn dialect(records: usize, codes: impl Iterator<Item = (Code, usize)>) -> String {
    const WORDS: [(Code, &str); 8] = [
        (Code::FenClocks, "six fields"),
        (Code::MissingClocks, "four fields"),
        (Code::CraftyPlacement, "short ranks"),
        (Code::MoveNotSan, "UCI moves"),
        (Code::PerftList, "perft counts"),
        (Code::QuotedPosition, "quoted"),
        (Code::UnquotedString, "unquoted id"),
        (Code::MissingLastSemicolon, "no final ;"),
    ];
    let codes: Vec<(Code, usize)> = codes.collect();
    let often = |code: Code| {
        let count = codes.iter().find(|(found, _)| *found == code);
        records > 0 && count.is_some_and(|(_, count)| count * 2 > records)
    };
    let words = WORDS.into_iter().filter(|(code, _)| often(*code));
    let words: Vec<&str> = words.map(|(_, word)| word).collect();
    words.join(", ")
}

const NONE: &str = "no suite with that name";

/// The prompt for a part of a name, to search or filter by, with the filter and the row to restore on cancel.
#[derive(Debug)]
struct ByName {
    filters: bool,
    filter: String,
    row: usize,
}

/// Prompts for a part of a name: filters by it, or goes to the first suite with it, as it is typed.
pub(super) fn ask_name(model: &mut Model, filters: bool) {
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

pub(super) fn go_to_next(model: &mut Model) {
    if let Some(folder) = &mut model.folder {
        match folder.next_with(&folder.search, folder.list.cursor, 1) {
            Some(at) => folder.list.cursor = at,
            None => model.refused(NONE),
        }
    }
}

pub(super) fn nothing_searched(model: &Model) -> Option<String> {
    let folder = model.folder.as_ref();
    let is_empty = folder.is_none_or(|folder| folder.search.is_empty());
    not_shown(model).or_else(|| model.when(is_empty, "no search yet among the suites"))
}

impl PromptHandler for ByName {
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
            return open_chosen(model);
        }
        let (count, all) = (
            folder.files.len(),
            folder.files.len() + folder.filtered_out.len(),
        );
        let suites = noun(all, "suite", "suites");
        model.overlays.pop();
        let text = glyph::safe(text.as_bytes());
        model.done(match text.as_str() {
            "" => format!("all {count} {suites}"),
            text => format!("{count} of {all} {suites} with `{text}`"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_is_that_of_most_records() {
        let codes = [(Code::FenClocks, 60), (Code::MoveNotSan, 50)];
        assert_eq!(dialect(100, codes.into_iter()), "six fields");
        assert_eq!(dialect(0, [].into_iter()), "");
    }
}
