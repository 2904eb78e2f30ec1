//! The half-move clock and the move number: the operations `hmvc` and `fmvn`, or FEN's fields
//! where the record has those.

use crate::editor::doc::change::edit_line;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::epd::edit::{self, Change, Refusal};
use crate::epd::{Fix, Record};

/// One of the two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Half-moves since the last capture or pawn move: `hmvc`, 0 and more.
    HalfMoves,
    /// The number of the full move: `fmvn`, 1 and more.
    MoveNumber,
}

impl Clock {
    const fn opcode(self) -> &'static str {
        match self {
            Self::HalfMoves => "hmvc",
            Self::MoveNumber => "fmvn",
        }
    }

    fn of(self, record: &Record<'_>) -> Option<u32> {
        match self {
            Self::HalfMoves => record.half_move_clock(),
            Self::MoveNumber => record.full_move_number(),
        }
    }
}

/// Asks for a count; what it is now stands in the prompt.
pub fn ask(model: &mut Model, clock: Clock) {
    let now = clock.of(&model.record());
    let text = now.map(|number| number.to_string()).unwrap_or_default();
    let (label, least) = match clock {
        Clock::HalfMoves => (
            "half-move clock: half-moves since a capture or pawn move (hmvc; empty removes it)",
            0,
        ),
        Clock::MoveNumber => ("move number (fmvn; empty removes it)", 1),
    };
    let sets = move |model: &mut Model, number: Option<u32>| {
        let opcode = clock.opcode();
        let said = match number {
            Some(number) => format!("set {opcode} {number}"),
            None => format!("removed {opcode}"),
        };
        let line = model.line();
        let new = put(&model.read(&line), clock, number);
        edit_line(model, new, said);
        Some(())
    };
    let asks = Answer::number("set", "a whole number", least..=u32::MAX, least, sets);
    overlay::open(model, Prompt::new(label, text, asks))
}

/// The record's line with a count, or without it.
pub(crate) fn put(
    record: &Record<'_>,
    clock: Clock,
    number: Option<u32>,
) -> Result<Vec<u8>, Refusal> {
    let opcode = clock.opcode();
    let fields = record.field_spans();
    let (field, absent) = match clock {
        Clock::HalfMoves => (fields.half_move, 0),
        Clock::MoveNumber => (fields.full_move, 1),
    };
    match (record.index_of(opcode), number, field) {
        (None, number, Some(span)) => {
            let replacement = number.unwrap_or(absent).to_string().into_bytes();
            let fix = Fix {
                safe: true,
                span,
                replacement,
            };
            Ok(fix.apply(record.line()))
        }
        (_, Some(number), _) => {
            let text = number.to_string();
            edit::set_in_order(record, [(opcode, text.as_bytes())])
        }
        (Some(at), None, _) => edit::by_hand(record, &[Change::Remove(at)]),
        (None, None, None) => Ok(record.line().to_vec()),
    }
}
