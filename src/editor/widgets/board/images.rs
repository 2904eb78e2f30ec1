//! Squares as images: the vector pieces of `assets/pieces` on their ground, one image a square, in
//! the form that the terminal shows. Each square is an image of its own, so that a change of the
//! board sends the squares that changed and no others.
//!
//! Sixel: bands of six rows; in each band, one colour after the other, a character says which of a
//! column's six pixels have that colour.
//!
//! A square as a vector drawing: its ground, lines, the piece, its sign and the cursor. What lies on
//! the ground has a dark outline, so that it is clear on light and on dark squares.

mod inline;
mod kitty;

use super::arrows::Arrow;
use crate::editor::widgets::Rect;
use crate::editor::widgets::board::signs::{ARROWS, TARGET};
use crate::editor::widgets::canvas::area;
use crate::editor::widgets::theme::{Role, Theme};
use crate::exchange::diagram::{self, OUTLINE};
use ratatui::buffer::Buffer;
use resvg::tiny_skia::{self, Pixmap};
use resvg::usvg;
use rustc_hash::FxHashMap;
use shakmaty::Piece;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

/// The protocol by which a terminal is given images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// Kitty's protocol.
    Kitty,
    /// iTerm2's inline files.
    Iterm2,
    Sixel,
}

/// The contents of a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    pub piece: Option<Piece>,
    pub ground: Role,
    pub sign: Option<&'static str>,
    pub cursor: bool,
    /// Cells.
    pub cols: u16,
    pub rows: u16,
    /// Lines that cross it, with this square as the upper left one.
    pub lines: Vec<Arrow>,
}

/// A part of a square that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    /// The place on the screen.
    pub area: Rect,
    /// Columns and rows of the square left of it and above it.
    pub from: (u16, u16),
}

/// Returns what is seen of a square that something lies over: the rows above it, those below, and between
/// them what is left and right of it.
fn parts(square: Rect, over: Option<Rect>) -> Vec<Part> {
    let over = over.filter(|over| over.overlaps(square));
    // Where nothing does, all rows are above it.
    let over = over.unwrap_or(Rect::new(square.x, square.bottom(), 0, 0));
    let above = square.top(over.y.saturating_sub(square.y));
    let below = square.foot(square.bottom().saturating_sub(over.bottom()));
    let between = square.below(above.height).above(below.height);
    let left = between.left(over.x.saturating_sub(square.x));
    let right = between.end(square.right().saturating_sub(over.right()));
    let seen = [above, below, left, right].into_iter();
    seen.filter(|area| area.width > 0 && area.height > 0)
        .map(|area| Part {
            area,
            from: (area.x - square.x, area.y - square.y),
        })
        .collect()
}

/// The images of the squares, made when they are first needed.
pub struct Images {
    graphics: Graphics,
    /// Pixels of a cell.
    cell: (u16, u16),
    theme: Cell<Theme>,
    /// The images that are part of the text.
    made: RefCell<FxHashMap<kitty::Place, Option<String>>>,
    /// Kitty's images lie over the cells: which are there, and which shall be.
    placed: RefCell<kitty::Placements>,
}

/// More images than a screen needs: then those made are dropped.
const MOST: usize = 2048;

impl Images {
    /// Images for cells of so many pixels; `None` where the terminal does not say how large its
    /// cells are, or they can't be.
    pub fn new(graphics: Graphics, cell: (u16, u16), theme: Theme) -> Option<Self> {
        let right = |pixels: u16| (2..=200).contains(&pixels);
        (right(cell.0) && right(cell.1)).then(|| Self {
            graphics,
            cell,
            theme: Cell::new(theme.for_images()),
            made: RefCell::default(),
            placed: RefCell::default(),
        })
    }

    /// Block art for what can't be an image now: terminals with kitty's protocol draw sextants.
    pub(super) fn instead(&self) -> super::Pieces {
        match self.graphics {
            Graphics::Kitty => super::Pieces::Sextants,
            Graphics::Iterm2 | Graphics::Sixel => super::Pieces::Quadrants,
        }
    }

    /// A new frame begins, in the colours of a theme.
    pub(crate) fn begin(&self, theme: Theme) {
        let theme = theme.for_images();
        if self.theme.replace(theme) != theme {
            self.made.borrow_mut().clear();
            self.placed.borrow_mut().forget();
        }
    }

    /// Returns what is to be written to the terminal after a frame: sequences for what changed, for those protocols whose
    /// images are no part of the text. Where none was drawn since, they take all images off.
    pub fn changes(&self) -> String {
        let mut placed = self.placed.borrow_mut();
        placed.changes(self.cell, |tile| self.paint(tile))
    }

    fn pixels(&self, (cols, rows): (u16, u16)) -> (u32, u32) {
        (
            u32::from(cols) * u32::from(self.cell.0),
            u32::from(rows) * u32::from(self.cell.1),
        )
    }

    /// Draws what is seen of a square, whose ground is drawn already, when something lies `over`
    /// the screen; `false` where it can't be made.
    pub(super) fn draw(
        &self,
        tile: &Tile,
        rect: Rect,
        over: Option<Rect>,
        buffer: &mut Buffer,
    ) -> bool {
        if buffer.area.intersection(area(rect)) != area(rect) {
            return false;
        }
        for part in parts(rect, over) {
            if self.graphics == Graphics::Kitty {
                let mut placed = self.placed.borrow_mut();
                placed.want((tile.clone(), part));
            } else if !self.draw_inline(tile, part, buffer) {
                return false;
            }
        }
        true
    }

    /// Writes a part of a square as a part of the text.
    fn draw_inline(&self, tile: &Tile, part: Part, buffer: &mut Buffer) -> bool {
        let mut made = self.made.borrow_mut();
        if made.len() > MOST {
            made.clear();
        }
        // Where it stands makes no other image.
        let (cols, rows) = (part.area.width, part.area.height);
        let key = Part {
            area: Rect::new(0, 0, cols, rows),
            ..part
        };
        let image = made.entry((tile.clone(), key)).or_insert_with(|| {
            let image = self.cut(&self.paint(tile)?, part)?;
            inline::text(self.graphics, &image, cols, rows)
        });
        if let Some(image) = image {
            inline::place(image, area(part.area), buffer);
        }
        image.is_some()
    }

    /// Returns the pixels of a part.
    fn cut(&self, image: &Pixmap, part: Part) -> Option<Pixmap> {
        let (x, y) = self.pixels(part.from);
        let (width, height) = self.pixels((part.area.width, part.area.height));
        let signed = |pixels: u32| i32::try_from(pixels).ok();
        let area = tiny_skia::IntRect::from_xywh(signed(x)?, signed(y)?, width, height)?;
        image.clone_rect(area)
    }

    fn paint(&self, tile: &Tile) -> Option<Pixmap> {
        let size = self.pixels((tile.cols, tile.rows));
        paint(&svg(tile, size, &self.theme.get()), size)
    }
}

#[cfg(test)]
mod tests;

/// Colours that every terminal with sixels has room for. A square has few; more come from smooth edges.
const MOST_COLOURS: usize = 256;
/// Rows of a band.
const BAND: usize = 6;
/// A character for no pixel; each pixel adds its bit.
const NONE: u8 = b'?';

/// Red, green and blue in percent, as sixels say them.
type Colour = [u8; 3];

/// Writes an image, whose pixels are all opaque.
fn encode(out: &mut String, image: &Pixmap) {
    let width = image.width() as usize;
    let pixels: Vec<Colour> = image
        .pixels()
        .iter()
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()].map(percent))
        .collect();
    let (palette, indices) = coloured(&pixels);
    // Square pixels, and what is not drawn stays; then the size. Writing to a string can't fail.
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

/// Returns the colours, most frequent first, and of each pixel the number of the one that is nearest.
fn coloured(pixels: &[Colour]) -> (Vec<Colour>, Vec<usize>) {
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

fn distance(one: Colour, other: Colour) -> u32 {
    let apart = one.iter().zip(other).map(|(a, b)| a.abs_diff(b));
    apart.map(|level| u32::from(level).pow(2)).sum()
}

/// Writes up to six rows, for each colour in them the characters of all columns.
fn write_band(out: &mut String, band: &[usize], width: usize, colours: usize) {
    let mut is_first = true;
    for colour in 0..colours {
        let mut columns = vec![NONE; width];
        for (row, pixels) in band.chunks(width).enumerate() {
            for (column, _) in columns
                .iter_mut()
                .zip(pixels)
                .filter(|(_, at)| **at == colour)
            {
                *column += 1 << row;
            }
        }
        if columns.iter().all(|column| *column == NONE) {
            continue;
        }
        // Each colour after the first begins at the band's left edge again.
        let back = if is_first { "" } else { "$" };
        is_first = false;
        let _ = write!(out, "{back}#{colour}");
        for run in columns.chunk_by(|one, next| one == next) {
            let sixel = char::from(run.first().copied().unwrap_or(NONE));
            match run.len() {
                length @ 4.. => {
                    let _ = write!(out, "!{length}{sixel}");
                }
                length => out.extend(std::iter::repeat_n(sixel, length)),
            }
        }
    }
}

/// Returns a drawing as pixels.
fn paint(svg: &str, (width, height): (u32, u32)) -> Option<Pixmap> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixels.as_mut(),
    );
    Some(pixels)
}

/// Returns a square as a drawing: ground, piece, sign, cursor.
fn svg(tile: &Tile, (width, height): (u32, u32), theme: &Theme) -> String {
    let hex = |color: ratatui::style::Color| match color {
        ratatui::style::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => "#6e7d8e".to_owned(),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        hex(theme.bg(tile.ground))
    );
    let side = width.min(height);
    let (x, y) = ((width - side) / 2, (height - side) / 2);
    let scale = f64::from(side) / 100.0;
    // Writing to a string can't fail.
    for line in &tile.lines {
        out.push_str(&line.svg((width, height), &hex(theme.fg(line.role))));
    }
    let _ = write!(out, "<g transform=\"translate({x} {y}) scale({scale})\">");
    if let Some(piece) = tile.piece {
        out.push_str(&diagram::inside(piece));
    }
    out.push_str("</g>");
    let white = hex(theme.fg(Role::SquareSign));
    let (w, h) = (f64::from(width), f64::from(height));
    let side = f64::from(side);
    // All in a dark outline first, then in its own colour.
    for (color, is_rim) in [(OUTLINE, true), (&white, false)] {
        match tile.sign {
            Some(TARGET) => out.push_str(&target((w, h), tile.piece.is_some(), color, is_rim)),
            Some(sign) => {
                let (size, wide) = (side * 0.3, if is_rim { 32 } else { 16 });
                let _ = write!(
                    out,
                    "<g transform=\"translate({} 0) scale({})\" stroke=\"{color}\" \
                     fill=\"{color}\" stroke-width=\"{wide}\" stroke-linecap=\"round\">{}</g>",
                    w - size,
                    size / 100.0,
                    drawn_sign(sign)
                );
            }
            None => {}
        }
        if tile.cursor {
            let (long, thick) = (side * 0.25, (side * 0.07).max(2.0));
            let inset = thick / 2.0;
            let (right, bottom) = (w - inset, h - inset);
            let (far, low) = (w - long, h - long);
            let thick = if is_rim { thick * 1.8 } else { thick };
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" d=\"\
                 M{inset} {long}V{inset}H{long} M{far} {inset}H{right}V{long} \
                 M{right} {low}V{bottom}H{far} M{long} {bottom}H{inset}V{low}\"/>"
            );
        }
    }
    out.push_str("</svg>");
    out
}

/// Draws where the piece picked up can go: a dot in the middle of the square, or a ring around the piece that
/// it would take.
fn target((width, height): (f64, f64), takes: bool, color: &str, is_rim: bool) -> String {
    let side = width.min(height);
    let rim = if is_rim { 0.04 } else { 0.0 };
    let (radius, fill, thick) = match takes {
        true => (side * 0.43, "none", side * (0.08 + rim)),
        false => (side * 0.17, color, side * rim),
    };
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{color}\" \
         stroke-width=\"{thick}\"/>",
        width / 2.0,
        height / 2.0
    )
}

/// Returns a sign of a square in a field of 100 by 100.
fn drawn_sign(sign: &str) -> String {
    let turn = ARROWS.iter().position(|(_, _, arrow)| *arrow == sign);
    match (sign, turn) {
        (_, Some(turn)) => format!(
            "<path transform=\"rotate({} 50 50)\" fill=\"none\" d=\"M50 85V18M25 42L50 18L75 42\"/>",
            turn * 45
        ),
        ("×", _) => "<path d=\"M25 25L75 75M75 25L25 75\"/>".into(),
        ("!", _) => "<path d=\"M50 15V55\"/><circle cx=\"50\" cy=\"82\" r=\"4\"/>".into(),
        _ => "<circle cx=\"50\" cy=\"50\" r=\"16\"/>".into(),
    }
}

#[cfg(test)]
mod picture_tests {
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

    /// Reads sixels as a terminal does: width, height, and the colour of each pixel.
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
                    bytes.next().expect("what is repeated")
                }
                sixel => sixel,
            };
            assert!((NONE..NONE + 64).contains(&sixel), "{sixel}");
            for column in column..column + many {
                for row in (0..BAND).filter(|row| (sixel - NONE) >> row & 1 == 1) {
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

    fn check(image: &Pixmap, apart: u32) {
        let mut text = String::new();
        encode(&mut text, image);
        let (width, height, pixels) = shown(&text);
        assert_eq!(
            (width as u32, height as u32),
            (image.width(), image.height())
        );
        for (at, (pixel, shown)) in image.pixels().iter().zip(pixels).enumerate() {
            let wanted = [pixel.red(), pixel.green(), pixel.blue()].map(percent);
            assert!(
                distance(wanted, shown) <= apart,
                "pixel {at}: {wanted:?} {shown:?}"
            );
        }
    }

    #[test]
    fn a_small_image_is_written_as_the_manual_of_the_terminal_says() {
        let image = image(5, 7, |x, y| match (x, y) {
            (0, 0) | (4, 6) => [255, 0, 0],
            _ => [0, 0, 255],
        });
        let mut text = String::new();
        encode(&mut text, &image);
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
    fn more_colours_than_a_terminal_has_room_for_become_the_frequent_ones_that_are_near() {
        // Three hundred: the hundred of the first rows are rare, and each has a neighbour.
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
