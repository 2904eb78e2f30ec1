//! How deep, how long and with how many nodes runs searched, and when they found what they solved, as bars:
//! choosing one shows its records.

use super::{Judged, lines_of};
use crate::app::features::report::narrowing;
use crate::app::features::report::values::percent;
use crate::app::overlay::report::Row;
use crate::engine::report::{Bar, Run, Spread};
use crate::epd::counted::thousands;

/// A number that records of a run have.
struct Measure {
    name: &'static str,
    of: fn(&Judged) -> Option<i64>,
    /// The opcode that a query asks for the same records by.
    opcode: Option<&'static str>,
    /// Whether bars are of the same width, else each is wider than the one before.
    is_even: bool,
}

/// A search that saw a mate is apart: an engine that does counts its depth to the end.
const MEASURES: [Measure; 6] = [
    Measure {
        name: "Depth to the solution",
        of: |row| row.solution.map(|found| found.depth.into()),
        opcode: None,
        is_even: true,
    },
    Measure {
        name: "Milliseconds to the solution",
        of: Judged::found_after,
        opcode: None,
        is_even: false,
    },
    Measure {
        name: "Depth of the search (acd)",
        of: Judged::plain_depth,
        opcode: None,
        is_even: true,
    },
    Measure {
        name: "Depth where a mate was seen (acd)",
        of: Judged::mate_depth,
        opcode: None,
        is_even: false,
    },
    Measure {
        name: "Nodes (acn)",
        of: |row| row.nodes,
        opcode: Some("acn"),
        is_even: false,
    },
    Measure {
        name: "Seconds (acs)",
        of: |row| row.seconds,
        opcode: Some("acs"),
        is_even: true,
    },
];

/// The bars of a run, beside the counts of another one.
pub(super) fn charts(run: &Run, other: Option<&Run>, rows: &mut Vec<Row>) {
    for measure in &MEASURES {
        chart(measure, run, other, rows);
    }
}

fn chart(measure: &Measure, run: &Run, other: Option<&Run>, rows: &mut Vec<Row>) {
    let spread = run.spread(measure.of);
    let theirs = other.map(|other| other.spread(measure.of));
    let both = run
        .rows()
        .iter()
        .chain(other.iter().flat_map(|other| other.rows()));
    let both: Spread = both.filter_map(measure.of).collect();
    let bars = match measure.is_even {
        true => both.even_bars(),
        false => both.growing_bars(),
    };
    // One bar says no more than its number.
    if bars.len() < 2 || spread.count() == 0 {
        return;
    }
    let mut heading = format!("{}, {}", measure.name, median(&spread));
    if let Some(theirs) = theirs.as_ref().filter(|theirs| theirs.count() > 0) {
        heading += &format!(" · {} there", median(theirs));
    }
    rows.push(Row::heading(heading));
    let mut records: Vec<Vec<&Judged>> = vec![Vec::new(); bars.len()];
    for row in run.rows() {
        let Some(value) = (measure.of)(row) else {
            continue;
        };
        let at = bars.partition_point(|bar| bar.to < value);
        if let Some(records) = records.get_mut(at) {
            records.push(row);
        }
    }
    let most = records.iter().map(Vec::len).max().unwrap_or(0);
    for (bar, records) in bars.iter().zip(records) {
        let mut detail = percent(records.len(), spread.count());
        if let Some(theirs) = &theirs {
            detail += &format!(" · {} there", thousands(theirs.within(bar)));
        }
        let label = bar.label();
        let row = Row::item(label.clone())
            .barred(records.len(), most)
            .detailed(detail);
        rows.push(match measure.opcode {
            _ if records.is_empty() => row.disabled("no record to go to"),
            Some(opcode) => narrowing(row.asking(query(opcode, bar))),
            None => {
                let name = format!("{}: {label}", measure.name);
                narrowing(row.about(name, lines_of(records.into_iter())))
            }
        });
    }
}

/// What asks for the records of a bar.
fn query(opcode: &str, bar: &Bar) -> String {
    match (bar.from, bar.to) {
        (from, to) if from == to => format!("{opcode} = {from}"),
        (from, i64::MAX) => format!("{opcode} >= {from}"),
        (from, to) => format!("{opcode} between {from} and {to}"),
    }
}

/// With one decimal where it is small.
fn median(spread: &Spread) -> String {
    let median = spread.median().unwrap_or_default();
    let number = match median.abs() {
        0.0..100.0 => format!("{median:.1}").trim_end_matches(".0").to_owned(),
        _ => thousands(median.round() as i64),
    };
    format!("median {number}")
}
