//! Diagrams as one self-contained HTML page.

use std::fmt::Write as _;

use super::drawing::Drawing;
use super::svg::{BOARD, Measures, Style, defs, diagram, escaped};

const STYLE: &str = "\
:root { color-scheme: light; }
body { margin: 2rem; font-family: system-ui, sans-serif; background: #ffffff; color: #2b3138; }
main { display: flex; flex-wrap: wrap; gap: 2rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { margin-top: .4rem; text-align: center; overflow-wrap: anywhere; }
figcaption small { display: block; color: #5a636e; }
figure svg { display: block; width: 100%; height: auto; }
";

/// Returns a page with all diagrams.
pub fn html(drawings: &[Drawing], style: Style, title: &str) -> String {
    let mut out = String::with_capacity(8000 + drawings.len() * 2500);
    html_head(style, title, &mut out);
    for drawing in drawings {
        html_figure(drawing, style, &mut out);
    }
    out.push_str(HTML_END);
    out
}

pub const HTML_END: &str = "</main>\n</body>\n</html>\n";

/// Appends the head of a page, before the diagrams.
pub fn html_head(style: Style, title: &str, out: &mut String) {
    let width = Measures::of(style.around, false).width;
    // The width of its board.
    let wide = u64::from(width) * u64::from(style.size) / 800;
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}figure {{ width: min({wide}px, 100%); }}\n</style>\n</head>\n\
         <body>",
        escaped(title)
    );
    html_defs(style, out);
    out.push_str("<main>\n");
}

/// Appends the hidden definitions that the diagrams of a page share.
pub(crate) fn html_defs(style: Style, out: &mut String) {
    out.push_str(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" \
         style=\"position:absolute\" aria-hidden=\"true\">\n",
    );
    defs(style, out);
    out.push_str("</svg>\n");
}

/// Appends only the squares of a diagram.
pub(crate) fn html_board(drawing: &Drawing, style: Style, out: &mut String) {
    board(drawing, style, (BOARD, BOARD), out);
}

/// Appends a part of a diagram of this size, without its label, from the upper left.
fn board(drawing: &Drawing, style: Style, (width, height): (u32, u32), out: &mut String) {
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}\">",
        escaped(&drawing.fen)
    );
    let measures = Measures::of(style.around, false);
    diagram(drawing, style, measures, true, out);
    out.push_str("</svg>\n");
}

pub fn html_figure(drawing: &Drawing, style: Style, out: &mut String) {
    let Measures { width, height, .. } = Measures::of(style.around, false);
    out.push_str("<figure>\n");
    board(drawing, style, (width, height), out);
    let _ = writeln!(
        out,
        "<figcaption>{}<small>{}</small></figcaption>\n</figure>",
        escaped(&drawing.label),
        drawing.to_move().unwrap_or_default()
    );
}
