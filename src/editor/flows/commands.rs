//! Commands that open, save, recover, copy and send, that close, leave and stop, and those of the terminal:
//! its mouse, its theme, the shell.

use crate::editor::command::{Id, Kind, Parameter, rows};
use crate::editor::doc::{self, filter, marks, navigate, scan};
use crate::editor::effect::Effect;
use crate::editor::flows::save::{self, disk, leave};
use crate::editor::flows::{copy, lines, open, recover, remember};
use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager};
use crate::editor::pages::{differences, folder};
use crate::editor::panes::board::play;
use crate::editor::panes::operations::perft;
use crate::editor::panes::records::{self, sort};
use crate::editor::state::AfterSave;
use crate::editor::state::view::{Page, Pane};
use std::path::PathBuf;

rows! {
    Close, "Close the top window",
        "Close what is on top; end search, filter, sort; never quit.",
        [Panes "Esc", Prompt "Esc", Picker "Esc", Menu "Esc", Pager "Esc" "q", PageSearch "Esc",
         Preview "Esc" "q", Report "Esc" "q"],
        |model, _| close(model), keeps_page, hint("close"), keeps_overlay;
    StopWork, "Stop background work",
        "Stop scans, searches, sorts and counts; a save continues.",
        [Everywhere "F9"], |model, _| stop_work(model),
        words("cancel"), disabled(nothing_runs);
    ReleaseMouse, "Toggle mouse capture",
        "Leave the mouse to the terminal, or use it here again.",
        [Everywhere "F12"], |model, _| release_mouse(model),
        keeps_page, keeps_typing, keeps_overlay;
    ToggleTheme, "Toggle dark and light",
        "Switch between the dark and light theme, and remember it.",
        [], |model, _| model.send(Effect::SwitchGround),
        words("theme colours settings"), keeps_page, keeps_typing;
    Suspend, "Suspend", "Suspend the editor and return to the shell; `fg` resumes it.",
        [], |model, _| model.send(Effect::Suspend), words("shell background"), keeps_page;
    Copy, "Copy …",
        "Copy marked records, else this one: FEN, EPD, moves, image.",
        [Everywhere "Ctrl-C"], |model, _| copy::open(model, false),
        words("export clipboard uci png picture diagram link"),
        asks(&[Parameter::new("kind of text", Kind::Text)]), hint("copy"),
        disabled(copy::nothing_here);
    CopyAgain, "Copy again",
        "Copy marked records, else this one, in the form used last.",
        [Board "y", Play "y", Problems "y", Raw "y"], |model, _| copy::again(model),
        words("clipboard repeat last"), disabled(copy::nothing_here);
    Export, "Export to a file …",
        "Write marked records, else this one: FEN, moves, image.",
        [], |model, call| match call.text(0) {
            Some(text) => copy::export(model, &text),
            None => copy::open(model, true),
        },
        words("diagram picture png svg html latex markdown save as"),
        takes(&[Parameter::optional("form and path", Kind::Text)]), disabled(copy::nothing_here);
    Paste, "Paste from the clipboard",
        "Paste a position, records, or text, by where you are.",
        [Everywhere "Ctrl-V"], |model, _| model.send(Effect::ReadClipboard),
        words("fen position insert"), keeps_typing, keeps_overlay;
    OpenFile, "Open a file …",
        "Open a file by a part of its name, or by its path.",
        [Everywhere "Ctrl-O"], |model, call| match call.text(0) {
            Some(path) => open::open(model, PathBuf::from(path)),
            None => open::pick_any(model),
        },
        words("load edit epd"), aliases(&["e", "edit", "open"]),
        takes(&[Parameter::optional("path", Kind::Path)]), hint("open"), keeps_page;
    Import, "Import games or a table …",
        "Open games (PGN), CSV, TSV, JSON or text as a new file.",
        [], |model, call| match call.text(0) {
            Some(path) => open::open(model, PathBuf::from(path)),
            None => open::import(model),
        },
        words("pgn games csv json positions fen"),
        takes(&[Parameter::optional("path", Kind::Path)]), keeps_page;
    NewFile, "New file",
        "Open an empty file; without a path the first save asks.",
        [], |model, call| match call.text(0) {
            Some(path) => open::create(model, PathBuf::from(path)),
            None => open::new(model),
        },
        words("create empty suite"), aliases(&["new", "enew"]),
        takes(&[Parameter::optional("path", Kind::Path)]), keeps_page,
        disabled(|model| model.read_only.then(|| "files are open read-only".into()));
    RestoreCopy, "Restore the copy of a save",
        "Put back the lines that an interrupted save had copied.",
        [], |model, _| recover::with_first_copy(model, recover::restore_copy),
        words("interrupted recover backup"), changes, disabled(recover::no_copy);
    OpenCopy, "Open the copy of a save",
        "Open the copy of an interrupted save, beside the file.",
        [], |model, _| recover::with_first_copy(model, recover::open_copy),
        words("interrupted recover backup compare"), disabled(recover::no_copy);
    RemoveCopy, "Remove the copy of a save …",
        "Remove the copy that an interrupted save left, after asking.",
        [], |model, _| recover::ask_to_remove(model),
        words("interrupted recover backup delete"), disabled(recover::no_copy);
    CompletePath, "Complete the path", "Complete the path with the entry under the cursor.",
        [Picker "Tab"], |model, _| overlay::menu::complete(model),
        hint("complete"), keeps_overlay, keeps_page, disabled(open::completes_nothing);
    OpenFiles, "Show open files …",
        "List the open files, unsaved ones flagged, and go to one.",
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
        "Copy marked lines, else this one, to another or new file.",
        [Records "t"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, |model, id| lines::send(model, id, false)),
            None => lines::ask_to_send(model, false),
        },
        takes(&[Parameter::new("file", Kind::Text)]), disabled(lines::nothing_to_send);
    MoveToFile, "Move to another file …",
        "Move marked lines, else this one, to another or new file.",
        [Records "T"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, |model, id| lines::send(model, id, true)),
            None => lines::ask_to_send(model, true),
        },
        takes(&[Parameter::new("file", Kind::Text)]), changes, disabled(lines::nothing_to_send);
    ForgetFile, "Forget choices for this file",
        "Forget columns, sort, query and save answer of this file.",
        [], |model, _| remember::forget(model), words("remember reset ask again save");
    Save, "Save", "Save the file.",
        [Everywhere "Ctrl-S"], |model, _| save::start(model, AfterSave::Stay),
        words("write"), aliases(&["w", "w!", "write", "update"]), with_argument(Id::SaveAs), keeps_page,
        hint("save"), disabled(|model| {
            model.when(model.is_read_only(), "the file is open read-only · save-as writes a copy")
        });
    SaveAs, "Save as …", "Save to another path and continue with that file.",
        [], |model, _| save::ask_name(model, AfterSave::Stay),
        words("write export rename"), aliases(&["sav", "saveas"]),
        asks(&[Parameter::new("path", Kind::Path)]);
    MergeFromDisk, "Merge the changes on disk",
        "Bring your changes and those on disk together, by record.",
        [], |model, _| disk::merge(model),
        words("conflict reload both another program"), changes,
        disabled(differences::no_file_on_disk);
    Reload, "Reload the file", "Reload from disk, discarding changes.",
        [], |model, _| disk::ask_reload(model),
        words("revert discard refresh"), aliases(&["e!"]), disabled(|model| {
            model.when(model.document.suite.path().is_none(), "the built-in suite has no file")
        });
    UnpackAll, "Unpack the whole file",
        "Reload a packed file that is very large, to its end.",
        [], |model, _| disk::unpack_all(model),
        words("gzip zstd compressed limit"), disabled(disk::nothing_to_unpack);
    CloseFile, "Close the file", "Close this file, asking about unsaved changes.",
        [Panes "Ctrl-W"], |model, _| leave::close(model),
        aliases(&["bd", "bdelete"]), words("leave"), disabled(leave::can_not_close);
    Quit, "Quit", "Quit the editor, asking about unsaved changes.",
        [Everywhere "Ctrl-Q", Records "q"], |model, _| leave::quit(model),
        words("exit leave"), aliases(&["q", "qa", "exit"]), hint("quit"), keeps_page;
    SaveAndQuit, "Save and quit", "Save the file, under a path where one is given, and quit.",
        [], |model, call| match call.text(0) {
            Some(path) => save::to(model, &path, AfterSave::Quit),
            None if model.document.suite.is_modified() => save::start(model, AfterSave::Quit),
            None => leave::quit(model),
        },
        words("write exit leave"), aliases(&["wq", "x", "wq!", "x!"]),
        takes(&[Parameter::optional("path", Kind::Path)]), keeps_page, disabled(|model| {
            let lost = model.read_only && model.document.suite.is_modified();
            model.when(lost, "the file is open read-only")
        });
    QuitWithoutSaving, "Quit without saving",
        "Quit at once; unsaved changes of all files are lost.",
        [], |model, _| model.send(Effect::Quit),
        words("exit leave discard"), aliases(&["q!", "qa!"]), keeps_page;
    SaveAll, "Save all files", "Save every open file with changes.",
        [], |model, _| save::all(model, false),
        words("write"), aliases(&["wa"]), keeps_page,
        disabled(|model| model.when(model.read_only, "the files are open read-only"));
}

/// Closes the top layer or ends the innermost state: an overlay, a held piece, work in the background, a
/// search, the filter, the sort.
fn close(model: &mut Model) {
    if overlay::top_mut::<Pager>(model).is_some_and(Pager::end_search) {
        return;
    }
    if overlay::leave(model) {
        return;
    }
    if model.page == Page::Folder {
        return folder::leave(model);
    }
    if model.page == Page::Differences {
        return differences::leave(model);
    }
    if play::close(model) || records::close_view(model) {
        return;
    }
    if model.document.view.held.take().is_some() {
        model.done("put back");
    } else if model.board.brush.take().is_some() {
        model.done("no piece held");
    } else if jobs::stop(model, Slot::Find) {
        model.done("stopped searching")
    } else if perft::stop(model) {
    } else if model.document.saving.is_some() {
        model.told("stopping the save …");
        jobs::end(model, Slot::Save);
    } else if model.document.pending_filter.is_some() {
        filter::give_up(model)
    } else if model.document.recall.waits.change.take().is_some() {
        model.done("stopped · nothing changed");
    } else if model.document.recall.waits.sort.take().is_some() {
        model.done("stopped sorting");
    } else if let Some(slot) = jobs::stop_last(model) {
        model.done(match slot {
            Slot::Preview | Slot::Reshape => "stopped · nothing changed".to_owned(),
            slot => format!("stopped {}", slot.word()),
        });
    } else if model.document.view.focus != Pane::Records && !model.panes.is_hidden(Pane::Records) {
        navigate::focus(model, Pane::Records)
    } else if marks::leave_range(model) {
    } else if model.document.search.take().is_some() {
        model.done("search ended");
    } else if model.document.filter.is_some() {
        filter::show_all(model)
    } else if model.document.sorted_view.is_some() {
        sort::off(model)
    }
}

fn nothing_runs(model: &Model) -> Option<String> {
    let document = &model.document;
    let runs = document.scan.running
        || !document.tasks.is_empty()
        || document.recall.waits.change.is_some()
        || document.recall.waits.sort.is_some()
        || document.pending_filter.is_some()
        || model.perft.running.is_some();
    model.when(!runs, "nothing runs in the background")
}

/// Stops everything that runs in the background for the shown file, except a save.
fn stop_work(model: &mut Model) {
    let waits = &mut model.document.recall.waits;
    (waits.change, waits.sort) = (None, None);
    perft::stop(model);
    filter::stop(model);
    while let Some(slot) = model.document.tasks.last().map(|task| task.slot) {
        jobs::stop(model, slot);
    }
    scan::stop(model);
    model.done("stopped background work");
}

fn release_mouse(model: &mut Model) {
    model.release_mouse(!model.mouse_released);
    model.done(match model.mouse_released {
        true => "the terminal has the mouse: select and copy as usual · {release-mouse} returns it",
        false => "epdit has the mouse again",
    });
}
