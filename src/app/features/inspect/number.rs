//! Integers: their range and steps; scores as centipawns, pawns or mates; the fields of dates and
//! clocks are stepped from here too.

use crate::app::features::inspect::row::Offer;
use crate::app::features::inspect::shape_of;
use crate::app::features::inspect::timestamp;
use crate::app::glyph;
use crate::app::model::OperandEditing;
use crate::epd::opcode::Shape;
use crate::epd::operand::read_integer;

/// A score says a mate in `n` full moves as this, less two for every move.
const MATE: i64 = 32767;

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

/// Steps the number, or the field with the cursor, up by `by`.
pub(super) fn step_operand(operand: &mut OperandEditing, by: isize) {
    let by = i64::try_from(by).unwrap_or(0);
    match shape_of(operand) {
        Some(Shape::Integer { min, max }) => {
            let text = stepped(&operand.opcode, operand.text.text(), by, min, max);
            if text.as_bytes() != operand.text.text() {
                operand.text.set_text(text);
            }
        }
        Some(shape) => timestamp::step(shape, &mut operand.text, by),
        None => {}
    }
}

/// The text of a number `by` further, within its range. A mate stays a mate: it gets longer or
/// shorter.
fn stepped(opcode: &str, text: &[u8], by: i64, min: i64, max: i64) -> String {
    if opcode == "ce"
        && let Some(moves) = mate(text)
    {
        let next = moves.saturating_add(by);
        let next = if next == 0 { by.signum() } else { next };
        return format!("#{}", next.clamp(-383, 383));
    }
    let text = text.trim_ascii();
    let value = if opcode == "ce" {
        score(text).or_else(|| read_integer(text))
    } else {
        read_integer(text)
    };
    match value {
        Some(value) => value.saturating_add(by).clamp(min, max).to_string(),
        // From nothing: the least, or 0 where that is in the range.
        None => 0.clamp(min, max).to_string(),
    }
}

/// A score as the file has it: `#5`, `-#3`, `+M4` and pawns with a point are worked out; `None` for
/// all else, which stays as it is typed.
pub(super) fn score(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    if let Some(moves) = mate(text) {
        return Some(if moves > 0 {
            MATE - (2 * moves - 1)
        } else {
            -MATE - 2 * moves
        });
    }
    pawns(text)
}

/// `#5`, `M5`, `+M5`, `#-3`, `-M3`: full moves to the mate, negative where the side to move is mated.
fn mate(text: &[u8]) -> Option<i64> {
    let (negative, rest) = sign(text);
    let rest = match rest {
        [b'#' | b'M' | b'm', rest @ ..] => rest,
        _ => return None,
    };
    let (inner, digits) = sign(rest);
    let moves = read_integer(digits).filter(|moves| (1..=383).contains(moves))?;
    Some(if negative != inner { -moves } else { moves })
}

/// `0.30`, `-1.5`: pawns with a point, as centipawns.
fn pawns(text: &[u8]) -> Option<i64> {
    let (negative, rest) = sign(text);
    let point = rest.iter().position(|&byte| byte == b'.')?;
    let (whole, fraction) = (rest.get(..point)?, rest.get(point + 1..)?);
    if fraction.is_empty() || fraction.len() > 2 || whole.len() > 3 {
        return None;
    }
    let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole = if whole.is_empty() {
        0
    } else {
        read_integer(whole)?
    };
    let tenths = read_integer(fraction)? * if fraction.len() == 1 { 10 } else { 1 };
    let value = whole * 100 + tenths;
    Some(if negative { -value } else { value })
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

pub(super) fn refuses(opcode: &str, c: char) -> Option<String> {
    let fits = c.is_ascii_digit()
        || matches!(c, '+' | '-' | ' ')
        || (opcode == "ce" && matches!(c, '#' | 'M' | 'm' | '.'));
    if fits {
        return None;
    }
    let shown = glyph::safe(c.encode_utf8(&mut [0; 4]).as_bytes());
    Some(match opcode {
        "ce" => format!(
            "`{shown}` can't stand in a score: centipawns (-30), pawns (0.30) or a mate (#5) do"
        ),
        _ => format!("`{shown}` can't stand in an integer: digits and a sign do"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns_pawns_or_mates() {
        assert_eq!(score(b"#5"), Some(32758));
        assert_eq!(score(b"+M1"), Some(32766));
        assert_eq!(score(b"#-3"), Some(-32761));
        assert_eq!(score(b"-M3"), Some(-32761));
        assert_eq!(score(b"0.30"), Some(30));
        assert_eq!(score(b"-1.5"), Some(-150));
        assert_eq!(score(b".5"), Some(50));
        for other in ["", "30", "#0", "#", "1.234", "1.", "M999", "-"] {
            assert_eq!(score(other.as_bytes()), None, "{other}");
        }
    }

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
