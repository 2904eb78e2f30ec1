//! Squares as images: the vector pieces of `assets/pieces` on their ground, one image a square, in
//! the form that the terminal shows. Each square is an image of its own, so that a change of the
//! board sends the squares that changed and no others.

mod inline;
mod kitty;
mod sixel;

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use resvg::tiny_skia::{self, Pixmap};
use resvg::usvg;
use rustc_hash::FxHashMap;
use shakmaty::{Color, Piece, Role as Figure, Square};

use super::arrows::Arrow;
use super::signs::TARGET;
use crate::app::layout::Rect;
use crate::ui::theme::{Role, Theme};

/// How a terminal is given images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// Kitty's protocol.
    Kitty,
    /// iTerm2's inline files.
    Iterm2,
    Sixel,
}

/// What is on a square.
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

/// The images of the squares, made when they are first needed.
pub struct Images {
    graphics: Graphics,
    /// Pixels of a cell.
    cell: (u16, u16),
    theme: Theme,
    /// Those that are part of the text.
    made: RefCell<FxHashMap<Tile, Option<String>>>,
    /// Kitty's images lie over the cells: which are there, and which shall be.
    placed: RefCell<kitty::Placements>,
}

impl std::fmt::Debug for Images {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Images")
            .field("graphics", &self.graphics)
            .field("cell", &self.cell)
            .finish_non_exhaustive()
    }
}

/// More images than a board with its marks needs: then those made are dropped.
const MOST: usize = 1024;

impl Images {
    /// Images for cells of so many pixels; `None` where the terminal does not say how large its
    /// cells are, or they can't be.
    pub fn new(graphics: Graphics, cell: (u16, u16), theme: Theme) -> Option<Self> {
        let right = |pixels: u16| (2..=200).contains(&pixels);
        (right(cell.0) && right(cell.1)).then(|| Self {
            graphics,
            cell,
            theme: theme.in_full_colour(),
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

    /// A new frame begins.
    pub(in crate::ui) fn begin(&self) {
        self.placed.borrow_mut().wanted.clear();
    }

    /// What is to be written to the terminal after a frame: sequences for the squares that
    /// changed, for those protocols whose images are no part of the text.
    pub fn changes(&self) -> String {
        self.placed.borrow_mut().changes(|tile| {
            let image = self.paint(tile)?;
            Some((image.width(), image.height(), image.take()))
        })
    }

    /// What takes all images off the terminal.
    pub fn removed(&self) -> String {
        self.begin();
        self.changes()
    }

    fn pixels(&self, tile: &Tile) -> (u32, u32) {
        (
            u32::from(tile.cols) * u32::from(self.cell.0),
            u32::from(tile.rows) * u32::from(self.cell.1),
        )
    }

    /// Draws a square, whose ground is drawn already; `false` where it can't be made.
    pub(super) fn draw(&self, tile: Tile, square: Square, rect: Rect, buffer: &mut Buffer) -> bool {
        let area = ratatui::layout::Rect::new(rect.x, rect.y, rect.width, rect.height);
        if buffer.area.intersection(area) != area {
            return false;
        }
        if self.graphics == Graphics::Kitty {
            let place = (tile, rect.x, rect.y);
            self.placed.borrow_mut().wanted.insert(square, place);
            return true;
        }
        let mut made = self.made.borrow_mut();
        if made.len() > MOST {
            made.clear();
        }
        let image = match made.entry(tile) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let tile = new.key();
                let image = self.paint(tile);
                let text = image
                    .and_then(|image| inline::text(self.graphics, &image, tile.cols, tile.rows));
                new.insert(text)
            }
        };
        let Some(image) = image else {
            return false;
        };
        inline::place(image, area, buffer);
        true
    }

    fn paint(&self, tile: &Tile) -> Option<Pixmap> {
        let size = self.pixels(tile);
        paint(&svg(tile, size, self.theme), size)
    }
}

/// A drawing as pixels.
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

/// A square as a drawing: ground, piece, sign, cursor.
fn svg(tile: &Tile, (width, height): (u32, u32), theme: Theme) -> String {
    let hex = |color: ratatui::style::Color| match color {
        ratatui::style::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => "#5c6a7a".to_owned(),
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
        out.push_str(&line.svg((width, height), &hex(theme.fg(line.sense.role()))));
    }
    let _ = write!(out, "<g transform=\"translate({x} {y}) scale({scale})\">");
    if let Some(piece) = tile.piece {
        out.push_str(&drawing(piece));
    }
    out.push_str("</g>");
    let white = hex(theme.fg(Role::SquareSign));
    if tile.sign == Some(TARGET) {
        out.push_str(&target((width, height), tile.piece.is_some(), &white));
    } else if let Some(sign) = tile.sign {
        let size = f64::from(side) * 0.3;
        let (x, y) = (f64::from(width) - size, 0.0);
        let _ = write!(
            out,
            "<g transform=\"translate({x} {y}) scale({})\" stroke=\"{white}\" fill=\"{white}\" \
             stroke-width=\"16\" stroke-linecap=\"round\">{}</g>",
            size / 100.0,
            drawn_sign(sign)
        );
    }
    if tile.cursor {
        let (w, h) = (f64::from(width), f64::from(height));
        let (long, thick) = (f64::from(side) * 0.25, (f64::from(side) * 0.07).max(2.0));
        let inset = thick / 2.0;
        let (right, bottom) = (w - inset, h - inset);
        let _ = write!(
            out,
            "<path fill=\"none\" stroke=\"{white}\" stroke-width=\"{thick}\" d=\"\
             M{inset} {long}V{inset}H{long} M{} {inset}H{right}V{long} \
             M{right} {}V{bottom}H{} M{long} {bottom}H{inset}V{}\"/>",
            w - long,
            h - long,
            w - long,
            h - long
        );
    }
    out.push_str("</svg>");
    out
}

/// The inside of a piece's file, in its colours.
fn drawing(piece: Piece) -> String {
    let text = match piece.role {
        Figure::King => include_str!("../../../assets/pieces/king.svg"),
        Figure::Queen => include_str!("../../../assets/pieces/queen.svg"),
        Figure::Rook => include_str!("../../../assets/pieces/rook.svg"),
        Figure::Bishop => include_str!("../../../assets/pieces/bishop.svg"),
        Figure::Knight => include_str!("../../../assets/pieces/knight.svg"),
        Figure::Pawn => include_str!("../../../assets/pieces/pawn.svg"),
    };
    let inside = text
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
        .map_or("", |(inside, _)| inside);
    match piece.color {
        Color::White => inside.replace("#556677", "#101418"),
        Color::Black => inside
            .replace("#556677", "#d5dae1")
            .replace("#ffffff", "#23272e")
            .replace("#101418", "#050608"),
    }
}

/// Where the piece picked up can go: a dot in the middle of the square, or a ring around the piece that
/// it would take.
fn target((width, height): (u32, u32), takes: bool, white: &str) -> String {
    let side = f64::from(width.min(height));
    let (x, y) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
    let (radius, fill, thick) = match takes {
        true => (side * 0.45, "none", side * 0.08),
        false => (side * 0.17, white, side * 0.03),
    };
    let edge = if takes { white } else { "#1a1e24" };
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" \
         stroke-width=\"{thick}\"/>"
    )
}

/// A sign of a square in a field of 100 by 100.
fn drawn_sign(sign: &str) -> String {
    let turn = match sign {
        "↑" => 0,
        "↗" => 45,
        "→" => 90,
        "↘" => 135,
        "↓" => 180,
        "↙" => 225,
        "←" => 270,
        "↖" => 315,
        "×" => return "<path d=\"M25 25L75 75M75 25L25 75\"/>".into(),
        "!" => return "<path d=\"M50 15V55\"/><circle cx=\"50\" cy=\"82\" r=\"4\"/>".into(),
        _ => return "<circle cx=\"50\" cy=\"50\" r=\"16\"/>".into(),
    };
    format!(
        "<path transform=\"rotate({turn} 50 50)\" fill=\"none\" d=\"M50 85V18M25 42L50 18L75 42\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Depth, Shade};

    fn tile(piece: Option<Piece>) -> Tile {
        Tile {
            piece,
            ground: Role::DarkSquare,
            sign: None,
            cursor: false,
            cols: 5,
            rows: 2,
            lines: Vec::new(),
        }
    }

    fn pixels(tile: Tile) -> Vec<u8> {
        let theme = Theme::new(Shade::Dark, Depth::Full);
        let size = (u32::from(tile.cols) * 10, u32::from(tile.rows) * 20);
        let image = paint(&svg(&tile, size, theme), size).expect("a drawing");
        image.take()
    }

    #[test]
    fn every_piece_sign_and_cursor_is_drawn_and_each_looks_different() {
        let mut seen = vec![pixels(tile(None))];
        for role in Figure::ALL {
            for color in Color::ALL {
                seen.push(pixels(tile(Some(role.of(color)))));
            }
        }
        let signs = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖", "×", "!", "●", "•"];
        for sign in signs {
            seen.push(pixels(Tile {
                sign: Some(sign),
                ..tile(None)
            }));
        }
        seen.push(pixels(Tile {
            cursor: true,
            ..tile(None)
        }));
        for (at, one) in seen.iter().enumerate() {
            assert_eq!(one.len(), 50 * 40 * 4);
            assert!(!seen[..at].contains(one), "drawing {at} looks like another");
        }
        // Nothing of the terminal's own ground shines through.
        assert!(
            seen.iter()
                .flat_map(|one| one.chunks(4))
                .all(|pixel| pixel[3] == 255)
        );
    }

    #[test]
    fn inline_images_stand_in_the_first_cell_of_their_square() {
        let theme = Theme::new(Shade::Dark, Depth::Full);
        for (graphics, sequence) in [
            (Graphics::Iterm2, "\x1b]1337;File="),
            (Graphics::Sixel, "\x1bP"),
        ] {
            let images = Images::new(graphics, (10, 20), theme).expect("cells of that size");
            let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 10));
            let king = tile(Some(Figure::King.of(Color::White)));
            assert!(images.draw(king, Square::A1, Rect::new(2, 3, 5, 2), &mut buffer));
            assert!(buffer[(2, 3)].symbol().contains(sequence), "{graphics:?}");
            assert_eq!(images.changes(), "");
            // Off the screen nothing is drawn, and nothing breaks.
            assert!(!images.draw(tile(None), Square::A1, Rect::new(18, 3, 5, 2), &mut buffer));
        }
    }

    #[test]
    fn images_over_the_cells_are_sent_where_they_changed_and_taken_away() {
        let theme = Theme::new(Shade::Dark, Depth::Full);
        let images = Images::new(Graphics::Kitty, (10, 20), theme).expect("cells of that size");
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 10));
        let king = tile(Some(Figure::King.of(Color::White)));
        let mut frame = |squares: &[(Tile, Square, Rect)]| {
            images.begin();
            for (tile, square, rect) in squares {
                assert!(images.draw(tile.clone(), *square, *rect, &mut buffer));
            }
            images.changes()
        };
        let a1 = (king, Square::A1, Rect::new(2, 3, 5, 2));
        let b1 = (tile(None), Square::B1, Rect::new(7, 3, 5, 2));
        let first = frame(&[a1.clone(), b1.clone()]);
        assert_eq!(first.matches("a=T").count(), 2);
        assert!(
            first.contains("\x1b[4;3H") && first.ends_with("\x1b8"),
            "{first:?}"
        );
        assert_eq!(frame(&[a1.clone(), b1.clone()]), "", "nothing changed");
        let moved = frame(&[(tile(None), a1.1, a1.2), b1]);
        assert_eq!(moved.matches("a=T").count(), 1);
        // A menu lies over b1 now.
        let covered = frame(&[(tile(None), a1.1, a1.2)]);
        assert_eq!(
            (
                covered.matches("a=T").count(),
                covered.matches("a=d").count()
            ),
            (0, 1)
        );
    }

    #[test]
    fn a_terminal_that_does_not_say_how_large_its_cells_are_gets_no_images() {
        let theme = Theme::new(Shade::Dark, Depth::Full);
        assert!(Images::new(Graphics::Kitty, (0, 0), theme).is_none());
        assert!(Images::new(Graphics::Kitty, (10, 0), theme).is_none());
    }
}
