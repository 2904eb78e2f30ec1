//! What `ce` and `dm` say of mates, against one another and against the position.

use super::super::diagnostic::{Code, Detail};
use super::Reader;
use shakmaty::Position;

/// How a game has ended in a position.
enum Ending {
    Checkmate,
    Stalemate,
    /// Neither side has the pieces to mate.
    Dead,
}

impl Reader<'_> {
    /// `ce` and `dm` against one another, mate, stalemate and dead draws.
    pub(super) fn relate_scores(&mut self) {
        let (ce, dm) = (self.integer("ce"), self.integer("dm"));
        if ce.is_none() && dm.is_none() {
            return;
        }
        let ending = self.ending();
        if let Some(score) = ce {
            self.relate_score(score, dm, ending.as_ref());
        }
        if let Some(ending) = ending
            && matches!(dm, Some(1..))
        {
            self.relate_mate_distance(&ending);
        }
    }

    /// How the game has ended in this position; `None` where it goes on, or is none.
    fn ending(&self) -> Option<Ending> {
        let position = self.record.position.as_ref()?;
        if !self.has_legal_move && position.legal_moves().is_empty() {
            Some(if position.is_check() {
                Ending::Checkmate
            } else {
                Ending::Stalemate
            })
        } else {
            position.is_insufficient_material().then_some(Ending::Dead)
        }
    }

    fn relate_score(&mut self, score: i64, dm: Option<i64>, ending: Option<&Ending>) {
        let Some(operation) = self.find("ce") else {
            return;
        };
        let span = self.record.operands_span(operation);
        if let Some(moves) = dm
            && (1..=383).contains(&moves)
        {
            let expected = 32767 - (2 * moves - 1);
            if score != expected {
                self.say_with(Code::CeDm, span, Detail::Number(expected));
            }
        }
        if let Some(plies) = false_plies(score) {
            self.say_with(Code::CeMateParity, span, Detail::Number(plies));
        }
        let Some(position) = &self.record.position else {
            return;
        };
        let expected = match ending {
            Some(Ending::Checkmate) => {
                let mated = position.turn().fold_wb(
                    "White is checkmated, expected -32767",
                    "Black is checkmated, expected -32767",
                );
                (score != -32767).then_some(mated)
            }
            Some(Ending::Stalemate) => (score != 0).then_some("stalemate, expected 0"),
            Some(Ending::Dead) => (score != 0).then_some("neither side can mate, expected 0"),
            None => match score {
                -32767 => Some("it means checkmate, but the side to move has a move"),
                -32768 => Some("it means an illegal position, but this one is legal"),
                _ => None,
            },
        };
        if let Some(expected) = expected {
            self.say_with(Code::CePosition, span, Detail::Reason(expected.into()));
        }
    }

    /// A game that has ended goes on to no mate.
    fn relate_mate_distance(&mut self, ending: &Ending) {
        let (Some(operation), Some(position)) = (self.find("dm"), &self.record.position) else {
            return;
        };
        let ended = match ending {
            Ending::Checkmate => position
                .turn()
                .fold_wb("White is checkmated", "Black is checkmated"),
            Ending::Stalemate => "stalemate",
            Ending::Dead => "neither side can mate",
        };
        let span = self.record.operands_span(operation);
        self.say_with(Code::DmPosition, span, Detail::Reason(ended.into()));
    }
}

/// The plies to a mate that has another number of them: the side to move mates after an odd number and
/// is mated after an even one, given here as a negative number.
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
