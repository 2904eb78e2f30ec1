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
