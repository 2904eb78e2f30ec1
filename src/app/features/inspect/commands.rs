//! Commands of operations that know what they mean.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::{inspect, operations};
use crate::epd::perft::DEEPEST;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::CutOperation,
        "Cut the operation",
        "Takes the operation under the cursor out, to be pasted in this or another record.",
        &[(Operations, "c")],
        |model, _| inspect::clipboard::cut(model),
    )
    .changes()
    .disabled(operations::none_selected),
    Command::new(
        Id::CopyOperation,
        "Copy the operation",
        "Keeps the operation under the cursor, to be pasted in another record.",
        &[(Operations, "y")],
        |model, _| inspect::clipboard::copy(model),
    )
    .disabled(operations::none_selected),
    Command::new(
        Id::CopyOperations,
        "Copy all operations of the record",
        "Keeps all operations of the record, to be pasted in another record.",
        &[(Operations, "Y")],
        |model, _| inspect::clipboard::copy_all(model),
    )
    .disabled(|model| {
        operations::no_record(model).or_else(|| {
            model
                .record()
                .operations()
                .is_empty()
                .then(|| "the record has no operations".into())
        })
    }),
    Command::new(
        Id::PasteOperations,
        "Paste the operations",
        "Puts the operations cut or copied into the record; those that are there are replaced.",
        &[(Operations, "p")],
        |model, _| inspect::clipboard::paste(model),
    )
    .changes()
    .disabled(inspect::clipboard::nothing_to_paste),
    Command::new(
        Id::RepeatOperation,
        "Repeat the last operation change",
        "Sets, removes or renames the same operation in the marked records, else the selected one.",
        &[(Operations, "."), (Records, ".")],
        |model, _| inspect::clipboard::repeat(model),
    )
    .changes()
    .disabled(inspect::clipboard::nothing_to_repeat),
    Command::new(
        Id::Points,
        "Points of moves",
        "Edits moves and their points in c0; c7, c8 and c9 follow.",
        &[(Operations, "m")],
        |model, _| inspect::points::edit_points(model),
    )
    .changes()
    .disabled(inspect::points::no_points),
    Command::new(
        Id::SpreadPoints,
        "Put the points into c0, c7, c8 and c9",
        "Makes those of the four that are missing and brings all into step: c0 leads, else c7 and c8.",
        &[(Operations, "M")],
        |model, _| inspect::points::spread(model),
    )
    .changes()
    .disabled(inspect::points::nothing_to_spread),
    Command::new(
        Id::Perft,
        "Count leaf nodes (perft)",
        "Verifies D1, D2 and so on in the background; puts in D1 to D4 where there are none.",
        &[(Operations, "n")],
        |model, _| inspect::perft::start(model),
    )
    .words("verify")
    .disabled(inspect::perft::can_not_count),
    Command::new(
        Id::PerftDepth,
        "Count leaf nodes to a depth …",
        "Verifies the perft counts up to a depth in the background, and puts in those that are missing.",
        &[(Operations, "N")],
        |model, _| inspect::perft::ask(model),
    )
    .asks(&[Parameter::new("depth", Kind::Number(1, DEEPEST as u32))])
    .disabled(inspect::perft::can_not_count),
    Command::new(
        Id::SortOperations,
        "Put the operations in canonical order",
        "Sorts the operations of the record by opcode, as a save does.",
        &[(Operations, "s")],
        |model, _| inspect::order::sort(model),
    )
    .changes()
    .disabled(inspect::order::no_need),
    Command::new(
        Id::TimeStamp,
        "Time stamp: now",
        "Puts this moment, UTC, into ts, or into the date that is being typed.",
        &[(Operations, "t"), (Operand, "Ctrl-D")],
        |model, _| inspect::timestamp::now(model),
    )
    .hint("time stamp")
    .keeps_typing()
    .changes()
    .disabled(inspect::timestamp::no_stamp),
];
