//! Records side by side: their fields and operations, and which of them differ.

use crate::editor::model::Model;
use crate::editor::overlay::report::{Compared, ComparedRow};
use crate::editor::widgets::glyph;
use crate::epd::Record;

/// Records compared at most: more have no room beside one another.
const MOST: usize = 6;
/// Screen columns of a value that are kept.
const LONGEST: usize = 120;

/// Returns the records of some lines, those near `line` where there are too many.
pub(super) fn side_by_side(model: &Model, lines: &[usize], line: usize) -> Compared {
    let at = lines.iter().position(|&other| other == line).unwrap_or(0);
    let first = (at + 1).saturating_sub(MOST);
    let lines: Vec<usize> = lines.iter().copied().skip(first).take(MOST).collect();
    let options = model.document.read_options();
    let texts = lines.iter().map(|&line| model.document.suite.line(line));
    let texts: Vec<_> = texts.collect();
    let records = texts.iter().map(|text| Record::read(text, &options));
    let records: Vec<Record<'_>> = records.collect();
    let mut rows = Vec::new();
    let mut add = |name: &str, value: &dyn Fn(&Record<'_>) -> Option<String>| {
        let value = |record| value(record).map(|value| glyph::cut(&value, LONGEST));
        let values: Vec<Option<String>> = records.iter().map(value).collect();
        let differs = values.iter().any(|value| Some(value) != values.first());
        rows.push(ComparedRow {
            name: glyph::safe(name.as_bytes()),
            values,
            differs,
        });
    };
    add("position", &fields);
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
        add(name, &|record| {
            let operations = record.operations().iter();
            let own = operations.filter(|operation| record.opcode(operation) == name.as_str());
            let texts: Vec<_> = own.map(|own| record.operands_text(own)).collect();
            (!texts.is_empty()).then(|| texts.join(" · "))
        });
    }
    // What differs is what one looks for.
    rows.sort_by_key(|row| !row.differs);
    Compared {
        lines,
        cursor: at - first,
        rows,
    }
}

/// Returns the text before the operations.
fn fields(record: &Record<'_>) -> Option<String> {
    let body = record.body();
    let end = record
        .operations()
        .first()
        .map_or(body.end, |first| first.span.start);
    let text = record.line().get(body.start..end)?;
    Some(String::from_utf8_lossy(text).trim().to_owned())
}
