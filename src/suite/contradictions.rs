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
            let with_moves: Vec<(usize, Named)> = lines
                .into_iter()
                .filter_map(|line| Some((line, Named::by(snapshot, line)?)))
                .collect();
            contradict(&with_moves).then(|| with_moves.into_iter().map(|(line, _)| line).collect())
        })
        .collect();
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    Duplicates::of_groups(found)
}

fn contradict(records: &[(usize, Named)]) -> bool {
    let mut sets = records
        .iter()
        .map(|(_, named)| &named.best)
        .filter(|best| !best.is_empty());
    let first = sets.next();
    if sets.any(|best| Some(best) != first) {
        return true;
    }
    // All that name best moves name the same.
    first.is_some_and(|best| {
        let mut avoided = records.iter().flat_map(|(_, named)| &named.avoid);
        avoided.any(|played| best.contains(played))
    })
}

/// The moves that a record names, each set in an order of its own.
#[derive(Debug)]
struct Named {
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl Named {
    /// `None` where it names none.
    fn by(snapshot: &Snapshot, line: usize) -> Option<Self> {
        snapshot.work.parsed_lines(1);
        let bytes = snapshot.line(line);
        let record = Record::read(&bytes, snapshot.read_options());
        let named = Self {
            best: moves(&record, "bm"),
            avoid: moves(&record, "am"),
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
