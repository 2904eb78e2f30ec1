use super::*;
use crate::editor::widgets::board::images::{paint, svg};
use crate::editor::widgets::theme::{Background, Depth, Role};
use crate::exchange::diagram::Theme as BoardColours;
use shakmaty::{Color, Role as Figure};

fn tile(piece: Option<Piece>) -> Tile {
    Tile {
        piece,
        ground: Role::DarkSquare,
        sign: None,
        cursor: false,
        cols: 5,
        rows: 2,
        lines: Vec::new(),
        dimmed: false,
    }
}

fn pixels(tile: Tile) -> Vec<u8> {
    let theme = Theme::new(Background::Dark, Depth::Full);
    let size = (u32::from(tile.cols) * 10, u32::from(tile.rows) * 20);
    let image = paint(&svg(&tile, size, &theme), size).expect("a drawing");
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
    seen.push(pixels(Tile {
        dimmed: true,
        ..tile(None)
    }));
    for (at, one) in seen.iter().enumerate() {
        assert_eq!(one.len(), 50 * 40 * 4);
        assert!(!seen[..at].contains(one), "drawing {at} looks like another");
    }
    // No background of the terminal shows through.
    assert!(
        seen.iter()
            .flat_map(|one| one.chunks(4))
            .all(|pixel| pixel[3] == 255)
    );
}

#[test]
fn inline_images_are_in_the_first_cell_of_their_square() {
    let theme = Theme::new(Background::Dark, Depth::Full);
    for (graphics, sequence) in [
        (Graphics::Iterm2, "\x1b]1337;File="),
        (Graphics::Sixel, "\x1bP"),
    ] {
        let images = Images::new(graphics, (10, 20), theme).expect("cells of that size");
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 10));
        let king = tile(Some(Figure::King.of(Color::White)));
        assert!(images.draw(&king, Rect::new(2, 3, 5, 2), None, &mut buffer));
        assert!(buffer[(2, 3)].symbol().contains(sequence), "{graphics:?}");
        assert_eq!(images.changes(), "");
        // Off the screen nothing is drawn.
        assert!(!images.draw(&tile(None), Rect::new(18, 3, 5, 2), None, &mut buffer));
    }
}

struct Screen {
    images: Images,
    buffer: Buffer,
}

impl Screen {
    fn new() -> Self {
        let theme = Theme::new(Background::Dark, Depth::Full);
        Self {
            images: Images::new(Graphics::Kitty, (10, 20), theme).expect("cells of that size"),
            buffer: Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 10)),
        }
    }

    fn frame(&mut self, squares: &[(Tile, Rect)], over: Option<Rect>) -> String {
        self.frame_in(Theme::new(Background::Dark, Depth::Full), squares, over)
    }

    fn frame_in(&mut self, theme: Theme, squares: &[(Tile, Rect)], over: Option<Rect>) -> String {
        self.images.begin(theme);
        for (tile, rect) in squares {
            assert!(self.images.draw(tile, *rect, over, &mut self.buffer));
        }
        self.images.changes()
    }
}

fn counts(sent: &str) -> [usize; 3] {
    ["a=t", "a=p", "a=d,d=i"].map(|action| sent.matches(action).count())
}

fn two_squares() -> [(Tile, Rect); 2] {
    let king = tile(Some(Figure::King.of(Color::White)));
    [
        (king, Rect::new(2, 3, 5, 2)),
        (tile(None), Rect::new(7, 3, 5, 2)),
    ]
}

#[test]
fn images_over_the_cells_are_sent_if_they_changed_and_removed() {
    let mut screen = Screen::new();
    let [a1, b1] = two_squares();
    let first = screen.frame(&[a1.clone(), b1.clone()], None);
    assert_eq!(counts(&first), [2, 2, 0]);
    assert!(
        first.starts_with("\x1b7\x1b_Ga=d,d=A") && first.contains("\x1b[4;3H"),
        "{first:?}"
    );
    assert!(first.ends_with("\x1b8"));
    assert_eq!(screen.frame(&[a1.clone(), b1.clone()], None), "");
    // The drawing of an empty square was sent before.
    let moved = screen.frame(&[(tile(None), a1.1), b1], None);
    assert_eq!(counts(&moved), [0, 1, 1]);
    // A page covers b1.
    let covered = screen.frame(&[(tile(None), a1.1)], None);
    assert_eq!(counts(&covered), [0, 0, 1]);
}

#[test]
fn a_square_under_a_dialog_is_shown_in_part_and_whole_afterwards() {
    let mut screen = Screen::new();
    let [a1, b1] = two_squares();
    screen.frame(&[a1.clone(), b1.clone()], None);
    // The dialog covers the right half of a1's lower row, and b1 from there on.
    let over = Some(Rect::new(5, 4, 20, 5));
    let dialog = screen.frame(&[a1.clone(), b1.clone()], over);
    assert_eq!(counts(&dialog), [0, 3, 0], "{dialog:?}");
    for part in ["x=0,y=0,w=50,h=20", "x=0,y=20,w=30,h=20"] {
        assert!(dialog.contains(part), "{part} in {dialog:?}");
    }
    let closed = screen.frame(&[a1, b1], None);
    assert_eq!(counts(&closed), [0, 2, 1], "{closed:?}");
}

#[test]
fn the_visible_part_of_a_square_excludes_overlays() {
    let square = Rect::new(10, 10, 5, 3);
    for x in 0..30 {
        for y in 0..30 {
            for (width, height) in [(1, 1), (3, 2), (7, 9)] {
                let over = Rect::new(x, y, width, height);
                let seen = parts(square, Some(over));
                for (column, row) in (8..18).flat_map(|x| (8..16).map(move |y| (x, y))) {
                    let times = seen.iter().filter(|part| part.area.contains(column, row));
                    let is_seen = square.contains(column, row) && !over.contains(column, row);
                    assert_eq!(times.count(), usize::from(is_seen), "{over:?}");
                }
            }
        }
    }
}

#[test]
fn other_colours_send_the_drawings_again() {
    let mut screen = Screen::new();
    let squares = two_squares();
    screen.frame(&squares, None);
    let brown = Theme {
        board: BoardColours::Brown,
        ..Theme::new(Background::Dark, Depth::Full)
    };
    assert_eq!(counts(&screen.frame_in(brown, &squares, None)), [2, 2, 0]);
    assert_eq!(screen.frame_in(brown, &squares, None), "");
}

#[test]
fn an_image_in_the_text_is_cut_where_a_dialog_begins() {
    let theme = Theme::new(Background::Dark, Depth::Full);
    let images = Images::new(Graphics::Iterm2, (10, 20), theme).expect("cells of that size");
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 10));
    let [(king, rect), _] = two_squares();
    let over = Some(Rect::new(5, 0, 9, 9));
    assert!(images.draw(&king, rect, over, &mut buffer));
    assert!(buffer[(2, 3)].symbol().contains("width=30px;height=40px"));
    assert_eq!(buffer[(5, 3)].symbol(), " ");
}

#[test]
fn a_terminal_that_does_not_say_how_large_its_cells_are_gets_no_images() {
    let theme = Theme::new(Background::Dark, Depth::Full);
    assert!(Images::new(Graphics::Kitty, (0, 0), theme).is_none());
    assert!(Images::new(Graphics::Kitty, (10, 0), theme).is_none());
}
