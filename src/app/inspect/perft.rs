//! Perft counts: leaf nodes of the position's tree at a depth, counted in the background to verify
//! those of the record or to put them in.

use crate::app::change::replace_line;
use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::epd::opcode;
use crate::epd::operand::read_integer;
use crate::epd::{Operation, Record, edit};
use crate::suite::RevisionId;
use shakmaty::{Chess, Position};
use std::collections::BTreeMap;

/// The deepest depth that is counted.
const DEEPEST: u8 = 9;
/// Depths that are counted for a record that has none.
const NEW: std::ops::RangeInclusive<u8> = 1..=4;
/// Nodes between two looks at whether anybody still waits.
const LOOK: u64 = 1 << 14;

/// Leaf nodes to count.
#[derive(Clone, Debug)]
pub struct PerftJob {
    pub ticket: u64,
    pub position: Chess,
    /// Depths, ascending, 1 to 9.
    pub depths: Vec<u8>,
}

impl PerftJob {
    /// Counts each depth. `progress` is told the depth and the nodes counted in it every few
    /// thousand nodes; once `stale` says so, the counts that are whole are given.
    pub fn run(
        &self,
        mut progress: impl FnMut(u8, u64),
        stale: impl Fn() -> bool,
    ) -> Vec<(u8, u64)> {
        let mut counts = Vec::new();
        for &depth in &self.depths {
            let mut counting = Counting {
                nodes: 0,
                next_look: LOOK,
                stale: &stale,
                progress: &mut |nodes| progress(depth, nodes),
            };
            if counting.count(&self.position, depth).is_none() {
                break;
            }
            counts.push((depth, counting.nodes));
        }
        counts
    }
}

struct Counting<'a> {
    nodes: u64,
    next_look: u64,
    stale: &'a dyn Fn() -> bool,
    progress: &'a mut dyn FnMut(u64),
}

impl Counting<'_> {
    /// `None` where nobody waits any more.
    fn count(&mut self, position: &Chess, depth: u8) -> Option<()> {
        let moves = position.legal_moves();
        if depth <= 1 {
            self.nodes += u64::try_from(moves.len()).unwrap_or(0);
            if self.nodes >= self.next_look {
                self.next_look = self.nodes + LOOK;
                if (self.stale)() {
                    return None;
                }
                (self.progress)(self.nodes);
            }
            return Some(());
        }
        for next in moves {
            let mut after = position.clone();
            after.play_unchecked(next);
            self.count(&after, depth - 1)?;
        }
        Some(())
    }
}

/// What is known about the counts of positions.
#[derive(Clone, Debug, Default)]
pub struct Perft {
    /// Counts by position (its four fields) and depth.
    known: BTreeMap<String, BTreeMap<u8, u64>>,
    /// The count that runs.
    pub running: Option<Running>,
}

/// A count that runs.
#[derive(Clone, Debug)]
pub struct Running {
    ticket: u64,
    key: String,
    /// The depth being counted, and the nodes so far.
    pub depth: u8,
    pub nodes: u64,
    /// The line (at this revision) into which the counts go, where they are not only verified.
    into: Option<(usize, RevisionId)>,
}

/// A position's four fields, by which its counts are known.
fn key(record: &Record<'_>) -> Option<String> {
    let fen = edit::fen(record)?;
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    Some(fields.join(" "))
}

/// The depth that an operation counts, and its count, where it is one number.
fn claim(record: &Record<'_>, operation: &Operation) -> Option<(u8, i64)> {
    let name = record.opcode(operation);
    let depth = opcode::perft_depth(name.as_bytes()).filter(|depth| *depth <= DEEPEST)?;
    let [operand] = record.operands_of(operation) else {
        return None;
    };
    Some((depth, read_integer(operand.span.of(record.line()))?))
}

/// How an operation's count compares with the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Counted, and right.
    Right,
    /// Counted: this many it is.
    Wrong(u64),
}

/// What is known of a perft operation's count; `None` for other operations, and before counting.
pub fn verdict(model: &Model, record: &Record<'_>, operation: &Operation) -> Option<Verdict> {
    if model.perft.known.is_empty() {
        return None;
    }
    let (depth, said) = claim(record, operation)?;
    let count = *model.perft.known.get(&key(record)?)?.get(&depth)?;
    Some(if u64::try_from(said) == Ok(count) {
        Verdict::Right
    } else {
        Verdict::Wrong(count)
    })
}

/// Why nothing can be counted.
pub fn can_not_count(model: &Model) -> Option<String> {
    crate::app::operations::no_record(model).or_else(|| {
        if model.record().position().is_none() {
            return Some("chess does not allow the position: there is nothing to count".into());
        }
        model
            .perft
            .running
            .is_some()
            .then(|| "a count is running · Esc stops it".into())
    })
}

/// Counts the depths that the record has, to verify them; where it has none, the first few, to put
/// them in.
pub fn start(model: &mut Model) -> Vec<Effect> {
    let record = model.record();
    let (Some(position), Some(key)) = (record.position().cloned(), key(&record)) else {
        return Vec::new();
    };
    let claims = record.operations().iter();
    let mut depths: Vec<u8> = claims
        .filter_map(|operation| Some(claim(&record, operation)?.0))
        .collect();
    let into = depths
        .is_empty()
        .then(|| (model.document.selected, model.document.suite.revision()));
    if into.is_some() {
        if model.read_only {
            model.refused("the file is open read-only, and the record has no counts to verify");
            return Vec::new();
        }
        depths = NEW.collect();
    }
    depths.sort_unstable();
    depths.dedup();
    let ticket = model.ticket();
    model.perft.running = Some(Running {
        ticket,
        key,
        depth: depths.first().copied().unwrap_or(1),
        nodes: 0,
        into,
    });
    vec![Effect::Perft(PerftJob {
        ticket,
        position,
        depths,
    })]
}

/// Stops the count that runs; `None` where none does.
pub fn stop(model: &mut Model) -> Option<Vec<Effect>> {
    model.perft.running.take()?;
    model.done("stopped counting");
    Some(vec![Effect::StopPerft])
}

/// The count has got so far.
pub fn progress(model: &mut Model, ticket: u64, depth: u8, nodes: u64) {
    if let Some(running) = &mut model.perft.running
        && running.ticket == ticket
    {
        (running.depth, running.nodes) = (depth, nodes);
    }
}

/// The count is over.
pub fn counted(model: &mut Model, ticket: u64, counts: &[(u8, u64)]) -> Vec<Effect> {
    let Some(running) = model
        .perft
        .running
        .take_if(|running| running.ticket == ticket)
    else {
        return Vec::new();
    };
    let known = model.perft.known.entry(running.key).or_default();
    known.extend(counts.iter().copied());
    let here = (model.document.selected, model.document.suite.revision());
    match running.into {
        None => {
            say(model);
            Vec::new()
        }
        Some(place) if place == here && model.editing.is_none() => put(model, counts),
        Some(_) => {
            model.refused("counted, but not put in: the record is another one now");
            Vec::new()
        }
    }
}

/// Says how the record's counts compare.
fn say(model: &mut Model) {
    let record = model.record();
    let verdicts: Vec<Verdict> = record
        .operations()
        .iter()
        .filter_map(|operation| verdict(model, &record, operation))
        .collect();
    let wrong = verdicts.iter().filter(|v| **v != Verdict::Right).count();
    match (verdicts.len(), wrong) {
        (0, _) => model.done("counted · the record is another one now"),
        (1, 0) => model.done("counted: it is right"),
        (all, 0) => model.done(format!("counted: all {all} are right")),
        (all, wrong) => model.refused(format!("{wrong} of {all} counts are wrong · f mends them")),
    }
}

fn put(model: &mut Model, counts: &[(u8, u64)]) -> Vec<Effect> {
    let options = model.document.read_options();
    let mut line = model.line();
    for (depth, nodes) in counts {
        let record = Record::read(&line, &options);
        let (name, nodes) = (format!("D{depth}"), nodes.to_string());
        line = edit::add_operation(&record, name.as_bytes(), nodes.as_bytes());
    }
    let said = match counts {
        [(depth, _)] => format!("added D{depth}"),
        [.., (depth, _)] => format!("added D1 to D{depth}"),
        [] => return Vec::new(),
    };
    replace_line(model, &line, said)
}

#[cfg(test)]
mod tests {
    use super::PerftJob;
    use shakmaty::Chess;
    use std::cell::Cell;

    #[test]
    fn the_counts_of_the_starting_position_are_the_known_ones() {
        let job = PerftJob {
            ticket: 1,
            position: Chess::default(),
            depths: vec![1, 3, 4],
        };
        let counts = job.run(|_, _| {}, || false);
        assert_eq!(counts, [(1, 20), (3, 8902), (4, 197_281)]);
    }

    #[test]
    fn a_count_that_nobody_waits_for_ends_soon_and_gives_what_is_whole() {
        let told = Cell::new(0);
        let job = PerftJob {
            ticket: 1,
            position: Chess::default(),
            depths: vec![1, 9],
        };
        let counts = job.run(|_, _| told.set(told.get() + 1), || told.get() > 2);
        assert_eq!(counts, [(1, 20)]);
    }
}
