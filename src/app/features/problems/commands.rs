//! Commands of problems and their fixes.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::problems::fixes;
use crate::app::features::{inspect, scan};

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::FixAll,
        "Apply the safe fixes of the record",
        "Fixes everything that is certain, in the marked records where there are any.",
        &[(Records, "X"), (Operations, "X"), (Problems, "X")],
        |model, _| fixes::all(model),
    )
    .words("repair correct")
    .changes()
    .disabled(fixes::none_is_safe),
    Command::new(
        Id::Scan,
        "Count the problems again",
        "Reads the whole file again in the background, and counts what is in it.",
        &[],
        |model, _| vec![scan::start(model)],
    )
    .words("check validate")
    .disabled(|model| {
        (model.document.scan.running).then(|| "the file is being read already".into())
    }),
    Command::new(
        Id::Fix,
        "Fix",
        "Fixes the problem under the cursor; where there are several ways, asks which.",
        &[(Operations, "x"), (Problems, "x"), (Problems, "Enter")],
        |model, _| fixes::one(model),
    )
    .words("repair correct")
    .hint("fix")
    .changes()
    .disabled(fixes::none_here),
    Command::new(
        Id::Fixes,
        "Fixes …",
        "Shows every fix for what the cursor is on; the panes show the result.",
        &[(Operations, "f"), (Problems, "f")],
        |model, _| inspect::fix_preview::open(model),
    )
    .hint("fixes")
    .changes()
    .disabled(inspect::fix_preview::none_here),
];
