//! What lies over the panes: pickers, menus and questions, pages of text.

use super::canvas::Canvas;
use super::operations::draw_field;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::glyph;
use crate::editor::layout::{OverlayLayout, Rect};
use crate::editor::model::Model;
use crate::editor::overlay::{Menu, MenuItem, Overlay, Pager, PagerLine, Picker, Sample};
use crate::editor::state::picker_item::PickerItem;
use crate::editor::words::wrapped;
use ratatui::style::Modifier;

pub(super) fn draw(model: &Model, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    let Some(overlay) = model.overlays.last() else {
        return;
    };
    canvas.hide_cursor();
    let style = canvas.theme().style(Role::Overlay);
    canvas.fill(place.frame, style);
    let title = match overlay {
        Overlay::Picker(picker) => &picker.title,
        Overlay::Menu(menu) => &menu.title,
        Overlay::Pager(pager) => &pager.title,
        Overlay::Report(report) => &report.title,
        Overlay::Preview(preview) => &preview.title,
        Overlay::Prompt(_) => return,
    };
    canvas.frame(place.frame, title, true);
    match overlay {
        Overlay::Picker(picker) => draw_picker(model, picker, place, canvas),
        Overlay::Menu(menu) => draw_menu(menu, place, canvas),
        Overlay::Pager(pager) => draw_pager(pager, place, canvas),
        Overlay::Report(report) => super::report::draw(model, report, place, canvas),
        Overlay::Preview(preview) => super::preview::draw(model, preview, place, canvas),
        Overlay::Prompt(_) => {}
    }
}

fn select(row: Rect, canvas: &mut Canvas<'_>) {
    let style = canvas.theme().style(Role::Selection);
    canvas.lay(row, style);
}

fn draw_picker(model: &Model, picker: &Picker, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    if let Some(input) = place.input {
        let field = canvas.theme().style(Role::Field);
        canvas.fill(input, field);
        let x = canvas.text(input.x + 1, input.y, input.right(), "❯", Role::Accent) + 1;
        draw_field(&picker.input, x, input.y, input.right(), canvas);
    }
    let list = place.list;
    if picker.shown.is_empty() {
        canvas.text(
            list.x + 1,
            list.y,
            list.right(),
            &format!("no match · {} closes", model.key(Id::Close)),
            Role::Secondary,
        );
        return;
    }
    let label = picker
        .items
        .iter()
        .map(|item| glyph::width(item.label.as_bytes()))
        .max()
        .unwrap_or(0);
    // Paths are long, and what is said of them is short.
    let most = match picker.lists_paths() {
        true => list.width.saturating_sub(26),
        false => list.width / 2,
    };
    let detail = list.x + 1 + u16::try_from(label).unwrap_or(0).min(most) + 2;
    // Where most sentences would be cut none stands there: below, that of the row with the cursor is whole.
    let room = usize::from(list.right().saturating_sub(detail));
    let is_cut = |item: &&PickerItem| {
        glyph::width(item.detail.as_bytes()) + glyph::width(item.keys.as_bytes()) + 2 > room
    };
    let cut = picker.items.iter().filter(is_cut).count();
    let are_cut = !picker.lists_paths() && cut * 2 > picker.items.len();
    for row in 0..list.height {
        let index = picker.first + usize::from(row);
        let Some(shown) = picker.shown.get(index) else {
            break;
        };
        let Some(item) = picker.items.get(shown.item) else {
            continue;
        };
        let y = list.y + row;
        let role = if item.disabled.is_some() {
            Role::Secondary
        } else {
            Role::Overlay
        };
        canvas.text(list.x + 1, y, detail - 1, &item.label, role);
        mark(&item.label, &shown.marks, list.x + 1, y, detail - 1, canvas);
        let keys = canvas.text_right(
            detail,
            y,
            list.right().saturating_sub(1),
            &item.keys,
            Role::Key,
        );
        let words = match are_cut && item.disabled.is_none() {
            true => "",
            false => item.said(),
        };
        let end = if item.keys.is_empty() {
            list.right()
        } else {
            keys
        };
        canvas.text(detail, y, end.saturating_sub(1), words, Role::Secondary);
        if index == picker.cursor {
            select(Rect::new(list.x, y, list.width, 1), canvas);
        }
    }
    let here = picker.shown.get(picker.cursor);
    if let Some(item) = here.and_then(|here| picker.items.get(here.item)) {
        draw_note(item.said(), place, canvas);
    }
    canvas.scroll_bar(
        Rect::new(
            list.x.saturating_sub(1),
            list.y.saturating_sub(1),
            list.width + 2,
            list.height + 2,
        ),
        picker.first,
        picker.shown.len(),
    );
}

/// Underlines the characters that matched what is typed.
pub(super) fn mark(
    label: &str,
    marks: &[usize],
    x: u16,
    y: u16,
    end: u16,
    canvas: &mut Canvas<'_>,
) {
    let style = canvas
        .theme()
        .style(Role::Accent)
        .add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let mut column = x;
    for (index, character) in label.chars().enumerate() {
        let text = character.to_string();
        let width = u16::try_from(glyph::width(text.as_bytes())).unwrap_or(1);
        if marks.contains(&index) && column + width <= end {
            canvas.put(column, y, end, &text, style);
        }
        column += width;
    }
}

/// What the row with the cursor says, in whole, below a rule.
fn draw_note(text: &str, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    let Some(area) = place.note else { return };
    let rule = "─".repeat(usize::from(area.width));
    canvas.text(area.x, area.y, area.right(), &rule, Role::Faint);
    let rows = wrapped(text, usize::from(area.width.saturating_sub(2)), 0);
    for (y, words) in (area.y + 1..area.bottom()).zip(rows) {
        canvas.text(area.x + 1, y, area.right(), &words, Role::Secondary);
    }
}

fn draw_menu(menu: &Menu, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    let columns = usize::from(place.about.width.saturating_sub(2));
    if let Some(item) = menu.items.get(menu.cursor) {
        draw_note(item.said(), place, canvas);
    }
    let about = menu.about_rows(columns);
    for (y, text) in (place.about.y..place.about.bottom()).zip(&about) {
        canvas.text(
            place.about.x + 1,
            y,
            place.about.right(),
            text,
            Role::Overlay,
        );
    }
    if let Some(area) = place.sample {
        let item = menu.items.get(menu.cursor);
        draw_sample(item.and_then(|item| item.sample.as_ref()), area, canvas);
    }
    let list = place.list;
    let label = menu
        .items
        .iter()
        .map(|item| glyph::width(item.label.as_bytes()))
        .max()
        .unwrap_or(0);
    for row in 0..list.height {
        let index = menu.first + usize::from(row);
        let Some(item) = menu.items.get(index) else {
            break;
        };
        let y = list.y + row;
        draw_item(
            item,
            Rect::new(list.x, y, list.width, 1),
            u16::try_from(label).unwrap_or(0),
            canvas,
        );
        if index == menu.cursor {
            select(Rect::new(list.x, y, list.width, 1), canvas);
        }
    }
    let around = Rect::new(
        place.frame.x,
        list.y.saturating_sub(1),
        place.frame.width,
        list.height + 2,
    );
    canvas.scroll_bar(around, menu.first, menu.items.len());
}

/// What a row would do, beside the rows: how much it is, and its first lines.
fn draw_sample(sample: Option<&Sample>, area: Rect, canvas: &mut Canvas<'_>) {
    for y in area.y..area.bottom() {
        canvas.text(area.x, y, area.right(), "│", Role::Faint);
    }
    let Some(sample) = sample else { return };
    let (x, columns) = (area.x + 2, usize::from(area.width.saturating_sub(3)));
    let about = wrapped(&sample.about, columns, 0);
    let mut y = area.y;
    for words in &about {
        canvas.text(x, y, area.right(), words, Role::Secondary);
        y += 1;
    }
    y += 1;
    for line in &sample.lines {
        let rows = glyph::wrap(line.as_bytes(), columns);
        for row in rows {
            if y >= area.bottom() {
                canvas.text(x, area.bottom() - 1, area.right(), "…", Role::Secondary);
                return;
            }
            let text = String::from_utf8_lossy(row.of(line.as_bytes()));
            let end = canvas.text(x, y, area.right(), &text, Role::Overlay);
            // What was there when there were more lines.
            canvas.text(end, y, area.right(), "", Role::Overlay);
            y += 1;
        }
    }
}

fn draw_item(item: &MenuItem, row: Rect, label: u16, canvas: &mut Canvas<'_>) {
    let key = item.key.map(String::from).unwrap_or_default();
    canvas.text(row.x + 1, row.y, row.x + 3, &key, Role::Key);
    let mut x = row.x + 4;
    if let Some(on) = item.checked {
        x = canvas.text(
            x,
            row.y,
            row.right(),
            if on { "[x] " } else { "[ ] " },
            Role::Overlay,
        );
    }
    let role = if item.disabled.is_some() {
        Role::Secondary
    } else {
        Role::Overlay
    };
    canvas.text(x, row.y, row.right(), &item.label, role);
    let words = item.said();
    let column = (x + label + 2).min(row.right());
    canvas.text(
        column,
        row.y,
        row.right().saturating_sub(1),
        words,
        Role::Secondary,
    );
}

fn draw_pager(pager: &Pager, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    if let (Some(input), Some(find)) = (place.input, &pager.find) {
        let field = canvas.theme().style(Role::Field);
        canvas.fill(input, field);
        let x = canvas.text(input.x + 1, input.y, input.right(), "/", Role::Accent) + 1;
        if pager.typing {
            draw_field(find, x, input.y, input.right(), canvas);
        } else {
            canvas.text(x, input.y, input.right(), &find.lossy(), Role::Field);
        }
    }
    let list = place.list;
    let columns = usize::from(list.width);
    let rows = pager.rows(columns);
    if rows.is_empty() {
        canvas.text(
            list.x + 1,
            list.y,
            list.right(),
            "no match",
            Role::Secondary,
        );
    }
    let keys = u16::try_from(pager.key_columns(columns)).unwrap_or(0);
    let text_column = list.x + 3 + keys.min(list.width / 2);
    for row in 0..list.height {
        let Some(line) = rows.get(pager.first + usize::from(row)) else {
            break;
        };
        let y = list.y + row;
        match line {
            PagerLine::Heading(text) => {
                canvas.text(list.x + 1, y, list.right(), text, Role::Heading);
            }
            PagerLine::Text(text) => {
                canvas.text(list.x + 1, y, list.right(), text, Role::Overlay);
            }
            PagerLine::Key { keys, text } | PagerLine::Command { keys, text, .. } => {
                canvas.text(list.x + 1, y, text_column - 1, keys, Role::Key);
                canvas.text(text_column, y, list.right(), text, Role::Overlay);
            }
            PagerLine::Example { text, .. } => {
                canvas.text(list.x + 3, y, list.right(), text, Role::Move);
            }
            PagerLine::Removed(text) => {
                canvas.text(
                    list.x + 1,
                    y,
                    list.right(),
                    &format!("- {text}"),
                    Role::Error,
                );
            }
            PagerLine::Added(text) => {
                canvas.text(
                    list.x + 1,
                    y,
                    list.right(),
                    &format!("+ {text}"),
                    Role::Good,
                );
            }
        }
    }
    let frame = place.frame;
    canvas.scroll_bar(
        Rect::new(
            frame.x,
            list.y.saturating_sub(1),
            frame.width,
            list.height + 2,
        ),
        pager.first,
        rows.len(),
    );
}
