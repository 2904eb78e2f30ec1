//! The result of one record in a run.

use super::Made;
use crate::engine::target::{Solution, Target};
use crate::engine::task::MADE;
use crate::epd::score::Score;
use crate::epd::visible::visible;
use crate::epd::{Operation, ReadOptions, Record, edit};
use crate::exchange::diagram::{Arrow, Drawing, Seen, Sense};
use crate::suite::prefix_of;

/// The grouping of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// By the prefix of their ids: [`prefix_of`].
    Id,
    /// By the operand of an operation.
    Opcode(String),
}

/// A record that can be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line number, from 1.
    pub line: u64,
    /// The four fields in one normal form.
    pub position: String,
    pub id: Option<String>,
    pub group: String,
    /// The moves that solve it and those to avoid: `bm Qg6`, `am Rh6; bm Kd2`.
    pub goal: String,
    /// The engine's move: pm.
    pub played: String,
    pub is_solved: bool,
    /// The points of the move and the maximum, if the record scores its moves.
    pub points: Option<(i64, i64)>,
    /// The score in centipawns from the side to move: ce.
    pub score: Option<i64>,
    /// The depth, nodes and seconds of the search: acd, acn, acs.
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub seconds: Option<i64>,
    /// The point from which the solution held, if the run records it.
    pub solution: Option<Solution>,
    /// The engine and its limit.
    pub made: Made,
}

impl Row {
    /// Reads a record; `None` if it can't be judged.
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

    /// Returns the depth of the search, unless it saw a mate: then engines count on to any depth.
    pub fn plain_depth(&self) -> Option<i64> {
        self.depth.filter(|_| !self.sees_mate())
    }

    /// Returns the depth of a search that saw a mate.
    pub fn mate_depth(&self) -> Option<i64> {
        self.depth.filter(|_| self.sees_mate())
    }

    fn sees_mate(&self) -> bool {
        let score = self.score.map(Score::of_ce);
        matches!(score, Some(Score::Mate(_)))
    }

    /// Returns the depth at which the solution was found, if the run records it.
    pub fn found_depth(&self) -> Option<i64> {
        self.solution.map(|found| found.depth.into())
    }

    /// Returns the milliseconds until the solution was found, if the run records them.
    pub fn found_after(&self) -> Option<i64> {
        let time = self.solution?.time;
        Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }

    /// Returns the drawing of the position with the moves to find, and with the wrong moves that `answers` played.
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

    /// Returns the id, or else the line number.
    pub fn name(&self) -> String {
        match &self.id {
            Some(id) => id.clone(),
            None => format!("line {}", self.line),
        }
    }
}

/// Returns the operands of an operation for display, without quotes; `None` if there are none.
fn text(record: &Record<'_>, operation: &Operation) -> Option<String> {
    let words: Vec<String> = record
        .operands_of(operation)
        .iter()
        .map(|operand| visible(&String::from_utf8_lossy(record.string(operand))).into_owned())
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}
