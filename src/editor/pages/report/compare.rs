//! Records side by side: their fields and operations, and which of them differ.

use crate::editor::model::Model;
use crate::editor::overlay::report::{Compared, ComparedRow};
use crate::editor::widgets::glyph;
use crate::epd::Record;

/// Records compared at most: more have no room beside one another.
const MOST: usize = 6;
/// Screen columns of a value that are kept.
const LONGEST: usize = 120;

/// The records of some lines, those near `line` where there are too many.
pub(super) fn side_by_side(model: &Model, lines: &[usize], line: usize) -> Compared {
    let at = lines.iter().position(|&other| other == line).unwrap_or(0);
    let first = (at + 1).saturating_sub(MOST);
    let lines: Vec<usize> = lines.iter().copied().skip(first).take(MOST).collect();
    let options = model.document.read_options();
    let texts: Vec<Vec<u8>> = lines
        .iter()
        .map(|&line| model.document.suite.line(line).into_owned())
        .collect();
    let records: Vec<Record<'_>> = texts
        .iter()
        .map(|text| Record::read(text, &options))
        .collect();
    let mut rows = Vec::new();
    let mut add = |name: &str, values: Vec<Option<String>>| {
        let values: Vec<Option<String>> = values
            .into_iter()
            .map(|value| value.map(|value| glyph::cut(&value, LONGEST)))
            .collect();
        let differs = values.iter().any(|value| Some(value) != values.first());
        rows.push(ComparedRow {
            name: glyph::safe(name.as_bytes()),
            values,
            differs,
        });
    };
    add("position", records.iter().map(fields).collect());
    let mut names: Vec<String> = Vec::new();
    for record in &records {
        for operation in record.operations() {
            let name = record.opcode(operation).into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for name in &names {
        let value = |record: &Record<'_>| {
            let mut texts = Vec::new();
            for operation in record.operations() {
                if record.opcode(operation) == name.as_str() {
                    texts.push(record.operands_text(operation));
                }
            }
            (!texts.is_empty()).then(|| texts.join(" · "))
        };
        add(name, records.iter().map(value).collect());
    }
    // What differs is what one looks for.
    rows.sort_by_key(|row| !row.differs);
    Compared {
        lines,
        cursor: at - first,
        rows,
    }
}

/// The text before the operations.
fn fields(record: &Record<'_>) -> Option<String> {
    let body = record.body();
    let end = record
        .operations()
        .first()
        .map_or(body.end, |first| first.span.start);
    let text = record.line().get(body.start..end)?;
    Some(String::from_utf8_lossy(text).trim().to_owned())
}
