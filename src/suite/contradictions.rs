//! Records with the same position that disagree about its moves.

use rayon::prelude::*;

use super::duplicates::{Duplicates, Sameness, find_duplicates};
use super::progress::Job;
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::{Record, Value};
use shakmaty::Move;

/// Looks for records with the same position and different sets of best moves, or with a best move in
/// one that another says to avoid; a group has all records with that position that name moves.
/// Operands that are no moves (`bm #7`) contradict nothing. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can't be read any more, or there are more than 2^32.
pub fn contradictions(snapshot: &Snapshot, job: &Job) -> Result<Duplicates, JobError> {
    let same = find_duplicates(snapshot, Sameness::Position, job)?;
    let groups: Vec<Vec<usize>> = same.groups().map(Iterator::collect).collect();
    let found: Vec<Vec<usize>> = groups
        .into_par_iter()
        .filter_map(|lines| {
            let mut said = Opinions::default();
            let with_moves: Vec<usize> = lines
                .into_iter()
                .filter(|line| {
                    snapshot.work.parsed_lines(1);
                    let bytes = snapshot.line(*line);
                    said.take(&Record::read(&bytes, snapshot.read_options()))
                })
                .collect();
            said.contradict().then_some(with_moves)
        })
        .collect();
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    Duplicates::of_groups(found)
}

/// The moves that records of one position name, as far as they were taken.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// Records that name moves.
    count: usize,
    /// The best moves of the first that names some.
    best: Vec<Move>,
    /// The place of that record, and whether another names best moves.
    best_by: (usize, bool),
    /// All moves to avoid, each with the place of the first record that names it and whether another does.
    avoid: Vec<(Move, usize, bool)>,
    /// Whether another names other best moves.
    differ: bool,
}

impl Opinions {
    /// Adds what a record says; `false` where it names no moves.
    pub fn take(&mut self, record: &Record<'_>) -> bool {
        match Named::by(record) {
            None => false,
            Some(named) => {
                self.add(named);
                true
            }
        }
    }

    fn add(&mut self, named: Named) {
        let place = self.count;
        self.count += 1;
        for played in named.avoid {
            match self.avoid.iter_mut().find(|(known, ..)| *known == played) {
                Some((.., is_by_others)) => *is_by_others = true,
                None => self.avoid.push((played, place, false)),
            }
        }
        match named.best {
            best if best.is_empty() => {}
            best if self.best.is_empty() => {
                self.best = best;
                self.best_by = (place, false);
            }
            best => {
                self.differ |= best != self.best;
                self.best_by.1 = true;
            }
        }
    }

    /// Whether two records can't both be right. One that contradicts itself is a problem of its own.
    pub fn contradict(&self) -> bool {
        // Where all that name best moves name the same, one may say to avoid one of another's.
        let (first, is_best_of_others) = self.best_by;
        let is_of_two = |(played, by, is_by_others): &(Move, usize, bool)| {
            self.best.contains(played) && (is_best_of_others || *is_by_others || *by != first)
        };
        self.differ || self.avoid.iter().any(is_of_two)
    }
}

/// The moves that a record names, each set in an order of its own.
#[derive(Debug)]
struct Named {
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl Named {
    /// `None` where it names none.
    fn by(record: &Record<'_>) -> Option<Self> {
        let named = Self {
            best: moves(record, "bm"),
            avoid: moves(record, "am"),
        };
        (!named.best.is_empty() || !named.avoid.is_empty()).then_some(named)
    }
}

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
    use crate::suite::Suite;

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
        let suite = Suite::from_bytes("test.epd", text.as_bytes().to_vec());
        let found = contradictions(&suite.snapshot(), &Job::new()).unwrap();
        let groups: Vec<Vec<usize>> = found.groups().map(Iterator::collect).collect();
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
        let suite = Suite::from_bytes("test.epd", text.as_bytes().to_vec());
        let found = contradictions(&suite.snapshot(), &Job::new()).unwrap();
        let groups: Vec<Vec<usize>> = found.groups().map(Iterator::collect).collect();
        assert_eq!(groups, [[0, 1], [4, 5]]);
    }
}
