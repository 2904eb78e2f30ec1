//! Commands of operations that know what they mean.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::features::{inspect, operations};
use crate::epd::perft::DEEPEST;

rows! {
    CutOperation, "Cut the operation",
        "Cut the operation under the cursor, to paste it in any record.",
        [Operations "c"], |model, _| inspect::clipboard::cut(model),
        changes, disabled(operations::none_selected);
    CopyOperation, "Copy the operation",
        "Copy the operation under the cursor, to paste it in any record.",
        [Operations "y"], |model, _| inspect::clipboard::copy(model),
        disabled(operations::none_selected);
    CopyOperations, "Copy all operations",
        "Copy all operations of the record, to paste them in another record.",
        [Operations "Y"], |model, _| inspect::clipboard::copy_all(model),
        disabled(|model| {
            operations::no_record(model).or_else(|| {
                model
                    .record()
                    .operations()
                    .is_empty()
                    .then(|| "the record has no operations".into())
            })
        });
    PasteOperations, "Paste operations",
        "Paste the operations cut or copied, replacing those with the same opcode.",
        [Operations "p"], |model, _| inspect::clipboard::paste(model),
        changes, disabled(inspect::clipboard::nothing_to_paste);
    RepeatOperation, "Repeat the last change",
        "Repeat the last operation change in the marked records, else the selected one.",
        [Operations ".", Records "."], |model, _| inspect::clipboard::repeat(model),
        changes, disabled(inspect::clipboard::nothing_to_repeat);
    Points, "Edit points of moves", "Edit moves and their points in c0; c7, c8 and c9 follow.",
        [Operations "m"], |model, _| inspect::points::edit_points(model),
        changes, disabled(inspect::points::no_points);
    SynchronisePoints, "Synchronise points of moves",
        "Bring c0, c7, c8 and c9 into step; c0 leads, else c7 and c8.",
        [Operations "M"], |model, _| inspect::points::spread(model),
        changes, disabled(inspect::points::nothing_to_spread);
    Perft, "Count leaf nodes (perft)",
        "Verify D1, D2 and so on in the background, or add D1 to D4.",
        [Operations "n"], |model, _| inspect::perft::start(model),
        words("verify"), disabled(inspect::perft::can_not_count);
    PerftDepth, "Count leaf nodes to depth …",
        "Verify or add the perft counts up to a depth, in the background.",
        [Operations "N"], |model, _| inspect::perft::ask(model),
        asks(&[Parameter::new("depth", Kind::Number(1, DEEPEST as u32))]),
        disabled(inspect::perft::can_not_count);
    SortOperations, "Sort the operations",
        "Put the record's operations in canonical order, by opcode.",
        [Operations "s"], |model, _| inspect::order::sort(model),
        changes, disabled(inspect::order::no_need);
    TimeStamp, "Insert a time stamp",
        "Write the current time (UTC) to ts, or to the date being typed.",
        [Operations "t", Operand "Ctrl-D"], |model, _| inspect::timestamp::now(model),
        hint("time stamp"), keeps_typing, changes, disabled(inspect::timestamp::no_stamp);
}
