//! Squares as images: the vector pieces of `assets/pieces` on their background, in the protocol of the
//! terminal. Each square is an image, so that a change of the board sends only the changed squares.

use super::blocks::Arrow;
use super::protocols::{Placements, TilePart, inline_text, place_inline};
use super::{ARROWS, Pieces, TARGET};
use crate::editor::widgets::Rect;
use crate::editor::widgets::canvas::area;
use crate::editor::widgets::theme::{Role, SEEN_BEHIND, Theme};
use crate::exchange::diagram::{self, OUTLINE};
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use resvg::tiny_skia::{self, Pixmap};
use resvg::usvg;
use rustc_hash::FxHashMap;
use shakmaty::Piece;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

/// The image protocol of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    Kitty,
    Iterm2,
    Sixel,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    pub piece: Option<Piece>,
    pub ground: Role,
    pub sign: Option<&'static str>,
    pub cursor: bool,
    /// In cells.
    pub cols: u16,
    pub rows: u16,
    /// Lines that cross it, relative to this square.
    pub lines: Vec<Arrow>,
    pub dimmed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub area: Rect,
    /// Columns and rows of the square that are left of the part and above it.
    pub from: (u16, u16),
}

/// Returns the visible parts of a square under an overlay: above, below, left and right of it.
fn parts(square: Rect, over: Option<Rect>) -> Vec<Part> {
    let over = over.filter(|over| over.overlaps(square));
    // Without an overlay all rows are above it.
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

/// The images of the squares, made on demand.
pub struct Images {
    graphics: Graphics,
    cell: (u16, u16),
    theme: Cell<Theme>,
    made: RefCell<FxHashMap<TilePart, Option<String>>>,
    /// Kitty's images lie over the cells: those shown, and those to show.
    placed: RefCell<Placements>,
}

/// More images than a screen needs; at this number the cache is cleared.
const MOST: usize = 2048;

impl Images {
    /// Makes images for cells of `cell` pixels; `None` if the terminal does not report the size of its cells.
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

    /// Returns the block art for squares that can't be images: terminals with kitty's protocol draw sextants.
    pub(super) fn instead(&self) -> Pieces {
        match self.graphics {
            Graphics::Kitty => Pieces::Sextants,
            Graphics::Iterm2 | Graphics::Sixel => Pieces::Quadrants,
        }
    }

    pub(crate) fn begin(&self, theme: Theme) {
        let theme = theme.for_images();
        if self.theme.replace(theme) != theme {
            self.made.borrow_mut().clear();
            self.placed.borrow_mut().forget();
        }
    }

    /// Returns the sequences to write after a frame, for protocols whose images are not part of the text: only
    /// the changes. If no image was drawn, they remove all.
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

    /// Draws the visible parts of a square under an overlay `over`, on its background, which is already drawn;
    /// returns false if the image can't be made.
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

    fn draw_inline(&self, tile: &Tile, part: Part, buffer: &mut Buffer) -> bool {
        let mut made = self.made.borrow_mut();
        if made.len() > MOST {
            made.clear();
        }
        // The image does not depend on its place.
        let (cols, rows) = (part.area.width, part.area.height);
        let key = Part {
            area: Rect::new(0, 0, cols, rows),
            ..part
        };
        let image = made.entry((tile.clone(), key)).or_insert_with(|| {
            let ((x, y), (width, height)) = (self.pixels(part.from), self.pixels((cols, rows)));
            let (x, y) = (i32::try_from(x).ok()?, i32::try_from(y).ok()?);
            let area = tiny_skia::IntRect::from_xywh(x, y, width, height)?;
            let image = self.paint(tile)?.clone_rect(area)?;
            inline_text(self.graphics, &image, cols, rows)
        });
        if let Some(image) = image {
            place_inline(image, area(part.area), buffer);
        }
        image.is_some()
    }

    fn paint(&self, tile: &Tile) -> Option<Pixmap> {
        let size = self.pixels((tile.cols, tile.rows));
        paint(&svg(tile, size, &self.theme.get()), size)
    }
}

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

/// Returns a square as SVG: background, lines, the piece, its sign and the cursor. Lines and signs have a dark
/// outline, so that they are clear on light and on dark squares.
fn svg(tile: &Tile, (width, height): (u32, u32), theme: &Theme) -> String {
    let hex = |color: Option<Color>| match color {
        Some(Color::Rgb(r, g, b)) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => "#6e7d8e".to_owned(),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        hex(theme.style(tile.ground).bg)
    );
    let side = width.min(height);
    let (x, y) = ((width - side) / 2, (height - side) / 2);
    let scale = f64::from(side) / 100.0;
    // Writing to a string can't fail.
    for line in &tile.lines {
        out.push_str(&line.svg((width, height), &hex(theme.style(line.role).fg)));
    }
    let _ = write!(out, "<g transform=\"translate({x} {y}) scale({scale})\">");
    if let Some(piece) = tile.piece {
        out.push_str(&diagram::inside(piece));
    }
    out.push_str("</g>");
    let white = hex(theme.style(Role::SquareSign).fg);
    let (w, h) = (f64::from(width), f64::from(height));
    let side = f64::from(side);
    // All shapes in a dark outline first, then in their own colour.
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
    if tile.dimmed {
        let opacity = f32::from(100 - SEEN_BEHIND) / 100.0;
        let ground = hex(theme.style(Role::Screen).bg);
        let _ = write!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\" fill-opacity=\"{opacity}\"/>"
        );
    }
    out.push_str("</svg>");
    out
}

/// Draws the mark of a square that the held piece can move to: a dot, or a ring around a piece it would capture.
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

/// Returns the SVG of a sign in a field of 100 by 100.
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
mod tests;
