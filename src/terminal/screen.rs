//! Writes the changed cells as sequences for the terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use crossterm::style::{
    self, Attribute, Colors, Print, SetAttribute, SetColors, SetUnderlineColor,
};
use crossterm::{cursor, execute, queue, terminal};
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::epd::visible::visible;

/// A terminal behind a writer.
pub struct Screen<W> {
    pub writer: W,
}

impl<W: Write> Screen<W> {
    /// Writes the sequences for the style of `cell`, as far as it differs from that of `before`.
    fn put_on(&mut self, before: Option<&Cell>, cell: &Cell) -> io::Result<()> {
        let blank = Cell::EMPTY;
        let mut before = before.unwrap_or(&blank);
        if !cell.modifier.contains(before.modifier) {
            // Some sequences remove more than one attribute: all are reset, and the colours with them.
            queue!(self.writer, SetAttribute(Attribute::Reset))?;
            before = &blank;
        }
        for (modifier, attribute) in ATTRIBUTES {
            if (cell.modifier - before.modifier).contains(modifier) {
                queue!(self.writer, SetAttribute(attribute))?;
            }
        }
        if (cell.fg, cell.bg) != (before.fg, before.bg) {
            let colours = Colors::new(colour(cell.fg), colour(cell.bg));
            queue!(self.writer, SetColors(colours))?;
        }
        if cell.underline_color != before.underline_color {
            queue!(self.writer, SetUnderlineColor(colour(cell.underline_color)))?;
        }
        Ok(())
    }
}

/// Returns the text of a cell with unprintable characters made visible: a last safeguard after drawing.
fn shown(symbol: &str) -> Cow<'_, str> {
    // The solid pawn is an emoji without this selector.
    match symbol {
        "♟\u{FE0E}" => Cow::Borrowed(symbol),
        _ => visible(symbol),
    }
}

/// The attributes that the themes use.
const ATTRIBUTES: [(Modifier, Attribute); 5] = [
    (Modifier::BOLD, Attribute::Bold),
    (Modifier::DIM, Attribute::Dim),
    (Modifier::ITALIC, Attribute::Italic),
    (Modifier::UNDERLINED, Attribute::Underlined),
    (Modifier::REVERSED, Attribute::Reverse),
];

/// Converts a colour; crossterm names the light ones of the sixteen plainly.
fn colour(colour: Color) -> style::Color {
    match colour {
        Color::Reset => style::Color::Reset,
        Color::Black => style::Color::Black,
        Color::Red => style::Color::DarkRed,
        Color::Green => style::Color::DarkGreen,
        Color::Yellow => style::Color::DarkYellow,
        Color::Blue => style::Color::DarkBlue,
        Color::Magenta => style::Color::DarkMagenta,
        Color::Cyan => style::Color::DarkCyan,
        Color::Gray => style::Color::Grey,
        Color::DarkGray => style::Color::DarkGrey,
        Color::LightRed => style::Color::Red,
        Color::LightGreen => style::Color::Green,
        Color::LightYellow => style::Color::Yellow,
        Color::LightBlue => style::Color::Blue,
        Color::LightMagenta => style::Color::Magenta,
        Color::LightCyan => style::Color::Cyan,
        Color::White => style::Color::White,
        Color::Rgb(r, g, b) => style::Color::Rgb { r, g, b },
        Color::Indexed(index) => style::Color::AnsiValue(index),
    }
}

impl<W: Write> Backend for Screen<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, cells: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut before: Option<(u16, u16, &Cell)> = None;
        for (x, y, cell) in cells {
            // The cursor is already after the cell written last.
            if before.is_none_or(|(column, row, _)| (column + 1, row) != (x, y)) {
                queue!(self.writer, cursor::MoveTo(x, y))?;
            }
            self.put_on(before.map(|(_, _, cell)| cell), cell)?;
            queue!(self.writer, Print(shown(cell.symbol())))?;
            before = Some((x, y, cell));
        }
        queue!(self.writer, SetAttribute(Attribute::Reset))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        execute!(self.writer, cursor::Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        execute!(self.writer, cursor::Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        cursor::position().map(Position::from)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        execute!(self.writer, cursor::MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        let region = match region {
            ClearType::All => terminal::ClearType::All,
            ClearType::AfterCursor => terminal::ClearType::FromCursorDown,
            ClearType::BeforeCursor => terminal::ClearType::FromCursorUp,
            ClearType::CurrentLine => terminal::ClearType::CurrentLine,
            ClearType::UntilNewLine => terminal::ClearType::UntilNewLine,
        };
        execute!(self.writer, terminal::Clear(region))
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = terminal::window_size()?;
        Ok(WindowSize {
            columns_rows: Size::new(size.columns, size.rows),
            pixels: Size::new(size.width, size.height),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    const COLOURS: [(Color, vt100::Color); 5] = [
        (Color::Reset, vt100::Color::Default),
        (Color::Red, vt100::Color::Idx(1)),
        (Color::LightRed, vt100::Color::Idx(9)),
        (Color::Indexed(200), vt100::Color::Idx(200)),
        (Color::Rgb(1, 2, 3), vt100::Color::Rgb(1, 2, 3)),
    ];
    /// Without dim: the terminal of the tests has either bold or dim at a time.
    const MODIFIERS: [Modifier; 4] = [
        Modifier::BOLD,
        Modifier::ITALIC,
        Modifier::UNDERLINED,
        Modifier::REVERSED,
    ];

    /// Returns a pseudo-random number; the sequence is the same at each run.
    fn chance(seed: &mut u64, below: usize) -> usize {
        *seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn a_terminal_shows_each_cell_with_its_text_colours_and_attributes() {
        let area = Rect::new(0, 0, 40, 10);
        let mut seed = 11;
        let mut terminal = vt100::Parser::new(
            area.height.try_into().unwrap(),
            area.width.try_into().unwrap(),
            0,
        );
        let mut shown = Buffer::empty(area);
        for _ in 0..5 {
            let mut next = shown.clone();
            for position in area.positions() {
                // Some cells are unchanged, so that the written ones have gaps.
                if chance(&mut seed, 3) == 0 {
                    continue;
                }
                let cell = &mut next[position];
                cell.reset();
                cell.set_char(char::from(b'a' + chance(&mut seed, 26) as u8));
                cell.fg = COLOURS[chance(&mut seed, 5)].0;
                cell.bg = COLOURS[chance(&mut seed, 5)].0;
                for modifier in MODIFIERS {
                    cell.modifier.set(modifier, chance(&mut seed, 4) == 0);
                }
            }
            let mut screen = Screen { writer: Vec::new() };
            screen.draw(shown.diff(&next).into_iter()).unwrap();
            terminal.process(&screen.writer);
            shown = next;
            for at in area.positions() {
                let (cell, seen) = (&shown[at], terminal.screen().cell(at.y, at.x).unwrap());
                let colour = |colour| COLOURS.iter().find(|(one, _)| *one == colour).unwrap().1;
                assert_eq!(seen.contents().trim_end(), cell.symbol().trim_end(), "{at}");
                assert_eq!(seen.fgcolor(), colour(cell.fg), "{at}");
                assert_eq!(seen.bgcolor(), colour(cell.bg), "{at}");
                let attributes = [seen.bold(), seen.italic(), seen.underline(), seen.inverse()];
                assert_eq!(
                    attributes,
                    MODIFIERS.map(|modifier| cell.modifier.contains(modifier)),
                    "{at}"
                );
            }
        }
    }

    #[test]
    fn no_control_sequence_in_a_cell_reaches_the_terminal() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        for (cell, text) in buffer
            .content
            .iter_mut()
            .zip(["\u{1b}]", "\u{202E}", "♟\u{FE0E}"])
        {
            cell.set_symbol(text);
        }
        let mut screen = Screen { writer: Vec::new() };
        let cells = buffer.content.iter().zip(0..);
        screen.draw(cells.map(|(cell, x)| (x, 0, cell))).unwrap();
        assert_eq!(
            String::from_utf8(screen.writer).unwrap(),
            "\x1b[1;1H␛]<202E>♟\u{FE0E}\x1b[0m"
        );
    }

    #[test]
    fn only_changes_of_style_are_written_and_the_last_is_reset() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        for (cell, letter) in buffer.content.iter_mut().zip("abcd".chars()) {
            cell.set_char(letter);
        }
        buffer[(1, 0)].modifier = Modifier::BOLD;
        buffer[(2, 0)].modifier = Modifier::BOLD | Modifier::UNDERLINED;
        buffer[(2, 0)].underline_color = Color::Indexed(5);
        let blank = Buffer::empty(buffer.area);
        let mut screen = Screen { writer: Vec::new() };
        screen.draw(blank.diff(&buffer).into_iter()).unwrap();
        assert_eq!(
            String::from_utf8(screen.writer).unwrap(),
            "\x1b[1;1Ha\x1b[1mb\x1b[4m\x1b[58;5;5mc\x1b[0md\x1b[0m"
        );
    }
}
