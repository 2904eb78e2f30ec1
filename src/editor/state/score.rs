//! A score typed in pawns or as a mate, as the operand of `ce` in centipawns.

use crate::epd::operand::{read_integer, signed};
use crate::epd::score::Score;

/// A score as the file has it: `#5`, `-#3`, `+M4` and pawns with a point are worked out; `None` for
/// all else, which stays as it is typed.
pub(crate) fn score(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    match mate(text) {
        Some(moves) => Score::Mate(moves).ce(),
        None => pawns(text),
    }
}

/// `#5`, `M5`, `+M5`, `#-3`, `-M3`: full moves to the mate, negative where the side to move is mated.
pub(crate) fn mate(text: &[u8]) -> Option<i64> {
    let (negative, rest) = signed(text);
    let rest = match rest {
        [b'#' | b'M' | b'm', rest @ ..] => rest,
        _ => return None,
    };
    let (inner, digits) = signed(rest);
    let moves = read_integer(digits).filter(|moves| (1..=383).contains(moves))?;
    Some(if negative != inner { -moves } else { moves })
}

/// `0.30`, `-1.5`: pawns with a point, as centipawns.
pub(crate) fn pawns(text: &[u8]) -> Option<i64> {
    let (negative, rest) = signed(text);
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
}
