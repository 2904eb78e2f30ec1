//! Diagrams as text: letters in a grid, figures, and Markdown.

use shakmaty::{Color, Piece, Role};

use super::drawing::Drawing;

/// What stands around the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Lines between and around the squares.
    pub border: bool,
    /// Letters of files and digits of ranks.
    pub coordinates: bool,
}

impl Default for Around {
    fn default() -> Self {
        Self {
            border: true,
            coordinates: true,
        }
    }
}

const RULE: &str = "+---+---+---+---+---+---+---+---+\n";

/// Appends a diagram of letters, capitals for White.
///
/// ```
/// use epdit::epd::{ReadOptions, Record};
/// use epdit::exchange::diagram::{Around, Drawing, Seen, letters};
///
/// let line = b"4k3/8/8/8/8/8/4P3/R3K3 b - - id \"rook\";";
/// let record = Record::read(line, &ReadOptions::default());
/// let drawing = Drawing::of(&record, Seen::Mover, false, "").expect("it can be read");
/// let mut text = String::new();
/// letters(&drawing, Around { border: false, coordinates: true }, &mut text);
/// assert_eq!(
///     text,
///     "1  . . . K . . . R\n2  . . . P . . . .\n3  . . . . . . . .\n4  . . . . . . . .\n\
///      5  . . . . . . . .\n6  . . . . . . . .\n7  . . . . . . . .\n8  . . . k . . . .\n\n   \
///      h g f e d c b a\nrook\nBlack to move\n"
/// );
/// ```
pub fn letters(drawing: &Drawing, around: Around, out: &mut String) {
    draw(drawing, around, '.', Piece::char, out);
}

/// Appends a diagram of figures.
pub fn figures(drawing: &Drawing, around: Around, out: &mut String) {
    draw(drawing, around, '·', figure, out);
}

/// A piece as a figure.
pub fn figure(piece: Piece) -> char {
    let figures = match piece.color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    let [pawn, knight, bishop, rook, queen, king] = figures;
    match piece.role {
        Role::Pawn => pawn,
        Role::Knight => knight,
        Role::Bishop => bishop,
        Role::Rook => rook,
        Role::Queen => queen,
        Role::King => king,
    }
}

fn draw(
    drawing: &Drawing,
    around: Around,
    empty: char,
    sign: impl Fn(Piece) -> char,
    out: &mut String,
) {
    let inside = if around.border { ' ' } else { empty };
    if around.border {
        out.push_str(RULE);
    }
    for rank in drawing.ranks() {
        if around.coordinates && !around.border {
            out.push(rank.char());
            out.push_str("  ");
        }
        for (at, piece) in drawing.row(rank).enumerate() {
            let sign = piece.map_or(inside, &sign);
            match around.border {
                true => {
                    out.push_str("| ");
                    out.push(sign);
                    out.push(' ');
                }
                false => {
                    if at > 0 {
                        out.push(' ');
                    }
                    out.push(sign);
                }
            }
        }
        if around.border {
            out.push('|');
            if around.coordinates {
                out.push(' ');
                out.push(rank.char());
            }
        }
        out.push('\n');
        if around.border {
            out.push_str(RULE);
        }
    }
    if around.coordinates {
        let between = if around.border { "   " } else { " " };
        if !around.border {
            out.push('\n');
        }
        let files: Vec<String> = drawing
            .files()
            .iter()
            .map(|file| file.char().to_string())
            .collect();
        out.push_str(if around.border { "  " } else { "   " });
        out.push_str(&files.join(between));
        out.push('\n');
    }
    below(drawing, out);
}

/// The lines under a diagram.
fn below(drawing: &Drawing, out: &mut String) {
    for line in [Some(drawing.label.as_str()), drawing.to_move()]
        .into_iter()
        .flatten()
    {
        if !line.is_empty() {
            out.push_str(line);
            out.push('\n');
        }
    }
}

/// Appends a diagram as a table of Markdown.
pub fn markdown(drawing: &Drawing, around: Around, out: &mut String) {
    let files: Vec<String> = drawing
        .files()
        .iter()
        .map(|file| file.char().to_string())
        .collect();
    let head = match around.coordinates {
        true => format!("| | {} |\n|:-:|", files.join(" | ")),
        false => format!("|{}\n|", " |".repeat(8)),
    };
    out.push_str(&head);
    out.push_str(&":-:|".repeat(8));
    out.push('\n');
    for rank in drawing.ranks() {
        if around.coordinates {
            out.push_str(&format!("| **{}** ", rank.char()));
        }
        for piece in drawing.row(rank) {
            out.push_str("| ");
            if let Some(piece) = piece {
                out.push(figure(piece));
                out.push(' ');
            }
        }
        out.push_str("|\n");
    }
    let special = |char: char| {
        matches!(
            char,
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '#'
        )
    };
    let mut label = String::new();
    for char in drawing.label.chars() {
        if special(char) {
            label.push('\\');
        }
        label.push(char);
    }
    let parts: Vec<&str> = [Some(label.as_str()), drawing.to_move()]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    out.push_str(&format!("\n{}\n", parts.join(" · ")));
}
