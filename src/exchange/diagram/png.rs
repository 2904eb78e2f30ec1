//! Diagrams as bitmaps.

use crate::exchange::diagram::svg::{Style, SvgSheet};
use crate::exchange::diagram::{Drawing, strokes};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// The largest number of pixels of a picture; each takes four bytes of memory.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The reason why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    #[error("a picture of {0} by {1} pixels is too large; choose a smaller size or fewer records")]
    Size(u64, u64),
    #[error("the picture can't be drawn: {0}")]
    Drawing(String),
}

/// Checks that a sheet of `count` diagrams can be drawn, before they exist.
///
/// # Errors
/// The sheet would be too large.
pub fn png_fits(count: u64, style: Style, columns: u32) -> Result<(), PngError> {
    fits(SvgSheet::new(style, columns, true).pixels(count)).map(drop)
}

/// Returns width and height, if they are not too large.
fn fits((width, height): (u64, u64)) -> Result<(u32, u32), PngError> {
    let sides = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let within = width
        .checked_mul(height)
        .is_some_and(|all| all <= MOST_PIXELS);
    sides
        .filter(|_| within)
        .ok_or(PngError::Size(width, height))
}

/// Returns true if the label of a drawing has letters that pictures show as a box: instead of fonts there are only
/// the letters of Western and Central Europe.
pub fn png_lacks(drawing: &Drawing) -> bool {
    strokes::lacks(&drawing.label)
}

/// Draws one diagram, or many as a sheet with `columns` in a row, on white.
///
/// # Errors
/// The picture would be too large, or its SVG can't be rendered.
pub fn png(drawings: &[Drawing], style: Style, columns: u32) -> Result<Vec<u8>, PngError> {
    let mut sheet = SvgSheet::of(drawings, style, columns);
    sheet.has_fonts = false;
    let (width, height) = fits(sheet.pixels(drawings.len() as u64))?;
    let failed = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
    let options = usvg::Options::default();
    let tree = usvg::Tree::from_str(&sheet.with(drawings), &options);
    let tree = tree.map_err(|error| failed(&error))?;
    let mut map =
        Pixmap::new(width, height).ok_or_else(|| PngError::Size(width.into(), height.into()))?;
    map.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut map.as_mut());
    map.encode_png().map_err(|error| failed(&error))
}

/// Returns width and height of a PNG picture, and its pixels row by row: red, green, blue and opacity, a byte each.
/// `None` if it can't be decoded.
pub fn pixels(png: &[u8]) -> Option<(u32, u32, Vec<u8>)> {
    let map = Pixmap::decode_png(png).ok()?;
    Some((map.width(), map.height(), map.take_demultiplied()))
}
