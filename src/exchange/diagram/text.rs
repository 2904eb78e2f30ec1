//! Diagrams as text: letters in a grid, figures, and Markdown.

use shakmaty::Piece;

use super::drawing::Drawing;
use crate::exchange::page::markdown_text;

/// The surroundings of the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Whether lines are drawn between and around the squares.
    pub border: bool,
    /// Whether files have letters and ranks have digits.
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
pub fn letters(drawing: &Drawing, around: Around, out: &mut String) {
    draw(drawing, around, '.', Piece::char, out);
}

pub fn figures(drawing: &Drawing, around: Around, out: &mut String) {
    draw(drawing, around, '·', figure, out);
}

pub fn figure(piece: Piece) -> char {
    let figures = piece.color.fold_wb("♙♘♗♖♕♔", "♟♞♝♜♛♚");
    let at = usize::from(piece.role) - 1;
    figures.chars().nth(at).unwrap_or_default()
}

fn draw(
    drawing: &Drawing,
    around: Around,
    empty: char,
    sign: impl Fn(Piece) -> char,
    out: &mut String,
) {
    let row = |rank, empty: char, between: &str| {
        let signs = drawing.row(rank);
        let signs = signs.map(|piece| piece.map_or(empty, &sign).to_string());
        signs.collect::<Vec<_>>().join(between)
    };
    if around.border {
        out.push_str(RULE);
        for rank in drawing.ranks() {
            let coordinate = match around.coordinates {
                true => format!(" {}", rank.char()),
                false => String::new(),
            };
            out.push_str(&format!(
                "| {} |{coordinate}\n{RULE}",
                row(rank, ' ', " | ")
            ));
        }
        if around.coordinates {
            out.push_str(&format!("  {}\n", drawing.files_in_words("   ")));
        }
    } else {
        for rank in drawing.ranks() {
            if around.coordinates {
                out.push_str(&format!("{}  ", rank.char()));
            }
            out.push_str(&format!("{}\n", row(rank, empty, " ")));
        }
        if around.coordinates {
            out.push_str(&format!("\n   {}\n", drawing.files_in_words(" ")));
        }
    }
    let below = drawing.caption(&drawing.label, "\n");
    if !below.is_empty() {
        out.push_str(&below);
        out.push('\n');
    }
}

/// Appends a diagram as a table of Markdown.
pub fn markdown(drawing: &Drawing, around: Around, out: &mut String) {
    let head = match around.coordinates {
        true => format!("| | {} |\n|:-:|", drawing.files_in_words(" | ")),
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
    let label = markdown_text(&drawing.label);
    out.push_str(&format!("\n{}\n", drawing.caption(&label, " · ")));
}
