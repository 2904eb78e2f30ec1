//! The protocols for images in terminals. Kitty receives each drawing once, and shows it over the cells, whole
//! or in part, wherever it is placed, until it is removed. Placeholders in the text would be simpler, but
//! older terminals with the protocol don't support them. iTerm2's files and sixels are part of the text.

use super::images::{Graphics, Part, Tile};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroU16;

/// The number of the first image, unlikely to be used by other programs.
const FIRST_IMAGE: u32 = 0x00E9_D100;
const CHUNK: usize = 4096;
/// More images than a screen needs; beyond this, the terminal drops all, and those still shown are sent again.
const MOST_SENT: usize = 512;

pub(super) type TilePart = (Tile, Part);

/// The images on the screen, by kitty's protocol: those wanted next, and those that the terminal shows and stores.
#[derive(Debug, Default)]
pub(super) struct Placements {
    wanted: BTreeMap<u32, TilePart>,
    shown: BTreeMap<u32, TilePart>,
    /// The numbers of the drawings stored in the terminal.
    sent: FxHashMap<Tile, u32>,
}

impl Placements {
    /// Forgets the drawings sent, after a change of colours.
    pub(super) fn forget(&mut self) {
        (self.shown, self.sent) = Default::default();
    }

    pub(super) fn want(&mut self, place: TilePart) {
        let area = place.1.area;
        let number = (u32::from(area.y) << 16 | u32::from(area.x)).saturating_add(1);
        self.wanted.insert(number, place);
    }

    /// Returns the sequences that update the screen to the places wanted since the last call: only the
    /// changes. `cell` is a cell's size in pixels.
    pub(super) fn changes(
        &mut self,
        cell: (u16, u16),
        mut pixels: impl FnMut(&Tile) -> Option<Pixmap>,
    ) -> String {
        if self.sent.len() > MOST_SENT {
            self.forget();
        }
        let mut out = String::new();
        let wanted = std::mem::take(&mut self.wanted);
        // Before the first image, remove those of other programs.
        if self.sent.is_empty() && !wanted.is_empty() {
            out.push_str("\x1b_Ga=d,d=A,q=2\x1b\\");
        }
        for (number, (tile, _)) in &self.shown {
            let wanted = wanted.get(number);
            let stays = wanted.is_some_and(|(wanted, _)| wanted == tile);
            if let Some(id) = self.sent.get(tile).filter(|_| !stays) {
                // Writing to a string can't fail.
                let _ = write!(out, "\x1b_Ga=d,d=i,q=2,i={id},p={number}\x1b\\");
            }
        }
        let shown = std::mem::take(&mut self.shown);
        for (number, place) in wanted {
            if shown.get(&number) != Some(&place) {
                let Some(id) = self.send(&mut out, &place.0, &mut pixels) else {
                    continue;
                };
                show(&mut out, (id, number), &place.1, cell);
            }
            self.shown.insert(number, place);
        }
        if out.is_empty() {
            return out;
        }
        // The cursor returns to the text being typed.
        format!("\x1b7{out}\x1b8")
    }

    fn send(
        &mut self,
        out: &mut String,
        tile: &Tile,
        pixels: &mut impl FnMut(&Tile) -> Option<Pixmap>,
    ) -> Option<u32> {
        if let Some(id) = self.sent.get(tile) {
            return Some(*id);
        }
        let id = FIRST_IMAGE + u32::try_from(self.sent.len()).ok()?;
        transmit(out, id, &pixels(tile)?)?;
        self.sent.insert(tile.clone(), id);
        Some(id)
    }
}

fn show(out: &mut String, (id, number): (u32, u32), part: &Part, (wide, high): (u16, u16)) {
    let pixels = |cells: u16, size: u16| u32::from(cells) * u32::from(size);
    let (area, (column, row)) = (part.area, part.from);
    let _ = write!(
        out,
        "\x1b[{};{}H\x1b_Ga=p,q=2,C=1,i={id},p={number},x={},y={},w={},h={}\x1b\\",
        area.y + 1,
        area.x + 1,
        pixels(column, wide),
        pixels(row, high),
        pixels(area.width, wide),
        pixels(area.height, high),
    );
}

fn transmit(out: &mut String, id: u32, image: &Pixmap) -> Option<()> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(image.data()).ok()?;
    let text = STANDARD.encode(packed.finish().ok()?);
    let (width, height) = (image.width(), image.height());
    let chunks: Vec<&[u8]> = text.as_bytes().chunks(CHUNK).collect();
    for (at, chunk) in chunks.iter().enumerate() {
        let more = u8::from(at + 1 < chunks.len());
        out.push_str("\x1b_G");
        if at == 0 {
            let _ = write!(out, "a=t,f=32,o=z,i={id},s={width},v={height},");
        }
        let _ = write!(out, "q=2,m={more};");
        out.push_str(&String::from_utf8_lossy(chunk));
        out.push_str("\x1b\\");
    }
    Some(())
}

/// Returns the text of an image, which erases the cells and then draws. `None` for kitty's protocol, whose
/// images are not part of the text.
pub(super) fn inline_text(
    graphics: Graphics,
    image: &Pixmap,
    cols: u16,
    rows: u16,
) -> Option<String> {
    // Terminals have a sequence that erases a rectangle, but WezTerm does not support it.
    let mut out = format!("\x1b[{cols}X");
    let below = rows.saturating_sub(1);
    for _ in 0..below {
        // Writing to a string can't fail.
        let _ = write!(out, "\x1b[B\x1b[{cols}X");
    }
    if below > 0 {
        let _ = write!(out, "\x1b[{below}A");
    }
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
        Graphics::Sixel => encode_sixel(&mut out, image),
    }
    Some(out)
}

/// Places an image over an area: the sequence is in the first cell, the other cells are skipped.
pub(super) fn place_inline(text: &str, area: layout::Rect, buffer: &mut Buffer) {
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.set_diff_option(CellDiffOption::Skip);
        }
    }
    if let Some(cell) = buffer.cell_mut(area.as_position()) {
        // The image counts as one cell wide, however long the sequence is.
        cell.set_symbol(text)
            .set_diff_option(CellDiffOption::ForcedWidth(NonZeroU16::MIN));
    }
}

/// Colours that every terminal with sixels supports. The picture of a square has few, and some more from smooth edges.
const MOST_COLOURS: usize = 256;
const BAND: usize = 6;
/// The character for a column of six undrawn pixels; each drawn one adds its bit.
const NO_PIXEL: u8 = b'?';

/// Red, green and blue in percent, as in sixel colour definitions.
type Colour = [u8; 3];

/// Writes an opaque image in bands of six rows, each band colour by colour: a character has a bit for each of the
/// six pixels in its column that have the colour.
fn encode_sixel(out: &mut String, image: &Pixmap) {
    let width = image.width() as usize;
    let pixels: Vec<Colour> = image
        .pixels()
        .iter()
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()].map(percent))
        .collect();
    let (palette, indices) = palette_of(&pixels);
    // Square pixels, undrawn pixels unchanged, then the size. Writing to a string can't fail.
    let _ = write!(out, "\x1bP9;1;0q\"1;1;{width};{}", image.height());
    for (index, [red, green, blue]) in palette.iter().enumerate() {
        let _ = write!(out, "#{index};2;{red};{green};{blue}");
    }
    for (number, band) in indices.chunks(width * BAND).enumerate() {
        if number > 0 {
            out.push('-');
        }
        write_band(out, band, width, palette.len());
    }
    out.push_str("\x1b\\");
}

fn percent(level: u8) -> u8 {
    // At most 100.
    ((u16::from(level) * 100 + 127) / 255) as u8
}

/// Returns the colours, most frequent first, and for each pixel the index of the nearest.
fn palette_of(pixels: &[Colour]) -> (Vec<Colour>, Vec<usize>) {
    let mut counts: FxHashMap<Colour, usize> = FxHashMap::default();
    for pixel in pixels {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut palette: Vec<(Colour, usize)> = counts.into_iter().collect();
    palette.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let palette: Vec<Colour> = palette.into_iter().map(|(colour, _)| colour).collect();
    let shown = palette.get(..MOST_COLOURS).unwrap_or(&palette).to_vec();
    let nearest = palette.into_iter().map(|colour| {
        let near = shown.iter().enumerate();
        let near = near.min_by_key(|(_, other)| distance(colour, **other));
        (colour, near.map_or(0, |(index, _)| index))
    });
    let nearest: FxHashMap<Colour, usize> = nearest.collect();
    let indices = pixels
        .iter()
        .map(|pixel| nearest.get(pixel).copied().unwrap_or_default());
    (shown, indices.collect())
}

/// Returns the square of the distance between two colours.
fn distance(one: Colour, other: Colour) -> u32 {
    let apart = one.iter().zip(other).map(|(a, b)| a.abs_diff(b));
    apart.map(|level| u32::from(level).pow(2)).sum()
}

/// Writes a band of up to six rows: for each of its colours, the characters of all columns.
fn write_band(out: &mut String, band: &[usize], width: usize, colours: usize) {
    let mut is_first = true;
    for colour in 0..colours {
        let mut columns = vec![NO_PIXEL; width];
        for (row, pixels) in band.chunks(width).enumerate() {
            for (column, _) in columns
                .iter_mut()
                .zip(pixels)
                .filter(|(_, at)| **at == colour)
            {
                *column += 1 << row;
            }
        }
        if columns.iter().all(|column| *column == NO_PIXEL) {
            continue;
        }
        // Each colour after the first begins again at the band's left edge.
        let back = if is_first { "" } else { "$" };
        is_first = false;
        let _ = write!(out, "{back}#{colour}");
        for run in columns.chunk_by(|one, next| one == next) {
            let sixel = char::from(run.first().copied().unwrap_or(NO_PIXEL));
            match run.len() {
                length @ 4.. => {
                    let _ = write!(out, "!{length}{sixel}");
                }
                length => out.extend(std::iter::repeat_n(sixel, length)),
            }
        }
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
    fn an_inline_file_is_a_header_and_a_png() {
        let text = inline_text(Graphics::Iterm2, &image(), 2, 2).expect("a text");
        let rest = text
            .strip_prefix("\x1b[2X\x1b[B\x1b[2X\x1b[1A\x1b]1337;File=inline=1;size=")
            .expect("the square is erased, then comes the file");
        let (size, rest) = rest.split_once(';').expect("its size");
        let rest = rest
            .strip_prefix("width=3px;height=2px;doNotMoveCursor=1:")
            .expect("its arguments");
        let png = STANDARD
            .decode(rest.strip_suffix('\x07').expect("its end"))
            .expect("base64");
        assert_eq!(png.len().to_string(), size);
        assert_eq!(Pixmap::decode_png(&png).expect("a png"), image());
    }

    #[test]
    fn an_image_of_one_row_does_not_move_the_cursor() {
        let text = inline_text(Graphics::Sixel, &image(), 2, 1).expect("a text");
        assert!(text.starts_with("\x1b[2X\x1bP"), "{text:?}");
    }

    #[test]
    fn an_image_is_in_the_first_cell_and_the_other_cells_are_skipped() {
        let mut buffer = Buffer::empty(layout::Rect::new(0, 0, 6, 4));
        place_inline("image", layout::Rect::new(1, 1, 3, 2), &mut buffer);
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

#[cfg(test)]
mod sixel_tests {
    use super::*;
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

    fn image(width: u32, height: u32, colour: impl Fn(u32, u32) -> [u8; 3]) -> Pixmap {
        let mut image = Pixmap::new(width, height).expect("a size");
        for (at, pixel) in image.pixels_mut().iter_mut().enumerate() {
            let at = at as u32;
            let [r, g, b] = colour(at % width, at / width);
            *pixel = PremultipliedColorU8::from_rgba(r, g, b, 255).expect("opaque");
        }
        image
    }

    /// Decodes sixels as a terminal does: width, height, and the colour of each pixel.
    fn shown(text: &str) -> (usize, usize, Vec<Colour>) {
        let rest = text.strip_prefix("\x1bP9;1;0q\"1;1;").expect("its head");
        let rest = rest.strip_suffix("\x1b\\").expect("its end");
        let mut bytes = rest.bytes().peekable();
        let numbers = |bytes: &mut std::iter::Peekable<std::str::Bytes<'_>>| {
            let mut all = vec![0];
            while let Some(byte) = bytes.next_if(|byte| byte.is_ascii_digit() || *byte == b';') {
                match byte {
                    b';' => all.push(0),
                    digit => {
                        *all.last_mut().unwrap() =
                            all[all.len() - 1] * 10 + usize::from(digit - b'0')
                    }
                }
            }
            all
        };
        let size = numbers(&mut bytes);
        let (width, height) = (size[0], size[1]);
        let mut pixels = vec![None; width * height];
        let (mut palette, mut colour) = (FxHashMap::default(), [0; 3]);
        let (mut column, mut band) = (0, 0);
        while let Some(byte) = bytes.next() {
            let mut many = 1;
            let sixel = match byte {
                b'#' => {
                    match numbers(&mut bytes)[..] {
                        [index, 2, r, g, b] => {
                            palette.insert(index, [r, g, b].map(|level| level as u8));
                        }
                        [index] => colour = palette[&index],
                        ref other => panic!("{other:?}"),
                    }
                    continue;
                }
                b'$' => {
                    column = 0;
                    continue;
                }
                b'-' => {
                    (column, band) = (0, band + 1);
                    continue;
                }
                b'!' => {
                    many = numbers(&mut bytes)[0];
                    bytes.next().expect("a repeated sixel")
                }
                sixel => sixel,
            };
            assert!((NO_PIXEL..NO_PIXEL + 64).contains(&sixel), "{sixel}");
            for column in column..column + many {
                for row in (0..BAND).filter(|row| (sixel - NO_PIXEL) >> row & 1 == 1) {
                    let pixel = &mut pixels[(band * BAND + row) * width + column];
                    assert_eq!(pixel.replace(colour), None, "drawn twice");
                }
            }
            column += many;
        }
        let pixels = pixels
            .into_iter()
            .map(|pixel| pixel.expect("drawn"))
            .collect();
        (width, height, pixels)
    }

    fn check(image: &Pixmap, tolerance: u32) {
        let mut text = String::new();
        encode_sixel(&mut text, image);
        let (width, height, pixels) = shown(&text);
        assert_eq!(
            (width as u32, height as u32),
            (image.width(), image.height())
        );
        for (at, (pixel, shown)) in image.pixels().iter().zip(pixels).enumerate() {
            let wanted = [pixel.red(), pixel.green(), pixel.blue()].map(percent);
            assert!(
                distance(wanted, shown) <= tolerance,
                "pixel {at}: {wanted:?} {shown:?}"
            );
        }
    }

    #[test]
    fn a_small_image_is_encoded_as_in_the_terminal_manual() {
        let image = image(5, 7, |x, y| match (x, y) {
            (0, 0) | (4, 6) => [255, 0, 0],
            _ => [0, 0, 255],
        });
        let mut text = String::new();
        encode_sixel(&mut text, &image);
        assert_eq!(
            text,
            "\x1bP9;1;0q\"1;1;5;7#0;2;0;0;100#1;2;100;0;0#0}!4~$#1@!4?-#0!4@?$#1!4?@\x1b\\"
        );
    }

    #[test]
    fn every_pixel_is_drawn_once_in_its_colour() {
        check(&image(1, 1, |_, _| [1, 2, 3]), 0);
        check(
            &image(50, 40, |x, y| [(x / 10) as u8 * 50, (y / 9) as u8 * 60, 17]),
            0,
        );
        check(
            &image(13, 6, |x, _| [if x % 2 == 0 { 255 } else { 0 }; 3]),
            0,
        );
    }

    #[test]
    fn excess_colours_become_the_nearest_frequent_ones() {
        // 300 colours: the 100 of the first row are the rarest, and each is close to a frequent one.
        let image = image(100, 12, |x, y| {
            let red = (x * 255 / 100) as u8;
            match y {
                0 => [red, 3, 0],
                1..4 => [red, 0, 3],
                _ => [red, 0, 0],
            }
        });
        check(&image, 1);
    }
}
