//! Commands of the operations pane.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::features::operations;

rows! {
    EditOperation, "Edit the operation", "Edit the operands; on the last row, add an operation.",
        [Operations "Enter" "i"], |model, _| operations::edit(model),
        hint("edit"), changes, disabled(operations::no_record);
    AddOperation, "Add an operation", "Find an opcode by name or meaning, then enter its operands.",
        [Operations "a", Records "a", Panes "F4"], |model, call| match call.text(0) {
            Some(name) => operations::add_named(model, &name),
            None => operations::open_add(model),
        },
        words("new insert bm am best move id opcode"),
        takes(&[Parameter::new("opcode or a template", Kind::Text)]), hint("add operation"),
        changes, disabled(operations::no_record);
    RemoveOperation, "Remove the operation",
        "Remove the operation under the cursor: {remove-operation} twice, or {remove-operation 2} once.",
        [Operations "d" "Delete"], |model, _| operations::remove(model),
        words("delete"), hint("remove"), hint_keys("dd"), twice(operations::to_remove), changes,
        disabled(operations::none_selected);
    RenameOpcode, "Rename the opcode",
        "Replace the opcode of the operation under the cursor, keeping its operands.",
        [Operations "r"], |model, call| match call.text(0) {
            Some(name) => operations::rename(model, model.document.view.operations.cursor, &name),
            None => operations::open_rename(model),
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]), changes,
        disabled(operations::none_selected);
}
