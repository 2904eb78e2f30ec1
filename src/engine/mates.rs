//! Mate search (the standard's pfms), by the whole tree and with no engine: which records have a mate in a
//! few moves, and whether those that say so are right.

use shakmaty::{Move, Position};

use super::task::{Done, Why, line_in_san as san, moves_of};
use crate::epd::Record;
use crate::epd::mate::{Answer, Mate, Search};
use crate::suite::bulk::set_operations;

/// What every record is searched with.
#[derive(Clone, Copy, Debug)]
pub struct Mates {
    /// Full moves of the longest mate that is looked for.
    pub most: u8,
    /// Positions after which a record is given up; `None`: never.
    pub nodes: Option<u64>,
    /// Whether other first moves that mate as fast are looked for, too.
    pub cooks: bool,
}

/// What a search for a mate came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A mate in so many full moves.
    Mate(u8),
    /// None in as many as were looked for.
    None,
    /// The record says one that is as short; it was not searched.
    Known,
    /// It was given up: no mate is as short as this many full moves.
    GivenUp(u8),
}

/// Whether a record that says a mate is right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// There is a mate in that many moves and none is shorter; its best moves do it.
    Right,
    /// There is a shorter one: its moves, and the first.
    Shorter { moves: u8, first: String },
    /// There is none in that many moves.
    NoMate,
    /// There is one, but these moves of the record do not force it; others do.
    WrongMoves { wrong: String, right: String },
    /// There is one, and these moves do it as well as those of the record.
    Cooked(String),
    /// The operand of `dm` is not a number of moves, 1 or more.
    NoNumber,
    /// It is longer than what is looked for.
    TooLong,
    /// It was given up: no mate is as short as this many full moves.
    GivenUp(u8),
}

impl Proof {
    /// Whether the record is wrong, or has another solution.
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Right | Self::TooLong | Self::GivenUp(_))
    }
}

/// What a record's `dm` says: `None` where it has none, or one that says no number of moves.
fn said(record: &Record<'_>) -> Option<Result<u8, Proof>> {
    let operation = record.operation("dm")?;
    let number = record.operands_text(operation).trim().parse::<u64>();
    Some(match number {
        Ok(moves @ 1..) => Ok(u8::try_from(moves).unwrap_or(u8::MAX)),
        _ => Err(Proof::NoNumber),
    })
}

impl Mates {
    /// Searches a record that says no mate, or a longer one than is looked for; writes `dm` and `pm` where
    /// there is one. `pv` and `ce` follow where the record has them, since they would contradict it.
    pub fn record(
        &self,
        record: &Record<'_>,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Done<Found> {
        let Some(position) = record.position() else {
            return Done::not(Why::Position);
        };
        if position.legal_moves().is_empty() {
            return Done::not(Why::Over);
        }
        if let Some(Ok(known)) = said(record)
            && known <= self.most
        {
            return Done::found(None, Found::Known);
        }
        match search.shortest(position, self.most, &mut self.limit(search.nodes(), stop)) {
            Answer::None => Done::found(None, Found::None),
            Answer::Undecided(known) => Done::found(None, Found::GivenUp(known)),
            Answer::Mate(mate) => match set_operations(record, &operations(record, &mate)) {
                Ok(line) => Done::found(line, Found::Mate(mate.moves())),
                Err(refusal) => Done::not(Why::Refused(refusal)),
            },
        }
    }

    /// Whether a record that says a mate is right; `None` for one that says none.
    pub fn verify(
        &self,
        record: &Record<'_>,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Option<Result<Proof, Why>> {
        let said = said(record)?;
        Some(said.map_or_else(Ok, |moves| self.prove(record, moves, search, stop)))
    }

    fn prove(
        &self,
        record: &Record<'_>,
        moves: u8,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proof, Why> {
        let position = record.position().ok_or(Why::Position)?;
        if moves > self.most {
            return Ok(Proof::TooLong);
        }
        let mut own = Vec::new();
        for opcode in ["bm", "pm"] {
            for played in moves_of(record, opcode)?.unwrap_or_default() {
                if !own.contains(&played) {
                    own.push(played);
                }
            }
        }
        let mut limit = self.limit(search.nodes(), stop);
        let mate = match search.shortest(position, moves, &mut limit) {
            Answer::Mate(mate) => mate,
            Answer::None => return Ok(Proof::NoMate),
            Answer::Undecided(known) => return Ok(Proof::GivenUp(known)),
        };
        if mate.moves() < moves {
            return Ok(Proof::Shorter {
                moves: mate.moves(),
                first: san(position, &[mate.first()]),
            });
        }
        let given_up = Proof::GivenUp(moves - 1);
        let names = |moves: &[Move]| {
            let names: Vec<String> = moves
                .iter()
                .map(|played| san(position, &[*played]))
                .collect();
            names.join(" ")
        };
        let mut wrong = Vec::new();
        for played in &own {
            match search.forces(position, *played, moves, &mut limit) {
                None => return Ok(given_up),
                Some(true) => {}
                Some(false) => wrong.push(*played),
            }
        }
        if !wrong.is_empty() {
            return Ok(Proof::WrongMoves {
                wrong: names(&wrong),
                right: names(&[mate.first()]),
            });
        }
        if self.cooks {
            let Some(all) = search.mating_moves(position, moves, &mut limit) else {
                return Ok(given_up);
            };
            let solution = if own.is_empty() {
                vec![mate.first()]
            } else {
                own
            };
            let others: Vec<Move> = all
                .into_iter()
                .filter(|played| !solution.contains(played))
                .collect();
            if !others.is_empty() {
                return Ok(Proof::Cooked(names(&others)));
            }
        }
        Ok(Proof::Right)
    }

    /// Whether a search that began at `before` nodes is to go on.
    fn limit<'a>(&self, before: u64, stop: &'a dyn Fn() -> bool) -> impl FnMut(u64) -> bool + 'a {
        let end = self.nodes.map(|nodes| before.saturating_add(nodes));
        move |nodes| end.is_none_or(|end| nodes < end) && !stop()
    }
}

/// What a mate makes of a record.
fn operations(record: &Record<'_>, mate: &Mate) -> Vec<(String, Option<String>)> {
    let Some(position) = record.position() else {
        return Vec::new();
    };
    let operation = |opcode: &str, text: String| (opcode.to_owned(), Some(text));
    let mut operations = vec![
        operation("dm", mate.moves().to_string()),
        operation("pm", san(position, &[mate.first()])),
    ];
    if record.operation("pv").is_some() {
        let line: Vec<Move> = mate.line().collect();
        operations.push(operation("pv", san(position, &line)));
    }
    if record.operation("ce").is_some() {
        // Plies until mate: EPD.md section 3.
        let plies = 2 * i32::from(mate.moves()) - 1;
        operations.push(operation("ce", (32_767 - plies).to_string()));
    }
    operations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    const TWO: &str = "7k/8/5K2/8/8/8/8/R7 w - -";
    const MATES: Mates = Mates {
        most: 3,
        nodes: None,
        cooks: false,
    };

    fn searched(mates: Mates, operations: &str) -> (Result<Found, Why>, Option<String>) {
        let line = format!("{TWO} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = mates.record(&record, &mut Search::with_memory(1 << 16), &|| false);
        let line = done.line.map(|line| String::from_utf8(line).expect("text"));
        (done.result, line)
    }

    #[track_caller]
    fn check(operations: &str, expected: Found, changed: Option<&str>) {
        let (found, line) = searched(MATES, operations);
        assert_eq!(found, Ok(expected), "{operations}");
        let changed = changed.map(|operations| format!("{TWO} {operations}"));
        assert_eq!(line, changed, "{operations}");
    }

    #[test]
    fn a_mate_is_written_where_none_or_a_longer_one_was_said() {
        check("id \"a\";", Found::Mate(2), Some("dm 2; id \"a\"; pm Kg6;"));
        check("dm 9;", Found::Mate(2), Some("dm 2; pm Kg6;"));
        check("dm 3;", Found::Known, None);
        check("dm 2; pm Ra5;", Found::Known, None);
    }

    #[test]
    fn what_would_contradict_it_follows() {
        let expected = "ce 32764; dm 2; pm Kg6; pv Kg6 Kg8 Ra8#;";
        check("ce 900; pv Ra5;", Found::Mate(2), Some(expected));
    }

    #[test]
    fn what_is_given_up_is_no_answer() {
        let one = Mates {
            nodes: Some(0),
            most: 9,
            ..MATES
        };
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";";
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = one.record(&record, &mut Search::with_memory(1 << 16), &|| false);
        assert!(matches!(done.result, Ok(Found::GivenUp(_))), "{done:?}");
        assert_eq!(done.line, None);
        assert_eq!(searched(Mates { most: 1, ..MATES }, "").0, Ok(Found::None));
    }

    #[track_caller]
    fn prove(line: &str, mates: Mates, expected: Option<Proof>) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let proof = mates.verify(&record, &mut Search::with_memory(1 << 16), &|| false);
        assert_eq!(
            proof.map(|proof| proof.expect("a position")),
            expected,
            "{line}"
        );
    }

    #[test]
    fn a_dm_is_right_only_if_it_is_the_shortest_and_its_moves_force_it() {
        let two = |operations: &str| format!("{TWO} {operations}");
        prove(&two("dm 2;"), MATES, Some(Proof::Right));
        prove(&two("dm 2; bm Kg6;"), MATES, Some(Proof::Right));
        prove(&two("dm 1;"), MATES, Some(Proof::NoMate));
        let shorter = Proof::Shorter {
            moves: 2,
            first: "Kg6".to_owned(),
        };
        prove(&two("dm 3;"), MATES, Some(shorter));
        prove(&two("dm 4;"), MATES, Some(Proof::TooLong));
        prove(&two("dm 0;"), MATES, Some(Proof::NoNumber));
        prove(&two("id \"a\";"), MATES, None);
        let wrong = Proof::WrongMoves {
            wrong: "Ra5".to_owned(),
            right: "Kg6".to_owned(),
        };
        prove(&two("dm 2; bm Ra5;"), MATES, Some(wrong));
    }

    #[test]
    fn another_first_move_is_a_cook_where_they_are_asked_for() {
        let line = "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - dm 1; bm Ra8#;";
        prove(line, MATES, Some(Proof::Right));
        let cooks = Mates {
            cooks: true,
            ..MATES
        };
        prove(line, cooks, Some(Proof::Cooked("Re8#".to_owned())));
        prove(
            "7k/5K2/8/8/8/8/8/R7 w - - dm 1; bm Rh1#;",
            cooks,
            Some(Proof::Right),
        );
    }
}
