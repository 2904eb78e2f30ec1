//! A report as a table: a row a record, the runs side by side.

use super::{Report, Row};
use crate::engine::target::Solution;
use crate::exchange::page::{self, Table};

const OF_RUN: [&str; 13] = [
    "line",
    "pm",
    "solved",
    "points",
    "ce",
    "acd",
    "acn",
    "acs",
    "found_depth",
    "found_nodes",
    "found_ms",
    "engine",
    "limit",
];

/// Returns the report as CSV. The first columns are of the record; those of each run follow, with its name
/// before them where there are several.
pub fn csv(report: &Report) -> String {
    let columns = ["id", "group", "goal", "most_points", "position"].map(str::to_owned);
    let of_runs = report.runs().iter().flat_map(|run| {
        OF_RUN.map(|column| match report.runs().len() {
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
        let most = first.points.map(|(_, most)| most.to_string());
        let cells = [
            first.id.clone().unwrap_or_default(),
            first.group.clone(),
            first.goal.clone(),
            most.unwrap_or_default(),
            first.position.clone(),
        ];
        let of_runs = rows.iter().flat_map(|row| cells_of(*row));
        table.push(cells.into_iter().chain(of_runs).collect());
    }
    page::csv(&table)
}

fn cells_of(row: Option<&Row>) -> [String; 13] {
    let Some(row) = row else {
        return Default::default();
    };
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let found = row.solution;
    let found = |take: fn(Solution) -> u128| {
        found
            .map(|found| take(found).to_string())
            .unwrap_or_default()
    };
    [
        row.line.to_string(),
        row.played.clone(),
        if row.is_solved { "1" } else { "0" }.to_owned(),
        number(row.points.map(|(points, _)| points)),
        number(row.score),
        number(row.depth),
        number(row.nodes),
        number(row.seconds),
        found(|found| found.depth.into()),
        found(|found| found.nodes.into()),
        found(|found| found.time.as_millis()),
        row.made.engine.clone().unwrap_or_default(),
        row.made.limit.clone().unwrap_or_default(),
    ]
}
