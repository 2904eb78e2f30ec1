//! The first line: which file, and what is in it.

use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::pages::queue::in_header;
use crate::editor::state::columns::Column;
use crate::editor::state::sorted_view::sorted_sign;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph, sign};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::Progress;

pub(super) fn draw(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    let area = area.after(1);
    if model.document.is_place_holder {
        canvas.text(area, "no file open", Role::Secondary);
        return;
    }
    let title = open::title(model, &model.document);
    let name = canvas.text(area.left(area.right() / 2 - 1), &title, Role::Heading);
    let mut rest = Rect::span(name.x, area.y, area.right());
    let unsaved = format!(" {}", sign::UNSAVED.text);
    if model.document.suite.is_modified() {
        rest = canvas.text(rest, &unsaved, Role::Edited);
    }
    let files = model.document_count();
    if files > 1 {
        let place = format!("  {} of {files}", model.document_number());
        rest = canvas.text(rest, &place, Role::Secondary);
        let shown = model.document.id;
        let mut others = model.documents().filter(|other| other.id != shown);
        if others.any(|other| other.suite.is_modified()) {
            rest = canvas.text(rest, &unsaved, Role::Faint);
        }
    }
    if model.is_read_only() {
        rest = canvas.text(rest, "  read-only", Role::Secondary);
    }
    let counts = counts(model);
    let widths = counts.iter().map(|(text, _)| glyph::columns(text) + 3);
    let width = widths.sum::<u16>().saturating_sub(3);
    rest = rest.after(2).end(width.saturating_add(1));
    for (index, (text, role)) in counts.iter().enumerate() {
        if index > 0 {
            rest = canvas.text(rest, " · ", Role::Faint);
        }
        rest = canvas.text(rest, text, *role);
    }
}

/// Returns what the header says at its right end, most general first.
fn counts(model: &Model) -> Vec<(String, Role)> {
    let document = &model.document;
    let scan = &document.scan;
    let found = scan.found();
    let said = |count: usize, one: &str, many: &str, role| {
        (count > 0).then(|| (thousands_of(count, one, many), role))
    };
    let duplicates = scan.survey.as_ref().map_or(0, |survey| {
        let (ids, positions) = (&survey.scanned.same_ids, &survey.scanned.same_positions);
        ids.lines.len().max(positions.lines.len())
    });
    let of_all = match scan.running {
        true => format!("{} lines", thousands(document.suite.line_count())),
        false => thousands_of(found.records, "record", "records"),
    };
    let mut parts = vec![(of_all, Role::Secondary)];
    let counts = [
        said(found.errors, "error", "errors", Role::Error),
        said(found.warnings, "warning", "warnings", Role::Warning),
        said(duplicates, "duplicate", "duplicates", Role::Secondary),
    ];
    parts.extend(counts.into_iter().flatten());
    if let Some(view) = &document.sorted_view {
        let name = Column::of(&view.by.field).name();
        let name = glyph::cut(&glyph::safe(name.as_bytes()), 12);
        let since = match view.is_edited(document.suite.revision()) {
            true => ", edited since",
            false => "",
        };
        let text = format!("{} by {name}{since}", sorted_sign(view.by.falls));
        parts.push((text, Role::Accent));
    }
    let said = |count, word, role| said(count, word, word, role);
    let counts = [
        said(document.marked_count(), "marked", Role::Accent),
        said(document.suite.edited_count(), "edited", Role::Edited),
        said(document.suite.fewer_lines(), "removed", Role::Edited),
    ];
    parts.extend(counts.into_iter().flatten());
    let trouble = document.suite.trouble();
    parts.extend(trouble.map(|trouble| (trouble, Role::Error)));
    if document.changed_on_disk {
        parts.push(("changed on disk".to_owned(), Role::Warning));
    }
    if let Some(progress) = document.suite.loading() {
        parts.push((format!("reading{}", percent(progress)), Role::Accent));
    }
    let queue = document.queue.as_deref().and_then(in_header);
    parts.extend(queue.map(|(text, needs_you)| match needs_you {
        true => (text, Role::Warning),
        false => (text, Role::Accent),
    }));
    // What runs that somebody asked for, and how far it is, before the scan.
    let saving = document.saving.as_ref().and_then(|saving| saving.ticket);
    parts.extend(match (saving, document.tasks.last()) {
        (Some(_), _) => Some(("saving".to_owned(), Role::Accent)),
        (_, Some(task)) => {
            let words = format!("{}{}", task.slot.word(), percent(task.progress));
            Some((words, Role::Accent))
        }
        _ if scan.stopped => {
            let words = format!("scan stopped at {}%", scan.percent());
            Some((words, Role::Warning))
        }
        _ if scan.running => Some((format!("scan {}%", scan.percent()), Role::Accent)),
        _ => None,
    });
    parts
}

/// Returns how far something is, behind its name; nothing where that is not known.
pub(super) fn percent(progress: Progress) -> String {
    let percent = progress.percent();
    percent.map_or_else(String::new, |percent| format!(" {percent}%"))
}
