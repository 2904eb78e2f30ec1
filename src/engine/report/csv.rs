//! A report as a table: a row a record, the runs side by side.

use super::{Report, Row};
use crate::engine::target::Solution;

/// CSV as RFC 4180 has it. The first columns are of the record; those of each run follow, with its name
/// before them where there are several.
pub fn csv(report: &Report) -> String {
    let of_run = |name: &str| {
        let names = [
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
        names.map(|column| match report.runs().len() {
            1 => column.to_owned(),
            _ => format!("{name}: {column}"),
        })
    };
    let mut out = String::new();
    let columns = ["id", "group", "goal", "most_points", "position"].map(str::to_owned);
    let of_runs = report.runs().iter().flat_map(|run| of_run(&run.name));
    write_row(columns.into_iter().chain(of_runs), &mut out);
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
        write_row(cells.into_iter().chain(of_runs), &mut out);
    }
    out
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

fn write_row(cells: impl Iterator<Item = String>, out: &mut String) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            out.push(',');
        }
        if cell.contains(['"', ',', '\r', '\n']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&cell);
        }
    }
    out.push_str("\r\n");
}
