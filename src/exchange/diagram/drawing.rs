//! What a diagram shows, whatever it is drawn with.

use shakmaty::{Board, Color, File, Move, Piece, Rank, Square};

use crate::epd::visible::visible;
use crate::epd::{Record, edit};

/// Who sits below the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    #[default]
    White,
    Black,
    /// Who is to move.
    Mover,
}

/// What an arrow says of its move.
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
    /// That of a move; castling is the king's way.
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
    /// Who is to move.
    pub side: Option<Color>,
    /// Who sits below.
    pub below: Color,
    /// Moves, those to avoid first: the best lie over them.
    pub arrows: Vec<Arrow>,
    /// What stands under it, with a mark for each hidden character: nothing in it acts on a reader.
    pub label: String,
    /// The position as FEN, for what draws it by itself.
    pub fen: String,
}

impl Drawing {
    /// The position of a record, with its id under it, or `label` where it has none; `None` where the
    /// placement can't be read.
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

    /// The ranks from the top row to the bottom.
    pub fn ranks(&self) -> [Rank; 8] {
        self.turned(Rank::ALL, Color::White)
    }

    /// The files from the left column to the right.
    pub fn files(&self) -> [File; 8] {
        self.turned(File::ALL, Color::Black)
    }

    /// Some in their order, or from the last to the first where this one sits below.
    fn turned<T>(&self, mut all: [T; 8], below: Color) -> [T; 8] {
        if self.below == below {
            all.reverse();
        }
        all
    }

    /// Column and row of a square, from the upper left.
    pub(super) fn place(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// The pieces of a row, from the left.
    pub(super) fn row(&self, rank: Rank) -> impl Iterator<Item = Option<Piece>> {
        let files = self.files().into_iter();
        files.map(move |file| self.board.piece_at(Square::from_coords(file, rank)))
    }

    /// `White to move`.
    pub fn to_move(&self) -> Option<&'static str> {
        self.side
            .map(|side| side.fold_wb("White to move", "Black to move"))
    }

    /// The label, written as it is to be, and who is to move, as far as there are any.
    pub(super) fn caption(&self, label: &str, between: &str) -> String {
        let parts = [Some(label), self.to_move()].into_iter().flatten();
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(between)
    }

    /// The letters of the files from the left, with something between them.
    pub(super) fn files_in_words(&self, between: &str) -> String {
        self.files()
            .map(|file| file.char().to_string())
            .join(between)
    }
}
