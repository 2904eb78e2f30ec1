//! Statistics as one JSON object.

use serde_json::{Map, Value, json};

use crate::suite::Statistics;
use crate::suite::query::Phase;
use crate::suite::statistics::LENGTH_STEP;

/// Returns the object, on one line.
pub(crate) fn object(all: &Statistics) -> String {
    let [white, black] = all.sides;
    let phases: Map<String, Value> = Phase::ALL
        .iter()
        .zip(all.phases)
        .map(|(phase, count)| (phase.name().to_owned(), json!(count)))
        .collect();
    let problems: Map<String, Value> = all
        .problems
        .iter()
        .map(|(code, count)| (code.name().to_owned(), json!(count)))
        .collect();
    let lengths: Vec<Value> = all
        .lengths
        .iter()
        .map(|(step, count)| json!({ "from": step * LENGTH_STEP, "records": count }))
        .collect();
    let object = json!({
        "records": all.records,
        "comments": all.comments,
        "blank": all.blank,
        "legal": all.legal,
        "operations": all.operations,
        "bytes": all.bytes,
        "longest": all.longest,
        "sides": { "w": white, "b": black },
        "phases": phases,
        "pieces": all.pieces.iter().map(|(n, count)| (n.to_string(), json!(count))).collect::<Map<_, _>>(),
        "material": all.material,
        "opcodes": all.opcodes,
        "problems": problems,
        "lengths": lengths,
    });
    crate::cli::json::text(&object) + "\n"
}
