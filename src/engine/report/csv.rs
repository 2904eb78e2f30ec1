//! A report as a table: one row per record, the runs side by side.

use super::{Report, Row};
use crate::exchange::page::{self, Table};

/// A column: its name, and the function for its cells.
type Column = (&'static str, fn(&Row) -> String);

const OF_RUN: [Column; 13] = [
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
];

fn cell(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the report as CSV. The first columns describe the record; those of each run follow, prefixed with its name
/// if there are several.
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
