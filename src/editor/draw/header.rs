//! The first line: which file, and what is in it.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::features::files;
use crate::editor::features::queue::words::in_header;
use crate::editor::glyph;
use crate::editor::layout::Rect;
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::document::Stage;
use crate::editor::state::sorted_view::sorted_sign;
use crate::epd::counted::{thousands, thousands_of};

pub(super) fn draw(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    if model.document.is_place_holder {
        canvas.text(
            area.x + 1,
            area.y,
            area.right(),
            "no file open",
            Role::Secondary,
        );
        return;
    }
    let suite = &model.document.suite;
    let mut x = canvas.text(
        area.x + 1,
        area.y,
        area.right() / 2,
        &files::title(model, &model.document),
        Role::Heading,
    );
    let unsaved = format!(" {}", sign::UNSAVED.text);
    if suite.is_modified() {
        x = canvas.text(x, area.y, area.right(), &unsaved, Role::Edited);
    }
    let files = model.document_count();
    if files > 1 {
        let place = format!("  {} of {files}", model.document_number());
        x = canvas.text(x, area.y, area.right(), &place, Role::Secondary);
        let shown = model.document.id;
        let mut others = model.documents().filter(|other| other.id != shown);
        if others.any(|other| other.suite.is_modified()) {
            x = canvas.text(x, area.y, area.right(), &unsaved, Role::Faint);
        }
    }
    if model.is_read_only() {
        x = canvas.text(x, area.y, area.right(), "  read-only", Role::Secondary);
    }
    let counts = counts(model);
    let width: usize = counts
        .iter()
        .map(|(text, _)| text.chars().count())
        .sum::<usize>()
        + counts.len().saturating_sub(1) * 3;
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    let mut x = area
        .right()
        .saturating_sub(width.saturating_add(1))
        .max(x + 2);
    for (index, (text, role)) in counts.iter().enumerate() {
        if index > 0 {
            x = canvas.text(x, area.y, area.right(), " · ", Role::Faint);
        }
        x = canvas.text(x, area.y, area.right(), text, *role);
    }
}

/// What the header says at its right end, most general first.
fn counts(model: &Model) -> Vec<(String, Role)> {
    let document = &model.document;
    let scan = &document.scan;
    let found = scan.found();
    let mut parts = Vec::new();
    if scan.running {
        parts.push((
            format!("{} lines", thousands(document.suite.line_count())),
            Role::Secondary,
        ));
    } else {
        parts.push((
            thousands_of(found.records, "record", "records"),
            Role::Secondary,
        ));
    }
    for (count, one, many, role) in [
        (found.errors, "error", "errors", Role::Error),
        (found.warnings, "warning", "warnings", Role::Warning),
    ] {
        if count > 0 {
            parts.push((thousands_of(count, one, many), role));
        }
    }
    let duplicates = scan.survey.as_ref().map_or(0, |survey| {
        survey.duplicate_ids().max(survey.duplicate_positions())
    });
    if duplicates > 0 {
        let text = thousands_of(duplicates, "duplicate", "duplicates");
        parts.push((text, Role::Secondary));
    }
    if let Some(view) = &document.sorted_view {
        let name = glyph::cut(&glyph::safe(view.column.name().as_bytes()), 12);
        let since = if view.is_edited(document.suite.revision()) {
            ", edited since"
        } else {
            ""
        };
        let text = format!("{} by {name}{since}", sorted_sign(view.reverse));
        parts.push((text, Role::Accent));
    }
    if document.marked_count() > 0 {
        let text = format!("{} marked", thousands(document.marked_count()));
        parts.push((text, Role::Accent));
    }
    let edited = document.suite.edited_count();
    if edited > 0 {
        parts.push((format!("{} edited", thousands(edited)), Role::Edited));
    }
    let removed = document.suite.fewer_lines();
    if removed > 0 {
        parts.push((format!("{} removed", thousands(removed)), Role::Edited));
    }
    if let Some(trouble) = document.suite.trouble() {
        parts.push((trouble, Role::Error));
    }
    if document.changed_on_disk {
        parts.push(("changed on disk".to_owned(), Role::Warning));
    }
    if let Some(progress) = document.suite.loading() {
        let percent = progress
            .percent()
            .map(|percent| format!(" {percent}%"))
            .unwrap_or_default();
        parts.push((format!("reading{percent}"), Role::Accent));
    }
    let queue = document.queue.as_deref().and_then(in_header);
    if let Some((text, needs_you)) = queue {
        let role = match needs_you {
            true => Role::Warning,
            false => Role::Accent,
        };
        parts.push((text, role));
    }
    match document.saving.as_ref().map(|saving| saving.stage) {
        Some(Stage::Making | Stage::Writing) => parts.push(("saving".to_owned(), Role::Accent)),
        _ if task(model).is_some() => {
            parts.extend(task(model).map(|text| (text, Role::Accent)));
        }
        _ if scan.stopped => parts.push((
            format!("scan stopped at {}%", scan.percent()),
            Role::Warning,
        )),
        _ if scan.running => parts.push((format!("scan {}%", scan.percent()), Role::Accent)),
        _ => {}
    }
    parts
}

/// What runs that somebody asked for, and how far it is.
fn task(model: &Model) -> Option<String> {
    let task = model.document.tasks.last()?;
    let percent = task
        .progress
        .percent()
        .map(|percent| format!(" {percent}%"));
    Some(format!(
        "{}{}",
        task.slot.word(),
        percent.unwrap_or_default()
    ))
}
