//! Squares as images: the vector pieces of `assets/pieces` on their ground, one image a square, in
//! the form that the terminal shows. Each square is an image of its own, so that a change of the
//! board sends the squares that changed and no others.

mod drawing;
mod inline;
mod kitty;
mod sixel;

use super::arrows::Arrow;
use crate::editor::widgets::canvas::area;
use crate::editor::widgets::geometry::Rect;
use crate::editor::widgets::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use resvg::tiny_skia::{self, Pixmap};
use rustc_hash::FxHashMap;
use shakmaty::Piece;
use std::cell::{Cell, RefCell};

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
        drawing::paint(&drawing::svg(tile, size, &self.theme.get()), size)
    }
}

#[cfg(test)]
mod tests;
