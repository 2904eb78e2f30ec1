//! Integers: their range and steps; scores as centipawns, pawns or mates.

use crate::editor::state::editing::{Offer, OperandEditing};
use crate::epd::opcode::Shape;
use crate::epd::operand::read_integer;
use crate::epd::score::Score;

pub(super) fn offer(opcode: &str, min: i64, max: i64) -> Offer {
    let range = match (min, max) {
        (min, i64::MAX) => format!("{min} or more"),
        (min, max) => format!("{min} to {max}"),
    };
    Offer::titled(match opcode {
        "ce" => "centipawns for the side to move; 0.30 pawns, #5, #-3".to_owned(),
        "acs" => format!("seconds, {range}"),
        _ => format!("integer, {range}"),
    })
}

/// Steps the number up by `by`; `false` where the operand is none.
pub(super) fn step(operand: &mut OperandEditing, by: isize) -> bool {
    let by = i64::try_from(by).unwrap_or(0);
    let Some(Shape::Integer { min, max }) = operand.shape() else {
        return false;
    };
    let text = stepped(&operand.opcode, operand.text.text(), by, min, max);
    if text.as_bytes() != operand.text.text() {
        operand.text.set_text(text);
    }
    true
}

/// Returns the text of a number `by` further, within its range. A mate stays a mate: it gets longer or shorter.
fn stepped(opcode: &str, text: &[u8], by: i64, min: i64, max: i64) -> String {
    let typed = Score::typed(text).filter(|_| opcode == "ce");
    let value = match typed {
        Some(Score::Mate(moves)) => {
            let next = moves.saturating_add(by);
            let next = if next == 0 { by.signum() } else { next };
            return format!("#{}", next.clamp(-383, 383));
        }
        Some(Score::Centipawns(value)) => Some(value),
        None => read_integer(text.trim_ascii()),
    };
    match value {
        Some(value) => value.saturating_add(by).clamp(min, max).to_string(),
        // From nothing: the least, or 0 where that is in the range.
        None => 0.clamp(min, max).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_at_the_ends_of_the_range() {
        assert_eq!(stepped("dm", b"1", -1, 1, i64::MAX), "1");
        assert_eq!(stepped("dm", b"", 1, 1, i64::MAX), "1");
        assert_eq!(stepped("ce", b"", -1, -32768, 32766), "0");
        assert_eq!(stepped("ce", b"0.30", 10, -32768, 32766), "40");
        assert_eq!(stepped("ce", b"#2", -1, -32768, 32766), "#1");
        assert_eq!(stepped("ce", b"#1", -1, -32768, 32766), "#-1");
        assert_eq!(stepped("ce", b"#-1", 1, -32768, 32766), "#1");
        assert_eq!(
            stepped("acn", b"9223372036854775807", 1, 0, i64::MAX),
            "9223372036854775807"
        );
    }
}
