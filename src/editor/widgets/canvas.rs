//! A buffer to draw on: text cut to fit, boxes, lists, and the text cursor.

use crate::editor::widgets::board::Images;
use crate::editor::widgets::glyph::{self, Glyph, cells};
use crate::editor::widgets::theme::{Role, Theme};
use crate::editor::widgets::{ListState, Rect, sign};
use crate::epd::Span;
use ratatui::buffer::Buffer;
use ratatui::layout;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{
    Block, BorderType, Clear, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget,
    Widget,
};

pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: &'a Theme,
    pub(crate) images: Option<&'a Images>,
    pub(crate) cursor: Option<(u16, u16)>,
}

pub(crate) struct List {
    /// The box whose right border has the scroll bar.
    pub(crate) frame: Rect,
    pub(crate) area: Rect,
    pub(crate) at: ListState,
    pub(crate) count: usize,
    /// Whether the list has the focus; `None` if no row has a cursor.
    pub(crate) focused: Option<bool>,
}

impl Canvas<'_> {
    pub(crate) fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    pub(crate) fn loud(&self, role: Role) -> Style {
        let style = self.style(role);
        style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    pub(crate) fn fill(&mut self, rect: Rect, role: Role) {
        Clear.render(area(rect), self.buffer);
        self.lay(rect, role);
    }

    pub(crate) fn lay(&mut self, rect: Rect, role: Role) {
        self.buffer.set_style(area(rect), self.style(role));
    }

    pub(crate) fn dim(&mut self, rect: Rect) {
        for at in rect
            .rows()
            .flat_map(|row| (row.x..row.right()).map(move |x| (x, row.y)))
        {
            if let Some(cell) = self.buffer.cell_mut(at) {
                cell.set_style(self.theme.dimmed(cell.style()));
            }
        }
    }

    pub(crate) fn select(&mut self, rect: Rect, focused: bool) {
        let role = match focused {
            true => Role::Selection,
            false => Role::SelectionAway,
        };
        self.lay(rect, role);
    }

    pub(crate) fn is_blank(&self, area: Rect) -> bool {
        let cell = self.buffer.cell((area.x, area.y));
        cell.is_some_and(|cell| cell.symbol().trim().is_empty())
    }

    /// Writes text into the first row of an area, cut with `…`; returns the area to its right.
    pub(crate) fn text(&mut self, area: Rect, text: &str, role: Role) -> Rect {
        self.styled(area, text, self.style(role))
    }

    /// Writes text in a style, cut with `…`; returns the area to its right.
    pub(crate) fn styled(&mut self, area: Rect, text: &str, style: Style) -> Rect {
        if !glyph::is_wider(text, area.width.into()) {
            return self.put(area, text, style);
        }
        let shown = self.put(area.before(1), text, style);
        self.put(area.after(shown.x - area.x), "…", style)
    }

    /// Writes text as far as it fits, without `…`; returns the area to its right.
    pub(crate) fn put(&mut self, area: Rect, text: &str, style: Style) -> Rect {
        let mut rest = area;
        for glyph in glyph::glyphs(text.as_bytes()) {
            let width = cells(glyph.width);
            if width > rest.width || rest.height == 0 {
                break;
            }
            for column in 0..width {
                if let Some(cell) = self.buffer.cell_mut((rest.x + column, rest.y)) {
                    let text = if column == 0 { &glyph.text } else { "" };
                    cell.set_symbol(text).set_style(style);
                }
            }
            rest = rest.after(width);
        }
        rest
    }

    /// Writes text at the end of the first row of an area, cut with `…`; returns the area to its left.
    pub(crate) fn text_right(&mut self, area: Rect, text: &str, role: Role) -> Rect {
        let before = area.before(glyph::columns(text));
        self.text(area.after(before.width), text, role);
        before
    }

    pub(crate) fn centred(&mut self, area: Rect, text: &str, role: Role) {
        let spare = area.width.saturating_sub(glyph::columns(text));
        self.text(area.after(spare / 2), text, role);
    }

    /// Writes rows of text; the last one ends with `…` if there are more than fit.
    pub(crate) fn rows(&mut self, area: Rect, rows: &[String], role: Role) {
        let hides = rows.len() > usize::from(area.height);
        for (row, words) in area.rows().zip(rows) {
            let is_cut = hides && row.bottom() == area.bottom();
            let more = if is_cut { "…" } else { "" };
            self.text(row, &format!("{words}{more}"), role);
        }
    }

    /// Writes rows of a text, each glyph in a style by its bytes and place; returns the area after the last.
    pub(crate) fn wrapped<'t>(
        &mut self,
        area: Rect,
        text: &[u8],
        rows: impl IntoIterator<Item = &'t Span>,
        mut style: impl FnMut(&Glyph<'_>, Span, Rect) -> Style,
    ) -> Rect {
        let mut rest = area.top(1);
        for (row, part) in area.rows().zip(rows) {
            rest = row;
            for glyph in glyph::glyphs(part.of(text)) {
                let (start, end) = (glyph.span.start, glyph.span.end);
                let at = Span::new(part.start + start, part.start + end);
                rest = self.put(rest, &glyph.text, style(&glyph, at, rest));
            }
        }
        rest
    }

    pub(crate) fn rule(&mut self, area: Rect, role: Role) {
        let rule = "─".repeat(area.width.into());
        self.text(area, &rule, role);
    }

    /// Draws the rows of a list, with the selection and a scroll bar.
    pub(crate) fn list(&mut self, list: &List, mut draw: impl FnMut(&mut Self, usize, Rect)) {
        for (at, row) in (list.at.first..list.count).zip(list.area.rows()) {
            draw(self, at, row);
            if let Some(focused) = list.focused.filter(|_| list.at.cursor == at) {
                self.select(row, focused);
            }
        }
        self.scroll_bar(list.frame, list.area, list.at.first, list.count);
    }

    /// Draws a box with a title in its upper border, thick and coloured if it is focused.
    pub(crate) fn frame(&mut self, rect: Rect, title: &str, focused: bool) {
        let (lines, role, words) = match focused {
            true => (BorderType::Thick, Role::Accent, Role::Accent),
            false => (BorderType::Rounded, Role::Faint, Role::Title),
        };
        self.boxed(rect, lines, role, title, words);
    }

    /// Draws the frame of a focused pane in a mode that changes the meaning of letters, in another colour.
    pub(crate) fn frame_of_mode(&mut self, rect: Rect, title: &str) {
        self.boxed(rect, BorderType::Thick, Role::Warning, title, Role::Warning);
    }

    fn boxed(&mut self, rect: Rect, lines: BorderType, role: Role, title: &str, words: Role) {
        if rect.width >= 2 && rect.height >= 2 {
            Block::bordered()
                .border_type(lines)
                .border_style(self.style(role))
                .render(area(rect), self.buffer);
        }
        self.on_border(rect.top(1), title, words);
    }

    pub(crate) fn on_border(&mut self, border: Rect, words: &str, role: Role) {
        if !words.is_empty() {
            self.text(border.after(2).before(2), &format!(" {words} "), role);
        }
    }

    /// Writes words at the right end of a border, if they fit after column `from`.
    pub(crate) fn on_border_right(&mut self, border: Rect, from: u16, words: &str, role: Role) {
        let text = format!(" {words} ");
        let before = border.before(2).before(glyph::columns(&text));
        if !words.is_empty() && before.right() > from {
            self.text_right(border.before(2), &text, role);
        }
    }

    /// Draws a scroll bar in the right border of a box, for rows of which `first` is the first visible one.
    pub(crate) fn scroll_bar(&mut self, frame: Rect, rows: Rect, first: usize, count: usize) {
        let seen = usize::from(rows.height);
        if count <= seen || seen == 0 {
            return;
        }
        let column = Rect::new(frame.right().saturating_sub(1), rows.y, 1, rows.height);
        let mut state = ScrollbarState::new(count - seen + 1)
            .position(first)
            .viewport_content_length(seen);
        Scrollbar::new(ScrollbarOrientation::VerticalRight)
            .begin_symbol(None)
            .end_symbol(None)
            .track_symbol(None)
            .thumb_symbol(sign::SCROLL.text)
            .thumb_style(self.style(Role::Secondary))
            .render(area(column), self.buffer, &mut state);
    }
}

pub(crate) fn area(rect: Rect) -> layout::Rect {
    layout::Rect::new(rect.x, rect.y, rect.width, rect.height)
}
