//! Canonical order of a record's operations, on request.

use crate::editor::doc::change::replace_line;
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::epd::{Code, Diagnostic};

fn is_unsorted(found: &&Diagnostic) -> bool {
    found.code == Code::UnsortedOperations
}

/// Why the operations can't be put in order.
pub(crate) fn no_need(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        let record = model.record();
        let unsorted = record.diagnostics().iter().find(is_unsorted);
        unsorted.is_none().then(|| match record.is_kept() {
            true => "left unchanged: fix the record's errors first".into(),
            false => "the operations are already in canonical order".into(),
        })
    })
}

/// Puts the operations in canonical order: ascending by opcode. All else stays.
pub fn sort(model: &mut Model) {
    let line = model.line();
    let record = model.read(&line);
    let unsorted = record.diagnostics().iter().find(is_unsorted);
    match unsorted.and_then(|found| record.fix(found)) {
        Some(fix) => replace_line(model, &fix.apply(&line), "sorted the operations"),
        None => model.refused("left unchanged: fix the errors first"),
    }
}
