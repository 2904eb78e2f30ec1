//! The sections about depth, time and nodes of runs, and the moments of solutions: a table, and charts of all runs
//! side by side.

use super::super::{Bar, Row, Run, Spread};
use super::line_of;
use crate::epd::counted::thousands;
use crate::exchange::page::{self, About, Chart, Part, Table};

/// The number of runs that a chart shows side by side.
const SIDE_BY_SIDE: usize = 4;

/// A number that records of a run may have.
struct Measure {
    name: &'static str,
    of: fn(&Row) -> Option<i64>,
    /// Whether all bars have equal width; otherwise each is wider than the one before.
    is_even: bool,
    /// The opcode for a query that finds the records of a bar; its total is meaningful.
    opcode: Option<&'static str>,
}

/// The moment when a solution was found.
const FOUND: [Measure; 2] = [
    Measure::of("depth", Row::found_depth, true, None),
    Measure::of("milliseconds", Row::found_after, false, None),
];

/// The effort of searches.
const EFFORT: [Measure; 4] = [
    Measure::of("depth (acd)", Row::plain_depth, true, None),
    Measure::of(DEPTH_OF_MATES, Row::mate_depth, false, None),
    Measure::of("nodes (acn)", |row| row.nodes, false, Some("acn")),
    Measure::of("seconds (acs)", |row| row.seconds, true, Some("acs")),
];

const DEPTH_OF_MATES: &str = "depth, mate seen";

/// Adds the moments of solutions, and the depth, nodes and seconds of the searches.
pub(super) fn effort(runs: &[Run], parts: &mut Vec<Part>) {
    for (heading, measures) in [
        ("When it was found, and held to the end", &FOUND[..]),
        ("Effort", &EFFORT),
    ] {
        let table = table(measures, runs);
        if table.rows.is_empty() {
            continue;
        }
        let mut cells = table.rows.iter().flat_map(|row| &row.cells);
        let has_mates = cells.any(|cell| cell == DEPTH_OF_MATES);
        parts.push(Part::heading(heading));
        parts.push(Part::Table(table));
        if has_mates {
            parts.push(Part::sentence(
                "mate seen: an engine that sees a mate soon counts its depth to the end, so these are apart.",
            ));
        }
        charts(measures, runs, parts);
    }
}

impl Measure {
    const fn of(
        name: &'static str,
        of: fn(&Row) -> Option<i64>,
        is_even: bool,
        opcode: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            of,
            is_even,
            opcode,
        }
    }

    /// Returns the spread in each run; `None` if no run has the number.
    fn spreads(&self, runs: &[Run]) -> Option<Vec<Spread>> {
        let spreads: Vec<Spread> = runs.iter().map(|run| run.spread(self.of)).collect();
        let most = spreads.iter().filter_map(Spread::most).max()?;
        // Whole seconds say nothing about shorter searches.
        let is_too_short = self.name.starts_with("seconds") && most == 0;
        (!is_too_short).then_some(spreads)
    }

    /// Returns the records of the first run in a bar, by a query if possible.
    fn about(&self, bar: &Bar, runs: &[Run]) -> Option<About> {
        let rows = runs.first()?.rows.iter();
        let mut rows = rows.filter(|row| {
            let value = (self.of)(row);
            value.is_some_and(|value| (bar.from..=bar.to).contains(&value))
        });
        match self.opcode {
            Some(opcode) => rows.next().map(|_| {
                About::Query(match (bar.from, bar.to) {
                    (from, to) if from == to => format!("{opcode} = {from}"),
                    (from, i64::MAX) => format!("{opcode} >= {from}"),
                    (from, to) => format!("{opcode} between {from} and {to}"),
                })
            }),
            None => About::lines(format!("{}: {}", self.name, bar.label()), rows.map(line_of)),
        }
    }
}

/// Returns a row for each measure and run; the run's name only if there are several.
fn table(measures: &[Measure], runs: &[Run]) -> Table {
    let adds_up = measures.iter().any(|measure| measure.opcode.is_some());
    let mut columns = vec!["run", "", ">records", ">least", ">median", ">mean", ">most"];
    columns.extend(adds_up.then_some(">all"));
    let columns = match runs.len() {
        1 => columns.get(1..).unwrap_or_default(),
        _ => &columns[..],
    };
    let mut table = Table::with(columns);
    for measure in measures {
        let spreads = measure.spreads(runs).unwrap_or_default();
        for (run, spread) in runs.iter().zip(spreads) {
            if spread.count() == 0 {
                continue;
            }
            let mut row: Vec<String> = Vec::new();
            row.extend((runs.len() > 1).then(|| run.label.clone()));
            row.extend(row_of(measure.name, &spread));
            let sum = measure.opcode.map(|_| thousands(spread.sum()));
            row.extend(adds_up.then(|| sum.unwrap_or_default()));
            table.push(row);
        }
    }
    table
}

fn row_of(name: &str, spread: &Spread) -> [String; 6] {
    let whole = |number: Option<i64>| number.map(thousands).unwrap_or_default();
    let part = |number: Option<f64>| {
        number.map_or(String::new(), |number| match number.abs() {
            0.0..100.0 => format!("{number:.1}"),
            _ => thousands(number.round() as i64),
        })
    };
    [
        name.to_owned(),
        thousands(spread.count()),
        whole(spread.least()),
        part(spread.median()),
        part(spread.mean()),
        whole(spread.most()),
    ]
}

fn charts(measures: &[Measure], runs: &[Run], parts: &mut Vec<Part>) {
    if runs.len() > SIDE_BY_SIDE {
        return;
    }
    for measure in measures {
        let Some(spreads) = measure.spreads(runs) else {
            continue;
        };
        let all: Spread = (runs.iter().flat_map(|run| &run.rows))
            .filter_map(measure.of)
            .collect();
        let bars = match measure.is_even {
            true => all.even_bars(),
            false => all.growing_bars(),
        };
        // A single bar adds nothing to the table.
        if bars.len() < 2 {
            continue;
        }
        let row = |bar: &Bar| {
            let counts = spreads.iter().map(|spread| spread.within(bar));
            page::Row::bars(bar.label(), counts.collect()).about(measure.about(bar, runs))
        };
        parts.push(Part::Chart(Chart {
            title: measure.name.to_owned(),
            names: match runs {
                [_] => Vec::new(),
                _ => runs.iter().map(|run| run.label.clone()).collect(),
            },
            rows: bars.iter().map(row).collect(),
            whole: None,
        }));
    }
}
