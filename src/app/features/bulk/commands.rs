//! Changes of many records: of the marked ones, else of those shown, else of all.

use crate::app::command::{Call, Command, Context::*, Id, Kind, Parameter};
use crate::app::features::bulk::ask::{self, Ask};
use crate::app::features::bulk::{self, preview};
use crate::app::overlay;
use crate::app::state::jobs::bulk::plan::Plan;
use crate::suite::bulk::{Mirror, RecordChange};

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Reshape,
        "Reshape …",
        "All changes of many records: of the marked ones, else of those shown, else of all.",
        &[(Records, "r")],
        |model, _| ask::open_menu(model),
    )
    .words("bulk edit")
    .hint("reshape")
    .disabled(bulk::nothing_here),
    change(
        Id::SetOperation,
        "Set an operation in many records",
        "Asks for an opcode and operands; records without it get it.",
        |model, _| ask::open(model, Ask::Set),
    )
    .words("bulk edit replace")
    .asks(&[Parameter::new("operation", Kind::Text)]),
    change(
        Id::RemoveOperations,
        "Remove operations from many records",
        "Asks for opcodes; every operation with one of them goes.",
        |model, _| ask::open(model, Ask::Remove),
    )
    .words("bulk edit delete")
    .asks(&[Parameter::new("list of opcodes", Kind::Text)]),
    change(
        Id::RenameOperations,
        "Rename an operation in many records",
        "Asks for an opcode and the one that takes its place.",
        |model, _| ask::open(model, Ask::Rename),
    )
    .words("bulk edit replace")
    .asks(&[
        Parameter::new("opcode", Kind::Opcode),
        Parameter::new("new opcode", Kind::Opcode),
    ]),
    change(
        Id::Renumber,
        "Renumber ids by a template",
        "Gives records new ids, one after the other: WAC.{n:03}.",
        |model, _| ask::open(model, Ask::Renumber),
    )
    .words("bulk edit")
    .asks(&[Parameter::new("template", Kind::Text)]),
    change(
        Id::SortRecords,
        "Sort records by several keys",
        "By any opcode, position, material or text; equal ones keep their order.",
        |model, _| ask::open(model, Ask::Sort),
    )
    .words("bulk edit order")
    .asks(&[Parameter::new("list of sort keys", Kind::Text)]),
    change(
        Id::RemoveDuplicates,
        "Remove duplicates",
        "Of records that are the same one stays, or takes the operations of the others in.",
        |model, call| match call.choice(0) {
            Some(same) => ask::remove_duplicates(model, same, call.choice(1)),
            None => ask::open_duplicates(model),
        },
    )
    .words("bulk edit dedupe")
    .takes(&[
        Parameter::new(
            "what is the same",
            Kind::Choice(&["position", "id", "record"]),
        ),
        Parameter::optional("which stays", Kind::Choice(&["first", "last", "merged"])),
    ]),
    change(
        Id::FixRecords,
        "Apply safe fixes to many records",
        "Fixes everything that is certain.",
        |model, _| bulk::look(model, Plan::Records(RecordChange::Fix)),
    )
    .words("repair correct"),
    change(
        Id::MakeCanonical,
        "Make records canonical",
        "Writes records as a save does; what is not understood for certain stays as it is.",
        |model, _| bulk::look(model, Plan::Canonical),
    )
    .words("bulk edit format fmt"),
    change(
        Id::MirrorColours,
        "Mirror the colours of many records",
        "White becomes Black and the ranks change places, in the moves, too.",
        |model, _| {
            let mirror = RecordChange::Mirror(Mirror::Colours);
            bulk::look(model, Plan::Records(mirror))
        },
    ),
    change(
        Id::FlipSides,
        "Flip the wings of many records",
        "The files change places, in the moves, too; only where nobody may castle.",
        |model, _| {
            let mirror = RecordChange::Mirror(Mirror::Sides);
            bulk::look(model, Plan::Records(mirror))
        },
    ),
    change(
        Id::Shuffle,
        "Shuffle records",
        "Another order by chance; the same seed gives the same order.",
        |model, _| ask::open(model, Ask::Shuffle),
    )
    .words("bulk edit random")
    .asks(&[Parameter::new("seed", Kind::Number(0, u32::MAX))]),
    change(
        Id::Sample,
        "Keep a sample of the records",
        "So many records stay, by chance; the same seed chooses the same ones.",
        |model, _| ask::open(model, Ask::Sample),
    )
    .words("bulk edit random")
    .asks(&[Parameter::new("number of records", Kind::Text)]),
    Command::new(
        Id::MergeFile,
        "Merge a file",
        "Puts the lines of another file after the selected one.",
        &[],
        |model, _| ask::open(model, Ask::Merge),
    )
    .words("import join append")
    .asks(&[Parameter::new("path", Kind::Path)])
    .changes(),
    Command::new(
        Id::Split,
        "Split into files",
        "Writes the records into files of so many each, or by the value of an operation.",
        &[],
        |model, _| ask::open(model, Ask::Split),
    )
    .words("export")
    .asks(&[Parameter::new("way to split", Kind::Text)])
    .disabled(bulk::nothing_here),
    Command::new(
        Id::AcceptChange,
        "Make the change that is shown",
        "Changes the records as the preview shows; one step to undo.",
        &[(Preview, "Enter"), (Preview, "y")],
        |model, _| overlay::preview::accept(model),
    )
    .hint("change them")
    .changes()
    .keeps_overlay()
    .disabled(preview::why_not),
];

const fn change(
    id: Id,
    title: &'static str,
    help: &'static str,
    run: fn(&mut crate::app::model::Model, &Call) -> Vec<crate::app::effect::Effect>,
) -> Command {
    Command::new(id, title, help, &[], run)
        .changes()
        .disabled(bulk::nothing_here)
}
