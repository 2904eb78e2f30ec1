//! Commands of the open files.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::flows::open::{self, interrupted, picker, send};
use crate::editor::{doc, overlay};
use std::path::PathBuf;

rows! {
    OpenFile, "Open a file …",
        "Open a recent file or one of the folder by part of its name, any other by path.",
        [Everywhere "Ctrl-O"], |model, call| match call.text(0) {
            Some(path) => open::open(model, PathBuf::from(path)),
            None => picker::open(model),
        },
        words("edit load"), aliases(&["e", "edit", "open"]),
        takes(&[Parameter::optional("path", Kind::Path)]), hint("open"), keeps_page;
    NewFile, "New file",
        "Open an empty file beside the others; without a path the first save asks for one.",
        [], |model, call| match call.text(0) {
            Some(path) => open::open(model, PathBuf::from(path)),
            None => open::new(model),
        },
        words("create empty suite"), aliases(&["new", "enew"]),
        takes(&[Parameter::optional("path", Kind::Path)]), keeps_page,
        disabled(|model| model.read_only.then(|| "files are open read-only".into()));
    RestoreCopy, "Restore the copy of a save",
        "Replace the lines by those that an interrupted save had copied; undo takes it back.",
        [], |model, _| interrupted::with_first(model, interrupted::restore),
        words("interrupted recover backup"), changes, disabled(interrupted::no_copy);
    OpenCopy, "Open the copy of a save",
        "Open the copy that an interrupted save left, beside the file.",
        [], |model, _| interrupted::with_first(model, interrupted::open),
        words("interrupted recover backup compare"), disabled(interrupted::no_copy);
    RemoveCopy, "Remove the copy of a save …",
        "Remove the copy that an interrupted save left, after asking.",
        [], |model, _| interrupted::ask_remove(model),
        words("interrupted recover backup delete"), disabled(interrupted::no_copy);
    CompletePath, "Complete the path", "Complete the path with the entry under the cursor.",
        [Picker "Tab"], |model, _| overlay::narrowing::complete(model),
        hint("complete"), keeps_overlay, keeps_page, disabled(picker::completes_nothing);
    OpenFiles, "Show open files …",
        "List the open files and switch to one; unsaved ones are flagged.",
        [Everywhere "Ctrl-T"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, open::show),
            None => open::open_list(model),
        },
        aliases(&["ls", "files", "buffers"]), takes(&[Parameter::new("file", Kind::Text)]),
        keeps_page, disabled(doc::no_other);
    NextFile, "Next file", "Show the next open file.",
        [Panes "F6" "Ctrl-PageDown"], |model, _| doc::step(model, 1),
        aliases(&["bn", "bnext"]), hint("next file"), disabled(doc::no_other);
    PreviousFile, "Previous file", "Show the previous open file.",
        [Panes "Shift-F6" "Ctrl-PageUp"], |model, _| doc::step(model, -1),
        aliases(&["bp", "bprevious"]), disabled(doc::no_other);
    CopyToFile, "Copy to another file …",
        "Copy the marked lines, else the selected one, to another open file or a new one.",
        [Records "t"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, |model, id| send::send(model, id, false)),
            None => send::open(model, false),
        },
        takes(&[Parameter::new("file", Kind::Text)]), disabled(send::nothing_to_send);
    MoveToFile, "Move to another file …",
        "Move the marked lines, else the selected one, to another open file or a new one.",
        [Records "T"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, |model, id| send::send(model, id, true)),
            None => send::open(model, true),
        },
        takes(&[Parameter::new("file", Kind::Text)]), changes, disabled(send::nothing_to_send);
}
