//! Canonical order of a record's operations, on request.

use crate::editor::features::change::replace_line;
use crate::editor::features::operations;
use crate::editor::model::Model;
use crate::epd::{Code, Record};

/// Where an operation stands in a line.
pub(crate) fn index_of(model: &Model, line: &[u8], opcode: &str) -> Option<usize> {
    let record = Record::read(line, &model.document.read_options());
    let mut all = record.operations().iter();
    all.position(|operation| record.opcode(operation) == opcode)
}

/// Why the operations can't be put in order.
pub(crate) fn no_need(model: &Model) -> Option<String> {
    operations::no_record(model).or_else(|| {
        let record = model.record();
        let unsorted = record
            .diagnostics()
            .iter()
            .any(|found| found.code == Code::UnsortedOperations);
        (!unsorted).then(|| {
            if record.is_kept() {
                "left unchanged: fix the record's errors first".into()
            } else {
                "the operations are already in canonical order".into()
            }
        })
    })
}

/// Puts the operations in canonical order: ascending by opcode. All else stays.
pub fn sort(model: &mut Model) {
    let line = model.line();
    let record = Record::read(&line, &model.document.read_options());
    let fix = record
        .diagnostics()
        .iter()
        .find(|found| found.code == Code::UnsortedOperations)
        .and_then(|found| record.fix(found));
    match fix {
        Some(fix) => replace_line(model, &fix.apply(&line), "sorted the operations"),
        None => {
            model.refused("left unchanged: fix the errors first");
        }
    }
}
