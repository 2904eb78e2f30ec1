//! Mate search (the standard's pfms) over the whole tree, without an engine: finds mates in a few moves, and checks
//! those that records state.

use shakmaty::{Chess, Move, Position};
use std::cmp::Ordering;

use super::command::Failure;
use super::task::{Operations, ProcessedRecord, Reason, line_in_san as san, moves_of, quoted, set};
use super::worker::Trouble;
use crate::epd::mate::{Answer, Mate, Search};
use crate::epd::operand::Number;
use crate::epd::score::Score;
use crate::epd::{Operation, Record};
use crate::suite::edit::{FOUND_MATE, set_operations};

/// The parameters of a mate search.
#[derive(Clone, Copy, Debug)]
pub struct Mates {
    /// The length of the longest mate to look for, in full moves.
    pub most: u8,
    /// The number of positions after which a record is given up; `None` for no limit.
    pub nodes: Option<u64>,
    /// Whether to look for other first moves that mate as fast.
    pub cooks: bool,
}

/// The result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// A mate in this number of full moves.
    Mate(u8),
    /// No mate within the given length.
    None,
    /// The record states a mate within the given length, so it was not searched.
    Known,
    /// Given up; every mate is longer than this number of full moves.
    GivenUp(u8),
}

/// The verdict on a record that states a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// The shortest mate has the stated length, and the best moves force it.
    Right,
    /// There is a shorter mate: its length, and its first move.
    Shorter {
        moves: u8,
        first: String,
    },
    NoMate,
    /// There is such a mate, but the `wrong` moves of the record do not force it; the `right` ones do.
    WrongMoves {
        wrong: String,
        right: String,
    },
    /// There is such a mate, but the record's pv does not reach it in that many moves.
    NoMateInLine,
    /// There is such a mate, and these other moves also force it.
    Cooked(String),
    /// The operand of `dm` is not a number of moves, 1 or more.
    NoNumber,
    /// `bm` gives another distance than `dm`, as `bm #3` does; negative when the side to move is mated.
    OtherNumber(i64),
    TooLong,
    /// Given up; every mate is longer than this number of full moves.
    GivenUp(u8),
}

impl Proof {
    /// Returns true if the record is wrong or has another solution.
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Right | Self::TooLong | Self::GivenUp(_))
    }
}

/// Returns the distance given by `dm`, or else by `bm #3`: `None` without either, and [`Proof::NoNumber`] if the
/// operand is not a number of moves.
fn distance_of(record: &Record<'_>) -> Option<Result<u8, Proof>> {
    let mut texts = texts(record, "dm");
    let number = match texts.next() {
        Some(text) if texts.any(|other| other != text) => None,
        Some(text) => text.trim().parse::<u64>().ok(),
        None => Some(record.implied("dm")?.unsigned_abs()),
    };
    Some(match number.ok_or(()) {
        Ok(moves @ 1..) => Ok(u8::try_from(moves).unwrap_or(u8::MAX)),
        _ => Err(Proof::NoNumber),
    })
}

/// Returns true if the record's tablebases know that the side to move does not win.
fn is_not_won(record: &Record<'_>) -> bool {
    let tables = record.options().tables;
    let result = tables.and_then(|tables| tables.outcome(record.position()?));
    result.is_some_and(|result| result.sign() < 1)
}

/// Returns all operations with this opcode.
fn all<'a>(record: &'a Record<'_>, opcode: &'a str) -> impl Iterator<Item = &'a Operation> {
    let operations = record.operations().iter();
    operations.filter(move |operation| record.opcode(operation) == opcode)
}

fn texts<'a>(record: &'a Record<'_>, opcode: &'a str) -> impl Iterator<Item = String> {
    all(record, opcode).map(|operation| record.operands_text(operation))
}

/// Returns the distances in `bm`, as in `bm #3`.
pub(super) fn distances(record: &Record<'_>) -> impl Iterator<Item = i64> {
    texts(record, "bm").filter_map(|text| text.trim().strip_prefix('#')?.parse().ok())
}

/// Returns the mate that a record states by `dm`, `bm #3` or a mate score in `ce`: full moves, negative if the side to
/// move is mated. An error if it states several.
pub(super) fn stated(record: &Record<'_>) -> Result<Option<i64>, Reason> {
    let numbers = |opcode| {
        let operands = all(record, opcode).flat_map(|operation| record.operands_of(operation));
        let numbers = operands.filter_map(|operand| whole(record.number_of(operand)?));
        numbers.chain(record.implied(opcode))
    };
    let mates = numbers("ce").filter_map(|ce| match Score::of_ce(ce) {
        Score::Mate(moves) => Some(moves),
        Score::Centipawns(_) => None,
    });
    let mut all: Vec<i64> = numbers("dm").chain(mates).collect();
    if !all.is_empty() {
        all.extend(distances(record));
    }
    all.dedup();
    match all.as_slice() {
        [] => Ok(None),
        [moves] => Ok(Some(*moves).filter(|moves| *moves != 0)),
        _ => Err(Reason::Mates),
    }
}

fn whole(number: Number) -> Option<i64> {
    match number {
        Number::Whole(number) => number.try_into().ok(),
        Number::Broken(_) => None,
    }
}

/// The mate that a record states, and the one that an engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateVerdict {
    /// Full moves, negative if the side to move is mated.
    pub stated: i64,
    /// Full moves, 0 if no mate was found; or the reason why the line is not the mate that it claims.
    pub found: Result<i64, String>,
}

/// The relation of a mate to the stated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateOutcome {
    AsStated,
    Shorter,
    Longer,
    /// No mate was found, or one of the other side.
    NotFound,
    /// The engine claims a mate that its line contradicts.
    Wrong,
}

impl MateOutcome {
    pub const ALL: [Self; 5] = [
        Self::AsStated,
        Self::Shorter,
        Self::Longer,
        Self::NotFound,
        Self::Wrong,
    ];

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsStated => "as stated",
            Self::Shorter => "shorter",
            Self::Longer => "longer",
            Self::NotFound => "not found",
            Self::Wrong => "wrong",
        }
    }
}

impl MateVerdict {
    /// Returns the verdict on an engine's score, whose line is checked.
    pub(super) fn of_score(stated: i64, score: Option<Score>) -> Self {
        let found = match score {
            Some(Score::Mate(moves)) => moves,
            _ => 0,
        };
        Self {
            stated,
            found: Ok(found),
        }
    }

    /// Returns the verdict on an engine whose line is not the mate that it claims.
    pub(super) fn wrong(stated: i64, failure: &Failure) -> Self {
        Self {
            stated,
            found: Err(failure.to_string()),
        }
    }

    /// Reads the verdict from a record that states this mate; `None` unless it has exactly one [`FOUND_MATE`].
    pub(super) fn read(record: &Record<'_>, stated: i64) -> Option<Self> {
        let mut operations = all(record, FOUND_MATE);
        let operands = record.operands_of(operations.next()?);
        let ([found], None) = (operands, operations.next()) else {
            return None;
        };
        let words = || String::from_utf8_lossy(record.string(found)).into_owned();
        let number = record.number_of(found).and_then(whole);
        let found = number.ok_or_else(words);
        Some(Self { stated, found })
    }

    /// Returns the score of the mate found.
    pub fn score(&self) -> Option<Score> {
        let found = *self.found.as_ref().ok()?;
        (found != 0).then_some(Score::Mate(found))
    }

    /// Returns the operand of [`FOUND_MATE`].
    pub(super) fn operand(&self) -> String {
        match &self.found {
            Ok(moves) => moves.to_string(),
            Err(words) => quoted(words),
        }
    }

    pub fn outcome(&self) -> MateOutcome {
        let Ok(found) = &self.found else {
            return MateOutcome::Wrong;
        };
        match found.unsigned_abs().cmp(&self.stated.unsigned_abs()) {
            _ if found.signum() != self.stated.signum() => MateOutcome::NotFound,
            Ordering::Less => MateOutcome::Shorter,
            Ordering::Equal => MateOutcome::AsStated,
            Ordering::Greater => MateOutcome::Longer,
        }
    }

    /// Returns true if the mate is as short as stated, or shorter.
    pub fn is_solved(&self) -> bool {
        matches!(self.outcome(), MateOutcome::AsStated | MateOutcome::Shorter)
    }
}

impl Mates {
    /// Searches a record that states no mate within the length; writes `dm` and `pm` if there is one. `pv` and `ce`
    /// are updated if the record has them, since they would contradict it.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn record(
        &self,
        record: &Record<'_>,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Result<ProcessedRecord<MateResult>, Trouble> {
        let position = record.position().ok_or(Reason::Position)?;
        if position.legal_moves().is_empty() {
            return Err(Reason::Over.into());
        }
        if let Some(Ok(known)) = distance_of(record)
            && known <= self.most
        {
            return Ok(ProcessedRecord::found(None, MateResult::Known));
        }
        if is_not_won(record) {
            return Ok(ProcessedRecord::found(None, MateResult::None));
        }
        let found = search.shortest(position, self.most, &mut self.limit(search.nodes(), stop));
        // A stopped search proves nothing.
        if stop() {
            return Err(Trouble::Stopped);
        }
        Ok(match found {
            Answer::None => ProcessedRecord::found(None, MateResult::None),
            Answer::Undecided(known) => ProcessedRecord::found(None, MateResult::GivenUp(known)),
            Answer::Mate(mate) => {
                let line = set_operations(record, &operations(record, &mate))?;
                ProcessedRecord::found(line, MateResult::Mate(mate.moves()))
            }
        })
    }

    /// Checks a record that states a mate; `None` for one that states none.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn verify(
        &self,
        record: &Record<'_>,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Result<ProcessedRecord<Option<Proof>>, Trouble> {
        let proof = distance_of(record).map(|distance| match distance {
            Ok(moves) => self.prove(record, moves, search, stop),
            Err(proof) => Ok(proof),
        });
        match stop() {
            true => Err(Trouble::Stopped),
            false => Ok(ProcessedRecord::found(None, proof.transpose()?)),
        }
    }

    fn prove(
        &self,
        record: &Record<'_>,
        moves: u8,
        search: &mut Search,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proof, Reason> {
        let position = record.position().ok_or(Reason::Position)?;
        let distance = distances(record).next();
        // `moves` is at most 255, so a longer distance in `bm` is compared as 255, too.
        let is_same = |other: i64| other.min(u8::MAX.into()) == i64::from(moves);
        if let Some(other) = distances(record).find(|other| !is_same(*other)) {
            return Ok(Proof::OtherNumber(other));
        }
        if distance.is_none_or(|moves| moves > 0) && is_not_won(record) {
            return Ok(Proof::NoMate);
        }
        if moves > self.most {
            return Ok(Proof::TooLong);
        }
        let line = moves_of(record, "pv")?.unwrap_or_default();
        let mut own: Vec<Move> = Vec::new();
        for opcode in ["bm", "pm"] {
            if distance.is_some() && opcode == "bm" {
                continue;
            }
            own.extend(moves_of(record, opcode)?.unwrap_or_default());
        }
        let mut named: Vec<Move> = Vec::new();
        for played in own.iter().chain(line.first()) {
            if !named.contains(played) {
                named.push(*played);
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
        for played in &named {
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
        if !ends_in_mate(position, &line, moves) {
            return Ok(Proof::NoMateInLine);
        }
        if self.cooks {
            let Some(all) = search.mating_moves(position, moves, &mut limit) else {
                return Ok(given_up);
            };
            let solution = if named.is_empty() {
                vec![mate.first()]
            } else {
                named
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

    /// Returns a function that is true while a search that began at `before` nodes may continue.
    fn limit<'a>(&self, before: u64, stop: &'a dyn Fn() -> bool) -> impl FnMut(u64) -> bool + 'a {
        let end = self.nodes.map(|nodes| before.saturating_add(nodes));
        move |nodes| end.is_none_or(|end| nodes < end) && !stop()
    }
}

/// Returns true if a line mates within this number of full moves, or is too short to show it.
fn ends_in_mate(position: &Chess, line: &[Move], moves: u8) -> bool {
    let plies = 2 * usize::from(moves) - 1;
    let mut after = position.clone();
    for played in line.iter().take(plies) {
        after.play_unchecked(*played);
    }
    line.len() < plies || after.is_checkmate()
}

fn operations(record: &Record<'_>, mate: &Mate) -> Operations {
    let Some(position) = record.position() else {
        return Vec::new();
    };
    let mut operations = vec![
        set("dm", mate.moves()),
        set("pm", san(position, &[mate.first()])),
    ];
    if record.operation("pv").is_some() {
        let line: Vec<Move> = mate.line().collect();
        operations.push(set("pv", san(position, &line)));
    }
    if record.operation("ce").is_some() {
        let score = Score::Mate(mate.moves().into());
        operations.extend(score.ce().map(|ce| set("ce", ce)));
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

    fn searched(mates: Mates, operations: &str) -> (Result<MateResult, Reason>, Option<String>) {
        let line = format!("{TWO} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = mates.record(&record, &mut Search::with_memory(1 << 16), &|| false);
        let done = ProcessedRecord::of(done).expect("nobody stops it");
        let line = done.line.map(|line| String::from_utf8(line).expect("text"));
        (done.result, line)
    }

    #[track_caller]
    fn check(operations: &str, expected: MateResult, changed: Option<&str>) {
        let (found, line) = searched(MATES, operations);
        assert_eq!(found, Ok(expected), "{operations}");
        let changed = changed.map(|operations| format!("{TWO} {operations}"));
        assert_eq!(line, changed, "{operations}");
    }

    #[test]
    fn a_mate_is_written_where_none_or_a_longer_one_was_stated() {
        check(
            "id \"a\";",
            MateResult::Mate(2),
            Some("dm 2; id \"a\"; pm Kg6;"),
        );
        check("dm 9;", MateResult::Mate(2), Some("dm 2; pm Kg6;"));
        check("dm 3;", MateResult::Known, None);
        check("dm 2; pm Ra5;", MateResult::Known, None);
    }

    #[test]
    fn operations_that_would_contradict_the_mate_are_updated() {
        let expected = "ce 32764; dm 2; pm Kg6; pv Kg6 Kg8 Ra8#;";
        check("ce 900; pv Ra5;", MateResult::Mate(2), Some(expected));
    }

    #[test]
    fn a_search_that_is_given_up_has_no_result() {
        let one = Mates {
            nodes: Some(0),
            most: 9,
            ..MATES
        };
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";";
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = one.record(&record, &mut Search::with_memory(1 << 16), &|| false);
        let done = done.expect("a position");
        assert!(
            matches!(done.result, Ok(MateResult::GivenUp(_))),
            "{done:?}"
        );
        assert_eq!(done.line, None);
        assert_eq!(
            searched(Mates { most: 1, ..MATES }, "").0,
            Ok(MateResult::None)
        );
    }

    #[track_caller]
    fn prove(line: &str, mates: Mates, expected: Option<Proof>) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let proof = mates.verify(&record, &mut Search::with_memory(1 << 16), &|| false);
        assert_eq!(proof.expect("a position").result, Ok(expected), "{line}");
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
        prove(&two("dm 2; bm Ra5;"), MATES, Some(wrong.clone()));
        prove(&two("dm 2; bm Kg6; pv Ra5 Kg8;"), MATES, Some(wrong));
    }

    #[test]
    fn a_pv_mates_in_dm_moves_unless_it_is_shorter() {
        let check = |operations: &str, expected| {
            prove(&format!("{TWO} {operations}"), MATES, Some(expected));
        };
        check("dm 2; pv Kg6 Kg8 Ra8#;", Proof::Right);
        check("dm 2; pv Kg6 Kg8;", Proof::Right);
        check("dm 2; pv Kg6 Kg8 Ra7;", Proof::NoMateInLine);
        check("dm 2; pv Kg6 Kg8 Ra7 Kf8 Ra8#;", Proof::NoMateInLine);
    }

    #[test]
    fn a_bm_that_is_a_distance_is_proved_as_a_dm() {
        prove(&format!("{TWO} bm #2;"), MATES, Some(Proof::Right));
        prove(&format!("{TWO} bm #1;"), MATES, Some(Proof::NoMate));
        check("bm #3;", MateResult::Known, None);
    }

    #[test]
    fn a_distance_in_bm_must_equal_dm_and_is_not_a_move() {
        let check = |operations: &str, expected| {
            prove(&format!("{TWO} {operations}"), MATES, Some(expected));
        };
        check("dm 2; bm #2; id \"13\";", Proof::Right);
        check("bm #1; dm 1;", Proof::NoMate);
        check("dm 2; bm #3;", Proof::OtherNumber(3));
        check("dm 9; bm #2;", Proof::OtherNumber(2));
        check("dm 2; bm #-2;", Proof::OtherNumber(-2));
        check("dm 0; bm #2;", Proof::NoNumber);
        check("bm #2; bm #3;", Proof::OtherNumber(3));
        check("dm 2; dm 2;", Proof::Right);
        check("dm 2; dm 1;", Proof::NoNumber);
        check("dm 2 1;", Proof::NoNumber);
        let wrong = Proof::WrongMoves {
            wrong: "Ra5".to_owned(),
            right: "Kg6".to_owned(),
        };
        check("dm 2; bm #2; pm Ra5;", wrong);
        // Two words are not a distance.
        let line = format!("{TWO} dm 2; bm #2 #3;");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let proof = MATES.verify(&record, &mut Search::with_memory(1 << 16), &|| false);
        assert_eq!(proof, Err(Reason::Moves("bm").into()));
    }

    #[test]
    fn another_mating_first_move_is_a_cook_on_request() {
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
