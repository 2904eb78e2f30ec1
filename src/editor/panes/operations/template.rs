//! Adding the operations of a template at once.

use crate::editor::doc::change::{left_unchanged, replace_line};
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::editor::panes::operations::shown_line;
use crate::editor::state::template::Template;
use crate::epd::counted::thousands_of;
use crate::epd::edit;

/// Adds those operations of a template that the record has not, and types in the first that is
/// still empty.
pub fn add(model: &mut Model, template: &Template) {
    let line = model.line();
    let record = model.read(&line);
    let all = template.operations.iter();
    let new = all.map(|(opcode, operands)| (opcode.as_str(), operands.as_slice()));
    let new: Vec<_> = new
        .filter(|(opcode, _)| record.operation(opcode).is_none())
        .collect();
    let Some(first) = new.first() else {
        return model.refused(format!("the record already has all of `{}`", template.name));
    };
    let line = match edit::set_in_order(&record, new.iter().copied()) {
        Ok(line) => line,
        Err(refusal) => return model.refused(left_unchanged(model, &refusal)),
    };
    let operations = thousands_of(new.len(), "operation", "operations");
    replace_line(
        model,
        &line,
        format!("added {operations} of `{}`", template.name),
    );
    let is_empty = |(_, operands): &&(&str, &[u8])| matches!(*operands, b"" | b"\"\"");
    let empty = new.iter().find(is_empty);
    let (opcode, _) = empty.unwrap_or(first);
    let at = model.read(&line).index_of(opcode);
    model.document.view.operations.cursor = at.unwrap_or_default();
    shown_line::refresh(model);
    if empty.is_some() {
        rows::edit(model);
    }
}
