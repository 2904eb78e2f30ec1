//! Boxes over the panes: menus, pickers, pages, and completions.

use crate::editor::layout::{Inspector, Layout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, BoxSize, Layer, Prompt, SizeHint};
use crate::editor::state::editing::Editing;
use crate::editor::widgets::Rect;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;

/// The minimum margin at each side of a box, in columns.
const RIM: u16 = 2;
/// The maximum number of completions of a text, and their maximum width above the raw line, in columns.
const OFFERED: (usize, u16) = (12, 44);
/// The maximum numbers of choices above a prompt, of rows of help above these, and of columns.
const CHOICES: (usize, usize, usize) = (12, 6, 110);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxLayout {
    /// The whole box, border included.
    pub frame: Rect,
    /// The input line of a picker.
    pub input: Option<Rect>,
    pub tabs: Option<Rect>,
    /// The text at the head; in a page, the records compared side by side.
    pub about: Rect,
    /// One row for each item or line of text.
    pub list: Rect,
    /// The note on the selected row, below the list; in menus and pickers, below a rule.
    pub note: Option<Rect>,
    /// The sample of the selected row's effect, beside the list.
    pub sample: Option<Rect>,
}

/// Returns the width of a page on a screen of this width. Margins too narrow to show anything are left out.
pub(crate) fn page_width(columns: u16) -> u16 {
    match columns {
        0..144 => columns,
        _ => 130,
    }
}

/// Places an overlay. A page ends above the `extra_rows` of a long status.
pub(super) fn overlay(screen: Rect, extra_rows: u16, overlay: &dyn Layer) -> Option<BoxLayout> {
    match overlay.wants(screen.width.saturating_sub(4)) {
        SizeHint::Line => None,
        SizeHint::Page { has_tabs, compares } => {
            let screen = screen.above(extra_rows);
            let width = page_width(screen.width);
            let page = screen.below(1).above(2);
            let frame = page.after((screen.width - width) / 2).left(width);
            let inner = frame.inner();
            let compared = if compares { inner.height / 2 } else { 0 };
            Some(BoxLayout {
                frame,
                about: inner.foot(compared),
                tabs: has_tabs.then_some(inner.top(1)),
                list: inner.above(compared).below(u16::from(has_tabs)),
                ..BoxLayout::default()
            })
        }
        SizeHint::Box(inside) => Some(place_box(screen, inside)),
    }
}

fn place_box(screen: Rect, inside: BoxSize) -> BoxLayout {
    let (about, input) = (inside.about, inside.input);
    // Between the header and the status line.
    let room = screen.below(1).above(2).after(RIM).before(RIM);
    let gap = u16::from(about > 0);
    // A rule above the note; on a low screen the rows come first.
    let (note, note_now) = match inside.note {
        (most @ 1.., now) if room.height >= about + gap + input + most + 6 => (most + 1, now + 1),
        _ => (0, 0),
    };
    let around = about + gap + input + 2;
    let (all, left) = inside.rows;
    let height = all.saturating_add(around + note);
    // If not all rows fit, they get the rows that the current note does not need.
    let note = if height > room.height { note_now } else { note };
    let (width, height) = (inside.columns.min(room.width), height.min(room.height));
    // Placed for all rows, so that the first one does not move when typing hides some.
    let frame = Rect::new(
        room.x + (room.width - width) / 2,
        room.y + (room.height - height) / 2,
        width,
        height.min(left.saturating_add(around + note)),
    );
    let inner = frame.inner();
    let about = inner.top(about);
    let list = inner.below(about.height + gap + input).above(note);
    let columns = inside.list_columns.unwrap_or(list.width);
    BoxLayout {
        frame,
        input: (input > 0).then_some(inner.top(1)),
        tabs: None,
        about,
        list: list.left(columns),
        note: (note > 0).then_some(inner.foot(note)),
        sample: inside.list_columns.map(|_| list.after(columns)),
    }
}

/// Returns the width of rows with a label and a detail, border included.
fn columns<'t>(rows: impl Iterator<Item = (&'t String, &'t String)>) -> usize {
    let width = |text: &str| glyph::width(text.as_bytes());
    let (label, detail) = rows.fold((0, 0), |(label, detail), row| {
        (width(row.0).max(label), width(row.1).max(detail))
    });
    label + detail + 6
}

/// Places the completions of a text: below its row if there is room, else above, and never over the board.
pub(super) fn popup(model: &Model, layout: &Layout) -> Option<BoxLayout> {
    let assist = &model.assist;
    let rows = cells(assist.rows.len().min(OFFERED.0));
    let (across, row, below, note) = match model.document.view.editing.as_ref()? {
        Editing::Operand(operand) => {
            let pane = layout.operations?;
            let inspector = Inspector::of(model, &model.record(), pane.inner());
            let row = inspector.row_of(operand.index)?;
            let bottom = layout.raw.map_or(layout.status.y, |raw| raw.y);
            let note = u16::from(assist.note.is_some());
            (pane, row, bottom.saturating_sub(row + 1), note)
        }
        Editing::Raw(_) if assist.rows.is_empty() => return None,
        Editing::Raw(text) => {
            let (pane, area) = (layout.raw?, layout.raw_text()?);
            let rows = glyph::wrap(text.text(), usize::from(area.width));
            let (_, column) = glyph::place_of(text.text(), &rows, assist.word.start);
            let wanted = columns(assist.rows.iter().map(|row| (&row.label, &row.detail)));
            let width = cells(wanted).clamp(20, OFFERED.1).min(area.width);
            let x = cells(column).saturating_sub(1).min(area.width - width);
            (area.after(x).left(width), pane.y, 0, 0)
        }
    };
    let wanted = rows + note + 2;
    let above = row.saturating_sub(layout.header.bottom());
    let (y, height) = match below >= wanted || below >= above {
        true => (row + 1, wanted.min(below)),
        false => (row - wanted.min(above), wanted.min(above)),
    };
    if height < 3 || rows + note == 0 {
        return None;
    }
    let frame = Rect::new(across.x, y, across.width, height);
    let inner = frame.inner();
    Some(BoxLayout {
        frame,
        list: inner.above(note),
        note: (note > 0).then_some(inner.foot(note)),
        ..BoxLayout::default()
    })
}

/// Places the completions and the help above a prompt with a grammar.
pub(super) fn choices(model: &Model, layout: &Layout) -> Option<BoxLayout> {
    let (prompt, place) = (overlay::top::<Prompt>(model)?, layout.prompt?);
    let (screen, asking) = (layout.screen, &prompt.asking);
    let help = asking.help.as_deref();
    let (most_rows, most_words, most) = CHOICES;
    let most = most.min(usize::from(screen.width).saturating_sub(2));
    let help_width = help.map_or(0, |help| glyph::width(help.as_bytes()));
    let wanted = columns(asking.choices.iter().map(|(label, detail)| (label, detail)));
    let width = wanted.max(help_width + 4).clamp(24.min(most), most);
    let room = usize::from(layout.status.y.saturating_sub(screen.y + 3));
    let words = help.map_or(0, |help| wrapped(help, width.saturating_sub(4), 0).len());
    let words = words.min(most_words).min(room);
    let count = asking.choices.len().min(most_rows).min(room - words);
    if words + count == 0 {
        return None;
    }
    // With help at its head, the box does not move while arguments are typed.
    let x = match help {
        Some(_) => screen.x,
        None => {
            let (x, _) = place.cell(prompt.input.text(), asking.word.start);
            x.saturating_sub(2)
        }
    };
    let x = x.min(screen.right().saturating_sub(cells(width)));
    let height = cells(words + count + 2);
    let y = layout.status.y.saturating_sub(height);
    let frame = Rect::new(x, y, cells(width), height);
    let inner = frame.inner();
    Some(BoxLayout {
        frame,
        about: inner.top(cells(words)).after(1).before(1),
        list: inner.below(cells(words)),
        ..BoxLayout::default()
    })
}
