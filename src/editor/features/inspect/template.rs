//! Adding the operations of a template at once.

use crate::editor::features::change::{left_unchanged, replace_line};
use crate::editor::features::inspect::{order, shown_line};
use crate::editor::features::operations;
use crate::editor::model::Model;
use crate::editor::state::template::Template;
use crate::epd::counted::thousands_of;
use crate::epd::{Record, edit};

/// Adds those operations of a template that the record has not, and types in the first that is
/// still empty.
pub fn add(model: &mut Model, template: &Template) {
    let options = model.document.read_options();
    let mut line = model.line();
    let (mut added, mut first, mut empty) = (0, None, None);
    for (opcode, operands) in &template.operations {
        let record = Record::read(&line, &options);
        if record.operation(opcode).is_some() {
            continue;
        }
        if empty.is_none() && (operands.is_empty() || operands == b"\"\"") {
            empty = Some(opcode);
        }
        first = first.or(Some(opcode));
        line = match edit::add_in_order(&record, opcode.as_bytes(), operands) {
            Ok(line) => line,
            Err(refusal) => {
                model.refused(left_unchanged(model, &refusal));
                return;
            }
        };
        added += 1;
    }
    if added == 0 {
        model.refused(format!("the record already has all of `{}`", template.name));
        return;
    }
    let operations = thousands_of(added, "operation", "operations");
    let said = format!("added {operations} of `{}`", template.name);
    replace_line(model, &line, said);
    let at = empty.or(first);
    let at = at.and_then(|opcode| order::index_of(model, &line, opcode));
    model.document.view.operations.cursor = at.unwrap_or_default();
    shown_line::refresh(model);
    if empty.is_some() {
        operations::edit(model);
    }
}
