//! Mirroring a position: exchanging the colours, or king's side and queen's side.

use crate::epd::edit::{Change, Refusal};
use crate::epd::opcode::Shape;
use crate::epd::{Code, Operand, Operation, Record, Severity, Span, Value, edit, moves, points};
use shakmaty::{Board, Chess, Color, Move, Position, Square};

/// The axis along which a position is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mirror {
    /// Exchanges the colours and flips the ranks; the other side is to move.
    Colours,
    /// Flips the files, if there are no castling rights.
    Sides,
}

impl Mirror {
    /// Returns the label of the edit.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Colours => "mirror colours",
            Self::Sides => "mirror files",
        }
    }

    fn square(self, square: Square) -> Square {
        match self {
            Self::Colours => square.flip_vertical(),
            Self::Sides => square.flip_horizontal(),
        }
    }

    fn played(self, played: Move) -> Move {
        match played {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => Move::Normal {
                role,
                from: self.square(from),
                capture,
                to: self.square(to),
                promotion,
            },
            Move::EnPassant { from, to } => Move::EnPassant {
                from: self.square(from),
                to: self.square(to),
            },
            Move::Castle { king, rook } => Move::Castle {
                king: self.square(king),
                rook: self.square(rook),
            },
            Move::Put { role, to } => Move::Put {
                role,
                to: self.square(to),
            },
        }
    }

    fn mirrored(self, position: &Chess) -> (Board, Color) {
        let mut board = position.board().clone();
        match self {
            Self::Colours => {
                board.mirror();
                (board, !position.turn())
            }
            Self::Sides => {
                board.flip_horizontal();
                (board, position.turn())
            }
        }
    }

    /// Returns the mirrored record, including the moves of its operations and points; other text is unchanged.
    ///
    /// # Errors
    /// The position is illegal, a diagnostic keeps the record from being rewritten, the files can't be
    /// flipped because there are castling rights, or the new line is not the mirror image.
    pub(super) fn of(self, record: &Record<'_>) -> Result<Vec<u8>, Refusal> {
        let Some(position) = record.position() else {
            return Err(first_error(record));
        };
        if record.is_kept() {
            return Err(first_error(record));
        }
        if !record.impossible_castling().is_empty() {
            return Err(Refusal::Error(Code::CastlingImpossible));
        }
        let rooks = record.castling_rooks();
        let (board, side) = self.mirrored(position);
        let rights = match self {
            Self::Colours => swapped_rights(record.castling()),
            Self::Sides if rooks.any() => return Err(Refusal::Castling),
            Self::Sides => "-".to_owned(),
        };
        let square = record.en_passant().map(|square| self.square(square));
        let fields = [
            Change::Board(&board),
            Change::Side(side),
            Change::Castling(&rights),
            Change::EnPassant(square),
        ];
        // Moves are written for the mirrored position.
        let bare = edit::by_hand(record, &fields)?;
        let bare = Record::read(&bare, record.options());
        let mirrored = bare.position().ok_or(Refusal::ReadsDifferently)?;
        let texts = self.texts(record, mirrored)?;
        let moves = texts
            .iter()
            .map(|(index, text)| Change::Operands(*index, text));
        let changes: Vec<Change<'_>> = fields.into_iter().chain(moves).collect();
        edit::checked(record, &changes)
    }

    /// Returns true if a record is the mirror image of another: the position and the moves are mirrored, and
    /// all other opcodes and operands are the same in the same order.
    pub(super) fn is_image(self, old: &Record<'_>, new: &Record<'_>) -> bool {
        let (Some(before), Some(after)) = (old.position(), new.position()) else {
            return false;
        };
        let (board, side) = self.mirrored(before);
        let rooks = match self {
            Self::Colours => old.castling_rooks().flip_vertical(),
            Self::Sides => old.castling_rooks(),
        };
        let has_points = points::of(old).is_some();
        let pairs = old.operations().iter().zip(new.operations());
        board == *after.board()
            && side == after.turn()
            && rooks == new.castling_rooks()
            && old.en_passant().map(|square| self.square(square)) == new.en_passant()
            && old.operations().len() == new.operations().len()
            && self.mirrors_points(old, new)
            && pairs.into_iter().all(|(was, is)| {
                let opcode = old.opcode(was);
                opcode == new.opcode(is)
                    && (opcode == UCI_MOVE
                        || has_points && matches!(&*opcode, "c0" | "c7" | "c9")
                        || self.mirrors_operands(old, was, new, is))
            })
    }

    fn mirrors_operands(
        self,
        old: &Record<'_>,
        was: &Operation,
        new: &Record<'_>,
        is: &Operation,
    ) -> bool {
        let (was_all, is_all) = (old.operands_of(was), new.operands_of(is));
        let is_mirrored = |was: &Operand, is: &Operand| match (&was.value, &is.value) {
            (Value::Move(was), Value::Move(is)) => self.played(*was) == *is,
            (Value::Move(_), _) | (_, Value::Move(_)) => false,
            _ => was.span.of(old.line()) == is.span.of(new.line()),
        };
        let is_set = was.info.is_some_and(|info| info.shape == Shape::Moves);
        was_all.len() == is_all.len()
            && match is_set {
                // A canonical record has its sets of moves sorted.
                true => was_all
                    .iter()
                    .all(|was| is_all.iter().any(|is| is_mirrored(was, is))),
                false => was_all
                    .iter()
                    .zip(is_all)
                    .all(|(was, is)| is_mirrored(was, is)),
            }
    }

    fn mirrors_points(self, old: &Record<'_>, new: &Record<'_>) -> bool {
        match (points::of(old), points::of(new)) {
            (None, None) => true,
            (Some(was), Some(is)) => {
                let (was, is): (Vec<_>, Vec<_>) = (was.moves().collect(), is.moves().collect());
                was.len() == is.len()
                    && was.iter().zip(is).all(|(was, is)| {
                        was.points == is.points
                            && was.played.map(|played| self.played(played)) == is.played
                    })
            }
            _ => false,
        }
    }

    /// Returns the indices of the operations with moves, and their mirrored operands.
    fn texts(
        self,
        record: &Record<'_>,
        mirrored: &Chess,
    ) -> Result<Vec<(usize, Vec<u8>)>, Refusal> {
        let scored = points::of(record);
        let scored: Vec<_> = scored.iter().flat_map(|points| points.moves()).collect();
        let mut texts = Vec::new();
        for (index, operation) in record.operations().iter().enumerate() {
            let mut words = self.moves(record, operation, mirrored);
            for named in &scored {
                if operation.span.start <= named.span.start && named.span.end <= operation.span.end
                {
                    let played = named.played.ok_or(Refusal::Error(Code::PointsDisagree))?;
                    words.push((
                        named.span,
                        self.mirrored_text(record, named.span, played, mirrored),
                    ));
                }
            }
            if words.is_empty() {
                continue;
            }
            let all = record.operands_span(operation);
            let all = match (words.first(), words.last()) {
                (Some((first, _)), Some((last, _))) => all.cover(*first).cover(*last),
                _ => all,
            };
            let (mut text, mut at) = (Vec::new(), all.start);
            for (span, word) in words {
                text.extend_from_slice(Span::new(at, span.start).of(record.line()));
                text.extend_from_slice(&word);
                at = span.end;
            }
            text.extend_from_slice(Span::new(at, all.end).of(record.line()));
            texts.push((index, text));
        }
        Ok(texts)
    }

    /// Returns the spans of the moves among the operands of an operation, and their mirrored texts.
    fn moves(
        self,
        record: &Record<'_>,
        operation: &Operation,
        mirrored: &Chess,
    ) -> Vec<(Span, Vec<u8>)> {
        let is_line = operation.info.is_some_and(|info| info.shape == Shape::Line);
        let mut reached = mirrored.clone();
        let mut words = Vec::new();
        for operand in record.operands_of(operation) {
            let uci = (record.opcode(operation) == UCI_MOVE).then(|| {
                let text = operand.span.of(record.line());
                moves::read(record.position()?, text).result.ok()
            });
            match (&operand.value, uci.flatten()) {
                (Value::Move(played), _) => {
                    let played = self.played(*played);
                    words.push((operand.span, san(&reached, played)));
                    if is_line {
                        reached.play_unchecked(played);
                    }
                }
                (_, Some(played)) => {
                    let word = self.mirrored_text(record, operand.span, played, mirrored);
                    words.push((operand.span, word));
                }
                _ => {}
            }
        }
        words
    }

    /// Returns a legal move mirrored, in UCI if it was written so and in SAN otherwise.
    fn mirrored_text(
        self,
        record: &Record<'_>,
        span: Span,
        played: Move,
        mirrored: &Chess,
    ) -> Vec<u8> {
        let is_uci = record.position().is_some_and(|position| {
            moves::uci(position, played).as_bytes() == span.of(record.line())
        });
        let played = self.played(played);
        match is_uci {
            true => moves::uci(mirrored, played).into_bytes(),
            false => san(mirrored, played),
        }
    }
}

fn san(position: &Chess, played: Move) -> Vec<u8> {
    let mut word = Vec::with_capacity(8);
    moves::write_san(position, played, &mut word);
    word
}

/// Exchanges the colours of castling letters and puts White's first.
fn swapped_rights(letters: Option<&str>) -> String {
    let letters = letters.unwrap_or("-");
    let others = |is_white: bool| {
        letters
            .chars()
            .filter(move |letter| letter.is_ascii_uppercase() == is_white)
    };
    let (white, black) = (others(false), others(true));
    white
        .map(|letter| letter.to_ascii_uppercase())
        .chain(black.map(|letter| letter.to_ascii_lowercase()))
        .collect()
}

/// The private opcode of a best move in UCI.
const UCI_MOVE: &str = "Ubm";

/// Returns the diagnostic because of which a record is left unchanged.
fn first_error(record: &Record<'_>) -> Refusal {
    let all = record.diagnostics();
    let blocking = all.iter().find(|found| found.blocks());
    let error = blocking.or_else(|| all.iter().find(|found| found.severity == Severity::Error));
    error.map_or(Refusal::ReadsDifferently, |found| {
        Refusal::Error(found.code)
    })
}

#[cfg(test)]
mod tests;
