//! Commands of operations and problems.

use super::{Command, Context::*};
use crate::app::{fixes, operations};

pub(super) const ROWS: &[Command] = &[
    Command::new(
        "edit-operation",
        "Edit the operation",
        "Types in the operands; on the last row, adds an operation.",
        &[(Operations, "Enter"), (Operations, "i")],
        |model, _| operations::edit(model),
    )
    .hint("edit")
    .changes()
    .disabled(operations::no_record),
    Command::new(
        "add-operation",
        "Add an operation",
        "Finds an opcode by its name or meaning, then asks for its operands.",
        &[(Operations, "a"), (Records, "a"), (Panes, "F4")],
        |model, _| operations::open_add(model),
    )
    .hint("add operation")
    .changes()
    .disabled(operations::no_record),
    Command::new(
        "remove-operation",
        "Remove the operation",
        "Takes the operation under the cursor out of the record.",
        &[(Operations, "d"), (Operations, "Delete")],
        |model, _| operations::remove(model),
    )
    .hint("remove")
    .changes()
    .disabled(operations::none_selected),
    Command::new(
        "rename-operation",
        "Change the opcode",
        "Gives the operation under the cursor another opcode and keeps its operands.",
        &[(Operations, "r")],
        |model, _| operations::open_rename(model),
    )
    .changes()
    .disabled(operations::none_selected),
    Command::new(
        "fix",
        "Fix",
        "Mends the problem under the cursor; where there are several ways, asks which.",
        &[(Operations, "x"), (Problems, "x"), (Problems, "Enter")],
        |model, _| fixes::one(model),
    )
    .hint("fix")
    .changes()
    .disabled(fixes::none_here),
];
