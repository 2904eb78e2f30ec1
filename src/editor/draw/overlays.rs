//! Draws the layers over the panes: menus and pickers, pages of text, previews of bulk edits; and completions.

use crate::editor::command::Id;
use crate::editor::draw::report;
use crate::editor::flows::bulk::preview::{self, Preview, Sign, State, progress};
use crate::editor::layout::{BoxLayout, Layout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Layer, Menu, MenuItem, Pager, PagerLine, Prompt, Sample};
use crate::editor::state::editing::Row;
use crate::editor::widgets::canvas::{Canvas, List};
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::{Part, width, wrapped};
use crate::editor::widgets::{ListState, Rect, sign};
use ratatui::style::Modifier;
use std::any::Any;

/// Draws the top layer; a prompt is drawn with the status line instead.
pub(super) fn draw(model: &Model, layer: &dyn Layer, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    canvas.cursor = None;
    canvas.fill(place.frame, Role::Overlay);
    canvas.frame(place.frame, layer.title(), true);
    let layer: &dyn Any = layer;
    if let Some(menu) = layer.downcast_ref() {
        draw_menu(model, menu, place, canvas);
    } else if let Some(pager) = layer.downcast_ref() {
        draw_pager(pager, place, canvas);
    } else if let Some(report) = layer.downcast_ref() {
        report::draw(model, report, place, canvas);
    } else if let Some(preview) = layer.downcast_ref() {
        draw_preview(model, preview, place, canvas);
    }
}

pub(super) fn list(place: &BoxLayout, first: usize, count: usize, cursor: Option<usize>) -> List {
    List {
        frame: place.frame,
        area: place.list,
        at: ListState {
            first,
            cursor: cursor.unwrap_or(0),
        },
        count,
        focused: cursor.map(|_| true),
    }
}

fn draw_input(
    place: &BoxLayout,
    sign: &str,
    text: &LineEditor,
    is_typed: bool,
    canvas: &mut Canvas<'_>,
) {
    let Some(input) = place.input else { return };
    canvas.fill(input, Role::Field);
    let rest = canvas.text(input.after(1), sign, Role::Accent).after(1);
    match is_typed {
        true => canvas.field(text, rest),
        false => canvas.text(rest, &text.lossy(), Role::Field),
    };
}

/// Draws the full text of the row with the cursor, below a rule.
fn draw_note(text: Option<&str>, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    if let (Some(text), Some(area)) = (text, place.note) {
        canvas.rule(area, Role::Faint);
        let rows = wrapped(text, usize::from(area.width.saturating_sub(2)), 0);
        canvas.rows(area.below(1).after(1), &rows, Role::Secondary);
    }
}

fn draw_menu(model: &Model, menu: &Menu, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    if let Some(input) = &menu.input {
        draw_input(place, "❯", input, true, canvas);
    }
    if menu.count() == 0 {
        let words = format!("no match · {} closes", model.key(Id::Close));
        canvas.text(place.list.after(1), &words, Role::Secondary);
        return;
    }
    let chosen = menu.chosen();
    draw_note(chosen.map(MenuItem::said), place, canvas);
    let about = menu.about_rows(usize::from(place.about.width.saturating_sub(2)));
    canvas.rows(place.about.after(1), &about, Role::Overlay);
    if let Some(area) = place.sample {
        draw_sample(chosen.and_then(|item| item.sample.as_ref()), area, canvas);
    }
    // The keys of rows precede their labels.
    let indent = if menu.input.is_none() { 4 } else { 1 };
    let label = menu.label_columns(place.list.width);
    let are_cut = menu.are_cut(place.list.width);
    let rows = list(place, menu.list.first, menu.count(), Some(menu.list.cursor));
    canvas.list(&rows, |canvas, at, row| {
        let Some((item, marks)) = menu.row(at) else {
            return;
        };
        let key = item.key.map(String::from).unwrap_or_default();
        canvas.text(row.after(1).left(indent - 1), &key, Role::Key);
        let mut row = row.after(indent).before(1);
        if let Some(on) = item.checked {
            let sign = if on { "[x] " } else { "[ ] " };
            row = canvas.text(row, sign, Role::Overlay);
        }
        // A disabled item is dimmed.
        let role = match item.disabled {
            Some(_) => Role::Secondary,
            None => Role::Overlay,
        };
        canvas.matched(row.left(label), &item.label, marks, role);
        let rest = canvas.text_right(row.after(label + 1), &item.keys, Role::Key);
        if !are_cut || item.disabled.is_some() {
            let gap = u16::from(!item.keys.is_empty());
            canvas.text(rest.before(gap), item.said(), Role::Secondary);
        }
    });
}

fn draw_sample(sample: Option<&Sample>, area: Rect, canvas: &mut Canvas<'_>) {
    for row in area.rows() {
        canvas.text(row, "│", Role::Faint);
    }
    let Some(sample) = sample else { return };
    let (area, columns) = (area.after(2), usize::from(area.width.saturating_sub(3)));
    let about = wrapped(&sample.about, columns, 0);
    canvas.rows(area, &about, Role::Secondary);
    let area = area.below(cells(about.len() + 1));
    let rows = sample.lines.iter().flat_map(|line| {
        let rows = glyph::wrap(line.as_bytes(), columns).into_iter();
        rows.map(|row| line.get(row.range()).unwrap_or_default().to_owned())
    });
    let rows: Vec<String> = rows.take(usize::from(area.height) + 1).collect();
    canvas.rows(area, &rows, Role::Overlay);
}

fn draw_pager(pager: &Pager, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    if let Some(find) = &pager.find {
        draw_input(place, "/", find, pager.typing, canvas);
    }
    let columns = usize::from(place.list.width);
    let rows = pager.rows(columns);
    if rows.is_empty() {
        canvas.text(place.list.after(1), "no match", Role::Secondary);
    }
    let keys = cells(pager.key_columns(columns)).min(place.list.width / 2);
    let list = list(place, pager.first, rows.len(), None);
    canvas.list(&list, |canvas, at, row| {
        let Some(line) = rows.get(at) else { return };
        let area = row.after(1);
        match line {
            PagerLine::Heading(text) => canvas.text(area, text, Role::Heading),
            PagerLine::Text(text) => canvas.text(area, text, Role::Overlay),
            PagerLine::Key {
                keys: key, text, ..
            } => {
                canvas.text(area.left(keys + 1), key, Role::Key);
                canvas.text(area.after(keys + 2), text, Role::Overlay)
            }
            PagerLine::Example { text, .. } => canvas.text(area.after(2), text, Role::Move),
            PagerLine::Removed(text) => canvas.text(area, &format!("- {text}"), Role::Error),
            PagerLine::Added(text) => canvas.text(area, &format!("+ {text}"), Role::Good),
        };
    });
}

/// Columns shown before the changed part, if the line is wider than the area.
const BEFORE: usize = 16;

fn draw_preview(model: &Model, preview: &Preview, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let rows = preview.rows();
    let numbers = rows.iter().map(|row| match row {
        preview::Row::Line { number, .. } => glyph::columns(number),
        _ => 0,
    });
    let numbers = numbers.max().unwrap_or(0).min(place.list.width / 3);
    let shown = list(place, preview.first, rows.len(), None);
    canvas.list(&shown, |canvas, at, row| {
        let area = row.after(1);
        match rows.get(at) {
            Some(preview::Row::Words(words)) => {
                canvas.text(area, words, Role::Overlay);
            }
            Some(preview::Row::Line {
                number,
                sign,
                text,
                compared,
            }) => {
                canvas.text_right(area.left(numbers), number, Role::Secondary);
                let (mark, role) = match sign {
                    Sign::Goes => ("-", Role::Error),
                    Sign::Comes => ("+", Role::Good),
                    Sign::Stays => (" ", Role::Overlay),
                };
                let area = canvas.text(area.after(numbers + 1), mark, role).after(1);
                draw_line(text, *compared, role, area, canvas);
            }
            Some(preview::Row::Blank) | None => {}
        }
    });
    if let State::Working = preview.state
        && let Some(percent) = progress(model).and_then(|progress| progress.percent())
    {
        let text = format!("{percent}%");
        canvas.text_right(place.list.top(1).before(1), &text, Role::Accent);
    }
    let close = model.key(Id::Close);
    let words = match preview.state {
        State::Ready(..) => format!("{} applies · {close} cancels", model.key(Id::ApplyChange)),
        State::Working => format!("{close} cancels"),
        State::Idle => format!("{close} closes"),
    };
    canvas.on_border(place.frame.foot(1), &words, Role::Key);
}

/// Draws a line of the preview, scrolled so that its first changed part is visible.
fn draw_line(
    text: &[Part],
    compared: Option<usize>,
    role: Role,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let (room, end) = (usize::from(area.width), width(text));
    let is_compared = compared.is_some();
    // The old and the new line scroll alike.
    let all = compared.unwrap_or(end);
    let changed = text.iter().position(|part| part.changed && is_compared);
    let before = text.get(..changed.unwrap_or(0)).unwrap_or_default();
    let hidden = match all <= room {
        true => 0,
        false => width(before).saturating_sub(BEFORE).min(all + 1 - room),
    };
    let quiet = canvas.style(Role::Secondary);
    let (mut rest, mut column) = (area, 0);
    if hidden > 0 {
        rest = canvas.put(rest, "…", quiet);
    }
    for part in text {
        let style = match (is_compared, part.changed) {
            (true, true) => canvas.loud(role),
            (true, false) => quiet,
            (false, _) => canvas.style(role),
        };
        for glyph in glyph::glyphs(part.text.as_bytes()) {
            column += glyph.width;
            if column <= hidden {
                continue;
            }
            if cells(glyph.width) >= rest.width && column < end {
                canvas.put(rest, "…", quiet);
                return;
            }
            rest = canvas.put(rest, &glyph.text, style);
        }
    }
}

pub(super) fn draw_popups(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    if let Some(place) = &layout.choices {
        draw_choices(model, place, canvas);
    }
    if let Some(place) = &layout.popup {
        draw_offer(model, place, canvas);
    }
}

pub(super) fn draw_offer(model: &Model, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let assist = &model.assist;
    canvas.fill(place.frame, Role::Overlay);
    canvas.frame(place.frame, &assist.title, false);
    let rows = list(place, assist.first, assist.rows.len(), assist.cursor());
    draw_rows(&rows, &assist.rows, Role::Overlay, canvas);
    if let (Some(area), Some(note)) = (place.note, &assist.note) {
        let (sign, role) = match note.is_wrong {
            true => ("✗ ", Role::Error),
            false => ("", Role::Secondary),
        };
        let rest = canvas.text(area.after(1), sign, role);
        canvas.text(rest, &note.text, role);
    }
}

fn draw_choices(model: &Model, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    let Some(asking) = overlay::top::<Prompt>(model).map(|prompt| &prompt.asking) else {
        return;
    };
    canvas.fill(place.frame, Role::Overlay);
    let title = match place.list.height {
        0 => String::new(),
        _ => format!("{} completes", model.key(Id::CompleteWord)),
    };
    canvas.frame(place.frame, &title, false);
    let help = asking.help.as_deref().unwrap_or_default();
    let help = wrapped(help, usize::from(place.about.width), 0);
    canvas.rows(place.about, &help, Role::Overlay);
    let rows = asking.choices.iter();
    let rows: Vec<Row> = rows
        .map(|(label, detail)| Row::of((label, detail)))
        .collect();
    let first = asking.first_shown(usize::from(place.list.height));
    let shown = list(place, first, rows.len(), asking.cursor);
    draw_rows(&shown, &rows, Role::Opcode, canvas);
}

/// Draws rows of a label and its meaning, with the matching characters of the label underlined.
fn draw_rows(list: &List, rows: &[Row], role: Role, canvas: &mut Canvas<'_>) {
    let label = rows.iter().map(|row| glyph::columns(&row.label)).max();
    let label = label.unwrap_or(0).min(list.area.width / 2);
    canvas.list(list, |canvas, at, area| {
        let Some(row) = rows.get(at) else { return };
        let mut area = area.after(1);
        if let Some(on) = row.on {
            let (sign, role) = match on {
                true => (sign::ON.text, Role::Good),
                false => (sign::OFF.text, Role::Secondary),
            };
            area = canvas.text(area, sign, role).after(1);
        }
        canvas.matched(area.left(label), &row.label, &row.marks, role);
        canvas.text(area.after(label + 2), &row.detail, Role::Secondary);
    });
}

impl Canvas<'_> {
    /// Writes a label, cut with `…`, with the characters that match the input underlined.
    pub(super) fn matched(&mut self, area: Rect, label: &str, marks: &[usize], role: Role) {
        self.text(area, label, role);
        let style = self.style(Role::Accent);
        let style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        let mut rest = area;
        for (index, character) in label.chars().enumerate() {
            let text = character.to_string();
            if marks.contains(&index) {
                self.put(rest, &text, style);
            }
            rest = rest.after(glyph::columns(&text));
        }
    }

    /// Draws a text being typed, scrolled so that its cursor is visible; returns the area to its right.
    pub(crate) fn field(&mut self, text: &LineEditor, area: Rect) -> Rect {
        let hidden = text.first_column(area.width.into());
        let from = glyph::byte_at(text.text(), hidden);
        let part = |to: usize| text.text().get(from..to.max(from)).unwrap_or_default();
        let shown = glyph::safe(part(text.text().len()));
        let before = cells(glyph::width(part(text.cursor())));
        let last = area.width.saturating_sub(1);
        self.cursor = Some((area.x + before.min(last), area.y));
        self.put(area, &shown, self.style(Role::Field))
    }
}
