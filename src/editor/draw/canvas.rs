//! A buffer to write on: text cut to its room, boxes, and where the text cursor stands.

use super::board::Images;
use super::theme::{Role, Theme};
use crate::editor::glyph;
use crate::editor::layout::Rect;
use crate::editor::sign;
use ratatui::buffer::Buffer;
use ratatui::layout;
use ratatui::style::Style;
use ratatui::widgets::{
    Block, BorderType, Clear, Scrollbar, ScrollbarOrientation, ScrollbarState, StatefulWidget,
    Widget,
};

/// What the panes draw on.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: Theme,
    images: Option<&'a Images>,
    cursor: Option<(u16, u16)>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, theme: Theme) -> Self {
        Self {
            buffer,
            theme,
            images: None,
            cursor: None,
        }
    }

    /// The same, where the terminal shows images.
    pub(super) fn with_images(mut self, images: Option<&'a Images>) -> Self {
        self.images = images;
        self
    }

    pub(super) fn images(&self) -> Option<&'a Images> {
        self.images
    }

    pub(super) fn theme(&self) -> Theme {
        self.theme
    }

    pub(super) fn buffer(&mut self) -> &mut Buffer {
        self.buffer
    }

    /// Where the text cursor stands, if anywhere.
    pub(super) fn cursor(&self) -> Option<(u16, u16)> {
        self.cursor
    }

    pub(super) fn set_cursor(&mut self, column: u16, row: u16) {
        self.cursor = Some((column, row));
    }

    pub(super) fn hide_cursor(&mut self) {
        self.cursor = None;
    }

    /// Fills a rectangle with blanks in a style.
    pub(super) fn fill(&mut self, rect: Rect, style: Style) {
        Clear.render(area(rect), self.buffer);
        self.lay(rect, style);
    }

    /// Sets the style of what a rectangle shows.
    pub(super) fn lay(&mut self, rect: Rect, style: Style) {
        self.buffer.set_style(area(rect), style);
    }

    /// Whether nothing is written in a cell.
    pub(super) fn is_blank(&self, x: u16, y: u16) -> bool {
        let cell = self.buffer.cell((x, y));
        cell.is_some_and(|cell| cell.symbol().trim().is_empty())
    }

    /// Writes text from `x`, at most up to column `end` (exclusive), cut with `…`; gives the column
    /// after it.
    pub(super) fn text(&mut self, x: u16, row: u16, end: u16, text: &str, role: Role) -> u16 {
        let style = self.theme.style(role);
        self.styled(x, row, end, text, style)
    }

    /// The same in a style.
    pub(super) fn styled(&mut self, x: u16, row: u16, end: u16, text: &str, style: Style) -> u16 {
        let room = usize::from(end.saturating_sub(x));
        if room == 0 {
            return x;
        }
        let shown = glyph::cut(text, room);
        self.put(x, row, end, &shown, style)
    }

    /// Writes text that is already safe, as far as there is room, without `…`.
    pub(super) fn put(&mut self, x: u16, row: u16, end: u16, text: &str, style: Style) -> u16 {
        let mut column = x;
        for glyph in glyph::glyphs(text.as_bytes()) {
            let width = u16::try_from(glyph.width).unwrap_or(u16::MAX);
            if column.saturating_add(width) > end {
                break;
            }
            if let Some(cell) = self.buffer.cell_mut((column, row)) {
                cell.set_symbol(&glyph.text).set_style(style);
            }
            for more in 1..width {
                if let Some(cell) = self.buffer.cell_mut((column + more, row)) {
                    cell.set_symbol("").set_style(style);
                }
            }
            column += width;
        }
        column
    }

    /// Text that ends at column `end` (exclusive), if it fits behind `from`; gives its first column.
    pub(super) fn text_right(
        &mut self,
        from: u16,
        row: u16,
        end: u16,
        text: &str,
        role: Role,
    ) -> u16 {
        let width = u16::try_from(glyph::width(text.as_bytes())).unwrap_or(u16::MAX);
        let x = end.saturating_sub(width).max(from);
        self.text(x, row, end, text, role);
        x
    }

    /// Draws a box with a title in its upper border; the focused one is unmistakable.
    pub(super) fn frame(&mut self, rect: Rect, title: &str, focused: bool) {
        let (lines, border, words) = match focused {
            true => (BorderType::Thick, Role::Accent, Role::Accent),
            false => (BorderType::Rounded, Role::Faint, Role::Title),
        };
        self.border(rect, lines, border);
        self.on_border(rect, rect.y, title, words);
    }

    /// Draws the box of a mode in which keys mean something else than they do at other times: nobody
    /// should take it for another, with colour or without.
    pub(super) fn frame_of_mode(&mut self, rect: Rect, title: &str, focused: bool) {
        let (lines, words) = match focused {
            true => (BorderType::Double, Role::Match),
            false => (BorderType::Plain, Role::Warning),
        };
        self.border(rect, lines, Role::Warning);
        self.on_border(rect, rect.y, title, words);
    }

    fn border(&mut self, rect: Rect, lines: BorderType, role: Role) {
        if rect.width >= 2 && rect.height >= 2 {
            Block::bordered()
                .border_type(lines)
                .border_style(self.theme.style(role))
                .render(area(rect), self.buffer);
        }
    }

    /// Words in a border, two columns from its left end.
    pub(super) fn on_border(&mut self, rect: Rect, row: u16, words: &str, role: Role) {
        if !words.is_empty() {
            self.text(
                rect.x + 2,
                row,
                rect.right().saturating_sub(2),
                &format!(" {words} "),
                role,
            );
        }
    }

    /// Words in a border, at its right end, where they fit behind column `from`.
    pub(super) fn on_border_right(
        &mut self,
        rect: Rect,
        row: u16,
        from: u16,
        words: &str,
        role: Role,
    ) {
        let text = format!(" {words} ");
        let width = u16::try_from(glyph::width(text.as_bytes())).unwrap_or(u16::MAX);
        let end = rect.right().saturating_sub(2);
        if !words.is_empty() && end.saturating_sub(width) > from {
            self.text(end - width, row, end, &text, role);
        }
    }

    /// Draws a bar in the right border of a pane that shows its rows from `first`, of `count`.
    pub(super) fn scroll_bar(&mut self, pane: Rect, first: usize, count: usize) {
        let inner = pane.inner();
        self.scroll_bar_in(
            Rect::new(inner.right(), inner.y, 1, inner.height),
            first,
            count,
        );
    }

    /// Draws the bar in a column as high as the rows beside it.
    pub(super) fn scroll_bar_in(&mut self, column: Rect, first: usize, count: usize) {
        let rows = usize::from(column.height);
        if count <= rows || rows == 0 {
            return;
        }
        let mut state = ScrollbarState::new(count - rows + 1)
            .position(first)
            .viewport_content_length(rows);
        Scrollbar::new(ScrollbarOrientation::VerticalRight)
            .begin_symbol(None)
            .end_symbol(None)
            .track_symbol(None)
            .thumb_symbol(sign::SCROLL.text)
            .thumb_style(self.theme.style(Role::Secondary))
            .render(area(column), self.buffer, &mut state);
    }
}

fn area(rect: Rect) -> layout::Rect {
    layout::Rect::new(rect.x, rect.y, rect.width, rect.height)
}
