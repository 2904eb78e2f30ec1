//! Tests of the drawn board: squares, pieces, marks and coordinates at each size.

use super::{BoardView, Marks, PieceLook, Pieces};
use crate::editor::state::settings::piece_styles;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Background, Depth, Theme};
use crate::editor::widgets::{BoardGrid, SquareSize};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect as Area;
use shakmaty::{Bitboard, Board, Square};

fn look(pieces: Pieces) -> PieceLook {
    PieceLook {
        pieces,
        covered: None,
        dimmed: false,
    }
}

fn draw_on(buffer: &mut Buffer, view: &BoardView<'_>, theme: &Theme) {
    let mut canvas = Canvas {
        buffer,
        theme,
        images: None,
        cursor: None,
    };
    view.draw(&mut canvas);
}

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
        board: &board,
        marks,
        look: look(pieces),
    };
    let bounds = grid.bounds();
    let mut buffer = Buffer::empty(Area::new(0, 0, bounds.right() + 1, bounds.bottom() + 2));
    draw_on(&mut buffer, &view, &Theme::new(Background::Dark, depth));
    (buffer, grid)
}

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
fn the_pieces_differ_at_every_size_in_every_look_and_depth() {
    let kinds = [
        Square::A1,
        Square::B1,
        Square::C1,
        Square::D1,
        Square::E1,
        Square::A2,
    ];
    for size in SquareSize::all(SquareSize::USUAL_CELL) {
        for (_, pieces, _) in piece_styles() {
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
                let cells = |rect: crate::editor::widgets::Rect| {
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
    for size in SquareSize::all(SquareSize::USUAL_CELL) {
        let (buffer, grid) = draw(size, Pieces::Quadrants, marks.clone(), Depth::None);
        let mut signs = vec![(Square::B4, "↑"), (Square::C4, "●"), (Square::D4, "!")];
        if size.rows < 2 {
            signs.extend([(Square::E5, "↑"), (Square::E4, "•"), (Square::G5, "×")]);
        }
        for (square, sign) in signs {
            let drawn = symbols(&buffer, grid, square);
            assert!(drawn.contains(sign), "{square} at {size:?}: {drawn}");
        }
    }
}

/// Draws every piece and every mark: the white queen's best move, the black knight's move to avoid, a check as
/// a problem, a piece picked up and its targets, the last move, the cursor.
fn drawn(size: SquareSize, pieces: Pieces, background: Background, depth: Depth) -> Buffer {
    let grid = BoardGrid {
        x: 2,
        y: 0,
        size,
        flipped: false,
    };
    let board: Board = "r3k3/1p4b1/8/2n5/1q6/6N1/P2Q4/R1B1K3"
        .parse()
        .expect("a placement");
    let view = BoardView {
        grid,
        board: &board,
        marks: Marks {
            cursor: Some(Square::G3),
            picked: Some(Square::G3),
            targets: Bitboard::from_square(Square::E4) | Bitboard::from_square(Square::H5),
            problems: Bitboard::from_square(Square::E8),
            best: vec![(Square::D2, Square::B4)],
            avoid: vec![(Square::D2, Square::D7)],
            last: Some((Square::A8, Square::C8)),
            looked: None,
            thought: Vec::new(),
        },
        look: look(pieces),
    };
    let bounds = grid.bounds();
    let mut buffer = Buffer::empty(Area::new(0, 0, bounds.right(), bounds.bottom() + 1));
    draw_on(&mut buffer, &view, &Theme::new(background, depth));
    buffer
}

#[test]
fn every_size_with_every_mark() {
    for size in SquareSize::all(SquareSize::USUAL_CELL) {
        let name = format!("{}x{}", size.cols, size.rows);
        let drawn = drawn(size, Pieces::Quadrants, Background::Dark, Depth::Full);
        insta::assert_debug_snapshot!(name, drawn);
    }
}

#[test]
fn every_look_with_every_mark() {
    for (name, pieces, size) in [
        ("sextants", Pieces::Sextants, SquareSize::new(6, 3)),
        ("figures", Pieces::Figures, SquareSize::new(4, 2)),
        ("letters", Pieces::Letters, SquareSize::new(2, 1)),
    ] {
        let drawn = drawn(size, pieces, Background::Dark, Depth::Full);
        insta::assert_debug_snapshot!(name, drawn);
    }
}

#[test]
fn every_kind_of_screen_with_every_mark() {
    for (name, background, depth) in [
        ("light", Background::Light, Depth::Full),
        ("palette_of_256", Background::Dark, Depth::Palette),
        ("sixteen_colours", Background::Dark, Depth::Sixteen),
        ("no_colour", Background::Dark, Depth::None),
    ] {
        for size in [SquareSize::new(2, 1), SquareSize::new(6, 3)] {
            let name = format!("{name}_{}x{}", size.cols, size.rows);
            let drawn = drawn(size, Pieces::Quadrants, background, depth);
            insta::assert_debug_snapshot!(name, drawn);
        }
    }
}

#[test]
fn without_colour_the_shape_of_its_line_identifies_a_move() {
    for size in SquareSize::all(SquareSize::USUAL_CELL)
        .into_iter()
        .filter(|size| size.rows >= 2)
    {
        let buffer = drawn(size, Pieces::Quadrants, Background::Dark, Depth::None);
        let grid = BoardGrid {
            x: 2,
            y: 0,
            size,
            flipped: false,
        };
        // The best move's line is whole on the square in between; the other one has gaps.
        let blocks = |square| {
            let drawn = symbols(&buffer, grid, square);
            drawn.chars().filter(|c| ('▀'..='▟').contains(c)).count()
        };
        assert!(blocks(Square::C3) > 0, "{size:?}");
        let column: Vec<String> = [Square::D3, Square::D4, Square::D5, Square::D6]
            .into_iter()
            .flat_map(|square| {
                let rect = grid.rect(square);
                let middle = rect.x + rect.width / 2;
                let rows = (rect.y..rect.bottom()).rev();
                rows.map(move |row| (middle, row))
            })
            .map(|at| buffer[at].symbol().to_owned())
            .collect();
        let changes = column.windows(2).filter(|pair| pair[0] != pair[1]);
        let gaps = changes.count();
        assert!(gaps >= 3, "{size:?}: {column:?}");
    }
}
