//! Reports of runs (which the standard names, but leaves "to be done"): the records solved and missed, the effort,
//! and comparisons of runs.
//!
//! A run is a file of records with an engine's answers: `pm` beside `bm` or `am`, and optionally `ce`, `acd`, `acn`,
//! `acs`; or `FoundMate` beside a mate to find (`dm`, `bm #3` or `ce`). `Ae` and `Run` name the engine and the limit.
//! So the results of any program can be read.
//!
//! ```
//! use epdit::engine::report::{Group, Report, Run};
//! use epdit::epd::ReadOptions;
//!
//! let options = ReadOptions::default();
//! let mut run = Run::new("a.epd", Group::Id);
//! run.take(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\"; pm e4;", 1, &options);
//! run.take(b"4k3/8/8/8/8/8/4P3/4K3 b - - am Kf8; id \"A.2\"; pm Kf8;", 2, &options);
//! let report = Report::of(vec![run]);
//! assert_eq!(report.runs[0].total().solved, 1);
//! assert_eq!(report.runs[0].missed().count(), 1);
//! ```

mod made;
mod sections;
#[cfg(test)]
mod tests;

pub use made::{Bar, RunMetadata, Spread, csv};

use crate::engine::mates::{MateOutcome, MateVerdict};
use crate::engine::task::{Solution, Target};
use crate::epd::score::Score;
use crate::epd::visible::visible;
use crate::epd::{LineKind, Operation, ReadOptions, Record, edit};
use crate::exchange::diagram::{Arrow, Drawing, Orientation, Sense};
use crate::suite::prefix_of;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The results of one run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The path of the run.
    pub name: String,
    /// The label among other runs: its engine and limit if these distinguish it, or else its name.
    pub label: String,
    group: Group,
    /// The records that can be judged, in file order.
    pub rows: Vec<Row>,
    /// The number of records without a readable bm or am, or one mate to find.
    pub without_goal: usize,
    /// The number of records with a bm, am or mate to find, but no single answer (a legal pm, or a mate found).
    pub without_answer: usize,
    /// The engine and limit of a run that is not complete.
    pub unfinished: Option<String>,
}

/// The totals of a group of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The number of records that can be judged.
    pub records: usize,
    /// The number of solved records: pm is in bm, if there is one, and not in am.
    pub solved: usize,
    /// The number of records that score their moves.
    pub scored: usize,
    /// The points of the moves played.
    pub points: i64,
    /// The maximum of points.
    pub most: i64,
}

/// One or more runs, record by record.
#[derive(Clone, Debug)]
pub struct Report {
    /// The runs in the order given.
    pub runs: Vec<Run>,
    /// For each position of any run, the index of its row in each run.
    aligned: Vec<Vec<Option<usize>>>,
}

impl Run {
    pub fn new(name: &str, group: Group) -> Self {
        Self {
            name: name.to_owned(),
            label: name.to_owned(),
            group,
            rows: Vec::new(),
            without_goal: 0,
            without_answer: 0,
            unfinished: None,
        }
    }

    /// Adds the engine and limit of an incomplete run, read from the file beside its results.
    pub fn of_file(mut self, path: &Path) -> Self {
        self.unfinished = made::unfinished(path);
        self
    }

    /// Adds a line, `number` from 1. Lines other than records are ignored.
    pub fn take(&mut self, line: &[u8], number: u64, options: &ReadOptions) {
        let record = Record::read(line, options);
        if record.kind() != LineKind::Record {
            return;
        }
        match Row::read(&record, number, &self.group) {
            Some(row) => self.rows.push(row),
            None if Target::has_aim(&record) => self.without_answer += 1,
            None => self.without_goal += 1,
        }
    }

    /// Adds the next part of the same file.
    pub fn add(&mut self, part: Self) {
        self.rows.extend(part.rows);
        self.without_goal += part.without_goal;
        self.without_answer += part.without_answer;
    }

    pub fn missed(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| !row.is_solved)
    }

    pub fn total(&self) -> Total {
        Total::of(&self.rows)
    }

    /// Returns the groups with their totals, in file order.
    pub fn groups(&self) -> Vec<(&str, Total)> {
        let mut order: Vec<&str> = Vec::new();
        let mut totals: HashMap<&str, Total> = HashMap::new();
        for row in &self.rows {
            let total = totals.entry(&row.group).or_insert_with(|| {
                order.push(&row.group);
                Total::default()
            });
            total.add(row);
        }
        let total_of = |name: &str| totals.get(name).copied().unwrap_or_default();
        order
            .into_iter()
            .map(|name| (name, total_of(name)))
            .collect()
    }

    /// Returns the spread of a number that records may have.
    pub fn spread(&self, number: impl Fn(&Row) -> Option<i64>) -> Spread {
        self.rows.iter().filter_map(number).collect()
    }
}

impl Total {
    fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut total = Self::default();
        for row in rows {
            total.add(row);
        }
        total
    }

    fn add(&mut self, row: &Row) {
        self.records += 1;
        self.solved += usize::from(row.is_solved);
        if let Some((points, most)) = row.points {
            self.scored += 1;
            self.points = self.points.saturating_add(points);
            self.most = self.most.saturating_add(most);
        }
    }

    /// Returns the percentage of solved records.
    pub fn percent(&self) -> f64 {
        self.solved as f64 * 100.0 / self.records.max(1) as f64
    }

    /// Returns the percentage of points, if records score their moves.
    pub fn percent_of_points(&self) -> Option<f64> {
        (self.scored > 0 && self.most > 0).then(|| self.points as f64 * 100.0 / self.most as f64)
    }
}

impl Report {
    /// Aligns runs by position. A repeated position pairs with the record of the same id, else with the next in
    /// order.
    pub fn of(mut runs: Vec<Run>) -> Self {
        made::label(&mut runs);
        let mut aligned: Vec<Vec<Option<usize>>> = Vec::new();
        // The indices in `aligned` for each position.
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (nth, run) in runs.iter().enumerate() {
            let is_free = |place: &Vec<Option<usize>>| place.get(nth) == Some(&None);
            // Records with a matching id come first, so that no other takes their place.
            let mut left = Vec::new();
            for (at, row) in run.rows.iter().enumerate() {
                let known = places
                    .get(row.position.as_str())
                    .map_or(&[][..], Vec::as_slice);
                let same = known.iter().copied().find(|place| {
                    let before = aligned.get(*place);
                    before.is_some_and(|before| {
                        is_free(before)
                            && before.iter().zip(&runs).any(|(at, run)| {
                                let other = at.and_then(|at| run.rows.get(at));
                                other.is_some_and(|other| other.id.is_some() && other.id == row.id)
                            })
                    })
                });
                match same.and_then(|place| aligned.get_mut(place)?.get_mut(nth)) {
                    Some(place) => *place = Some(at),
                    None => left.push(at),
                }
            }
            for at in left {
                let Some(row) = run.rows.get(at) else {
                    continue;
                };
                let known = places.entry(&row.position).or_default();
                let mut all = known.iter().copied();
                let free = all.find(|place| aligned.get(*place).is_some_and(is_free));
                let place = free.unwrap_or_else(|| {
                    known.push(aligned.len());
                    aligned.push(vec![None; runs.len()]);
                    aligned.len() - 1
                });
                if let Some(place) = aligned.get_mut(place).and_then(|all| all.get_mut(nth)) {
                    *place = Some(at);
                }
            }
        }
        Self { runs, aligned }
    }

    /// Returns each record of any run: its row in each of them.
    pub fn records(&self) -> impl Iterator<Item = Vec<Option<&Row>>> {
        self.aligned.iter().map(|places| {
            let rows = places.iter().zip(&self.runs);
            rows.map(|(at, run)| run.rows.get((*at)?)).collect()
        })
    }

    /// Compares two runs, by index, over the records that both have.
    pub fn against(&self, one: usize, other: usize) -> RunComparison {
        let mut against = RunComparison::default();
        for rows in self.records() {
            let row = |at: usize| rows.get(at).copied().flatten();
            match (row(one), row(other)) {
                (Some(one), Some(other)) => against.take(one, other),
                (Some(_), None) => against.only_one += 1,
                (None, Some(_)) => against.only_other += 1,
                (None, None) => {}
            }
        }
        against
    }
}

/// The comparison of two runs over the records that both have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunComparison {
    pub both: usize,
    pub neither: usize,
    /// The number solved by the first run only.
    pub one: usize,
    /// The number solved by the second run only.
    pub other: usize,
    /// The number of records that only the first run has, and that only the second has.
    pub only_one: usize,
    pub only_other: usize,
    /// The points of each run, over the records that score their moves in both.
    pub points: (i64, i64),
    pub scored: usize,
}

impl RunComparison {
    fn take(&mut self, one: &Row, other: &Row) {
        match (one.is_solved, other.is_solved) {
            (true, true) => self.both += 1,
            (false, false) => self.neither += 1,
            (true, false) => self.one += 1,
            (false, true) => self.other += 1,
        }
        if let (Some((mine, _)), Some((theirs, _))) = (one.points, other.points) {
            self.scored += 1;
            self.points.0 = self.points.0.saturating_add(mine);
            self.points.1 = self.points.1.saturating_add(theirs);
        }
    }

    pub fn records(&self) -> usize {
        self.both + self.neither + self.one + self.other
    }

    /// Returns the probability that two runs of equal strength differ at least this much: McNemar's exact test,
    /// two-sided.
    pub fn chance(&self) -> f64 {
        chance(self.one, self.other)
    }

    /// Returns the probability in percent: `12 %`, `0.34 %`, `< 0.01 %`.
    pub fn chance_in_words(&self) -> String {
        match self.chance() {
            0.0..0.0001 => "< 0.01 %".to_owned(),
            chance if chance < 0.1 => format!("{:.2} %", chance * 100.0),
            chance => format!("{:.0} %", chance * 100.0),
        }
    }
}

/// Returns the p-value of McNemar's exact test: under equal strength, each of the `one + other` records that only one
/// run solved is as likely to be solved by either.
pub fn chance(one: usize, other: usize) -> f64 {
    let (few, all) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    // Sums C(all, k) / 2^all for k up to `few` by logarithms, since neither factor fits a number.
    let mut logarithm = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = logarithm.exp();
    for k in 1..=few {
        logarithm += ((all - k + 1) as f64).ln() - (k as f64).ln();
        sum += logarithm.exp();
    }
    (2.0 * sum).min(1.0)
}

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
    /// The moves that solve it and those to avoid: `bm Qg6`, `am Rh6; bm Kd2`; or the mate: `mate in 3`.
    pub goal: String,
    /// The engine's move: pm.
    pub played: String,
    pub is_solved: bool,
    /// The points of the move and the maximum, if the record scores its moves.
    pub points: Option<(i64, i64)>,
    /// The mate found beside the one stated, if that was the aim.
    pub mate: Option<MateVerdict>,
    /// The score in centipawns from the side to move: ce, or that of the mate found.
    pub score: Option<i64>,
    /// The depth, nodes and seconds of the search: acd, acn, acs.
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub seconds: Option<i64>,
    /// The point from which the solution held, if the run records it.
    pub solution: Option<Solution>,
    /// The engine, and its limit and options.
    pub made: RunMetadata,
}

impl Row {
    /// Reads a record; `None` if it can't be judged.
    fn read(record: &Record<'_>, line: u64, group: &Group) -> Option<Self> {
        let verdict = Target::judge(record)?;
        let words = |opcode: &str| text(record, record.operation(opcode)?);
        let number = |opcode: &str| words(opcode)?.parse().ok();
        let made = RunMetadata::read(record);
        let id = words("id");
        let moves = ["am", "bm"].into_iter();
        let moves = moves.filter_map(|opcode| Some(format!("{opcode} {}", words(opcode)?)));
        let goal = match &verdict.mate {
            Some(mate) => Score::Mate(mate.stated).in_words(),
            None => moves.collect::<Vec<_>>().join("; "),
        };
        let group = match group {
            Group::Id => id.as_deref().map(prefix_of).unwrap_or_default().to_owned(),
            Group::Opcode(opcode) => words(opcode).unwrap_or_default(),
        };
        Some(Self {
            line,
            position: edit::four_fields(record).unwrap_or_default(),
            group,
            goal,
            played: words("pm").unwrap_or_default(),
            is_solved: verdict.is_solved,
            points: verdict.points,
            score: match &verdict.mate {
                Some(mate) => mate.score().and_then(Score::ce),
                None => number("ce"),
            },
            mate: verdict.mate,
            depth: number("acd"),
            nodes: number("acn"),
            seconds: number("acs"),
            solution: verdict.solution,
            made,
            id,
        })
    }

    /// Returns the relation of the mate found to the one stated, if that was the aim.
    pub fn mate_outcome(&self) -> Option<MateOutcome> {
        self.mate.as_ref().map(MateVerdict::outcome)
    }

    /// Returns the engine's answer: its move, or the reason why its line is not the mate that it claims.
    pub fn answer(&self) -> &str {
        match &self.mate {
            Some(MateVerdict {
                found: Err(words), ..
            }) => words,
            _ => &self.played,
        }
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
    fn drawing<'r>(&'r self, answers: impl Iterator<Item = &'r Row>) -> Option<Drawing> {
        let line = |played: &str| format!("{} {}; pm {played};", self.position, self.goal);
        let drawing =
            |record: &Record<'_>| Drawing::of(record, Orientation::White, true, &self.name());
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
