//! Commands of bulk edits.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::flows::bulk::ask::{self, Ask, Split};
use crate::editor::flows::bulk::{self, preview};
use crate::epd::CanonicalOptions;
use crate::suite::edit::{Edit, Mirror};

rows! {
    BulkEdit, "Bulk edit …", "Change the marked records, else those shown, else all.",
        [Records "r"], |model, _| bulk::open_menu(model),
        words("bulk edit"), hint("bulk edit"), disabled(bulk::nothing_here);
    SetOperation, "Set an operation",
        "Set it in many records; also `--append`, `--only-missing`.",
        [], |model, _| ask::open(model, Ask::Set),
        changes, disabled(bulk::nothing_here), aliases(&["set-op"]), reads(&Ask::Set),
        words("bulk edit replace append add only missing"),
        asks(&[Parameter::new("operation", Kind::Text)]);
    RemoveOperations, "Remove operations",
        "Remove all operations with these opcodes from many records.",
        [], |model, _| ask::open(model, Ask::Remove),
        changes, disabled(bulk::nothing_here), aliases(&["remove", "purge"]), reads(&Ask::Remove),
        words("bulk edit delete"), asks(&[Parameter::new("list of opcodes", Kind::Text)]);
    RenameOpcodes, "Rename an opcode", "Replace an opcode by another in many records.",
        [], |model, _| ask::open(model, Ask::Rename),
        changes, disabled(bulk::nothing_here), aliases(&["rename"]), reads(&Ask::Rename),
        words("bulk edit replace"), asks(&[
            Parameter::new("opcode", Kind::Opcode),
            Parameter::new("new opcode", Kind::Opcode),
        ]);
    Renumber, "Renumber ids", "Give many records new ids by a template such as WAC.{n:03}.",
        [], |model, _| ask::open(model, Ask::Renumber),
        changes, disabled(bulk::nothing_here), reads(&Ask::Renumber), words("bulk edit"),
        asks(&[Parameter::new("template", Kind::Text)]);
    SortRecords, "Sort records by keys",
        "Sort by opcodes, position or text; equal ones keep order.",
        [], |model, _| ask::open(model, Ask::Sort),
        changes, disabled(bulk::nothing_here), reads(&Ask::Sort), words("bulk edit order"),
        asks(&[Parameter::new("list of sort keys", Kind::Text)]);
    RemoveDuplicates, "Remove duplicates", "Keep one of equal records, or merge their operations.",
        [], |model, call| match call.choice(0) {
            Some(same) => bulk::remove_duplicates(model, same, call.choice(1)),
            None => bulk::open_duplicates(model),
        },
        changes, disabled(bulk::nothing_here), aliases(&["dedupe"]),
        words("bulk edit dedupe duplicates of two suites"), takes(&[
            Parameter::new(
                "kind of duplicate",
                Kind::Choice(&["position", "id", "record"]),
            ),
            Parameter::optional("record to keep", Kind::Choice(&["first", "last", "richest", "merged"])),
        ]);
    RemoveDuplicatesBy, "Remove duplicates by a field",
        "Keep the first record of each value of a field.",
        [], |model, _| ask::open(model, Ask::Dedupe),
        changes, disabled(bulk::nothing_here), reads(&Ask::Dedupe), words("bulk edit dedupe key"),
        asks(&[Parameter::new("field", Kind::Text)]);
    FixRecords, "Fix records", "Apply all safe fixes to many records, after a preview.",
        [ProblemList "X"], |model, _| bulk::look(model, Edit::Fix(None)),
        words("repair correct all"), hint("fix all"), changes, keeps_overlay,
        disabled(bulk::nothing_here);
    MakeCanonical, "Make records canonical",
        "Rewrite records canonically, but for anything ambiguous.",
        [], |model, _| bulk::look(model, Edit::Canonical(CanonicalOptions::default())),
        changes, disabled(bulk::nothing_here), aliases(&["fmt", "format"]),
        words("bulk edit format fmt");
    MirrorColours, "Mirror colours of records",
        "Swap White and Black in many records, moves included.",
        [], |model, _| bulk::look(model, Edit::Mirror(Mirror::Colours)),
        changes, disabled(bulk::nothing_here);
    MirrorFiles, "Mirror files of records",
        "Mirror the files in many records where nobody may castle.",
        [], |model, _| bulk::look(model, Edit::Mirror(Mirror::Sides)),
        changes, disabled(bulk::nothing_here);
    Shuffle, "Shuffle records", "Put records in random order; one seed gives one order.",
        [], |model, _| ask::open(model, Ask::Shuffle),
        changes, disabled(bulk::nothing_here), reads(&Ask::Shuffle), words("bulk edit random"),
        asks(&[Parameter::new("seed", Kind::Number(0, u32::MAX))]);
    Sample, "Keep a random sample",
        "Keep that many records at random; one seed, one choice.",
        [], |model, _| ask::open(model, Ask::Sample),
        changes, disabled(bulk::nothing_here), reads(&Ask::Sample), words("bulk edit random"),
        asks(&[Parameter::new("number of records", Kind::Text)]);
    MergeFile, "Merge a file", "Add all lines of another file at the end of this one.",
        [], |model, _| ask::merge(model),
        aliases(&["merge", "r"]),
        words("import join append combine duplicates of two suites files"),
        asks(&[Parameter::new("path", Kind::Path)]), changes;
    Split, "Split into files",
        "Write the records to several files, by count or by value.",
        [], |model, _| ask::open_split(model),
        reads(&Split), words("export"), asks(&[Parameter::new("way to split", Kind::Text)]),
        disabled(bulk::nothing_here);
    ApplyChange, "Apply the previewed change",
        "Change the records as previewed, in one step to undo.",
        [Preview "Enter" "y"], |model, _| preview::accept(model),
        hint("apply"), changes, keeps_overlay, disabled(preview::refusal);
}
