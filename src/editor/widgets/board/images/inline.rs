//! Images that are part of the text: the sequence stands in the first cell of its square and is
//! written with it, the other cells of the square are left to the image.

use super::Graphics;
use crate::editor::widgets::board::images;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use resvg::tiny_skia::Pixmap;
use std::fmt::Write as _;
use std::num::NonZeroU16;

/// Returns the text of an image of so many columns and rows: what lies below it is erased, then it is drawn.
/// `None` for the protocol whose images are no part of the text.
pub(super) fn text(graphics: Graphics, image: &Pixmap, cols: u16, rows: u16) -> Option<String> {
    let mut out = erased(cols, rows);
    match graphics {
        Graphics::Kitty => return None,
        Graphics::Iterm2 => {
            let png = image.encode_png().ok()?;
            let _ = write!(
                out,
                "\x1b]1337;File=inline=1;size={};width={}px;height={}px;doNotMoveCursor=1:",
                png.len(),
                image.width(),
                image.height()
            );
            STANDARD.encode_string(png, &mut out);
            out.push('\x07');
        }
        Graphics::Sixel => images::encode(&mut out, image),
    }
    Some(out)
}

/// Erases a rectangle whose first cell the cursor is on, and goes back there. Terminals have one
/// sequence for that, but WezTerm does not know it.
fn erased(cols: u16, rows: u16) -> String {
    let mut out = format!("\x1b[{cols}X");
    let below = rows.saturating_sub(1);
    for _ in 0..below {
        // Writing to a string can't fail.
        let _ = write!(out, "\x1b[B\x1b[{cols}X");
    }
    if below > 0 {
        let _ = write!(out, "\x1b[{below}A");
    }
    out
}

/// Puts an image over `area`.
pub(super) fn place(text: &str, area: Rect, buffer: &mut Buffer) {
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.set_diff_option(CellDiffOption::Skip);
        }
    }
    if let Some(cell) = buffer.cell_mut(area.as_position()) {
        // The next cell is one further, however long the sequence is.
        cell.set_symbol(text)
            .set_diff_option(CellDiffOption::ForcedWidth(NonZeroU16::MIN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Pixmap {
        let mut image = Pixmap::new(3, 2).expect("a size");
        image.fill(resvg::tiny_skia::Color::from_rgba8(10, 200, 30, 255));
        image
    }

    #[test]
    fn an_inline_file_is_a_png_of_the_pixels_behind_what_it_says_of_itself() {
        let text = text(Graphics::Iterm2, &image(), 2, 2).expect("a text");
        let rest = text
            .strip_prefix("\x1b[2X\x1b[B\x1b[2X\x1b[1A\x1b]1337;File=inline=1;size=")
            .expect("the square is erased, then comes the file");
        let (size, rest) = rest.split_once(';').expect("its size");
        let rest = rest
            .strip_prefix("width=3px;height=2px;doNotMoveCursor=1:")
            .expect("its form");
        let png = STANDARD
            .decode(rest.strip_suffix('\x07').expect("its end"))
            .expect("base64");
        assert_eq!(png.len().to_string(), size);
        assert_eq!(Pixmap::decode_png(&png).expect("a png"), image());
    }

    #[test]
    fn an_image_of_one_row_moves_no_cursor() {
        let text = text(Graphics::Sixel, &image(), 2, 1).expect("a text");
        assert!(text.starts_with("\x1b[2X\x1bP"), "{text:?}");
    }

    #[test]
    fn an_image_stands_in_the_first_cell_and_the_other_cells_are_not_written() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 4));
        place("image", Rect::new(1, 1, 3, 2), &mut buffer);
        let cells = buffer.area.positions().map(|at| (at, &buffer[at]));
        let (mut image, mut left) = (Vec::new(), Vec::new());
        for (at, cell) in cells {
            match cell.diff_option {
                CellDiffOption::Skip => left.push((at.x, at.y)),
                _ if cell.symbol() == "image" => image.push((at.x, at.y)),
                _ => {}
            }
        }
        assert_eq!(image, [(1, 1)]);
        assert_eq!(left, [(2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]);
    }
}
