//! What one record says of a run.

use super::Made;
use crate::engine::target::{Solution, Target};
use crate::engine::task::MADE;
use crate::epd::score::Score;
use crate::epd::visible::visible;
use crate::epd::{Operation, ReadOptions, Record, edit};
use crate::exchange::diagram::{Arrow, Drawing, Seen, Sense};
use crate::suite::prefix_of;

/// By what records are put into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// By what their ids begin with: [`prefix_of`].
    Id,
    /// By what an operation says.
    Opcode(String),
}

/// A record that can be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, from 1.
    pub line: u64,
    /// The four fields, written in one way however the record has them.
    pub position: String,
    pub id: Option<String>,
    pub group: String,
    /// The moves that solve it and those that don't: `bm Qg6`, `am Rh6; bm Kd2`.
    pub goal: String,
    /// The engine's move: pm.
    pub played: String,
    pub is_solved: bool,
    /// The points of the move, and the most that there are, where the record scores its moves.
    pub points: Option<(i64, i64)>,
    /// Centipawns for the side to move: ce.
    pub score: Option<i64>,
    /// Depth, nodes and seconds of the search: acd, acn, acs.
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub seconds: Option<i64>,
    /// Since when the solution was held, where the run tells it.
    pub solution: Option<Solution>,
    /// Who searched, and what limited it.
    pub made: Made,
}

impl Row {
    /// Reads a record; `None` where it can't be judged.
    pub(super) fn read(record: &Record<'_>, line: u64, group: &Group) -> Option<Self> {
        let verdict = Target::judge(record)?;
        let words = |opcode: &str| text(record, record.operation(opcode)?);
        let number = |opcode: &str| words(opcode)?.parse().ok();
        let [engine, limit] = MADE.map(words);
        let id = words("id");
        let goal: Vec<String> = ["am", "bm"]
            .into_iter()
            .filter_map(|opcode| Some(format!("{opcode} {}", words(opcode)?)))
            .collect();
        let group = match group {
            Group::Id => id.as_deref().map(prefix_of).unwrap_or_default().to_owned(),
            Group::Opcode(opcode) => words(opcode).unwrap_or_default(),
        };
        Some(Self {
            line,
            position: edit::four_fields(record).unwrap_or_default(),
            group,
            goal: goal.join("; "),
            played: words("pm").unwrap_or_default(),
            is_solved: verdict.is_solved,
            points: verdict.points,
            score: number("ce"),
            depth: number("acd"),
            nodes: number("acn"),
            seconds: number("acs"),
            solution: verdict.solution,
            made: Made { engine, limit },
            id,
        })
    }

    /// Depth of the search, unless it saw a mate: an engine that does counts on to any depth.
    pub fn plain_depth(&self) -> Option<i64> {
        self.depth.filter(|_| !self.sees_mate())
    }

    /// Depth of the search, where it saw a mate.
    pub fn mate_depth(&self) -> Option<i64> {
        self.depth.filter(|_| self.sees_mate())
    }

    fn sees_mate(&self) -> bool {
        let score = self.score.map(Score::of_ce);
        matches!(score, Some(Score::Mate(_)))
    }

    /// Depth at which the solution was found, where the run tells it.
    pub fn found_depth(&self) -> Option<i64> {
        self.solution.map(|found| found.depth.into())
    }

    /// Milliseconds until the solution was found, where the run tells it.
    pub fn found_after(&self) -> Option<i64> {
        let time = self.solution?.time;
        Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }

    /// The position with the moves to find, and in the colour of those to avoid what these answers to it
    /// played in their place.
    pub(super) fn drawing<'r>(&'r self, answers: impl Iterator<Item = &'r Row>) -> Option<Drawing> {
        let line = |played: &str| format!("{} {}; pm {played};", self.position, self.goal);
        let drawing = |record: &Record<'_>| Drawing::of(record, Seen::White, true, &self.name());
        let mut drawn = None;
        for answer in std::iter::once(self).chain(answers) {
            let line = line(&answer.played);
            let record = Record::read(line.as_bytes(), &ReadOptions::default());
            let drawn = match &mut drawn {
                Some(drawn) => drawn,
                None => drawn.insert(drawing(&record)?),
            };
            let played = record.moves("pm").next().filter(|_| !answer.is_solved);
            let arrow = played.and_then(|played| Arrow::of(played, Sense::Avoid, drawn.side));
            let arrow = arrow.filter(|arrow| !drawn.arrows.contains(arrow));
            drawn.arrows.extend(arrow);
        }
        drawn
    }

    /// What it is called: its id, else its line.
    pub fn name(&self) -> String {
        match &self.id {
            Some(id) => id.clone(),
            None => format!("line {}", self.line),
        }
    }
}

/// The operands of an operation, without quotes, as they can be shown; `None` where there are none.
fn text(record: &Record<'_>, operation: &Operation) -> Option<String> {
    let words: Vec<String> = record
        .operands_of(operation)
        .iter()
        .map(|operand| visible(&String::from_utf8_lossy(record.string(operand))).into_owned())
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}
