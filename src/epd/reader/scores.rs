//! The mates stated by `ce` and `dm`, checked against each other and the position.

use super::super::diagnostic::{Code, Detail};
use super::super::score::Score;
use super::Reader;
use shakmaty::{Color, Position};

impl Reader<'_> {
    /// Checks `ce` and `dm` against each other, mate, stalemate and dead draws.
    pub(super) fn relate_scores(&mut self) {
        let (ce, dm) = (self.record.integer("ce"), self.record.integer("dm"));
        if ce.is_none() && dm.is_none() {
            return;
        }
        let ending = self.ending();
        if let Some(score) = ce {
            self.relate_score(score, dm, ending);
        }
        if let (Some((ended, _)), Some(1..), Some(dm)) = (ending, dm, self.record.operation("dm")) {
            // A finished game has no mate ahead.
            self.say_why(Code::DmPosition, self.record.operands_span(dm), ended);
        }
    }

    /// Returns the way in which the game has ended in this position, and the matching score; `None` if it continues,
    /// or there is no position.
    fn ending(&self) -> Option<(&'static str, i64)> {
        let position = self.record.position.as_ref()?;
        if self.has_legal_move || !position.legal_moves().is_empty() {
            let is_dead = position.is_insufficient_material();
            return is_dead.then_some(("neither side can mate", 0));
        }
        Some(match (position.is_check(), position.turn()) {
            (true, Color::White) => ("White is checkmated", -32767),
            (true, Color::Black) => ("Black is checkmated", -32767),
            (false, _) => ("stalemate", 0),
        })
    }

    fn relate_score(&mut self, score: i64, dm: Option<i64>, ending: Option<(&str, i64)>) {
        let Some(operation) = self.record.operation("ce") else {
            return;
        };
        let span = self.record.operands_span(operation);
        let expected = dm.filter(|moves| *moves > 0);
        let expected = expected.and_then(|moves| Score::Mate(moves).ce());
        if let Some(expected) = expected.filter(|expected| *expected != score) {
            self.say_with(Code::CeDm, span, Detail::Number(expected));
        }
        if let Some(plies) = false_plies(score) {
            self.say_with(Code::CeMateParity, span, Detail::Number(plies));
        }
        let why = match (ending, score) {
            _ if self.record.position.is_none() => return,
            (Some((_, expected)), _) if score == expected => return,
            (Some((ended, expected)), _) => format!("{ended}, expected {expected}").into(),
            (None, -32767) => "it means checkmate, but the side to move has a move".into(),
            (None, -32768) => "it means an illegal position, but this one is legal".into(),
            (None, _) => return,
        };
        self.say_with(Code::CePosition, span, Detail::Words(why));
    }
}

/// Returns the plies to a mate whose number has the wrong parity: the side to move mates after an odd number and is
/// mated after an even one, given here as a negative number.
fn false_plies(score: i64) -> Option<i64> {
    let plies = match score {
        32001..=32766 => 32767 - score,
        -32767..=-32001 => -32767 - score,
        _ => return None,
    };
    let mates = plies > 0;
    ((plies % 2 != 0) != mates).then_some(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(score: i64, expected: Option<i64>) {
        assert_eq!(false_plies(score), expected, "{score}");
    }

    #[test]
    fn the_side_to_move_mates_after_an_odd_number_of_plies_and_is_mated_after_an_even_one() {
        check(32766, None);
        check(32765, Some(2));
        check(32762, None);
        check(32761, Some(6));
        check(32001, Some(766));
        check(-32767, None);
        check(-32766, Some(-1));
        check(-32762, Some(-5));
        check(-32761, None);
        check(-32002, Some(-765));
    }

    #[test]
    fn what_is_no_mate_has_no_plies() {
        for score in [
            0,
            12,
            32000,
            -32000,
            32767,
            -32768,
            40000,
            i64::MAX,
            i64::MIN,
        ] {
            check(score, None);
        }
    }
}
