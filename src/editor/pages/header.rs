//! The first line of the screen: the open files as tabs, and the counts and state of the shown file. A click
//! on a part opens its file or its page.

use crate::editor::command::{Call, Id};
use crate::editor::flows::open;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::pages::queue::in_header;
use crate::editor::state::columns::Column;
use crate::editor::state::document::{Document, DocumentId};
use crate::editor::state::sorted_view::sorted_sign;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph, sign};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::Progress;
use std::collections::VecDeque;

/// The maximum width of a name with several files open, in columns.
const NAME: usize = 28;

#[derive(Clone, Debug)]
pub struct Part {
    pub place: Rect,
    pub text: String,
    pub role: Role,
    target: Option<Target>,
}

/// The effect of a click on a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Command(Id),
    File(DocumentId),
}

pub fn parts(model: &Model, area: Rect) -> Vec<Part> {
    let area = area.after(1);
    let mut line = Line {
        rest: area,
        parts: Vec::new(),
    };
    if model.document.is_place_holder {
        line.put("no file open".to_owned(), Role::Secondary, None);
        return line.parts;
    }
    let counts = counts(model);
    let widths = counts.iter().map(|(text, ..)| glyph::columns(text) + 3);
    let width = widths.sum::<u16>().saturating_sub(2);
    // The files have at least half of the line.
    let room = area.width.saturating_sub(width + 2);
    line.rest = area.left(room.max(area.width / 2));
    files(model, &mut line);
    line.rest = Rect::span(line.rest.x, area.y, area.right())
        .after(2)
        .end(width);
    for (index, (text, role, target)) in counts.into_iter().enumerate() {
        if index > 0 {
            line.put(" · ".to_owned(), Role::Faint, None);
        }
        line.put(text, role, target);
    }
    line.parts
}

/// Follows the link at the mouse. Returns false if there is none.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let line = Some(at.layout.header).filter(|line| at.is_in(Some(*line)));
    let parts = line.map_or_else(Vec::new, |line| parts(model, line));
    let mut parts = parts.into_iter().filter(|part| at.is_in(Some(part.place)));
    match parts.find_map(|part| part.target) {
        Some(Target::Command(id)) => model.pending_call = Some(Call::of(id)),
        Some(Target::File(id)) => open::show(model, id),
        None => return false,
    }
    true
}

/// The line under construction, and the area that is left of it.
struct Line {
    rest: Rect,
    parts: Vec<Part>,
}

impl Line {
    fn put(&mut self, text: String, role: Role, target: Option<Target>) {
        let place = self.rest.left(glyph::columns(&text));
        self.rest = self.rest.after(place.width);
        if place.width > 0 {
            self.parts.push(Part {
                place,
                text,
                role,
                target,
            });
        }
    }
}

struct Tab {
    id: DocumentId,
    name: String,
    sign: String,
    note: &'static str,
}

impl Tab {
    fn of(model: &Model, document: &Document, longest: usize) -> Self {
        let is_modified = document.suite.is_modified();
        let is_shown = document.id == model.document.id;
        Self {
            id: document.id,
            name: glyph::cut_middle(&open::title(model, document), longest),
            sign: match is_modified {
                true => format!(" {}", sign::UNSAVED.text),
                false => String::new(),
            },
            note: match is_shown && model.is_read_only() {
                true => "  read-only",
                false => "",
            },
        }
    }

    fn width(&self) -> u16 {
        glyph::columns(&self.name) + glyph::columns(&self.sign) + glyph::columns(self.note)
    }
}

/// Adds tabs for the shown file and as many others as fit; `…` stands for the rest.
fn files(model: &Model, line: &mut Line) {
    const BETWEEN: &str = " │ ";
    const MORE: &str = "… ";
    let is_alone = model.document_count() < 2;
    // Room for the sign and the note after the name.
    let behind_name = if model.is_read_only() { 14 } else { 4 };
    let longest = match is_alone {
        true => usize::from(line.rest.width.saturating_sub(behind_name)),
        false => NAME.min(usize::from(line.rest.width / 2)),
    };
    let files: Vec<&Document> = model.documents().collect();
    let at = files.iter().position(|one| one.id == model.document.id);
    let at = at.unwrap_or(0);
    let (mut first, mut behind) = (at, at);
    let mut tabs = VecDeque::new();
    let mut room = line.rest.width.saturating_sub(2 * glyph::columns(MORE));
    let mut tab_of = |at: Option<usize>| {
        let tab = Tab::of(model, files.get(at?)?, longest);
        let left = room.checked_sub(tab.width() + glyph::columns(BETWEEN));
        // The shown file has a tab even without room.
        let is_shown = tab.id == model.document.id;
        room = left.or(is_shown.then_some(0))?;
        Some(tab)
    };
    loop {
        if let Some(tab) = tab_of(Some(behind)) {
            tabs.push_back(tab);
            behind += 1;
        } else if let Some(tab) = tab_of(first.checked_sub(1)) {
            tabs.push_front(tab);
            first -= 1;
        } else {
            break;
        }
    }
    let list = Some(Target::Command(Id::OpenFiles));
    if first > 0 {
        line.put(MORE.to_owned(), Role::Secondary, list);
    }
    for (nth, tab) in tabs.into_iter().enumerate() {
        if nth > 0 {
            line.put(BETWEEN.to_owned(), Role::Faint, None);
        }
        let is_shown = tab.id == model.document.id;
        let (role, sign_role) = match is_shown {
            true => (Role::Heading, Role::Edited),
            false => (Role::Secondary, Role::Faint),
        };
        let target = match is_shown {
            true => list.filter(|_| !is_alone),
            false => Some(Target::File(tab.id)),
        };
        line.put(tab.name, role, target);
        line.put(tab.sign, sign_role, target);
        line.put(tab.note.to_owned(), Role::Secondary, None);
    }
    if behind < files.len() {
        line.put(" …".to_owned(), Role::Secondary, list);
    }
}

/// Returns the counts and states at the right end of the header, most general first.
fn counts(model: &Model) -> Vec<(String, Role, Option<Target>)> {
    let document = &model.document;
    let scan = &document.scan;
    let found = scan.found();
    let opens = |id| Some(Target::Command(id));
    let counted = |count: usize, one: &str, many: &str, role, id| {
        (count > 0).then(|| (thousands_of(count, one, many), role, opens(id)))
    };
    let duplicates = scan.survey.as_ref().map_or(0, |survey| survey.twins);
    let of_all = match scan.running {
        true => format!("{} lines", thousands(document.suite.line_count())),
        false => thousands_of(found.records, "record", "records"),
    };
    let sorted = document.sorted_view.as_ref().map(|view| {
        let name = Column::of(&view.by.field).name();
        let name = glyph::cut(&glyph::safe(name.as_bytes()), 12);
        let since = match view.is_edited(document.suite.revision()) {
            true => ", edited since",
            false => "",
        };
        format!("{} by {name}{since}", sorted_sign(view.by.falls))
    });
    let trouble = document.suite.trouble();
    let on_disk = document
        .changed_on_disk
        .then(|| "changed on disk".to_owned());
    let loading = document.suite.loading();
    let queue = document.queue.as_deref().and_then(in_header);
    // A save or a task that the user started takes precedence over the scan.
    let saving = document.saving.as_ref().and_then(|saving| saving.ticket);
    let runs = match (saving, document.tasks.last()) {
        (Some(_), _) => Some(("saving".to_owned(), Role::Accent, None)),
        (_, Some(task)) => {
            let words = format!("{}{}", task.slot.word(), percent(task.progress));
            Some((words, Role::Accent, None))
        }
        _ if scan.stopped => {
            let words = format!("scan stopped at {}%", scan.percent());
            Some((words, Role::Warning, opens(Id::CheckFile)))
        }
        _ if scan.running => Some((format!("scan {}%", scan.percent()), Role::Accent, None)),
        _ => None,
    };
    let (marked, edited) = (document.marked_count(), document.suite.edited_count());
    let removed = document.suite.fewer_lines();
    let (review, problems) = (Id::ReviewChanges, Id::ProblemList);
    let parts = [
        Some((of_all, Role::Secondary, opens(Id::Statistics))),
        counted(found.errors, "error", "errors", Role::Error, problems),
        counted(
            found.warnings,
            "warning",
            "warnings",
            Role::Warning,
            problems,
        ),
        counted(
            duplicates,
            "duplicate",
            "duplicates",
            Role::Secondary,
            Id::Duplicates,
        ),
        sorted.map(|words| (words, Role::Accent, opens(Id::Sort))),
        counted(marked, "marked", "marked", Role::Accent, Id::ShowOnlyMarks),
        counted(edited, "edited", "edited", Role::Edited, review),
        counted(removed, "removed", "removed", Role::Edited, review),
        trouble.map(|trouble| (trouble, Role::Error, None)),
        on_disk.map(|words| (words, Role::Warning, opens(Id::CompareWithDisk))),
        loading.map(|progress| (format!("reading{}", percent(progress)), Role::Accent, None)),
        queue.map(|(text, needs_you)| match needs_you {
            true => (text, Role::Warning, opens(Id::AnalysisQueue)),
            false => (text, Role::Accent, opens(Id::AnalysisQueue)),
        }),
        runs,
    ];
    parts.into_iter().flatten().collect()
}

/// Returns the progress to follow a name, such as ` 42%`; empty if it is unknown.
pub(crate) fn percent(progress: Progress) -> String {
    let percent = progress.percent();
    percent.map_or_else(String::new, |percent| format!(" {percent}%"))
}
