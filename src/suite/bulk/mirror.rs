//! The same position seen another way: colours exchanged, or king's side and queen's side.

use crate::epd::edit::{Change, Refusal};
use crate::epd::opcode::Shape;
use crate::epd::{Operation, Record, Value, castling, edit, moves};
use shakmaty::{Chess, Move, Position, Square};

/// Which way a board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// White's pieces become Black's and the ranks change places; the other side is to move.
    Colours,
    /// The files change places. Only where nobody may castle.
    Sides,
}

impl Mirror {
    /// In words.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Colours => "mirror colours",
            Self::Sides => "flip sides",
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

    /// The record seen this way, its moves too; texts stay as they are. `None` of a record whose
    /// position chess does not allow, with something doubtful, or that can't be turned this way.
    pub(super) fn of(self, record: &Record<'_>) -> Option<Result<Vec<u8>, Refusal>> {
        let position = record.position()?;
        if record.is_kept() {
            return None;
        }
        let rooks = record.castling_rooks();
        let mut board = position.board().clone();
        let (side, rights) = match self {
            Self::Colours => {
                board.mirror();
                let rules = record.options().rules;
                let rights = castling::text_of_rooks(&board, rooks.flip_vertical(), rules);
                (!position.turn(), rights)
            }
            Self::Sides if rooks.any() => return None,
            Self::Sides => {
                board.flip_horizontal();
                (position.turn(), "-".to_owned())
            }
        };
        let square = record.en_passant().map(|square| self.square(square));
        let fields = [
            Change::Board(&board),
            Change::Side(side),
            Change::Castling(&rights),
            Change::EnPassant(square),
        ];
        // The moves are written from the position as it will be.
        let bare = match edit::by_hand(record, &fields) {
            Ok(line) => line,
            Err(refusal) => return Some(Err(refusal)),
        };
        let turned = Record::read(&bare, record.options()).position()?.clone();
        let texts: Vec<(usize, Vec<u8>)> = record
            .operations()
            .iter()
            .enumerate()
            .filter_map(|(index, operation)| {
                Some((index, self.operands(record, operation, &turned)?))
            })
            .collect();
        let moves = texts
            .iter()
            .map(|(index, text)| Change::Operands(*index, text));
        let changes: Vec<Change<'_>> = fields.into_iter().chain(moves).collect();
        Some(edit::checked(record, &changes))
    }

    /// The operands of an operation with moves.
    fn operands(
        self,
        record: &Record<'_>,
        operation: &Operation,
        turned: &Chess,
    ) -> Option<Vec<u8>> {
        let operands = record.operands_of(operation);
        if !operands
            .iter()
            .any(|operand| matches!(operand.value, Value::Move(_)))
        {
            return None;
        }
        let is_line = operation.info.is_some_and(|info| info.shape == Shape::Line);
        let mut reached = turned.clone();
        let mut text = Vec::new();
        for operand in operands {
            if !text.is_empty() {
                text.push(b' ');
            }
            match &operand.value {
                Value::Move(played) => {
                    let played = self.played(*played);
                    moves::write_san(&reached, played, &mut text);
                    if is_line {
                        reached.play_unchecked(played);
                    }
                }
                _ => text.extend_from_slice(operand.span.of(record.line())),
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::RecordChange;
    use super::*;
    use crate::epd::ReadOptions;

    fn turned(mirror: Mirror, line: &str) -> Option<String> {
        let change = RecordChange::Mirror(mirror);
        let line = change
            .apply(line.as_bytes(), &ReadOptions::default())
            .ok()??;
        Some(String::from_utf8(line).unwrap())
    }

    const CASTLE: &str = "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 bm O-O-O dxe3; ce 20; pv dxe3 O-O+;\n";

    #[test]
    fn colours_change_with_rights_squares_and_moves() {
        let text = "4k2r/8/8/3Pp3/8/8/8/R3K3 w Qk e6 bm O-O-O dxe6; ce 20; pv dxe6 O-O;\n";
        let line = CASTLE.replace("O-O+", "O-O");
        assert_eq!(turned(Mirror::Colours, &line).as_deref(), Some(text));
    }

    #[test]
    fn sides_change_where_nobody_may_castle() {
        assert_eq!(turned(Mirror::Sides, CASTLE), None);
        let text = "4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"x\";\n";
        let flipped = "3k4/8/8/8/8/8/7P/3K4 w - - bm h4; id \"x\";\n";
        assert_eq!(turned(Mirror::Sides, text).as_deref(), Some(flipped));
    }

    #[test]
    fn twice_is_the_record_as_it_was() {
        for mirror in [Mirror::Colours, Mirror::Sides] {
            let line = "4k3/8/8/8/8/8/P7/4K3 w - - bm Kd2 a4; pv a4 Kd7 a5;\n";
            let once = turned(mirror, line).unwrap();
            assert_eq!(turned(mirror, &once).as_deref(), Some(line));
        }
    }

    #[test]
    fn what_is_doubtful_is_left_alone() {
        assert_eq!(turned(Mirror::Colours, "8/8/8/8/8/8/8/4K3 w - -\n"), None);
        assert_eq!(
            turned(Mirror::Colours, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd8;\n"),
            None
        );
    }
}
