//! A square as a vector drawing: its ground, lines, the piece, its sign and the cursor. What lies on
//! the ground has a dark outline, so that it is clear on light and on dark squares.

use super::Tile;
use crate::editor::widgets::board::signs::{ARROWS, TARGET};
use crate::editor::widgets::theme::{Role, Theme};
use crate::exchange::diagram::pieces::{self, OUTLINE};
use resvg::tiny_skia::{self, Pixmap};
use resvg::usvg;
use std::fmt::Write as _;

/// Returns a drawing as pixels.
pub(super) fn paint(svg: &str, (width, height): (u32, u32)) -> Option<Pixmap> {
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
pub(super) fn svg(tile: &Tile, (width, height): (u32, u32), theme: &Theme) -> String {
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
        out.push_str(&pieces::inside(piece));
    }
    out.push_str("</g>");
    let white = hex(theme.fg(Role::SquareSign));
    if tile.sign == Some(TARGET) {
        out.push_str(&target((width, height), tile.piece.is_some(), &white));
    } else if let Some(sign) = tile.sign {
        let size = f64::from(side) * 0.3;
        let (x, y) = (f64::from(width) - size, 0.0);
        for (color, width) in [(OUTLINE, 32), (&white, 16)] {
            let _ = write!(
                out,
                "<g transform=\"translate({x} {y}) scale({})\" stroke=\"{color}\" \
                 fill=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\">{}</g>",
                size / 100.0,
                drawn_sign(sign)
            );
        }
    }
    if tile.cursor {
        let (w, h) = (f64::from(width), f64::from(height));
        let (long, thick) = (f64::from(side) * 0.25, (f64::from(side) * 0.07).max(2.0));
        let inset = thick / 2.0;
        let (right, bottom) = (w - inset, h - inset);
        for (color, thick) in [(OUTLINE, thick * 1.8), (&white, thick)] {
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" d=\"\
                 M{inset} {long}V{inset}H{long} M{} {inset}H{right}V{long} \
                 M{right} {}V{bottom}H{} M{long} {bottom}H{inset}V{}\"/>",
                w - long,
                h - long,
                w - long,
                h - long
            );
        }
    }
    out.push_str("</svg>");
    out
}

/// Draws where the piece picked up can go: a dot in the middle of the square, or a ring around the piece that
/// it would take.
fn target((width, height): (u32, u32), takes: bool, white: &str) -> String {
    let side = f64::from(width.min(height));
    let (x, y) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
    let mut out = String::new();
    for (color, rim) in [(OUTLINE, 0.04), (white, 0.0)] {
        let (radius, fill, thick) = match takes {
            true => (side * 0.43, "none", side * (0.08 + rim)),
            false => (side * 0.17, color, side * rim),
        };
        // Writing to a string can't fail.
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{color}\" \
             stroke-width=\"{thick}\"/>"
        );
    }
    out
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
