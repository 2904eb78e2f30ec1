//! Diagrams side by side in one picture.

use std::fmt::Write as _;

use super::{BOARD, Measures, Style, defs, diagram};
use crate::exchange::diagram::drawing::Drawing;

/// The space between the diagrams of a sheet.
const GAP: u32 = 60;

/// Returns diagrams as one picture, with `columns` in a row; a single diagram has no margin.
pub fn svg(drawings: &[Drawing], style: Style, columns: u32) -> String {
    SvgSheet::of(drawings, style, columns).with(drawings)
}

/// A picture of many diagrams, each written as it comes, so that none is held.
///
/// The height is known only at the end, so the output of [`SvgSheet::add`] is kept elsewhere, and goes between
/// [`SvgSheet::head`] and [`SvgSheet::END`].
#[derive(Clone, Copy, Debug)]
pub struct SvgSheet {
    style: Style,
    /// Whether the viewer has fonts; otherwise letters are strokes.
    pub(in crate::exchange::diagram) has_fonts: bool,
    columns: u64,
    each: Measures,
    /// The margin around all diagrams.
    edge: u32,
    count: u64,
}

impl SvgSheet {
    pub const END: &'static str = "</svg>\n";

    /// Returns a sheet without diagrams, with `columns` in a row and room for labels.
    pub fn new(style: Style, columns: u32, has_labels: bool) -> Self {
        Self {
            style,
            has_fonts: true,
            columns: u64::from(columns.max(1)),
            each: Measures::of(style.around, has_labels),
            edge: GAP,
            count: 0,
        }
    }

    /// Returns a sheet for these diagrams.
    pub(in crate::exchange::diagram) fn of(
        drawings: &[Drawing],
        style: Style,
        columns: u32,
    ) -> Self {
        let has_labels = drawings.iter().any(|drawing| !drawing.label.is_empty());
        Self {
            edge: if drawings.len() == 1 { 0 } else { GAP },
            ..Self::new(style, columns, has_labels)
        }
    }

    /// Returns the whole picture with these diagrams.
    pub(in crate::exchange::diagram) fn with(mut self, drawings: &[Drawing]) -> String {
        let mut body = String::with_capacity(drawings.len() * 2500);
        for drawing in drawings {
            self.add(drawing, &mut body);
        }
        self.head() + &body + Self::END
    }

    pub fn add(&mut self, drawing: &Drawing, out: &mut String) {
        let place = |at: u64, size: u32| u64::from(self.edge) + at * u64::from(size + GAP);
        let (x, y) = (
            place(self.count % self.columns, self.each.width),
            place(self.count / self.columns, self.each.height),
        );
        // Writing to a string can't fail.
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        diagram(drawing, self.style, self.each, self.has_fonts, out);
        out.push_str("</g>\n");
        self.count += 1;
    }

    /// Returns the beginning of the picture, for the diagrams added.
    pub fn head(&self) -> String {
        let (width, height) = self.units(self.count);
        let (wide, high) = self.pixels(self.count);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        defs(self.style, &mut out);
        if self.edge > 0 {
            let _ = writeln!(
                out,
                "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
            );
        }
        out
    }

    /// Returns the width and height of a sheet of `count` diagrams, in units of the drawing.
    fn units(&self, count: u64) -> (u64, u64) {
        let count = count.max(1);
        let along = |count: u64, size: u32| {
            count * u64::from(size + GAP) - u64::from(GAP) + 2 * u64::from(self.edge)
        };
        (
            along(self.columns.min(count), self.each.width),
            along(count.div_ceil(self.columns), self.each.height),
        )
    }

    /// Returns the width and height of a sheet of `count` diagrams, in pixels.
    pub(in crate::exchange::diagram) fn pixels(&self, count: u64) -> (u64, u64) {
        let (width, height) = self.units(count);
        let pixels = |units: u64| (units * u64::from(self.style.size)).div_ceil(u64::from(BOARD));
        (pixels(width), pixels(height))
    }
}
