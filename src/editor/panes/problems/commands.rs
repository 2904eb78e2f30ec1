//! Commands of problems and their fixes, and of words explained.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::scan;
use crate::editor::panes::problems::{self, explain};

rows! {
    FixAll, "Apply safe fixes",
        "Apply all safe fixes to the marked records, else to the selected one.",
        [Records "X", Operations "X", Problems "X"], |model, _| problems::all(model),
        words("repair correct"), changes, disabled(problems::none_is_safe);
    CheckFile, "Check the file again", "Check the whole file again in the background.",
        [], |model, _| scan::start(model),
        words("check validate"),
        disabled(|model| (model.document.scan.running).then(|| "already reading the file".into()));
    Fix, "Fix the problem",
        "Fix the problem under the cursor, choosing among several fixes if needed.",
        [Operations "x", Problems "x" "Enter"], |model, _| problems::one(model),
        words("repair correct"), hint("fix"), changes, disabled(problems::none_here);
    Fixes, "Choose a fix …", "List all fixes for the item under the cursor and preview each.",
        [Operations "f", Problems "f"], |model, _| problems::choose(model),
        hint("fixes"), changes, disabled(problems::none_to_choose);
    Explain, "Explain",
        "Explain an opcode, a problem or a command, by default the one under the cursor.",
        [], |model, call| explain::open(model, call.text(0)),
        words("explain describe meaning what opcode code manual"), aliases(&["what"]),
        reads(&explain::Words), takes(&[Parameter::optional("word", Kind::Text)]);
}
