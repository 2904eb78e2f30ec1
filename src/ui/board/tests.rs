//! The drawn board: squares, pieces, marks and coordinates at each size.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect as Area;
use shakmaty::{Bitboard, Board, Square};

use super::{BoardView, Marks, Pieces};
use crate::app::layout::{BoardGrid, SquareSize};
use crate::ui::theme::{Depth, Shade, Theme};

fn draw(size: SquareSize, pieces: Pieces, marks: Marks, depth: Depth) -> (Buffer, BoardGrid) {
    let grid = BoardGrid {
        x: 3,
        y: 1,
        size,
        flipped: false,
    };
    let board = Board::new();
    let view = BoardView {
        grid,
        board: Some(&board),
        marks,
        pieces,
        images: None,
        covered: None,
    };
    let bounds = grid.bounds();
    let mut buffer = Buffer::empty(Area::new(0, 0, bounds.right() + 1, bounds.bottom() + 2));
    view.draw(&mut buffer, Theme::new(Shade::Dark, depth));
    (buffer, grid)
}

/// The symbols of a square, row by row.
fn symbols(buffer: &Buffer, grid: BoardGrid, square: Square) -> String {
    let rect = grid.rect(square);
    let mut out = String::new();
    for row in rect.y..rect.bottom() {
        for column in rect.x..rect.right() {
            out.push_str(buffer[(column, row)].symbol());
        }
    }
    out
}

#[test]
fn the_pieces_can_be_told_apart_at_every_size_in_every_look_and_depth() {
    let kinds = [
        Square::A1,
        Square::B1,
        Square::C1,
        Square::D1,
        Square::E1,
        Square::A2,
    ];
    for size in SquareSize::ALL {
        for pieces in Pieces::ALL {
            for depth in [Depth::Full, Depth::Palette, Depth::Sixteen, Depth::None] {
                let (buffer, grid) = draw(size, pieces, Marks::default(), depth);
                let mut seen = Vec::new();
                for square in kinds {
                    let drawn = symbols(&buffer, grid, square);
                    let what = format!("{square} at {size:?} as {pieces:?} in {depth:?}");
                    assert!(!drawn.trim().is_empty(), "{what}");
                    assert!(!seen.contains(&drawn), "{what} looks like another");
                    seen.push(drawn);
                }
                let (white, black) = (grid.rect(Square::E1), grid.rect(Square::E8));
                let cells = |rect: crate::app::layout::Rect| {
                    (0..rect.height).flat_map(move |row| {
                        (0..rect.width).map(move |column| (rect.x + column, rect.y + row))
                    })
                };
                let differs = cells(white).zip(cells(black)).any(|(w, b)| {
                    buffer[w].symbol() != buffer[b].symbol() || buffer[w].fg != buffer[b].fg
                });
                assert!(
                    differs,
                    "white and black at {size:?} as {pieces:?} in {depth:?}"
                );
            }
        }
    }
}

#[test]
fn every_mark_has_a_sign_that_needs_no_colour() {
    let marks = Marks {
        picked: Some(Square::B4),
        targets: Bitboard::from_square(Square::C4),
        problems: Bitboard::from_square(Square::D4),
        best: vec![(Square::E4, Square::E5)],
        avoid: vec![(Square::F4, Square::G5)],
        ..Marks::default()
    };
    for size in SquareSize::ALL {
        let (buffer, grid) = draw(size, Pieces::Quadrants, marks.clone(), Depth::None);
        for (square, sign) in [
            (Square::B4, "↑"),
            (Square::C4, "∙"),
            (Square::D4, "!"),
            (Square::E5, "↑"),
            (Square::E4, "•"),
            (Square::G5, "×"),
        ] {
            let drawn = symbols(&buffer, grid, square);
            assert!(drawn.contains(sign), "{square} at {size:?}: {drawn}");
        }
    }
}
