//! A report as JSON.

use serde_json::{Value, json};

use crate::cli::json;
use crate::engine::report::{Report, Row, Run, Spread, Total};

pub(super) fn object(report: &Report) -> String {
    let runs: Vec<Value> = report.runs.iter().map(of_run).collect();
    let mut pairs = Vec::new();
    for (one, run) in report.runs.iter().enumerate() {
        for (other, against) in report.runs.iter().enumerate().skip(one + 1) {
            let found = report.against(one, other);
            pairs.push(json!({
                "run": run.name,
                "against": against.name,
                "records": found.records(),
                "both": found.both,
                "neither": found.neither,
                "only_run": found.one,
                "only_against": found.other,
                "chance": found.chance(),
                "points": (found.scored > 0).then_some([found.points.0, found.points.1]),
            }));
        }
    }
    let records: Vec<Value> = report
        .records()
        .filter_map(|rows| {
            let first = rows.iter().flatten().next()?;
            let of_runs: Vec<Option<Value>> = rows.iter().map(|row| row.map(of_row)).collect();
            Some(json!({
                "id": first.id,
                "group": first.group,
                "goal": first.goal,
                "position": first.position,
                "runs": of_runs,
            }))
        })
        .collect();
    let mut text = json::text(&json!({ "runs": runs, "pairs": pairs, "records": records }));
    text.push('\n');
    text
}

fn of_run(run: &Run) -> Value {
    let groups: Vec<Value> = run
        .groups()
        .into_iter()
        .map(|(name, total)| {
            let mut group = of_total(&total);
            if let Value::Object(fields) = &mut group {
                fields.insert("group".to_owned(), json!(name));
            }
            group
        })
        .collect();
    json!({
        "path": run.name,
        "label": run.label,
        "made": run.ways().into_iter().map(|(made, records)| json!({
            "engine": made.engine,
            "limit": made.limit,
            "records": records,
        })).collect::<Vec<_>>(),
        "total": of_total(&run.total()),
        "unfinished": run.unfinished,
        "without_answer": run.without_answer,
        "without_goal": run.without_goal,
        "groups": groups,
        "acd": of_spread(&run.spread(Row::plain_depth)),
        "acd_mate": of_spread(&run.spread(Row::mate_depth)),
        "acn": of_spread(&run.spread(|row| row.nodes)),
        "acs": of_spread(&run.spread(|row| row.seconds)),
        "found_depth": of_spread(&run.spread(Row::found_depth)),
        "found_ms": of_spread(&run.spread(Row::found_after)),
    })
}

fn of_total(total: &Total) -> Value {
    let points = (total.scored > 0).then_some(total.points);
    let most = (total.scored > 0).then_some(total.most);
    json!({
        "records": total.records,
        "solved": total.solved,
        "points": points,
        "most_points": most,
    })
}

fn of_spread(spread: &Spread) -> Option<Value> {
    (spread.count() > 0).then(|| {
        json!({
            "records": spread.count(),
            "min": spread.least(),
            "median": spread.median(),
            "mean": spread.mean(),
            "max": spread.most(),
        })
    })
}

fn of_row(row: &Row) -> Value {
    let found = row.solution;
    json!({
        "line": row.line,
        "pm": row.played,
        "solved": row.is_solved,
        "points": row.points.map(|(points, _)| points),
        "most_points": row.points.map(|(_, most)| most),
        "ce": row.score,
        "acd": row.depth,
        "acn": row.nodes,
        "acs": row.seconds,
        "found_depth": found.map(|found| found.depth),
        "found_nodes": found.map(|found| found.nodes),
        "engine": row.made.engine,
        "limit": row.made.limit,
        "found_ms": found.and_then(|found| u64::try_from(found.time.as_millis()).ok()),
    })
}
