//! Sixel: bands of six rows; in each band, one colour after the other, a character says which of a
//! column's six pixels have that colour.

use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Colours that every terminal with sixels has room for. A square has few; more come from smooth edges.
const MOST_COLOURS: usize = 256;
/// Rows of a band.
const BAND: usize = 6;
/// A character for no pixel; each pixel adds its bit.
const NONE: u8 = b'?';

/// Red, green and blue in percent, as sixels say them.
type Colour = [u8; 3];

/// Writes an image, whose pixels are all opaque.
pub(super) fn encode(out: &mut String, image: &Pixmap) {
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

#[cfg(test)]
mod tests {
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
