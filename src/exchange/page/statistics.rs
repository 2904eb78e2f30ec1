//! The statistics of a suite, as a page.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{About, Chart, Page, Part, Row};
use crate::epd::counted::thousands_of;
use crate::epd::opcode;
use crate::suite::Statistics;
use crate::suite::field::Field;
use crate::suite::query::Phase;
use crate::suite::statistics::{EXACT_MATERIAL, LENGTH_STEP};

/// Returns the page of the statistics; open-ended lists have the first `most` rows, and one row for the rest.
pub fn statistics(found: &Statistics, most: usize) -> Page {
    let records = found.records;
    let title = [
        thousands_of(records, "record", "records"),
        thousands_of(found.comments, "comment", "comments"),
        thousands_of(found.blank, "blank line", "blank lines"),
    ];
    let mean = found.bytes.checked_div(records).unwrap_or(0);
    let mut parts = vec![
        Part::sentence(format!(
            "{}, {}",
            thousands_of(found.legal, "legal position", "legal positions"),
            thousands_of(found.operations, "operation", "operations")
        )),
        Part::sentence(format!(
            "{} in records: {mean} on average, {} the longest",
            thousands_of(found.bytes, "byte", "bytes"),
            found.longest
        )),
    ];
    let mut section = |title: &str, of: &str, whole: usize, rows: Vec<Row>| {
        if rows.is_empty() {
            return;
        }
        parts.push(Part::heading(format!("{title} ({of})")));
        parts.push(Part::Chart(Chart {
            whole: Some(whole),
            rows,
            ..Chart::default()
        }));
    };
    let of_records = |number: usize, those: &str| match number {
        1 => format!("of 1 record{those}"),
        _ => format!("of {number} records{those}"),
    };
    let sides = ["w", "b"].into_iter().zip(found.sides);
    let rows = sides.map(|(side, count)| row(side, count, Field::Side.query(side.as_bytes()).ok()));
    let whole = found.sides.iter().sum();
    let of = of_records(whole, " with a side to move");
    section("side to move", &of, whole, rows.collect());
    let phases = Phase::ALL.iter().zip(found.phases);
    let rows = phases.map(|(phase, count)| {
        let name = phase.name();
        row(name, count, Some(format!("phase = {name}")))
    });
    let boards = found.phases.iter().sum();
    let of = of_records(boards, " with a board");
    section("phase", &of, boards, rows.collect());
    let rows = first(&found.opcodes, most, |name, count| {
        let without = Field::Operation(name.clone()).query(b"").ok();
        let query = without.and_then(|text| text.strip_prefix("not ").map(str::to_owned));
        let mut row = row(name, count, query);
        let title = opcode::find(name.as_bytes()).map(|info| info.title.to_owned());
        row.cells.extend(title);
        row
    });
    let of = of_records(records, ", each counted once for each of its opcodes");
    section("opcode", &of, records, rows);
    let rows = first(&found.material, most, |material, count| {
        row(
            material,
            count,
            Field::Material.query(material.as_bytes()).ok(),
        )
    });
    let few = found.material.values().sum();
    let of = of_records(few, &format!(" with at most {EXACT_MATERIAL} pieces"));
    section("material", &of, few, rows);
    let rows = found.pieces.iter();
    let rows = rows.map(|(pieces, count)| {
        row(
            &pieces.to_string(),
            *count,
            Some(format!("pieces = {pieces}")),
        )
    });
    let of = of_records(boards, " with a board");
    section("pieces", &of, boards, rows.collect());
    let rows = found.lengths.iter().map(|(step, count)| {
        let (from, to) = (step * LENGTH_STEP, (step + 1) * LENGTH_STEP);
        let query = format!("length >= {from} and length < {to}");
        row(&format!("{from}-{}", to - 1), *count, Some(query))
    });
    let of = of_records(records, "");
    section("length in bytes", &of, records, rows.collect());
    let rows = first(&found.problems, most, |code, count| {
        let mut row = row(
            code.name(),
            count,
            Some(format!("problem({})", code.name())),
        );
        row.cells.push(code.title().to_owned());
        row
    });
    let whole = found.problems.values().sum();
    let of = format!("of {}", thousands_of(whole, "problem", "problems"));
    section("problem", &of, whole, rows);
    Page {
        title: title.join(", "),
        parts,
    }
}

fn row(name: &str, count: usize, query: Option<String>) -> Row {
    Row::bars(name, vec![count]).about(query.map(About::Query))
}

/// Returns the rows with the highest counts, and one for the rest.
fn first<K: Ord>(
    counts: &BTreeMap<K, usize>,
    most: usize,
    row: impl Fn(&K, usize) -> Row,
) -> Vec<Row> {
    let mut all: Vec<(&K, usize)> = counts.iter().map(|(key, count)| (key, *count)).collect();
    all.sort_by_key(|(_, count)| Reverse(*count));
    let others = all.split_off(most.min(all.len()));
    let mut rows: Vec<Row> = all
        .into_iter()
        .map(|(key, count)| row(key, count))
        .collect();
    if !others.is_empty() {
        let count = others.iter().map(|(_, count)| count).sum();
        rows.push(Row::bars(format!("{} others", others.len()), vec![count]));
    }
    rows
}
