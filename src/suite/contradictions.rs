//! Records of equal position that disagree about its moves.

use super::arrange::{Group, each_group};
use super::duplicates::{Duplicates, Members, Same, Sameness};
use super::edit::Chosen;
use super::progress::Job;
use super::records::{Block, ChosenRecords, Records};
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::{ReadOptions, Record, Value};
use shakmaty::Move;

/// Returns the groups of records with equal positions that contradict each other: they have different sets of best
/// moves, or one avoids a best move of another. A group has all records of its position that name moves. Operands
/// that are not moves (`bm #7`) contradict nothing. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can no longer be read, there are more than 2^32, or no temporary file can be made for sorting.
pub fn contradictions(
    snapshot: &Snapshot,
    positions: &Duplicates,
    job: &Job,
) -> Result<Duplicates, JobError> {
    let on = ChosenRecords::of(snapshot, &Chosen::All, job);
    on.begin(1);
    let mut found = Duplicates::default();
    each_among(&on, Members::of(positions)?, |said| {
        let mut records = said.records.iter().enumerate();
        records.try_for_each(|(nth, (line, _))| found.push(*line, nth == 0))
    })?;
    Ok(found)
}

/// Calls `take` with each contradiction of streamed records, in the order of their first ones.
///
/// # Errors
/// The records can't be read, or `take` fails.
pub fn each_contradiction<R: Records>(
    on: &R,
    take: impl FnMut(Contradiction) -> Result<(), R::Error>,
) -> Result<(), R::Error> {
    let members = Same::of(on, Sameness::Position, false)?.members()?;
    each_among(on, members, take)
}

fn each_among<R: Records>(
    on: &R,
    members: Members,
    mut take: impl FnMut(Contradiction) -> Result<(), R::Error>,
) -> Result<(), R::Error> {
    each_group(on, members, |said: Contradiction| {
        match said.opinions.contradict() {
            true => take(said),
            false => Ok(()),
        }
    })
}

/// The records of one position that name moves and contradict each other.
#[derive(Default)]
pub struct Contradiction {
    opinions: Opinions,
    /// The lines, and the moves of each record.
    pub records: Vec<(usize, NamedMoves)>,
}

/// The opcodes of moves that a record has, `am` before `bm`, each with the moves as written.
pub type NamedMoves = Vec<(&'static str, String)>;

impl Group for Contradiction {
    fn begin(first: Block<'_>, options: &ReadOptions) -> Self {
        let mut said = Self::default();
        said.add(&[first], options);
        said
    }

    fn add(&mut self, others: &[Block<'_>], options: &ReadOptions) {
        for other in others {
            let record = Record::read(other.record(), options);
            if self.opinions.take(&record) {
                let named = ["am", "bm"].into_iter().filter_map(|opcode| {
                    let operation = record.operation(opcode)?;
                    Some((opcode, record.operands_text(operation)))
                });
                self.records.push((other.line, named.collect()));
            }
        }
    }
}

/// The moves named by the records of one position so far.
#[derive(Debug, Default)]
struct Opinions {
    /// The number of records that name moves.
    count: usize,
    /// The best moves of the first record that names some.
    best: Vec<Move>,
    /// The index of that record, and whether another names best moves.
    best_by: (usize, bool),
    /// All moves to avoid, each with the index of the first record that names it and whether another does.
    avoid: Vec<(Move, usize, bool)>,
    /// Whether another record names different best moves.
    differ: bool,
}

impl Opinions {
    /// Adds the moves of a record; returns `false` if it names none.
    fn take(&mut self, record: &Record<'_>) -> bool {
        let [best, avoid] = ["bm", "am"].map(|opcode| moves(record, opcode));
        if best.is_empty() && avoid.is_empty() {
            return false;
        }
        let place = self.count;
        self.count += 1;
        for played in avoid {
            match self.avoid.iter_mut().find(|(known, ..)| *known == played) {
                Some((.., is_by_others)) => *is_by_others = true,
                None => self.avoid.push((played, place, false)),
            }
        }
        if self.best.is_empty() {
            (self.best, self.best_by) = (best, (place, false));
        } else if !best.is_empty() {
            self.differ |= best != self.best;
            self.best_by.1 = true;
        }
        true
    }

    /// Returns true if two records can't both be right. A record that contradicts itself is a separate problem.
    fn contradict(&self) -> bool {
        // If all best moves are equal, one record may still avoid a best move of another.
        let (first, is_best_of_others) = self.best_by;
        let is_of_two = |(played, by, is_by_others): &(Move, usize, bool)| {
            self.best.contains(played) && (is_best_of_others || *is_by_others || *by != first)
        };
        self.differ || self.avoid.iter().any(is_of_two)
    }
}

/// Returns the moves that a record names, sorted.
fn moves(record: &Record<'_>, opcode: &str) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let operation = record.operation(opcode);
    for operand in operation.map_or(&[][..], |operation| record.operands_of(operation)) {
        if let Value::Move(played) = operand.value
            && !moves.contains(&played)
        {
            moves.push(played);
        }
    }
    moves.sort_by_cached_key(|played| format!("{played:?}"));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Suite, find_duplicates};

    fn contradicting(text: &str) -> Vec<Vec<usize>> {
        let snapshot = Suite::from_bytes("test.epd", text.as_bytes().to_vec()).snapshot();
        let positions = find_duplicates(&snapshot, Sameness::Position, &Job::new()).unwrap();
        let found = contradictions(&snapshot, &positions, &Job::new()).unwrap();
        let groups: Vec<Vec<usize>> = found.groups().map(Iterator::collect).collect();
        let mut gone_by: Vec<Vec<usize>> = Vec::new();
        let (all, job) = (Chosen::All, Job::new());
        let on = ChosenRecords::of(&snapshot, &all, &job);
        let taken = each_contradiction(&on, |found| {
            gone_by.push(found.records.into_iter().map(|(line, _)| line).collect());
            Ok(())
        });
        taken.unwrap();
        assert_eq!(groups, gone_by);
        groups
    }

    #[test]
    fn the_same_position_with_other_best_moves_contradicts() {
        let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2;
4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e2e4;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
4k3/8/8/8/8/8/4P3/4K3 b - - id \"no bm\";
4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7 Kd7;
";
        let groups = contradicting(text);
        assert_eq!(groups, [[2, 4, 5]]);
    }

    #[test]
    fn a_record_that_contradicts_itself_contradicts_no_other() {
        let check = |operations: &[&str], expected: bool| {
            let mut said = Opinions::default();
            for operations in operations {
                let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
                said.take(&Record::read(line.as_bytes(), &Default::default()));
            }
            assert_eq!(said.contradict(), expected, "{operations:?}");
        };
        check(&["am e4; bm e4;"], false);
        check(&["am e4; bm e4;", "ce 3;"], false);
        check(&["am e4; bm e4;", "am e3;"], false);
        check(&["am e4; bm e4;", "am Kd2; ce 3;", "am e3;"], false);
        check(&["am e4; bm e4;", "bm e4;"], true);
        check(&["am e4; bm e4;", "am e4;"], true);
        check(&["am e4;", "am e4; bm e4;"], true);
        check(&["bm e4;", "am e4; bm e4;"], true);
        check(&["am e4; bm e4;", "am e4; bm e4;"], true);
        check(&["am e3;", "am e4; bm e4 Kd2;", "am Kd2;"], true);
    }

    #[test]
    fn a_best_move_that_another_record_avoids_contradicts_and_a_mate_distance_does_not() {
        let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
4k3/8/8/8/8/8/4P3/4K3 w - - am e4;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
4k3/8/8/8/8/8/4P3/4K3 b - - bm #7;
4k3/8/8/8/8/8/3P4/4K3 b - - am Kd7;
4k3/8/8/8/8/8/3P4/4K3 b - - am Ke7; bm Kd7;
4k3/8/8/8/8/8/2P5/4K3 b - - am Kd7;
4k3/8/8/8/8/8/2P5/4K3 b - - bm Ke7;
";
        let groups = contradicting(text);
        assert_eq!(groups, [[0, 1], [4, 5]]);
    }
}
