//! Diagrams as SVG: one, or a sheet of many that share the drawings of the pieces.

use crate::exchange::diagram::{
    Arrow, BoardFrame, Drawing, OUTLINE, Sense, Theme, inside, strokes,
};
use shakmaty::{Color, Piece, Role};
use std::fmt::Write as _;

/// The side of a square, in units of the drawing.
const SQUARE: u32 = 100;
pub(super) const BOARD: u32 = 8 * SQUARE;
/// The width of the line around the board.
const BORDER: u32 = 6;
/// The width of the margin for coordinates.
const COORDINATE: u32 = 54;
const MOVER: u32 = 70;
const LABEL: u32 = 96;
/// The height of capitals in coordinates and labels.
const SMALL: f64 = 26.0;
const LARGE: f64 = 38.0;
/// The colour of everything outside the board.
const INK: &str = "#2b3138";
const BEST: &str = "#3f9142";
const AVOID: &str = "#c4473a";

/// The style of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub around: BoardFrame,
    pub theme: Theme,
    /// The side of the board in pixels.
    pub size: u32,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            around: BoardFrame::default(),
            theme: Theme::default(),
            size: 400,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    left: u32,
    top: u32,
    pub width: u32,
    pub height: u32,
    has_label: bool,
}

impl Measures {
    pub(super) fn of(around: BoardFrame, has_label: bool) -> Self {
        let edge = if around.border { BORDER } else { 0 };
        let coordinate = if around.coordinates { COORDINATE } else { edge };
        let label = if has_label { LABEL } else { 0 };
        Self {
            left: coordinate,
            top: edge,
            width: coordinate + BOARD + MOVER,
            height: edge + BOARD + coordinate + label,
            has_label,
        }
    }
}

/// Writes the definitions that diagrams share: the pieces and the squares.
pub(super) fn defs(style: Style, out: &mut String) {
    out.push_str("<defs>\n");
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            let drawn: String = inside(piece).lines().map(str::trim).collect();
            let _ = writeln!(out, "<g id=\"{}\">{drawn}</g>", name(piece));
        }
    }
    let [light, dark] = style.theme.squares();
    let mut squares = String::new();
    for row in 0..8 {
        for column in (0..8).filter(|column| (column + row) % 2 == 1) {
            let _ = write!(
                squares,
                "M{} {}h100v100h-100z",
                column * SQUARE,
                row * SQUARE
            );
        }
    }
    let _ = writeln!(
        out,
        "<g id=\"board\"><rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"#{light:06x}\"/>\
         <path fill=\"#{dark:06x}\" d=\"{squares}\"/></g>\n</defs>"
    );
}

/// Returns the id of a piece: `wk`, `bp`.
fn name(piece: Piece) -> String {
    format!("{}{}", piece.color.char(), piece.role.char())
}

pub(super) fn diagram(
    drawing: &Drawing,
    style: Style,
    measures: Measures,
    has_fonts: bool,
    out: &mut String,
) {
    let Measures { left, top, .. } = measures;
    if style.around.border {
        let (x, y, side) = (left - BORDER.min(left), top - BORDER, BOARD + 2 * BORDER);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{INK}\"/>"
        );
    }
    let _ = writeln!(
        out,
        "<g transform=\"translate({left} {top})\"><use href=\"#board\"/>"
    );
    for (square, piece) in drawing.board.clone() {
        let (column, row) = drawing.place(square);
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>",
            name(piece),
            column * SQUARE,
            row * SQUARE
        );
    }
    // Arrows are translucent and above the pieces; below, a piece would hide the arrow of a capture on a neighbouring
    // square.
    if !drawing.arrows.is_empty() {
        out.push_str("<g opacity=\".85\">");
        let lines = drawing.arrows.iter();
        lines.for_each(|arrow| out.push_str(&(move_line(drawing, *arrow) + "\n")));
        out.push_str("</g>");
    }
    mover(drawing, out);
    out.push_str("</g>\n");
    if style.around.coordinates {
        for (at, (rank, file)) in (0..8).zip(drawing.ranks().iter().zip(drawing.files())) {
            let middle = f64::from(at * SQUARE + SQUARE / 2);
            let (x, y) = (f64::from(left) - 30.0, f64::from(top) + middle);
            word(&rank.char().to_string(), (x, y), SMALL, has_fonts, out);
            let (x, y) = (f64::from(left) + middle, f64::from(top + BOARD) + 32.0);
            word(&file.char().to_string(), (x, y), SMALL, has_fonts, out);
        }
    }
    if measures.has_label && !drawing.label.is_empty() {
        let below = if style.around.coordinates {
            COORDINATE
        } else {
            BORDER
        };
        let y = f64::from(top + BOARD + below + LABEL / 2);
        let middle = f64::from(left + BOARD / 2);
        word(
            &shortened(&drawing.label),
            (middle, y),
            LARGE,
            has_fonts,
            out,
        );
    }
}

/// Returns a label cut to the width of the board.
fn shortened(label: &str) -> String {
    const MOST: usize = 26;
    let label: String = label.chars().filter(|char| !char.is_control()).collect();
    match label.chars().nth(MOST) {
        Some(_) => label.chars().take(MOST - 3).collect::<String>() + "...",
        None => label,
    }
}

/// Draws a dot to the right of the board, on the side and in the colour of the side to move.
fn mover(drawing: &Drawing, out: &mut String) {
    let Some(side) = drawing.side else { return };
    let row = if side == drawing.below { 7 } else { 0 };
    let fill = side.fold_wb("#ffffff", INK);
    let (x, y) = (BOARD + 40, row * SQUARE + SQUARE / 2);
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"19\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"5\"/>"
    );
}

fn word(text: &str, (x, y): (f64, f64), height: f64, has_fonts: bool, out: &mut String) {
    match has_fonts {
        true => {
            // A capital is about 0.72 of its font's size.
            let size = height / 0.72;
            let base = y + height / 2.0;
            let _ = writeln!(
                out,
                "<text x=\"{x:.0}\" y=\"{base:.0}\" font-size=\"{size:.0}\" text-anchor=\"middle\" \
                 font-family=\"sans-serif\" fill=\"{INK}\">{}</text>",
                escaped(text)
            );
        }
        false => {
            let text = &strokes::spelled(text);
            let scale = height / strokes::HEIGHT;
            let left = x - strokes::width(text) * scale / 2.0;
            let top = y - height / 2.0;
            let _ = writeln!(
                out,
                "<path transform=\"translate({left:.1} {top:.1}) scale({scale:.3})\" fill=\"none\" \
                 stroke=\"{INK}\" stroke-width=\".8\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\" d=\"{}\"/>",
                strokes::path(text)
            );
        }
    }
}

/// Escapes text, so that nothing in it is markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            char if char.is_control() => plain.push(' '),
            char => plain.push(char),
        }
    }
    plain
}

fn move_line(drawing: &Drawing, arrow: Arrow) -> String {
    let ends = [arrow.from, arrow.to].map(|square| {
        let (column, row) = drawing.place(square);
        [column, row].map(|place| f64::from(place * SQUARE + SQUARE / 2))
    });
    let onto_piece = drawing.board.piece_at(arrow.to).is_some();
    match arrow.sense {
        Sense::Best => line(ends, onto_piece, false, BEST, [1.0, 1.0]),
        Sense::Avoid => line(ends, onto_piece, true, AVOID, [1.0, 1.0]),
    }
}

/// Draws the line of a move between the middles of two squares of 100 by 100 units, over its outline: a solid line
/// with a head, or for a move to avoid a dashed line with a cross, so that shapes differ as much as colours. `scale`
/// has a factor for each direction.
pub(crate) fn line(
    [from, to]: [[f64; 2]; 2],
    onto_piece: bool,
    is_avoided: bool,
    color: &str,
    scale: [f64; 2],
) -> String {
    let (across, down) = (to[0] - from[0], to[1] - from[1]);
    let whole = across.hypot(down).max(1.0);
    let (ux, uy) = (across / whole, down / whole);
    // The shortest reach further into both squares; otherwise they would be a head without a line.
    let before = match onto_piece {
        true => whole.mul_add(0.3, -12.0).min(40.0),
        false => 8.0,
    };
    let (begin, end) = ((whole * 0.3).min(40.0), whole - before);
    let point = |along: f64, beside: f64| {
        let x = from[0] + ux * along - uy * beside;
        let y = from[1] + uy * along + ux * beside;
        format!("{:.1} {:.1}", x * scale[0], y * scale[1])
    };
    let [wide, high] = scale.map(|scale| scale * 40.0);
    let unit = scale[0].min(scale[1]);
    let mut out = String::new();
    for (color, rim) in [(OUTLINE, 6.0), (color, 0.0)] {
        let (thick, rim) = ((15.0 + rim) * unit, rim * unit);
        // Writing to a string can't fail.
        let _ = match is_avoided {
            false => {
                let neck = end - 40.0;
                write!(
                    out,
                    "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" d=\"M{}L{}\"/>\
                     <path fill=\"{color}\" stroke=\"{color}\" stroke-width=\"{rim}\" d=\"M{}L{}L{}Z\"/>",
                    point(begin, 0.0),
                    point(neck + 2.0, 0.0),
                    point(end, 0.0),
                    point(neck, 28.0),
                    point(neck, -28.0)
                )
            }
            true => {
                let (x, y) = (from[0] + ux * end, from[1] + uy * end);
                write!(
                    out,
                    "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" \
                     stroke-dasharray=\"{} {}\" d=\"M{}L{}\"/>\
                     <path fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" \
                     d=\"M{:.1} {:.1}l{wide} {high}m0 -{high}l-{wide} {high}\"/>",
                    34.0 * unit,
                    26.0 * unit,
                    point(begin, 0.0),
                    point((end - 20.0).max(begin), 0.0),
                    (x - 20.0) * scale[0],
                    (y - 20.0) * scale[1]
                )
            }
        };
    }
    out
}

const GAP: u32 = 60;

/// Returns diagrams as one picture, with `columns` in a row; a single diagram has no margin.
pub fn svg(drawings: &[Drawing], style: Style, columns: u32) -> String {
    SvgSheet::of(drawings, style, columns).with(drawings)
}

/// A picture of many diagrams, written one by one, so that none stays in memory.
///
/// The height is known only at the end, so the caller stores the output of [`SvgSheet::add`], and then writes it
/// between [`SvgSheet::head`] and [`SvgSheet::END`].
#[derive(Clone, Copy, Debug)]
pub struct SvgSheet {
    style: Style,
    /// Whether the viewer has fonts; otherwise letters are strokes.
    pub(in crate::exchange::diagram) has_fonts: bool,
    columns: u64,
    each: Measures,
    edge: u32,
    count: u64,
}

impl SvgSheet {
    /// The end of the picture.
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

    /// Appends a diagram.
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
