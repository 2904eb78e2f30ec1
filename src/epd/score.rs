//! The score of a position, as in engine output and in records.
//!
//! ```
//! use epdit::epd::score::Score;
//!
//! assert_eq!(Score::Mate(5).ce(), Some(32_758));
//! assert_eq!(Score::of_ce(-32_761), Score::Mate(-3));
//! assert_eq!(Score::Centipawns(31).text(), "+0.31");
//! ```

use super::operand::{read_integer, signed};

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Full moves to mate; negative if the side to move is mated, 0 if it is mated already.
    Mate(i64),
}

/// The largest `ce` that is not a mate (EPD, section on `ce`).
const MOST: i64 = 32_000;
/// The `ce` from which the plies to mate are subtracted.
const MATE: i64 = 32_767;

impl Score {
    /// Checkmate: the side to move has lost.
    pub const MATED: Self = Self::Mate(0);
    /// Stalemate and dead draws.
    pub const DRAW: Self = Self::Centipawns(0);

    /// Returns the operand of `ce` by the standard's table: mates by their plies, other scores limited to their
    /// range. `None` for a mate beyond the table.
    pub fn ce(self) -> Option<i64> {
        let plies = self.plies();
        match (self, plies) {
            (Self::Centipawns(value), _) => Some(value.clamp(-MOST, MOST)),
            (_, Some(plies)) if plies >= MATE - MOST => None,
            (Self::Mate(moves), Some(plies)) if moves > 0 => Some(MATE - plies),
            (Self::Mate(_), Some(plies)) => Some(plies - MATE),
            (Self::Mate(_), None) => None,
        }
    }

    /// Returns the score of a `ce`.
    pub fn of_ce(ce: i64) -> Self {
        let moves = |plies: i64| (plies + 1) / 2;
        match ce {
            _ if (MOST + 1..MATE).contains(&ce) => Self::Mate(moves(MATE - ce)),
            _ if (-MATE..-MOST).contains(&ce) => Self::Mate(-moves(ce + MATE)),
            _ => Self::Centipawns(ce),
        }
    }

    /// Reads a score as a person types it: `#5`, `-#3`, `+M4` for full moves to mate, pawns with a point (`0.30`,
    /// `-1.5`); `None` for all else.
    pub fn typed(text: &[u8]) -> Option<Self> {
        let (is_negative, rest) = signed(text.trim_ascii());
        let turned = |value: i64, turns: bool| if turns { -value } else { value };
        if let [b'#' | b'M' | b'm', rest @ ..] = rest {
            let (is_inner, digits) = signed(rest);
            let moves = read_integer(digits).filter(|moves| (1..=383).contains(moves))?;
            return Some(Self::Mate(turned(moves, is_negative != is_inner)));
        }
        let point = rest.iter().position(|&byte| byte == b'.')?;
        let (whole, fraction) = (rest.get(..point)?, rest.get(point + 1..)?);
        let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        if !(1..=2).contains(&fraction.len()) || whole.len() > 3 {
            return None;
        }
        if !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let pawns = read_integer(whole).unwrap_or(0);
        let parts = read_integer(fraction)? * if fraction.len() == 1 { 10 } else { 1 };
        Some(Self::Centipawns(turned(pawns * 100 + parts, is_negative)))
    }

    /// Returns the score in words, centipawns as a number: `-504`, `mate in 2`, `mated in 3`, `checkmated`.
    pub fn in_words(self) -> String {
        match self {
            Self::Centipawns(value) => value.to_string(),
            Self::Mate(0) => "checkmated".to_owned(),
            Self::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Self::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
        }
    }

    /// Returns the number of plies to the mate; `None` for centipawns.
    pub fn plies(self) -> Option<i64> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(moves) if moves > 0 => moves.checked_mul(2)?.checked_sub(1),
            Self::Mate(moves) => moves.checked_mul(-2),
        }
    }

    /// Returns the score of the position before the last move, for the side that made it.
    #[must_use]
    pub fn a_ply_before(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(value.saturating_neg()),
            Self::Mate(moves) if moves > 0 => Self::Mate(-moves),
            Self::Mate(moves) => Self::Mate(1_i64.saturating_sub(moves)),
        }
    }

    /// Returns the score for display: `+0.31`, `-12.00`, `#3`, `#-2`.
    pub fn text(self) -> String {
        match self {
            Self::Centipawns(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                format!("{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => format!("#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_before_the_score_is_that_of_the_other_side() {
        let check = |after: Score, expected: Score| assert_eq!(after.a_ply_before(), expected);
        check(Score::Centipawns(31), Score::Centipawns(-31));
        check(Score::Centipawns(i64::MIN), Score::Centipawns(i64::MAX));
        check(Score::MATED, Score::Mate(1));
        check(Score::Mate(-2), Score::Mate(3));
        check(Score::Mate(2), Score::Mate(-2));
    }

    #[test]
    fn scores_are_typed_as_pawns_or_mates() {
        let check = |text: &str, expected: Option<Score>| {
            assert_eq!(Score::typed(text.as_bytes()), expected, "{text}");
        };
        check("#5", Some(Score::Mate(5)));
        check("+M1", Some(Score::Mate(1)));
        check("#-3", Some(Score::Mate(-3)));
        check("-M3", Some(Score::Mate(-3)));
        check("0.30", Some(Score::Centipawns(30)));
        check("-1.5", Some(Score::Centipawns(-150)));
        check(".5", Some(Score::Centipawns(50)));
        for other in ["", "30", "#0", "#", "1.234", "1.", "M999", "-"] {
            check(other, None);
        }
    }

    #[test]
    fn mates_are_written_by_the_standards_table() {
        let check = |score: Score, expected: Option<i64>| assert_eq!(score.ce(), expected);
        check(Score::Mate(1), Some(32_766));
        check(Score::Mate(3), Some(32_762));
        check(Score::Mate(0), Some(-32_767));
        check(Score::Mate(-1), Some(-32_765));
        check(Score::Mate(-2), Some(-32_763));
        check(Score::Mate(383), Some(32_002));
        check(Score::Mate(384), None);
        check(Score::Mate(-383), Some(-32_001));
        check(Score::Mate(-384), None);
        check(Score::Mate(i64::MIN), None);
        check(Score::Mate(i64::MAX), None);
    }

    #[test]
    fn centipawns_never_read_as_a_mate() {
        assert_eq!(Score::Centipawns(31).ce(), Some(31));
        assert_eq!(Score::Centipawns(32_500).ce(), Some(32_000));
        assert_eq!(Score::Centipawns(i64::MIN).ce(), Some(-32_000));
    }

    #[test]
    fn a_ce_is_described_in_words() {
        let check = |ce: i64, expected: &str| {
            assert_eq!(Score::of_ce(ce).in_words(), expected, "{ce}");
        };
        check(-504, "-504");
        check(32_000, "32000");
        check(32_766, "mate in 1");
        check(32_764, "mate in 2");
        check(32_763, "mate in 2");
        check(-32_767, "checkmated");
        // An illegal position, and a number outside the table.
        check(-32_768, "-32768");
        check(i64::MAX, &i64::MAX.to_string());
        check(-32_765, "mated in 1");
        check(-32_763, "mated in 2");
        for score in [Score::Mate(7), Score::Mate(-7), Score::Centipawns(3)] {
            assert_eq!(score.ce().map(Score::of_ce), Some(score));
        }
    }

    #[test]
    fn scores_are_shown_in_pawns() {
        assert_eq!(Score::Centipawns(31).text(), "+0.31");
        assert_eq!(Score::Centipawns(-1205).text(), "-12.05");
        assert_eq!(Score::Centipawns(-30).text(), "-0.30");
        assert_eq!(Score::Mate(-2).text(), "#-2");
    }
}
