//! Diagrams: read from text (eight rows of letters or figures, with or without rules, rank digits and file letters
//! around them, as in engine output and mails), and drawn as text, pictures and pages ([`Drawing`]).
//!
//! ```
//! use epdit::epd::shakmaty::{Board, Color};
//! use epdit::exchange::diagram;
//!
// As printed by Stockfish's command `d` and many other programs.
//! let text = "
//!  +---+---+---+---+---+---+---+---+
//!  | r | n | b | q | k | b | n | r | 8
//!  | p | p | p | p | p | p | p | p | 7
//!  |   |   |   |   |   |   |   |   | 6
//!  |   |   |   |   |   |   |   |   | 5
//!  |   |   |   |   |   |   |   |   | 4
//!  |   |   |   |   |   |   |   |   | 3
//!  | P | P | P | P | P | P | P | P | 2
//!  | R | N | B | Q | K | B | N | R | 1
//!    a   b   c   d   e   f   g   h
//! Black to move";
//! let diagram = diagram::read(text).expect("eight rows of eight");
//! assert_eq!((diagram.board, diagram.side), (Board::new(), Some(Color::Black)));
//! ```
//!
//! Pieces are vector drawings in a field of 100 by 100 units.

mod documents;
#[cfg(feature = "pictures")]
mod png;
mod strokes;
pub(crate) mod svg;

pub use documents::{
    HTML_END, Package, SHEET_END as LATEX_END, html, html_figure, html_head, latex,
    sheet as latex_sheet, sheet_diagram as latex_diagram, sheet_head as latex_head,
};
pub(crate) use documents::{html_board, html_defs};
pub(crate) use svg::escaped;
pub use svg::{Style, SvgSheet, svg};

use crate::epd::visible::visible;
use crate::epd::{Record, edit};
use crate::exchange::page::markdown_text;
use shakmaty::{Board, Chess, Color, File, Move, Piece, Position, Rank, Role, Square};

#[cfg(feature = "pictures")]
pub use png::{MOST_PIXELS, PngError, pixels, png, png_fits, png_lacks};

/// A diagram read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    pub board: Board,
    /// The side to move, if the text states it (`White to move`).
    pub side: Option<Color>,
}

/// A row of a diagram: eight squares, and the digit of its rank if present.
pub(super) struct Row {
    squares: Vec<Option<Piece>>,
    rank: Option<char>,
}

/// Reads the eight rows of squares in a text; `None` if there are fewer or more.
pub fn read(text: &str) -> Option<Diagram> {
    let lines: Vec<&str> = text.lines().collect();
    Some(Diagram {
        board: board(&rows(&lines))?,
        side: side(text),
    })
}

/// Reads the rows of squares, each with the index of its line.
pub(super) fn rows(lines: &[&str]) -> Vec<(usize, Row)> {
    let behind = lines.iter().skip(1).copied().chain([""]);
    let rows = lines.iter().zip(behind).enumerate();
    rows.filter(|(_, (_, behind))| !is_table_rule(behind))
        .filter_map(|(at, (line, _))| Some((at, row(line)?)))
        .collect()
}

/// Reads the board from eight rows. If the first row is marked `1`, the board is seen from Black's side.
pub(super) fn board(rows: &[(usize, Row)]) -> Option<Board> {
    if rows.len() != 8 {
        return None;
    }
    let turned = rows.first().is_some_and(|(_, row)| row.rank == Some('1'));
    let mut board = Board::empty();
    for (down, (_, row)) in (0_u32..).zip(rows) {
        for (across, piece) in (0..8_u32).zip(&row.squares) {
            let (file, rank) = match turned {
                true => (7 - across, down),
                false => (across, 7_u32.checked_sub(down)?),
            };
            if let Some(piece) = piece {
                let square = Square::from_coords(File::new(file), Rank::new(rank));
                board.set_piece_at(square, *piece);
            }
        }
    }
    Some(board)
}

/// Returns true if a line is the rule under the head of a Markdown table.
fn is_table_rule(line: &str) -> bool {
    let is_of_rule = |c| matches!(c, '|' | ':' | '-' | ' ');
    (line.contains("-|") || line.contains(":|")) && line.chars().all(is_of_rule)
}

pub(super) fn side(text: &str) -> Option<Color> {
    let text = text.to_lowercase();
    let says = |name: &str| {
        [format!("{name} to move"), format!("{name} to play")]
            .iter()
            .any(|words| text.contains(words.as_str()))
            || text.contains(&format!("side to move: {name}"))
    };
    match (says("white"), says("black")) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

/// The bars between the squares of a ruled row.
const BARS: [char; 4] = ['|', '│', '┃', '║'];

fn row(line: &str) -> Option<Row> {
    // The selector after a figure only affects its drawing.
    let line = line.replace('\u{FE0E}', "");
    // Between bars a blank is an empty square.
    let is_ruled = line.matches(BARS).count() >= 7;
    let mut cells: Vec<&str> = match is_ruled {
        // Digits are bold in a Markdown table.
        true => line
            .split(BARS)
            .map(|cell| cell.trim().trim_matches('*'))
            .collect(),
        // A rule of dashes is not a rank of empty squares.
        false if !line.contains(' ') && line.chars().all(|c| "-=+_".contains(c)) => return None,
        false => {
            let is_sign = |sign: &&str| !sign.trim().is_empty() && !sign.starts_with(BARS);
            let signs = line.split("").filter(is_sign);
            signs.collect()
        }
    };
    let label = |cell: &str| {
        let mut chars = cell.chars();
        match (chars.next(), chars.next()) {
            (Some(c @ '1'..='8'), None) => Some(c),
            _ => None,
        }
    };
    // Skips the empty text before the first bar.
    if cells.len() > 8 && cells.first().is_some_and(|first| first.is_empty()) {
        cells.remove(0);
    }
    let mut rank = cells.first().and_then(|first| label(first));
    if rank.is_some() && cells.len() > 8 {
        cells.remove(0);
    }
    if let Some(last) = cells.get(8) {
        let last = label(last);
        rank = rank.or(last);
        if !is_ruled && (last.is_none() || cells.len() > 9) {
            return None;
        }
    }
    let squares = cells.into_iter().take(8).map(|cell| {
        let mut chars = cell.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Some(None),
            (Some(c), None) => square(c),
            _ => None,
        }
    });
    let squares = squares.collect::<Option<Vec<_>>>()?;
    (squares.len() == 8).then_some(Row { squares, rank })
}

/// Reads a sign as a square: a piece, or one of the signs for an empty one.
fn square(sign: char) -> Option<Option<Piece>> {
    let mut pieces = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| role.of(color)));
    let piece = Piece::from_char(sign).or_else(|| pieces.find(|piece| figure(*piece) == sign));
    let is_empty = ".-_*+#:·∙•□■░▒0".contains(sign);
    (piece.is_some() || is_empty).then_some(piece)
}

/// The outline of pieces, signs and lines: visible on light and on dark squares.
pub const OUTLINE: &str = "#101418";
/// The body of a black piece.
pub const BLACK: &str = "#23272e";
/// The lines within a black piece.
pub const BLACK_LINES: &str = "#d5dae1";

/// Returns the elements of a piece's SVG file, in the colours of its side, for a field of 100 by 100 units.
pub fn inside(piece: Piece) -> String {
    let text = match piece.role {
        Role::King => include_str!("../../assets/pieces/king.svg"),
        Role::Queen => include_str!("../../assets/pieces/queen.svg"),
        Role::Rook => include_str!("../../assets/pieces/rook.svg"),
        Role::Bishop => include_str!("../../assets/pieces/bishop.svg"),
        Role::Knight => include_str!("../../assets/pieces/knight.svg"),
        Role::Pawn => include_str!("../../assets/pieces/pawn.svg"),
    };
    let inside = text
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
        .map_or("", |(inside, _)| inside);
    match piece.color {
        Color::White => inside.replace("#556677", OUTLINE),
        Color::Black => inside
            .replace("#556677", BLACK_LINES)
            .replace("#ffffff", BLACK)
            .replace("#101418", "#050608"),
    }
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Slate,
    Brown,
    /// Green, as on tournament boards.
    Green,
    Blue,
    Grey,
    /// White and a middle grey, for print.
    Contrast,
}

impl Theme {
    /// All themes, in menu order.
    pub const ALL: [Self; 6] = [
        Self::Slate,
        Self::Brown,
        Self::Green,
        Self::Blue,
        Self::Grey,
        Self::Contrast,
    ];

    const fn row(self) -> (&'static str, [u32; 2]) {
        match self {
            Self::Slate => ("slate", [0xaab6c2, 0x6e7d8e]),
            Self::Brown => ("brown", [0xe3cda8, 0xae7f58]),
            Self::Green => ("green", [0xdde0bf, 0x779556]),
            Self::Blue => ("blue", [0xccdae4, 0x6c91b0]),
            Self::Grey => ("grey", [0xc4c4c4, 0x848484]),
            Self::Contrast => ("contrast", [0xffffff, 0x8a8a8a]),
        }
    }

    /// Returns the name in settings and on the command line.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the colours of the light and the dark squares, as `0xRRGGBB`.
    pub const fn squares(self) -> [u32; 2] {
        self.row().1
    }
}

/// The surroundings of the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardFrame {
    /// Whether lines are drawn between and around the squares.
    pub border: bool,
    /// Whether files have letters and ranks have digits.
    pub coordinates: bool,
}

impl Default for BoardFrame {
    fn default() -> Self {
        Self {
            border: true,
            coordinates: true,
        }
    }
}

const RULE: &str = "+---+---+---+---+---+---+---+---+\n";

/// Appends a diagram of letters, capitals for White.
pub fn letters(drawing: &Drawing, around: BoardFrame, out: &mut String) {
    draw(drawing, around, '.', Piece::char, out);
}

/// Appends a diagram of Unicode figures.
pub fn figures(drawing: &Drawing, around: BoardFrame, out: &mut String) {
    draw(drawing, around, '·', figure, out);
}

/// Returns the Unicode figure of a piece.
pub fn figure(piece: Piece) -> char {
    let figures = piece.color.fold_wb("♙♘♗♖♕♔", "♟♞♝♜♛♚");
    let at = usize::from(piece.role) - 1;
    figures.chars().nth(at).unwrap_or_default()
}

fn draw(
    drawing: &Drawing,
    around: BoardFrame,
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
pub fn markdown(drawing: &Drawing, around: BoardFrame, out: &mut String) {
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

/// The side at the bottom of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    #[default]
    White,
    Black,
    /// The side to move.
    Mover,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// A best move (`bm`).
    Best,
    /// A move to avoid (`am`).
    Avoid,
}

/// A move as an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
    pub sense: Sense,
}

impl Arrow {
    /// Returns the arrow of a move; castling is drawn as the king's move.
    pub(crate) fn of(played: Move, sense: Sense, side: Option<Color>) -> Option<Self> {
        let (from, to) = match played {
            Move::Castle { king, rook } => {
                let file = if rook > king { File::G } else { File::C };
                let rank = side?.fold_wb(Rank::First, Rank::Eighth);
                (king, Square::from_coords(file, rank))
            }
            _ => (played.from()?, played.to()),
        };
        Some(Self { from, to, sense })
    }
}

/// A position to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub board: Board,
    /// The side to move.
    pub side: Option<Color>,
    /// The side at the bottom.
    pub below: Color,
    /// The arrows in the order of drawing: moves to avoid first, so that the best ones are on top.
    pub arrows: Vec<Arrow>,
    /// The label below, with hidden characters made visible, so that no viewer acts on them.
    pub label: String,
    /// The position as FEN, for targets that draw it themselves.
    pub fen: String,
}

impl Drawing {
    /// Returns the drawing of a record, with its id or else `label` below it, and with the moves of `am` and `bm` if
    /// `arrows`; `None` if the placement can't be read.
    pub fn of(record: &Record<'_>, seen: Orientation, arrows: bool, label: &str) -> Option<Self> {
        let id = record.operation("id").map(|id| record.operands_text(id));
        let side = record.side();
        let mut lines = Vec::new();
        if arrows {
            for (opcode, sense) in [("am", Sense::Avoid), ("bm", Sense::Best)] {
                let moves = record.moves(opcode);
                lines.extend(moves.filter_map(|played| Arrow::of(played, sense, side)));
            }
        }
        Some(Self {
            board: record.board()?.clone(),
            side,
            below: match (seen, side) {
                (Orientation::Black, _) | (Orientation::Mover, Some(Color::Black)) => Color::Black,
                _ => Color::White,
            },
            arrows: lines,
            label: visible(
                &id.filter(|id| !id.is_empty())
                    .unwrap_or_else(|| label.to_owned()),
            )
            .into_owned(),
            fen: edit::fen(record).unwrap_or_default(),
        })
    }

    /// Returns the drawing of the position after a move of a record.
    pub fn after(record: &Record<'_>, (san, position): &(String, Chess)) -> Option<Self> {
        Some(Self {
            board: position.board().clone(),
            side: Some(position.turn()),
            label: format!("after {san}"),
            ..Self::of(record, Orientation::White, false, "")?
        })
    }

    /// Returns the ranks from the top row to the bottom.
    pub fn ranks(&self) -> [Rank; 8] {
        self.turned(Rank::ALL, Color::White)
    }

    /// Returns the files from the left column to the right.
    pub fn files(&self) -> [File; 8] {
        self.turned(File::ALL, Color::Black)
    }

    /// Returns `all`, reversed if `below` is the side at the bottom.
    fn turned<T>(&self, mut all: [T; 8], below: Color) -> [T; 8] {
        if self.below == below {
            all.reverse();
        }
        all
    }

    /// Returns the column and row of a square, from the upper left.
    fn place(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    fn row(&self, rank: Rank) -> impl Iterator<Item = Option<Piece>> {
        let files = self.files().into_iter();
        files.map(move |file| self.board.piece_at(Square::from_coords(file, rank)))
    }

    /// Returns `White to move` or `Black to move`, if the side is known.
    pub fn to_move(&self) -> Option<&'static str> {
        self.side
            .map(|side| side.fold_wb("White to move", "Black to move"))
    }

    /// Returns the given label and the side to move, as far as they exist.
    fn caption(&self, label: &str, between: &str) -> String {
        let parts = [Some(label), self.to_move()].into_iter().flatten();
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(between)
    }

    fn files_in_words(&self, between: &str) -> String {
        self.files()
            .map(|file| file.char().to_string())
            .join(between)
    }
}

#[cfg(test)]
mod tests;
