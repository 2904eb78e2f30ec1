//! Commands of texts of the record: what begins typing, and what holds while it lasts.

use crate::editor::command::rows;
use crate::editor::model::Model;
use crate::editor::panes::{line, operations};

rows! {
    EditLine, "Edit the raw line", "Edit the raw line; {accept} accepts, {cancel} cancels.",
        [Panes "F2", Records "e", Raw "Enter" "i"], |model, _| line::start_raw(model),
        words("raw change"), hint("edit line"), changes, disabled(line::no_line);
    Accept, "Accept the text", "Accept the text or the chosen suggestion.",
        [Text "Enter"], |model, _| line::enter(model),
        hint("accept"), keeps_typing, disabled(nothing_typed);
    Cancel, "Cancel the edit", "Cancel the edit; redo restores the text.",
        [Text "Esc"], |model, _| line::escape(model),
        hint("cancel"), keeps_typing, disabled(nothing_typed);
    ChooseNext, "Choose the next suggestion",
        "Choose the next suggestion; decrease a number, date or clock by one.",
        [Text "Down"], |model, _| operations::choose(model, 1),
        hint("choose"), hint_keys("↑↓"), keeps_typing, disabled(operations::nothing_to_choose);
    ChoosePrevious, "Choose the previous suggestion",
        "Choose the previous suggestion; increase a number, date or clock by one.",
        [Text "Up"], |model, _| operations::choose(model, -1),
        keeps_typing, disabled(operations::nothing_to_choose);
    ChoosePageDown, "Next page of suggestions",
        "Go a page down in the suggestions; decrease a number, date or clock by ten.",
        [Operand "PageDown"], |model, _| operations::choose(model, operations::page(model)),
        keeps_typing, disabled(operations::nothing_to_choose);
    ChoosePageUp, "Previous page of suggestions",
        "Go a page up in the suggestions; increase a number, date or clock by ten.",
        [Operand "PageUp"], |model, _| operations::choose(model, -operations::page(model)),
        keeps_typing, disabled(operations::nothing_to_choose);
    ToggleMove, "Toggle the chosen move",
        "Add or remove the chosen move in a set of moves; elsewhere type a space.",
        [Operand "Space"], |model, _| line::space(model), keeps_typing, disabled(nothing_typed);
    Complete, "Complete the word",
        "At the end of the text, insert the first suggestion; else move the cursor.",
        [Text "Right"], |model, _| line::right(model), keeps_typing, disabled(nothing_typed);
}

fn nothing_typed(model: &Model) -> Option<String> {
    let is_idle = model.document.view.editing.is_none();
    model.when(is_idle, "nothing is being typed")
}
