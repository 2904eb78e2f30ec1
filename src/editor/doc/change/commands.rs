//! Undo and redo.

use crate::editor::command::rows;
use crate::editor::doc::change;

rows! {
    Undo, "Undo", "Undo the last change, or the last typing in a text.",
        [Everywhere "Ctrl-Z", Records "u"], |model, _| change::undo(model),
        words("revert"), keeps_page, hint("undo"), keeps_typing, disabled(change::nothing_to_undo);
    Redo, "Redo", "Redo the change undone last, or restore a text discarded with {cancel}.",
        [Everywhere "Ctrl-Y", Records "U"], |model, _| change::redo(model),
        keeps_page, keeps_typing, disabled(|model| {
            let is_none = model.document.view.editing.is_none()
                && !change::is_of_moves(model)
                && model.document.suite.can_redo().is_none()
                && model.document.view.dropped.is_none();
            model.when(is_none, "nothing to redo")
        });
}
