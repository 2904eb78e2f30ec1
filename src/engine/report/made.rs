//! The engine and limit of results, from their records or from the checkpoint of an incomplete run; the
//! distribution of numbers; and a report as CSV.

use crate::engine::mates::MateOutcome;
use crate::engine::report::{Report, Row, Run, text};
use crate::epd::Record;
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::page::{self, Table};
use crate::suite::edit::MADE;
use std::path::Path;

/// The engine and limit that a record states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunMetadata {
    /// `Stockfish 17`.
    pub engine: Option<String>,
    /// The limit and the engine's options: `nodes 20000, Hash=256`.
    pub limit: Option<String>,
}

impl RunMetadata {
    /// Reads the engine and limit of a record from `Ae` and `Run`; or of older results from `Engine`, with its options,
    /// and `Limit`.
    pub fn read(record: &Record<'_>) -> Self {
        let [ae, run, engine, limit] = MADE.map(|opcode| text(record, record.operation(opcode)?));
        if run.is_some() || engine.is_none() && limit.is_none() {
            return Self {
                engine: ae,
                limit: run,
            };
        }
        let words = engine.as_deref().unwrap_or_default().split(", ");
        let (options, name): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let limit = limit.as_deref().into_iter().chain(options);
        let known = |words: String| (!words.is_empty()).then_some(words);
        Self {
            engine: known(name.join(", ")),
            limit: known(limit.collect::<Vec<_>>().join(", ")),
        }
    }

    /// Returns the parts common to all runs; `None` unless they are known for each run.
    pub(super) fn shared(runs: &[Run]) -> Option<Self> {
        let made: Vec<&Self> = runs.iter().map(Run::made).collect::<Option<_>>()?;
        let shared = |of: fn(&Self) -> &Option<String>| {
            let first = of(made.first()?);
            first
                .clone()
                .filter(|_| made.iter().all(|other| of(other) == first))
        };
        Some(Self {
            engine: shared(|made| &made.engine),
            limit: shared(|made| &made.limit),
        })
    }

    /// Returns `Stockfish 17, nodes 20000`; `None` if nothing is known.
    pub fn in_words(&self) -> Option<String> {
        let words: Vec<&str> = [&self.engine, &self.limit]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

impl Run {
    /// Returns the different engines and limits of the records, each with the number of records, in file order.
    pub fn ways(&self) -> Vec<(&RunMetadata, usize)> {
        let mut ways: Vec<(&RunMetadata, usize)> = Vec::new();
        for row in &self.rows {
            match ways.iter_mut().find(|(made, _)| **made == row.made) {
                Some((_, count)) => *count += 1,
                None => ways.push((&row.made, 1)),
            }
        }
        ways
    }

    /// Returns the engine and limit common to all records; `None` if they are unknown or differ.
    pub fn made(&self) -> Option<&RunMetadata> {
        let rows = self.rows.as_slice();
        let first = &rows.first()?.made;
        let is_known = *first != RunMetadata::default();
        (is_known && rows.iter().all(|row| row.made == *first)).then_some(first)
    }

    /// Returns the engine and limit in words: `Stockfish 17, nodes 20000`; with the number of records for each if
    /// they differ; `None` if nothing is known.
    pub fn made_in_words(&self) -> Option<String> {
        if let Some(made) = self.made() {
            return made.in_words();
        }
        let ways = self.ways();
        if ways.len() < 2 {
            return None;
        }
        let words = ways.into_iter().map(|(made, count)| {
            let made = made.in_words().unwrap_or_else(|| "not known".to_owned());
            format!("{made} ({})", thousands_of(count, "record", "records"))
        });
        Some(words.collect::<Vec<_>>().join("; "))
    }
}

/// Sets the label of each of several runs: the parts of its engine and limit that distinguish it, or its name if
/// they are unknown or equal.
pub(super) fn label(runs: &mut [Run]) {
    if runs.len() < 2 {
        return;
    }
    let shared = RunMetadata::shared(runs).unwrap_or_default();
    let labels: Vec<Option<String>> = runs
        .iter()
        .map(|run| {
            let made = run.made()?;
            let own = RunMetadata {
                engine: made.engine.clone().filter(|_| shared.engine.is_none()),
                limit: made.limit.clone().filter(|_| shared.limit.is_none()),
            };
            own.in_words().or_else(|| made.in_words())
        })
        .collect();
    for (at, run) in runs.iter_mut().enumerate() {
        let label = labels.get(at).cloned().flatten();
        let is_own = |label: &String| {
            labels
                .iter()
                .flatten()
                .filter(|other| *other == label)
                .count()
                == 1
        };
        run.label = label.filter(is_own).unwrap_or_else(|| run.name.clone());
    }
}

/// Returns the engine and limit of a run that is incomplete or was stopped: `Stockfish 15.1, nodes 20000`; `None`
/// for any other file. Until results are complete, a checkpoint in JSON lies beside them.
#[cfg(feature = "tables")]
pub(super) fn unfinished(results: &Path) -> Option<String> {
    const ABOUT: &str = "How the results beside this file are made";
    let mut beside = results.as_os_str().to_owned();
    beside.push(".run");
    let text = std::fs::read(Path::new(&beside)).ok()?;
    let checkpoint: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let is_ours = checkpoint.get("about")?.as_str()?.starts_with(ABOUT);
    let made = checkpoint.get("made").filter(|_| is_ours)?;
    let word = |name: &str| made.get(name)?.as_str();
    let engine = word("name").or_else(|| word("engine"));
    let words: Vec<&str> = engine.into_iter().chain(word("limit")).collect();
    Some(words.join(", "))
}

/// Returns `None`: a checkpoint can't be read without the feature for JSON.
#[cfg(not(feature = "tables"))]
pub(super) fn unfinished(_: &Path) -> Option<String> {
    None
}

/// A sorted list of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    sorted: Vec<i64>,
}

/// The number of values in an inclusive range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    pub from: i64,
    pub to: i64,
    pub count: usize,
}

/// The largest number of bars in a chart.
const MOST: usize = 16;

impl FromIterator<i64> for Spread {
    fn from_iter<T: IntoIterator<Item = i64>>(numbers: T) -> Self {
        let mut sorted: Vec<i64> = numbers.into_iter().collect();
        sorted.sort_unstable();
        Self { sorted }
    }
}

impl Spread {
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    pub fn least(&self) -> Option<i64> {
        self.sorted.first().copied()
    }

    pub fn most(&self) -> Option<i64> {
        self.sorted.last().copied()
    }

    /// Returns the numbers up to this one.
    #[must_use]
    pub fn up_to(&self, most: i64) -> Self {
        let count = self.sorted.partition_point(|number| *number <= most);
        let sorted = self.sorted.get(..count).unwrap_or_default().to_vec();
        Self { sorted }
    }

    /// Returns the median; of an even number of values the mean of the middle two.
    pub fn median(&self) -> Option<f64> {
        let count = self.sorted.len();
        let high = *self.sorted.get(count / 2)?;
        if count % 2 == 1 {
            return Some(high as f64);
        }
        let low = *self.sorted.get(count / 2 - 1)?;
        Some((low as f64 + high as f64) / 2.0)
    }

    pub fn mean(&self) -> Option<f64> {
        let count = self.sorted.len();
        let sum: i128 = self.sorted.iter().map(|number| i128::from(*number)).sum();
        (count > 0).then(|| sum as f64 / count as f64)
    }

    pub fn sum(&self) -> i128 {
        self.sorted.iter().map(|number| i128::from(*number)).sum()
    }

    /// Returns bars of equal width: 1, 2, 5, 10, ... numbers each.
    pub fn even_bars(&self) -> Vec<Bar> {
        let (Some(least), Some(most)) = (self.least(), self.most()) else {
            return Vec::new();
        };
        let range = i128::from(most) - i128::from(least) + 1;
        let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
        let step = steps
            .into_iter()
            .find(|step| range <= i128::from(*step) * (MOST as i128 - 1))
            .unwrap_or(i64::MAX);
        let first = least.div_euclid(step).saturating_mul(step);
        let ends = std::iter::successors(Some(first), |from| from.checked_add(step));
        let ends = ends.take_while(|from| *from <= most);
        let bars = ends.map(|from| (from, from.saturating_add(step - 1)));
        self.bars(bars.collect())
    }

    /// Returns bars that are each about three times as wide as the one before: 0-9, 10-29, 30-99, 100-299, ...
    pub fn growing_bars(&self) -> Vec<Bar> {
        let (Some(least), Some(most)) = (self.least(), self.most()) else {
            return Vec::new();
        };
        let mut edges = vec![0_i64];
        for power in 1..19 {
            let ten = 10_i64.pow(power);
            edges.extend([Some(ten), ten.checked_mul(3)].into_iter().flatten());
        }
        let ends = edges.iter().skip(1).map(|next| next - 1);
        let bars = edges.iter().copied().zip(ends.chain([i64::MAX]));
        let bars = bars.filter(|(from, to)| *to >= least && *from <= most);
        self.bars(bars.collect())
    }

    fn bars(&self, ranges: Vec<(i64, i64)>) -> Vec<Bar> {
        let bar = |(from, to)| Bar { from, to, count: 0 };
        let bars = ranges.into_iter().map(bar);
        bars.map(|bar| Bar {
            count: self.within(&bar),
            ..bar
        })
        .collect()
    }

    /// Returns the number of values in the range of a bar, which may be that of another spread.
    pub fn within(&self, bar: &Bar) -> usize {
        let below = self.sorted.partition_point(|other| *other < bar.from);
        self.sorted.partition_point(|other| *other <= bar.to) - below
    }
}

impl Bar {
    /// Returns the range in words: `12`, `10 to 14`, `300,000 and more`.
    pub fn label(&self) -> String {
        match (self.from, self.to) {
            (from, to) if from == to => thousands(from),
            (from, i64::MAX) => format!("{} and more", thousands(from)),
            (from, to) => format!("{} to {}", thousands(from), thousands(to)),
        }
    }
}

/// A column: its name, and the function for its cells.
type Column = (&'static str, fn(&Row) -> String);

const OF_RUN: [Column; 14] = [
    ("line", |row| row.line.to_string()),
    ("pm", |row| row.played.clone()),
    ("solved", |row| u8::from(row.is_solved).to_string()),
    ("points", |row| cell(row.points.map(|(points, _)| points))),
    ("ce", |row| cell(row.score)),
    ("acd", |row| cell(row.depth)),
    ("acn", |row| cell(row.nodes)),
    ("acs", |row| cell(row.seconds)),
    ("found_depth", |row| cell(row.found_depth())),
    ("found_nodes", |row| {
        cell(row.solution.map(|found| found.nodes))
    }),
    ("found_ms", |row| cell(row.found_after())),
    ("engine", |row| cell(row.made.engine.as_ref())),
    ("limit", |row| cell(row.made.limit.as_ref())),
    ("mate", |row| {
        cell(row.mate_outcome().map(MateOutcome::name))
    }),
];

fn cell(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the report as CSV, one row per record. The first columns describe the record; those of each run follow,
/// prefixed with its name if there are several.
pub fn csv(report: &Report) -> String {
    let columns = ["id", "group", "goal", "most_points", "position"].map(str::to_owned);
    let of_runs = report.runs.iter().flat_map(|run| {
        OF_RUN.map(|(column, _)| match report.runs.len() {
            1 => column.to_owned(),
            _ => format!("{}: {column}", run.name),
        })
    });
    let columns = columns.into_iter().chain(of_runs);
    let mut table = Table {
        columns: columns.map(|name| (name, false)).collect(),
        ..Table::default()
    };
    for rows in report.records() {
        let Some(first) = rows.iter().flatten().next() else {
            continue;
        };
        let cells = [
            cell(first.id.as_ref()),
            first.group.clone(),
            first.goal.clone(),
            cell(first.points.map(|(_, most)| most)),
            first.position.clone(),
        ];
        let of_runs = rows
            .iter()
            .flat_map(|row| OF_RUN.map(|(_, cell)| row.map(cell).unwrap_or_default()));
        table.push(cells.into_iter().chain(of_runs).collect());
    }
    page::csv(&table)
}
