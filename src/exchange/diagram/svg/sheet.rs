//! Diagrams side by side in one picture.

use std::fmt::Write as _;

use super::{BOARD, Letters, Measures, Style, defs, diagram, measures};
use crate::exchange::diagram::drawing::Drawing;

/// Room between the diagrams of a sheet.
const GAP: u32 = 60;

/// One diagram as a picture of its own.
pub fn svg(drawing: &Drawing, style: Style) -> String {
    picture(std::slice::from_ref(drawing), style, 1, Letters::Text)
}

/// Many diagrams as one picture, so many in a row.
pub fn svg_sheet(drawings: &[Drawing], style: Style, columns: u32) -> String {
    picture(drawings, style, columns, Letters::Text)
}

/// Many diagrams as one picture, each written as it comes: none is held.
///
/// The height of the picture is known when all are there. So what [`SvgSheet::add`] appends is kept
/// elsewhere, and goes between [`SvgSheet::head`] and [`SvgSheet::END`].
#[derive(Clone, Copy, Debug)]
pub struct SvgSheet {
    style: Style,
    columns: u32,
    count: u64,
}

impl SvgSheet {
    /// What stands behind all diagrams.
    pub const END: &'static str = "</svg>\n";

    /// A sheet without diagrams.
    pub fn of(style: Style, columns: u32) -> Self {
        Self {
            style,
            columns,
            count: 0,
        }
    }

    /// Appends the next diagram.
    pub fn add(&mut self, drawing: &Drawing, out: &mut String) {
        let each = measures(self.style.around, true);
        let columns = u64::from(self.columns.max(1));
        let place = |at: u64, size: u32| u64::from(GAP) + at * u64::from(size + GAP);
        let (x, y) = (
            place(self.count % columns, each.width),
            place(self.count / columns, each.height),
        );
        placed(drawing, (x, y), self.style, each, Letters::Text, out);
        self.count += 1;
    }

    /// What stands before all diagrams that were added.
    pub fn head(&self) -> String {
        let mut out = String::new();
        let whole = Whole {
            count: self.count,
            labelled: true,
            outer: GAP,
        };
        head(whole, self.style, self.columns, &mut out);
        out
    }
}

/// What the measures of a picture follow from.
#[derive(Clone, Copy, Debug)]
struct Whole {
    count: u64,
    labelled: bool,
    /// Room at the edge.
    outer: u32,
}

impl Whole {
    fn of(drawings: &[Drawing]) -> Self {
        Self {
            count: u64::try_from(drawings.len()).unwrap_or(u64::MAX),
            labelled: drawings.iter().any(|drawing| !drawing.label.is_empty()),
            outer: if drawings.len() == 1 { 0 } else { GAP },
        }
    }

    fn units(self, style: Style, columns: u32) -> (u64, u64) {
        let each = measures(style.around, self.labelled);
        let count = self.count.max(1);
        let columns = u64::from(columns.max(1)).min(count);
        let along = |count: u64, size: u32| {
            count * u64::from(size + GAP) - u64::from(GAP) + 2 * u64::from(self.outer)
        };
        (
            along(columns, each.width),
            along(count.div_ceil(columns), each.height),
        )
    }

    fn pixels(self, style: Style, columns: u32) -> (u64, u64) {
        let (width, height) = self.units(style, columns);
        let pixels = |units: u64| (units * u64::from(style.size)).div_ceil(u64::from(BOARD));
        (pixels(width), pixels(height))
    }
}

/// The width and the height in pixels of a sheet of so many, with labels.
#[cfg(feature = "pictures")]
pub(in crate::exchange::diagram) fn pixels_of(
    count: u64,
    style: Style,
    columns: u32,
) -> (u64, u64) {
    let whole = Whole {
        count,
        labelled: true,
        outer: GAP,
    };
    whole.pixels(style, columns)
}

/// The width and the height in pixels of a picture.
#[cfg(feature = "pictures")]
pub(in crate::exchange::diagram) fn pixels(
    drawings: &[Drawing],
    style: Style,
    columns: u32,
) -> (u64, u64) {
    Whole::of(drawings).pixels(style, columns)
}

/// What stands before the diagrams of a picture.
fn head(whole: Whole, style: Style, columns: u32, out: &mut String) {
    let (width, height) = whole.units(style, columns);
    let (wide, high) = whole.pixels(style, columns);
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\">"
    );
    defs(style, out);
    if whole.outer > 0 {
        let _ = writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
        );
    }
}

/// A diagram at its place of a picture.
fn placed(
    drawing: &Drawing,
    (x, y): (u64, u64),
    style: Style,
    each: Measures,
    letters: Letters,
    out: &mut String,
) {
    let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
    diagram(drawing, style, each, letters, out);
    out.push_str("</g>\n");
}

pub(in crate::exchange::diagram) fn picture(
    drawings: &[Drawing],
    style: Style,
    columns: u32,
    letters: Letters,
) -> String {
    let whole = Whole::of(drawings);
    let each = measures(style.around, whole.labelled);
    let mut out = String::with_capacity(8000 + drawings.len() * 2500);
    head(whole, style, columns, &mut out);
    let columns = u64::from(columns.max(1));
    let place = |at: u64, size: u32| u64::from(whole.outer) + at * u64::from(size + GAP);
    for (at, drawing) in (0..).zip(drawings) {
        let place = (
            place(at % columns, each.width),
            place(at / columns, each.height),
        );
        placed(drawing, place, style, each, letters, &mut out);
    }
    out.push_str(SvgSheet::END);
    out
}
