//! The content of a diagram, independent of the way it is drawn.

use shakmaty::{Board, Color, File, Move, Piece, Rank, Square};

use crate::epd::visible::visible;
use crate::epd::{Record, edit};

/// The side at the bottom of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    #[default]
    White,
    Black,
    /// The side to move.
    Mover,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    Best,
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
    /// The moves, those to avoid first, so that the best lie on top.
    pub arrows: Vec<Arrow>,
    /// The label below, with hidden characters made visible, so that no reader acts on them.
    pub label: String,
    /// The position as FEN, for targets that draw it themselves.
    pub fen: String,
}

impl Drawing {
    /// Returns the drawing of a record, with its id or else `label` below it; `None` if the placement can't be read.
    pub fn of(record: &Record<'_>, seen: Seen, arrows: bool, label: &str) -> Option<Self> {
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
                (Seen::Black, _) | (Seen::Mover, Some(Color::Black)) => Color::Black,
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

    /// Returns the ranks from the top row to the bottom.
    pub fn ranks(&self) -> [Rank; 8] {
        self.turned(Rank::ALL, Color::White)
    }

    /// Returns the files from the left column to the right.
    pub fn files(&self) -> [File; 8] {
        self.turned(File::ALL, Color::Black)
    }

    /// Returns `all`, reversed if `below` sits at the bottom.
    fn turned<T>(&self, mut all: [T; 8], below: Color) -> [T; 8] {
        if self.below == below {
            all.reverse();
        }
        all
    }

    /// Returns the column and row of a square, from the upper left.
    pub(super) fn place(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// Returns the pieces of a row, from the left.
    pub(super) fn row(&self, rank: Rank) -> impl Iterator<Item = Option<Piece>> {
        let files = self.files().into_iter();
        files.map(move |file| self.board.piece_at(Square::from_coords(file, rank)))
    }

    /// Returns `White to move` or `Black to move`.
    pub fn to_move(&self) -> Option<&'static str> {
        self.side
            .map(|side| side.fold_wb("White to move", "Black to move"))
    }

    /// Returns the given label and the side to move, as far as they exist.
    pub(super) fn caption(&self, label: &str, between: &str) -> String {
        let parts = [Some(label), self.to_move()].into_iter().flatten();
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(between)
    }

    /// Returns the letters of the files from the left, with a separator.
    pub(super) fn files_in_words(&self, between: &str) -> String {
        self.files()
            .map(|file| file.char().to_string())
            .join(between)
    }
}
