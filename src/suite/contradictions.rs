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
    /// The best moves of the first that names some.
    best: Vec<Move>,
    /// All moves to avoid.
    avoid: Vec<Move>,
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
        for played in named.avoid {
            if !self.avoid.contains(&played) {
                self.avoid.push(played);
            }
        }
        if self.best.is_empty() {
            self.best = named.best;
        } else {
            self.differ |= !named.best.is_empty() && named.best != self.best;
        }
    }

    /// Whether they can't all be right.
    pub fn contradict(&self) -> bool {
        // Where all that name best moves name the same, one may say to avoid one of them.
        let is_best = |played: &Move| self.best.contains(played);
        self.differ || self.avoid.iter().any(is_best)
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
