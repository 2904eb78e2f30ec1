//! Block art: hand-drawn pieces of two tones, four or six pixels a cell.
//!
//! The drawings stand as text in `art/`: one block a square size, the six pieces side by side;
//! `#` is the piece, `+` its other tone, `.` the square.

use super::put;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::{Rect, SquareSize};
use ratatui::style::Style;
use shakmaty::Role as Figure;
use std::sync::LazyLock;

/// The pixels of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Two columns of two.
    Quadrants = 2,
    /// Two columns of three.
    Sextants = 3,
}

impl Kind {
    /// Returns rows of pixels in a cell.
    pub(super) const fn rows(self) -> usize {
        self as usize
    }
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
    let quadrants = include_str!("art/quadrants.txt").split("\n\n");
    let sextants = include_str!("art/sextants.txt").split("\n\n");
    let quadrants = quadrants.filter_map(|block| read(Kind::Quadrants, block));
    let sextants = sextants.filter_map(|block| read(Kind::Sextants, block));
    quadrants.chain(sextants).collect()
});

/// Returns the drawings for squares of a size, where there are any.
pub(super) fn find(kind: Kind, size: SquareSize) -> Option<&'static Art> {
    let mut drawn = DRAWN.iter();
    drawn.find(|art| art.kind == kind && art.size == size)
}

fn read(kind: Kind, block: &str) -> Option<Art> {
    let mut lines = block.lines();
    let (cols, rows) = lines.next()?.split_once('x')?;
    let size = SquareSize::new(cols.parse().ok()?, rows.parse().ok()?);
    let rows: Vec<Vec<&[u8]>> = lines
        .map(|row| row.split(' ').map(str::as_bytes).collect())
        .collect();
    let (cols, high) = (usize::from(size.cols), usize::from(size.rows));
    let pieces = std::array::from_fn(|figure| {
        let cells = (0..cols * high).map(|at| {
            let (left, top) = (at % cols * 2, at / cols * kind.rows());
            let bits = |sign: u8| {
                let is_drawn = |bit: &usize| {
                    let row = rows.get(top + bit / 2).and_then(|row| row.get(figure));
                    row.and_then(|row| row.get(left + bit % 2)) == Some(&sign)
                };
                let bits = (0..2 * kind.rows()).filter(is_drawn);
                bits.fold(0, |bits, bit| bits | 1 << bit)
            };
            ArtCell {
                piece: bits(b'#'),
                detail: bits(b'+'),
            }
        });
        cells.collect()
    });
    Some(Art { size, kind, pieces })
}

impl Art {
    /// Draws a piece on its square. A cell has two colours: one that the outline cuts keeps
    /// square and piece, one inside has the piece and its other tone.
    pub(super) fn draw(
        &self,
        figure: Figure,
        rect: Rect,
        [piece, detail]: [Style; 2],
        canvas: &mut Canvas<'_>,
    ) {
        // King to pawn.
        let cells = self.pieces.get(6 - usize::from(figure));
        let all = (1u8 << (2 * self.kind.rows())) - 1;
        let places = rect
            .rows()
            .flat_map(|row| (row.x..row.right()).map(move |x| (x, row.y)));
        for (cell, at) in cells.into_iter().flatten().zip(places) {
            let shape = cell.piece | cell.detail;
            let (bits, style) = match (cell.piece, cell.detail) {
                (0, 0) => continue,
                (bits, 0) => (bits, piece),
                (0, bits) => (bits, detail),
                (bits, _) if shape == all => {
                    let both = Style {
                        bg: detail.fg,
                        ..piece
                    };
                    (bits, both)
                }
                _ => (shape, piece),
            };
            let symbol = symbol(self.kind, bits);
            put(canvas, at, symbol.encode_utf8(&mut [0; 4]), style);
        }
    }
}

/// Returns the character whose pixels are the bits: upper left first, row by row.
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
            let name = format!("{}x{}", art.size.cols, art.size.rows);
            let block = text
                .split("\n\n")
                .find(|block| block.lines().next() == Some(&name));
            let rows: Vec<_> = block
                .into_iter()
                .flat_map(|block| block.lines().skip(1))
                .collect();
            assert_eq!(
                rows.len(),
                usize::from(art.size.rows) * art.kind.rows(),
                "{name}"
            );
            for row in rows {
                let pieces: Vec<_> = row.split(' ').collect();
                assert_eq!(pieces.len(), 6, "{row}");
                for piece in pieces {
                    assert_eq!(piece.len(), usize::from(art.size.cols) * 2, "{name}: {row}");
                }
            }
        }
    }

    #[test]
    fn every_size_of_three_rows_or_more_is_drawn_in_both_kinds() {
        for size in SquareSize::ALL {
            if size.rows >= 3 {
                assert!(find(Kind::Quadrants, size).is_some(), "{size:?}");
                assert!(find(Kind::Sextants, size).is_some(), "{size:?}");
            }
        }
    }

    #[test]
    fn pieces_one_above_the_other_do_not_touch() {
        for art in DRAWN.iter() {
            let cols = usize::from(art.size.cols);
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
