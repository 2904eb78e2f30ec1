//! Records with the same position that name different best moves.

use rayon::prelude::*;

use super::duplicates::{Duplicates, Sameness, find_duplicates};
use super::progress::Job;
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::{Record, Value};
use shakmaty::Move;

/// Looks for records with the same position and different sets of best moves; a group has all
/// records with that position that have a `bm`. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can't be read any more, or there are more than 2^32.
pub fn contradictions(snapshot: &Snapshot, job: &Job) -> Result<Duplicates, JobError> {
    let same = find_duplicates(snapshot, Sameness::Position, job)?;
    let groups: Vec<Vec<usize>> = same.groups().map(Iterator::collect).collect();
    let found: Vec<Vec<usize>> = groups
        .into_par_iter()
        .filter_map(|lines| {
            let mut with_moves: Vec<(usize, Vec<Best>)> = Vec::new();
            for line in lines {
                snapshot.work.parsed_lines(1);
                if let Some(moves) = best_moves(snapshot, line) {
                    with_moves.push((line, moves));
                }
            }
            let (_, first) = with_moves.first()?;
            let differ = with_moves.iter().any(|(_, moves)| moves != first);
            differ.then(|| with_moves.into_iter().map(|(line, _)| line).collect())
        })
        .collect();
    if job.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    Duplicates::of_groups(found)
}

/// A best move: as a move, or as text where it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Best {
    Move(Move),
    Text(Vec<u8>),
}

/// The best moves of a record, in an order of their own; `None` where it names none.
fn best_moves(snapshot: &Snapshot, line: usize) -> Option<Vec<Best>> {
    let bytes = snapshot.line(line);
    let record = Record::read(&bytes, snapshot.read_options());
    let operation = record.operation("bm")?;
    let mut moves: Vec<Best> = Vec::new();
    for operand in record.operands_of(operation) {
        let best = match &operand.value {
            Value::Move(played) => Best::Move(*played),
            _ => Best::Text(operand.span.of(&bytes).to_vec()),
        };
        if !moves.contains(&best) {
            moves.push(best);
        }
    }
    moves.sort_by_cached_key(|best| format!("{best:?}"));
    (!moves.is_empty()).then_some(moves)
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
}
