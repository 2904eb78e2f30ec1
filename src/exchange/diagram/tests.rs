//! Diagrams are read as they are shown, and drawings show the record.

use super::*;
use crate::epd::{ReadOptions, Record};

const LINES: [&str; 3] = [
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - am Qh4; bm Nc6; id \"Open & <game>\";",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 am O-O; bm O-O-O exd6; id \"50% of $a_b\";",
    "4k3/8/8/8/8/8/4P3/4K3 w - -",
];

fn drawing(line: &str, seen: Orientation) -> Drawing {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    Drawing::of(&record, seen, true, "a.epd:1").expect("it can be read")
}

#[test]
fn text_diagrams_from_either_side_read_back_as_their_positions() {
    for line in LINES {
        for seen in [Orientation::White, Orientation::Black, Orientation::Mover] {
            let drawing = drawing(line, seen);
            for (border, coordinates) in
                [(true, true), (true, false), (false, true), (false, false)]
            {
                let around = BoardFrame {
                    border,
                    coordinates,
                };
                // Without digits, the side of view is unknown.
                if !coordinates && drawing.below.is_black() {
                    continue;
                }
                for draw in [letters, figures] {
                    let mut text = String::new();
                    draw(&drawing, around, &mut text);
                    let expected = Diagram {
                        board: drawing.board.clone(),
                        side: drawing.side,
                    };
                    assert_eq!(read(&text), Some(expected), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_turned_board_without_lines_has_turned_coordinates() {
    let around = BoardFrame {
        border: false,
        coordinates: true,
    };
    let mut text = String::new();
    let rook = "4k3/8/8/8/8/8/4P3/R3K3 b - - id \"rook\";";
    letters(&drawing(rook, Orientation::Mover), around, &mut text);
    assert_eq!(
        text,
        "1  . . . K . . . R\n2  . . . P . . . .\n3  . . . . . . . .\n4  . . . . . . . .\n\
         5  . . . . . . . .\n6  . . . . . . . .\n7  . . . . . . . .\n8  . . . k . . . .\n\n   \
         h g f e d c b a\nrook\nBlack to move\n"
    );
}

#[test]
fn arrows_are_the_best_moves_over_those_to_avoid_and_castling_is_the_kings_way() {
    let arrows_of = |line: &str| {
        let arrows = drawing(line, Orientation::White).arrows;
        let arrows = arrows
            .iter()
            .map(|arrow| format!("{:?} {}-{}", arrow.sense, arrow.from, arrow.to));
        arrows.collect::<Vec<_>>()
    };
    assert_eq!(arrows_of(LINES[0]), ["Avoid d8-h4", "Best b8-c6"]);
    assert_eq!(
        arrows_of(LINES[1]),
        ["Avoid e1-g1", "Best e1-c1", "Best e5-d6"]
    );
    assert_eq!(arrows_of(LINES[2]), [""; 0]);
}

#[test]
fn a_table_of_markdown_has_eight_rows_and_the_label_below() {
    let mut text = String::new();
    markdown(
        &drawing(LINES[1], Orientation::White),
        BoardFrame::default(),
        &mut text,
    );
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "| | a | b | c | d | e | f | g | h |");
    assert_eq!(lines[2], "| **8** | ♜ | | | | ♚ | | | ♜ |");
    assert_eq!(lines[5], "| **5** | | | | ♟ | ♙ | | | |");
    assert_eq!(lines[11], "50% of $a\\_b · White to move");
}

#[test]
fn a_label_contains_no_latex_command() {
    let mut text = String::new();
    latex(
        &drawing(LINES[1], Orientation::Black),
        Package::Chessboard,
        BoardFrame::default(),
        &mut text,
    );
    assert_eq!(
        text,
        "\\chessboard[setfen={r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1},inverse=true,showmover=false,\
         label=true,border=true,pgfstyle=straightmove,arrow=to,linewidth=0.1em,color=red,markmoves={e1-g1},\
         pgfstyle=straightmove,arrow=to,linewidth=0.1em,color=green!50!black,markmoves={e1-c1,e5-d6}]\n\
         \\par 50\\% of \\$a\\_b, White to move\n"
    );
    text.clear();
    latex(
        &drawing(LINES[2], Orientation::White),
        Package::Skak,
        BoardFrame::default(),
        &mut text,
    );
    let board = "\\notationon\\fenboard{4k3/8/8/8/8/8/4P3/4K3 w - - 0 1}\\showboard\n";
    assert!(text.starts_with(board), "{text}");
}

#[test]
fn a_picture_has_all_pieces_and_a_label_contains_no_markup() {
    let drawings: Vec<_> = LINES
        .iter()
        .map(|line| drawing(line, Orientation::White))
        .collect();
    let pieces: usize = drawings
        .iter()
        .map(|drawing| drawing.board.occupied().count())
        .sum();
    for text in [
        svg(&drawings, Style::default(), 2),
        html(&drawings, Style::default(), "A & B"),
    ] {
        assert_eq!(text.matches("<use href=\"#board\"/>").count(), 3);
        assert_eq!(text.matches("<use href=\"#").count(), 3 + pieces);
        assert!(text.contains("Open &amp; &lt;game&gt;"));
        assert!(!text.contains("<game>"));
        assert_eq!(
            text.matches("<svg ").count(),
            text.matches("</svg>").count()
        );
    }
}

#[cfg(feature = "pictures")]
#[test]
fn a_png_shows_the_squares_and_one_too_large_is_refused() {
    let style = Style {
        around: BoardFrame {
            border: false,
            coordinates: false,
        },
        ..Style::default()
    };
    let one = [Drawing {
        label: String::new(),
        ..drawing(LINES[2], Orientation::White)
    }];
    let bytes = png(&one, style, 1).expect("a picture");
    let map = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("a picture");
    // 8.7 squares wide, because the side to move is shown next to the board.
    assert_eq!((map.width(), map.height()), (435, 400));
    let color = |x, y| {
        let pixel = map.pixel(x, y).expect("within").demultiply();
        u32::from_be_bytes([0, pixel.red(), pixel.green(), pixel.blue()])
    };
    let [light, dark] = Theme::Slate.squares();
    assert_eq!(
        [color(3, 3), color(53, 3), color(3, 396)],
        [light, dark, dark]
    );
    assert_ne!(color(225, 375), light, "a king stands there");
    let many = vec![one[0].clone(); 2000];
    let refused = png(&many, style, 4).expect_err("too large");
    assert!(matches!(refused, PngError::Size(..)), "{refused}");
}

#[track_caller]
fn check(text: &str, placement: &str, side: Option<Color>) {
    let diagram = read(text).expect("a diagram");
    assert_eq!(diagram.board.to_string(), placement);
    assert_eq!(diagram.side, side);
}

const ENDING: &str = "4k3/8/8/3p4/8/2N5/8/R3K3";

#[test]
fn rows_of_letters_and_dots_are_a_board() {
    let text = "....k...\n........\n........\n...p....\n........\n..N.....\n........\nR...K...";
    check(text, ENDING, None);
}

#[test]
fn digits_and_letters_around_the_squares_are_not_pieces() {
    let text = "Black to move\n\
        8  . . . . k . . .\n7  . . . . . . . .\n6  . . . . . . . .\n5  . . . p . . . .\n\
        4  . . . . . . . .\n3  . . N . . . . .\n2  . . . . . . . .\n1  R . . . K . . .\n\
        \x20  a b c d e f g h\n";
    check(text, ENDING, Some(Color::Black));
}

#[test]
fn a_ruled_diagram_has_blanks_for_empty_squares() {
    let rule = "+---+---+---+---+---+---+---+---+\n";
    let rows = [
        "|   |   |   |   | k |   |   |   | 8\n",
        "|   |   |   |   |   |   |   |   | 7\n",
        "|   |   |   |   |   |   |   |   | 6\n",
        "|   |   |   | p |   |   |   |   | 5\n",
        "|   |   |   |   |   |   |   |   | 4\n",
        "|   |   | N |   |   |   |   |   | 3\n",
        "|   |   |   |   |   |   |   |   | 2\n",
        "| R |   |   |   | K |   |   |   | 1\n",
    ];
    let text = format!("{rule}{}  a   b   c   d   e   f   g   h\n", rows.join(rule));
    check(&text, ENDING, None);
}

#[test]
fn figures_are_pieces_and_a_first_row_marked_1_is_seen_from_black() {
    let text = "1 · · · ♔ · · · ♖\n2 · · · · · · · ·\n3 · · · · · ♘ · ·\n4 · · · · · · · ·\n\
        5 · · · · ♟\u{FE0E} · · ·\n6 · · · · · · · ·\n7 · · · · · · · ·\n8 · · · ♚ · · · ·\n";
    check(text, ENDING, None);
}

#[test]
fn text_without_eight_rows_is_not_a_diagram() {
    assert_eq!(read("........\n........"), None);
    assert_eq!(read(&"........\n".repeat(9)), None);
    assert_eq!(read("hello\n--------\n"), None);
    assert_eq!(read(""), None);
}
