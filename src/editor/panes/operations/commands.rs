//! Commands of the operations: of each as a row, and of those that know what they mean.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::panes::operations::{self, rows};
use crate::epd::perft::DEEPEST;

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
    CutOperation, "Cut the operation",
        "Cut the operation under the cursor, to paste it in any record.",
        [Operations "c"], |model, _| operations::clipboard::cut(model),
        changes, disabled(rows::none_selected);
    CopyOperation, "Copy the operation",
        "Copy the operation under the cursor, to paste it in any record.",
        [Operations "y"], |model, _| operations::clipboard::copy(model),
        disabled(rows::none_selected);
    CopyOperations, "Copy all operations",
        "Copy all operations of the record, to paste them in another record.",
        [Operations "Y"], |model, _| operations::clipboard::copy_all(model),
        disabled(|model| {
            rows::no_record(model).or_else(|| {
                model
                    .record()
                    .operations()
                    .is_empty()
                    .then(|| "the record has no operations".into())
            })
        });
    PasteOperations, "Paste operations",
        "Paste the operations cut or copied, replacing those with the same opcode.",
        [Operations "p"], |model, _| operations::clipboard::paste(model),
        changes, disabled(operations::clipboard::nothing_to_paste);
    RepeatOperation, "Repeat the last change",
        "Repeat the last operation change in the marked records, else the selected one.",
        [Operations ".", Records "."], |model, _| operations::clipboard::repeat(model),
        changes, disabled(operations::clipboard::nothing_to_repeat);
    Points, "Edit points of moves", "Edit moves and their points in c0; c7, c8 and c9 follow.",
        [Operations "m"], |model, _| operations::points::edit_points(model),
        changes, disabled(operations::points::no_points);
    SynchronisePoints, "Synchronise points of moves",
        "Bring c0, c7, c8 and c9 into step; c0 leads, else c7 and c8.",
        [Operations "M"], |model, _| operations::points::spread(model),
        changes, disabled(operations::points::nothing_to_spread);
    Perft, "Count leaf nodes (perft)",
        "Verify D1, D2 and so on in the background, or add D1 to D4.",
        [Operations "n"], |model, _| operations::perft::start(model),
        words("verify"), disabled(operations::perft::can_not_count);
    PerftDepth, "Count leaf nodes to depth …",
        "Verify or add the perft counts up to a depth, in the background.",
        [Operations "N"], |model, _| operations::perft::ask(model),
        asks(&[Parameter::new("depth", Kind::Number(1, DEEPEST as u32))]),
        disabled(operations::perft::can_not_count);
    SortOperations, "Sort the operations",
        "Put the record's operations in canonical order, by opcode.",
        [Operations "s"], |model, _| operations::rows::sort(model),
        changes, disabled(operations::rows::are_sorted);
    TimeStamp, "Insert a time stamp",
        "Write the current time (UTC) to ts, or to the date being typed.",
        [Operations "t", Operand "Ctrl-D"], |model, _| operations::timestamp::now(model),
        hint("time stamp"), keeps_typing, changes, disabled(operations::timestamp::no_stamp);
}
