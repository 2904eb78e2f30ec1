//! What the suite list is narrowed to, in its border.

use super::canvas::Canvas;
use super::header::thousands;
use super::theme::Role;
use crate::app::filter;
use crate::app::layout::Rect;
use crate::app::model::{Model, Pane};

/// The question and how many records are shown, behind the pane's title.
pub(super) fn draw_title(model: &Model, pane: Rect, canvas: &mut Canvas<'_>) {
    let Some(filter) = &model.document.filter else {
        return;
    };
    let title = u16::try_from(Pane::Records.title().chars().count()).unwrap_or(0);
    let (x, end) = (pane.x + title + 4, pane.right().saturating_sub(2));
    let edited = filter.ran_on != model.document.suite.revision();
    let count = format!(
        " {} of {}{} ",
        thousands(filter.shown.lines().len()),
        thousands(model.document.suite.line_count()),
        if edited { " · edited since" } else { "" },
    );
    let width = u16::try_from(count.chars().count()).unwrap_or(u16::MAX);
    let text = format!(" {} ", filter::shown(&filter.text));
    let room = end.saturating_sub(width).max(x + 8).min(end);
    let x = canvas.text(x, pane.y, room, &text, Role::Match);
    canvas.text(x, pane.y, end, &count, Role::Secondary);
}

/// Where no record is shown: why, and the way out.
pub(super) fn draw_nothing(model: &Model, inner: Rect, canvas: &mut Canvas<'_>) {
    let Some(filter) = &model.document.filter else {
        return;
    };
    let all = thousands(model.document.suite.line_count());
    let words = [
        ("no record matches".to_owned(), Role::Secondary),
        (filter::shown(&filter.text), Role::Screen),
        (format!("Esc shows all {all} lines"), Role::Secondary),
    ];
    for (y, (text, role)) in (inner.y..inner.bottom()).zip(words) {
        canvas.text(inner.x + 1, y, inner.right(), &text, role);
    }
}
