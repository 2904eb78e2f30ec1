//! Block art: hand-drawn pieces of two tones, four or six pixels a cell.
//!
//! The drawings stand as text in `art/`: one block a square size, the six pieces side by side;
//! `#` is the piece, `+` its other tone, `.` the square.

use std::sync::LazyLock;

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use shakmaty::Role as Figure;

use crate::editor::layout::{Rect, SquareSize};

use super::{FIGURES, put};

/// How many pixels a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Two columns of two.
    Quadrants,
    /// Two columns of three.
    Sextants,
}

impl Kind {
    /// Rows of pixels in a cell.
    pub(super) const fn rows(self) -> usize {
        match self {
            Self::Quadrants => 2,
            Self::Sextants => 3,
        }
    }
}

/// A pixel of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pixel {
    Square,
    Piece,
    Detail,
}

/// The cells of one piece: pixels of the piece and of its detail, a bit each, rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ArtCell {
    piece: u8,
    detail: u8,
}

/// The six pieces for one square size.
#[derive(Debug)]
pub(super) struct Art {
    size: SquareSize,
    kind: Kind,
    /// For each piece its cells, row by row.
    pieces: [Vec<ArtCell>; 6],
}

static DRAWN: LazyLock<Vec<Art>> = LazyLock::new(|| {
    [
        (Kind::Quadrants, include_str!("art/quadrants.txt")),
        (Kind::Sextants, include_str!("art/sextants.txt")),
    ]
    .into_iter()
    .flat_map(|(kind, text)| {
        text.split("\n\n")
            .filter_map(move |block| read(kind, block))
    })
    .collect()
});

/// The drawings for squares of a size, where there are any.
pub(super) fn find(kind: Kind, size: SquareSize) -> Option<&'static Art> {
    DRAWN
        .iter()
        .find(|art| art.kind == kind && art.size == size)
}

fn read(kind: Kind, block: &str) -> Option<Art> {
    let mut lines = block.lines();
    let name = lines.next()?;
    let size = SquareSize::ALL
        .into_iter()
        .find(|size| format!("{}x{}", size.cols(), size.rows()) == name)?;
    let rows: Vec<&str> = lines.collect();
    let pieces = std::array::from_fn(|figure| {
        let rows: Vec<Vec<Pixel>> = rows
            .iter()
            .map(|row| {
                row.split(' ')
                    .nth(figure)
                    .unwrap_or_default()
                    .chars()
                    .map(pixel)
                    .collect()
            })
            .collect();
        cells(kind, size, &rows)
    });
    Some(Art { size, kind, pieces })
}

fn pixel(sign: char) -> Pixel {
    match sign {
        '#' => Pixel::Piece,
        '+' => Pixel::Detail,
        _ => Pixel::Square,
    }
}

fn cells(kind: Kind, size: SquareSize, rows: &[Vec<Pixel>]) -> Vec<ArtCell> {
    let mut cells = Vec::new();
    for row in 0..usize::from(size.rows()) {
        for column in 0..usize::from(size.cols()) {
            let mut cell = ArtCell::default();
            for bit in 0..2 * kind.rows() {
                let line = rows.get(row * kind.rows() + bit / 2);
                match line.and_then(|line| line.get(column * 2 + bit % 2)) {
                    Some(Pixel::Piece) => cell.piece |= 1 << bit,
                    Some(Pixel::Detail) => cell.detail |= 1 << bit,
                    Some(Pixel::Square) | None => {}
                }
            }
            cells.push(cell);
        }
    }
    cells
}

impl Art {
    /// Draws a piece on its square. A cell has two colours: one that the outline cuts keeps
    /// square and piece, one inside has the piece and its other tone.
    pub(super) fn draw(
        &self,
        figure: Figure,
        rect: Rect,
        piece: Style,
        detail: Style,
        buffer: &mut Buffer,
    ) {
        let at = FIGURES
            .iter()
            .position(|&drawn| drawn == figure)
            .unwrap_or_default();
        let Some(cells) = self.pieces.get(at) else {
            return;
        };
        let all = (1u8 << (2 * self.kind.rows())) - 1;
        for (index, cell) in cells.iter().enumerate() {
            let column = rect.x + (index % usize::from(self.size.cols())) as u16;
            let row = rect.y + (index / usize::from(self.size.cols())) as u16;
            let shape = cell.piece | cell.detail;
            if shape == 0 {
                continue;
            }
            let (bits, style) = if cell.detail == 0 {
                (cell.piece, piece)
            } else if cell.piece == 0 {
                (cell.detail, detail)
            } else if shape == all {
                let mut both = piece;
                both.bg = detail.fg;
                (cell.piece, both)
            } else {
                (shape, piece)
            };
            put(
                buffer,
                column,
                row,
                symbol(self.kind, bits).encode_utf8(&mut [0; 4]),
                style,
            );
        }
    }
}

/// The character whose pixels are the bits: upper left first, row by row.
pub(super) fn symbol(kind: Kind, bits: u8) -> char {
    const QUADRANTS: [char; 16] = [
        ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
    ];
    match kind {
        Kind::Quadrants => QUADRANTS.get(usize::from(bits)).copied().unwrap_or('█'),
        Kind::Sextants => match bits {
            0 => ' ',
            // The halves and the whole stand elsewhere in Unicode; the rest is in order.
            0b010101 => '▌',
            0b101010 => '▐',
            63.. => '█',
            _ => {
                let gaps = u32::from(bits > 0b010101) + u32::from(bits > 0b101010);
                char::from_u32(0x1FB00 + u32::from(bits) - 1 - gaps).unwrap_or('█')
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_has_its_size_and_six_pieces() {
        for art in DRAWN.iter() {
            let text = match art.kind {
                Kind::Quadrants => include_str!("art/quadrants.txt"),
                Kind::Sextants => include_str!("art/sextants.txt"),
            };
            let name = format!("{}x{}", art.size.cols(), art.size.rows());
            let block = text
                .split("\n\n")
                .find(|block| block.lines().next() == Some(&name));
            let rows: Vec<_> = block
                .into_iter()
                .flat_map(|block| block.lines().skip(1))
                .collect();
            assert_eq!(
                rows.len(),
                usize::from(art.size.rows()) * art.kind.rows(),
                "{name}"
            );
            for row in rows {
                let pieces: Vec<_> = row.split(' ').collect();
                assert_eq!(pieces.len(), 6, "{row}");
                for piece in pieces {
                    assert_eq!(
                        piece.len(),
                        usize::from(art.size.cols()) * 2,
                        "{name}: {row}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_size_of_three_rows_or_more_is_drawn_in_both_kinds() {
        for size in SquareSize::ALL {
            if size.rows() >= 3 {
                assert!(find(Kind::Quadrants, size).is_some(), "{size:?}");
                assert!(find(Kind::Sextants, size).is_some(), "{size:?}");
            }
        }
    }

    #[test]
    fn pieces_one_above_the_other_do_not_touch() {
        for art in DRAWN.iter() {
            let cols = usize::from(art.size.cols());
            let (upper, lower) = (0b11, 0b11 << (2 * (art.kind.rows() - 1)));
            let drawn = |cells: &[ArtCell], bits: u8| {
                let shape = |cell: &ArtCell| (cell.piece | cell.detail) & bits != 0;
                cells.iter().any(shape)
            };
            let top = art.pieces.iter().any(|cells| drawn(&cells[..cols], upper));
            let below = |cells: &Vec<ArtCell>| drawn(&cells[cells.len() - cols..], lower);
            let bottom = art.pieces.iter().any(below);
            assert!(!(top && bottom), "{:?} {:?}", art.kind, art.size);
        }
    }

    #[test]
    fn pieces_differ_in_every_drawing() {
        for art in DRAWN.iter() {
            for (at, piece) in art.pieces.iter().enumerate() {
                assert!(piece.iter().any(|cell| cell.piece != 0));
                let later = art.pieces.iter().skip(at + 1);
                assert!(
                    later.into_iter().all(|other| other != piece),
                    "{:?} {at}",
                    art.size
                );
            }
        }
    }

    #[test]
    fn block_characters_are_those_of_their_pixels() {
        assert_eq!(symbol(Kind::Quadrants, 0b0110), '▞');
        assert_eq!(symbol(Kind::Sextants, 1), '\u{1FB00}');
        assert_eq!(symbol(Kind::Sextants, 0b010110), '\u{1FB14}');
        assert_eq!(symbol(Kind::Sextants, 0b101011), '\u{1FB28}');
        assert_eq!(symbol(Kind::Sextants, 62), '\u{1FB3B}');
        assert_eq!(symbol(Kind::Sextants, 63), '█');
    }
}
