//! Commands of the operations pane.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::panes::operations::rows;

rows! {
    EditOperation, "Edit the operation", "Edit the operands; on the last row, add an operation.",
        [Operations "Enter" "i"], |model, _| rows::edit(model),
        hint("edit"), changes, disabled(rows::no_record);
    AddOperation, "Add an operation", "Find an opcode by name or meaning, then enter its operands.",
        [Operations "a", Records "a", Panes "F4"], |model, call| match call.text(0) {
            Some(name) => rows::add_named(model, &name),
            None => rows::open_add(model),
        },
        words("new insert bm am best move id opcode"),
        takes(&[Parameter::new("opcode or a template", Kind::Text)]), hint("add operation"),
        changes, disabled(rows::no_record);
    RemoveOperation, "Remove the operation",
        "Remove the operation under the cursor: {remove-operation} twice, or {remove-operation 2} once.",
        [Operations "d" "Delete"], |model, _| rows::remove(model),
        words("delete"), hint("remove"), hint_keys("dd"), twice(rows::to_remove), changes,
        disabled(rows::none_selected);
    RenameOpcode, "Rename the opcode",
        "Replace the opcode of the operation under the cursor, keeping its operands.",
        [Operations "r"], |model, call| match call.text(0) {
            Some(name) => rows::rename(model, model.document.view.operations.cursor, &name),
            None => rows::open_rename(model),
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]), changes,
        disabled(rows::none_selected);
}
